// What of an article's body stays bound to quote items and a day: figures in the text (a mark), price tables and charts
// (blocks). Their figures stand in the body as they were shown last, so that every reader and every comparison has them.
import type { FigureField } from './article-labels.ts'
import type { BodyNode } from './nodes.ts'
import { type ChartDays, chartDays, type PricePart, priceParts } from './template-fields.ts'

/** Which entry it was, as published then. */
export type EntryRef = { priceId: string; publication: string }
/** Attributes of the mark `priceFigure`. */
export type FigureBinding = EntryRef & { code: string; part: PricePart; day: string }
/** A row of a price table: its cells, under `tableHead`, as they were shown last. */
export type TableBindingRow = EntryRef & { code: string; cells: readonly string[] }
/** Attributes of the block `priceTable`. */
export type TableBinding = { day: string; rows: readonly TableBindingRow[] }
/** Attributes of the block `priceChart`. */
export type ChartBinding = { code: string; day: string; days: ChartDays; title: string }

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

export const tableHead = ['品种', '市场', '低价', '高价', '均价', '涨跌', '幅度', '单位'] as const
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
  const { day, rows } = attrs ?? {}
  if (!isDay(day) || !Array.isArray(rows) || rows.length === 0 || rows.length > ROWS_MAX) return null
  const read = rows.map(readRow)
  return read.every((row) => row !== null) ? { day, rows: read } : null
}

export const isChartTitle = (title: unknown): title is string => isText(title, CELL_MAX)

export function readChart(attrs: Attributes): ChartBinding | null {
  const { code, day, days, title } = attrs ?? {}
  const known = chartDays.find((each) => each === days)
  return isCode(code) && isDay(day) && known && isChartTitle(title) ? { code, day, days: known, title } : null
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

/** A dash where there is nothing. */
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

export const tableNode = (day: string, items: readonly TableItem[]): BodyNode => ({
  type: 'priceTable',
  attrs: { day, rows: items.map(tableRow) },
})

export const chartNode = (day: string, days: ChartDays, { code, name }: { code: string; name: string }): BodyNode => ({
  type: 'priceChart',
  attrs: { code, day, days, title: `${name}近 ${days} 天走势` },
})

/** Every node below one, and itself. */
export function* nodesIn(node: BodyNode): Generator<BodyNode> {
  yield node
  for (const child of node.content ?? []) yield* nodesIn(child)
}

/** A figure that a body quotes, and where: the n-th figure of the text, or a row of the n-th table. */
export type QuotedFigure = EntryRef & { place: string; field: FigureField; value: string }

/** What a part of a price quotes of its entry. */
const fieldsOf: Readonly<Partial<Record<PricePart, FigureField>>> = {
  low: 'low',
  high: 'high',
  average: 'average',
  change: 'change',
  percent: 'percent',
  direction: 'change',
}
const columns = ['low', 'high', 'average', 'change', 'percent'] as const

export function figuresIn(body: BodyNode): QuotedFigure[] {
  const found: QuotedFigure[] = []
  let figures = 0
  let tables = 0
  for (const { type, attrs, marks, text = '' } of nodesIn(body)) {
    const figure = readFigure(marks?.find((mark) => mark.type === 'priceFigure')?.attrs)
    if (figure) {
      figures += 1
      const { priceId, publication, part } = figure
      const place = `figure-${figures}`
      const [low = text, high = text] = part === 'range' ? text.split('-') : []
      const field = fieldsOf[part]
      if (field) found.push({ priceId, publication, place, field, value: text })
      if (part !== 'range') continue
      found.push(
        { priceId, publication, place, field: 'low', value: low },
        { priceId, publication, place, field: 'high', value: high },
      )
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
