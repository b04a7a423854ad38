// Reads the typed cells of a row as an item's price of the day, or says which cell is wrong and why.
import { compareDecimals, Exact, meanOf, roundTo } from './decimals.ts'
import { type Figure, type FigureRules, readText } from './typed-figures.ts'

export type EntryRules = FigureRules & { isRange: boolean }
export type Quote = { low: string; high: string; average: string }
/** The average is low and high's mean unless somebody entered another one. */
export type Entered = Quote & { isAverageEntered: boolean }
export type PriceCells = Partial<Quote>
type Standing = PriceCells & { isAverageEntered?: boolean }

type Typed = {
  /** The cells that were changed, as text; '' empties one. */
  typed: PriceCells
  /** Cells that were not changed: a price, or what has been typed of one so far. */
  standing: Standing | null
  /** The last published before the day. */
  last: Quote | null
  rules: EntryRules
  isPasted?: boolean
}

export type EntryReading = {
  /** Null where a cell is invalid or missing, the item is left out, or the row is empty. */
  entered: Entered | null
  isLeftOut: boolean
  /** To be filled in before the row is a price. */
  missing: readonly (keyof Quote)[]
  refusals: PriceCells
}

type Cell = keyof Quote
type Side = { value?: string; why?: string }

const isSilent = (figure: Figure | undefined) => figure === undefined || figure.kind === 'empty'

function reckoned(figure: Extract<Figure, { kind: 'same' | 'move' }>, cell: Cell, { last, rules }: Typed): Side {
  if (!last) return { why: '没有上期价格，不能按上期推算' }
  const base = new Exact(last[cell])
  const percent = (by: string) => base.abs().times(by).dividedBy(100)
  const by = figure.kind === 'same' ? 0 : figure.isPercent ? percent(figure.by) : figure.by
  const value = roundTo(base.plus(by), rules.decimals)
  return value.startsWith('-') && !rules.allowsNegative ? { why: '推算的结果为负数' } : { value }
}

function sideOf(figure: Figure, cell: Cell, row: Typed): Side {
  switch (figure.kind) {
    case 'figure':
      return { value: figure.value }
    case 'range':
      return cell === 'average' ? { why: '均价只填一个价格' } : { value: figure[cell] }
    case 'same':
    case 'move':
      return reckoned(figure, cell, row)
    case 'refused':
      return { why: figure.why }
    default:
      return {}
  }
}

/** Parsed again: it may be no price yet. */
const standingSide = (cell: Cell, row: Typed): Side =>
  sideOf(readText(row.standing?.[cell] ?? '', row.rules), cell, row)

/** A range or a relative figure also fills the other cell where that one is empty. */
function pairOf(low: Figure | undefined, high: Figure | undefined, row: Typed): { low: Side; high: Side } {
  const side = (own: Figure | undefined, other: Figure | undefined, cell: 'low' | 'high'): Side => {
    const speaker = isSilent(own) && other && ['range', 'same', 'move'].includes(other.kind) ? other : own
    if (!speaker) return standingSide(cell, row)
    if (speaker === own && own.kind === 'range' && !isSilent(other)) return { why: '这里已写低价和高价，另一处应留空' }
    return sideOf(speaker, cell, row)
  }
  return { low: side(low, high, 'low'), high: side(high, low, 'high') }
}

function averageOf(figure: Figure | undefined, low: string, high: string, row: Typed): Side & { isEntered: boolean } {
  const { standing, rules } = row
  const mean = meanOf(low, high, rules.decimals)
  const previous: Side = standing?.isAverageEntered ? standingSide('average', row) : {}
  const { value, why } = figure ? sideOf(figure, 'average', row) : previous
  if (why !== undefined) return { why, isEntered: true }
  if (value === undefined || value === mean) return { value: mean, isEntered: false }
  const isBetween = compareDecimals(low, value) <= 0 && compareDecimals(value, high) <= 0
  return isBetween ? { value, isEntered: true } : { why: '均价不在低价与高价之间', isEntered: true }
}

const nothing = { entered: null, isLeftOut: false, missing: [], refusals: {} }

/** Of an item with a single price, which may be typed into the low, the high or the average cell. */
function readSingle(figures: Partial<Record<Cell, Figure>>, row: Typed): EntryReading {
  const filled = (['low', 'high', 'average'] as const).filter((cell) => !isSilent(figures[cell]))
  const refusals: PriceCells = {}
  const values = new Set<string>()
  for (const cell of filled) {
    const figure = figures[cell] as Figure
    const { value, why } = figure.kind === 'range' ? { why: '此报价项只填一个价格' } : sideOf(figure, cell, row)
    if (value !== undefined) values.add(value)
    if (why !== undefined) refusals[cell] = why
    else if (values.size > 1) refusals[cell] = '与同行的另一格不一致，此报价项只填一个价格'
  }
  if (Object.keys(refusals).length > 0) return { ...nothing, refusals }
  const [value] = values
  if (value === undefined) return nothing
  return { ...nothing, entered: { low: value, high: value, average: value, isAverageEntered: false } }
}

export function readEntry(row: Typed): EntryReading {
  const cells = Object.entries(row.typed) as [Cell, string][]
  const figures: Partial<Record<Cell, Figure>> = Object.fromEntries(
    cells.map(([cell, text]) => [cell, readText(text, row.rules, row.isPasted)]),
  )
  if (Object.values(figures).some(({ kind }) => kind === 'leftOut')) return { ...nothing, isLeftOut: true }
  if (!row.rules.isRange) return readSingle(figures, row)

  const { low, high } = pairOf(figures.low, figures.high, row)
  const refusals: PriceCells = { ...(low.why && { low: low.why }), ...(high.why && { high: high.why }) }
  if (figures.average?.kind === 'refused') refusals.average = figures.average.why
  if (Object.keys(refusals).length > 0) return { ...nothing, refusals }
  if (low.value === undefined || high.value === undefined) {
    const missing = (['low', 'high'] as const).filter((cell) => ({ low, high })[cell].value === undefined)
    return { ...nothing, missing: missing.length === 2 && isSilent(figures.average) ? [] : missing }
  }
  if (compareDecimals(low.value, high.value) > 0) {
    return { ...nothing, refusals: { [isSilent(figures.low) ? 'high' : 'low']: '低价高于高价' } }
  }
  const average = averageOf(figures.average, low.value, high.value, row)
  if (average.value === undefined) return { ...nothing, refusals: { average: average.why ?? '' } }
  const entered = { low: low.value, high: high.value, average: average.value, isAverageEntered: average.isEntered }
  return { ...nothing, entered }
}
