// The tab strip as pure operations on a list (spec §2, §4). The list owns the pages: a page in no tab is not mounted.
// A page is identified by its key and occurs once: as a tab, or stacked over a tab's own page (two-level).
import { PAGE_CACHE_MAX } from '#contract/limits.ts'
import { HOME, HOME_ADDRESS } from '#web/lib/session/menu.rules.ts'

export type Place = { pathname: string; search: string; hash: string }

/** What an address opens. */
export type NewPage = {
  key: string
  title: string
  place: Place
  /** Stays mounted behind other pages; otherwise it remounts at each visit. */
  isKept: boolean
}

/** `round` counts refreshes; a new number remounts the page. */
export type OpenPage = NewPage & { round: number }

/** A tab with its own page and the two-level pages opened inside it, topmost last. */
export type Tab = OpenPage & { isPinned: boolean; over: readonly OpenPage[] }

export type Tabs = {
  tabs: readonly Tab[]
  /** Key of the tab in front; empty while a page without a tab is shown. */
  active: string
  /** Key of the page in front: the active tab's own, or one over it. */
  front: string
  /** Keys of the mounted pages, most recently used first. */
  mounted: readonly string[]
}

/** Whether a page has unsaved input. */
export type Holds = (pageKey: string) => boolean
const holdsNothing: Holds = () => false

export const homeTab: Tab = {
  key: HOME,
  title: '首页',
  place: { pathname: HOME_ADDRESS, search: '', hash: '' },
  isKept: true,
  round: 0,
  isPinned: false,
  over: [],
}

export const noTabs: Tabs = { tabs: [homeTab], active: HOME, front: HOME, mounted: [] }

export const addressOf = ({ pathname, search, hash }: Place) => pathname + search + hash

export const findTab = ({ tabs }: Tabs, key: string) => tabs.find((tab) => tab.key === key)

const pagesIn = (tab: Tab): readonly OpenPage[] => [tab, ...tab.over]
export const pagesOf = ({ tabs }: Tabs): readonly OpenPage[] => tabs.flatMap(pagesIn)
export const findPageOf = (state: Tabs, key: string) => pagesOf(state).find((page) => page.key === key)
/** The page that a tab shows when activated. */
export const topOf = (tab: Tab): OpenPage => tab.over.at(-1) ?? tab

/**
 * Decides which pages stay mounted: the active tab's, kept ones, and any with unsaved input. Beyond 16 the least
 * recently used are unmounted (spec §9), but never one with unsaved input: rather exceed the limit than lose input.
 */
function settle(state: Tabs, holds: Holds): Tabs {
  const { tabs, active, front } = state
  const staying = new Set(
    tabs.flatMap((tab) => pagesIn(tab).filter((page) => tab.key === active || page.isKept)).map((page) => page.key),
  )
  const open = new Set(pagesOf(state).map(({ key }) => key))
  const recent = [front, ...state.mounted.filter((key) => key !== front)]
  const mounted = recent.filter((key) => staying.has(key) || (open.has(key) && holds(key)))
  for (let at = mounted.length - 1; at > 0 && mounted.length > PAGE_CACHE_MAX; at--) {
    if (!holds(mounted[at] ?? '')) mounted.splice(at, 1)
  }
  return { tabs, active, front, mounted }
}

/** Removes two-level pages from their tabs. Unchanged tabs keep their identity, so they do not re-render. */
function takeOff(tabs: readonly Tab[], isGoing: (page: OpenPage) => boolean): readonly Tab[] {
  return tabs.map((tab) => (tab.over.some(isGoing) ? { ...tab, over: tab.over.filter((page) => !isGoing(page)) } : tab))
}

const newTab = (page: NewPage, round = 0): Tab => ({ ...page, round, isPinned: false, over: [] })

const isSamePage = (one: NewPage, other: NewPage) =>
  one.title === other.title && one.isKept === other.isKept && addressOf(one.place) === addressOf(other.place)

/**
 * Opens a page in its own tab: adds one if there is none yet (spec §4), else updates its place. Two-level pages over it
 * are removed, except those with unsaved input, which stay until the person has been asked.
 */
export function visit(state: Tabs, next: NewPage, holds: Holds = holdsNothing): Tabs {
  const moved = state.tabs.flatMap(({ over }) => over).find(({ key }) => key === next.key)
  const known = findTab(state, next.key)
  const done = new Set(known?.over.map(({ key }) => key).filter((key) => !holds(key)))
  const others = takeOff(state.tabs, ({ key }) => key === next.key || done.has(key))
  const tabs = known
    ? others.map((tab) => (tab.key === next.key && !isSamePage(tab, next) ? { ...tab, ...next } : tab))
    : [...others, newTab(next, moved?.round)]
  return settle({ ...state, tabs, active: next.key, front: next.key }, holds)
}

