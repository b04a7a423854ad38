// Permission matrix: pages × aliases. A page that several sub-products have can be one row, so that one check applies
// to all of them. Pure.
import type { PermissionNode } from '#contract/organisation/roles.ts'
import { subProductPages, subProducts } from '#contract/sub-products.ts'

const BUTTON = 3
const HIDDEN = 0

export type MatrixRow = {
  key: string
  title: string
  /** Parent menus of the page; for a merged row the number of sub-products. */
  note: string
  /** Buttons by alias: one, or one for each sub-product. */
  cells: ReadonlyMap<string, readonly PermissionNode[]>
}
export type Matrix = { columns: readonly { alias: string; title: string }[]; rows: readonly MatrixRow[] }

type Page = { node: PermissionNode; buttons: readonly PermissionNode[]; above: readonly string[] }

function pagesOf(nodes: readonly PermissionNode[], above: readonly string[] = []): Page[] {
  return nodes.flatMap((node) => {
    const children = node.children ?? []
    const buttons = children.filter(({ type }) => type === BUTTON)
    const below = pagesOf(
      children.filter(({ type }) => type !== BUTTON),
      [...above, node.title],
    )
    return buttons.length > 0 ? [{ node, buttons, above }, ...below] : below
  })
}

const keys = new Set<string>(subProducts.map(({ key }) => key))
const titles: Readonly<Record<string, string>> = subProductPages

/** Page name shared by sub-products: `bigData.accounts` → `accounts`. */
function sharedPage(code: string): string | undefined {
  const [key = '', page = ''] = code.split('.')
  return keys.has(key) && Object.hasOwn(titles, page) ? page : undefined
}

const cellsOf = (buttons: readonly PermissionNode[]) => Map.groupBy(buttons, ({ alias }) => alias)

function rowOf(pages: readonly Page[]): MatrixRow | undefined {
  const [first] = pages
  if (!first) return undefined
  const page = pages.length > 1 ? sharedPage(first.node.code) : undefined
  const own = { key: first.node.key, title: first.node.title, note: first.above.join(' > ') }
  const shared = page && { key: `*.${page}`, title: titles[page] ?? own.title, note: `${pages.length} 个子产品` }
  return { ...(shared || own), cells: cellsOf(pages.flatMap(({ buttons }) => buttons)) }
}

/** @param isShared merge pages of several sub-products into one row */
export function matrixOf(nodes: readonly PermissionNode[], isShared: boolean): Matrix {
  const pages = pagesOf(nodes)
  const groups = Map.groupBy(pages, ({ node }) => (isShared && sharedPage(node.code)) || node.key)
  const rows = [...groups.values()].flatMap((group) => rowOf(group) ?? [])
  const columns = new Map<string, string>()
  for (const { buttons } of pages) {
    for (const { alias, title } of buttons) if (!columns.has(alias)) columns.set(alias, title)
  }
  return { rows, columns: [...columns].map(([alias, title]) => ({ alias, title })) }
}

export const isChangeable = ({ isShow, grantable }: PermissionNode): boolean => grantable && isShow !== HIDDEN

export function stateOf(buttons: readonly PermissionNode[], chosen: ReadonlySet<string>): boolean | 'some' {
  const count = buttons.filter(({ key }) => chosen.has(key)).length
  return count === buttons.length || (count > 0 && 'some')
}

/** Checks all changeable buttons, or unchecks them if all are checked. */
export function toggleButtons(buttons: readonly PermissionNode[], chosen: ReadonlySet<string>): ReadonlySet<string> {
  const changeable = buttons.filter(isChangeable)
  const isOff = changeable.every(({ key }) => chosen.has(key))
  const next = new Set(chosen)
  for (const { key } of changeable) {
    if (isOff) next.delete(key)
    else next.add(key)
  }
  return next
}
