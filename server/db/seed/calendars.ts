// Calendars that every database has, with the years that the State Council has announced.
import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import { eachDay } from '#contract/days.ts'
import type { Tx } from '../connection.ts'
import { calendarDays, calendars, calendarYears } from '../schema/calendars.ts'
import { holidayOf, isWorkday } from './announced-days.ts'

const WORKDAYS = 'workday'
const EXCHANGE = 'exchange'

const weekdays = [1, 2, 3, 4, 5]
const seeds = [
  { code: WORKDAYS, name: '中国工作日', weekdays, isYearly: true, remark: '国务院公布的节假日与调休上班日' },
  { code: EXCHANGE, name: '国内交易所', weekdays, isYearly: true, remark: '节假日休市，调休上班的周末也休市' },
  { code: 'everyDay', name: '每天', weekdays: [1, 2, 3, 4, 5, 6, 7], isYearly: false, remark: '全年无休' },
]

/** The first year that anybody asks for, and one after the last that can be known. */
const FIRST_YEAR = 2024
const LAST_YEAR = 2100

type Exception = { day: string; isOpen: boolean; name: string }

/** Of five to eight days: at least three of them are usually worked. */
const NATIONAL_DAY = '国庆节'

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Days that differ from the usual week; none where the year is not announced. */
function exceptionsOf(year: number): Exception[] {
  return eachDay(`${year}-01-01`, `${year}-12-31`).flatMap((day) => {
    const isOpen = isWorkday(day)
    if (isOpen === !isWeekend(day)) return []
    const holiday = holidayOf(day)
    return [{ day, isOpen, name: isOpen ? `${holiday}调休上班` : holiday }]
  })
}

const packageVersion = (): string => createRequire(import.meta.url)('chinese-days/package.json').version

/** No year of the State Council closes more than a few Mondays. */
const CLOSED_MONDAYS = 20

/**
 * Removes the years that an earlier release seeded in a process whose zone lies west of UTC: each day was taken for the one
 * before it, so all Mondays were closed, also in years that are not announced. Later versions of a year are people's, and stay.
 * @returns the years, for the log
 */
async function removeShifted(tx: Tx): Promise<number[]> {
  const { rows } = await tx.execute<{ year: number }>(sql`
    delete from ${calendarYears} y
    where y.number = 1 and y.by_id is null and y.source like 'chinese-days %' and (
      select count(*) from ${calendarDays} d
      where d.year_id = y.id and not d.is_open and extract(isodow from d.day) = 1) > ${CLOSED_MONDAYS}
    returning y.year`)
  return [...new Set(rows.map(({ year }) => year))].toSorted((a, b) => a - b)
}

/** Adds missing calendars and unannounced years: an update of the package brings the next one. */
export async function seedCalendars(tx: Tx, say: (line: string) => void): Promise<void> {
  await tx.insert(calendars).values(seeds).onConflictDoNothing()
  const [first, ...others] = await removeShifted(tx)
  if (first !== undefined) {
    say(
      `工作日历已修正：${first} 年至 ${others.at(-1) ?? first} 年由旧版本错误生成，周一被记为休息；人工维护的版本未改动，请核对`,
    )
  }
  const { rows: known } = await tx.execute<{ id: string; code: string; years: number[] }>(sql`
    select c.id::text as id, c.code, array(select distinct y.year from ${calendarYears} y where y.calendar_id = c.id) as years
      from ${calendars} c where c.code in (${WORKDAYS}, ${EXCHANGE})`)
  if (known.length === 0) return
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    const missing = known.filter(({ years }) => !years.includes(year))
    if (missing.length === 0) continue
    const exceptions = exceptionsOf(year)
    if (!exceptions.some(({ name }) => name === NATIONAL_DAY)) return // not announced
    for (const { id, code } of missing) {
      const [row] = await tx
        .insert(calendarYears)
        .values({ calendarId: id, year, number: 1, source: `chinese-days ${packageVersion()}`, byName: '系统' })
        .returning({ yearId: calendarYears.id })
      const days = exceptions.filter(({ isOpen }) => code === WORKDAYS || !isOpen)
      if (row) await tx.insert(calendarDays).values(days.map((each) => ({ ...row, ...each })))
    }
  }
}
