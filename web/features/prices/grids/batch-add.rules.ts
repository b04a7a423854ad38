// The day's grid: parsing typed and pasted texts, and the problems of each row.
import { changeOf, percentOf, roundTo } from '#contract/prices/decimals.ts'
import { completed, type FigureItem, outsideUsual, verdictOnFigures } from '#contract/prices/entries.ts'
import type { SheetRow } from '#contract/prices/price-grids.ts'
import { priceStatusLabels } from '#contract/prices/price-labels.ts'
import type { Entry, SaveOutcome, SeenOutcome } from '#contract/prices/prices.ts'
import { type PriceCells, readEntry } from '#contract/prices/typed-entries.ts'
import type { GridChange } from '#web/kit/grid/grid-changes.rules.ts'
import { formatFigure, formatMoment } from '#web/lib/format.ts'

const ID = /^[1-9]\d{0,18}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Query parameters: `day`, `productIds`, and the `item` to start at. Invalid values are ignored. */
export function gridParametersOf(address: URLSearchParams): {
  day: string | null
  productIds: string[]
  differences: boolean
  itemId: string | null
} {
  const [day, item] = [address.get('day') ?? '', address.get('item') ?? '']
  return {
    day: DAY.test(day) ? day : null,
    productIds: (address.get('productIds') ?? '').split(',').filter((id) => ID.test(id)),
    differences: address.get('differences') === '1',
    itemId: ID.test(item) ? item : null,
  }
}

export type Typed = Record<'low' | 'high' | 'average' | 'remark' | 'englishRemark' | 'reason', string>
export type EntryRow = SheetRow & {
  typed: Typed
  /** Why the server refused to save the row. */
  refused: string | null
  /** Somebody else has changed or deleted the entry under what is typed here: not saved before the person chooses. */
  isContested: boolean
}

const figureKeys = ['low', 'high', 'average'] as const
type FigureKey = (typeof figureKeys)[number]
const isFigureKey = (key: string): key is FigureKey => figureKeys.includes(key as FigureKey)

const typedKeys = ['low', 'high', 'average', 'remark', 'englishRemark', 'reason'] as const
const nothing: Typed = { low: '', high: '', average: '', remark: '', englishRemark: '', reason: '' }

/** Texts of the stored entry; the average only if it differs from the mean. */
function storedTexts({ entry, decimals }: SheetRow): Typed {
  if (!entry) return nothing
  const { low, high, average, remark, englishRemark, reason } = entry
  const mean = completed({ low, high, average: null }, { decimals }).average
  const own = roundTo(average, decimals)
  return { low, high, average: own === mean ? '' : own, remark, englishRemark, reason }
}

export const toRow = (row: SheetRow): EntryRow => ({
  ...row,
  typed: storedTexts(row),
  refused: null,
  isContested: false,
})

/** Whether the row is editable: a draft, an overruled entry, or none yet, on a day that takes one. */
export const isOpen = ({ entry, closed }: Pick<SheetRow, 'entry' | 'closed'>): boolean =>
  closed === null && (entry === null || entry.status === 'draft' || entry.status === 'overruled')

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

/** Whether the figures of a saved draft were cleared: it stays until it is deleted. */
export const isEmptied = (row: EntryRow): boolean =>
  row.entry !== null && isOpen(row) && figureKeys.every((key) => row.typed[key] === '')

/** Why a row whose cells are valid one by one is not saved. */
function problemOfRow(row: EntryRow): string | null {
  const { low, high, average } = row.typed
  if (low === '' && high === '') {
    if (isEmptied(row)) return '已保存的草稿仍在，可在表格上方删除'
    return average === '' ? null : '请填写低价和高价'
  }
  if (!isFilled(row)) return '低价和高价须都填写'
  return verdictOnFigures({ low, high, average: average || null }, row as FigureItem) ?? row.refused
}

const rangeText = (low: string, high: string) => (low === high ? low : `${low} – ${high}`)
const rangeOf = (low: string, high: string) => rangeText(formatFigure(low), formatFigure(high))

/** What somebody else has made of the entry of a contested row: by whom, when, and the figures. */
export function othersOf({ entry }: EntryRow): string {
  if (!entry) return '已被他人删除'
  const by = [entry.byName || '他人', ...(entry.at ? [formatMoment(entry.at).slice(11)] : [])].join(' ')
  const verb = entry.status === 'draft' ? '改为 ' : `${priceStatusLabels[entry.status]}：`
  return `${by} ${verb}${rangeOf(entry.low, entry.high)}`
}

const FIGURE = /^-?\d+(?:\.\d+)?$/
/** Figures in the one format of the console; other texts as they were typed. */
export const shownText = (text: string) => (FIGURE.test(text) ? formatFigure(text) : text)

/** What is typed in a contested row. */
export const ownOf = ({ typed: { low, high } }: EntryRow): string =>
  rangeText(shownText(low) || '空', shownText(high) || '空')

const contestOf = (row: EntryRow): string => `${othersOf(row)}；您填的是 ${ownOf(row)}，请在表格上方选择`

/** Why the row is not saved; null also if nothing was typed. */
export const problemOf = (row: EntryRow): string | null =>
  row.isContested ? contestOf(row) : (problemOfCells(row) ?? problemOfRow(row))

/** The problem shown at a cell: its own, or the row's at the cell to be filled in or corrected. */
export function problemAt(row: EntryRow, key: keyof Typed): string | null {
  if (row.isContested) return key === 'low' ? contestOf(row) : null
  if (problemOfCells(row)) return problemOfCell(row, key)
  return key === (row.typed.low === '' ? 'low' : 'high') ? problemOfRow(row) : null
}

const isComplete = (row: EntryRow): boolean => isOpen(row) && isFilled(row) && isChanged(row) && problemOf(row) === null

