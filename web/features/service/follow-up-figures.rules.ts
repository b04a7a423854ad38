// The lists behind the figures of follow-ups.
import { addDays } from '#contract/days.ts'
import { FIGURE_SILENT_DAYS } from '#contract/service/follow-ups.ts'
import { printRange } from '#web/kit/form/date-range.rules.ts'

/** The last days that the figures may be of. */
export const followSpans = [7, 30, 90] as const

/** What the list's address has for the follow-ups of the last days. */
export const followedDays = (days: number, today: string, filters: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({ days: printRange({ start: addDays(today, 1 - days), end: today }), ...filters })

/** For the customers by value. */
export const followedCustomers = (days: number): URLSearchParams =>
  new URLSearchParams({ followedWithin: String(days) })
export const silentCustomers = new URLSearchParams({ silentFrom: String(FIGURE_SILENT_DAYS) })
