// Tables of price differences as they are stored and read: each row is an entered item or a series.

import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  DifferenceDetails,
  DifferenceQuery,
  DifferenceSheet,
  DifferenceTable,
  ShownDifference,
} from '#contract/prices/differences.ts'
import { explainLack } from '#contract/prices/series-lacks.ts'
import type { Lack } from '#contract/prices/series-values.ts'
import { textKey } from '#contract/text.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, perEditorialScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { differenceRows, differenceTables, series, seriesValues } from '#server/db/schema/prices/series.ts'
import { defined, joinDefinition } from '../definitions.queries.ts'

const bases = alias(quoteItems, 'bases')

const rowsWith = (condition: string) => sql<number>`(select count(*)::int from ${differenceRows} r
  where r.table_id = ${differenceTables.id} and ${sql.raw(condition)})`

const row = {
  id: differenceTables.id,
  version: differenceTables.version,
  productId: differenceTables.productId,
  productName: products.name,
  name: differenceTables.name,
  baseItemId: differenceTables.baseItemId,
  baseName: bases.name,
  unit: bases.unit,
  entered: rowsWith('r.quote_item_id is not null'),
  computed: rowsWith('r.series_id is not null'),
  lastDay: sql<
    string | null
  >`(select p.day::text from ${prices} p where p.quote_item_id = ${differenceTables.baseItemId}
    and p.publication is not null order by p.day desc limit 1)`,
  remark: differenceTables.remark,
  updatedAt: differenceTables.updatedAt,
}

