// Queries for the price grids.

import { sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { getSheet, MatrixItem, MovedSeries, RemarkRow, SheetRow } from '#contract/prices/price-grids.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope } from '#server/core/access/scope.ts'
import { readCalendars } from '#server/core/calendars.ts'
import type { Db } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { differenceRows, series } from '#server/db/schema/prices/series.ts'
import { defined, isSameBasis, joinDefinition } from './definitions.queries.ts'
import { isItemDueOn, withItemDays } from './due-patterns.queries.ts'
import { itemRules, shownOf } from './entries.queries.ts'
import { type ItemRules, verdictOnDay } from './entries.rules.ts'
import { struckOf } from './publications.queries.ts'
import { seriesAfter } from './series/series-values.queries.ts'

const idList = (ids: readonly string[]) => sql`any(${idArray(ids)})`

/** Most rows in the grid of a day. */
const SHEET_ROWS = 2_000

/** Published prices before the day that a row shows. */
const RECENT = 5

type SheetQuery = Input<typeof getSheet>

/** The items of the day in the order of their products; with `mine` only those due or entered. */
export async function sheetOf(
  db: Db,
  { day, productIds, mine, differences }: SheetQuery,
  actor: Actor,
): Promise<SheetRow[]> {
  const chosen = [
    editorialScope(actor, sql`i.product_id`),
    ...(productIds ? [sql`i.product_id = ${idList(productIds)}`] : []),
    ...(differences ? [sql`r.id is not null`] : []),
    ...(mine ? [sql`${actor.id}::bigint in (i.analyst_id, i.deputy_id)`] : []),
  ]
  type Row = Omit<SheetRow, 'isDue' | 'closed' | 'last'> & { rules: ItemRules; today: string }
  const calendars = await readCalendars(db)
  const { rows } = await db.execute<Row>(sql`
    select i.id::text as "quoteItemId", i.code, i.product_id::text as "productId", p.name as "productName",
        i.name as "itemName", ${defined('market')} as market, ${defined('specification')} as specification,
        ${defined('unit')} as unit, ${defined('kind')} as kind, ${defined('decimals')} as decimals,
        i.allows_negative as "allowsNegative", i.lowest::text as lowest, i.highest::text as highest,
        i.usual_move::text as "usualMove", i.usual_median::text as "usualMedian",
        i.usual_deviation::text as "usualDeviation", ${itemRules} as rules, current_date::text as today,
        (select coalesce(json_agg(b order by b.day desc), '[]') from (
          select p.day, p.low::text as low, p.high::text as high, p.average::text as average from ${prices} p
            where p.quote_item_id = i.id and p.day < ${day}::date and p.publication is not null
            order by p.day desc limit ${RECENT}) b where ${isSameBasis(sql`b.day`, sql`${day}::date`)}) as recent,
        r.name as "rowName", case when e.id is null then null else ${shownOf(sql`e`)} end as entry
      from ${quoteItems} i join ${products} p on p.id = i.product_id
      ${joinDefinition(sql`${day}::date`)}
      left join ${differenceRows} r on r.quote_item_id = i.id
      left join ${prices} e on e.quote_item_id = i.id and e.day = ${day}::date ${withItemDays}
      where (i.status = 'update' or e.id is not null) and ${sql.join(chosen, sql` and `)}
      order by p.sort, p.id, i.sort, i.id limit ${SHEET_ROWS}`)
  return rows
    .map(({ rules, today, ...row }) => ({
      ...row,
      last: row.recent[0] ?? null,
      isDue: isItemDueOn(calendars, day, rules),
      closed: verdictOnDay(calendars, { day, today, item: rules }, true),
    }))
    .filter(({ isDue, entry }) => !mine || isDue || entry !== null)
}

type MatrixQuery = { productIds: string[]; from: string; to: string }

/** Items without a published price in the range are left out. */
export async function matrixOf(db: Db, { productIds, from, to }: MatrixQuery, actor: Actor): Promise<MatrixItem[]> {
  const { rows } = await db.execute<MatrixItem>(sql`
    select concat_ws('.', i.id, d.until) as key, i.id::text as "quoteItemId", i.code, i.name as "itemName",
        p.name as "productName", ${defined('unit')} as unit, ${defined('kind')} as kind,
        ${defined('decimals')} as decimals, i.allows_negative as "allowsNegative", json_agg(json_build_object('id', e.id::text,
          'version', e.version, 'day', e.day, 'low', e.low::text, 'high', e.high::text, 'average', e.average::text,
          'remark', e.remark, 'struck', ${struckOf(sql`e`)}, 'isReviewing', e.reviewing is not null) order by e.day) as cells
      from ${quoteItems} i join ${products} p on p.id = i.product_id
      join ${prices} e on e.quote_item_id = i.id and e.day between ${from}::date and ${to}::date
        and e.publication is not null
      ${joinDefinition(sql`e.day`)}
      where i.product_id = ${idList(productIds)} and ${editorialScope(actor, sql`i.product_id`)}
      group by i.id, p.id, d.quote_item_id, d.until
      order by p.sort, p.id, i.sort, i.id, d.until limit ${SHEET_ROWS}`)
  const isSplit = (row: MatrixItem) => rows.some((other) => other !== row && other.quoteItemId === row.quoteItemId)
  return rows.map((row) => (isSplit(row) ? { ...row, itemName: `${row.itemName}（${row.unit}）` } : row))
}

export async function movedBy(db: Db, quoteItemIds: readonly string[], actor: Actor): Promise<MovedSeries[]> {
  const { rows: own } = await db.execute<{ id: string }>(sql`select i.id::text as id from ${quoteItems} i
    where i.id = ${idList(quoteItemIds)} and ${editorialScope(actor, sql`i.product_id`)}`)
  const after = await seriesAfter(db, { quoteItemIds: own.map(({ id }) => id) })
  const { rows } = await db.execute<MovedSeries>(sql`
    select s.id::text as id, s.name, p.name as "productName" from ${series} s join ${products} p on p.id = s.product_id
      where s.id = ${idList(after)} and ${editorialScope(actor, sql`s.product_id`)} order by p.sort, p.id, s.id`)
  return rows
}

type RemarkQuery = { day: string; productIds?: string[] | undefined }

export async function remarksOf(db: Db, { day, productIds }: RemarkQuery, actor: Actor): Promise<RemarkRow[]> {
  const chosen = [
    editorialScope(actor, sql`e.product_id`),
    ...(productIds ? [sql`e.product_id = ${idList(productIds)}`] : []),
  ]
  const { rows } = await db.execute<RemarkRow>(sql`
    select e.id::text as id, e.version, p.name as "productName", i.name as "itemName",
        i.english_name as "itemEnglishName", e.average::text as average, ${defined('unit')} as unit, e.remark,
        e.english_remark as "englishRemark", e.status
      from ${prices} e join ${quoteItems} i on i.id = e.quote_item_id join ${products} p on p.id = e.product_id
      ${joinDefinition(sql`${day}::date`)}
      where e.day = ${day}::date and (e.remark <> '' or e.english_remark <> '') and ${sql.join(chosen, sql` and `)}
      order by p.sort, p.id, i.sort, i.id limit ${SHEET_ROWS}`)
  return rows
}
