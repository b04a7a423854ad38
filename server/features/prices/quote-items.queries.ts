// Quote items as they are stored.

import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { FoundItem, Method, QuoteItem, QuoteItemQuery, QuoteItemRow } from '#contract/prices/quote-items.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, perEditorialScope, type Viewer } from '#server/core/access/scope.ts'
import { contains, equals, hasName, keyPart, list, nameHas } from '#server/core/lists/paging.ts'
import { SORT_STEP } from '#server/core/rows/order.rules.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products, regions } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { priceRevisions, prices, quoteItemMethods, quoteItems } from '#server/db/schema/prices/prices.ts'
import { seriesInputs } from '#server/db/schema/prices/series.ts'
import { definedOf, earlier, formerly, isEarlierOn, nextDefinitionDay } from './definitions.queries.ts'

const analysts = alias(users, 'analysts')
const deputies = alias(users, 'deputies')

const row = {
  id: quoteItems.id,
  version: quoteItems.version,
  code: quoteItems.code,
  productId: quoteItems.productId,
  productName: products.name,
  name: quoteItems.name,
  market: definedOf('market'),
  specification: definedOf('specification'),
  unit: definedOf('unit'),
  kind: definedOf('kind'),
  decimals: definedOf('decimals'),
  frequency: quoteItems.frequency,
  dueTime: quoteItems.dueTime,
  source: quoteItems.source,
  analystName: analysts.realName,
  deputyName: deputies.realName,
  status: quoteItems.status,
  stopReason: quoteItems.stopReason,
  stoppedOn: quoteItems.stoppedOn,
  lastDay: sql<string | null>`(select p.day::text from ${prices} p where p.quote_item_id = ${quoteItems.id}
    and p.publication is not null order by p.day desc limit 1)`,
  updatedAt: quoteItems.updatedAt,
}

/** By its name or one that it had. */
const isNamed = (part: SQL) =>
  sql`(${hasName(quoteItems.name, part, quoteItems.spelling)} or ${formerly(quoteItems.formerNames, part)})`

/** Whether another item of its product has its name, typed otherwise, and its specification. */
const isDouble = sql`exists (select from ${quoteItems} o where o.product_id = ${quoteItems.productId} and o.id <> ${quoteItems.id}
  and o.specification = ${quoteItems.specification} and text_key(o.name) = text_key(${quoteItems.name}))`

const pages = perEditorialScope((scope, suffix) =>
  list<QuoteItemRow, QuoteItemQuery>({
    name: `quote_items${suffix}`,
    always: scope(quoteItems.productId),
    filters: {
      code: contains(quoteItems.code, 'code'),
      name: {
        ...nameHas(quoteItems.name, 'name', quoteItems.spelling),
        where: isNamed(sql`${sql.placeholder('name')}`),
      },
      market: nameHas(quoteItems.market, 'market'),
      productId: equals(quoteItems.productId, 'productId'),
      analystId: {
        where: sql`${sql.placeholder('analystId')}::bigint in (${quoteItems.analystId}, ${quoteItems.deputyId})`,
      },
      status: equals(quoteItems.status, 'status'),
      isDouble: { where: sql`${isDouble} = ${sql.placeholder('isDouble')}::boolean` },
    },
    sorts: { code: quoteItems.code, sort: quoteItems.sort, updatedAt: quoteItems.updatedAt },
    usual: sql`${products.sort}, ${products.id}, ${quoteItems.sort}`,
    tie: quoteItems.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(quoteItems)
        .innerJoin(products, eq(products.id, quoteItems.productId))
        .leftJoin(earlier, isEarlierOn(sql`current_date`))
        .leftJoin(analysts, eq(analysts.id, quoteItems.analystId))
        .leftJoin(deputies, eq(deputies.id, quoteItems.deputyId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(quoteItems).where(where),
  }),
)

export const pageOfQuoteItems = (db: Db, query: QuoteItemQuery, actor: Actor) =>
  pages(actor)(db, query, { viewerId: actor.id })
export const eachQuoteItem = {
  each: (db: Db, query: QuoteItemQuery, { viewer }: { viewer: Viewer }, limit: number) =>
    pages(viewer).each(db, query, { viewerId: viewer.id }, limit),
}

type StoredItem = typeof quoteItems.$inferSelect

/** As its form shows it. */
export async function asForm(db: Executor, stored: StoredItem): Promise<QuoteItem> {
  const {
    updatedAt: _,
    nameKey: ________,
    usualMedian: __,
    usualDeviation: ___,
    sort: ____,
    stoppedOn: _____,
    stopReason: ______,
    activeSince: _______,
    ...own
  } = stored
  return { ...own, definedFrom: (await nextDefinitionDay(db, stored.id)).day }
}

/** Undefined out of scope. */
export async function findItem(db: Executor, id: string, actor: Viewer): Promise<StoredItem | undefined> {
  const found = await db
    .select()
    .from(quoteItems)
    .where(and(eq(quoteItems.id, id), editorialScope(actor, quoteItems.productId)))
  return found[0]
}

/** Newest first; empty out of scope. */
export async function methodsOf(db: Db, id: string, actor: Actor): Promise<Method[]> {
  const { method, byName, at } = quoteItemMethods
  return db
    .select({ id: quoteItemMethods.id, method, byName, at })
    .from(quoteItemMethods)
    .innerJoin(quoteItems, eq(quoteItems.id, quoteItemMethods.quoteItemId))
    .where(and(eq(quoteItems.id, id), editorialScope(actor, quoteItems.productId)))
    .orderBy(sql`${quoteItemMethods.id} desc`)
}

export async function addMethod(tx: Tx, quoteItemId: string, method: string, byName: string): Promise<void> {
  await tx.insert(quoteItemMethods).values({ quoteItemId, method, byName })
}

export const isProductInScope = async (db: Executor, actor: Viewer, productId: string): Promise<boolean> =>
  (await db.$count(products, and(eq(products.id, productId), editorialScope(actor, products.id)))) > 0

export const isRegion = async (db: Executor, id: string): Promise<boolean> =>
  (await db.$count(regions, eq(regions.id, id))) > 0

export const isWorking = async (db: Executor, userId: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), eq(users.status, 'enabled'), sql`${users.deletedAt} is null`))) > 0

