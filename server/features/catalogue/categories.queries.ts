// Categories for their screen.

import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { SORT_STEP } from '#server/core/rows/order.rules.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { userCategories } from '#server/db/schema/authorisation.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'

const row = {
  id: categories.id,
  version: categories.version,
  parentId: categories.parentId,
  name: categories.name,
  level: categories.level,
  isShow: categories.isShow,
  sort: categories.sort,
}

export type Category = {
  id: string
  version: number
  parentId: string | null
  name: string
  level: number
  isShow: boolean
  sort: number
}

/** In the order of siblings. */
export const listCategories = (db: Executor): Promise<Category[]> =>
  db.select(row).from(categories).orderBy(asc(categories.sort), asc(categories.id))

/** Products in each category of level 2: all, and those in the viewer's scope. */
export type ProductCount = { total: number; own: number }

export async function countProducts(db: Executor, viewer: Viewer): Promise<Map<string, ProductCount>> {
  const rows = await db
    .select({
      id: sql<string>`${products.categoryId}`,
      total: sql<number>`count(*)::int`,
      own: sql<number>`(count(*) filter (where ${editorialScope(viewer, products.id)}))::int`,
    })
    .from(products)
    .where(sql`${products.categoryId} is not null`)
    .groupBy(products.categoryId)
  return new Map(rows.map(({ id, ...count }) => [id, count]))
}

/** Locked by rising ids. */
export const lockCategories = (tx: Tx, ids: readonly string[]): Promise<Category[]> =>
  tx
    .select(row)
    .from(categories)
    .where(inArray(categories.id, [...ids]))
    .orderBy(asc(categories.id))
    .for('update')

const isBelow = (parentId: string | null): SQL =>
  parentId === null ? isNull(categories.parentId) : eq(categories.parentId, parentId)

/** Siblings in their order, locked, so that concurrent reorderings run one after the other. */
export const lockSiblings = (tx: Tx, parentId: string | null): Promise<Category[]> =>
  tx
    .select(row)
    .from(categories)
    .where(isBelow(parentId))
    .orderBy(asc(categories.sort), asc(categories.id))
    .for('update')

export async function isNameTaken(tx: Tx, parentId: string | null, name: string, id = '0'): Promise<boolean> {
  const found = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(and(isBelow(parentId), eq(categories.name, name), ne(categories.id, id)))
    .limit(1)
  return found.length > 0
}

/** After the last of its siblings. */
export async function nextSort(tx: Tx, parentId: string | null): Promise<number> {
  const [last] = await tx
    .select({ sort: sql<number>`coalesce(max(${categories.sort}), 0)::int` })
    .from(categories)
    .where(isBelow(parentId))
  return (last?.sort ?? 0) + SORT_STEP
}

type Values = Pick<Category, 'parentId' | 'name' | 'level' | 'sort'>

/** @returns ids, in the order of the rows */
export const insertCategories = (tx: Tx, rows: readonly Values[]): Promise<string[]> => insertRows(tx, categories, rows)

export const insertCategory = (tx: Tx, values: Values): Promise<string> => insertRow(tx, categories, values)

/** @returns the new version */
export const updateCategory = (tx: Tx, id: string, values: Partial<Values & { isShow: boolean }>): Promise<number> =>
  updateRow(tx, categories, id, values)

/** Stores the positions, 10 apart; unchanged rows are not written. */
export async function placeCategories(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${categories} set sort = placed.place * ${SORT_STEP}::int
    from unnest(${idArray(ids)}) with ordinality as placed(id, place)
    where ${categories.id} = placed.id and ${categories.sort} <> placed.place * ${SORT_STEP}::int`)
}

export const deleteCategory = (tx: Tx, id: string) => tx.delete(categories).where(eq(categories.id, id))

/** Number of people who serve the customers of the category. */
export async function countServers(tx: Tx, id: string): Promise<number> {
  const [found] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(userCategories)
    .where(eq(userCategories.categoryId, id))
  return found?.n ?? 0
}

/** Moves the products of a category after those of another, and its customer staff with them. */
export async function moveHangers(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`update ${products} set category_id = ${to}, version = version + 1,
    sort = sort + (select coalesce(max(p.sort), 0) from ${products} p where p.category_id = ${to})
    where category_id = ${from}`)
  await tx.execute(sql`insert into ${userCategories} (user_id, category_id)
    select user_id, ${to} from ${userCategories} where category_id = ${from} on conflict do nothing`)
  await tx.delete(userCategories).where(eq(userCategories.categoryId, from))
}

/** The first names of the products of categories, for a preview, and their number. */
export async function nameProducts(tx: Tx, ids: readonly string[], most: number) {
  const inThem = inArray(products.categoryId, [...ids])
  const names = await tx.select({ name: products.name }).from(products).where(inThem).orderBy(products.id).limit(most)
  const [counted] = await tx.select({ n: sql<number>`count(*)::int` }).from(products).where(inThem)
  return { count: counted?.n ?? 0, names: names.map(({ name }) => name) }
}
