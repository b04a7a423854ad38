// The stored calendars: on which days prices are due, may be entered and imported, and pushes go out.
import { type SQL, sql } from 'drizzle-orm'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import type { Executor } from '#server/db/connection.ts'
import { calendarDays, calendars, calendarYears } from '#server/db/schema/calendars.ts'

/** Code of the calendar of what names none: the workdays of China. */
export const WORKDAYS = 'workday'

/** Id of that calendar, in SQL. */
export const workdaysId = sql`(select id from ${calendars} where code = ${WORKDAYS})`

export type Calendars = ReadonlyMap<string, Calendar>

type Row = {
  id: string
  weekdays: number[]
  isYearly: boolean
  years: { year: number; version: string; days: Record<string, boolean> }[]
}

/** By id, with the current version of each year. */
export async function readCalendars(db: Executor, where: SQL = sql`true`): Promise<Calendars> {
  const { rows } = await db.execute<Row>(sql`
    select c.id::text as id, c.weekdays, c.is_yearly as "isYearly", coalesce((
        select json_agg(json_build_object('year', y.year, 'version', y.id::text, 'days', coalesce((
            select json_object_agg(d.day, d.is_open) from ${calendarDays} d where d.year_id = y.id), '{}'::json)))
          from (select distinct on (year) id, year from ${calendarYears} where calendar_id = c.id
            order by year, number desc) y), '[]'::json) as years
      from ${calendars} c where ${where}`)
  return new Map(
    rows.map(({ years, ...own }) => [
      own.id,
      {
        ...own,
        years: new Map(
          years.map(({ year, version, days }) => [year, { version, days: new Map(Object.entries(days)) }]),
        ),
      },
    ]),
  )
}

/** The workdays of China. */
export async function readWorkdays(db: Executor): Promise<Calendar> {
  const [workdays] = (await readCalendars(db, sql`c.code = ${WORKDAYS}`)).values()
  if (!workdays) throw new Error('no calendar of workdays')
  return workdays
}

export const listCalendars = (db: Executor): Promise<{ id: string; name: string }[]> =>
  db.select({ id: calendars.id, name: calendars.name }).from(calendars).orderBy(calendars.id)
