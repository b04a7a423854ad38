// On which days quote items are due, by the calendar of mainland China with its holidays and substitute workdays.
import { addDays, weekdayOf } from '../../../contract/days.ts'
import type { QuoteFrequency } from '../../../contract/prices/price-labels.ts'
import { isWorkday } from '../../core/workdays.ts'

/** The first workday after a day. */
export function nextWorkday(day: string): string {
  const next = addDays(day, 1)
  return isWorkday(next) ? next : nextWorkday(next)
}

/** Whether no workday of the same period follows. `periodOf` returns the period of a day. */
const isLastWorkday = (day: string, periodOf: (day: string) => string): boolean =>
  isWorkday(day) && periodOf(nextWorkday(day)) !== periodOf(day)

const monthOf = (day: string) => day.slice(0, 7)
/** Days 1–10, 11–20, and the rest of the month. */
const tenDayOf = (day: string) => `${monthOf(day)}-${Math.min(2, Math.floor((Number(day.slice(8)) - 1) / 10))}`

/** @param day YYYY-MM-DD */
export function isDueOn(
  day: string,
  { frequency, weekdays }: { frequency: QuoteFrequency; weekdays: number[] },
): boolean {
  switch (frequency) {
    case 'workday':
      return isWorkday(day)
    case 'weekdays':
      return weekdays.includes(weekdayOf(day)) && isWorkday(day)
    case 'tenDay':
      return isLastWorkday(day, tenDayOf)
    case 'month':
      return isLastWorkday(day, monthOf)
  }
}
