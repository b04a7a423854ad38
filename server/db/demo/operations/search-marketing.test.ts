// Search marketing of the demo company.
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { testServer } from '#test/http.ts'
import { addStaff } from '../load.ts'
import { addSearchMarketing } from './search-marketing.ts'

const server = testServer()
const today = new Date('2026-03-06T15:00:00+08:00')

it('operations.md "Demo": four accounts of 18 months, 400 keywords, 3,000 terms, a gap, a replaced day, levels that disagree; what was given back, and a merge', async () => {
  const { db } = server().database
  await db.transaction(async (tx) => {
    await addStaff(tx, { passwordHash: 'shared', scale: 1, today })
    await addSearchMarketing(tx, { today, scale: 1 })
    await addSearchMarketing(tx, { today, scale: 1 })
  })
  const read = async (query: string) => (await db.execute<{ n: number }>(sql.raw(query))).rows.map(({ n }) => n)
  expect(await read('select count(*)::int as n from sem_accounts')).toEqual([4])
  const [days = 0] = await read('select count(distinct day)::int as n from sem_slices')
  expect(days).toBeGreaterThan(540)
  const [keywords = 0] = await read("select count(distinct keyword)::int as n from sem_nodes where level = 'keyword'")
  expect(keywords).toBeGreaterThanOrEqual(400)
  const [terms = 0] = await read('select count(*)::int as n from search_words')
  expect(terms).toBeGreaterThanOrEqual(3_000)
  expect(
    await read(
      `select max(548 - d)::int as n from (select count(*) as d from sem_slices where grain = 16 group by account_id) s`,
    ),
  ).toEqual([2])
  expect(
    await read("select count(*)::int as n from sem_replacements where before is not null and kind = 'import'"),
  ).toEqual([1])
  const [odd = 0] = await read(`select count(*)::int as n from sem_slices f join sem_slices c using (account_id, day)
    where c.grain = 16 and f.grain = 48 and f.cost > c.cost`)
  expect(odd).toBeGreaterThan(0)
  expect(await read('select sum(cost)::float8 as n from sem_slices where grain = 3')).toEqual([-50.75])
  expect(await read('select count(*)::int as n from sem_merges where undone_at is null')).toEqual([1])
  expect(
    await read("select count(distinct campaign)::int as n from sem_nodes where own_campaign = '钢材行情'"),
  ).toEqual([1])
  expect(await read("select count(*)::int as n from sem_nodes where campaign = '钢材行情'")).toEqual([0])
})
