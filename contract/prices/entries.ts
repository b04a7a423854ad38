// What may be entered for a quote item, and what follows from it: average, change, and whether it is outside of the usual.
// The grid checks while people type, the server decides.
import { changeOf, compareDecimals, meanOf, percentOf, roundTo } from './decimals.ts'
import { scoreMove, type Usual } from './outliers.ts'
import type { QuoteKind } from './price-labels.ts'

export type FigureItem = Usual & { kind: QuoteKind; allowsNegative: boolean }

export type Figures = { low: string; high: string; average: string | null }

const decimalsOf = (figure: string) => (figure.split('.')[1] ?? '').replace(/0+$/, '').length

/** Why the figures are invalid, or null. */
export function verdictOnFigures({ low, high, average }: Figures, item: FigureItem): string | null {
  const figures = [low, high, ...(average === null ? [] : [average])]
  if (figures.some((figure) => decimalsOf(figure) > item.decimals)) {
    return item.decimals === 0 ? '此报价项不带小数' : `最多 ${item.decimals} 位小数`
  }
  if (!item.allowsNegative && figures.some((figure) => compareDecimals(figure, '0') < 0)) return '此报价项不允许负值'
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

/**
 * Why a price is outside of the usual, or the empty text. It is never refused for that, but submitting it needs a reason.
 *
 * @param before the last published average
 * @param peerPercents the moves of the same product's other items that day, %
 */
export function outsideUsual(
  average: string,
  before: string | null,
  item: FigureItem,
  peerPercents: readonly string[] = [],
): string {
  const [why] = scoreMove({ average, before, item, peerPercents }).unusual
  if (why === 'below') return `低于最低限 ${item.lowest}`
  if (why === 'above') return `高于最高限 ${item.highest}`
  if (why === undefined || before === null) return ''
  const percent = percentOf(average, before)
  return `较上期变动 ${changeOf(average, before, item.decimals)}${percent === null ? '' : `（${percent}%）`}，超出常规`
}
