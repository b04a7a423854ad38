// What may be entered for a quote item, and what follows from it: average, change, and whether it is outside of the usual.
// The grid says it as people type, the server decides.
import { changeOf, compareDecimals, Exact, meanOf, percentOf, roundTo } from './decimals.ts'
import type { QuoteKind } from './price-labels.ts'

export type FigureItem = {
  kind: QuoteKind
  decimals: number
  allowsNegative: boolean
  lowest: string | null
  highest: string | null
  /** %, of the last price. */
  usualMove: string | null
  usualMedian: string | null
  usualDeviation: string | null
}

export type Figures = { low: string; high: string; average: string | null }

const decimalsOf = (figure: string) => (figure.split('.')[1] ?? '').replace(/0+$/, '').length

/** Why the figures cannot stand, or null. */
export function verdictOnFigures({ low, high, average }: Figures, item: FigureItem): string | null {
  const given = [low, high, ...(average === null ? [] : [average])]
  if (given.some((figure) => decimalsOf(figure) > item.decimals)) {
    return item.decimals === 0 ? '此报价项不带小数' : `最多 ${item.decimals} 位小数`
  }
  if (!item.allowsNegative && given.some((figure) => compareDecimals(figure, '0') < 0)) return '此报价项不允许负值'
  if (compareDecimals(low, high) > 0) return '低价不能高于高价'
  if (item.kind === 'single' && compareDecimals(low, high) !== 0) return '单一价报价项的低价与高价应相同'
  if (average !== null && (compareDecimals(average, low) < 0 || compareDecimals(average, high) > 0)) {
    return '均价应在低价与高价之间'
  }
  return null
}

/** As they are stored: with the item's decimals. */
export function completed({ low, high, average }: Figures, { decimals }: Pick<FigureItem, 'decimals'>) {
  return {
    low: roundTo(low, decimals),
    high: roundTo(high, decimals),
    average: average === null ? meanOf(low, high, decimals) : roundTo(average, decimals),
  }
}

/** Against the last published average; nulls where there is none. */
export const movement = (average: string, before: string | null, decimals: number) => ({
  change: before === null ? null : changeOf(average, before, decimals),
  percent: before === null ? null : percentOf(average, before),
})

/** A move of so many times its scale is outside of the usual. */
const SCORE_MAX = 4
/** Of the last price, where too little was published to know better, and the least scale of an item that hardly moves, %. */
const UNKNOWN_MOVE = '3'
const LEAST_MOVE = '0.5'
/** Makes the median absolute deviation of a normal distribution its standard deviation. */
const MAD_SCALE = '1.4826'

/** How far a move goes before it is asked about: never less than one tick, since an item that stood still has no deviation. */
function scaleOf(before: string, { usualMove, usualDeviation, decimals }: FigureItem): Exact {
  const percent = (move: string) => new Exact(before).abs().times(move).dividedBy(100)
  const tick = new Exact(10).pow(-decimals)
  if (usualMove !== null) return Exact.max(percent(usualMove).dividedBy(SCORE_MAX), tick)
  if (usualDeviation === null) return Exact.max(percent(UNKNOWN_MOVE).dividedBy(SCORE_MAX), tick)
  return Exact.max(new Exact(usualDeviation).times(MAD_SCALE), tick, percent(LEAST_MOVE))
}

/** Why a price is outside of the usual, or the empty text. It is never refused for that: whoever submits it gives a reason. */
export function outsideUsual(average: string, before: string | null, item: FigureItem): string {
  if (item.lowest !== null && compareDecimals(average, item.lowest) < 0) return `低于最低限 ${item.lowest}`
  if (item.highest !== null && compareDecimals(average, item.highest) > 0) return `高于最高限 ${item.highest}`
  if (before === null) return ''
  const change = new Exact(average).minus(before)
  const off = change.minus(item.usualMedian ?? '0').abs()
  if (off.lessThanOrEqualTo(scaleOf(before, item).times(SCORE_MAX))) return ''
  const percent = percentOf(average, before)
  return `较上期变动 ${changeOf(average, before, item.decimals)}${percent === null ? '' : `（${percent}%）`}，超出常规`
}
