// Import of calendars: a new version of each year in the file; older versions stay and can be restored. A day that is there
// already is changed by an update only, which shows what it was.
import { yearOf } from '#contract/monitoring/calendar-days.ts'
import { type CalendarImportKey, calendarImport, type DayWord, dayWords } from '#contract/monitoring/calendar-sheets.ts'
import type { CalendarException, CalendarYearView } from '#contract/monitoring/calendars.ts'
import { textKey } from '#contract/text.ts'
import type { Author } from '#server/core/core.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, type Standing, whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { storeYear } from './calendars.acts.ts'
import { calendarNames, yearOfCalendar } from './calendars.queries.ts'
import { lockDues } from './dues.queries.ts'
import { remake } from './rules.acts.ts'

type Ready = CalendarException & { calendarId: string; source: string }

const SOURCE_MAX = 100
const FIRST_YEAR = 2000
const LAST_YEAR = 2100

type Checking = CheckContext<CalendarImportKey>
type Row = Checking['rows'][number]

const isYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR

/** What the rows' calendars and years hold: for a row, its calendar's id, the year's number and source, and its day. */
async function readYears(db: Executor, rows: readonly Row[]) {
  const ids = new Map([...(await calendarNames(db))].map(([name, id]) => [textKey(name), id]))
  const idOf = ({ values }: Row) => ids.get(textKey(values.calendar))
  const keyOf = (row: Row) => `${idOf(row)} ${yearOf(row.values.day)}`
  const years = new Map<string, { number: number; source: string; days: Map<string, CalendarException> }>()
  for (const row of rows) {
    const [calendarId, year] = [idOf(row), yearOf(row.values.day)]
    if (calendarId === undefined || !isYear(year) || years.has(keyOf(row))) continue
    const { number, source, days }: CalendarYearView = orNotFound(await yearOfCalendar(db, { calendarId, year }))
    years.set(keyOf(row), { number, source, days: new Map(days.map((each) => [each.day, each])) })
  }
  return {
    idOf,
    yearOf: (row: Row) => years.get(keyOf(row)),
    dayOf: (row: Row) => years.get(keyOf(row))?.days.get(row.values.day),
  }
}

const wordOf = ({ isOpen }: CalendarException): DayWord => (isOpen ? '班' : '休')

/** The days that are there already. */
async function findStanding({ db, rows }: Omit<Checking, 'standing'>) {
  const years = await readYears(db, rows)
  const found = new Map<number, Standing<CalendarImportKey>>()
  for (const row of rows) {
    const [year, exception] = [years.yearOf(row), years.dayOf(row)]
    if (!year || !exception) continue
    const { calendar, day } = row.values
    found.set(row.at, {
      id: `${years.idOf(row)} ${day}`,
      name: `${calendar} ${day}`,
      version: year.number,
      cells: { calendar, day, word: wordOf(exception), name: exception.name, source: year.source },
      fields: {},
    })
  }
  return found
}

/** A new version of each calendar's year, with the rows' days merged into those of the one before. */
async function storeYears(
  { tx, by, step }: { tx: Tx; by: Author; step: (done: number) => void },
  rows: readonly { value: Ready }[],
): Promise<Made[]> {
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
      calendarId,
      source,
      stored,
      days: [...days.values()].sort((a, b) => a.day.localeCompare(b.day)),
    })
    made.push({ id, name: `${names.get(calendarId)} ${year} 年` })
    done += group.length
    step(done)
  }
  await remake(tx)
  return made
}

export const calendarsImport = declareImport<CalendarImportKey, Ready>(calendarImport, {
  target: 'calendar',
  options: async (db) => ({ calendar: [...(await calendarNames(db)).keys()], word: Object.keys(dayWords) }),
  check: whole(async ({ db, rows, report, standing }) => {
    const years = await readYears(db, rows)
    const first = new Map<string, number>()
    for (const row of rows) {
      const { day } = row.values
      const calendarId = years.idOf(row)
      if (calendarId === undefined) report(row, 'calendar', '没有这个日历')
      if (!isYear(yearOf(day))) report(row, 'day', `年份应在${FIRST_YEAR}到${LAST_YEAR}之间`)
      const exception = years.dayOf(row)
      if (exception && !standing.has(row.at)) report(row, 'day', `当日已有安排“${wordOf(exception)}”，请选择更新已有的`)
      const key = `${calendarId} ${day}`
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, row.number)
      else report(row, 'day', `与第 ${earlier} 行重复`)
    }
    return (row) => ({
      calendarId: years.idOf(row) ?? '',
      day: row.values.day,
      isOpen: dayWords[row.values.word as DayWord],
      name: row.values.name.trim(),
      source: row.values.source.trim(),
    })
  }),
  save: ({ rows, ...context }) => storeYears(context, rows),
  update: {
    find: findStanding,
    write: async (context, rows) => void (await storeYears(context, rows)),
  },
})
