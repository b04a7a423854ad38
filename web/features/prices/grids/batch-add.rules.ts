// The day's grid: parsing typed and pasted texts, and the problems of each row.
import { changeOf, percentOf, roundTo } from '../../../../contract/prices/decimals.ts'
import { completed, type FigureItem, outsideUsual, verdictOnFigures } from '../../../../contract/prices/entries.ts'
import type { SheetRow } from '../../../../contract/prices/price-grids.ts'
import type { Entry, SaveOutcome } from '../../../../contract/prices/prices.ts'
import { type PriceCells, readEntry } from '../../../../contract/prices/typed-entries.ts'
import type { GridChange } from '../../../kit/grid/grid-changes.rules.ts'

const ID = /^[1-9]\d{0,18}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Query parameters: `day`, `productIds`, and the `item` to start at. Invalid values are ignored. */
export function gridParametersOf(address: URLSearchParams): {
  day: string | null
  productIds: string[]
  itemId: string | null
} {
  const [day, item] = [address.get('day') ?? '', address.get('item') ?? '']
  return {
    day: DAY.test(day) ? day : null,
    productIds: (address.get('productIds') ?? '').split(',').filter((id) => ID.test(id)),
    itemId: ID.test(item) ? item : null,
  }
}

export type Typed = Record<'low' | 'high' | 'average' | 'remark' | 'englishRemark' | 'reason', string>
export type EntryRow = SheetRow & {
  typed: Typed
  /** Why the server refused to save the row. */
  refused: string | null
}

const figureKeys = ['low', 'high', 'average'] as const
type FigureKey = (typeof figureKeys)[number]
const isFigureKey = (key: string): key is FigureKey => figureKeys.includes(key as FigureKey)

const nothing: Typed = { low: '', high: '', average: '', remark: '', englishRemark: '', reason: '' }

/** Texts of the stored entry; the average only if it differs from the mean. */
function storedTexts({ entry, decimals }: SheetRow): Typed {
  if (!entry) return nothing
  const { low, high, average, remark, englishRemark, reason } = entry
  const mean = completed({ low, high, average: null }, { decimals }).average
  const own = roundTo(average, decimals)
  return { low, high, average: own === mean ? '' : own, remark, englishRemark, reason }
}

export const toRow = (row: SheetRow): EntryRow => ({ ...row, typed: storedTexts(row), refused: null })

/** Whether the row is editable: a draft, an overruled entry, or none yet. */
export const isOpen = ({ entry }: SheetRow): boolean =>
  entry === null || entry.status === 'draft' || entry.status === 'overruled'

export const isChangedCell = (row: EntryRow, key: keyof Typed): boolean => row.typed[key] !== storedTexts(row)[key]

export function isChanged(row: EntryRow): boolean {
  const stored = storedTexts(row)
  return Object.entries(row.typed).some(([key, text]) => text !== stored[key as keyof Typed])
}

const rulesOf = ({ decimals, allowsNegative, kind }: SheetRow) => ({
  decimals,
  allowsNegative,
  isRange: kind === 'range',
})

/** Reads newly typed cells together with the row's current ones. */
function readingOf(row: EntryRow, typed: PriceCells, isPasted = false) {
  const { low, high, average } = row.typed
  const standing = { low, high, average, isAverageEntered: average !== '' }
  return readEntry({ typed, standing, last: row.last, rules: rulesOf(row), isPasted })
}

/** Cells that typed figures result in: a range fills two; `平`, `+10` and `-1%` are relative to the last price. */
function cellsOf(row: EntryRow, typed: PriceCells, isPasted: boolean): PriceCells {
  const { entered, isLeftOut } = readingOf(row, typed, isPasted)
  if (isLeftOut) return { low: '', high: '', average: '' }
  if (!entered) return typed
  const { low, high, average, isAverageEntered } = entered
  return { low, high, average: isAverageEntered ? average : '' }
}

/** Normalises typed figures and derives other cells from them, before a change is applied. */
export function resolveWith(rows: readonly EntryRow[]) {
  const byKey = new Map(rows.map((row) => [row.quoteItemId, row]))
  return (changes: readonly GridChange[], kind: string): readonly GridChange[] =>
    [...Map.groupBy(changes, ({ row }) => row)].flatMap(([key, own]) => {
      const row = byKey.get(key)
      const figures = own.filter(({ column }) => isFigureKey(column))
      const others = own.filter(({ column }) => !isFigureKey(column))
      if (!row || figures.length === 0) return own
      const typed = Object.fromEntries(figures.map(({ column, text }) => [column, text]))
      const cells = Object.entries(cellsOf(row, typed, kind === 'pasted'))
      return [...cells.map(([column, text]) => ({ row: key, column, text: text ?? '' })), ...others]
    })
}

export function applyChanges(rows: readonly EntryRow[], changes: readonly GridChange[]): EntryRow[] {
  const byRow = Map.groupBy(changes, ({ row }) => row)
  return rows.map((row) => {
    const own = byRow.get(row.quoteItemId)
    if (!own) return row
    const texts = Object.fromEntries(own.map(({ column, text }) => [column, text]))
    return { ...row, typed: { ...row.typed, ...texts }, refused: null }
  })
}

