// Cells and ranges of a grid, and keyboard navigation between cells.

export type Place = { row: number; column: number }
export type Range = { top: number; bottom: number; left: number; right: number }

/** A grid as the rules see it; places are row and column indices. */
export type Sheet = {
  rowKeys: readonly string[]
  columnKeys: readonly string[]
  textAt: (place: Place) => string
  isEditable: (place: Place) => boolean
}

export const isSamePlace = (a: Place | null, b: Place | null): boolean =>
  a === b || (a !== null && b !== null && a.row === b.row && a.column === b.column)

export const rangeOf = (a: Place, b: Place): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

export const isWithin = ({ top, bottom, left, right }: Range, { row, column }: Place): boolean =>
  top <= row && row <= bottom && left <= column && column <= right

export const sizeOf = ({ top, bottom, left, right }: Range) => ({ rows: bottom - top + 1, columns: right - left + 1 })

export const wholeOf = ({ rowKeys, columnKeys }: Sheet): Range => ({
  top: 0,
  bottom: rowKeys.length - 1,
  left: 0,
  right: columnKeys.length - 1,
})

/** Row by row. */
export function* placesIn({ top, bottom, left, right }: Range): Generator<Place> {
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) yield { row, column }
}

const clamp = (value: number, last: number) => Math.max(0, Math.min(value, last))

export type Step = 'up' | 'down' | 'left' | 'right' | 'rowStart' | 'rowEnd' | 'start' | 'end' | 'pageUp' | 'pageDown'

/** `far` goes to the edge, `page` is how many rows are visible. */
export function stepFrom(from: Place, step: Step, sheet: Sheet, page: number, far = false): Place {
  const lastRow = sheet.rowKeys.length - 1
  const lastColumn = sheet.columnKeys.length - 1
  const by = (rows: number, columns: number): Place => ({
    row: clamp(from.row + rows, lastRow),
    column: clamp(from.column + columns, lastColumn),
  })
  const much = far ? Number.POSITIVE_INFINITY : 1
  const targets: Record<Step, () => Place> = {
    up: () => by(-much, 0),
    down: () => by(much, 0),
    left: () => by(0, -much),
    right: () => by(0, much),
    rowStart: () => ({ ...from, column: 0 }),
    rowEnd: () => ({ ...from, column: lastColumn }),
    start: () => ({ row: 0, column: 0 }),
    end: () => ({ row: lastRow, column: lastColumn }),
    pageUp: () => by(-page, 0),
    pageDown: () => by(page, 0),
  }
  return targets[step]()
}

/** The next editable cell, row by row; undefined after the last and before the first. */
export function nextEditable(from: Place, by: 1 | -1, sheet: Sheet): Place | undefined {
  const columns = sheet.columnKeys.length
  for (let at = from.row * columns + from.column + by; at >= 0 && at < sheet.rowKeys.length * columns; at += by) {
    const place = { row: Math.floor(at / columns), column: at % columns }
    if (sheet.isEditable(place)) return place
  }
  return undefined
}

/** The next cell of a range, wrapping around: Enter goes down its columns, Tab along its rows. */
export function cycle(range: Range, from: Place, by: 1 | -1, isAlongRows: boolean): Place {
  const { rows, columns } = sizeOf(range)
  const [row, column] = [from.row - range.top, from.column - range.left]
  const at = (isAlongRows ? row * columns + column : column * rows + row) + by
  const next = (at + rows * columns) % (rows * columns)
  return isAlongRows
    ? { row: range.top + Math.floor(next / columns), column: range.left + (next % columns) }
    : { row: range.top + (next % rows), column: range.left + Math.floor(next / rows) }
}
