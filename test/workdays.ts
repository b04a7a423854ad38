// Workdays of tests: what runs on workdays has to run on the day of the test, a Saturday too.
import { sql } from 'drizzle-orm'
import { WORKDAYS } from '#server/core/calendars.ts'
import type { Db } from '#server/db/connection.ts'
import { calendarDays, calendars, calendarYears } from '#server/db/schema/calendars.ts'

/** Opens the calendar of workdays on every day. */
export async function openEveryDay(db: Db): Promise<void> {
  await db.execute(sql`update ${calendars} set weekdays = '{1,2,3,4,5,6,7}' where code = ${WORKDAYS}`)
  await db.execute(sql`update ${calendarDays} d set is_open = true from ${calendarYears} y, ${calendars} c
    where y.id = d.year_id and c.id = y.calendar_id and c.code = ${WORKDAYS}`)
}
