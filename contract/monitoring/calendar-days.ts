// Which days a calendar is open on, and on which of them something that recurs is due. Pure: the server makes due rows
// by it, the browser previews them.
import { addDays, dayNumber, dayText, eachDay, weekdayOf } from '#contract/days.ts'

/** Announced days of a year that differ from the calendar's usual week. */
export type CalendarYear = { version: string; days: ReadonlyMap<string, boolean> }

export type Calendar = {
  id: string
  /** Usually open: 1 Monday to 7 Sunday. */
  weekdays: readonly number[]
  /** Whether each year needs an announcement; a missing year is then not announced yet. */
  isYearly: boolean
  years: ReadonlyMap<number, CalendarYear>
}

export const recurrences = ['workday', 'weekdays', 'tenDay', 'month'] as const
export type Recurrence = (typeof recurrences)[number]

/** `nth` open day of the ten days or of the month, from its end where negative; the nearest one where it has fewer. */
export type DuePattern = { frequency: Recurrence; weekdays: readonly number[]; nth: number }

export const yearOf = (day: string): number => Number(day.slice(0, 4))

/** An unannounced year follows the usual week, and the board points it out. */
export const isAnnounced = ({ isYearly, years }: Calendar, year: number): boolean => !isYearly || years.has(year)

export const isOpen = ({ weekdays, years }: Calendar, day: string): boolean =>
  years.get(yearOf(day))?.days.get(day) ?? weekdays.includes(weekdayOf(day))

/** The first open day after `day`. */
export function nextOpenDay(calendar: Calendar, day: string): string {
  let next = addDays(day, 1)
  while (!isOpen(calendar, next)) next = addDays(next, 1)
  return next
}

const monthOf = (day: string): string => day.slice(0, 7)
/** Ten days, ten days, and the rest of the month. */
const tenDayOf = (day: string): string => `${monthOf(day)}-${Math.min(2, Math.floor((Number(day.slice(8)) - 1) / 10))}`

/** Days around `day` that reach over any month. */
const MONTH_REACH = 31

function isNthOf(calendar: Calendar, day: string, nth: number, periodOf: (day: string) => string): boolean {
  if (!isOpen(calendar, day)) return false
  const open = eachDay(addDays(day, -MONTH_REACH), addDays(day, MONTH_REACH)).filter(
    (each) => periodOf(each) === periodOf(day) && isOpen(calendar, each),
  )
  const index = nth > 0 ? Math.min(nth, open.length) - 1 : Math.max(open.length + nth, 0)
  return open[index] === day
}

/** @param day YYYY-MM-DD */
export function isDueOn(calendar: Calendar, day: string, { frequency, weekdays, nth }: DuePattern): boolean {
  switch (frequency) {
    case 'workday':
      return isOpen(calendar, day)
    case 'weekdays':
      return weekdays.includes(weekdayOf(day)) && isOpen(calendar, day)
    case 'tenDay':
      return isNthOf(calendar, day, nth, tenDayOf)
    case 'month':
      return isNthOf(calendar, day, nth, monthOf)
  }
}

/** Whether it is a day of that year: `2026-02-30` is none. */
export const isYearDay = (day: string, year: number): boolean =>
  yearOf(day) === year && Number.isFinite(dayNumber(day)) && dayText(dayNumber(day)) === day
