// Working time between two moments: minutes within working hours of the workdays of China, in TypeScript and, for medians over
// many rows, in SQL.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { addDays, DAY_MS, dayOf, eachDay } from '#contract/days.ts'
import { type Calendar, isOpen } from '#contract/monitoring/calendar-days.ts'
import { WORK_BEGIN, WORK_END } from '#contract/operations/registration-measures.ts'

const MINUTE_MS = 60_000
/** Minutes of a day, and those of them that are worked. */
const [DAY, DAY_WORK] = [DAY_MS / MINUTE_MS, WORK_END - WORK_BEGIN]
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
  return between * DAY_WORK + minutesUntil(calendar, last, to) - minutesUntil(calendar, first, from)
}

/** The last moment from which at least `minutes` of working time have passed until `now`. */
export function workingMinutesBefore(calendar: Calendar, now: number, minutes: number): number {
  let day = dayOf(now)
  let left = minutes - minutesUntil(calendar, day, now)
  while (left > 0) {
    day = addDays(day, -1)
    if (isOpen(calendar, day)) left -= DAY_WORK
  }
  // `-left` of this day's working time were not needed
  return startMs(day) + (WORK_BEGIN - left) * MINUTE_MS
}

/**
 * A CTE `work` of one row: the minute since 1970 at which the day `from` starts, and the working minutes from there until the
 * start of each day to `to` and of the one after it.
 */
export function workDays(calendar: Calendar, from: string, to: string): SQL {
  const until = [0]
  for (const day of eachDay(from, to)) until.push((until.at(-1) ?? 0) + (isOpen(calendar, day) ? DAY_WORK : 0))
  return sql`work as materialized (
    select ${startMs(from) / MINUTE_MS}::float8 as start, ${sql.param(until)}::int[] as until)`
}

/** Minutes since 1970, a double. */
export const minuteOf = (at: SQLWrapper): SQL => sql`date_part('epoch', ${at}) / 60`

/**
 * Working minutes from the first day of `work` until a minute since 1970, null outside its days: the difference of two is the
 * time between them. Looked up in an array, as joining each moment with its day sorts all rows.
 */
export function workUntil(at: SQLWrapper): SQL {
  const number = (value: number) => sql.raw(String(value))
  const minute = sql`(${at} - (select start from work))`
  const day = sql`floor(${minute} / ${number(DAY)})`
  const until = (nth: number) => sql`(select until from work)[${day}::int + ${number(nth)}]`
  const ofDay = sql`least(greatest(${minute} - ${day} * ${number(DAY)}, ${number(WORK_BEGIN)}), ${number(WORK_END)})`
  const share = sql`(${ofDay} - ${number(WORK_BEGIN)}) / ${number(DAY_WORK)}`
  return sql`(${until(1)} + (${until(2)} - ${until(1)}) * ${share})`
}
