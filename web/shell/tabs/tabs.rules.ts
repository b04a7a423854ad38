// The tab strip as pure operations on a list (spec §2, §4). The list owns the pages: what stands in no tab is not
// mounted. A page is known by its key and stands in one place only: as a tab, or over a tab's own page (two-level).
import { PAGE_CACHE_MAX } from '../../../contract/limits.ts'
import { HOME, HOME_ADDRESS } from '../../lib/session/menu.rules.ts'

export type Place = { pathname: string; search: string; hash: string }

/** What an address opens. */
export type NewPage = {
  key: string
  title: string
  place: Place
  /** Kept while another page is in front; others start anew at each visit. */
  isKept: boolean
}

/** `round` counts refreshes: a new number is a new page. */
export type OpenPage = NewPage & { round: number }

/** A tab with its own page, and the two-level pages that were opened inside it, the last one on top. */
export type Tab = OpenPage & { isPinned: boolean; over: readonly OpenPage[] }

export type Tabs = {
  tabs: readonly Tab[]
  /** Key of the tab in front; empty while a page without a tab is shown. */
  active: string
  /** Key of the page in front: the active tab's own, or one over it. */
  front: string
  /** Keys of the pages that are mounted, the last used first. */
  mounted: readonly string[]
}

/** Whether a page holds input that is not saved yet. */
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
/** What a tab shows when it comes to the front. */
export const topOf = (tab: Tab): OpenPage => tab.over.at(-1) ?? tab

/**
 * The pages that stay mounted: the active tab's, kept ones, and those with unsaved input, also where they are not kept.
 * Of more than 16 the least recently used goes (spec §9), never one with unsaved input while another can go; where all
 * hold some, all stay: the limit bends rather than lose what somebody typed.
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

/** Takes pages off the tabs that they lie in; a tab that nothing changes stays the same object, and is not drawn anew. */
function takeOff(tabs: readonly Tab[], isGoing: (page: OpenPage) => boolean): readonly Tab[] {
  return tabs.map((tab) => (tab.over.some(isGoing) ? { ...tab, over: tab.over.filter((page) => !isGoing(page)) } : tab))
}

const newTab = (page: NewPage, round = 0): Tab => ({ ...page, round, isPinned: false, over: [] })

const isSamePage = (one: NewPage, other: NewPage) =>
  one.title === other.title && one.isKept === other.isKept && addressOf(one.place) === addressOf(other.place)

/**
 * Opens a page in a tab of its own: one is added only if there is none yet (spec §4), otherwise it takes the new place.
 * What lay over it goes, except pages with unsaved input: they wait until the person has been asked.
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
 * Opens a two-level page inside the current tab (spec §4), or where it is open already. A window that has no current tab
 * yet, as after following a link, opens it inside the tab of `home`, the page that it belongs to.
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

/** The page on top; going back to one that is there already takes off what lay over it. */
function stack(over: readonly OpenPage[], next: NewPage, holds: Holds): readonly OpenPage[] {
  const at = over.findIndex(({ key }) => key === next.key)
  if (at < 0) return [...over, { ...next, round: 0 }]
  const above = over.slice(at + 1).filter(({ key }) => holds(key))
  return [...over.slice(0, at), { ...next, round: over[at]?.round ?? 0 }, ...above]
}

/** Pages that the address has left behind in the active tab, over the one in front: they hold unsaved input. */
export function leftBehind(state: Tabs): readonly OpenPage[] {
  const tab = findTab(state, state.active)
  if (!tab) return []
  const pages = pagesIn(tab)
  return pages.slice(pages.findIndex(({ key }) => key === state.front) + 1)
}

/** Closes them. */
export function dropLeftBehind(state: Tabs): Tabs {
  const going = new Set(leftBehind(state).map(({ key }) => key))
  const tabs = takeOff(state.tabs, ({ key }) => going.has(key))
  return { ...state, tabs, mounted: state.mounted.filter((key) => !going.has(key)) }
}

/** A page without a tab is in front: no tab is active, kept pages wait. */
export function leaveTabs(state: Tabs, holds: Holds = holdsNothing): Tabs {
  return state.active === '' ? state : settle({ ...state, active: '', front: '' }, holds)
}