/** Why a cell's text is no valid price of the item; null if it is. */
function problemOfCell(row: EntryRow, key: string): string | null {
  if (!isFigureKey(key) || row.typed[key] === '') return null
  return readingOf(row, { low: row.typed.low, high: row.typed.high, average: row.typed.average }).refusals[key] ?? null
}

export const isFilled = ({ typed: { low, high } }: EntryRow): boolean => low !== '' && high !== ''

const problemOfCells = (row: EntryRow) =>
  figureKeys.map((key) => problemOfCell(row, key)).find((problem) => problem !== null)

/** Why a row whose cells are valid one by one is not saved. */
function problemOfRow(row: EntryRow): string | null {
  const { low, high, average } = row.typed
  if (low === '' && high === '') {
    if (row.entry && isOpen(row)) return '已保存的草稿仍在；不要的话，请在价格数据中删除'
    return average === '' ? null : '请填写低价和高价'
  }
  if (!isFilled(row)) return '低价和高价须都填写'
  return verdictOnFigures({ low, high, average: average || null }, row as FigureItem) ?? row.refused
}

/** Why the row is not saved; null also if nothing was typed. */
export const problemOf = (row: EntryRow): string | null => problemOfCells(row) ?? problemOfRow(row)

/** The problem shown at a cell: its own, or the row's at the cell to be filled in or corrected. */
export function problemAt(row: EntryRow, key: keyof Typed): string | null {
  if (problemOfCells(row)) return problemOfCell(row, key)
  return key === (row.typed.low === '' ? 'low' : 'high') ? problemOfRow(row) : null
}

export const isReady = (row: EntryRow): boolean =>
  isOpen(row) && isFilled(row) && isChanged(row) && problemOf(row) === null

const unknown = { average: null, change: null, percent: null, unusual: '' }

/** Figures that would be published: average, and change and percent against the last published price. */
export function previewOf(row: EntryRow) {
  if (!isFilled(row) || problemOf(row)) return unknown
  const { low, high, average: own } = row.typed
  const { average } = completed({ low, high, average: own || null }, row)
  const before = row.last?.average ?? null
  return {
    average,
    change: before === null ? null : changeOf(average, before, row.decimals),
    percent: before === null ? null : percentOf(average, before),
    unusual: outsideUsual(average, before, row as FigureItem),
  }
}

export const toEntry = (row: EntryRow, day: string): Entry => {
  const { low, high, average, remark, englishRemark, reason } = row.typed
  const version = row.entry?.version ?? null
  const own = { quoteItemId: row.quoteItemId, day, low, high, average: average || null }
  return { ...own, remark, englishRemark, reason, version, isOffDay: !row.isDue }
}

/** Applies the outcomes of a save; input typed meanwhile is kept. */
export function afterSave(rows: readonly EntryRow[], sent: readonly Entry[], outcomes: readonly SaveOutcome[]) {
  const sentOf = new Map(sent.map((entry) => [entry.quoteItemId, entry]))
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.quoteItemId, outcome]))
  return rows.map((row): EntryRow => {
    const [entry, outcome] = [sentOf.get(row.quoteItemId), outcomeOf.get(row.quoteItemId)]
    if (!entry || !outcome) return row
    const { id, version, low, high, average, isOutlier, problem } = outcome
    if (id === null || version === null || low === null || high === null || average === null)
      return { ...row, refused: problem }
    const { remark, englishRemark, reason } = entry
    const stored = { id, version, low, high, average, isOutlier, remark: remark.trim(), reason: reason.trim() }
    const next: SheetRow = {
      ...row,
      entry: { ...stored, status: 'draft', englishRemark: englishRemark.trim(), opinion: '' },
    }
    const isSame = JSON.stringify(toEntry(row, entry.day)) === JSON.stringify(entry)
    return { ...next, typed: isSame ? storedTexts(next) : row.typed, refused: null }
  })
}

const pastedInto = ['low', 'high', 'average', 'remark', 'englishRemark', 'reason']

/**
 * Matches rows of a pasted block by item code or name in their first column; the rest fills the row from `low` on.
 * `lost`: messages for rows without a match and for repetitions of an item, of which the first counts. Undefined if no
 * row matches.
 */
export function matchBlock(
  rows: readonly EntryRow[],
  block: readonly (readonly string[])[],
): { changes: readonly GridChange[]; lost: readonly string[] } | undefined {
  const byName = new Map(
    rows.flatMap((row) => [row.code, row.itemName].map((name) => [name, row.quoteItemId] as const)),
  )
  const found = block.map(([text = '', ...cells]) => {
    const name = text.trim()
    return { name, row: byName.get(name), cells }
  })
  if (!found.some(({ row }) => row !== undefined)) return undefined
  const taken = new Set<string>()
  const lost: string[] = []
  const changes = found.flatMap(({ name, row, cells }) => {
    if (row === undefined || taken.has(row)) {
      if (name !== '') lost.push(row === undefined ? `“${name}”不在表中` : `“${name}”重复`)
      return []
    }
    taken.add(row)
    return cells.flatMap((text, at) => (pastedInto[at] ? [{ row, column: pastedInto[at], text }] : []))
  })
  return { changes, lost }
}
