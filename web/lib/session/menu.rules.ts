// Turns the server's menu rows into the shown menu; pure (spec §2, §4, §6).
import { type Holdings, isAllowed } from '#contract/access.ts'
import type { MenuNode } from '#contract/organisation/users.ts'
import { type FoundPage, findPage, type Pages, pathOf } from '../page.ts'

/** One menu line. `path` is normalised; `address` is the link target: leaf paths get `/index` appended (spec §2). */
export type MenuEntry = {
  id: string
  code: string
  title: string
  path: string
  address: string
  icon: string
  /** Caption shared with its neighbours, or empty. */
  group: string
  isCached: boolean
  isNewWindow: boolean
  children: MenuEntry[]
}

export const HOME = '/home'
export const HOME_ADDRESS = '/home/index'
const BUTTON = 3
const NEW_WINDOW = 2

/** spec §4: pages under the price menu that are not shown as menu lines. */
const UNDER_PRICE = new Set(['batchAdd', 'batchEdit', 'englishRemark'])
const lastPart = (path: string) => pathOf(path).split('/').at(-1) ?? ''
const isPriceMenu = (node: MenuNode) => node.code === 'price' || lastPart(node.path) === 'price'

const homeEntry: MenuEntry = {
  id: 'home',
  code: 'home',
  title: '首页',
  path: HOME,
  address: HOME_ADDRESS,
  icon: 'home',
  group: '',
  isCached: true,
  isNewWindow: false,
  children: [],
}

function entryOf(node: MenuNode, pages: Pages): MenuEntry[] {
  if (node.type >= BUTTON || node.isShow === 0 || node.isDeleted === 1) return []
  const rows = (node.children ?? []).filter((child) => !isPriceMenu(node) || !UNDER_PRICE.has(lastPart(child.path)))
  const children = rows.toSorted((a, b) => a.sort - b.sort).flatMap((child) => entryOf(child, pages))
  const path = pathOf(node.path)
  const isPage = node.type === 2 && findPage(pages, path) !== null
  if (children.length === 0 && !isPage) return []
  const entry = {
    id: node.id,
    code: node.code,
    title: node.name,
    path,
    address: children.length === 0 ? `${path}/index${node.query && `?${node.query}`}` : path,
    icon: node.source || node.icon,
    group: node.group,
    isCached: node.meta.isCached,
    isNewWindow: node.isOpen === NEW_WINDOW,
    children,
  }
  return [entry]
}

const isHome = ({ path }: MenuEntry) => path === HOME

/**
 * The shown menu, without buttons, hidden rows and pages that do not exist. The home entry comes first, even if the
 * server sends none (spec §2).
 */
export function menuOf(rows: readonly MenuNode[], pages: Pages): MenuEntry[] {
  const entries = rows.toSorted((a, b) => a.sort - b.sort).flatMap((row) => entryOf(row, pages))
  const own = entries.find(isHome)
  const home = own ? { ...homeEntry, id: own.id, title: own.title, icon: own.icon || 'home' } : homeEntry
  return [home, ...entries.filter((entry) => !isHome(entry))]
}

/** The pages (leaves) of a menu, in order. */
export function leavesOf(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => (entry.children.length > 0 ? leavesOf(entry.children) : [entry]))
}

/** The lines from the top menu down to a path; empty if none leads there. */
export function trailOf(entries: readonly MenuEntry[], path: string): MenuEntry[] {
  for (const entry of entries) {
    if (entry.path === path && entry.children.length === 0) return [entry]
    const below = trailOf(entry.children, path)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}

/** Whether the server sent a page row for the path, even a hidden one: having the row means access to the page. */
function hasRow(rows: readonly MenuNode[], path: string): boolean {
  return rows.some((row) => (row.type === 2 && pathOf(row.path) === path) || hasRow(row.children ?? [], path))
}

export type Verdict = 'open' | 'forbidden' | 'missing'

/** Whether a page may be opened: needs its own or its parent's menu row, and its additional right, if any. */
export function judgePage(found: FoundPage | null, rows: readonly MenuNode[], holdings: Holdings): Verdict {
  if (!found) return 'missing'
  const { pattern, entry } = found
  if (entry.public || pattern === '/' || pattern === HOME) return 'open'
  if (entry.access && !isAllowed(entry.access, holdings)) return 'forbidden'
  if (hasRow(rows, pattern)) return 'open'
  if (entry.parent) return hasRow(rows, pathOf(entry.parent)) ? 'open' : 'forbidden'
  return entry.access ? 'open' : 'forbidden'
}
