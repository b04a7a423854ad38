// Grants as a tree of checkboxes: merges granted and other nodes, and converts the choice to the ids that a call takes.
import type { GrantNode, NewsCategory } from '#contract/authorisation/grants.ts'
import type { TreeCheckNode } from '#web/kit/tree/tree-check.tsx'

const REFUSED = '您没有此权限，不能授予或取消'
const BY_ROLE = '角色已包含'

/** Merges two parts of one tree; granted nodes come first among their siblings. */
export function mergeGrants(granted: readonly GrantNode[], others: readonly GrantNode[]): GrantNode[] {
  const byKey = new Map(others.map((node) => [node.key, node]))
  const both = granted.map((node) => {
    const other = byKey.get(node.key)
    byKey.delete(node.key)
    if (!other) return node
    return { ...node, children: mergeGrants(node.children ?? [], other.children ?? []) }
  })
  return [...both, ...byKey.values()]
}

export const toChecks = (nodes: readonly GrantNode[]): TreeCheckNode[] =>
  nodes.map(({ key, label, disabled, byRole, children }) => ({
    key,
    title: label,
    disabled,
    ...((disabled || byRole) && { note: disabled ? REFUSED : BY_ROLE }),
    ...(children && { children: toChecks(children) }),
  }))

/** Keys of the leaves: `C12`, `P34`. */
export function leafKeys(nodes: readonly GrantNode[]): string[] {
  return nodes.flatMap(({ key, children }) => (children?.length ? leafKeys(children) : [key]))
}

export const isSameChoice = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((key) => other.has(key))

/** The ids in the keys of one kind. */
export const idsOf = (keys: Iterable<string>, mark: 'C' | 'P'): string[] =>
  [...keys].flatMap((key) => (key.startsWith(mark) ? key.slice(1) : []))

const GENERAL = '通用'

/** News categories below their products, in the order of the rows; general ones are a group of their own. */
export function newsChecks(rows: readonly NewsCategory[]): TreeCheckNode[] {
  return [...Map.groupBy(rows, ({ productId }) => productId ?? '')].map(([productId, own]) => ({
    key: `P${productId}`,
    title: own[0]?.productName ?? GENERAL,
    children: own.map(({ id, name, disabled }) => ({
      key: id,
      title: name,
      disabled,
      ...(disabled && { note: REFUSED }),
    })),
  }))
}

export type NewsChange = { productId: string | null; categoryIds: string[] }

/** What to send for each product whose checks have changed. */
export function newsChanges(
  rows: readonly NewsCategory[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): NewsChange[] {
  return [...Map.groupBy(rows, ({ productId }) => productId)].flatMap(([productId, own]) => {
    const isSame = own.every(({ id }) => before.has(id) === after.has(id))
    return isSame ? [] : [{ productId, categoryIds: own.filter(({ id }) => after.has(id)).map(({ id }) => id) }]
  })
}
