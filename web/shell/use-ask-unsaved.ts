// The question before unsaved input is lost.
import { App } from 'antd'
import { useCallback } from 'react'
import type { OpenPage } from './tabs/tabs.rules.ts'
import { textsNow } from './texts/texts.ts'

/** Acts at once where no page is named; otherwise the person decides. */
export type AskUnsaved = (pages: readonly OpenPage[], act: () => void, stay?: () => void) => void

export function useAskUnsaved(): AskUnsaved {
  const { confirm } = App.useApp().modal
  return useCallback(
    (pages, act, stay) => {
      if (pages.length === 0) return act()
      const texts = textsNow()
      confirm({
        title: texts.systemPrompt,
        content: texts.unsavedQuestion(texts.quoted(pages.map(({ title }) => title))),
        okText: texts.goOn,
        cancelText: texts.cancel,
        onOk: act,
        onCancel: () => stay?.(),
      })
    },
    [confirm],
  )
}
