// Products for their screen, within the editorial scope.

import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ProductQuery, ProductRow } from '#contract/catalogue/catalogue.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, perEditorialScope, type Viewer } from '#server/core/access/scope.ts'
import { contains, equals, list, nameHas } from '#server/core/lists/paging.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { placing, SORT_STEP } from '#server/core/rows/order.rules.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { roleProducts, userProducts } from '#server/db/schema/authorisation.ts'
import { categories, newsCategories, products } from '#server/db/schema/catalogue.ts'
import { grantPresets, grants } from '#server/db/schema/members/grants.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { series } from '#server/db/schema/prices/series.ts'
import { auditLog } from '#server/db/schema/system/system.ts'

const first = alias(categories, 'first')
const second = alias(categories, 'second')

const row = {
  id: products.id,
  version: products.version,
  name: products.name,
  code: products.code,
  categoryId: products.categoryId,
  category: sql<string>`coalesce(${first.name} || ' > ' || ${second.name}, '')`,
  unit: products.unit,
  tableType: sql<ProductRow['tableType']>`${products.tableType}::text`,
  isShow: products.isShow,
}

const selectRows = (db: Executor) =>
  db
    .select(row)
    .from(products)
    .leftJoin(second, eq(second.id, products.categoryId))
    .leftJoin(first, eq(first.id, second.parentId))

const inCategory = sql`(${second.id} = ${sql.placeholder('categoryId')}
  or ${second.parentId} = ${sql.placeholder('categoryId')})`

const pages = perEditorialScope((scope, suffix) =>
  list<ProductRow, ProductQuery>({
    name: `products${suffix}`,
    always: scope(products.id),
    filters: {
      categoryId: { where: inCategory },
      name: nameHas(products.name, 'name', products.spelling),
      code: contains(products.code, 'code'),
      tableType: equals(products.tableType, 'tableType'),
      isShow: equals(products.isShow, 'isShow'),
      isFiled: { where: sql`(${products.categoryId} is not null) = ${sql.placeholder('isFiled')}` },
    },
    sorts: { name: sql`${products.name} collate "zh-x-icu"`, code: products.code },
    usual: sql`${first.sort} nulls first, ${first.id}, ${second.sort}, ${second.id}, ${products.sort}`,
    tie: products.id,
    fields: row,
    rows: (db) => selectRows(db),
    matches: (db, where) =>
      db.select({ n: sql`1` }).from(products).leftJoin(second, eq(second.id, products.categoryId)).where(where),
  }),
)

export const pageOfProducts = (db: Db, query: ProductQuery, actor: Actor) =>
  pages(actor)(db, query, { viewerId: actor.id })

/** The whole list, for `viewer` of the scope. */
export const eachProduct = {
  each: (db: Db, query: ProductQuery, { viewer }: { viewer: Viewer }, limit: number) =>
    pages(viewer).each(db, query, { viewerId: viewer.id }, limit),
}

export type Product = ProductRow

/** Locks products. @returns those that exist and are in scope, in the order of the list */
export async function lockProducts(tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<Product[]> {
  const isWanted = and(inArray(products.id, [...ids]), editorialScope(viewer, products.id))
  await tx.select({ id: products.id }).from(products).where(isWanted).orderBy(asc(products.id)).for('update')
  return selectRows(tx).where(isWanted).orderBy(asc(products.sort), asc(products.id))
}

/** All that the viewer may edit. */
export const productsInScope = (db: Executor, viewer: Viewer): Promise<Product[]> =>
  selectRows(db).where(editorialScope(viewer, products.id))

export async function findProduct(db: Executor, viewer: Viewer, id: string): Promise<Product | undefined> {
  const [found] = await selectRows(db).where(and(eq(products.id, id), editorialScope(viewer, products.id)))
  return found
}

/** The newest acts on a product, from the audit log. */
export const changesOf = (db: Executor, id: string, limit: number) =>
  db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      actorName: sql<string>`coalesce(${users.realName}, ${auditLog.actorName})`,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.targetType, 'product'), eq(auditLog.targetId, id)))
    .orderBy(desc(auditLog.id))
    .limit(limit)

/** Paths of categories, by id. */
export async function pathsOf(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: second.id, path: row.category })
    .from(second)
    .leftJoin(first, eq(first.id, second.parentId))
    .where(inArray(second.id, [...ids]))
  return new Map(rows.map(({ id, path }) => [id, path]))
}

export type ProductValues = Pick<Product, 'name' | 'code' | 'unit' | 'tableType'> & { categoryId: string }

const stored = ({ tableType, ...rest }: ProductValues) => ({ ...rest, tableType: Number(tableType) })

export type NewProduct = ProductValues & { isShow: boolean }

/** Taken names, as `分类编号:名称`, and taken codes. */
export async function standingProducts(db: Executor): Promise<{ names: Set<string>; codes: Set<string> }> {
  const rows = await db
    .select({ name: products.name, code: products.code, categoryId: products.categoryId })
    .from(products)
  return {
    names: new Set(rows.map(({ categoryId, name }) => `${categoryId}:${name}`)),
    codes: new Set(rows.flatMap(({ code }) => (code === '' ? [] : [code]))),
  }
}

/** Adds products after those in their categories, in order. @returns ids in that order */
export async function insertProducts(tx: Tx, added: readonly NewProduct[]): Promise<{ id: string; name: string }[]> {
  const last: [string, number][] = []
  for (const id of new Set(added.map(({ categoryId }) => categoryId))) last.push([id, await lastSort(tx, id)])
  const placeIn = placing(last)
  const values = added.map((product) => ({ ...stored(product), sort: placeIn(product.categoryId) }))
  const ids = await insertRows(tx, products, values)
  return values.map(({ name }, at) => ({ id: ids[at] ?? '', name }))
}

