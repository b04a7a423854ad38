// Permission tree of a role: the two helpers of spec §3 that mark nodes disabled, the nodes of the checkbox tree, and
// the comparison of two roles. Pure.
import type { PermissionNode } from '#contract/organisation/roles.ts'
import type { TreeCheckNode } from '#web/kit/tree/tree-check.tsx'

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

/** spec §3, first variant: disables leaf nodes of type 2 or lower, such as categories without products. */
export const disableLeaves = <N extends Typed<N>>(nodes: readonly N[]): Marked<N>[] =>
  mark(nodes, ({ type }, isLeaf) => isLeaf && type <= 2)

/** spec §3, second variant: disables nodes of type under 3 without children, and hidden buttons. */
export const disableEmptyAndHidden = <N extends Shown<N>>(nodes: readonly N[]): Marked<N>[] =>
  mark(nodes, ({ type, isShow }, isLeaf) => (type < BUTTON ? isLeaf : isShow === 0))

/** Note beside a node: why it cannot be changed, else its remark or code. */
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

/** Three-way merge after a concurrent edit of the role: my additions and removals applied to theirs. */
export function rebase(base: Iterable<string>, mine: ReadonlySet<string>, theirs: Iterable<string>): Set<string> {
  const had = new Set(base)
  const kept = [...theirs].filter((key) => mine.has(key) || !had.has(key))
  return new Set([...kept, ...[...mine].filter((key) => !had.has(key))])
}

/** A button with the path of its page. */
export type RightLine = { id: string; page: string; name: string }

function linesOf(nodes: readonly PermissionNode[], above: readonly string[] = []): RightLine[] {
  return nodes.flatMap(({ id, type, title, children = [] }) =>
    type === BUTTON ? [{ id, page: above.join(' > '), name: title }] : linesOf(children, [...above, title]),
  )
}

export type Comparison = { onlyFirst: RightLine[]; onlySecond: RightLine[]; both: number }

/** Buttons that only one of two roles has, in tree order, and the number in both. */
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

/** Groups lines by page. */
export const byPage = (lines: readonly RightLine[]): [page: string, names: string[]][] =>
  [...Map.groupBy(lines, ({ page }) => page)].map(([page, own]) => [page, own.map(({ name }) => name)])
