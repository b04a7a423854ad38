// Workdays of mainland China, as the State Council announced them, for the seed of calendars alone: who asks for a day, asks a calendar.
// A year that is not announced yet has none of its holidays.
import chineseDays from 'chinese-days'

/** The package reads the fields of a date in the process's own zone: noon there is the same day in all of them. */
const localNoon = (day: string): Date => new Date(`${day}T12:00:00`)

/** @param day YYYY-MM-DD */
export const isWorkday = (day: string): boolean => chineseDays.isWorkday(localNoon(day))

/**
 * In Chinese; empty on other days. The package says `National Day,国庆节,3` on a holiday and on the days worked in its place.
 * @param day YYYY-MM-DD
 */
export function holidayOf(day: string): string {
  const [, holiday = ''] = chineseDays.getDayDetail(localNoon(day)).name.split(',')
  return holiday
}
