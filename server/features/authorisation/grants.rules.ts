// Decisions on grants: what a change adds and removes, who may make it, and the tree that shows it.
import type { GrantNode } from '#contract/authorisation/grants.ts'
import type { Preview } from '#contract/envelope.ts'
import { toTree } from '#server/core/lists/tree.ts'

/** Ids that a person holds; `all` for administrators. */
export type Held = ReadonlySet<string> | 'all'

export const holds = (held: Held, id: string): boolean => held === 'all' || held.has(id)

export type Difference = { added: string[]; removed: string[] }

export function compare(before: Iterable<string>, after: Iterable<string>): Difference {
  const [had, has] = [new Set(before), new Set(after)]
  return { added: [...has].filter((id) => !had.has(id)), removed: [...had].filter((id) => !has.has(id)) }
}

/** Nobody grants or revokes what they do not hold. Unchanged grants may exceed what the actor holds. */
export const mayChange = (held: Held, { added, removed }: Difference): boolean =>
  [...added, ...removed].every((id) => holds(held, id))

/** The change for one of several people. */
export type Change = { id: string; name: string } & Difference

/** Most names in a group of a preview. */
const NAMES_MAX = 20

/** Lost items with the number of people who lose each, most people first. */
function lossesOf(changes: readonly Change[], names: ReadonlyMap<string, string>): string[] {
  const people = new Map<string, number>()
  for (const { removed } of changes) for (const id of removed) people.set(id, (people.get(id) ?? 0) + 1)
  return [...people].toSorted(([, a], [, b]) => b - a).map(([id, count]) => `${names.get(id) ?? id}（${count} 人）`)
}

/**
 * Losses come first, as they are what people must confirm.
 * @param what kind of grant, such as 产品
 * @param lostNames names by id, where the preview lists what is lost
 */
export function previewOf(what: string, changes: readonly Change[], lostNames?: ReadonlyMap<string, string>): Preview {
  const total = (part: 'added' | 'removed') => changes.reduce((sum, change) => sum + change[part].length, 0)
  const group = (title: string, part: 'added' | 'removed') => {
    const concerned = changes.filter((change) => change[part].length > 0)
    const names = concerned.slice(0, NAMES_MAX).map((change) => `${change.name}（${change[part].length} 个）`)
    return concerned.length > 0 ? [{ title, count: concerned.length, names }] : []
  }
  const unchanged = changes.filter(({ added, removed }) => added.length + removed.length === 0)
  const parts = [
    { verb: '取消', count: total('removed') },
    { verb: '新增', count: total('added') },
  ].flatMap(({ verb, count }) => (count > 0 ? [`${verb}${what}授权 ${count} 项`] : []))
  const lost = lostNames ? lossesOf(changes, lostNames) : []
  return {
    text: `共 ${changes.length} 人：${parts.join('，') || '没有变化'}`,
    groups: [
      ...group('将失去授权', 'removed'),
      ...(lost.length > 0 ? [{ title: `失去的${what}`, count: lost.length, names: lost.slice(0, NAMES_MAX) }] : []),
      ...group('将获得授权', 'added'),
      ...(unchanged.length > 0
        ? [{ title: '没有变化', count: unchanged.length, names: unchanged.slice(0, NAMES_MAX).map(({ name }) => name) }]
        : []),
    ],
  }
}

export type Category = { id: string; parentId: string | null; name: string; level: number; isShow: boolean }
export type Product = { id: string; name: string; categoryId: string | null; isShow: boolean; tableType: number }

/** Pseudo-category for products without a category; real ids begin at 1. */
const UNFILED: Category = { id: '0', parentId: null, name: '未归类', level: 1, isShow: true }

function categoryNode({ id, parentId, name, level, isShow }: Category): GrantNode {
  const key = `C${id}`
  const parent = parentId === null ? null : `C${parentId}`
  const none = { tableType: null, productId: null, productName: null, disabled: false, byRole: false }
  return { id: key, parentId: parent, key, value: key, label: name, type: level, level, isShow, ...none }
}

type ProductTree = { held: Held; isWanted: (productId: string) => boolean; byRole?: ReadonlySet<string> }

function productNode({ id, name, categoryId, isShow, tableType }: Product, { held, byRole }: ProductTree): GrantNode {
  const key = `P${id}`
  return {
    id: key,
    parentId: `C${categoryId ?? UNFILED.id}`,
    key,
    value: key,
    label: name,
    type: 3,
    level: 3,
    isShow,
    tableType,
    productId: id,
    productName: name,
    disabled: !holds(held, id),
    byRole: byRole?.has(id) ?? false,
  }
}

/** Wanted leaves and their ancestors, in the original order. */
function pruned(nodes: readonly GrantNode[], isWanted: (leaf: GrantNode) => boolean): GrantNode[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const visible = new Set<string>()
  for (const node of nodes) {
    if (!isWanted(node)) continue
    for (let at: GrantNode | undefined = node; at && !visible.has(at.key); at = byKey.get(at.parentId ?? '')) {
      visible.add(at.key)
    }
  }
  return toTree(nodes.filter(({ key }) => visible.has(key))) as GrantNode[]
}

/** Categories down to wanted products, without empty ones. */
export function productTree(
  categories: readonly Category[],
  products: readonly Product[],
  options: ProductTree,
): GrantNode[] {
  const nodes = [
    ...[...categories, UNFILED].map(categoryNode),
    ...products.map((product) => productNode(product, options)),
  ]
  return pruned(nodes, ({ productId }) => productId !== null && options.isWanted(productId))
}

/** Categories without children: those are granted, and their ancestors follow. */
function leafCategories(categories: readonly Category[]): Category[] {
  const parents = new Set(categories.map(({ parentId }) => parentId))
  return categories.filter(({ id }) => !parents.has(id))
}

export function categoryTree(
  categories: readonly Category[],
  { held, isWanted }: { held: Held; isWanted: (categoryId: string) => boolean },
): GrantNode[] {
  const leaves = new Map(leafCategories(categories).map(({ id }) => [`C${id}`, id]))
  const nodes = categories.map((category) => {
    const node = categoryNode(category)
    return leaves.has(node.key) ? { ...node, disabled: !holds(held, category.id) } : node
  })
  return pruned(nodes, ({ key }) => {
    const id = leaves.get(key)
    return id !== undefined && isWanted(id)
  })
}

/** Replaces a category of level 1 by its children. */
export function toLeaves(categories: readonly Category[], ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  return leafCategories(categories)
    .filter(({ id, parentId }) => chosen.has(id) || (parentId !== null && chosen.has(parentId)))
    .map(({ id }) => id)
}
