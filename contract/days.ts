// Calendar days, `YYYY-MM-DD`: they compare as texts and have no zone. The day of a moment is Shanghai's, which has no summer time.

export const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000

/** Whether the text is a day of the calendar, from 0001-01-01 to 9999-12-31: PostgreSQL has no year 0, the text four digits. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const number = dayNumber(text)
  return !Number.isNaN(number) && dayText(number) === text
}

const momentPattern =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999+08:00')

/**
 * Whether the text is a moment of the years 1 to 9999, both in UTC and in Shanghai. PostgreSQL knows offsets up to 15:59, the
 * program no leap seconds.
 */
export function isMoment(text: string): boolean {
  const day = momentPattern.exec(text)?.[1]
  if (day === undefined || !isDay(day)) return false
  const at = Date.parse(text)
  return at >= FIRST_MOMENT && at <= LAST_MOMENT
}

/** @param moment ms since 1970, a date or an ISO text */
export const dayOf = (moment: number | string | Date): string =>
  new Date(new Date(moment).getTime() + SHANGHAI_MS).toISOString().slice(0, 10)

/** `2026-11-20 17:48` in Asia/Shanghai. @param moment ms since 1970, a date or an ISO text */
export const minuteOf = (moment: number | string | Date): string =>
  new Date(new Date(moment).getTime() + SHANGHAI_MS).toISOString().slice(0, 16).replace('T', ' ')

/** Days since 1970-01-01: for days that are compared and stepped through thousands of times. NaN for a text that is no day. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export const addDays = (day: string, count: number): string => dayText(dayNumber(day) + count)

/** How many days later `to` is; negative where it is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** The days of a range, both ends counted. */
export const eachDay = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at))

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** The same day of another month, or that month's last where it has none; in day numbers. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY_MS
}
