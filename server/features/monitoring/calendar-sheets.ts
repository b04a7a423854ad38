// Import of calendars: a new version of each year in the file; older versions stay and can be restored.
import { yearOf } from '../../../contract/monitoring/calendar-days.ts'
import {
  type CalendarImportKey,
  calendarImport,
  type DayWord,
  dayWords,
} from '../../../contract/monitoring/calendar-sheets.ts'
import type { CalendarException } from '../../../contract/monitoring/calendars.ts'
import { orNotFound } from '../../core/http/refusal.ts'
import { declareImport } from '../../core/sheets/imports.ts'
import { whole } from '../../core/sheets/imports-check.ts'
import type { Made } from '../../core/sheets/imports-save.ts'
import { storeYear } from './calendars.acts.ts'
import { calendarNames, yearOfCalendar } from './calendars.queries.ts'
import { lockDues } from './dues.queries.ts'
import { remake } from './rules.routes.ts'

type Ready = CalendarException & { calendarId: string; source: string }

const SOURCE_MAX = 100
const FIRST_YEAR = 2000
const LAST_YEAR = 2100

export const calendarsImport = declareImport<CalendarImportKey, Ready>(calendarImport, {
  target: 'calendar',
  options: async (db) => ({ calendar: [...(await calendarNames(db)).keys()], word: Object.keys(dayWords) }),
  check: whole(async ({ db, rows, report }) => {
    const ids = await calendarNames(db)
    const first = new Map<string, number>()
    for (const row of rows) {
      const { calendar, day } = row.values
      if (!ids.has(calendar.trim())) report(row, 'calendar', '没有这个日历')
      const year = yearOf(day)
      if (year < FIRST_YEAR || year > LAST_YEAR) report(row, 'day', `年份应在${FIRST_YEAR}到${LAST_YEAR}之间`)
      const key = `${calendar.trim()} ${day}`
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, row.number)
      else report(row, 'day', `与第 ${earlier} 行重复`)
    }
    return ({ values: { calendar, day, word, name, source } }) => ({
      ...{ calendarId: ids.get(calendar.trim()) ?? '', day, isOpen: dayWords[word as DayWord] },
      ...{ name: name.trim(), source: source.trim() },
    })
  }),
  save: async ({ tx, by, rows, step }) => {
    await lockDues(tx)
    const made: Made[] = []
    let done = 0
    const names = new Map([...(await calendarNames(tx))].map(([name, id]) => [id, name]))
    const byYear = Map.groupBy(rows, ({ value: { calendarId, day } }) => `${calendarId} ${yearOf(day)}`)
    for (const [key, group] of byYear) {
      const [calendarId = '', yearText] = key.split(' ')
      const year = Number(yearText)
      const stored = orNotFound(await yearOfCalendar(tx, { calendarId, year }))
      const days = new Map<string, CalendarException>(stored.days.map((each) => [each.day, each]))
      for (const { value } of group) days.set(value.day, { day: value.day, isOpen: value.isOpen, name: value.name })
      const source = [...new Set(group.map(({ value }) => value.source))].join('、').slice(0, SOURCE_MAX)
      const id = await storeYear(tx, by, {
        ...{ calendarId, source, stored },
        days: [...days.values()].sort((a, b) => a.day.localeCompare(b.day)),
      })
      made.push({ id, name: `${names.get(calendarId)} ${year} 年` })
      done += group.length
      step(done)
    }
    await remake(tx)
    return made
  },
})
