// Totals of lists: exact while small, otherwise estimated and cached for a minute. Over HTTP, on the log of failed sign-ins.
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryLoginFailures } from '#contract/organisation/sessions.ts'
import { openClient } from '#server/db/connection.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let reader: Person

const add = (name: string, rows: number) =>
  server().database.pool.query(
    `insert into sign_in_failures (user_name, address, reason)
     select $1, '192.0.2.7', 'wrongPassword' from generate_series(1, $2::int)`,
    [name, rows],
  )
/** Updates the planner's statistics, which only the owner of the table may do. */
async function analyze(): Promise<void> {
  const owner = openClient(server().database.owner)
  await owner.connect()
  await owner.query('analyze sign_in_failures')
  await owner.end()
}
const page = async (body: object = {}) => (await reader.call(queryLoginFailures, { size: 14, ...body })).data

beforeAll(async () => {
  reader = await server().as((await makeRole(server().database.db, 'loginFail.view')).code)
})
afterEach(() => vi.useRealTimers())

const deleteOne = () =>
  server().database.pool.query('delete from sign_in_failures where id in (select min(id) from sign_in_failures)')

it('§2 a total of up to 5,000 rows is exact on every page, at once', async () => {
  await add('few', 5_000)
  expect(await page()).toMatchObject({ total: 5_000, pages: 358 })
  await deleteOne()
  expect(await page({ current: 2 })).toMatchObject({ total: 4_999, current: 2 })
})

it('§2 up to 10,000 it is exact as of the last second', async () => {
  await add('few', 5_001)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  expect(await page()).toMatchObject({ total: 10_000, pages: 715 })
  await deleteOne()
  expect(await page({ current: 2 })).toMatchObject({ total: 10_000 })
  vi.setSystemTime(Date.now() + 1_001)
  const after = await page({ current: 2 })
  expect(after).toMatchObject({ total: 9_999, current: 2 })
  expect(after.estimated).toBeUndefined()
})

it('§2 above that it is the planner’s estimate, cached for a minute, while small totals are counted', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
  await add('many', 5_000)
  await analyze()
  const first = await page()
  expect(first.estimated).toBe(true)
  expect(first.total).toBeGreaterThan(10_000)
  expect(first.records).toHaveLength(14)
  await add('more', 5_000)
  await analyze()
  expect((await page({ current: 3 })).total).toBe(first.total)
  expect(await page({ userName: 'more' })).toMatchObject({ total: 5_000 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect((await page()).total).toBeGreaterThan(first.total)
})

it.each([7, 71, 714])('§2 pages follow each other without gaps, however deep: from page %i on', async (current) => {
  const found = [await page({ current }), await page({ current: current + 1 }), await page({ current: current + 2 })]
  const ids = found.flatMap(({ records }) => records.map(({ id }) => Number(id)))
  expect(ids).toHaveLength(42)
  expect(ids).toEqual(ids.map((_, n) => (ids[0] ?? 0) - n))
})
