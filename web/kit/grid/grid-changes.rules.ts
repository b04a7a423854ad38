// Changes of cells by pasting, filling and clearing; undo and redo, one act at a time.
import { type Place, placesIn, type Range, type Sheet, sizeOf } from './grid.rules.ts'

/** A cell by the keys of its row and column: rows may have moved when a change is undone. */
export type GridChange = { row: string; column: string; text: string }
type Known = GridChange & { before: string }

export function changeAt(place: Place, text: string, { rowKeys, columnKeys }: Sheet): GridChange {
  return { row: rowKeys[place.row] as string, column: columnKeys[place.column] as string, text }
}

const changesIn = (range: Range, sheet: Sheet, textOf: (place: Place) => string): GridChange[] =>
  [...placesIn(range)].filter(sheet.isEditable).map((place) => changeAt(place, textOf(place), sheet))

/** Fills a range with one value; '' clears it. */
export const fillChanges = (range: Range, text: string, sheet: Sheet) => changesIn(range, sheet, () => text)

/** Copies the first row down, or the first column right; a single row or column copies from the one before it. */
export function spreadChanges(range: Range, isDown: boolean, sheet: Sheet): GridChange[] {
  const isAlone = isDown ? range.top === range.bottom : range.left === range.right
  const from = (isDown ? range.top : range.left) - (isAlone ? 1 : 0)
  if (from < 0) return []
  const rest = isDown ? { ...range, top: from + 1 } : { ...range, left: from + 1 }
  return changesIn(rest, sheet, ({ row, column }) =>
    sheet.textAt(isDown ? { row: from, column } : { row, column: from }),
  )
}

export const blockOf = (range: Range, { textAt }: Sheet): string[][] =>
  Array.from({ length: sizeOf(range).rows }, (_, row) =>
    Array.from({ length: sizeOf(range).columns }, (_, column) =>
      textAt({ row: range.top + row, column: range.left + column }),
    ),
  )

/**
 * Pastes a block from the range's first cell on; one whose size divides the range's is repeated to fill it. `lost`
 * counts the rows that would be below the grid's last.
 */
export function pasteChanges(
  block: readonly (readonly string[])[],
  range: Range,
  sheet: Sheet,
): { changes: GridChange[]; range: Range; lost: number } {
  const height = block.length
  const width = Math.max(...block.map(({ length }) => length))
  const { rows, columns } = sizeOf(range)
  const isMany = rows % height === 0 && columns % width === 0
  const wanted = isMany ? { rows, columns } : { rows: height, columns: width }
  const target = {
    ...range,
    bottom: Math.min(range.top + wanted.rows, sheet.rowKeys.length) - 1,
    right: Math.min(range.left + wanted.columns, sheet.columnKeys.length) - 1,
  }
  // a shorter row of the block leaves the cells after it unchanged
  const cellAt = ({ row, column }: Place) => block[(row - range.top) % height]?.[(column - range.left) % width]
  const changes = [...placesIn(target)].flatMap((place) => {
    const text = sheet.isEditable(place) ? cellAt(place) : undefined
    return text === undefined ? [] : [changeAt(place, text, sheet)]
  })
  return { changes, range: target, lost: Math.max(0, range.top + wanted.rows - sheet.rowKeys.length) }
}

export type History = { done: readonly (readonly Known[])[]; undone: readonly (readonly Known[])[] }
export const noHistory: History = { done: [], undone: [] }
const MAX_STEPS = 200

/** One act is one undo step; without changes it is none. */
export function record(history: History, changes: readonly Known[]): History {
  if (changes.length === 0) return history
  return { done: [...history.done, changes].slice(-MAX_STEPS), undone: [] }
}

const reversed = (changes: readonly Known[]) =>
  changes.map(({ row, column, before }) => ({ row, column, text: before })).reverse()

export function undo({ done, undone }: History): { history: History; changes: readonly GridChange[] } | undefined {
  const last = done.at(-1)
  return last && { history: { done: done.slice(0, -1), undone: [...undone, last] }, changes: reversed(last) }
}

export function redo({ done, undone }: History): { history: History; changes: readonly GridChange[] } | undefined {
  const next = undone.at(-1)
  if (!next) return undefined
  const changes = next.map(({ row, column, text }) => ({ row, column, text }))
  return { history: { done: [...done, next], undone: undone.slice(0, -1) }, changes }
}
