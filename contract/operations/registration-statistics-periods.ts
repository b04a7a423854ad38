// Periods of the registration statistics: the one before, to compare with, and the steps of a trend.
import { addDays, addMonths, dayNumber, daysBetween, dayText, weekdayOf } from '#contract/days.ts'

/** Two days, `YYYY-MM-DD`, both included. */
export type Days = { from: string; to: string }

export const trendSteps = ['day', 'week', 'month'] as const
export type TrendStep = (typeof trendSteps)[number]

const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length)
const firstOf = (day: string) => `${monthOf(day)}-01`
const lastOf = (day: string) => addDays(nextMonth(day), -1)
const nextMonth = (day: string) => dayText(addMonths(dayNumber(firstOf(day)), 1))

/**
 * What a period is compared with. One that begins with a month and ends within it: the same days of the month before, all
 * of them where it is a whole month. Any other: as many days, which end the day before it begins.
 */
export function daysBefore({ from, to }: Days): Days {
  if (from === firstOf(from) && monthOf(from) === monthOf(to)) {
    const first = dayText(addMonths(dayNumber(from), -1))
    const isWhole = to === lastOf(to)
    return { from: first, to: isWhole ? lastOf(first) : dayText(addMonths(dayNumber(to), -1)) }
  }
  const before = addDays(from, -1)
  return { from: addDays(before, -daysBetween(from, to)), to: before }
}

const endOf = { day: (day: string) => day, week: (day: string) => addDays(day, 7 - weekdayOf(day)), month: lastOf }

/** The days, weeks from Monday, or months of a period, in order; the first and last are cut off at its ends. */
export function partsOf({ from, to }: Days, step: TrendStep): Days[] {
  const parts: Days[] = []
  for (let first = from; first <= to; ) {
    const end = endOf[step](first)
    parts.push({ from: first, to: end < to ? end : to })
    first = addDays(end, 1)
  }
  return parts
}
