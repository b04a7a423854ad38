// What a list shows of a row.
import type { ReactNode } from 'react'

/** The kit's rows have an id; it is a string (contract.md). */
export type AnyRow = { id: string }

/** Fields that can stand in a cell as they are; others need a `render`. */
type PlainKey<Row> = {
  [K in keyof Row & string]: Row[K] extends string | number | null ? K : never
}[keyof Row & string]

/**
 * `key` is the field, and the name to sort by where the endpoint sorts by it. Width in px. `opens` makes it the name
 * that opens the row's details. Columns are constants of their module: a new list of columns is a new table.
 */
export type Column<Row> = { label: string; width?: number; align?: 'right' } & (
  | { key: PlainKey<Row>; opens?: true; render?: never }
  | { key: keyof Row & string; opens?: never; render: (row: Row) => ReactNode }
)
