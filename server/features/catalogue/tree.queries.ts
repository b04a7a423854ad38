// The category tree for pickers: one branch, search results, the paths of chosen nodes, or everything.
import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CategoryNode } from '#contract/catalogue/catalogue.ts'
import { PRODUCTS_FOUND } from '#contract/limits.ts'
import { editorialScope, seesAllProducts } from '#server/core/access/scope.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { menus } from '#server/db/schema/organisation.ts'
import { categoryNode, productNode, type Reach } from './tree.rules.ts'

/** The categories of a product: of level 1 and of level 2. */
const first = alias(categories, 'first')
const second = alias(categories, 'second')

const part = { id: categories.id, name: categories.name, level: categories.level, isShow: categories.isShow }
const productPart = {
  id: products.id,
  name: products.name,
  tableType: sql<string>`${products.tableType}::text`,
  isShow: products.isShow,
}

const hasProducts = (categoryId: SQLWrapper, { viewer, onlyShown }: Reach) =>
  sql`exists (select 1 from ${products} p where p.category_id = ${categoryId}
    and ${editorialScope(viewer, sql`p.id`)} ${onlyShown ? sql`and p.is_show` : sql``})`

/** Whether a category of this level has anything visible below it. */
function hasChildren(level: 1 | 2, reach: Reach): SQL<boolean> {
  if (level === 2) return sql<boolean>`${hasProducts(sql`${categories}.id`, reach)}`
  return sql<boolean>`exists (select 1 from ${categories} c where c.parent_id = ${categories}.id
    ${reach.onlyShown ? sql`and c.is_show` : sql``}
    ${seesAllProducts(reach.viewer) ? sql`` : sql`and ${hasProducts(sql`c.id`, reach)}`})`
}

/** With a limited scope, categories without a product in scope are invisible. */
const isVisible = (level: 1 | 2, reach: Reach) =>
  seesAllProducts(reach.viewer) ? undefined : hasChildren(level, reach)

async function categoriesBelow(db: Executor, parentId: string | null, reach: Reach): Promise<CategoryNode[]> {
  const level = parentId === null ? 1 : 2
  const rows = await db
    .select({ ...part, hasChildren: hasChildren(level, reach) })
    .from(categories)
    .where(
      and(
        parentId === null ? isNull(categories.parentId) : eq(categories.parentId, parentId),
        reach.onlyShown ? categories.isShow : undefined,
        isVisible(level, reach),
      ),
    )
    .orderBy(asc(categories.sort), asc(categories.id))
  return rows.map((row) => categoryNode(row, row.hasChildren))
}

async function productsBelow(db: Executor, categoryId: string, { viewer, onlyShown }: Reach): Promise<CategoryNode[]> {
  const rows = await db
    .select(productPart)
    .from(products)
    .where(
      and(
        eq(products.categoryId, categoryId),
        onlyShown ? products.isShow : undefined,
        editorialScope(viewer, products.id),
      ),
    )
    .orderBy(asc(products.sort), asc(products.id))
  return rows.map(productNode)
}

/** @returns the nodes with their level, or undefined where there is no such category */
export async function findBranch(db: Executor, categoryId: string | null, reach: Reach) {
  if (categoryId === null) return { level: 1, nodes: await categoriesBelow(db, null, reach) }
  const [parent] = await db.select({ level: categories.level }).from(categories).where(eq(categories.id, categoryId))
  if (parent?.level === 1) return { level: 2, nodes: await categoriesBelow(db, categoryId, reach) }
  return parent && { level: 3, nodes: await productsBelow(db, categoryId, reach) }
}

const pathFields = {
  ...productPart,
  code: products.code,
  first: { id: first.id, name: first.name, level: first.level, isShow: first.isShow },
  second: { id: second.id, name: second.name, level: second.level, isShow: second.isShow },
}

const selectPaths = (db: Executor) =>
  db
    .select(pathFields)
    .from(products)
    .leftJoin(second, eq(second.id, products.categoryId))
    .leftJoin(first, eq(first.id, second.parentId))

type PathRow = Awaited<ReturnType<typeof selectPaths>>[number]

const pathOf = (row: PathRow): CategoryNode[] => [
  ...[row.first, row.second].flatMap((category) => (category ? [categoryNode(category, true)] : [])),
  productNode(row),
]

