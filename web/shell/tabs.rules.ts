// The tab strip as pure operations on a list (spec §2, §4). The list owns the pages: what has no tab is not mounted.
import { PAGE_CACHE_MAX } from '../../contract/limits.ts'
import { HOME, HOME_ADDRESS } from '../lib/menu.rules.ts'

export type Place = { pathname: string; search: string; hash: string }

export type Tab = {
  key: string
  title: string
  place: Place
  /** Kept while another page is in front; others start anew at each visit. */
  isKept: boolean
  /** Counts refreshes: a new number is a new page. */
  round: number
}

export type Tabs = {
  tabs: readonly Tab[]
  active: string
  /** Keys of the pages that are mounted, the last used first: the active one and kept ones, at most 16. */
  mounted: readonly string[]
}

export const homeTab: Tab = {
  key: HOME,
  title: '首页',
  place: { pathname: HOME_ADDRESS, search: '', hash: '' },
  isKept: true,
  round: 0,
}

export const noTabs: Tabs = { tabs: [homeTab], active: HOME, mounted: [] }

export const addressOf = ({ pathname, search, hash }: Place) => pathname + search + hash

export const findTab = ({ tabs }: Tabs, key: string) => tabs.find((tab) => tab.key === key)

/** The mounted pages after `active` came to the front. */
function mount(tabs: readonly Tab[], active: string, mounted: readonly string[]): readonly string[] {
  const isKept = new Set(tabs.filter((tab) => tab.isKept).map((tab) => tab.key))
  return [active, ...mounted.filter((key) => key !== active && isKept.has(key))].slice(0, PAGE_CACHE_MAX)
}

const withTabs = ({ mounted }: Tabs, tabs: readonly Tab[], active: string): Tabs => ({
  tabs,
  active,
  mounted: mount(tabs, active, mounted),
})

/** Opens a page: a tab is added only if there is none yet, otherwise it takes the new place and comes to the front. */
export function visit(state: Tabs, next: Omit<Tab, 'round'>): Tabs {
  const known = findTab(state, next.key)
  if (!known) return withTabs(state, [...state.tabs, { ...next, round: 0 }], next.key)
  const isSame =
    known.title === next.title && known.isKept === next.isKept && addressOf(known.place) === addressOf(next.place)
  const tabs = isSame ? state.tabs : state.tabs.map((tab) => (tab === known ? { ...known, ...next } : tab))
  if (isSame && state.active === next.key && state.mounted.includes(next.key)) return state
  return withTabs(state, tabs, next.key)
}

/** A page without a tab is in front: no tab is active, kept pages wait. */
export function leaveTabs(state: Tabs): Tabs {
  if (state.active === '') return state
  const kept = new Set(state.tabs.filter((tab) => tab.isKept).map((tab) => tab.key))
  return { ...state, active: '', mounted: state.mounted.filter((key) => kept.has(key)) }
}

/** The home tab cannot be closed, nor the last one that remains (spec §2). */
export const isClosable = ({ tabs }: Tabs, key: string) =>
  key !== HOME && tabs.length > 1 && tabs.some((tab) => tab.key === key)

/** Closes tabs; where the active one goes, its neighbour comes to the front: the next one, else the one before. */
function closeWhere(state: Tabs, isGoing: (tab: Tab) => boolean): Tabs {
  const going = new Set(state.tabs.filter((tab) => tab.key !== HOME && isGoing(tab)).map((tab) => tab.key))
  const tabs = state.tabs.filter((tab) => !going.has(tab.key))
  if (going.size === 0 || tabs.length === 0) return state
  const at = state.tabs.findIndex((tab) => tab.key === state.active)
  const neighbour = going.has(state.active)
    ? [...state.tabs.slice(at + 1), ...state.tabs.slice(0, at).reverse()].find((tab) => !going.has(tab.key))
    : undefined
  const mounted = state.mounted.filter((key) => !going.has(key))
  if (!neighbour) return { tabs, active: state.active, mounted }
  return withTabs({ ...state, mounted }, tabs, neighbour.key)
}

export function close(state: Tabs, key: string): Tabs {
  return isClosable(state, key) ? closeWhere(state, (tab) => tab.key === key) : state
}

/** Closes all but one, which comes to the front. */
export function closeOthers(state: Tabs, key: string): Tabs {
  const kept = findTab(state, key)
  if (!kept) return state
  const rest = closeWhere({ ...state, active: key }, (tab) => tab.key !== key)
  return withTabs(rest, rest.tabs, key)
}

/** Closes all; the welcome tab comes to the front (spec §2). */
export function closeAll(state: Tabs): Tabs {
  const rest = closeWhere({ ...state, active: HOME }, () => true)
  return withTabs(rest, rest.tabs, HOME)
}

/** The page of a tab starts anew. */
export function refresh(state: Tabs, key: string): Tabs {
  const tabs = state.tabs.map((tab) => (tab.key === key ? { ...tab, round: tab.round + 1 } : tab))
  return { ...state, tabs }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const { pathname, search, hash } = value as Partial<Place>
  return typeof pathname === 'string' && typeof search === 'string' && typeof hash === 'string'
}

function isTab(value: unknown): value is Tab {
  if (typeof value !== 'object' || value === null) return false
  const { key, title, place, isKept } = value as Partial<Tab>
  return typeof key === 'string' && typeof title === 'string' && typeof isKept === 'boolean' && isPlace(place)
}

/** Tabs that survived a reload. Those of another person, or of another release's shape, do not. */
export function restore(stored: unknown, userId: string): Tabs {
  if (typeof stored !== 'object' || stored === null || !('userId' in stored) || !('tabs' in stored)) return noTabs
  if (stored.userId !== userId || !Array.isArray(stored.tabs)) return noTabs
  const seen = new Set<string>([HOME])
  const others = stored.tabs.filter((tab): tab is Tab => {
    if (!isTab(tab) || seen.has(tab.key)) return false
    seen.add(tab.key)
    return true
  })
  return { ...noTabs, tabs: [homeTab, ...others.map((tab) => ({ ...tab, round: 0 }))] }
}
