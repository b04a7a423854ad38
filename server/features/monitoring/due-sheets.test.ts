// Due rows of search-marketing sheets: each account and workday, done once the days before it are there.
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calendars } from '#server/db/schema/calendars.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { semAccounts } from '#server/db/schema/operations.ts'
import { makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { standingOn } from './due-states.queries.ts'
import { watchDues } from './watch.ts'

const server = testServer()
const at = (day: string, time: string) => `${day}T${time}:00+08:00`

it('operations.md "sheets are due rows of monitoring": of each enabled account by workday, weekends with Monday, halves not alone', async () => {
  const { db } = server().database
  const { rows } = await db.execute<{ id: string }>(sql`select id::text as id from ${calendars} where code = 'workday'`)
  const [owner, keeper] = [await makeUser(db), await makeUser(db)]
  await db.insert(monitoringRules).values({
    name: '推广报表',
    kind: 'sheet',
    level: 'all',
    calendarId: rows[0]?.id ?? '',
    frequency: 'workday',
    dueTime: '11:00',
    ownerId: keeper.id,
  })
  const [whole, half, none] = await db
    .insert(semAccounts)
    .values([
      { code: 'w', source: 'baidu', name: '整户', ownerId: owner.id },
      { code: 'h', source: 'so360', name: '半户' },
      { code: 'n', source: 'bing', name: '缺户' },
      { code: 'o', source: 'other', name: '停户', isEnabled: false },
    ])
    .returning()
  const slice = (of: typeof whole, day: string, grain: number, imported: string) =>
    db.execute(sql`insert into sem_slices (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed, imported_at)
      values (${of?.id}::bigint, ${day}::date, ${grain}::int, 1, 1, 1, 1, 0, 0, 0, ${imported}::timestamptz)`)
  // Friday asks for Thursday, Monday for the three days since
  await watchDues(server().server.core, at('2026-03-06', '08:00'))
  await slice(whole, '2026-03-05', 16, at('2026-03-06', '09:30'))
  for (const part of [17, 18]) await slice(half, '2026-03-05', part, at('2026-03-06', part === 17 ? '09:00' : '11:20'))
  for (const day of ['2026-03-06', '2026-03-07', '2026-03-08']) await slice(whole, day, 16, at('2026-03-09', '10:00'))
  for (const day of ['2026-03-06', '2026-03-07']) await slice(half, day, 16, at('2026-03-09', '10:00'))
  // PC alone, and search words, are no sheet of the day
  await slice(half, '2026-03-08', 17, at('2026-03-09', '10:00'))
  await slice(half, '2026-03-08', 64, at('2026-03-09', '10:00'))
  await watchDues(server().server.core, at('2026-03-10', '00:05'))
  const sealed = await db.execute(sql`select a.name, s.day::text as day, s.state, s.late_minutes as minutes,
      (d.responsible_id = ${owner.id}::bigint) as "isOwners"
    from sealed_dues s join dues d on d.id = s.due_id join sem_accounts a on a.id = d.subject_id
    where s.kind = 'sheet' order by s.day, a.id`)
  expect(sealed.rows).toEqual([
    { name: '整户', day: '2026-03-06', state: 'done', minutes: -90, isOwners: true },
    { name: '半户', day: '2026-03-06', state: 'doneLate', minutes: 20, isOwners: false },
    { name: '缺户', day: '2026-03-06', state: 'late', minutes: null, isOwners: false },
    { name: '整户', day: '2026-03-09', state: 'done', minutes: -60, isOwners: true },
    { name: '半户', day: '2026-03-09', state: 'late', minutes: null, isOwners: false },
    { name: '缺户', day: '2026-03-09', state: 'late', minutes: null, isOwners: false },
  ])
  expect(none?.name).toBe('缺户')
})

it('operations.md "asked for again": a day that was brought in before it was settled, until a sheet of after the settling is there', async () => {
  const { db } = server().database
  const { core } = server().server
  const [account] = await db
    .insert(semAccounts)
    .values({ code: 's', source: 'sogou', name: '结算户', settlingDays: 3 })
    .returning()
  const of = account?.id ?? ''
  const slice = (day: string, grain: number, settled: string | null) =>
    db.execute(sql`insert into sem_slices (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed, imported_at, settled_at)
      values (${of}::bigint, ${day}::date, ${grain}::int, 1, 1, 1, 1, 0, 0, 0, ${at(day, '23:00')}::timestamptz, ${settled}::timestamptz)`)
  const settle = (day: string, moment: string) =>
    db.execute(
      sql`update sem_slices set settled_at = ${moment}::timestamptz where account_id = ${of}::bigint and day = ${day}::date`,
    )
  // both halves of Wednesday, Thursday; one that was brought in late, and one that nobody has brought in
  for (const grain of [17, 18]) await slice('2026-03-18', grain, null)
  await slice('2026-03-19', 16, null)
  await slice('2026-03-13', 16, at('2026-03-17', '09:00'))
  const rowsOn = async (day: string, moment: string) => {
    await watchDues(core, moment)
    const rows = await db.execute<{ state: string; done: string | null }>(sql`
      with ${standingOn(sql`${day}::date`, sql`${moment}::timestamptz`, sql`d.kind = 'settledSheet'`)}
      select state, to_char(done_at at time zone 'Asia/Shanghai', 'HH24:MI') as done from standing
        where subject_id = ${of}::bigint`)
    return rows.rows
  }
  expect(await rowsOn('2026-03-20', at('2026-03-20', '09:00')), 'none is settled on Friday').toEqual([])
  expect(await rowsOn('2026-03-23', at('2026-03-23', '09:00')), 'both are on Monday').toEqual([
    { state: 'notYet', done: null },
  ])
  await settle('2026-03-18', at('2026-03-23', '10:00'))
  expect(await rowsOn('2026-03-23', at('2026-03-23', '12:00')), 'one of them is not enough').toEqual([
    { state: 'late', done: null },
  ])
  expect(
    await rowsOn('2026-03-24', at('2026-03-24', '09:00')),
    'what is not done is asked for on the next day',
  ).toEqual([{ state: 'notYet', done: null }])
  await settle('2026-03-19', at('2026-03-24', '09:30'))
  expect(await rowsOn('2026-03-24', at('2026-03-24', '10:00'))).toEqual([{ state: 'done', done: '09:30' }])
  expect(await rowsOn('2026-03-25', at('2026-03-25', '09:00')), 'all of it is there').toEqual([])
  // a removed sheet is asked for as a missing one
  await slice('2026-03-20', 16, null)
  expect(await rowsOn('2026-03-25', at('2026-03-25', '09:10'))).toHaveLength(1)
  await db.execute(sql`delete from sem_slices where account_id = ${of}::bigint and day = '2026-03-20'`)
  expect(await rowsOn('2026-03-25', at('2026-03-25', '09:20'))).toEqual([])
  await slice('2026-02-20', 16, null)
  expect(await rowsOn('2026-03-25', at('2026-03-25', '09:30')), 'its provider has it no more').toEqual([])
})
