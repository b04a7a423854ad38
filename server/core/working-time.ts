// Working time between two moments: minutes within working hours of the workdays of China, in TypeScript and, for medians over
// many rows, in SQL.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { addDays, dayOf, eachDay } from '#contract/days.ts'
import { type Calendar, isOpen } from '#contract/monitoring/calendar-days.ts'
import { WORK_BEGIN, WORK_END } from '#contract/operations/registration-measures.ts'

const MINUTE_MS = 60_000
const startMs = (day: string) => Date.parse(`${day}T00:00:00+08:00`)

/** Working minutes of `day` from its start until `ms`. */
function minutesUntil(calendar: Calendar, day: string, ms: number): number {
  if (!isOpen(calendar, day)) return 0
  return Math.min(Math.max((ms - startMs(day)) / MINUTE_MS, WORK_BEGIN), WORK_END) - WORK_BEGIN
}

/** 0 where `to` is not after `from`; both in milliseconds. */
export function workingMinutes(calendar: Calendar, from: number, to: number): number {
  if (to <= from) return 0
  const [first, last] = [dayOf(from), dayOf(to)]
  const between = eachDay(first, addDays(last, -1)).filter((day) => isOpen(calendar, day)).length
  return between * (WORK_END - WORK_BEGIN) + minutesUntil(calendar, last, to) - minutesUntil(calendar, first, from)
}

/** The last moment from which at least `minutes` of working time have passed until `now`. */
export function workingMinutesBefore(calendar: Calendar, now: number, minutes: number): number {
  let day = dayOf(now)
  let left = minutes - minutesUntil(calendar, day, now)
  while (left > 0) {
    day = addDays(day, -1)
    if (isOpen(calendar, day)) left -= WORK_END - WORK_BEGIN
  }
  // `-left` of this day's working time were not needed
  return startMs(day) + (WORK_BEGIN - left) * MINUTE_MS
}

/** A CTE `work`: each day from `from` to `to`, whether it is open, and the working minutes of those before it. */
export function workDays(calendar: Calendar, from: string, to: string): SQL {
  const open = eachDay(from, to).filter((day) => isOpen(calendar, day))
  return sql`work as materialized (select d.day::date as day, o.day is not null as is_open,
      (count(o.day) over (order by d.day rows between unbounded preceding and 1 preceding)) * ${WORK_END - WORK_BEGIN}::int as minutes
    from generate_series(${from}::date, ${to}::date, interval '1 day') d(day)
      left join unnest(${sql.param(open)}::date[]) o(day) on o.day = d.day::date)`
}

/** Working minutes until a moment `at`, by its row `w` of `work`: the difference of two is the time between them. */
export function workUntil(w: SQLWrapper, at: SQLWrapper): SQL {
  const minute = sql`extract(epoch from (${at} at time zone 'Asia/Shanghai')::time)::float8 / 60`
  return sql`(${w}.minutes + case when ${w}.is_open
    then least(greatest(${minute}, ${WORK_BEGIN}::int), ${WORK_END}::int) - ${WORK_BEGIN}::int else 0 end)`
}
