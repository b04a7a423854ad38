// Calendars that every database has, with the years that chinese-days knows: it has none before the State Council has announced it.
import { readFileSync } from 'node:fs'
import chineseDays from 'chinese-days'
import { sql } from 'drizzle-orm'
import { eachDay } from '../../../contract/days.ts'
import type { Tx } from '../connection.ts'
import { calendarDays, calendars, calendarYears } from '../schema/monitoring.ts'

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

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Days that differ from the usual week. A holiday's detail is `National Day,国庆节,3`, that of other days a weekday. */
function exceptionsOf(year: number): Exception[] {
  return eachDay(`${year}-01-01`, `${year}-12-31`).flatMap((day) => {
    const isOpen = chineseDays.isWorkday(day)
    if (isOpen === !isWeekend(day)) return []
    const [, holiday = ''] = chineseDays.getDayDetail(day).name.split(',')
    return [{ day, isOpen, name: isOpen ? `${holiday}调休上班` : holiday }]
  })
}

const packageVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../../node_modules/chinese-days/package.json', import.meta.url), 'utf8')).version

/** Adds missing calendars and unannounced years: an update of the package brings the next one. */
export async function seedCalendars(tx: Tx): Promise<void> {
  await tx.insert(calendars).values(seeds).onConflictDoNothing()
  const { rows: known } = await tx.execute<{ id: string; code: string; years: number[] }>(sql`
    select c.id::text as id, c.code, array(select distinct y.year from ${calendarYears} y where y.calendar_id = c.id) as years
      from ${calendars} c where c.code in (${WORKDAYS}, ${EXCHANGE})`)
  if (known.length === 0) return
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    const missing = known.filter(({ years }) => !years.includes(year))
    if (missing.length === 0) continue
    const exceptions = exceptionsOf(year)
    // a year without a holiday is one that is not known
    if (exceptions.length === 0) return
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
