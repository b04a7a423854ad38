// The price query: one row for each column, with its days and figures as two arrays. One statement, so that figures and
// publication belong to the same moment.

import { type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#contract/prices/conversion.ts'
import type { Measure } from '#contract/prices/periods.ts'
import type { ColumnKind, DataChoice, DataColumn } from '#contract/prices/price-data.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { pricePublications, priceRevisions, prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { series, seriesFormulas, seriesValues } from '#server/db/schema/prices/series.ts'
import { definitionsSince, isSameBasis } from './definitions.queries.ts'

/** A column as it is stored. */
export type StoredColumn = {
  kind: ColumnKind
  id: string
  code: string
  name: string
  productName: string
  /** What its figures mean, the oldest first: each until the next begins, the last without end. */
  definitions: {
    until: string | null
    unit: string
    decimals: number
    currency: Currency | null
    isTaxIncluded: boolean
  }[]
  /** Sorted, with one figure each. */
  days: string[]
  figures: string[]
  /** Days of corrections, with the figure before it and all earlier ones, the oldest first. */
  corrected: { day: string; before: string | null; steps: string[] }[]
  /** The last known figure before the first day, in that day's unit. */
  before: string | null
}

export type DataRange = { from: string; to: string; measure: Measure; asKnownAt: string | null }

type Known = { number: string; at: string | null }

/** The newest publication up to a number or a time; without either, the newest of all. */
export async function findPublication(
  db: Executor,
  { asKnownAt = null, knownAt = null }: { asKnownAt?: string | undefined | null; knownAt?: string | undefined | null },
): Promise<Known | undefined> {
  const { rows } = await db.execute<Known>(sql`
    select number::text as number, at::text as at from ${pricePublications}
      where number <= coalesce(${asKnownAt}::bigint, number) and at <= coalesce(${knownAt}::timestamptz, at)
      order by ${pricePublications.number} desc limit 1`)
  const [found] = rows
  return found && { number: found.number, at: found.at && isoMoment(found.at) }
}

const figureOf = (measure: Measure) => sql.raw(measure === 'high' || measure === 'low' ? measure : 'average')

/** Published entries of the item: the current ones, or those that readers saw at a publication. */
function published({ measure, asKnownAt }: DataRange, within: SQL): SQL {
  const figure = figureOf(measure)
  const replaced = sql`(with recursive earlier as (
      select b.replaces, b.${figure} as figure, 1 as n from ${priceRevisions} r
        join ${priceRevisions} b on b.id = r.replaces
        where r.quote_item_id = p.quote_item_id and r.day = p.day and r.publication = p.publication
      union all
      select b.replaces, b.${figure}, e.n + 1 from earlier e join ${priceRevisions} b on b.id = e.replaces)
    select array_agg(figure::text order by n desc) from earlier)`
  if (asKnownAt === null) {
    return sql`select p.day, p.${figure} as figure, p.status = 'corrected' as is_corrected,
        case when p.status = 'corrected' then ${replaced} end as steps
      from ${prices} p where p.quote_item_id = i.id and p.publication is not null and ${within}`
  }
  return sql`select p.day, p.${figure} as figure, p.replaces is not null as is_corrected,
      case when p.replaces is not null then ${replaced} end as steps
    from (select distinct on (p.day) p.* from ${priceRevisions} p
      where p.quote_item_id = i.id and p.publication <= ${asKnownAt}::bigint and ${within}
      order by p.day desc, p.publication desc) p
    where p.act <> 'cancelVerify'`
}

type Row = Omit<StoredColumn, 'days' | 'figures' | 'corrected'> & {
  days: string | null
  figures: string | null
  corrected: StoredColumn['corrected'] | null
}

const listOf = (text: string | null) => (text === null ? [] : text.split(','))

/** Items in the viewer's scope, in the order of `ids`. */
export async function readItemColumns(
  db: Executor,
  ids: readonly string[],
  range: DataRange,
  viewer: Viewer,
): Promise<StoredColumn[]> {
  if (ids.length === 0) return []
  const inRange = sql`p.day between ${range.from}::date and ${range.to}::date`
  const { rows } = await db.execute<Row>(sql`
    select 'item' as kind, i.id::text as id, i.code, i.name, c.name as "productName",
        ${definitionsSince(sql`${range.from}::date`)} as definitions, f.days, f.figures, f.corrected,
        (select b.figure from (select b.day, b.figure::text as figure
            from (${published(range, sql`p.day < ${range.from}::date`)}) b order by b.day desc limit 1) b
          where ${isSameBasis(sql`b.day`, sql`${range.from}::date`)}) as before
      from unnest(${idArray(ids)}) with ordinality as q(id, n)
      join ${quoteItems} i on i.id = q.id and ${editorialScope(viewer, sql`i.product_id`)}
      join ${products} c on c.id = i.product_id
      cross join lateral (
        select string_agg(d.day::text, ',') as days, string_agg(d.figure::text, ',') as figures,
            json_agg(json_build_object('day', d.day, 'before', d.steps[cardinality(d.steps)],
              'steps', coalesce(d.steps, '{}'))) filter (where d.is_corrected) as corrected
          from (select * from (${published(range, inRange)}) d order by d.day) d) f
      order by q.n`)
  return rows.map(columnOf)
}

const columnOf = ({ days, figures, corrected, ...row }: Row): StoredColumn => ({
  ...row,
  days: listOf(days),
  figures: listOf(figures),
  corrected: corrected ?? [],
})

/** The units of series `s`, each until the next formula begins. */
const unitsOf = sql`(select f.unit, f.valid_from, lead(f.valid_from) over (order by f.valid_from) as until
  from ${seriesFormulas} f where f.series_id = s.id)`
const unitOn = (
  day: SQL,
) => sql`(select f.unit from ${seriesFormulas} f where f.series_id = s.id and f.valid_from <= ${day}
  order by f.valid_from desc limit 1)`

/** The same for series. A value that changed later counts as corrected: an input was corrected, or the formula. */
export async function readSeriesColumns(
  db: Executor,
  ids: readonly string[],
  { from, to, asKnownAt }: DataRange,
  viewer: Viewer,
): Promise<StoredColumn[]> {
  if (ids.length === 0) return []
  const isKnown =
    asKnownAt === null
      ? sql`v.superseded is null`
      : sql`v.publication <= ${asKnownAt}::bigint and (v.superseded is null or v.superseded > ${asKnownAt}::bigint)`
  const superseded = sql`(with recursive earlier as (
      select b.publication, b.value, 1 as n from ${seriesValues} b
        where b.series_id = v.series_id and b.day = v.day and b.superseded = v.publication
      union all
      select b.publication, b.value, e.n + 1 from earlier e join ${seriesValues} b
        on b.series_id = v.series_id and b.day = v.day and b.superseded = e.publication)
    select array_agg(value::text order by n desc) filter (where value is not null) from earlier
      having (array_agg(value order by n))[1] is not null)`
  const ofSeries = sql`${seriesValues} v where v.series_id = s.id and ${isKnown} and v.value is not null`
  const { rows } = await db.execute<Row>(sql`
    select 'series' as kind, s.id::text as id, s.code, s.name, c.name as "productName",
        (select json_agg(json_build_object('until', u.until, 'unit', u.unit, 'decimals', s.decimals, 'currency', null,
            'isTaxIncluded', false) order by u.valid_from)
          from ${unitsOf} u where coalesce(u.until, 'infinity') > ${from}::date) as definitions,
        f.days, f.figures, f.corrected,
        (select case when ${unitOn(sql`v.day`)} = ${unitOn(sql`${from}::date`)} then v.value::text end
          from ${ofSeries} and v.day < ${from}::date order by v.day desc limit 1) as before
      from unnest(${idArray(ids)}) with ordinality as q(id, n)
      join ${series} s on s.id = q.id and ${editorialScope(viewer, sql`s.product_id`)}
      join ${products} c on c.id = s.product_id
      cross join lateral (
        select string_agg(d.day::text, ',') as days, string_agg(d.value::text, ',') as figures,
            json_agg(json_build_object('day', d.day, 'before', d.steps[cardinality(d.steps)], 'steps', d.steps))
              filter (where d.steps is not null) as corrected
          from (select v.day, v.value, ${superseded} as steps
              from ${ofSeries} and v.day between ${from}::date and ${to}::date order by v.day) d) f
      order by q.n`)
  return rows.map(columnOf)
}

/** Most of each kind. */
const FOUND = 50

type Search = { text?: string | undefined; productId?: string | undefined; columns?: DataColumn[] | undefined }

/** By product; items before series. */
export async function findColumns(
  db: Executor,
  { text, productId, columns }: Search,
  viewer: Viewer,
): Promise<DataChoice[]> {
  const part = keyPart(text ?? '')
  const found = (kind: ColumnKind, table: SQL, order: SQL) => {
    const ids = columns?.flatMap((column) => (column.kind === kind ? [column.id] : []))
    const conditions = [
      editorialScope(viewer, sql`i.product_id`),
      ...(text?.trim()
        ? [
            sql`(${hasName(sql`i.name`, part, sql`i.spelling`)} or ${hasName(sql`i.code`, part)}
              or ${hasName(sql`p.name`, part, sql`p.spelling`)})`,
          ]
        : []),
      ...(productId ? [sql`i.product_id = ${productId}::bigint`] : []),
      ...(ids ? [sql`i.id = any(${idArray(ids)})`] : []),
    ]
    return sql`(select ${kind}::text as kind, i.id::text as id, i.code, i.name, p.name as "productName", i.unit
      from ${table} i join ${products} p on p.id = i.product_id where ${sql.join(conditions, sql` and `)}
      order by p.sort, p.id, ${order} limit ${FOUND})`
  }
  const { rows } = await db.execute<DataChoice>(
    sql`${found('item', sql`${quoteItems}`, sql`i.sort, i.id`)} union all ${found('series', sql`${series}`, sql`i.id`)}`,
  )
  return rows
}
