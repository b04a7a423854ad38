// Targets offered for moving and merging a category; the server validates.
import type { CategoryRow } from '#contract/catalogue/catalogue.ts'

/** Option value for the first level. */
export const FIRST_LEVEL = 'first'

type Choice = CategoryRow & { disabled?: boolean }

const without = ({ children: _, ...own }: CategoryRow): Choice => own

/** Possible new parents, and the first level if allowed. */
export function placesFor(nodes: readonly CategoryRow[], moved: CategoryRow): Choice[] {
  if (moved.level === 1 && moved.children) return []
  const first = { ...without(moved), id: FIRST_LEVEL, key: FIRST_LEVEL, value: FIRST_LEVEL, title: '（一级分类）' }
  const below = nodes.filter(({ id }) => id !== moved.id && id !== moved.parentId).map(without)
  return moved.level === 2 && moved.productCount === 0 ? [first, ...below] : below
}

/** Categories of the same level to merge into, nested under their (disabled) parents. */
export function targetsFor(nodes: readonly CategoryRow[], merged: CategoryRow): Choice[] {
  const isOther = ({ id }: CategoryRow) => id !== merged.id
  if (merged.level === 1) return nodes.filter(isOther).map(without)
  return nodes.flatMap((node) => {
    const children = (node.children ?? []).filter(isOther)
    return children.length > 0 ? [{ ...node, disabled: true, children }] : []
  })
}

/** Sibling ids with `id` inserted at that place. */
export function orderWith(siblings: readonly { id: string }[], id: string, place: number): string[] {
  const others = siblings.flatMap((each) => (each.id === id ? [] : [each.id]))
  return others.toSpliced(Math.min(place, others.length), 0, id)
}
