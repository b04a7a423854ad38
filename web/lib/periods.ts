// Weeks, months and quarters in Asia/Shanghai and their formats (spec §5). Weeks begin on Monday.
import { addDays } from '#contract/days.ts'
import { formatDay } from './format.ts'

/** Two days, `YYYY-MM-DD`, both inclusive. */
export type Period = { from: string; to: string }

type Moment = Parameters<typeof formatDay>[0]

const WEEK_DAYS = 7
const QUARTER_MONTHS = 3

const print = (date: Date) => date.toISOString().slice(0, 10)

/** The moment's day as UTC midnight, so day arithmetic is free of DST; null if it is no valid day. */
function toDay(moment: Moment): Date | null {
  const date = new Date(`${formatDay(moment)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

export function weekOf(moment: Moment): Period | null {
  const day = toDay(moment)
  if (!day) return null
  const sinceMonday = (day.getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS
  const from = addDays(print(day), -sinceMonday)
  return { from, to: addDays(from, WEEK_DAYS - 1) }
}

function monthsFrom(day: Date, firstMonth: number, months: number): Period {
  const year = day.getUTCFullYear()
  // day 0 is the last day of the previous month
  const [from, to] = [new Date(Date.UTC(year, firstMonth, 1)), new Date(Date.UTC(year, firstMonth + months, 0))]
  return { from: print(from), to: print(to) }
}

export function monthOf(moment: Moment): Period | null {
  const day = toDay(moment)
  return day && monthsFrom(day, day.getUTCMonth(), 1)
}

export function quarterOf(moment: Moment): Period | null {
  const day = toDay(moment)
  return day && monthsFrom(day, day.getUTCMonth() - (day.getUTCMonth() % QUARTER_MONTHS), QUARTER_MONTHS)
}

const dotted = (day: string) => day.replaceAll('-', '.')

/** `YYYY.MM.DD - YYYY.MM.DD` (spec §5); empty for null. */
export const formatWeek = (period: Period | null) => (period ? `${dotted(period.from)} - ${dotted(period.to)}` : '')

/** `YYYY.MM - YYYY.MM` (spec §5); empty for null. */
export const formatQuarter = (period: Period | null) =>
  period ? `${dotted(period.from).slice(0, 7)} - ${dotted(period.to).slice(0, 7)}` : ''
