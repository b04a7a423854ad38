// Absences: who answers for which row, and when a substitute hears of it.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { addAbsence, listAbsences, removeAbsence } from '#contract/monitoring/board.ts'
import { databaseToday } from '#server/core/clock.ts'
import { absences, dues, monitoringRules } from '#server/db/schema/monitoring.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { watchDues } from './watch.ts'

const server = testServer()
const db = () => server().database.db
let analyst: Person
let deputy: Person
let early: Item
let day: string

const responsibleOf = async (item: Item, on: string) => {
  const { rows } = await db().execute<{ id: string }>(sql`select responsible_id::text as id from dues
    where subject_id = ${item.quoteItemId}::bigint and day = ${on}::date and not is_withdrawn`)
  const names: Record<string, string> = { [analyst.id]: 'analyst', [deputy.id]: 'deputy' }
  return rows.map(({ id }) => names[id] ?? id).join()
}

beforeAll(async () => {
  const role = (await makeRole(db(), 'dataToBeUpdatedToday.view', 'dataToBeUpdatedToday.details')).code
  deputy = await server().as(role)
  analyst = await server().as(role)
  // on every day, late from its first moment on: so at any hour of the test
  early = await makeQuoteItem(db(), { analystId: analyst.id, deputyId: deputy.id, dueTime: '00:00' })
  await giveProduct(db(), [analyst, deputy], early.productId)
  const { rows } = await db().execute<{ id: string }>(sql`select id::text as id from calendars where code = 'everyDay'`)
  const minutes = { warnMinutes: 30, graceMinutes: 0, escalateMinutes: null }
  await db()
    .insert(monitoringRules)
    .values({ name: '全部', kind: 'price', level: 'all', calendarId: rows[0]?.id ?? '', ...minutes })
  day = await databaseToday(db())
  await watchDues(server().server.core)
})

const form = (fromDay: string, toDay = fromDay) => ({ userId: analyst.id, fromDay, toDay, remark: '出差' })

describe('monitoring.md: an absence', () => {
  it('registered after a deadline moves neither lateness nor credit', async () => {
    const tomorrow = addDays(day, 1)
    expect((await analyst.call(addAbsence, form(day, tomorrow))).code).toBe(200)
    expect([await responsibleOf(early, day), await responsibleOf(early, tomorrow)]).toEqual(['analyst', 'deputy'])
    const [own] = (await analyst.call(listAbsences, {})).data
    expect((await analyst.call(removeAbsence, { id: own?.id ?? '' })).code).toBe(200)
    expect([await responsibleOf(early, day), await responsibleOf(early, tomorrow)]).toEqual(['analyst', 'analyst'])
    // nor does one that is cancelled afterwards
    await db().update(dues).set({ responsibleId: deputy.id }).where(eq(dues.day, day))
    await watchDues(server().server.core)
    expect(await responsibleOf(early, day)).toBe('deputy')
  })

  it('of days that are past, and doubles, are refused; parallel ones too', async () => {
    const past = await analyst.call(addAbsence, form(addDays(day, -1), addDays(day, 1)))
    expect(past).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'fromDay', message: '不能登记已过去的日期' }] },
    })
    const [first, last] = [addDays(day, 10), addDays(day, 12)]
    expect((await analyst.call(addAbsence, form(first, last))).code).toBe(200)
    for (const [from, to] of [
      [first, last],
      [last, addDays(last, 3)],
      [addDays(first, 1), addDays(first, 1)],
    ] as const) {
      const double = await analyst.call(addAbsence, form(from, to))
      const message = `与已登记的 ${first} 至 ${last} 重叠`
      expect(double).toMatchObject({ status: 400, data: { fields: [{ field: 'fromDay', message }] } })
    }
    expect((await analyst.call(addAbsence, { ...form(first), userId: deputy.id })).code).toBe(400)
    const at = addDays(day, 20)
    const parallel = await Promise.all(
      [1, 2, 3, 4].map((days) => analyst.call(addAbsence, form(at, addDays(at, days)))),
    )
    expect(parallel.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(parallel.every(({ code }) => [200, 400, 409].includes(code))).toBe(true)
    const kept = await db().$count(absences, sql`from_day = ${at}::date`)
    expect(kept).toBe(1)
    await expect(
      db()
        .insert(absences)
        .values({ ...form(last, last), byName: 'test' }),
    ).rejects.toThrow()
  })

  it('alerts the substitute of rows that they take over, and not of those that are late already', async () => {
    const DAY = '2026-04-01'
    const at = (time: string) => new Date(`${DAY}T${time}:00+08:00`).toISOString()
    const own = { analystId: analyst.id, deputyId: deputy.id }
    const late = await makeQuoteItem(db(), { ...own, dueTime: '09:00' })
    const open = await makeQuoteItem(db(), { ...own, dueTime: '11:00' })
    const alerts = async (time: string) =>
      (await watchDues(server().server.core, at(time))).notices
        .map(({ level, userIds, text }) => `${level} ${userIds[0] === deputy.id ? 'deputy' : 'analyst'} ${text}`)
        .sort()
    await alerts('08:00')
    expect((await alerts('10:45')).map((alert) => alert.replace(/报价项\d+/g, '项'))).toEqual([
      'after analyst 项（09:00）',
      'before analyst 项（11:00）',
    ])
    await db()
      .insert(absences)
      .values({ ...form(DAY), byName: 'test' })
    expect(await alerts('10:50')).toEqual([expect.stringMatching(/^before deputy 报价项\d+（11:00）$/)])
    expect(await alerts('10:51')).toEqual([])
    expect([await responsibleOf(late, DAY), await responsibleOf(open, DAY)]).toEqual(['analyst', 'deputy'])
    expect(await alerts('11:00')).toEqual([expect.stringMatching(/^at deputy /)])
  })
})