const shownPath = sql`${products.isShow} and coalesce(${second.isShow}, true) and coalesce(${first.isShow}, true)`

export async function searchProducts(db: Executor, text: string, { viewer, onlyShown }: Reach) {
  const pattern = keyPart(text)
  const id = /^[1-9]\d{0,17}$/.test(text) ? text : '0'
  const isSame = sql`(text_key(${products.name}) = text_key(${text}) or text_key(${products.code}) = text_key(${text})
    or ${products.id} = ${id}::bigint)`
  const isNamed = sql`(${hasName(products.name, pattern, products.spelling)} or text_key(${products.code}) like ${pattern})`
  const rows = await selectPaths(db)
    .where(
      and(
        sql`(${isSame} or ${isNamed} or text_key(${second.name}) like ${pattern} or text_key(${first.name}) like ${pattern})`,
        onlyShown ? shownPath : undefined,
        editorialScope(viewer, products.id),
      ),
    )
    .orderBy(sql`${isSame} desc, coalesce(${isNamed}, false) desc, length(${products.name}), ${products.id}`)
    .limit(PRODUCTS_FOUND)
  return rows.map((row) => ({
    productId: row.id,
    productName: row.name,
    code: row.code,
    isShow: row.isShow,
    path: pathOf(row),
  }))
}

async function categoryPaths(db: Executor, ids: readonly string[], reach: Reach): Promise<CategoryNode[][]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...part, first: { id: first.id, name: first.name, level: first.level, isShow: first.isShow } })
    .from(categories)
    .leftJoin(first, eq(first.id, categories.parentId))
    .where(
      and(
        inArray(categories.id, [...ids]),
        seesAllProducts(reach.viewer)
          ? undefined
          : sql`case ${categories.level} when 1 then ${hasChildren(1, reach)} else ${hasChildren(2, reach)} end`,
      ),
    )
  return rows.map((row) => [...(row.first ? [categoryNode(row.first, true)] : []), categoryNode(row, true)])
}

async function productPaths(db: Executor, ids: readonly string[], { viewer }: Reach): Promise<CategoryNode[][]> {
  if (ids.length === 0) return []
  const rows = await selectPaths(db).where(and(inArray(products.id, [...ids]), editorialScope(viewer, products.id)))
  return rows.map(pathOf)
}

export async function findPaths(
  db: Executor,
  categoryIds: readonly string[],
  productIds: readonly string[],
  reach: Reach,
) {
  const [ofCategories, ofProducts] = await Promise.all([
    categoryPaths(db, categoryIds, reach),
    productPaths(db, productIds, reach),
  ])
  return [...ofCategories, ...ofProducts]
}

export async function findProductIds(
  db: Executor,
  categoryIds: readonly string[],
  { viewer }: Reach,
): Promise<string[]> {
  if (categoryIds.length === 0) return []
  const ids = sql.param([...categoryIds])
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .innerJoin(second, eq(second.id, products.categoryId))
    .where(
      and(
        sql`(${second.id} = any(${ids}::bigint[]) or ${second.parentId} = any(${ids}::bigint[]))`,
        editorialScope(viewer, products.id),
      ),
    )
    .orderBy(asc(products.id))
  return rows.map(({ id }) => id)
}

export async function findTreeRows(db: Executor, { viewer }: Reach) {
  const [categoryRows, productRows] = await Promise.all([
    db
      .select({ ...part, parentId: categories.parentId })
      .from(categories)
      .orderBy(asc(categories.sort), asc(categories.id)),
    db
      .select({ ...productPart, categoryId: products.categoryId })
      .from(products)
      .where(editorialScope(viewer, products.id))
      .orderBy(asc(products.sort), asc(products.id)),
  ])
  return { categories: categoryRows, products: productRows }
}

/** Codes from a menu up to its top; empty where there is no such menu. */
export async function findMenuChain(db: Executor, menuId: string): Promise<string[]> {
  const { rows } = await db.execute<{ code: string }>(sql`with recursive up(id, parent_id, code, place) as (
      select id, parent_id, code, 1 from ${menus} where id = ${menuId}
      union all select m.id, m.parent_id, m.code, up.place + 1 from ${menus} m join up on m.id = up.parent_id)
    select code from up order by place`)
  return rows.map(({ code }) => code)
}