export async function isNameTaken(tx: Tx, productId: string, name: string, specification: string, but = '0') {
  const isSame = and(
    eq(quoteItems.productId, productId),
    sql`text_key(${quoteItems.name}) = text_key(${name})`,
    eq(quoteItems.specification, specification),
    ne(quoteItems.id, but),
  )
  return (await tx.$count(quoteItems, isSame)) > 0
}

export const isCodeTaken = async (tx: Tx, code: string, but: string): Promise<boolean> =>
  (await tx.$count(quoteItems, and(eq(quoteItems.code, code), ne(quoteItems.id, but)))) > 0

/** After the others of its product. */
export async function nextPlace(tx: Tx, productId: string): Promise<number> {
  const [last] = await tx
    .select({ sort: sql<number>`coalesce(max(${quoteItems.sort}), 0)` })
    .from(quoteItems)
    .where(eq(quoteItems.productId, productId))
  return (last?.sort ?? 0) + SORT_STEP
}

/** Number of series whose formulas name it. */
export const countFormulas = (tx: Tx, id: string): Promise<number> =>
  tx.$count(seriesInputs, eq(seriesInputs.quoteItemId, id))

/** Includes deleted drafts: an item for which anything was entered is never deleted. */
export async function countUses(tx: Tx, id: string): Promise<Record<'价格' | '价格历史' | '系列公式', number>> {
  return {
    价格: await tx.$count(prices, eq(prices.quoteItemId, id)),
    价格历史: await tx.$count(priceRevisions, eq(priceRevisions.quoteItemId, id)),
    系列公式: await countFormulas(tx, id),
  }
}

/** Locked; those out of scope are left out. */
export const lockQuoteItems = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<StoredItem[]> =>
  tx
    .select()
    .from(quoteItems)
    .where(and(inArray(quoteItems.id, [...ids]), editorialScope(actor, quoteItems.productId)))
    .orderBy(asc(quoteItems.id))
    .for('update')

/** All items of a product in their order, locked, so that concurrent reorderings run one after the other. */
export const lockItemsOf = (tx: Tx, productId: string) =>
  tx
    .select({ id: quoteItems.id })
    .from(quoteItems)
    .where(eq(quoteItems.productId, productId))
    .orderBy(asc(quoteItems.sort), asc(quoteItems.id))
    .for('update')

export async function placeItems(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${quoteItems} set sort = placed.place * ${SORT_STEP}::int
    from unnest(${idArray(ids)}) with ordinality as placed(id, place)
    where ${quoteItems.id} = placed.id`)
}

export async function changeItems(
  tx: Tx,
  ids: readonly string[],
  values: PgUpdateSetSource<typeof quoteItems>,
): Promise<void> {
  await tx
    .update(quoteItems)
    .set({ ...values, version: sql`${quoteItems.version} + 1`, updatedAt: sql`now()` })
    .where(inArray(quoteItems.id, [...ids]))
}

/** Most results of a search. */
const FOUND = 50

type Search = { text?: string | undefined; productId?: string | undefined; ids?: string[] | undefined }

export async function findItems(db: Db, { text, productId, ids }: Search, actor: Actor): Promise<FoundItem[]> {
  const part = keyPart(text ?? '')
  return db
    .select({
      id: quoteItems.id,
      code: quoteItems.code,
      name: quoteItems.name,
      productId: quoteItems.productId,
      productName: products.name,
      market: definedOf('market'),
      unit: definedOf('unit'),
    })
    .from(quoteItems)
    .innerJoin(products, eq(products.id, quoteItems.productId))
    .leftJoin(earlier, isEarlierOn(sql`current_date`))
    .where(
      and(
        editorialScope(actor, quoteItems.productId),
        text?.trim()
          ? sql`(${isNamed(sql`${part}`)} or text_key(${quoteItems.code}) like ${part} or ${hasName(products.name, part, products.spelling)})`
          : undefined,
        productId ? eq(quoteItems.productId, productId) : undefined,
        ids ? inArray(quoteItems.id, ids) : undefined,
      ),
    )
    .orderBy(asc(products.sort), asc(products.id), asc(quoteItems.sort), asc(quoteItems.id))
    .limit(ids ? ids.length : FOUND)
}
