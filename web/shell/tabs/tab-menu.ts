// What can be done with a tab, the same under right-click, the menu key and 更多.
import type { MenuProps } from 'antd'
import type { Texts } from '../texts/zh.ts'
import { canMove, close, closeAll, closeOthers, findTab, isClosable, move, pin, type Tabs } from './tabs.rules.ts'
import type { TabsFlow } from './use-tabs-flow.ts'

export function tabMenu(state: Tabs, key: string, { change, reload }: TabsFlow, texts: Texts): MenuProps {
  const tab = findTab(state, key)
  const at = state.tabs.findIndex((each) => each.key === key)
  const isHome = at === 0
  const hasOthers = state.tabs.some((each) => each.key !== key && isClosable(state, each.key))
  const hasAny = state.tabs.some((each) => isClosable(state, each.key))
  const acts: Record<string, () => void> = {
    refresh: () => reload(key),
    pin: () => change((now) => pin(now, key, !tab?.isPinned)),
    left: () => change((now) => move(now, key, at - 1)),
    right: () => change((now) => move(now, key, at + 1)),
    close: () => change((now, holds) => close(now, key, holds)),
    others: () => change((now, holds) => closeOthers(now, key, holds)),
    all: () => change(closeAll),
  }
  return {
    items: [
      { key: 'refresh', label: texts.refreshCurrent, disabled: !tab || key !== state.active },
      { type: 'divider' },
      { key: 'pin', label: tab?.isPinned ? texts.unpin : texts.pin, disabled: !tab || isHome },
      { key: 'left', label: texts.moveLeft, disabled: !canMove(state, key, -1) },
      { key: 'right', label: texts.moveRight, disabled: !canMove(state, key, 1) },
      { type: 'divider' },
      { key: 'close', label: texts.close, disabled: !isClosable(state, key) },
      { key: 'others', label: texts.closeOthers, disabled: !tab || !hasOthers },
      { key: 'all', label: texts.closeAll, disabled: !hasAny },
    ],
    onClick: ({ key: act, domEvent }) => {
      domEvent.stopPropagation()
      acts[act]?.()
    },
  }
}
