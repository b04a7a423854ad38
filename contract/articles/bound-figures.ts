// The parts of an article's body that stay bound to quote items and a day: figures in the text (a mark), price tables
// and charts (blocks). The body stores their figures as last shown, so that every reader and every comparison has them.
import { addDays } from '#contract/days.ts'
import type { Edition, FigureField } from './article-labels.ts'
import { grouped, NO_FIGURE, signed } from './figure-format.ts'
import type { BodyMark, BodyNode } from './nodes.ts'
import {
  type ChartDays,
  chartDays,
  type Direction,
  directionName,
  directions,
  type PricePart,
  priceParts,
} from './template-fields.ts'

/** The entry, and the publication that it was taken from. */
export type EntryRef = { priceId: string; publication: string }
/** Attributes of the mark `priceFigure`. */
export type FigureBinding = EntryRef & { code: string; part: PricePart; day: string }
/** Attributes of the mark `priceMove`: words that stand there because the price moved that way. */
export type MoveBinding = EntryRef & { code: string; when: Direction; day: string }
/** Attributes of the mark `openField`: the template source of a placeholder, and what to fill it for. */
export type OpenField = { source: string; day: string; productId: string }
/** A row of a price table: its cells, under `tableHead`, as last shown. */
export type TableBindingRow = EntryRef & { code: string; cells: readonly string[] }
/**
 * Attributes of the block `priceTable`; without `edition` it is Chinese. `wanted`: the codes of all its rows, where some
 * had no price yet when it was filled for that product.
 */
export type TableBinding = {
  day: string
  rows: readonly TableBindingRow[]
  edition?: 'en'
  wanted?: readonly string[]
  productId?: string
}
/** A day of a chart: its average, as last shown. */
export type ChartPoint = EntryRef & { day: string; value: string }
/** Attributes of the block `priceChart`: the last `days` days up to `day`. */
export type ChartBinding = {
  code: string
  day: string
  days: ChartDays
  title: string
  unit: string
  /** Oldest first. */
  points: readonly ChartPoint[]
  /** A line below it, or empty. */
  note: string
}

const codePattern = /^[A-Z][A-Z0-9]{2,31}$/
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most
export const isCode = (value: unknown): value is string => typeof value === 'string' && codePattern.test(value)
export const isDay = (value: unknown): value is string => typeof value === 'string' && dayPattern.test(value)
const parts: readonly string[] = Object.values(priceParts)
export const isPart = (value: unknown): value is PricePart => parts.includes(value as string)

type Attributes = Readonly<Record<string, unknown>> | undefined

export const isEntryId = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value)

export function readFigure(attrs: Attributes): FigureBinding | null {
  const { code, part, day, priceId, publication } = attrs ?? {}
  if (!isCode(code) || !isDay(day) || !isEntryId(priceId) || !isEntryId(publication)) return null
  return isPart(part) ? { code, day, part, priceId, publication } : null
}

const moves: readonly string[] = Object.values(directions)
export const isDirection = (value: unknown): value is Direction => moves.includes(value as string)

export function readMove(attrs: Attributes): MoveBinding | null {
  const { code, when, day, priceId, publication } = attrs ?? {}
  if (!isCode(code) || !isDay(day) || !isEntryId(priceId) || !isEntryId(publication)) return null
  return isDirection(when) ? { code, when, day, priceId, publication } : null
}

/** Longer sources stay open for good: a person writes them. */
const SOURCE_MAX = 2_000
export const isSource = (source: unknown): source is string => isText(source, SOURCE_MAX) && source !== ''

export function readOpen(attrs: Attributes): OpenField | null {
  const { source, day, productId } = attrs ?? {}
  return isSource(source) && isDay(day) && isEntryId(productId) ? { source, day, productId } : null
}

export const markOf = ({ marks }: BodyNode, type: string): BodyMark | undefined =>
  marks?.find((mark) => mark.type === type)
const figureOf = (node: BodyNode) => readFigure(markOf(node, 'priceFigure')?.attrs)

type TableColumn = Readonly<Record<Edition, string>> & {
  /** How its cells are written. */
  figure?: 'price' | 'move'
  /** May be hidden on narrow screens: neither the price nor what tells items apart. */
  isMinor?: boolean
}
const tableColumns: readonly TableColumn[] = [
  { zh: '品种', en: 'Item' },
  { zh: '市场', en: 'Market' },
  { zh: '低价', en: 'Low', figure: 'price', isMinor: true },
  { zh: '高价', en: 'High', figure: 'price', isMinor: true },
  { zh: '均价', en: 'Average', figure: 'price' },
  { zh: '涨跌', en: 'Change', figure: 'move' },
  { zh: '幅度', en: '% change', figure: 'move', isMinor: true },
  { zh: '单位', en: 'Unit' },
]
export const tableHead = tableColumns.map(({ zh }) => zh)
const MARKET = 1
const CELL_MAX = 200
const ROWS_MAX = 50

