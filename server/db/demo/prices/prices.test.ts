// The demo company's prices on a real database: entries agree with their revisions, and with what the acts would have
// done.
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { isDueOn } from '#contract/monitoring/calendar-days.ts'
import type { QuoteFrequency } from '#contract/prices/price-labels.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import { learnUsual, recalculateChanges } from '#server/features/prices/publications.queries.ts'
import { recompute } from '#server/features/prices/series/series-values.acts.ts'
import { asOwner, cloneDatabase, FRIDAY, type TestDatabase } from '#test/database.ts'
import { demoDatabase } from '#test/demo.ts'
import { planItems } from './prices-items.ts'

const { database, many, one } = demoDatabase('figures')

const shapeOf = async ({ db }: Pick<TestDatabase, 'db'>) => {
  const { rows } = await db.execute(
    sql`select indexdef as definition from pg_indexes where tablename in ('prices', 'price_revisions')
      union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where conrelid in ('prices'::regclass, 'price_revisions'::regclass) order by 1`,
  )
  return rows
}

describe('§1 the demo company’s prices', () => {
  it('went to files and a key before and after their newest corrections, some with notices still pending', async () => {
    const [found] =
      await many(`select count(distinct i.quote_item_id || i.days::text)::int as entries, count(*)::int as uses,
        count(*) filter (where u.publication < p.publication)::int as old,
        count(*) filter (where u.publication < p.publication and n.id is null)::int as open
      from price_use_items i join price_uses u on u.id = i.use_id
      join prices p on p.quote_item_id = i.quote_item_id and i.days @> p.day
      left join price_notices n on n.use_id = u.id`)
    expect(found).toEqual({ entries: 12, uses: 36, old: 24, open: 8 })
  })

  it('have notes on what moved them, by who keeps their product', async () => {
    expect(await one('select count(distinct caption)::int from chart_notes where by_id is not null')).toBe(6)
  })

  it('are two years of 400 quote items, once, in tables as they were', async () => {
    expect(await one('select count(*)::int from quote_items')).toBe(400)
    expect(await one('select count(*)::int from prices')).toBeGreaterThan(140_000)
    const empty = await cloneDatabase()
    expect(await shapeOf(database())).toEqual(await shapeOf(empty))
    await empty.close()
    expect(planItems(2).slice(0, 400)).toEqual(planItems(1))
  })

  it('have items of every kind, kept by analysts who work on the product', async () => {
    const kinds = await one(`select count(distinct (kind, source))::int from quote_items`)
    expect(kinds).toBeGreaterThan(5)
    expect(await one('select count(distinct frequency)::int from quote_items')).toBe(4)
    expect(await one(`select count(*)::int from quote_items where status = 'stopUpdate'`)).toBeGreaterThan(2)
    expect(
      await many(`select i.id from quote_items i where i.deputy_id = i.analyst_id or not exists (select from user_products u
        where u.user_id = i.analyst_id and u.product_id = i.product_id)`),
    ).toEqual([])
    expect(
      await one(
        `select count(*)::int from quote_items i join users u on u.id = i.analyst_id where u.user_name = 'analyst'`,
      ),
    ).toBeGreaterThan(5)
  })

  it('are on days on which the item is due, none after it was stopped', async () => {
    const days = await many(`select distinct i.frequency, i.weekdays, p.day::text as day from prices p
      join quote_items i on i.id = p.quote_item_id`)
    const rows = days as { day: string; frequency: QuoteFrequency; weekdays: number[] }[]
    const workdays = await readWorkdays(database().db)
    expect(rows.filter(({ day, ...item }) => !isDueOn(workdays, day, { ...item, nth: -1 }))).toEqual([])
    expect(
      await many('select p.id from prices p join quote_items i on i.id = p.quote_item_id where p.day >= i.stopped_on'),
    ).toEqual([])
  })

  it('equal the verified revision, under the number of its publication', async () => {
    expect(
      await many(`select e.id from prices e where (e.publication is not null) <> (e.status in ('verified', 'corrected'))
        or e.publication is not null and not exists (select from price_revisions r
          where r.price_id = e.id and r.act = 'verify' and r.publication = e.publication
            and (r.quote_item_id, r.day, r.low, r.high, r.average) = (e.quote_item_id, e.day, e.low, e.high, e.average))`),
    ).toEqual([])
    expect(
      await many(`select e.id from prices e join lateral (select max(r.number) as last from price_revisions r
        where r.quote_item_id = e.quote_item_id and r.day = e.day) r on true where r.last <> e.version`),
    ).toEqual([])
    expect(
      await many(`select p.number from (select *, lag(at) over (order by number) as earlier, row_number() over (order by number)
        as nth from price_publications) p where p.earlier > p.at or p.nth <> p.number or p.entries <> (select count(*)
          from price_revisions r where r.publication = p.number)`),
    ).toEqual([])
  })

  it('have changes as the acts compute them, and usual moves learnt from them', async () => {
    const checksum = `select md5(string_agg(concat(id, ' ', change, ' ', percent), ',' order by id)) from prices`
    const usual = `select md5(string_agg(concat(id, ' ', usual_median, ' ', usual_deviation), ',' order by id)) from quote_items`
    const [changes, moves] = [await one(checksum), await one(usual)]
    const ids = await many(`select id::text from prices where quote_item_id % 9 = 0 or status <> 'verified'
      or (quote_item_id, day - 1) in (select quote_item_id, day from prices where status = 'corrected')`)
    await asOwner(database().owner, async (tx) => {
      await recalculateChanges(
        tx,
        ids.map(({ id }) => String(id)),
      )
      const items = await many('select id::text from quote_items')
      await learnUsual(
        tx,
        items.map(({ id }) => String(id)),
      )
    })
    expect([await one(checksum), await one(usual)]).toEqual([changes, moves])
    expect(await one('select count(*)::int from quote_items where usual_deviation is null')).toBeLessThan(40)
  })

  it('§6 were verified by nobody who had a hand in them, and never before they were entered', async () => {
    expect(
      await many(`select v.id from price_revisions v join price_revisions a on a.quote_item_id = v.quote_item_id
          and a.day = v.day and a.price_id = v.price_id and a.id < v.id
        where v.act in ('verify', 'overrule') and a.act in ('save', 'submit', 'correct') and a.by_id = v.by_id or a.at > v.at`),
    ).toEqual([])
    expect(
      await many(`select u.user_name from price_revisions r join users u on u.id = r.by_id
      where u.user_name <> r.by_name limit 1`),
    ).toEqual([])
  })

  it('wait for review by their last revision, corrections among them, and were sent back with an opinion', async () => {
    expect(
      await many(`select e.id from prices e left join price_revisions r on r.id = e.reviewing and r.price_id = e.id
        where (e.reviewing is not null) and (r.id is null or r.number <> e.version or r.act not in ('submit', 'correct'))
          or (e.status = 'submitted') and e.reviewing is null or (e.status = 'overruled') <> (e.opinion <> '')`),
    ).toEqual([])
    const [states] = await many(`select count(*) filter (where status = 'draft')::int as draft,
      count(*) filter (where status = 'submitted')::int as submitted, count(*) filter (where status = 'overruled')::int as overruled,
      count(*) filter (where reviewing is not null and publication is not null)::int as corrections,
      count(*) filter (where day = '2026-03-06' and publication is not null)::int as "publishedToday",
      (count(*) filter (where day = '2026-03-06') < (select count(*) from quote_items))::int as missing from prices`)
    for (const count of Object.values(states ?? {})) expect(count).toBeGreaterThan(0)
  })

  it('were corrected, the first figures kept, and some are out of the usual, with a reason', async () => {
    expect(
      await one(`select count(*)::int from price_revisions v join price_revisions o on o.id = v.replaces
        where v.price_id = o.price_id and v.publication > o.publication and v.average <> o.average`),
    ).toBe(await one(`select count(*)::int from prices where status = 'corrected'`))
    expect(await one(`select count(distinct cause)::int from price_revisions`)).toBe(2)
    expect(await one('select count(*)::int from prices where is_outlier')).toBeGreaterThan(50)
    expect(await many(`select id from prices where is_outlier and reason = ''`)).toEqual([])
  })

  it('have series whose values are what a full computation gives', async () => {
    const count = () => one('select count(*)::int from series_values')
    const before = await count()
    expect(Number(before)).toBeGreaterThan(15_000)
    expect(await one('select count(*)::int from series')).toBe(46)
    const ids = (await many('select id from series')).map(({ id }) => String(id))
    await asOwner(database().owner, (tx) => recompute(tx, { id: null, name: 'test', address: '', requestId: '' }, ids))
    expect(await count()).toBe(before)
    expect(await one('select count(*)::int from series where kind <> $$formula$$')).toBeGreaterThan(25)
    const profits = await many(`select p.name, count(v.value)::int as days from processes p
      join series s on s.process_id = p.id and s.kind = 'profit' join series_values v on v.series_id = s.id group by 1`)
    expect(profits).toHaveLength(3)
    for (const { days } of profits) expect(Number(days)).toBeGreaterThan(440)
  })

  it('have nothing in the future', async () => {
    for (const moment of [
      'prices.updated_at',
      'price_revisions.at',
      'price_publications.at',
      'quote_item_methods.at',
    ]) {
      const [table, column] = moment.split('.')
      expect(await one(`select count(*)::int from ${table} where ${column} > '${FRIDAY.toISOString()}'`), moment).toBe(
        0,
      )
    }
  })
})
