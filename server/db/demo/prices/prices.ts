// Two years of prices of the demo company: quote items, entered, verified and corrected prices, and those pending
// today.
import { sql } from 'drizzle-orm'
import { readWorkdays } from '#server/core/calendars.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { learnUsual } from '#server/features/prices/publications.queries.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { priceRevisions, prices, quoteItemMethods, quoteItems } from '../../schema/prices/prices.ts'
import { inBulk } from '../bulk.ts'
import { createDays, type Days } from '../members/customers-days.ts'
import {
  insertCorrections,
  insertPublications,
  insertPublished,
  insertRevisions,
  insertUnfinished,
  type Remarks,
} from './prices-insert.ts'
import { type PlannedItem, planItems } from './prices-items.ts'
import { type Person, planPrices, type StoredItem, WINDOW_DAYS } from './prices-plan.ts'

/** As many times the items at most, however large the staff: each has hundreds of prices. */
const SCALE_MAX = 20
const SORT_STEP = 10
/** Older prices have fewer revisions, so that they are stored sooner. */
const WHOLE_DAYS = 90
/** A gram costs little and is quoted to the last 分. */
const decimalsOf = (unit: string) => (unit.endsWith('/克') ? 2 : 0)

const remarks: Remarks = [
  ['市场成交清淡，商家报价持稳', 'Thin trading, offers stable'],
  ['刚需采购为主，成交一般', 'Hand-to-mouth buying, moderate deals'],
  ['期货上行，商家惜售', 'Futures up, sellers hold back'],
  ['期货回落，报价小幅下调', 'Futures down, offers trimmed'],
  ['到货偏少，现货紧张', 'Few arrivals, tight spot supply'],
  ['库存压力较大，低价出货', 'High stocks, sales at lower prices'],
  ['厂家调价，市场跟涨', 'Mills raise prices, market follows'],
  ['节前备货，成交好转', 'Restocking before the holiday, better deals'],
]
const reasons = [
  '主力厂家集中调价',
  '装置意外停车，供应骤减',
  '期货大幅波动，现货跟随',
  '政策调整，市场重新定价',
] as const

type Found = { id: string; name: string; unit: string; tableType: number; analysts: (Person & { desk: string })[] }

/** Products by name, with those who work on them, whoever is there longest first. */
async function findProducts(tx: Tx, names: readonly string[]): Promise<Map<string, Found>> {
  const { rows } = await tx.execute<Found>(sql`
    select p.id::text as id, p.name, p.unit, p.table_type as "tableType", json_agg(json_build_object('id', u.id::text,
        'name', u.user_name, 'since', u.created_at::date, 'desk', u.dept_id::text) order by u.created_at, u.id) as analysts
      from products p join user_products g on g.product_id = p.id
      join roles r on r.id = g.role_id and r.code = 'priceAnalyst'
      join users u on u.id = g.user_id and u.status = 'enabled' and not u.locked and u.deleted_at is null
        and u.last_sign_in_at is not null
      where p.name = any(${sql.param([...names])}::text[]) and p.code not like '%-%'
      group by p.id order by p.id`)
  return new Map(rows.map((row) => [row.name, row]))
}

async function findReviewers(tx: Tx): Promise<Person[]> {
  const { rows } =
    await tx.execute<Person>(sql`select u.id::text as id, u.user_name as name, u.created_at::date::text as since
    from users u join roles r on r.id = u.role_id and r.code = 'reviewer'
    where u.status = 'enabled' and u.deleted_at is null order by u.created_at, u.id`)
  return rows
}

async function findRegions(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ name: string; id: string }>(sql`select distinct on (name) name, id::text as id
    from regions where level < 3 and name = any(${sql.param([...names])}::text[]) order by name, level`)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

async function storeItems(tx: Tx, days: Days, planned: readonly PlannedItem[]): Promise<StoredItem[]> {
  const products = await findProducts(tx, [...new Set(planned.map(({ product }) => product))])
  const regions = await findRegions(tx, [...new Set(planned.map(({ region }) => region))])
  const desks = new Map<string, number>()
  const places = new Map<string, number>()
  const found = planned.flatMap((item) => {
    const product = products.get(item.product)
    const [senior] = product?.analysts ?? []
    if (!product || !senior) return []
    desks.set(senior.desk, desks.get(senior.desk) ?? desks.size)
    const place = (places.get(product.id) ?? 0) + 1
    places.set(product.id, place)
    const nth = (by: number) => product.analysts[(places.size + by) % product.analysts.length] ?? senior
    const own = {
      senior,
      analyst: nth(0),
      desk: desks.get(senior.desk) ?? 0,
      decimals: decimalsOf(product.unit),
      isRange: product.tableType === 1,
    }
    return [{ item, product, sort: place * SORT_STEP, deputyId: product.analysts.length > 1 ? nth(1).id : null, own }]
  })
  const ids = await insertRows(
    tx,
    quoteItems,
    found.map(({ item, product, sort, deputyId, own }) => ({
      productId: product.id,
      name: item.name,
      englishName: item.englishName,
      market: item.market,
      specification: item.specification,
      brand: item.brand,
      regionId: regions.get(item.region) ?? null,
      unit: product.unit,
      delivery: item.delivery,
      kind: own.isRange ? ('range' as const) : ('single' as const),
      decimals: own.decimals,
      frequency: item.frequency,
      weekdays: item.weekdays,
      dueTime: item.dueTime,
      activeSince: `${days.day(-item.since)}T09:00:00+08:00`,
      usualMove: item.usualMove,
      method: item.method,
      source: item.source,
      sort,
      analystId: own.analyst.id,
      deputyId,
      stopReason: item.stopReason,
      status: item.stopped === null ? ('update' as const) : ('stopUpdate' as const),
      stoppedOn: item.stopped === null ? null : days.day(-item.stopped),
    })),
  )
  await insertRows(
    tx,
    quoteItemMethods,
    found.map(({ item, own }, at) => ({
      quoteItemId: ids[at] ?? '',
      method: item.method,
      byName: own.senior.name,
      at: `${days.day(-item.since)}T09:00:00+08:00`,
    })),
  )
  return found.map(({ item, own }, at) => ({ ...item, ...own, id: ids[at] ?? '' }))
}

/** Adds nothing where it has been before. */
export async function addPrices(tx: Tx, { scale, today }: { scale: number; today: Date }): Promise<void> {
  if (!(await isEmpty(tx, quoteItems))) return
  const days = createDays(today)
  const items = await storeItems(tx, days, planItems(Math.min(scale, SCALE_MAX)))
  const reviewers = await findReviewers(tx)
  if (items.length === 0 || reviewers.length === 0) return
  const plan = planPrices(items, { days, calendar: await readWorkdays(tx), reviewers, remarks: remarks.length })
  await insertPublications(tx, plan.publications)
  await inBulk(tx, [prices, priceRevisions], async () => {
    await insertPublished(tx, plan.published, { firstDay: days.day(-WINDOW_DAYS), remarks, reasons })
    await insertRevisions(tx, plan.corrections, { wholeAfter: days.day(-WHOLE_DAYS) })
  })
  await insertCorrections(tx, plan.corrections)
  await insertUnfinished(tx, plan.unfinished, reasons[0])
  await learnUsual(
    tx,
    items.map(({ id }) => id),
  )
}