function readRow(row: unknown): TableBindingRow | null {
  const { code, priceId, publication, cells } = (row ?? {}) as Record<string, unknown>
  const isRight =
    Array.isArray(cells) && cells.length === tableHead.length && cells.every((cell) => isText(cell, CELL_MAX))
  return isRight && isCode(code) && isEntryId(priceId) && isEntryId(publication)
    ? { code, priceId, publication, cells }
    : null
}

export const isTableRow = (row: unknown): boolean => readRow(row) !== null

export function readTable(attrs: Attributes): TableBinding | null {
  const { day, rows, edition, wanted, productId } = attrs ?? {}
  if (!isDay(day) || !Array.isArray(rows) || rows.length === 0 || rows.length > ROWS_MAX) return null
  const read = rows.map(readRow)
  if (!read.every((row) => row !== null)) return null
  return {
    day,
    rows: read,
    ...(edition === 'en' && { edition }),
    ...(areWanted(wanted) && isEntryId(productId) && { wanted, productId }),
  }
}

export const areWanted = (codes: unknown): codes is string[] =>
  Array.isArray(codes) && codes.length > 0 && codes.length <= ROWS_MAX && codes.every(isCode)

const numeral = /^[+-]?\d+(?:\.\d+)?%?$/

/** A cell as readers see it, as in the tables of pushes: `7,800`, `+80`, `—`. */
function shownCell(text: string, figure: TableColumn['figure']): string {
  if (!figure) return text
  if (text === '-' || text === '') return NO_FIGURE
  if (!numeral.test(text)) return text
  return grouped(figure === 'move' ? signed(text) : text)
}

/** As readers see it: the English table drops its market column if no row names a market. */
export function shownTable({ rows, edition: own }: Pick<TableBinding, 'rows' | 'edition'>) {
  const edition: Edition = own ?? 'zh'
  const hasMarkets = edition === 'zh' || rows.some(({ cells }) => cells[MARKET] !== '')
  const shown = <T>(cells: readonly T[]) => (hasMarkets ? cells : cells.toSpliced(MARKET, 1))
  const columns = shown(tableColumns)
  return {
    head: columns.map((column) => column[edition]),
    rows: rows.map(({ cells }) => shown(cells.map((cell, at) => shownCell(cell, tableColumns[at]?.figure)))),
    isFigure: (at: number) => columns[at]?.figure !== undefined,
    isMove: (at: number) => columns[at]?.figure === 'move',
    isMinor: (at: number) => columns[at]?.isMinor === true,
  }
}

export const isShortText = (text: unknown): text is string => isText(text, CELL_MAX)

const isFigure = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,8})?$/.test(value)

function isPoint(point: unknown): point is ChartPoint {
  const { day, value, priceId, publication } = (point ?? {}) as Record<string, unknown>
  return isDay(day) && isFigure(value) && isEntryId(priceId) && isEntryId(publication)
}

export const arePoints = (points: unknown): points is ChartPoint[] =>
  Array.isArray(points) && points.length <= Math.max(...chartDays) && points.every(isPoint)

/** Keeps the chart without points if they are invalid: code and days still tell what to draw. */
export function readChart(attrs: Attributes): ChartBinding | null {
  const { code, day, days, title, unit, points, note } = attrs ?? {}
  const known = chartDays.find((each) => each === days)
  if (!isCode(code) || !isDay(day) || !known || !isShortText(title)) return null
  const texts = { title, unit: isShortText(unit) ? unit : '', note: isShortText(note) ? note : '' }
  return { code, day, days: known, ...texts, points: arePoints(points) ? points : [] }
}

/** A published entry of a quote item. */
export type EntryFigures = {
  id: string
  publication: string
  low: string
  high: string
  average: string
  change: string | null
  percent: string | null
}
export type TableItem = { code: string; name: string; market: string; unit: string; entry: EntryFigures }

/** A dash for missing figures. */
export const tableRow = ({ code, name, market, unit, entry }: TableItem): TableBindingRow => ({
  code,
  priceId: entry.id,
  publication: entry.publication,
  cells: [
    ...[name, market, entry.low, entry.high, entry.average],
    ...[entry.change ?? '-', entry.percent === null ? '-' : `${entry.percent}%`, unit],
  ],
})

export const figureMark = (binding: FigureBinding) => ({ type: 'priceFigure', attrs: binding })
export const moveMark = (binding: MoveBinding) => ({ type: 'priceMove', attrs: binding })
export const openMark = (field: OpenField) => ({ type: 'openField', attrs: field })

