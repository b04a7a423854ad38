// Server and database are killed together while grids of prices are being saved: every acknowledged grid is stored whole.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SaveOutcome, savePrices } from '#contract/prices/prices.ts'
import { PASSWORD } from './constants.ts'
import { cloneDataDir } from './database.ts'
import { kill, post, postmasterPid, queryOf, type ServerProcess, signIn, startProcess } from './processes.ts'

const ITEMS = 200
/** Days before today, each a grid of its own. */
const GRIDS = 40
/** Grids acknowledged before the kill; the others are in flight or not yet sent. */
const BEFORE = 6
const AT_ONCE = 3
const { dataDir, remove } = cloneDataDir()
let server: ServerProcess

const start = async () => {
  server = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: 'off' })
}

beforeAll(start, 60_000)
afterAll(async () => {
  await kill(server, 'SIGTERM')
  remove()
})

const query = queryOf(dataDir)

it('an acknowledged grid is stored whole; any other, whole or not at all', async () => {
  const items = await query<{ id: string }>(
    `with p as (insert into products (name) values ('螺纹钢') returning id),
      c as (select id from calendars where code = 'everyDay')
      insert into quote_items (product_id, name, market, unit, calendar_id)
        select p.id, '螺纹钢' || n, '上海', '元/吨', c.id from p, c, generate_series(1, ${ITEMS}) n returning id::text`,
  )
  const days = await query<{ day: string }>(
    `select (current_date - n)::text as day from generate_series(1, ${GRIDS}) n`,
  )
  const token = await signIn(server.base, 'admin', PASSWORD)
  const acknowledged = new Map<string, SaveOutcome[]>()
  let isKilled = false
  const texts = { average: null, version: null, remark: '', englishRemark: '', reason: '' }
  const save = async (day: string) => {
    const rows = items.map(({ id }, at) => ({
      quoteItemId: id,
      day,
      low: `${3_000 + at}`,
      high: `${3_060 + at}`,
      ...texts,
    }))
    const reply = await post<SaveOutcome[]>(server.base, savePrices.path, { origin: 'grid', rows }, token)
    // refused by a server that has just lost its database
    if (reply.code !== 200) return
    acknowledged.set(day, reply.data)
    if (acknowledged.size >= BEFORE && !isKilled) {
      isKilled = true
      process.kill(postmasterPid(dataDir), 'SIGKILL')
      server.child.kill('SIGKILL')
    }
  }
  const waiting = days.map(({ day }) => day)
  const saveNext = async () => {
    for (let day = waiting.shift(); day !== undefined && !isKilled; day = waiting.shift()) {
      // cut off in mid-save: not acknowledged
      await save(day).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, saveNext))
  expect(isKilled).toBe(true)
  await kill(server)
  await start()

  const stored = await query<{ day: string; entries: number; revisions: number; same: number }>(
    `select e.day::text as day, count(*)::int as entries, count(r.id)::int as revisions,
        count(*) filter (where r.low = e.low and r.high = e.high and r.average = e.average and e.average = (e.low + e.high) / 2
          and r.number = e.version)::int as same
      from prices e left join price_revisions r on r.price_id = e.id group by e.day`,
  )
  for (const { day, ...counts } of stored) {
    expect(counts, day).toEqual({ entries: ITEMS, revisions: ITEMS, same: ITEMS })
  }
  const audited = await query<{ n: number }>(`select count(*)::int as n from audit_log where action = 'price.save'`)
  expect(audited[0]?.n).toBe(stored.length)
  const there = new Map(stored.map(({ day, entries }) => [day, entries]))
  for (const [day, outcomes] of acknowledged) {
    expect(outcomes.filter(({ problem }) => problem === null)).toHaveLength(ITEMS)
    expect(there.get(day), day).toBe(ITEMS)
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(BEFORE)
  expect(stored.length).toBeLessThan(GRIDS)
})
