// Derived series as they are stored and read.

import { and, eq, sql } from 'drizzle-orm'
import type { Input, SeriesDetails, SeriesQuery, SeriesRow } from '#contract/prices/series-calls.ts'
import type { Lack } from '#contract/prices/series-values.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, perEditorialScope, type Viewer } from '#server/core/access/scope.ts'
import { contains, equals, hasName, keyPart, list, nameHas } from '#server/core/lists/paging.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import {
  differenceRows,
  processes,
  processTerms,
  series,
  seriesFormulas,
  seriesInputs,
  seriesValues,
} from '#server/db/schema/prices/series.ts'

/** First day of a formula that has none. */
export const SINCE_EVER = '1900-01-01'

const last = (what: 'day' | 'value') => sql<string | null>`(select v.${sql.raw(what)}::text from ${seriesValues} v
  where v.series_id = ${series.id} and v.superseded is null order by v.day desc limit 1)`

const row = {
  id: series.id,
  version: series.version,
  code: series.code,
  productId: series.productId,
  productName: products.name,
  name: series.name,
  unit: sql<string>`coalesce((select f.unit from ${seriesFormulas} f where f.series_id = ${series.id}
    and f.valid_from <= coalesce((select max(v.day) from ${seriesValues} v where v.series_id = ${series.id}
      and v.superseded is null), current_date) order by f.valid_from desc limit 1), ${series.unit})`,
  decimals: series.decimals,
  withinDays: series.withinDays,
  remark: series.remark,
  kind: series.kind,
  status: series.status,
  stopReason: series.stopReason,
  stoppedOn: series.stoppedOn,
  isRecomputing: series.isRecomputing,
  processName: processes.name,
  formula: sql<string>`(select f.formula from ${seriesFormulas} f where f.series_id = ${series.id}
    order by f.valid_from desc limit 1)`,
  lastDay: last('day'),
  lastValue: last('value'),
  updatedAt: series.updatedAt,
}

