// A day with a simulated clock, watched by two processes on one database.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendars } from '#server/db/schema/calendars.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { dueExcuses, dues, monitoringRules } from '#server/db/schema/monitoring.ts'
import { pricePublications, priceRevisions } from '#server/db/schema/prices/prices.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { openTestServer, type TestServer } from '#test/http.ts'
import { type Item, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { monitoringCause, watchDues } from './watch.ts'

const DAY = '2026-03-04'
const at = (time: string, day = DAY) => new Date(`${day}T${time}:00+08:00`).toISOString()

let database: TestDatabase
let servers: TestServer[]
let analyst: { id: string }
let head: { id: string }
let early: Item
let late: Item
let excused: Item
let missing: Item
let publications = 0

async function publish(item: Item, time: string, act: 'verify' | 'cancelVerify' = 'verify') {
  const { db } = database
  publications += 1
  const number = String(publications)
  await db.insert(pricePublications).values({ number, at: at(time), byName: '审核', entries: 1 })
  const figures = { low: '1', high: '1', average: '1' }
  await db.insert(priceRevisions).values({
    priceId: '1',
    quoteItemId: item.quoteItemId,
    day: DAY,
    number: publications,
    act,
    ...figures,
    origin: 'grid',
    publication: number,
    byName: '审核',
    at: at(time),
  })
}

/** Both processes at once. */
async function watch(time: string, day = DAY) {
  const rounds = await Promise.all(servers.map(({ server }) => watchDues(server.core, at(time, day))))
  return {
    made: rounds.reduce((sum, { made }) => sum + made, 0),
    sealed: rounds.flatMap(({ sealed }) => sealed),
    notices: rounds.flatMap(({ notices }) => notices),
  }
}

const noticesAt = async (time: string) =>
  (await watch(time)).notices
    .map(({ level, userIds, title }) => `${level} ${userIds[0] === head.id ? 'head' : 'analyst'} ${title}`)
    .sort()

const unread = async ({ id }: { id: string }) =>
  database.db.$count(pushMessages, sql`user_id = ${id}::bigint and type = 'notice' and read_at is null`)

/** Messages that the outbox would withhold. */
const withheld = () =>
  database.db.transaction(async (tx) =>
    monitoringCause.refuse(
      tx,
      await tx.select().from(messages).where(sql`cause = ${monitoringCause.name} and channel <> 'bell'`),
    ),
  )

const sealedStates = async () => {
  const { rows } = await database.db.execute<{ item: string; state: string; minutes: number | null }>(sql`
    select d.subject_id::text as item, s.state, s.late_minutes as minutes from sealed_dues s join dues d on d.id = s.due_id
      where s.day = ${DAY}::date`)
  return new Map(rows.map(({ item, state, minutes }) => [item, `${state} ${minutes}`]))
}

beforeAll(async () => {
  database = await cloneDatabase()
  servers = [await openTestServer(database), await openTestServer(database)]
  const { db } = database
  head = await makeUser(db)
  analyst = await makeUser(db, { roleCode: 'priceAnalyst', editParentId: head.id })
  const overrides = { analystId: analyst.id, dueTime: '11:00' }
  early = await makeQuoteItem(db, overrides)
  late = await makeQuoteItem(db, overrides)
  excused = await makeQuoteItem(db, overrides)
  missing = await makeQuoteItem(db, { ...overrides, dueTime: '16:00' })
  const [calendar] = await db.select().from(calendars).where(sql`code = 'workday'`)
  await db.insert(monitoringRules).values({
    name: '全部报价项',
    kind: 'price',
    level: 'all',
    calendarId: calendar?.id ?? '',
    warnMinutes: 30,
    graceMinutes: 10,
    escalateMinutes: 30,
  })
})

afterAll(async () => {
  for (const { server } of servers) await server.close()
  await database.close()
})

describe('a day of prices', () => {
  it('has its rows before it begins, made once, by either process', async () => {
    const { made } = await watch('00:00', '2026-03-02')
    const rows = await database.db.select().from(dues)
    expect(made).toBe(rows.length)
    expect(rows.filter(({ day }) => day === DAY)).toHaveLength(4)
    // weekends have none
    expect(new Set(rows.map(({ day }) => day))).toEqual(
      new Set(['2026-03-02', '2026-03-03', DAY, '2026-03-05', '2026-03-06', '2026-03-09']),
    )
    expect((await watch('00:00', '2026-03-02')).made).toBe(0)
  })

  it('sends each alert once, at its time, whichever process does it', async () => {
    expect(await noticesAt('10:29')).toEqual([])
    await publish(early, '10:40')
    expect(await noticesAt('10:45')).toEqual(['before analyst 2 项数据即将到期'])
    expect(await noticesAt('10:50')).toEqual([])
    expect(await noticesAt('11:00')).toEqual(['at analyst 2 项数据已到更新时间'])
    const [row] = await database.db.select().from(dues).where(sql`subject_id = ${excused.quoteItemId} and day = ${DAY}`)
    await database.db
      .insert(dueExcuses)
      .values({ dueId: row?.id ?? '', reason: '交易所停牌', byName: '员工', at: at('11:05') })
    expect(await noticesAt('11:11')).toEqual(['after analyst 1 项数据逾期未更新'])
    expect(await noticesAt('11:40')).toEqual([])
    expect(await noticesAt('11:41')).toEqual(['upwards head 下属有 1 项数据逾期未更新'])
    expect([await unread(analyst), await unread(head)]).toEqual([3, 1])
    expect((await withheld()).size).toBe(0)
    await publish(late, '11:45')
    expect(await noticesAt('11:46')).toEqual([])
  })

  it('marks its notices as read once the data is there or excused, and withholds unsent ones', async () => {
    expect([await unread(analyst), await unread(head)]).toEqual([0, 0])
    const why = await withheld()
    expect(why.size).toBe(4)
    expect(new Set(why.values())).toEqual(new Set(['数据已更新，不再提醒']))
  })

  it('sends alerts for a price that is withdrawn after its publication', async () => {
    expect(await noticesAt('16:00')).toEqual(['at analyst 1 项数据已到更新时间'])
    await publish(missing, '16:05')
    expect(await noticesAt('16:15')).toEqual([])
    await publish(missing, '17:00', 'cancelVerify')
    expect(await noticesAt('17:01')).toEqual([
      'after analyst 1 项数据逾期未更新',
      'upwards head 下属有 1 项数据逾期未更新',
    ])
  })

  it('is sealed once when it has ended, as known at its end', async () => {
    // published after midnight, before the day is sealed
    await database.db
      .insert(pricePublications)
      .values({ number: '900', at: at('00:10', '2026-03-05'), byName: '审核', entries: 1 })
    await makePrice(database.db, missing, DAY)
    await database.db.insert(priceRevisions).values({
      priceId: '9',
      quoteItemId: missing.quoteItemId,
      day: DAY,
      number: 9,
      act: 'verify',
      origin: 'grid',
      low: '1',
      high: '1',
      average: '1',
      publication: '900',
      byName: '审核',
    })
    expect((await watch('00:20', '2026-03-05')).sealed).toEqual([DAY])
    expect((await watch('00:21', '2026-03-05')).sealed).toEqual([])
    expect(await sealedStates()).toEqual(
      new Map([
        [early.quoteItemId, 'done -20'],
        [late.quoteItemId, 'doneLate 45'],
        [excused.quoteItemId, 'excused null'],
        [missing.quoteItemId, 'late null'],
      ]),
    )
    await expect(database.pool.query("update sealed_dues set state = 'done'")).rejects.toThrow(
      'sealed_dues is append-only',
    )
  })

  it('wrote each alert once into the bell of its receiver', async () => {
    const { rows } = await database.db.execute<{ n: number }>(sql`
      select count(*)::int as n from push_messages where user_id = ${analyst.id}::bigint and type = 'notice'`)
    expect(rows[0]?.n).toBe(5)
  })
})
