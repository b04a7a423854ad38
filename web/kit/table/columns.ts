// The columns of a list.
import type { ReactNode } from 'react'

/** The kit's rows have an id; it is a string (contract.md). A row with `children` opens and closes. */
export type AnyRow = { id: string }

/** A number as rows have it: an integer, or an exact decimal string. */
export type Figure = number | string | null

/** Fields that a cell can show as they are; others need a `render`. */
type PlainKey<Row> = {
  [K in keyof Row & string]: Row[K] extends string | number | null ? K : never
}[keyof Row & string]

/**
 * `key` is the field, and the sort name if the endpoint sorts by it. `width` is in px. `tip` explains the heading
 * behind an icon. Adjacent columns of one `group` share a heading, above a second row of headings (spec §2). `opens`
 * makes the cell a link that opens the row's details. `summary` sums the column in a footer row, if rows have no
 * children: the number of a row, and how the sum is shown if not as a plain number. `narrowPx`: on a narrow screen the
 * column comes first, that wide, so that what a row is and says is in view without scrolling sideways; the first of them
 * stays while the others scroll. Columns must be module constants: a new array re-renders the whole table.
 */
export type Column<Row> = {
  label: string
  width?: number
  narrowPx?: number
  align?: 'left' | 'right'
  tip?: string
  group?: string
  summary?: { of: (row: Row) => Figure; show?: (sum: string) => string }
} & (
  | { key: PlainKey<Row>; opens?: true; render?: never }
  | { key: keyof Row & string; opens?: never; render: (row: Row) => ReactNode }
)

/** A column of a table with the person's width; a pinned one stays in place when the table scrolls sideways. */
export type PlacedColumn<Row> = { column: Column<Row>; width: number; isPinned: boolean }

/** The columns as a narrow screen shows them: those that it needs first, only the first of them pinned. */
export function placeNarrow<Row>(placed: readonly PlacedColumn<Row>[]): readonly PlacedColumn<Row>[] {
  const first = placed.flatMap((each) => (each.column.narrowPx ? [{ ...each, width: each.column.narrowPx }] : []))
  if (first.length === 0) return placed
  const rest = placed.filter(({ column }) => !column.narrowPx)
  return [...first, ...rest].map((each, at) => ({ ...each, isPinned: at === 0 }))
}

/** A cell's `data-pinned`; the last pinned column has a border. Pinned columns come first. */
export function pinOf(columns: readonly { isPinned: boolean }[], at: number): 'yes' | 'last' | undefined {
  if (!columns[at]?.isPinned) return undefined
  return columns[at + 1]?.isPinned ? 'yes' : 'last'
}

/** A pinned cell's offset: a CSS variable of the table, so that a changed width re-renders no row. */
export const pinStyle = (isPinned: boolean, at: number) =>
  isPinned ? { insetInlineStart: `var(--pin-${at})` } : undefined
