// Decisions on categories: who may act on which, valid moves, and the plan of a merge.
import type { CategoryRow } from '#contract/catalogue/catalogue.ts'
import { type Tree, toTree } from '#server/core/lists/tree.ts'
import type { Category, ProductCount } from './categories.queries.ts'

type Counts = ReadonlyMap<string, ProductCount>
const none: ProductCount = { total: 0, own: 0 }

/** Product counts of a category with everything below it. */
export function countBelow(
  id: string,
  all: readonly Pick<Category, 'id' | 'parentId'>[],
  counts: Counts,
): ProductCount {
  const ids = [id, ...all.flatMap((each) => (each.parentId === id ? [each.id] : []))]
  const found = ids.map((each) => counts.get(each) ?? none)
  return {
    total: found.reduce((sum, { total }) => sum + total, 0),
    own: found.reduce((sum, { own }) => sum + own, 0),
  }
}

/** A category whose products are all out of the viewer's scope is invisible; an empty one is not. */
export const isInScope = ({ total, own }: ProductCount): boolean => total === 0 || own > 0

/** Rows of the screen that are in scope. */
export function rowsOf(all: readonly Category[], counts: Counts): Tree<CategoryRow>[] {
  const rows = all.flatMap((category) => {
    const count = countBelow(category.id, all, counts)
    const { id, name } = category
    return isInScope(count) ? [{ ...category, title: name, key: id, value: id, productCount: count.own }] : []
  })
  return toTree<CategoryRow>(rows)
}

type Load = { children: number; products: number }

/** Why a category cannot be moved below the target (null: to the first level), or null. */
export function whyNotMove(category: Category, target: Category | null, load: Load): string | null {
  if (target?.id === category.id) return '不能移动到自身'
  if (category.parentId === (target?.id ?? null)) return target ? `已在“${target.name}”下` : '已是一级分类'
  if (target === null) return load.products > 0 ? '分类下有产品，不能移到一级：产品只能放在二级分类下' : null
  if (target.level !== 1) return '只能移动到一级分类下'
  return load.children > 0 ? '有下级分类的一级分类不能移到其他分类下' : null
}

export function whyNotMerge(source: Category, target: Category): string | null {
  if (source.id === target.id) return '不能与自身合并'
  return source.level === target.level ? null : '只能与同级的分类合并'
}

/** The plan for each child of the source: moved under the target, or merged into its namesake there. */
export function mergePlan(
  sourceChildren: readonly Category[],
  targetChildren: readonly Category[],
): { child: Category; into: Category | null }[] {
  return sourceChildren.map((child) => ({
    child,
    into: targetChildren.find(({ name }) => name === child.name) ?? null,
  }))
}
