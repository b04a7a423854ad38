// The rules of a date range (spec §2, §5, §9), and its presets.
import { addDays } from '#contract/days.ts'
import { formatDay } from '#web/lib/format.ts'
import { formatQuarter, formatWeek, monthOf, type Period, quarterOf, weekOf } from '#web/lib/periods.ts'

/** Days in the API's format, `YYYY-MM-DD`; null for an open end. */
export type DateRange = { start: string | null; end: string | null }

/** spec §5: swapped if the start is later than the end. */
export function inOrder({ start, end }: DateRange): DateRange {
  return start && end && start > end ? { start: end, end: start } : { start, end }
}

function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${text}T`)
}

/** Parses a page address's `2026-11-01~2026-11-30`, with an open side left out; undefined if it is no range. */
export function readRange(text: string): DateRange | undefined {
  const [start = '', end, more] = text.split('~')
  if (end === undefined || more !== undefined || (start === '' && end === '')) return undefined
  if ([start, end].some((day) => day !== '' && !isDay(day))) return undefined
  return inOrder({ start: start || null, end: end || null })
}

export const printRange = ({ start, end }: DateRange): string => (start || end ? `${start ?? ''}~${end ?? ''}` : '')

/** The specification writes `yyyy-MM-dd` for what the date library calls `YYYY-MM-DD`. */
export const libraryFormat = (format: string) => format.replaceAll('y', 'Y').replaceAll('d', 'D')

/** Formats that may be typed besides the one that is shown, in the library's notation. */
export const TYPED_FORMATS = ['YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD']

export type RangePreset = { label: string; range: DateRange; hint: string }

/** Common ranges around today; the hint says which days they cover. */
export function presetsOf(now: number): RangePreset[] {
  const today = formatDay(now)
  const last = (days: number): Period => ({ from: addDays(today, 1 - days), to: today })
  const [week, month, quarter] = [weekOf(today), monthOf(today), quarterOf(today)]
  const offers: [string, Period | null, string?][] = [
    ['今天', last(1)],
    ['近 7 天', last(7)],
    ['近 30 天', last(30)],
    ['本周', week],
    ['本月', month],
    ['本季度', quarter, formatQuarter(quarter)],
  ]
  return offers.flatMap(([label, period, hint = formatWeek(period)]) =>
    period ? [{ label, range: { start: period.from, end: period.to }, hint }] : [],
  )
}
