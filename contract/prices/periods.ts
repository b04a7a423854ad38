// Published prices by week, ten days or month: which period a day belongs to, and the aggregate of a period.

import { addDays, addMonths, dayNumber, dayText, weekdayOf } from '#contract/days.ts'
import { keysOf } from '#contract/labels.ts'
import { Exact, roundTo } from './decimals.ts'

export const periodLengthLabels = { day: '日', week: '周', tenDay: '旬', month: '月' } as const
export type PeriodLength = keyof typeof periodLengthLabels
export const periodLengths = keysOf(periodLengthLabels)

/** `last` and `average` are of the average prices, `high` and `low` of the highest and lowest ones. */
export const measureLabels = { last: '期末值', average: '平均值', high: '最高值', low: '最低值' } as const
export type Measure = keyof typeof measureLabels
export const measures = keysOf(measureLabels)

/** Monday of the day's week. */
const startOfWeek = (day: string): string => addDays(day, 1 - weekdayOf(day))

/** The first, second and last ten days of a month (上旬、中旬、下旬); the last runs to the month's end. */
const startOfTenDays = (day: string): string => {
  const date = day.slice(8)
  return `${day.slice(0, 8)}${date < '11' ? '01' : date < '21' ? '11' : '21'}`
}

/** The first day of the period that the day belongs to: it names the period. */
export function periodOf(day: string, length: PeriodLength): string {
  if (length === 'week') return startOfWeek(day)
  if (length === 'tenDay') return startOfTenDays(day)
  return length === 'month' ? `${day.slice(0, 8)}01` : day
}

/** The last day of the period that the day belongs to. */
export function endOfPeriod(day: string, length: PeriodLength): string {
  const start = periodOf(day, length)
  if (length === 'day') return start
  if (length === 'week') return addDays(start, 6)
  if (length === 'tenDay' && !start.endsWith('21')) return addDays(start, 9)
  return dayText(addMonths(dayNumber(`${start.slice(0, 8)}01`), 1) - 1)
}

export type Span = { from: string; to: string }

/** What becomes of a period that the range cuts: the range is widened to whole periods, or the period is shown as partial. */
export const edgeLabels = { whole: '补足整期', cut: '按区间截断' } as const
export type Edges = keyof typeof edgeLabels
export const edges = keysOf(edgeLabels)

export const spanOf = ({ from, to }: Span, length: PeriodLength, edge: Edges): Span =>
  edge === 'cut' ? { from, to } : { from: periodOf(from, length), to: endOfPeriod(to, length) }

/** Whether the range leaves out days of the period, or it has not ended yet. */
export const isPartial = (period: string, length: PeriodLength, { from, to }: Span, today: string): boolean =>
  length !== 'day' && (period < from || endOfPeriod(period, length) > (to < today ? to : today))

export const PARTIAL = '不完整'

/** How people write a period: `2026-11`, `2026-11 上旬`, `2026-11-16 当周`. */
export function periodLabel(period: string, length: PeriodLength): string {
  if (length === 'month') return period.slice(0, 7)
  if (length === 'week') return `${period} 当周`
  if (length === 'day') return period
  const part = period.endsWith('01') ? '上旬' : period.endsWith('11') ? '中旬' : '下旬'
  return `${period.slice(0, 7)} ${part}`
}

/** Exact: what a figure is multiplied by, and then divided by. */
export type Conversion = { times: Exact; over: Exact }

/** A day and its figure. */
export type DayFigure = readonly [day: string, figure: string]

type Aggregation = { measure: Measure; decimals: number; conversion: Conversion | null }

/** Of a period's figures, the oldest first; rounded once, at the end, half-up. */
export function aggregate(figures: readonly string[], { measure, decimals, conversion }: Aggregation): string {
  const raw = exactAggregate(figures, measure)
  if (conversion === null) return roundTo(raw, decimals)
  return roundTo(new Exact(raw).times(conversion.times).dividedBy(conversion.over), decimals)
}

function exactAggregate(figures: readonly string[], measure: Measure): Exact | string {
  if (measure === 'last') return figures.at(-1) ?? '0'
  const exact = figures.map((figure) => new Exact(figure))
  if (measure === 'high') return Exact.max(...exact)
  if (measure === 'low') return Exact.min(...exact)
  return Exact.sum(...exact).dividedBy(exact.length)
}

/** Each period that has a figure, in the order of days. `days` are in order. */
export function byPeriod(
  days: readonly DayFigure[],
  length: PeriodLength,
  aggregation: Aggregation,
): Map<string, string> {
  const periods = new Map<string, string>()
  // single days need no aggregation, only the conversion
  if (length === 'day') {
    const isPlain = aggregation.conversion === null
    for (const [day, figure] of days) periods.set(day, isPlain ? figure : aggregate([figure], aggregation))
    return periods
  }
  let current: { period: string; figures: string[] } | undefined
  const close = () => current && periods.set(current.period, aggregate(current.figures, aggregation))
  for (const [day, figure] of days) {
    const period = periodOf(day, length)
    if (current?.period === period) current.figures.push(figure)
    else {
      close()
      current = { period, figures: [figure] }
    }
  }
  close()
  return periods
}

/**
 * The figure of each row, null where there is none; `filled` are the rows that have the last known one.
 *
 * @param before the last known figure before the first row, where gaps are filled
 */
export function inRows(
  rows: readonly string[],
  figures: ReadonlyMap<string, string>,
  fill: { before: string | null } | null,
): { values: (string | null)[]; filled: number[] } {
  const filled: number[] = []
  let last = fill?.before ?? null
  const values = rows.map((row, at) => {
    const own = figures.get(row)
    if (own !== undefined) {
      if (fill) last = own
      return own
    }
    if (fill && last !== null) filled.push(at)
    return fill ? last : null
  })
  return { values, filled }
}
