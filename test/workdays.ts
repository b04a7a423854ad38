// Workdays of tests: what runs on workdays has to run on the day of the test, a Saturday too.
import { eq, sql } from 'drizzle-orm'
import { WORKDAYS } from '#server/core/calendars.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { calendarDays, calendars, calendarYears } from '#server/db/schema/calendars.ts'

/** Opens the calendar of workdays on every day. */
export async function openEveryDay(db: Db): Promise<void> {
  await db.execute(sql`update ${calendars} set weekdays = '{1,2,3,4,5,6,7}' where code = ${WORKDAYS}`)
  await db.execute(sql`update ${calendarDays} d set is_open = true from ${calendarYears} y, ${calendars} c
    where y.id = d.year_id and c.id = y.calendar_id and c.code = ${WORKDAYS}`)
}

/** Source of the years that are announced to the tests alone. */
export const ANNOUNCED_FOR_TESTS = 'test:days'

const daysOf = (variable: string) => (process.env[variable] ?? '').split(',').filter(Boolean)

/** Days off and days worked in their place, of years that nobody has announced, as `npm run test:days` names them. */
export async function announceDays(tx: Tx): Promise<void> {
  const days = [
    ...daysOf('DAYS_OFF').map((day) => ({ day, isOpen: false, name: '春节' })),
    ...daysOf('DAYS_WORKED').map((day) => ({ day, isOpen: true, name: '春节调休上班' })),
  ]
  for (const year of new Set(days.map(({ day }) => day.slice(0, 4)))) {
    for (const { id, code } of await tx.select().from(calendars).where(eq(calendars.isYearly, true))) {
      const [row] = await tx
        .insert(calendarYears)
        .values({ calendarId: id, year: Number(year), number: 1, source: ANNOUNCED_FOR_TESTS, byName: '系统' })
        .returning({ yearId: calendarYears.id })
      const own = days.filter(({ day, isOpen }) => day.startsWith(year) && (code === WORKDAYS || !isOpen))
      if (row) await tx.insert(calendarDays).values(own.map((each) => ({ ...row, ...each })))
    }
  }
}
