// Keyboard control of the tab strip.
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react'
import { dialogsInView } from '#web/lib/dialogs.ts'
import { HOME } from '#web/lib/session/menu.rules.ts'
import { useTexts } from '../texts/texts.ts'
import { close, findTab, isClosable, move, neighbour, type Tab } from './tabs.rules.ts'
import { useTabs } from './tabs.ts'
import type { TabsFlow } from './use-tabs-flow.ts'

/** Whether a dialog is open: then the keys must not switch pages. */
const isDialogOpen = () => dialogsInView().length > 0

/** Index that an arrow, Home or End key moves the focus to. */
function targetIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Keys within the strip: arrows move the focus, Delete closes, Alt+Shift+arrow reorders, menu key opens the menu. */
export function useStripKeys(flow: TabsFlow, focus: (key: string) => void, announce: (text: string) => void) {
  const texts = useTexts()

  const moveBy = (tab: Tab, step: number) => {
    const at = useTabs.getState().tabs.findIndex(({ key }) => key === tab.key)
    flow.change((now) => move(now, tab.key, at + step))
    const { tabs } = useTabs.getState()
    announce(texts.movedTo(tab.title, tabs.findIndex(({ key }) => key === tab.key) + 1, tabs.length))
  }

  const closeTab = (tab: Tab) => {
    const { tabs } = useTabs.getState()
    const at = tabs.indexOf(tab)
    flow.change((now, holds) => close(now, tab.key, holds))
    if (!findTab(useTabs.getState(), tab.key)) focus((tabs[at + 1] ?? tabs[at - 1])?.key ?? HOME)
  }

  return (event: ReactKeyboardEvent) => {
    const item = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-key]') : null
    const state = useTabs.getState()
    const tab = findTab(state, item?.dataset.key ?? '')
    if (!item || !tab) return
    const { key, altKey, shiftKey } = event
    const to = targetIndex(key, state.tabs.indexOf(tab), state.tabs.length)
    const isArrow = key === 'ArrowLeft' || key === 'ArrowRight'
    if (isArrow && altKey && shiftKey) moveBy(tab, key === 'ArrowLeft' ? -1 : 1)
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) openMenu(item)
    else if (altKey || shiftKey || event.ctrlKey || event.metaKey) return
    else if (to !== undefined) focus(state.tabs[to]?.key ?? HOME)
    else if (key === 'Delete' && isClosable(state, tab.key)) closeTab(tab)
    else return
    event.preventDefault()
  }
}

/** Opens the context menu below the middle of the tab. */
function openMenu(item: HTMLElement): void {
  const { left, width, bottom } = item.getBoundingClientRect()
  const place = { clientX: left + width / 2, clientY: bottom }
  item.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }))
}

/** Alt+PageUp and Alt+PageDown: previous and next tab. */
export function useSwitchKeys({ open }: TabsFlow): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0
    if (step === 0 || !event.altKey || event.ctrlKey || event.shiftKey || event.metaKey || isDialogOpen()) return
    event.preventDefault()
    const tab = neighbour(useTabs.getState(), step)
    if (tab) open(tab.key)
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}
