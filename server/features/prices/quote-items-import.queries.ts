// Lookups and bulk writes of the import of quote items.
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { textKey } from '#contract/text.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { placing } from '#server/core/rows/order.rules.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { differenceRows, differenceTables } from '#server/db/schema/prices/series.ts'

/** What a row of a sheet is saved as. */
export type ImportedItem = Pick<
  typeof quoteItems.$inferSelect,
  | 'productId'
  | 'name'
  | 'formerNames'
  | 'englishName'
  | 'market'
  | 'specification'
  | 'unit'
  | 'currency'
  | 'isTaxIncluded'
  | 'kind'
  | 'decimals'
  | 'allowsNegative'
  | 'brand'
  | 'regionId'
  | 'delivery'
  | 'frequency'
  | 'weekdays'
  | 'calendarId'
  | 'dueTime'
  | 'source'
  | 'analystId'
  | 'deputyId'
  | 'usualMove'
  | 'lowest'
  | 'highest'
>

/** By the key of the text; a text that means several is left out. */
function byKey(found: readonly { id: string; texts: readonly string[] }[]): Map<string, string> {
  const ids = new Map<string, Set<string>>()
  for (const { id, texts } of found)
    for (const text of texts) {
      const key = textKey(text)
      if (key !== '') ids.set(key, (ids.get(key) ?? new Set()).add(id))
    }
  return new Map([...ids].flatMap(([key, of]) => (of.size === 1 ? [[key, [...of][0] as string] as const] : [])))
}

const keysOf = (texts: readonly string[]) => sql.param([...new Set(texts.map(textKey))])

/** Products of the editorial scope by name or code. */
export async function productsByName(db: Executor, actor: Viewer, names: readonly string[]) {
  const found = await db
    .select({ id: products.id, name: products.name, code: products.code })
    .from(products)
    .where(
      sql`(text_key(${products.name}) = any(${keysOf(names)}::text[])
        or text_key(${products.code}) = any(${keysOf(names)}::text[])) and ${editorialScope(actor, products.id)}`,
    )
  return byKey(found.map(({ id, name, code }) => ({ id, texts: [name, code] })))
}

/** Enabled staff by login or real name. */
export async function workersByName(db: Executor, names: readonly string[]) {
  const found = await db
    .select({ id: users.id, userName: users.userName, realName: users.realName })
    .from(users)
    .where(
      sql`${users.deletedAt} is null and ${users.status} = 'enabled'
        and (text_key(${users.userName}) = any(${keysOf(names)}::text[])
          or text_key(${users.realName}) = any(${keysOf(names)}::text[]))`,
    )
  const logins = byKey(found.map(({ id, userName }) => ({ id, texts: [userName] })))
  // a login wins over a person who happens to be called so
  return new Map([...byKey(found.map(({ id, realName }) => ({ id, texts: [realName] }))), ...logins])
}

const analysts = alias(users, 'analysts')
const deputies = alias(users, 'deputies')

const stored = {
  id: quoteItems.id,
  version: quoteItems.version,
  code: quoteItems.code,
  productId: quoteItems.productId,
  name: quoteItems.name,
  formerNames: quoteItems.formerNames,
  englishName: quoteItems.englishName,
  market: quoteItems.market,
  specification: quoteItems.specification,
  unit: quoteItems.unit,
  currency: quoteItems.currency,
  isTaxIncluded: quoteItems.isTaxIncluded,
  kind: quoteItems.kind,
  decimals: quoteItems.decimals,
  allowsNegative: quoteItems.allowsNegative,
  brand: quoteItems.brand,
  regionId: quoteItems.regionId,
  delivery: quoteItems.delivery,
  frequency: quoteItems.frequency,
  weekdays: quoteItems.weekdays,
  calendarId: quoteItems.calendarId,
  dueTime: quoteItems.dueTime,
  source: quoteItems.source,
  analystId: quoteItems.analystId,
  deputyId: quoteItems.deputyId,
  usualMove: quoteItems.usualMove,
  lowest: quoteItems.lowest,
  highest: quoteItems.highest,
  calendarName: calendars.name,
  analyst: analysts.userName,
  analystName: analysts.realName,
  deputy: deputies.userName,
  deputyName: deputies.realName,
}

type Wanted = { productIds: readonly string[]; codes: readonly string[] }

/** Of these products or codes, in the editorial scope. */
export const findItemsFor = (db: Executor, actor: Viewer, { productIds, codes }: Wanted) =>
  db
    .select(stored)
    .from(quoteItems)
    .leftJoin(calendars, eq(calendars.id, quoteItems.calendarId))
    .leftJoin(analysts, eq(analysts.id, quoteItems.analystId))
    .leftJoin(deputies, eq(deputies.id, quoteItems.deputyId))
    .where(
      and(
        or(inArray(quoteItems.productId, [...productIds]), inArray(quoteItems.code, [...codes])),
        editorialScope(actor, quoteItems.productId),
      ),
    )
    .orderBy(asc(quoteItems.id))
export type StoredItem = Awaited<ReturnType<typeof findItemsFor>>[number]

/** Names of the price difference tables whose rows these items are: a table names its items. */
export async function namedByTables(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await db
    .select({ id: differenceRows.quoteItemId, name: differenceTables.name })
    .from(differenceRows)
    .innerJoin(differenceTables, eq(differenceTables.id, differenceRows.tableId))
    .where(inArray(differenceRows.quoteItemId, [...ids]))
  return new Map(found.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])))
}

/** After the others of their products. @returns in the order of the rows */
export async function insertItems(tx: Tx, rows: readonly ImportedItem[]): Promise<{ id: string; name: string }[]> {
  const productIds = [...new Set(rows.map(({ productId }) => productId))]
  const last = await tx
    .select({ productId: quoteItems.productId, sort: sql<number>`max(${quoteItems.sort})` })
    .from(quoteItems)
    .where(inArray(quoteItems.productId, productIds))
    .groupBy(quoteItems.productId)
  const placeIn = placing(last.map(({ productId, sort }) => [productId, sort]))
  const placed = rows.map((row) => ({ ...row, sort: placeIn(row.productId) }))
  const ids = await insertRows(tx, quoteItems, placed)
  return placed.map(({ name }, at) => ({ id: ids[at] ?? '', name }))
}
