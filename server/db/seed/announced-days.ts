// Workdays of mainland China, as the State Council announced them, for the seed of calendars alone: who asks for a day, asks a calendar.
// A year that is not announced yet has none of its holidays. The package's table and not its functions, which read dates in the zone
// of the process.
import announced from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import { weekdayOf } from '#contract/days.ts'

/** `National Day,国庆节,3` by day, of days off and of the days worked in their place. */
const daysOff: Readonly<Record<string, string>> = announced.holidays
const worked: Readonly<Record<string, string>> = announced.workdays

const FRIDAY = 5

/** @param day YYYY-MM-DD */
export const isWorkday = (day: string): boolean => day in worked || (!(day in daysOff) && weekdayOf(day) <= FRIDAY)

/**
 * In Chinese, also of the days worked in place of its own; empty on other days.
 * @param day YYYY-MM-DD
 */
export const holidayOf = (day: string): string => (worked[day] ?? daysOff[day] ?? '').split(',')[1] ?? ''
