// Tables of price differences of the demo company: places and grades of steel against a base item, computed or entered.
import { sql } from 'drizzle-orm'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { recalculateChanges } from '#server/features/prices/publications.queries.ts'
import { SINCE_EVER } from '#server/features/prices/series/series.queries.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { priceRevisions, prices, quoteItems } from '../../schema/prices/prices.ts'
import { differenceRows, differenceTables, series, seriesFormulas, seriesInputs } from '../../schema/prices/series.ts'
import { findAuthor, findItems, storeValues } from './series.ts'

/** 价差表|基准|类别 名称 对比报价项，或录入的常见价差;… */
const tables = `
螺纹钢价差|螺纹钢HRB400E 上海|place 杭州 [螺纹钢HRB400E 杭州];place 北京 [螺纹钢HRB400E 北京];grade HRB500E [螺纹钢HRB500E 上海];grade Φ12毫米 120;grade Φ32毫米 60
热轧卷板价差|热轧卷板Q235B 上海|place 天津 [热轧卷板Q235B 天津];place 乐从 [热轧卷板Q235B 乐从];grade Q355B 180;grade 2.75毫米 90
中厚板价差|中厚板Q235B 上海|place 天津 [中厚板Q235B 天津];grade Q355B 210;grade Q355NE 430
`
/** Days of entered differences. */
const ENTERED_DAYS = 120

type Items = Awaited<ReturnType<typeof findItems>>
type Base = { id: string; code: string; productId: string }
type RowContext = { tx: Tx; base: Base; table: string; name: string; byName: string }

async function addComputed({ tx, base, table, name, byName }: RowContext, compared: Base): Promise<string> {
  const { productId } = base
  const own = { productId, name: `${table} ${name}`, unit: '元/吨', decimals: 0, kind: 'spread' as const }
  const [seriesId = ''] = await insertRows(tx, series, [own])
  const formula = `${compared.code} - ${base.code}`
  const version = { seriesId, validFrom: SINCE_EVER, formula, unit: own.unit, byName }
  const [formulaId = ''] = await insertRows(tx, seriesFormulas, [version])
  await insertRows(
    tx,
    seriesInputs,
    [base, compared].map(({ id: quoteItemId }) => ({ formulaId, seriesId, quoteItemId })),
  )
  return seriesId
}

/** Published with the base: each day the usual difference or close to it. */
async function addEntered({ tx, base, table, name }: RowContext, usual: number): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${quoteItems} (product_id, name, market, region_id, unit, currency, is_tax_included, kind, decimals,
        allows_negative, frequency, weekdays, due_time, source, method, analyst_id, deputy_id, sort)
      select product_id, ${`${table} ${name}`}, market, region_id, unit, currency, is_tax_included, 'single', decimals,
        true, frequency, weekdays, due_time, source, '相对“' || name || '”的价差', analyst_id, deputy_id, sort + 5
      from ${quoteItems} where id = ${base.id}::bigint returning id::text as id`)
  const id = rows[0]?.id ?? ''
  await tx.execute(sql`
    insert into ${prices} (quote_item_id, product_id, day, low, high, average, version, status, publication,
        entered_by_id, submitted_by_id, submitted_at, verified_by_id, verified_at, updated_at)
      select ${id}::bigint, p.product_id, p.day, v, v, v, 3, 'verified', p.publication, p.entered_by_id,
        p.submitted_by_id, p.submitted_at, p.verified_by_id, p.verified_at, p.updated_at
      from ${prices} p, lateral (select ${usual}::numeric + 10 * ((p.day - date '2020-01-01') / 17 % 3 - 1) as v) of
      where p.quote_item_id = ${base.id}::bigint and p.status = 'verified' and p.reviewing is null
      order by p.day desc limit ${ENTERED_DAYS}`)
  await tx.execute(sql`
    insert into ${priceRevisions} (price_id, quote_item_id, day, number, act, low, high, average, origin, publication,
        by_id, by_name, at)
      select e.id, e.quote_item_id, e.day, a.number, a.act, e.low, e.high, e.average, e.origin,
        case a.act when 'verify' then e.publication end, a.by, u.user_name, e.verified_at - a.before
      from ${prices} e cross join lateral (values (1, 'save', e.entered_by_id, interval '25 minutes'),
        (3, 'verify', e.verified_by_id, interval '0')) as a(number, act, by, before) join users u on u.id = a.by
      where e.quote_item_id = ${id}::bigint order by e.day, a.number`)
  const { rows: entries } = await tx.execute<{ id: string }>(
    sql`select id::text as id from ${prices} where quote_item_id = ${id}::bigint`,
  )
  await recalculateChanges(
    tx,
    entries.map((entry) => entry.id),
  )
  return id
}

async function addTable(tx: Tx, line: string, items: Items, byName: string): Promise<string[]> {
  const [name = '', place = '', list = ''] = line.split('|')
  const base = items.get(place)
  if (!base) return []
  const { productId, id: baseItemId } = base
  const [tableId = ''] = await insertRows(tx, differenceTables, [{ productId, name, baseItemId }])
  const made: string[] = []
  for (const [at, text] of list.split(';').entries()) {
    const [, kind, own = '', against, usual] = /^(grade|place) (\S+) (?:\[(.+)\]|(-?\d+))$/.exec(text) ?? []
    const compared = against === undefined ? undefined : items.get(against)
    if (against !== undefined && !compared) continue
    const context = { tx, base, table: name, name: own, byName }
    const seriesId = compared ? await addComputed(context, compared) : null
    const quoteItemId = compared ? null : await addEntered(context, Number(usual))
    if (seriesId) made.push(seriesId)
    const sources = { seriesId, quoteItemId, comparedItemId: compared?.id ?? null }
    await insertRows(tx, differenceRows, [{ tableId, place: at + 1, kind: kind as 'grade', name: own, ...sources }])
  }
  return made
}

/** Adds nothing where it has been before. */
export async function addDifferences(tx: Tx): Promise<void> {
  if (!(await isEmpty(tx, differenceTables))) return
  const items = await findItems(tx)
  const byName = await findAuthor(tx)
  const made: string[] = []
  for (const line of tables.trim().split('\n')) made.push(...(await addTable(tx, line, items, byName)))
  if (made.length > 0) await storeValues(tx, made)
}