const pages = perEditorialScope((scope, suffix) =>
  list<SeriesRow, SeriesQuery>({
    name: `series${suffix}`,
    always: scope(series.productId),
    filters: {
      code: contains(series.code, 'code'),
      name: nameHas(series.name, 'name', series.spelling),
      productId: equals(series.productId, 'productId'),
      kind: equals(series.kind, 'kind'),
      status: equals(series.status, 'status'),
    },
    sorts: { code: series.code, updatedAt: series.updatedAt },
    usual: sql`${series.code} desc`,
    tie: series.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(series)
        .innerJoin(products, eq(products.id, series.productId))
        .leftJoin(processes, eq(processes.id, series.processId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(series).where(where),
  }),
)

export const pageOfSeries = (db: Db, query: SeriesQuery, actor: Actor) =>
  pages(actor)(db, query, { viewerId: actor.id })
export const eachSeries = {
  each: (db: Db, query: SeriesQuery, { viewer }: { viewer: Viewer }, limit: number) =>
    pages(viewer).each(db, query, { viewerId: viewer.id }, limit),
}

export type SeriesStored = typeof series.$inferSelect

/** Locked by rising ids; those out of scope are left out. */
export const lockSeries = (tx: Tx, actor: Viewer, ids: readonly string[]): Promise<SeriesStored[]> =>
  tx
    .select()
    .from(series)
    .where(and(sql`${series.id} = any(${idArray(ids)})`, editorialScope(actor, series.productId)))
    .orderBy(series.id)
    .for('update')

/** For its form and details; undefined out of scope. */
export async function findSeries(db: Executor, id: string, actor: Viewer): Promise<SeriesDetails | undefined> {
  const [stored] = await db
    .select({ stored: series, processName: processes.name })
    .from(series)
    .leftJoin(processes, eq(processes.id, series.processId))
    .where(and(eq(series.id, id), editorialScope(actor, series.productId)))
  if (!stored) return undefined
  const versions = await db.select().from(seriesFormulas).where(eq(seriesFormulas.seriesId, id))
  const formulas = versions
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
    .map(({ validFrom, formula, unit, byName, at }) => ({
      formula,
      unit,
      byName,
      at: isoMoment(at),
      validFrom: validFrom === SINCE_EVER ? null : validFrom,
    }))
  const [newest] = formulas
  const { processId: _, updatedAt: __, ...own } = stored.stored
  return {
    ...own,
    processName: stored.processName,
    formula: newest?.formula ?? '',
    validFrom: newest?.validFrom ?? null,
    replaced: [],
    formulas,
    inputs: await inputsOf(db, id),
  }
}

const inputFields = sql`s.name, p.name as "productName", s.unit`

/** Inputs of the formulas of a series, in the reader's scope or not. */
async function inputsOf(db: Executor, seriesId: string): Promise<Input[]> {
  const { rows } = await db.execute<Input>(sql`
    select distinct s.code as id, ${inputFields} from ${seriesInputs} n
        join ${quoteItems} s on s.id = n.quote_item_id join ${products} p on p.id = s.product_id
      where n.series_id = ${seriesId}::bigint
    union
    select s.code, ${inputFields} from ${seriesInputs} n join ${series} s on s.id = n.input_id
        join ${products} p on p.id = s.product_id
      where n.series_id = ${seriesId}::bigint
    order by 1`)
  return rows
}

export type Known = Input & { isSeries: boolean; rowId: string }

const both = (where: (table: 'i' | 's') => ReturnType<typeof sql>) => sql`
  select i.code as id, i.name, p.name as "productName", i.unit, false as "isSeries", i.id::text as "rowId", p.sort
    from ${quoteItems} i join ${products} p on p.id = i.product_id where ${where('i')}
  union all
  select s.code, s.name, p.name, s.unit, true, s.id::text, p.sort
    from ${series} s join ${products} p on p.id = s.product_id where ${where('s')}`

/** Those of these codes that are in the actor's scope, or that the series names already. */
export async function knownInputs(
  db: Executor,
  actor: Viewer,
  codes: readonly string[],
  seriesId = '0',
): Promise<Map<string, Known>> {
  const { rows } = await db.execute<Known>(
    both((table) => {
      const [own, column] = table === 'i' ? [sql`i`, sql`n.quote_item_id`] : [sql`s`, sql`n.input_id`]
      return sql`${own}.code = any(${sql.param([...codes])}::text[]) and (${editorialScope(actor, sql`p.id`)}
        or exists (select from ${seriesInputs} n where n.series_id = ${seriesId}::bigint and ${column} = ${own}.id))`
    }),
  )
  return new Map(rows.map((found) => [found.id, found]))
}

const FOUND = 50

export async function searchInputs(
  db: Executor,
  { text = '', ids }: { text?: string | undefined; ids?: string[] | undefined },
  actor: Viewer,
): Promise<Input[]> {
  const part = keyPart(text)
  const { rows } = await db.execute<Known>(
    sql`select * from (${both((table) => {
      const own = sql.raw(table)
      const condition = ids
        ? sql`${own}.code = any(${sql.param(ids)}::text[])`
        : sql`(${hasName(sql`${own}.name`, part, sql`${own}.spelling`)} or text_key(${own}.code) like ${part}
            or ${hasName(sql`p.name`, part, sql`p.spelling`)})`
      return sql`${condition} and ${editorialScope(actor, sql`p.id`)}`
    })}) found order by "isSeries" desc, sort, id limit ${ids ? ids.length : FOUND}`,
  )
  return rows.map(({ id, name, productName, unit }) => ({ id, name, productName, unit }))
}

/** The series that the formulas of each series name, by code. */
export async function seriesNeeds(db: Executor): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ code: string; needs: string[] }>(sql`
    select s.code, array_agg(distinct o.code) as needs from ${seriesInputs} n
      join ${series} s on s.id = n.series_id join ${series} o on o.id = n.input_id group by s.code`)
  return new Map(rows.map(({ code, needs }) => [code, needs]))
}

export async function isSeriesNameTaken(tx: Tx, productId: string, name: string, but = '0'): Promise<boolean> {
  const isSame = sql`${series.productId} = ${productId}::bigint and lower(${series.name}) = lower(${name})
    and ${series.id} <> ${but}::bigint`
  return (await tx.$count(series, isSame)) > 0
}

type Place = { productId: string; name: string }