export async function insertProduct(tx: Tx, values: ProductValues): Promise<string> {
  const sort = await lastSort(tx, values.categoryId)
  const [inserted] = await tx
    .insert(products)
    .values({ ...stored(values), sort: sort + SORT_STEP })
    .returning({ id: products.id })
  if (!inserted) throw new Error('no product was stored')
  return inserted.id
}

/** @returns the new version */
export const updateProduct = (tx: Tx, id: string, values: ProductValues): Promise<number> =>
  updateRow(tx, products, id, stored(values))

async function lastSort(tx: Tx, categoryId: string): Promise<number> {
  const [last] = await tx
    .select({ sort: sql<number>`coalesce(max(${products.sort}), 0)::int` })
    .from(products)
    .where(eq(products.categoryId, categoryId))
  return last?.sort ?? 0
}

export const setShown = (tx: Tx, ids: readonly string[], isShow: boolean) =>
  tx
    .update(products)
    .set({ isShow, version: sql`${products.version} + 1` })
    .where(inArray(products.id, [...ids]))

/** Moves products after those in the category, in the order of `ids`. */
export async function fileProducts(tx: Tx, ids: readonly string[], categoryId: string): Promise<void> {
  const from = await lastSort(tx, categoryId)
  await tx.execute(sql`update ${products} set category_id = ${categoryId}, version = version + 1,
      sort = ${from}::int + placed.place * ${SORT_STEP}::int
    from unnest(${idArray(ids)}) with ordinality as placed(id, place) where ${products.id} = placed.id`)
}

/** Products of a category in their order, locked, so that concurrent reorderings run one after the other. */
export async function lockProductsOf(tx: Tx, categoryId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.categoryId, categoryId))
    .orderBy(asc(products.sort), asc(products.id))
    .for('update')
  return rows.map(({ id }) => id)
}

export async function placeProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${products} set sort = placed.place * ${SORT_STEP}::int
    from unnest(${idArray(ids)}) with ordinality as placed(id, place)
    where ${products.id} = placed.id and ${products.sort} <> placed.place * ${SORT_STEP}::int`)
}

/** Which of a new name (in its category) and code another product has. */
export async function findTaken(tx: Tx, { name, code, categoryId }: ProductValues, id = '0') {
  const [found] = await tx
    .select({
      name: sql<boolean>`coalesce(bool_or(${products.name} = ${name} and ${products.categoryId} = ${categoryId}), false)`,
      code: sql<boolean>`coalesce(bool_or(${products.code} = ${code} and ${code} <> ''), false)`,
    })
    .from(products)
    .where(ne(products.id, id))
  return found ?? { name: false, code: false }
}

/** Whether the viewer may add products there: a category of level 2 that is empty, or has a product in scope. */
export async function isFilingPlace(db: Executor, viewer: Viewer, categoryId: string): Promise<boolean> {
  const [found] = await db
    .select({
      isEmpty: sql<boolean>`not exists (select 1 from ${products} p where p.category_id = ${categories}.id)`,
      isSeen: sql<boolean>`exists (select 1 from ${products} p where p.category_id = ${categories}.id
        and ${editorialScope(viewer, sql`p.id`)})`,
    })
    .from(categories)
    .where(and(eq(categories.id, categoryId), eq(categories.level, 2)))
  return found !== undefined && (found.isEmpty || found.isSeen)
}

/** Grants a product to a person in their main role. */
export async function giveProducts(
  tx: Tx,
  userId: string,
  productIds: readonly string[],
  importId: string | null = null,
): Promise<void> {
  await tx.insert(userProducts).select(
    tx
      .select({
        userId: users.id,
        roleId: users.roleId,
        productId: sql<string>`unnest(${idArray(productIds)})`.as('product_id'),
        importId: sql<string | null>`${importId}::bigint`.as('import_id'),
      })
      .from(users)
      .where(eq(users.id, userId)),
  )
}

/** Uses of a product, by kind; the grant of `userId`, who deletes it, does not count. */
export async function countUses(tx: Executor, id: string, userId = '0'): Promise<Record<string, number>> {
  const { rows } = await tx.execute<
    Record<'items' | 'derived' | 'members' | 'presets' | 'news' | 'roles' | 'people', number>
  >(sql`select
    (select count(*)::int from ${quoteItems} where product_id = ${id}) as items,
    (select count(*)::int from ${series} where product_id = ${id}) as derived,
    (select count(distinct account_id)::int from ${grants} where product_id = ${id}) as members,
    (select count(*)::int from ${grantPresets} where ${id}::bigint = any (product_ids)) as presets,
    (select count(*)::int from ${newsCategories} where product_id = ${id}) as news,
    (select count(*)::int from ${roleProducts} where product_id = ${id}) as roles,
    (select count(distinct user_id)::int from ${userProducts} where product_id = ${id} and user_id <> ${userId}) as people`)
  const { items = 0, derived = 0, members = 0, presets = 0, news = 0, roles = 0, people = 0 } = rows[0] ?? {}
  return {
    报价项: items,
    衍生系列: derived,
    获得过授权的会员账号: members,
    快捷授权: presets,
    资讯分类: news,
    获得授权的角色: roles,
    获得授权的员工: people,
  }
}

export async function deleteProduct(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.delete(userProducts).where(and(eq(userProducts.productId, id), eq(userProducts.userId, userId)))
  await tx.delete(products).where(eq(products.id, id))
}
