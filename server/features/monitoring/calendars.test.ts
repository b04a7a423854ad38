// Calendars and their effects: holidays, substitute workdays, unannounced years, corrections.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { isAnnounced, isDueOn } from '#contract/monitoring/calendar-days.ts'
import { calendarImport } from '#contract/monitoring/calendar-sheets.ts'
import { calendarCalls, getCalendarYear, saveCalendarYear } from '#contract/monitoring/calendars.ts'
import type { ImportMethod } from '#contract/sheets.ts'
import { readCalendars } from '#server/core/calendars.ts'
import { transact } from '#server/core/core.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeQuoteItem } from '#test/price-factories.ts'
import { bring, endOf } from '#test/sheets.ts'
import { makeDues } from './dues.acts.ts'
import { watchDues } from './watch.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'calendars-')) })
let keeper: Person
let reader: Person
let calendarId: string
let itemId: string

const dueDays = async () => {
  const { rows } = await server().database.db.execute<{ day: string; version: string | null }>(sql`
    select day::text as day, (select y.number::text from calendar_years y where y.id = year_id) as version
      from dues where not is_withdrawn and subject_id = ${itemId}::bigint order by day`)
  return rows
}
const make = (today: string) => transact(server().server.core, (tx) => makeDues(tx, today))

beforeAll(async () => {
  const { db } = server().database
  keeper = await server().as('sjgly')
  reader = await server().as((await makeRole(db, 'monitoringCalendar.view')).code)
  calendarId = (await keeper.call(calendarCalls.list, {})).data.records.find(({ code }) => code === 'workday')?.id ?? ''
  itemId = (await makeQuoteItem(db)).quoteItemId
  await db.insert(monitoringRules).values({ name: '全部', kind: 'price', level: 'all', calendarId })
})

