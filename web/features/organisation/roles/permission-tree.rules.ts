// The tree of menus and buttons as it is given to a role: the two helpers of spec §3 that mark nodes disabled, what the tree of
// checks shows of it, and what two roles differ in. Pure.
import type { PermissionNode } from '../../../../contract/organisation/roles.ts'
import type { TreeCheckNode } from '../../../kit/tree/tree-check.tsx'

const BUTTON = 3

type Typed<N> = { type: number; disabled?: boolean; children?: readonly N[] }
type Shown<N> = Typed<N> & { isShow: number }
export type Marked<N> = Omit<N, 'children'> & { disabled: boolean; children?: Marked<N>[] }

function mark<N extends Typed<N>>(nodes: readonly N[], isDisabled: (node: N, isLeaf: boolean) => boolean): Marked<N>[] {
  return nodes.map((node) => {
    const { children = [], ...own } = node
    const disabled = own.disabled === true || isDisabled(node, children.length === 0)
    return children.length > 0 ? { ...own, disabled, children: mark(children, isDisabled) } : { ...own, disabled }
  })
}

/** spec §3, one variant: leaf nodes of type 2 or lower are disabled. A category without products cannot be given. */
export const disableLeaves = <N extends Typed<N>>(nodes: readonly N[]): Marked<N>[] =>
  mark(nodes, ({ type }, isLeaf) => isLeaf && type <= 2)

/** spec §3, the other: nodes of type under 3 without children are disabled, and buttons that are not shown. */
export const disableEmptyAndHidden = <N extends Shown<N>>(nodes: readonly N[]): Marked<N>[] =>
  mark(nodes, ({ type, isShow }, isLeaf) => (type < BUTTON ? isLeaf : isShow === 0))

/** A right that the person does not hold stays as it is, with the reason beside it. */
function noteOf({ type, code, remark, grantable, isShow }: Marked<PermissionNode>): string {
  if (type === BUTTON && !grantable) return '不能授予自己没有的权限'
  if (type === BUTTON && isShow === 0) return '已隐藏'
  return type === BUTTON ? remark : code
}

const toCheck = (node: Marked<PermissionNode>): TreeCheckNode => ({
  key: node.key,
  title: node.title,
  note: noteOf(node),
  ...(node.children ? { children: node.children.map(toCheck) } : { disabled: node.disabled || !node.grantable }),
})

export const permissionChecks = (nodes: readonly PermissionNode[]): TreeCheckNode[] =>
  disableEmptyAndHidden(nodes).map(toCheck)

/** Somebody else changed the same role meanwhile: what I gave and took, on what stands now. */
export function rebase(base: Iterable<string>, mine: ReadonlySet<string>, theirs: Iterable<string>): Set<string> {
  const had = new Set(base)
  const kept = [...theirs].filter((key) => mine.has(key) || !had.has(key))
  return new Set([...kept, ...[...mine].filter((key) => !had.has(key))])
}

/** A button with the names of everything above it. */
export type RightLine = { id: string; page: string; name: string }

function linesOf(nodes: readonly PermissionNode[], above: readonly string[] = []): RightLine[] {
  return nodes.flatMap(({ id, type, title, children = [] }) =>
    type === BUTTON ? [{ id, page: above.join(' > '), name: title }] : linesOf(children, [...above, title]),
  )
}

export type Comparison = { onlyFirst: RightLine[]; onlySecond: RightLine[]; both: number }

/** What each of two roles has more than the other, in the order of the tree. */
export function compareRights(
  nodes: readonly PermissionNode[],
  first: Iterable<string>,
  second: Iterable<string>,
): Comparison {
  const [one, two] = [new Set(first), new Set(second)]
  const lines = linesOf(nodes)
  return {
    onlyFirst: lines.filter(({ id }) => one.has(id) && !two.has(id)),
    onlySecond: lines.filter(({ id }) => two.has(id) && !one.has(id)),
    both: lines.filter(({ id }) => one.has(id) && two.has(id)).length,
  }
}

/** Lines by page, so that a page is named once. */
export const byPage = (lines: readonly RightLine[]): [page: string, names: string[]][] =>
  [...Map.groupBy(lines, ({ page }) => page)].map(([page, own]) => [page, own.map(({ name }) => name)])
