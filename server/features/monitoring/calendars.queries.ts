// Calendars as they are stored.
import { sql } from 'drizzle-orm'
import type { Calendar } from '../../../contract/monitoring/calendar-days.ts'
import type { Executor } from '../../db/connection.ts'
import { calendarDays, calendars, calendarYears } from '../../db/schema/monitoring.ts'

type Row = {
  id: string
  weekdays: number[]
  isYearly: boolean
  years: { year: number; version: string; days: Record<string, boolean> }[]
}

/** By id, each year as it holds now. */
export async function readCalendars(db: Executor): Promise<Map<string, Calendar>> {
  const { rows } = await db.execute<Row>(sql`
    select c.id::text as id, c.weekdays, c.is_yearly as "isYearly", coalesce((
        select json_agg(json_build_object('year', y.year, 'version', y.id::text, 'days', coalesce((
            select json_object_agg(d.day, d.is_open) from ${calendarDays} d where d.year_id = y.id), '{}'::json)))
          from (select distinct on (year) id, year from ${calendarYears} where calendar_id = c.id
            order by year, number desc) y), '[]'::json) as years
      from ${calendars} c`)
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
