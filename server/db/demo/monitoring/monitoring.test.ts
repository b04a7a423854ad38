// The demo company's monitoring on a real database: believable days that ended, and a day that runs.
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../test/database.ts'
import { openClient } from '../../connection.ts'
import { addCatalogue } from '../catalogue/catalogue.ts'
import { addStaff } from '../load.ts'
import { addPrices } from '../prices/prices.ts'
import { addSeries } from '../prices/series.ts'
import { addMonitoring } from './monitoring.ts'

const today = new Date('2026-03-06T15:00:00+08:00')
let database: TestDatabase

const one = async (query: string) => Object.values((await database.db.execute(sql.raw(query))).rows[0] ?? {})[0]

beforeAll(async () => {
  database = await cloneDatabase()
  const client = openClient(database.owner)
  await client.connect()
  await drizzle(client)
    .transaction(async (tx) => {
      const options = { passwordHash: 'shared', scale: 1, today }
      await addStaff(tx, options)
      await addCatalogue(tx, 1)
      await addPrices(tx, options)
      await addSeries(tx, today)
      await tx.execute(sql`analyze`)
      await addMonitoring(tx, options)
    })
    .finally(() => client.end())
}, 120_000)
afterAll(() => database.close())

describe('§1 the demo company’s monitoring', () => {
  it('expects all quote items, the series, and the news of each category', async () => {
    expect(await one(`select count(*)::int from monitoring_rules where kind = 'article'`)).toBe(6)
    const uncovered = `select count(*)::int from quote_items i where i.status = 'update' and i.frequency = 'workday'
      and not exists (select from dues d where d.kind = 'price' and d.subject_id = i.id and d.day = '2026-03-06')`
    expect(await one(uncovered)).toBe(0)
  })

  it('has thirty sealed workdays, most of them in time, some late or excused', async () => {
    expect(await one('select count(*)::int from sealed_days')).toBe(30)
    const share = (state: string) =>
      one(`select round(avg((state = '${state}')::int) * 100)::int from sealed_dues where kind = 'price'`)
    expect(await share('done')).toBeGreaterThan(75)
    expect(await share('done')).toBeLessThan(99)
    expect(await one(`select count(*)::int from sealed_dues where state = 'excused'`)).toBeGreaterThan(20)
    expect(
      await one(`select count(distinct late_minutes)::int from sealed_dues where state = 'doneLate'`),
    ).toBeGreaterThan(3)
    expect(
      await one(`select count(distinct rate)::int from (select round(avg((state = 'done')::int), 2) as rate
      from sealed_dues group by day) d`),
    ).toBeGreaterThan(8)
  })
})