/** The home tab cannot be closed, nor the last one that remains (spec §2), nor a pinned one until it is unpinned. */
export const isClosable = ({ tabs }: Tabs, key: string) =>
  key !== HOME && tabs.length > 1 && tabs.some((tab) => tab.key === key && !tab.isPinned)

/** Closes tabs; where the active one goes, its neighbour comes to the front: the next one, else the one before. */
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

/** Closes all but one, which comes to the front. */
export function closeOthers(state: Tabs, key: string, holds: Holds = holdsNothing): Tabs {
  const kept = findTab(state, key)
  if (!kept) return state
  const rest = closeWhere({ ...state, active: key }, (tab) => tab.key !== key && !tab.isPinned, holds)
  return toFront(rest, kept, holds)
}

/** Closes all; the welcome tab comes to the front (spec §2), with nothing over it. */
export function closeAll(state: Tabs, holds: Holds = holdsNothing): Tabs {
  const rest = closeWhere({ ...state, active: HOME }, (tab) => !tab.isPinned, holds)
  const tabs = rest.tabs.map((tab) => (tab.key === HOME ? { ...tab, over: [] } : tab))
  return settle({ ...rest, tabs, active: HOME, front: HOME }, holds)
}

/** A page that closes itself, as a form that has been saved; one that has to stay open starts anew. */
export function leavePage(state: Tabs, key: string, holds: Holds = holdsNothing): Tabs {
  if (isClosable(state, key)) return close(state, key, holds)
  if (findTab(state, key)) return refresh(state, key)
  const tabs = takeOff(state.tabs, (page) => page.key === key)
  const host = findTab({ ...state, tabs }, state.active)
  return settle({ ...state, tabs, front: state.front === key && host ? topOf(host).key : state.front }, holds)
}

/** A page starts anew. */
export function refresh(state: Tabs, key: string): Tabs {
  const anew = <P extends OpenPage>(page: P): P => (page.key === key ? { ...page, round: page.round + 1 } : page)
  const isIn = (tab: Tab) => pagesIn(tab).some((page) => page.key === key)
  return { ...state, tabs: state.tabs.map((tab) => (isIn(tab) ? { ...anew(tab), over: tab.over.map(anew) } : tab)) }
}

/** Home first, then the pinned ones, then the rest: a tab moves among its own kind. */
const kindOf = ({ key, isPinned }: Tab) => (key === HOME ? 0 : isPinned ? 1 : 2)

/** Pinned tabs stand right after home, in the order in which they were pinned. */
export function pin(state: Tabs, key: string, isPinned: boolean): Tabs {
  if (key === HOME) return state
  const tabs = state.tabs.map((tab) => (tab.key === key ? { ...tab, isPinned } : tab))
  const own = tabs.find((tab) => tab.key === key)
  if (!own || findTab(state, key)?.isPinned === isPinned) return state
  // pinned: last of the pinned ones; unpinned: first of the rest, so that it hardly moves either way
  const rest = tabs.filter((tab) => tab !== own)
  const at = rest.filter((tab) => kindOf(tab) < 2).length
  return { ...state, tabs: rest.toSpliced(at, 0, own) }
}

/** Moves a tab to a place in the strip, as near as its kind allows. */
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

/** Whether a step to the left (-1) or right (1) changes anything. */
export function canMove(state: Tabs, key: string, step: -1 | 1): boolean {
  const at = state.tabs.findIndex((tab) => tab.key === key)
  return move(state, key, at + step) !== state
}

/** The tab before (-1) or after (1) the one in front, around the ends. */
export function neighbour({ tabs, active }: Tabs, step: -1 | 1): Tab | undefined {
  const at = tabs.findIndex(({ key }) => key === active)
  return tabs.at(at < 0 ? 0 : (at + step) % tabs.length)
}

export type Forbidden = {
  tabs: Tabs
  /** The pages that were closed, and those that stay because of what somebody typed there. */
  closed: OpenPage[]
  held: OpenPage[]
}

/** Closes what a change of rights forbids; a page with unsaved input stays, so that what was typed can be copied. */
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