export const tableNode = (
  day: string,
  items: readonly TableItem[],
  edition: Edition = 'zh',
  lacking: Pick<TableBinding, 'wanted' | 'productId'> = {},
): BodyNode => ({
  type: 'priceTable',
  attrs: { day, rows: items.map(tableRow), ...(edition === 'en' && { edition }), ...lacking },
})

/** A published entry of an item on one day. */
export type CourseEntry = { day: string; average: string; id: string; publication: string }

/** `since`: the first day of the line's unit, where days before it have prices in another one. */
type Charted = { code: string; name: string; unit: string; since?: string | null | undefined }

/** What is said below a chart that begins with a change of unit. */
export const changeNote = (since: string, edition: Edition = 'zh') =>
  edition === 'zh'
    ? `${since} 起单位或口径变更，图中只含此后的价格`
    : `Unit or basis changed on ${since}; earlier prices are not shown`

/** @param course oldest first; it may begin before the chart */
export function chartNode(
  day: string,
  days: ChartDays,
  { code, name, unit, since }: Charted,
  course: readonly CourseEntry[],
  edition: Edition = 'zh',
): BodyNode {
  const start = addDays(day, -days)
  const points = course
    .filter((each) => each.day > start && each.day <= day)
    .map(({ day: on, average, id, publication }): ChartPoint => ({ day: on, value: average, priceId: id, publication }))
  const title = edition === 'zh' ? `${name}近 ${days} 天走势` : `${name}, last ${days} days`
  const note = since && since > start ? { note: changeNote(since, edition) } : {}
  return { type: 'priceChart', attrs: { code, day, days, title: title.slice(0, CELL_MAX), unit, points, ...note } }
}

/** The node and all its descendants. */
export function* nodesIn(node: BodyNode): Generator<BodyNode> {
  yield node
  for (const child of node.content ?? []) yield* nodesIn(child)
}

/** A quoted figure and its place: the n-th figure or move of the text, n-th table or n-th chart of the body. */
export type QuotedFigure = EntryRef & { place: string; field: FigureField; value: string }

/** The field of the entry that a price part quotes; a range quotes two. */
const fieldsOf: Readonly<Partial<Record<PricePart, FigureField>>> = {
  low: 'low',
  high: 'high',
  average: 'average',
  change: 'change',
  percent: 'percent',
  direction: 'change',
}
const columns = ['low', 'high', 'average', 'change', 'percent'] as const

/** The figures of a table's row, each with what it is. */
export const boundCells = ({ code, priceId, publication, cells }: TableBindingRow, day: string) =>
  columns.flatMap((part, at): [words: string, FigureBinding][] => {
    const words = cells[at + 2] ?? '-'
    return words === '-' ? [] : [[words, { code, day, part, priceId, publication }]]
  })

/** Low and high of `3800-3860`; either may be negative. A single figure is both. */
export function rangeIn(text: string): [low: string, high: string] {
  const [, low = text, high = low] = /^(-?[^-]+)(?:-(-?[^-]+))?$/.exec(text) ?? []
  return [low, high]
}

export function figuresIn(body: BodyNode): QuotedFigure[] {
  const found: QuotedFigure[] = []
  let figures = 0
  let tables = 0
  let charts = 0
  let moves = 0
  let before: readonly string[] = []
  for (const node of nodesIn(body)) {
    const { type, attrs, text = '' } = node
    // a passage may be several nodes of text
    const own = (node.marks ?? []).filter((mark) => mark.type === 'priceMove')
    for (const mark of own) {
      const move = before.includes(JSON.stringify(mark)) ? null : readMove(mark.attrs)
      if (!move) continue
      moves += 1
      const { priceId, publication, when } = move
      found.push({ priceId, publication, place: `move-${moves}`, field: 'change', value: directionName(when) })
    }
    before = own.map((mark) => JSON.stringify(mark))
    const figure = figureOf(node)
    if (figure) {
      figures += 1
      const { priceId, publication, part } = figure
      const place = `figure-${figures}`
      const [low, high] = rangeIn(text)
      const field = fieldsOf[part]
      if (field) found.push({ priceId, publication, place, field, value: text })
      if (part !== 'range') continue
      found.push(
        { priceId, publication, place, field: 'low', value: low },
        { priceId, publication, place, field: 'high', value: high },
      )
    }
    const chart = type === 'priceChart' ? readChart(attrs) : null
    if (chart) charts += 1
    for (const { priceId, publication, value } of chart?.points ?? []) {
      found.push({ priceId, publication, place: `chart-${charts}`, field: 'average', value })
    }
    const table = type === 'priceTable' ? readTable(attrs) : null
    if (!table) continue
    tables += 1
    for (const { priceId, publication, cells } of table.rows) {
      for (const [i, field] of columns.entries()) {
        if (cells[i + 2] === '-') continue
        found.push({ priceId, publication, place: `table-${tables}`, field, value: cells[i + 2] ?? '' })
      }
    }
  }
  return found
}