describe('§2 the calendar of workdays', () => {
  it('lists each with its announced years and the rules that use it', async () => {
    const rows = (await keeper.call(calendarCalls.list, {})).data.records
    expect(rows.find(({ id }) => id === calendarId)).toMatchObject({
      rules: 1,
      announced: expect.arrayContaining([2026, 2025, 2024]),
    })
    expect(rows.find(({ code }) => code === 'everyDay')).toMatchObject({ rules: 0, announced: [] })
  })

  it('leaves out the National Day, and expects the substitute Saturday, except for the exchange', async () => {
    await make('2026-10-05')
    expect((await dueDays()).map(({ day }) => day)).toEqual(['2026-10-08', '2026-10-09', '2026-10-10', '2026-10-12'])
    const calendars = await readCalendars(server().database.db)
    const exchange = [...calendars.values()].find(
      ({ id }) => id !== calendarId && isAnnounced(calendars.get(id) as never, 2026) && calendars.get(id)?.isYearly,
    )
    expect(exchange && isDueOn(exchange, '2026-10-10', { frequency: 'workday', weekdays: [], nth: 1 })).toBe(false)
  })

  it('reports that an unannounced year follows the usual week', async () => {
    const year = await keeper.call(getCalendarYear, { calendarId, year: 2031 })
    expect(year.data).toMatchObject({ number: 0, days: [], versions: [] })
    await make('2031-10-01')
    const days = (await dueDays()).filter(({ day }) => day.startsWith('2031'))
    expect(days).toContainEqual({ day: '2031-10-01', version: null })
  })

  it('is corrected from today on, in a new version; sealed days stay', async () => {
    const { core } = server().server
    await watchDues(core, '2030-01-07T01:00:00Z')
    await watchDues(core, '2030-01-09T01:00:00Z')
    const form = { calendarId, year: 2030, number: 0, source: '国办发明电' }
    const days = [
      { day: '2030-01-08', isOpen: false, name: '补休' },
      { day: '2030-01-10', isOpen: false, name: '休' },
    ]
    expect((await reader.call(saveCalendarYear, { ...form, days })).code).toBe(403)
    expect(
      (await keeper.call(saveCalendarYear, { ...form, days: [{ ...days[0], day: '2029-01-08' } as never] })).code,
    ).toBe(400)
    expect((await keeper.call(saveCalendarYear, { ...form, days: [days[0], days[0]] as never })).code).toBe(400)
    expect((await keeper.call(saveCalendarYear, { ...form, days })).data.number).toBe(1)
    expect((await keeper.call(saveCalendarYear, { ...form, days })).code).toBe(601)
    await make('2030-01-09')
    const found = (await dueDays()).filter(({ day }) => day.startsWith('2030'))
    // the 8th was sealed before the correction
    expect(found.slice(0, 4)).toEqual([
      { day: '2030-01-07', version: null },
      { day: '2030-01-08', version: null },
      { day: '2030-01-09', version: '1' },
      { day: '2030-01-11', version: '1' },
    ])
    expect((await keeper.call(saveCalendarYear, { ...form, number: 1, days: [] })).data.number).toBe(2)
    const year = await keeper.call(getCalendarYear, { calendarId, year: 2030, number: 1 })
    expect(year.data.days).toEqual(days)
    expect(year.data.versions.map(({ number }) => number)).toEqual([2, 1])
  })

  it('is imported from a sheet: errors by cell, days of the file merged into the stored ones, due rows made again', async () => {
    const lines = (...rows: string[]) => ['日历,日期,安排,说明,来源', ...rows].join('\n')
    const open = async (person: Person, ...rows: string[]) => {
      const fileId = await bring(server(), keeper, lines(...rows))
      return person.call(calendarImport.open, { fileId, hasHeader: true })
    }
    const name = '中国工作日'
    expect((await open(reader, `${name},2033-02-01,休,,公告`)).code).toBe(403)
    const wrong = await open(
      keeper,
      '没有的,2033-02-01,休,,公告',
      `${name},2033-02-30,休,,公告`,
      `${name},2033-02-03,开,,`,
    )
    expect(
      wrong.data.records.map(({ problems }) => problems.map(({ key, message }) => `${key} ${message}`).sort()),
    ).toEqual([
      ['calendar 没有这个日历'],
      [expect.stringContaining('day ')],
      [expect.stringContaining('source '), expect.stringContaining('word ')],
    ])
    const twice = await open(keeper, `${name},2033-02-01,休,,公告`, `${name},2033-02-01,班,,公告`)
    expect(twice.data.records.flatMap(({ problems }) => problems)).toEqual([{ key: 'day', message: '与第 2 行重复' }])

    const before = {
      calendarId,
      year: 2033,
      number: 0,
      source: '先前',
      days: [{ day: '2033-02-01', isOpen: false, name: '旧' }],
    }
    expect((await keeper.call(saveCalendarYear, before)).code).toBe(200)
    const good = await open(
      keeper,
      `${name},2033-02-02,休,春节,公告甲`,
      `${name},2033-02-05,班,,公告甲`,
      `${name},2034-01-03,休,元旦,公告乙`,
    )
    expect(good.data.wrongRows).toBe(0)
    const saved = await keeper.call(calendarImport.save, { id: good.data.id, version: good.data.version, mode: 'all' })
    expect((await endOf(keeper, saved.data.jobId)).state).toBe('done')
    const year = (await keeper.call(getCalendarYear, { calendarId, year: 2033 })).data
    expect(year).toMatchObject({ number: 2, source: '公告甲' })
    expect(year.days.map(({ day, isOpen }) => `${day} ${isOpen}`)).toEqual([
      '2033-02-01 false',
      '2033-02-02 false',
      '2033-02-05 true',
    ])
    expect((await keeper.call(getCalendarYear, { calendarId, year: 2034 })).data).toMatchObject({ number: 1 })
    await make('2033-02-01')
    const days = (await dueDays()).filter(({ day }) => day >= '2033-02-01').map(({ day }) => day)
    expect(days.slice(0, 3)).toEqual(['2033-02-03', '2033-02-04', '2033-02-05'])
  })

  it('imports.md "Mode": a day that is there is changed by an update, which shows what it was', async () => {
    const open = async (method: ImportMethod, ...rows: string[]) => {
      const fileId = await bring(server(), keeper, ['日历,日期,安排,说明,来源', ...rows].join('\n'))
      return (await keeper.call(calendarImport.open, { fileId, hasHeader: true, method })).data
    }
    const days = [
      { day: '2035-02-01', isOpen: false, name: '春节' },
      { day: '2035-02-02', isOpen: false, name: '春节' },
    ]
    const year = { calendarId, year: 2035, number: 0, source: '公告甲', days }
    expect((await keeper.call(saveCalendarYear, year)).code).toBe(200)
    const rows = ['中国 工作日,2035-02-01,班,,公告甲', '中国工作日,2035-02-02,休,春节,公告甲']
    const added = await open('add', ...rows)
    expect(added.records.flatMap(({ problems }) => problems.map(({ message }) => message))).toEqual([
      '当日已有安排“休”，请选择更新已有的',
      '当日已有安排“休”，请选择更新已有的',
    ])
    const both = await open('both', ...rows, '中国工作日,2035-02-03,班,,公告乙')
    expect(both).toMatchObject({ wrongRows: 0, updated: 1, same: 1 })
    expect(both.records.map(({ change, was }) => [change, was])).toEqual([
      ['update', [{ key: 'word', value: '休' }]],
      ['same', []],
      ['add', []],
    ])
    const { data } = await keeper.call(calendarImport.save, { id: both.id, version: both.version, mode: 'all' })
    expect(await endOf(keeper, data.jobId)).toMatchObject({ message: '新增 1 行，更新 1 行，1 行没有变化' })
    const stored = (await keeper.call(getCalendarYear, { calendarId, year: 2035 })).data
    expect(stored.days).toEqual([
      { day: '2035-02-01', isOpen: true, name: '春节' },
      { day: '2035-02-02', isOpen: false, name: '春节' },
      { day: '2035-02-03', isOpen: true, name: '' },
    ])
    // somebody has saved the year since the check
    const late = await open('update', '中国工作日,2035-02-02,班,,公告丙')
    const newer = { calendarId, year: 2035, number: stored.number, source: '公告丁', days: stored.days }
    expect((await keeper.call(saveCalendarYear, newer)).code).toBe(200)
    const refused = await keeper.call(calendarImport.save, { id: late.id, version: late.version, mode: 'all' })
    expect(await endOf(keeper, refused.data.jobId)).toMatchObject({ state: 'failed' })
    expect((await keeper.call(getCalendarYear, { calendarId, year: 2035 })).data).toMatchObject({ source: '公告丁' })
  })

  it('reminds its keepers once, from November on, of an unannounced next year', async () => {
    const { core } = server().server
    const reminders = async () => {
      const { rows } = await server().database.db.execute<{ title: string; n: number }>(sql`
        select subject as title, count(distinct recipient_id)::int as n from messages
          where cause = 'notice.monitoring' and channel = 'bell' and subject like '%2041%' group by subject`)
      return rows
    }
    await watchDues(core, '2040-10-31T03:00:00Z')
    expect(await reminders()).toEqual([])
    await watchDues(core, '2040-11-02T03:00:00Z')
    await watchDues(core, '2040-11-03T03:00:00Z')
    const [reminder, ...others] = await reminders()
    expect(reminder?.title).toBe('请维护 2041 年的“中国工作日”日历')
    expect(others).toEqual([])
    const bells = await server().database.db.$count(messages, sql`channel = 'bell' and subject like '%2041%'`)
    expect(bells).toBe(reminder?.n)
  })

  it('cannot be deleted while rules use it, and has a unique name', async () => {
    expect((await keeper.call(calendarCalls.remove, { ids: [calendarId] })).code).toBe(603)
    const form = { name: '伦敦交易所', code: 'lme', weekdays: [1, 2, 3, 4, 5], isYearly: true, remark: '' }
    expect((await reader.call(calendarCalls.add, form)).code).toBe(403)
    expect((await keeper.call(calendarCalls.add, form)).code).toBe(200)
    expect((await keeper.call(calendarCalls.add, { ...form, code: 'lme2' })).code).toBe(400)
  })
})
