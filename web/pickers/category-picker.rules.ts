// Only the categories of the tree, without its products.
import type { CategoryNode } from '#web/kit/picker/category-cascader.rules.ts'
import type { LazyNode } from '#web/kit/picker/lazy-cascader.rules.ts'

export type CategoryChoice = CategoryNode & LazyNode

const LOWEST = 2

const asChoice = (node: CategoryNode): CategoryChoice => ({ ...node, isLeaf: node.level === LOWEST })

export const toChoices = (nodes: readonly CategoryNode[]): CategoryChoice[] => nodes.map(asChoice)

/** The categories of the products that were found, each once, in the order found. */
export function categoriesOf(paths: readonly (readonly CategoryNode[])[]): CategoryChoice[][] {
  const found = new Map<string, CategoryChoice[]>()
  for (const path of paths) {
    const categories = toChoices(path.filter(({ level }) => level <= LOWEST))
    const value = categories.at(-1)?.value
    if (value !== undefined && !found.has(value)) found.set(value, categories)
  }
  return [...found.values()]
}

/** Forms and addresses use a category's id, the tree its value, which is `c` and the id. */
export const idOfValue = (value: string) => value.replace(/^c/, '')
