// The months of the account logs: made ahead, never twice, emptied of the default partition, dropped when they are old.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { openClient } from './connection.ts'
import { migrate } from './migrate.ts'
import { accountLogMonths, keepMonths, planMonths } from './month-partitions.ts'

let database: TestDatabase
let owner: ReturnType<typeof openClient>

beforeAll(async () => {
  database = await cloneDatabase()
  owner = openClient(database.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

const months = async () => {
  const { rows } = await owner.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'account_logs'::regclass order by 1",
  )
  return rows.map(({ name }) => name)
}

const store = (at: string, detail: string) =>
  database.pool.query(
    "insert into account_logs (at, account_id, sub_product, kind, detail) values ($1, 1, 'app', 'view', $2)",
    [at, detail],
  )

const placeOf = async (detail: string) => {
  const { rows } = await owner.query(
    'select tableoid::regclass::text as place, id from account_logs where detail = $1',
    [detail],
  )
  return rows[0]
}

describe('planning', () => {
  it('creates 13 months back, this one and 24 ahead, and drops those older than 24', () => {
    const { make, drop } = planMonths(accountLogMonths, '2026-11-21', [
      'account_logs_other',
      'account_logs_2024_10',
      'account_logs_2024_11',
      'account_logs_2026_11',
    ])
    expect(make).toHaveLength(37)
    expect(make).not.toContain(2026 * 12 + 10)
    expect([make[0], make.at(-1)]).toEqual([2025 * 12 + 9, 2028 * 12 + 10])
    expect(drop).toEqual([2024 * 12 + 9])
  })
})

describe('keeping', () => {
  it('has made them at the start, and makes nothing again', async () => {
    const made = await months()
    expect(made).toHaveLength(39)
    // the database may have been made in the month before
    await keepMonths(owner, accountLogMonths)
    const kept = await months()
    expect(kept).toEqual(expect.arrayContaining(made))
    await keepMonths(owner, accountLogMonths)
    await migrate(database.owner, database.connection.user ?? '')
    expect(await months()).toEqual(kept)
  })

  it('files a row under its month in Shanghai, and the application may write there', async () => {
    await keepMonths(owner, accountLogMonths, '2026-11-21')
    await store('2026-10-31 16:00:00+00', 'first of november')
    await store('2026-10-31 15:59:59+00', 'last of october')
    expect(await placeOf('first of november')).toMatchObject({ place: 'account_logs_2026_11' })
    expect(await placeOf('last of october')).toMatchObject({ place: 'account_logs_2026_10' })
  })

  it('moves rows out of the default partition when their month is made, with their ids', async () => {
    await store('2031-05-03 08:00+08', 'far ahead')
    await store('2035-01-01 08:00+08', 'farther')
    const before = await placeOf('far ahead')
    expect(before?.place).toBe('account_logs_other')
    await keepMonths(owner, accountLogMonths, '2030-04-10')
    expect(await placeOf('far ahead')).toEqual({ place: 'account_logs_2031_05', id: before?.id })
    expect(await placeOf('farther')).toMatchObject({ place: 'account_logs_other' })
  })

  it('drops whole months that were kept long enough, and nothing else', async () => {
    await keepMonths(owner, accountLogMonths, '2031-06-01')
    const left = await months()
    expect(left).not.toContain('account_logs_2029_05')
    expect(left).toContain('account_logs_2029_06')
    expect(left).toContain('account_logs_other')
    expect(await placeOf('first of november')).toBeUndefined()
    expect(await placeOf('far ahead')).toMatchObject({ place: 'account_logs_2031_05' })
  })

  it('changes nothing where a step fails', async () => {
    const before = await months()
    await owner.query('create table account_logs_2033_07 (note text)')
    await expect(keepMonths(owner, accountLogMonths, '2032-01-01')).rejects.toThrow('account_logs_2033_07')
    expect(await months()).toEqual(before)
  })
})
