// Implements lib's notifier with antd messages and dialogs.
import './notifier.css'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import type { RowOutcome } from '#contract/envelope.ts'
import { OutcomeDialog } from '#web/kit/dialog/outcome-dialog.tsx'
import { UndoToast } from '#web/kit/dialog/undo-toast.tsx'
import { setNotifier } from '#web/lib/notify.ts'

const SECONDS = 3
/** Characters that fit in a few lines. */
const LONG = 120
let undoable = 0

/** Of limited height, scrolled by wheel or key, so that it covers little of the page. */
function LongText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
    <span className="long-notice" tabIndex={0}>
      {text}
    </span>
  )
}

export function NotifierBridge() {
  const { message, modal } = App.useApp()
  const [outcomes, setOutcomes] = useState<{ title: string; rows: readonly RowOutcome[] }>()
  useEffect(() => {
    setNotifier({
      toast: (type, text, duration = SECONDS) => {
        const content = text.length > LONG ? <LongText text={text} /> : text
        void message.open({ type, content, duration, key: text })
      },
      undoable: (text, act, verb) => {
        const key = `undo ${++undoable}`
        const content = <UndoToast text={text} verb={verb} onUndo={act} onClose={() => message.destroy(key)} />
        void message.open({ type: 'success', content, duration: 0, key })
      },
      outcomes: (title, rows) => setOutcomes({ title, rows }),
      ask: ({ title, text, ok, cancel }) =>
        new Promise((resolve) => {
          modal.confirm({
            title,
            content: text,
            okText: ok,
            cancelText: cancel,
            onOk: () => resolve(true),
            onCancel: () => resolve(false),
          })
        }),
    })
    return () => setNotifier(null)
  }, [message, modal])
  return outcomes && <OutcomeDialog {...outcomes} onClosed={() => setOutcomes(undefined)} />
}
