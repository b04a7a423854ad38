// The category tree for pickers: its nodes, and the scope, which depends on the menu of the picker.
import { type CategoryNode, type CategoryTree, categoryValue } from '#contract/catalogue/catalogue.ts'
import type { Viewer } from '#server/core/access/scope.ts'

export type CategoryPart = { id: string; name: string; level: number; isShow: boolean }
export type ProductPart = { id: string; name: string; tableType: string; isShow: boolean }

/** Scope of a picker; `onlyShown` leaves out hidden nodes. */
export type Reach = { viewer: Viewer; onlyShown: boolean }

/** Menus of editorial work. All others sell, serve or count products. */
const dataAreas = new Set(['data', 'dataMonitoring'])

/** Sales are not limited by editorial scope. */
const seller: Viewer = { id: '0', isAdministrator: true, roleCodes: [] }

type Caller = Viewer & { rights: ReadonlySet<string> }

/**
 * @param menuChain codes from the menu up to its top; null without a menu
 * @returns null where the person has no right on that menu
 */
export function reachOf(caller: Caller, menuChain: readonly string[] | null): Reach | null {
  if (menuChain === null || menuChain.some((code) => dataAreas.has(code))) return { viewer: caller, onlyShown: false }
  const own = `${menuChain[0]}:`
  const mayOpen = caller.isAdministrator || [...caller.rights].some((right) => right.startsWith(own))
  return mayOpen ? { viewer: seller, onlyShown: true } : null
}

/** The id in `c12`; null for the value of a product. */
export const categoryIdOf = (value: string) => (value.startsWith('c') ? value.slice(1) : null)
/** Accepts both `c12` and `12`, where only a category makes sense. */
export const plainId = (key: string) => categoryIdOf(key) ?? key

const asLevel = (level: number) => (level === 1 ? 1 : 2)

export const categoryNode = ({ id, name, level, isShow }: CategoryPart, hasChildren: boolean): CategoryNode => ({
  type: asLevel(level),
  level: asLevel(level),
  value: categoryValue(id),
  label: name,
  isShow,
  tableType: '',
  hasChildren,
})

export const productNode = ({ id, name, tableType, isShow }: ProductPart): CategoryNode => ({
  type: 3,
  level: 3,
  value: id,
  label: name,
  isShow,
  tableType,
  productId: id,
  productName: name,
  hasChildren: false,
})

const treeNode = ({ hasChildren: _, ...node }: CategoryNode, id: string, parentId: string | null): CategoryTree => ({
  ...node,
  id,
  parentId,
  title: node.label,
  key: node.value,
})

type Rows = {
  categories: readonly (CategoryPart & { parentId: string | null })[]
  products: readonly (ProductPart & { categoryId: string | null })[]
}

/** The whole tree, in the order of the rows. @param keepsEmpty whether to keep categories without a product */
export function treeOf(rows: Rows, onlyShown: boolean, keepsEmpty: boolean): CategoryTree[] {
  const isWanted = ({ isShow }: { isShow: boolean }) => isShow || !onlyShown
  const productsOf = Map.groupBy(rows.products.filter(isWanted), ({ categoryId }) => categoryId)
  const categoriesOf = Map.groupBy(rows.categories.filter(isWanted), ({ parentId }) => parentId)
  const below = (parentId: string | null): CategoryTree[] =>
    (categoriesOf.get(parentId) ?? []).flatMap((category) => {
      const leaves = (productsOf.get(category.id) ?? []).map((each) =>
        treeNode(productNode(each), each.id, category.id),
      )
      const children = [...below(category.id), ...leaves]
      if (children.length === 0 && !keepsEmpty) return []
      const node = treeNode(categoryNode(category, false), category.id, category.parentId)
      return [children.length > 0 ? { ...node, children } : node]
    })
  return below(null)
}
