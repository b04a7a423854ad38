// Chart data of a query: plain values, values rebased to 100, or one line for each year.
import { daysBetween } from '#contract/days.ts'
import type { ChartNote } from '#contract/prices/chart-notes.ts'
import { Exact, roundTo } from '#contract/prices/decimals.ts'
import { PARTIAL, type PeriodLength, periodLabel } from '#contract/prices/periods.ts'
import { columnName, type FoundColumn, type PriceData } from '#contract/prices/price-data.ts'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import type { Drawing } from './search-data.rules.ts'

type Values = readonly (string | null)[]

const REBASED_DECIMALS = 2

/** Values in percent of the first one; all null if that is not above zero. */
export function rebase(values: Values): (string | null)[] {
  const first = values.find((value) => value !== null)
  const base = new Exact(first ?? 0)
  if (!base.greaterThan(0)) return values.map(() => null)
  return values.map((value) =>
    value === null ? null : roundTo(new Exact(value).dividedBy(base).times(100), REBASED_DECIMALS),
  )
}

/** Label of a period within its year. A week belongs to the year of its Monday. */
function placeInYear(period: string, length: PeriodLength): string {
  if (length !== 'week') return periodLabel(period, length).slice('YYYY-'.length)
  const day = daysBetween(`${period.slice(0, 4)}-01-01`, period)
  return `第 ${String(Math.floor(day / 7) + 1).padStart(2, '0')} 周`
}

/** One series for each year, over all labels that any year has. */
export function byYear(
  periods: readonly string[],
  values: Values,
  length: PeriodLength,
  partial: readonly number[] = [],
) {
  const years = new Map<string, Map<string, string | null>>()
  const places = new Map<string, string>()
  const cut = new Set(
    partial.map((at) => `${(periods[at] ?? '').slice(0, 4)} ${placeInYear(periods[at] ?? '', length)}`),
  )
  for (const [at, period] of periods.entries()) {
    const [year, place] = [period.slice(0, 4), placeInYear(period, length)]
    // chronological order: 上旬 before 中旬, which labels do not sort by
    const order = length === 'week' ? place : period.slice(5)
    places.set(order, place)
    const ofYear = years.get(year) ?? new Map<string, string | null>()
    ofYear.set(place, values[at] ?? null)
    years.set(year, ofYear)
  }
  const labels = [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
  const series = [...years].map(([year, own]) => {
    const at = labels.flatMap((label, index) => (cut.has(`${year} ${label}`) ? [index] : []))
    return {
      name: `${year} 年`,
      values: labels.map((label) => own.get(label) ?? null),
      ...(at.length > 0 && { marked: { at, label: PARTIAL } }),
    }
  })
  return { labels, series }
}

/** Partial periods say so, on the axis and in the tooltip. */
export function periodLabels({
  periods,
  length,
  partial,
}: Pick<PriceData, 'periods' | 'length' | 'partial'>): string[] {
  const isCut = new Set(partial)
  return periods.map((period, at) => `${periodLabel(period, length)}${isCut.has(at) ? `（${PARTIAL}）` : ''}`)
}

const CORRECTED = '有更正'

/** Each note at the period of its day, or the last one before; notes before the first period are dropped. */
export function notesAt(periods: readonly string[], notes: readonly ChartNote[]) {
  return notes.flatMap(({ day, caption }) => {
    const at = periods.findLastIndex((period) => period <= day)
    return at < 0 ? [] : [{ at, text: caption }]
  })
}

/** @param seasonal index of the column that the `seasonal` drawing shows; that drawing has no notes */
export function chartOf(data: PriceData, drawing: Drawing, seasonal = 0, notes: readonly ChartNote[] = []): ChartData {
  const { periods, columns, length, partial } = data
  const common = { kind: 'line', connected: true, labelName: '日期' } as const
  const first = columns[seasonal] ?? columns[0]
  if (drawing === 'seasonal' && first) {
    const { labels, series } = byYear(periods, first.values, length, partial)
    return { ...common, title: `${columnName(first)} 历年同期`, unit: first.unit, labels, series }
  }
  const isRebased = drawing === 'rebased'
  const seriesOf = ({ unit, values, corrections, ...column }: FoundColumn) => ({
    name: columnName(column),
    ...(!isRebased && { unit }),
    values: isRebased ? rebase(values) : values,
    marked: { at: corrections.map(({ at }) => at), label: CORRECTED },
  })
  return {
    ...common,
    title: isRebased ? '走势对比（首值为 100）' : '走势对比',
    labels: periodLabels(data),
    series: columns.map(seriesOf),
    notes: notesAt(periods, notes),
  }
}
