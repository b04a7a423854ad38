// The open tabs of this window: restored after a reload, forgotten at sign-out.
import { create } from 'zustand'
import { currentSession, onSignOut } from '../lib/session.ts'
import { readEntry, writeEntry } from '../lib/storage.ts'
import { hasUnsaved } from '../lib/unsaved.ts'
import { close, leaveTabs, noTabs, restore, type Tab, type Tabs, visit } from './tabs.rules.ts'

const ENTRY = 'tags'
const isAnything = (value: unknown): value is unknown => value !== undefined

const userId = () => currentSession()?.user_id ?? ''

export const useTabs = create<Tabs>(() => restore(readEntry('session', ENTRY, isAnything), userId()))

useTabs.subscribe(({ tabs }, before) => {
  const id = userId()
  if (id && tabs !== before.tabs) writeEntry('session', ENTRY, { userId: id, tabs })
})

onSignOut(() => useTabs.setState(noTabs))

/** The titles of tabs that a change would close while they hold unsaved input. */
export function unsavedIn(next: Tabs): string[] {
  const staying = new Set(next.tabs.map((tab) => tab.key))
  const going = useTabs.getState().tabs.filter((tab) => !staying.has(tab.key))
  return going.filter((tab) => hasUnsaved(tab.key)).map((tab) => tab.title)
}

const leaving = new Set<string>()

/** A tab that goes once the address has moved, so that no neighbour flashes up in between. */
export const closeAfterMove = (key: string): void => void leaving.add(key)

/** The address has moved: to a page with a tab, or to one without. */
export function moveTo(tab: Omit<Tab, 'round'> | null): void {
  const going = [...leaving].filter((key) => key !== tab?.key)
  leaving.clear()
  useTabs.setState((state) => going.reduce(close, tab ? visit(state, tab) : leaveTabs(state)))
}
