// What a list shows of a row.
import type { ReactNode } from 'react'

/** The kit's rows have an id; it is a string (contract.md). A row with `children` opens and closes. */
export type AnyRow = { id: string }

/** A figure as rows carry it: a whole number, or an exact decimal text. */
export type Figure = number | string | null

/** Fields that can stand in a cell as they are; others need a `render`. */
type PlainKey<Row> = {
  [K in keyof Row & string]: Row[K] extends string | number | null ? K : never
}[keyof Row & string]

/**
 * `key` is the field, and the name to sort by where the endpoint sorts by it. Width in px. `tip` explains the heading
 * behind an icon. Neighbours of one `group` stand below a common heading, in a second row of headings (spec §2). `opens`
 * makes it the name that opens the row's details. `summary` adds it up in a row at the foot, where rows have no children:
 * the figure of a row, and how their sum is shown where that is more than a number. Columns are constants of their module: a new list of columns is a new
 * table.
 */
export type Column<Row> = {
  label: string
  width?: number
  align?: 'right'
  tip?: string
  group?: string
  summary?: { of: (row: Row) => Figure; show?: (sum: string) => string }
} & (
  | { key: PlainKey<Row>; opens?: true; render?: never }
  | { key: keyof Row & string; opens?: never; render: (row: Row) => ReactNode }
)

/** A column as it stands in a table: as wide as the person made it; a pinned one stays when the rest scrolls sideways. */
export type PlacedColumn<Row> = { column: Column<Row>; width: number; isPinned: boolean }

/** What a cell says of its column being pinned; the last pinned one has an edge. Pinned columns stand first. */
export function pinOf(columns: readonly { isPinned: boolean }[], at: number): 'yes' | 'last' | undefined {
  if (!columns[at]?.isPinned) return undefined
  return columns[at + 1]?.isPinned ? 'yes' : 'last'
}

/** Where a pinned cell stays: a variable of the table, so that a width that changes draws no row anew. */
export const pinStyle = (isPinned: boolean, at: number) =>
  isPinned ? { insetInlineStart: `var(--pin-${at})` } : undefined