const pages = perEditorialScope((scope, suffix) =>
  list<DifferenceTable, DifferenceQuery>({
    name: `differences${suffix}`,
    always: scope(differenceTables.productId),
    filters: {
      name: nameHas(differenceTables.name, 'name'),
      productId: equals(differenceTables.productId, 'productId'),
    },
    sorts: { name: sql`${differenceTables.name} collate "zh-x-icu"`, updatedAt: differenceTables.updatedAt },
    usual: sql`${products.sort}, ${products.id}`,
    tie: differenceTables.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(differenceTables)
        .innerJoin(products, eq(products.id, differenceTables.productId))
        .innerJoin(bases, eq(bases.id, differenceTables.baseItemId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(differenceTables).where(where),
  }),
)

export const pageOfDifferences = (db: Db, query: DifferenceQuery, actor: Actor) =>
  pages(actor)(db, query, { viewerId: actor.id })

export type TableStored = typeof differenceTables.$inferSelect
export type RowStored = typeof differenceRows.$inferSelect

/** Locked by rising ids; those out of scope are left out. */
export const lockTables = (tx: Tx, actor: Viewer, ids: readonly string[]): Promise<TableStored[]> =>
  tx
    .select()
    .from(differenceTables)
    .where(and(sql`${differenceTables.id} = any(${idArray(ids)})`, editorialScope(actor, differenceTables.productId)))
    .orderBy(differenceTables.id)
    .for('update')

export const rowsOf = (db: Executor, tableId: string): Promise<RowStored[]> =>
  db.select().from(differenceRows).where(eq(differenceRows.tableId, tableId)).orderBy(differenceRows.place)

export async function findTable(db: Executor, id: string, actor: Viewer): Promise<DifferenceDetails | undefined> {
  const [stored] = await db
    .select()
    .from(differenceTables)
    .where(and(eq(differenceTables.id, id), editorialScope(actor, differenceTables.productId)))
  if (!stored) return undefined
  const rows = (await rowsOf(db, id)).map(({ id: rowId, kind, name, comparedItemId }) => ({
    id: rowId,
    kind,
    name,
    comparedItemId,
  }))
  const { updatedAt: _, ...own } = stored
  return { ...own, rows }
}

export async function isTableNameTaken(tx: Tx, productId: string, name: string, but = '0'): Promise<boolean> {
  const isSame = sql`${differenceTables.productId} = ${productId}::bigint
    and lower(${differenceTables.name}) = lower(${name}) and ${differenceTables.id} <> ${but}::bigint`
  return (await tx.$count(differenceTables, isSame)) > 0
}

/** Days of these items with a price in review, locked. */
export async function waitingDays(tx: Tx, quoteItemIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await tx.execute<{ id: string; day: string }>(sql`
    select quote_item_id::text as id, day::text as day from ${prices}
      where quote_item_id = any(${idArray(quoteItemIds)}) and reviewing is not null
      order by id for update`)
  const days = Map.groupBy(rows, ({ id }) => id)
  return new Map([...days].map(([id, own]) => [id, own.map(({ day }) => day).toSorted()]))
}

/** Which of these names (as keys) items or series of the product bear, other than those of the table itself. */
export async function takenNames(
  db: Executor,
  productId: string,
  names: readonly string[],
  own: readonly RowStored[],
): Promise<Set<string>> {
  const wanted = sql`text_key(x.name) = any(${sql.param(names.map((name) => textKey(name)))}::text[])
    and x.product_id = ${productId}::bigint`
  const but = (ids: readonly (string | null)[]) => sql`x.id <> all(${idArray(ids.filter((id) => id !== null))})`
  const { rows } = await db.execute<{ name: string }>(sql`
    select text_key(x.name) as name from ${quoteItems} x where ${wanted} and x.specification = ''
        and ${but(own.map(({ quoteItemId }) => quoteItemId))}
      union select text_key(x.name) from ${series} x where ${wanted} and ${but(own.map(({ seriesId }) => seriesId))}`)
  return new Set(rows.map(({ name }) => name))
}

/** The table of which the item is an entered row, and those of which it is the base or is compared. */
export async function tablesOfItem(
  db: Executor,
  quoteItemId: string,
): Promise<{ own: string | null; using: string[] }> {
  const { rows } = await db.execute<{ name: string; isOwn: boolean }>(sql`
    select t.name, bool_or(r.quote_item_id = ${quoteItemId}::bigint) as "isOwn"
      from ${differenceTables} t left join ${differenceRows} r on r.table_id = t.id
        and ${quoteItemId}::bigint in (r.quote_item_id, r.compared_item_id)
      where t.base_item_id = ${quoteItemId}::bigint or r.id is not null group by t.id order by t.id`)
  return {
    own: rows.find(({ isOwn }) => isOwn)?.name ?? null,
    using: rows.flatMap(({ name, isOwn }) => (isOwn ? [] : [name])),
  }
}

type Item = typeof quoteItems.$inferSelect

/** Items in the actor's editorial scope, by id. */
export async function itemsInScope(db: Executor, actor: Viewer, ids: readonly string[]): Promise<Map<string, Item>> {
  const rows = await db
    .select()
    .from(quoteItems)
    .where(and(sql`${quoteItems.id} = any(${idArray(ids)})`, editorialScope(actor, quoteItems.productId)))
  return new Map(rows.map((item) => [item.id, item]))
}

type Read = ShownDifference & { lack: Lack | null; seriesId: string | null }

/** Undefined where the table is out of scope. */
export async function sheetOf(
  db: Executor,
  { id, day }: { id: string; day: string },
  actor: Viewer,
): Promise<DifferenceSheet | undefined> {
  const { rows: heads } = await db.execute<Omit<DifferenceSheet, 'rows'> & { names: [string, string][] }>(sql`
    select ${day} as day, b.name as "baseName", p.average::text as "basePrice",
        ${defined('unit', sql`b`)} as unit, ${defined('decimals', sql`b`)} as decimals,
        (select json_agg(json_build_array(i.code, i.name)) from ${quoteItems} i where i.id = b.id
          or i.id in (select r.compared_item_id from ${differenceRows} r where r.table_id = t.id)) as names
      from ${differenceTables} t join ${quoteItems} b on b.id = t.base_item_id ${joinDefinition(sql`${day}::date`, sql`b`)}
      left join ${prices} p on p.quote_item_id = b.id and p.day = ${day}::date and p.publication is not null
      where t.id = ${id}::bigint and ${editorialScope(actor, sql`t.product_id`)}`)
  const [head] = heads
  if (!head) return undefined
  const { names, ...own } = head
  const { rows } = await db.execute<Read>(sql`
    select r.id::text as id, r.kind, r.name, coalesce(i.code, s.code) as code, c.name as "comparedName",
        coalesce(e.average, v.value)::text as difference, v.lack,
        (${own.basePrice}::numeric + coalesce(e.average, v.value))::text as price,
        before.value::text as before, before.day::text as "beforeDay",
        d.id::text as "entryId", d.version, d.average::text as entered, d.status, coalesce(d.opinion, '') as opinion
      from ${differenceRows} r
      left join ${quoteItems} i on i.id = r.quote_item_id
      left join ${series} s on s.id = r.series_id
      left join ${quoteItems} c on c.id = r.compared_item_id
      left join ${prices} d on d.quote_item_id = r.quote_item_id and d.day = ${day}::date
      left join ${prices} e on e.id = d.id and e.publication is not null
      left join ${seriesValues} v on v.series_id = r.series_id and v.day = ${day}::date and v.superseded is null
      left join lateral (
        select p.day, p.average as value from ${prices} p
          where p.quote_item_id = r.quote_item_id and p.day < ${day}::date and p.publication is not null
        union all
        select w.day, w.value from ${seriesValues} w
          where w.series_id = r.series_id and w.day < ${day}::date and w.superseded is null and w.value is not null
        order by day desc limit 1) before on true
      where r.table_id = ${id}::bigint order by r.place`)
  const nameOf = new Map(names)
  return {
    ...own,
    rows: rows.map((read) => ({
      ...read,
      lack: read.lack && explainLack(read.lack, (code) => nameOf.get(code) ?? code),
    })),
  }
}

export type ExportedDifference = ShownDifference &
  Pick<DifferenceTable, 'productName' | 'baseName' | 'unit'> & {
    tableName: string
    day: string
    basePrice: string | null
  }

/** The rows of each table that the list finds, for the last day of its base. */
export const eachDifference = {
  async *each(
    db: Db,
    query: DifferenceQuery,
    { viewer }: { viewer: Viewer },
    limit: number,
  ): AsyncGenerator<ExportedDifference[]> {
    for await (const some of pages(viewer).each(db, query, { viewerId: viewer.id }, limit)) {
      const found: ExportedDifference[] = []
      for (const { id, name: tableName, productName, baseName, unit, lastDay } of some) {
        const sheet = lastDay === null ? undefined : await sheetOf(db, { id, day: lastDay }, viewer)
        const own = { tableName, productName, baseName, unit, day: lastDay ?? '', basePrice: sheet?.basePrice ?? null }
        found.push(...(sheet?.rows ?? []).map((each) => ({ ...each, ...own })))
      }
      yield found
    }
  },
}