/**
 * Opens a two-level page inside the current tab (spec §4), or where it is already open. A window without a current tab
 * (for example opened by a link) uses the tab of `home`, the page that it belongs to.
 */
export function visitOver(state: Tabs, next: NewPage, home: NewPage, holds: Holds = holdsNothing): Tabs {
  if (findTab(state, next.key) || next.key === home.key) return visit(state, next, holds)
  const current = state.mounted.length > 0 ? findTab(state, state.active) : undefined
  const holder = state.tabs.find(({ over }) => over.some(({ key }) => key === next.key))
  const host = holder ?? current ?? findTab(state, home.key) ?? newTab(home)
  const isThere = state.tabs.includes(host)
  const tabs = isThere ? state.tabs : [...takeOff(state.tabs, ({ key }) => key === host.key), host]
  const stacked = tabs.map((tab) => (tab === host ? { ...tab, over: stack(tab.over, next, holds) } : tab))
  return settle({ ...state, tabs: stacked, active: host.key, front: next.key }, holds)
}

/** Pushes a page on the stack; if already there, removes the pages above it, except those with unsaved input. */
function stack(over: readonly OpenPage[], next: NewPage, holds: Holds): readonly OpenPage[] {
  const at = over.findIndex(({ key }) => key === next.key)
  if (at < 0) return [...over, { ...next, round: 0 }]
  const above = over.slice(at + 1).filter(({ key }) => holds(key))
  return [...over.slice(0, at), { ...next, round: over[at]?.round ?? 0 }, ...above]
}

/** Pages of the active tab stacked above the front one: they stayed there because of unsaved input. */
export function leftBehind(state: Tabs): readonly OpenPage[] {
  const tab = findTab(state, state.active)
  if (!tab) return []
  const pages = pagesIn(tab)
  return pages.slice(pages.findIndex(({ key }) => key === state.front) + 1)
}

/** Closes the pages of `leftBehind`. */
export function dropLeftBehind(state: Tabs): Tabs {
  const going = new Set(leftBehind(state).map(({ key }) => key))
  const tabs = takeOff(state.tabs, ({ key }) => going.has(key))
  return { ...state, tabs, mounted: state.mounted.filter((key) => !going.has(key)) }
}

/** Shows a page without a tab: no tab is active, kept pages stay mounted. */
export function leaveTabs(state: Tabs, holds: Holds = holdsNothing): Tabs {
  return state.active === '' ? state : settle({ ...state, active: '', front: '' }, holds)
}

/** The home tab, the last remaining tab (spec §2) and pinned tabs cannot be closed. */
export const isClosable = ({ tabs }: Tabs, key: string) =>
  key !== HOME && tabs.length > 1 && tabs.some((tab) => tab.key === key && !tab.isPinned)

/** Closes tabs; if the active one is closed, activates the next one, else the previous one. */
function closeWhere(state: Tabs, isGoing: (tab: Tab) => boolean, holds: Holds): Tabs {
  const tabs = state.tabs.filter((tab) => tab.key === HOME || !isGoing(tab))
  if (tabs.length === state.tabs.length) return state
  const staying = new Set(tabs.map(({ key }) => key))
  const pages = new Set(pagesOf({ ...state, tabs }).map(({ key }) => key))
  const next = { ...state, tabs, mounted: state.mounted.filter((key) => pages.has(key)) }
  const at = state.tabs.findIndex(({ key }) => key === state.active)
  if (at < 0 || staying.has(state.active)) return next
  const around = [...state.tabs.slice(at + 1), ...state.tabs.slice(0, at).reverse()]
  return toFront(next, around.find(({ key }) => staying.has(key)) ?? homeTab, holds)
}

const toFront = (state: Tabs, tab: Tab, holds: Holds): Tabs =>
  settle({ ...state, active: tab.key, front: topOf(tab).key }, holds)

export function close(state: Tabs, key: string, holds: Holds = holdsNothing): Tabs {
  return isClosable(state, key) ? closeWhere(state, (tab) => tab.key === key, holds) : state
}

/** Closes all but one, and activates it. */
export function closeOthers(state: Tabs, key: string, holds: Holds = holdsNothing): Tabs {
  const kept = findTab(state, key)
  if (!kept) return state
  const rest = closeWhere({ ...state, active: key }, (tab) => tab.key !== key && !tab.isPinned, holds)
  return toFront(rest, kept, holds)
}