/** Which rows already have a name of their product, by the place in the list that is asked. */
export async function standingNames(
  db: Executor,
  table: typeof series | typeof processes,
  places: readonly Place[],
): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ at: number; id: string }>(sql`
    select asked.at::int - 1 as at, t.id::text as id
      from unnest(${idArray(places.map(({ productId }) => productId))},
        ${sql.param(places.map(({ name }) => name))}::text[]) with ordinality as asked(product, name, at)
      join ${table} t on t.product_id = asked.product and lower(t.name) = lower(asked.name)`)
  return new Map(rows.map(({ at, id }) => [at, id]))
}

type NewFormula = { validFrom: string; formula: string; unit: string; byName: string; replaced: readonly string[] }

/** Stores the formula from a day on in place of that of the same day and of the `replaced` later ones. */
export async function storeFormula(
  tx: Tx,
  seriesId: string,
  { replaced, ...formula }: NewFormula,
  inputs: readonly Known[],
): Promise<void> {
  await tx.execute(sql`delete from ${seriesFormulas} where series_id = ${seriesId}::bigint
    and valid_from = any(${sql.param([formula.validFrom, ...replaced])}::date[])`)
  await insertFormulas(tx, [{ seriesId, ...formula, inputs }])
}

export type SeriesFormula = Omit<NewFormula, 'replaced'> & { seriesId: string; inputs: readonly Known[] }

/** Formulas of days for which their series have none. */
export async function insertFormulas(tx: Tx, formulas: readonly SeriesFormula[]): Promise<void> {
  const ids = await insertRows(
    tx,
    seriesFormulas,
    formulas.map(({ inputs: _, ...formula }) => formula),
  )
  await insertRows(
    tx,
    seriesInputs,
    formulas.flatMap(({ seriesId, inputs }, at) =>
      inputs.map(({ isSeries, rowId }) => ({
        formulaId: ids[at] ?? '',
        seriesId,
        quoteItemId: isSeries ? null : rowId,
        inputId: isSeries ? rowId : null,
      })),
    ),
  )
}

/** Of all days. */
export async function setUnit(tx: Tx, seriesIds: readonly string[], unit: string): Promise<void> {
  await tx.execute(sql`update ${seriesFormulas} set unit = ${unit}
    where series_id = any(${idArray(seriesIds)})`)
}

export async function countSeriesUses(tx: Tx, id: string): Promise<Record<'系列公式' | '投入产出' | '价差表', number>> {
  const { rows } = await tx.execute<{ formulas: number; terms: number; rows: number }>(sql`
    select (select count(distinct series_id)::int from ${seriesInputs} where input_id = ${id}::bigint) as formulas,
      (select count(*)::int from ${processTerms} where input_id = ${id}::bigint) as terms,
      (select count(*)::int from ${differenceRows} where series_id = ${id}::bigint) as rows`)
  const [found] = rows
  return { 系列公式: found?.formulas ?? 0, 投入产出: found?.terms ?? 0, 价差表: found?.rows ?? 0 }
}

export type SeriesValue = {
  seriesId: string
  day: string
  value: string | null
  lack: Lack | null
  publication: string
}

/**
 * Results of series in the actor's scope, by series and day: current ones, or those that readers saw at a publication.
 * A day without a value has a reason; a day without any input has no row.
 */
export async function seriesValuesOf(
  db: Executor,
  {
    seriesIds,
    from,
    to,
    asKnownAt,
  }: { seriesIds: readonly string[]; from: string; to: string; asKnownAt?: string | undefined },
  actor: Viewer,
): Promise<SeriesValue[]> {
  const then = asKnownAt ?? '0'
  const isSeen =
    asKnownAt === undefined
      ? sql`v.superseded is null`
      : sql`v.publication <= ${then}::bigint and (v.superseded is null or v.superseded > ${then}::bigint)`
  const { rows } = await db.execute<SeriesValue>(sql`
    select v.series_id::text as "seriesId", v.day::text as day, v.value::text as value, v.lack,
        v.publication::text as publication
      from ${seriesValues} v join ${series} s on s.id = v.series_id
      where v.series_id = any(${idArray(seriesIds)}) and v.day between ${from}::date and ${to}::date
        and ${isSeen} and ${editorialScope(actor, sql`s.product_id`)} order by v.series_id, v.day`)
  return rows
}
