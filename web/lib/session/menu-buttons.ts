// Button permissions of the page around a component (spec §6): the list of its menu id is in session storage in the
// shape of §3, else taken from the loaded permissions, else fetched. The page is found by its own location, so kept
// pages behind the front one use their own menus.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createStore, useStore } from 'zustand'
import { type Alias, can, type Holdings, isAllowed, rightKey } from '#contract/access.ts'
import { BUTTONS_TIMEOUT_MS } from '#contract/limits.ts'
import { getButtonsByRoutes } from '#contract/organisation/users.ts'
import { call } from '../call.ts'
import { findPage, pathOf } from '../page.ts'
import { readEntry, writeEntry } from '../storage.ts'
import { usePages } from './menus.ts'
import { menuAt } from './permissions.rules.ts'
import { currentPermissions, usePermissions } from './permissions.ts'
import { onSignOut } from './session.ts'

const ENTRY = 'buttons'

/** Aliases by menu id, and the permission version that they belong to. */
type Lists = { version: string; menus: Readonly<Record<string, readonly string[]>> }

function isLists(content: unknown): content is Lists {
  if (typeof content !== 'object' || content === null) return false
  const { version, menus } = content as Record<string, unknown>
  return typeof version === 'string' && typeof menus === 'object' && menus !== null
}

const none: Lists = { version: '', menus: {} }
const store = createStore<Lists>(() => readEntry('session', ENTRY, isLists) ?? none)
onSignOut(() => store.setState(none, true))

function keep(id: string, aliases: readonly string[]): void {
  const { version } = currentPermissions()
  const before = store.getState()
  const menus = before.version === version ? before.menus : {}
  const lists: Lists = { version, menus: { ...menus, [id]: aliases } }
  store.setState(lists, true)
  writeEntry('session', ENTRY, lists)
}

const asking = new Set<string>()

/** Loads the list of a menu: from session storage, the loaded permissions or the server. */
export async function learnButtons(id: string): Promise<void> {
  const { version, buttons } = currentPermissions()
  const key = `${version} ${id}`
  const { version: known, menus } = store.getState()
  if ((known === version && menus[id]) || asking.has(key)) return
  const delivered = buttons.find((menu) => menu.id === id)
  if (delivered)
    return keep(
      id,
      delivered.children.map(({ alias }) => alias),
    )
  asking.add(key)
  try {
    const options = { timeout: BUTTONS_TIMEOUT_MS, hideErrorMsg: true }
    const found = await call(getButtonsByRoutes, { menuId: id }, options)
    if (currentPermissions().version === version)
      keep(
        id,
        found.map(({ alias }) => alias),
      )
  } catch {
    // An unknown list allows nothing; the next use fetches again.
  } finally {
    asking.delete(key)
  }
}

export function mayPress(alias: Alias, id: string | undefined, lists: Lists, holdings: Holdings, version: string) {
  const aliases = id && lists.version === version ? (lists.menus[id] ?? []) : []
  const rights = new Set(aliases.map((each) => rightKey('', each)))
  return isAllowed(can('', alias), { ...holdings, rights })
}

/** Menu id of the page around: its own row's, or its parent's (pages.ts). */
function useMenuId(): string | undefined {
  const { pathname } = useLocation()
  const found = findPage(
    usePages(({ pages }) => pages),
    pathname,
  )
  return usePermissions(({ menus }) => {
    const own = menuAt(menus, pathOf(pathname))
    return (own ?? (found?.entry.parent ? menuAt(menus, pathOf(found.entry.parent)) : undefined))?.id
  })
}

/** Whether a button of the page around may be used, by the common rule (`isAllowed`). True without an alias. */
export function useMenuAllowed(alias: Alias | undefined): boolean {
  const id = useMenuId()
  const lists = useStore(store)
  const version = usePermissions((permissions) => permissions.version)
  const holdings = usePermissions((permissions) => permissions.holdings)
  const isAsked = alias !== undefined && !holdings.isAdministrator
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other permissions the list is fetched again
  useEffect(() => {
    if (id && isAsked) void learnButtons(id)
  }, [id, version, isAsked])
  return alias === undefined || mayPress(alias, id, lists, holdings, version)
}