/** Closes all and activates the home tab (spec §2), without two-level pages. */
export function closeAll(state: Tabs, holds: Holds = holdsNothing): Tabs {
  const rest = closeWhere({ ...state, active: HOME }, (tab) => !tab.isPinned, holds)
  const tabs = rest.tabs.map((tab) => (tab.key === HOME ? { ...tab, over: [] } : tab))
  return settle({ ...rest, tabs, active: HOME, front: HOME }, holds)
}

/** A page closes itself, such as a saved form; if its tab cannot be closed, the page remounts. */
export function leavePage(state: Tabs, key: string, holds: Holds = holdsNothing): Tabs {
  if (isClosable(state, key)) return close(state, key, holds)
  if (findTab(state, key)) return refresh(state, key)
  const tabs = takeOff(state.tabs, (page) => page.key === key)
  const host = findTab({ ...state, tabs }, state.active)
  return settle({ ...state, tabs, front: state.front === key && host ? topOf(host).key : state.front }, holds)
}

/** Remounts a page. */
export function refresh(state: Tabs, key: string): Tabs {
  const bump = <P extends OpenPage>(page: P): P => (page.key === key ? { ...page, round: page.round + 1 } : page)
  const isIn = (tab: Tab) => pagesIn(tab).some((page) => page.key === key)
  return { ...state, tabs: state.tabs.map((tab) => (isIn(tab) ? { ...bump(tab), over: tab.over.map(bump) } : tab)) }
}

/** Sort group: home, pinned, others. Tabs move only within their group. */
const kindOf = ({ key, isPinned }: Tab) => (key === HOME ? 0 : isPinned ? 1 : 2)

/** Pins or unpins a tab. Pinned tabs come right after home, in the order of pinning. */
export function pin(state: Tabs, key: string, isPinned: boolean): Tabs {
  if (key === HOME) return state
  const tabs = state.tabs.map((tab) => (tab.key === key ? { ...tab, isPinned } : tab))
  const own = tabs.find((tab) => tab.key === key)
  if (!own || findTab(state, key)?.isPinned === isPinned) return state
  // last of the pinned ones, or first of the rest: the same index
  const rest = tabs.filter((tab) => tab !== own)
  const at = rest.filter((tab) => kindOf(tab) < 2).length
  return { ...state, tabs: rest.toSpliced(at, 0, own) }
}

/** Moves a tab to an index, clamped to its group. */
export function move(state: Tabs, key: string, to: number): Tabs {
  const own = findTab(state, key)
  if (!own) return state
  const kind = kindOf(own)
  const first = state.tabs.filter((tab) => kindOf(tab) < kind).length
  const last = first + state.tabs.filter((tab) => kindOf(tab) === kind).length - 1
  const at = Math.min(Math.max(to, first), last)
  if (state.tabs[at] === own) return state
  return { ...state, tabs: state.tabs.filter((tab) => tab !== own).toSpliced(at, 0, own) }
}

/** Whether a move to the left (-1) or right (1) is possible. */
export function canMove(state: Tabs, key: string, step: -1 | 1): boolean {
  const at = state.tabs.findIndex((tab) => tab.key === key)
  return move(state, key, at + step) !== state
}

/** The previous (-1) or next (1) tab, wrapping around. */
export function neighbour({ tabs, active }: Tabs, step: -1 | 1): Tab | undefined {
  const at = tabs.findIndex(({ key }) => key === active)
  return tabs.at(at < 0 ? 0 : (at + step) % tabs.length)
}

export type Forbidden = {
  tabs: Tabs
  /** Closed pages, and those that stay because of unsaved input. */
  closed: OpenPage[]
  held: OpenPage[]
}

/** Closes pages forbidden by a change of rights; those with unsaved input stay, so that it can be copied. */
export function closeForbidden(state: Tabs, isForbidden: (page: OpenPage) => boolean, holds: Holds): Forbidden {
  const pages = pagesOf(state).filter(isForbidden)
  if (pages.length === 0) return { tabs: state, closed: [], held: [] }
  const staying = (tab: Tab) => !isForbidden(tab) || tab.key === HOME || pagesIn(tab).some(({ key }) => holds(key))
  const trimmed = takeOff(state.tabs, (page) => isForbidden(page) && !holds(page.key))
  const rest = closeWhere({ ...state, tabs: trimmed }, (tab) => !staying(tab), holds)
  const tabs = isOpen(rest, rest.front) || rest.active === '' ? settle(rest, holds) : frontOfActive(rest, holds)
  const [held = [], closed = []] = [true, false].map((is) => pages.filter(({ key }) => isOpen(tabs, key) === is))
  return { tabs, closed, held }
}

const isOpen = (state: Tabs, key: string) => findPageOf(state, key) !== undefined

const frontOfActive = (state: Tabs, holds: Holds): Tabs =>
  toFront(state, findTab(state, state.active) ?? homeTab, holds)