/** A new price of a day on which nothing is due: saved once the person has confirmed it. */
export const isHeld = (row: EntryRow): boolean => !row.isDue && row.entry === null && isComplete(row)

/** Saved by itself. */
export const isReady = (row: EntryRow): boolean => isComplete(row) && !isHeld(row)

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

/**
 * The row over another stored entry. Cells that were not changed here show its values; where both have changed the
 * same, or the draft is no longer there to be changed, the person has to choose.
 */
function rebased(row: EntryRow, now: SheetRow): EntryRow {
  const [before, after] = [storedTexts(row), storedTexts(now)]
  const own = typedKeys.filter((key) => isChangedCell(row, key))
  const typed = { ...after, ...Object.fromEntries(own.map((key) => [key, row.typed[key]])) } as Typed
  const next: EntryRow = { ...now, typed, refused: null, isContested: false }
  const theirs = typedKeys.filter((key) => after[key] !== before[key])
  const isOfBoth =
    own.some((key) => theirs.includes(key) && after[key] !== row.typed[key]) ||
    (own.some(isFigureKey) && theirs.some(isFigureKey))
  const isGone = now.entry === null || !isOpen(now)
  return { ...next, isContested: isChanged(next) && (row.isContested || isOfBoth || isGone) }
}

export const withTheirs = (row: EntryRow): EntryRow => ({
  ...row,
  typed: storedTexts(row),
  refused: null,
  isContested: false,
})

/** What is typed will be saved over the other value, which the person has seen. */
export const withOwn = (row: EntryRow): EntryRow => ({ ...row, refused: null, isContested: false })

const isSameEntry = (a: SheetRow['entry'], b: SheetRow['entry']) => a?.id === b?.id && a?.version === b?.version

/**
 * The grid as it is stored now: what others have saved appears in clean cells, what is typed here stays. Rows keep their
 * places, under the cell that is being edited; new ones follow.
 */
export function refreshed(rows: readonly EntryRow[], sheet: readonly SheetRow[]): EntryRow[] {
  const stored = new Map(sheet.map((row) => [row.quoteItemId, row]))
  const here = new Set(rows.map(({ quoteItemId }) => quoteItemId))
  const merged = rows.map((row) => {
    const now = stored.get(row.quoteItemId)
    if (!now) return row
    if (!isSameEntry(row.entry, now.entry)) return rebased(row, now)
    const { typed, refused, isContested } = row
    return { ...now, typed, refused, isContested }
  })
  return [...merged, ...sheet.filter(({ quoteItemId }) => !here.has(quoteItemId)).map(toRow)]
}

/** After a submission: accepted rows wait for review; of a row that has moved both values are shown; all others stay. */
export function afterSubmit(rows: readonly EntryRow[], outcomes: readonly SeenOutcome[]): EntryRow[] {
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return rows.map((row) => {
    const { entry } = row
    const outcome = entry && outcomeOf.get(entry.id)
    if (!outcome) return row
    if (outcome.ok) return { ...row, entry: { ...entry, status: 'submitted', version: entry.version + 1, opinion: '' } }
    if (outcome.now === undefined) return row
    const next = { ...row, entry: outcome.now, refused: null }
    return { ...next, isContested: isChanged(next) }
  })
}

/** After drafts were deleted: their rows are empty, and a row that has moved shows both values. */
export function afterRemoval(rows: readonly EntryRow[], outcomes: readonly SeenOutcome[]): EntryRow[] {
  const gone = new Set(outcomes.flatMap(({ id, ok }) => (ok ? [id] : [])))
  const left = rows.map((row) => {
    if (!row.entry || !gone.has(row.entry.id)) return row
    return { ...row, entry: null, typed: isEmptied(row) ? nothing : row.typed, refused: null, isContested: false }
  })
  return afterSubmit(
    left,
    outcomes.filter(({ ok }) => !ok),
  )
}

/** Cleared rows with their drafts again. */
export const withDrafts = (rows: readonly EntryRow[]): EntryRow[] =>
  rows.map((row) => (isEmptied(row) ? withTheirs(row) : row))

/** Applies the outcomes of a save; input typed meanwhile is kept. */
export function afterSave(rows: readonly EntryRow[], sent: readonly Entry[], outcomes: readonly SaveOutcome[]) {
  const sentOf = new Map(sent.map((entry) => [entry.quoteItemId, entry]))
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.quoteItemId, outcome]))
  return rows.map((row): EntryRow => {
    const [entry, outcome] = [sentOf.get(row.quoteItemId), outcomeOf.get(row.quoteItemId)]
    if (!entry || !outcome) return row
    const { id, version, low, high, average, isOutlier, problem } = outcome
    if (id === null || version === null || low === null || high === null || average === null)
      return outcome.isStale ? rebased(row, { ...row, entry: outcome.now }) : { ...row, refused: problem }
    const { remark, englishRemark, reason } = entry
    const stored = { id, version, low, high, average, isOutlier, remark: remark.trim(), reason: reason.trim() }
    const next: SheetRow = {
      ...row,
      entry: { ...stored, status: 'draft', englishRemark: englishRemark.trim(), opinion: '', byName: '', at: '' },
    }
    const isSame = JSON.stringify(toEntry(row, entry.day)) === JSON.stringify(entry)
    return { ...next, typed: isSame ? storedTexts(next) : row.typed, refused: null, isContested: false }
  })
}

/** Fills what is empty with yesterday's value. */
export const repeatChanges = (rows: readonly EntryRow[]): GridChange[] =>
  rows
    .filter(
      (row) => isOpen(row) && row.isDue && !row.entry && row.last && figureKeys.every((key) => row.typed[key] === ''),
    )
    .map(({ quoteItemId }) => ({ row: quoteItemId, column: 'low', text: '=' }))
