// Store of this window's open tabs: restored after a reload, cleared at sign-out.
import { create } from 'zustand'
import { currentSession, onSignOut } from '#web/lib/session/session.ts'
import { readEntry, writeEntry } from '#web/lib/storage.ts'
import { hasUnsaved } from '#web/lib/unsaved.ts'
import {
  findPageOf,
  type Holds,
  leavePage,
  leaveTabs,
  type NewPage,
  noTabs,
  type OpenPage,
  pagesOf,
  type Tabs,
  visit,
  visitOver,
} from './tabs.rules.ts'
import { restore } from './tabs-stored.rules.ts'

const ENTRY = 'tags'
const isAnything = (value: unknown): value is unknown => value !== undefined

const userId = () => currentSession()?.user_id ?? ''

export const useTabs = create<Tabs>(() => restore(readEntry('session', ENTRY, isAnything), userId()))

useTabs.subscribe(({ tabs }, before) => {
  const id = userId()
  if (id && tabs !== before.tabs) writeEntry('session', ENTRY, { userId: id, tabs })
})

onSignOut(() => useTabs.setState(noTabs))

/** An operation on the tabs; `holds` tells which pages have unsaved input. */
export type TabsChange = (state: Tabs, holds: Holds) => Tabs

export function changeTabs(next: TabsChange): void {
  useTabs.setState((state) => next(state, hasUnsaved))
}

/** Pages with unsaved input that a change would close. */
export function unsavedIn(next: TabsChange): OpenPage[] {
  const state = useTabs.getState()
  const after = next(state, hasUnsaved)
  return pagesOf(state).filter(({ key }) => hasUnsaved(key) && !findPageOf(after, key))
}

const leaving = new Set<string>()

/** Closes a page after the next navigation, so that no neighbour flashes in between. */
export const closeAfterMove = (key: string): void => void leaving.add(key)

/** What an address opens: a page in its own tab (`home` is null), or inside the current one, belonging to `home`. */
export type Target = { page: NewPage; home: NewPage | null }

/** Applies a navigation to the tabs; null is a page without a tab. */
export function moveTo(target: Target | null): void {
  const going = [...leaving].filter((key) => key !== target?.page.key)
  leaving.clear()
  changeTabs((state, holds) => {
    const moved = !target
      ? leaveTabs(state, holds)
      : target.home
        ? visitOver(state, target.page, target.home, holds)
        : visit(state, target.page, holds)
    return going.reduce((now, key) => leavePage(now, key, holds), moved)
  })
}
