// Rows with child rows: which are visible, and which belong to one.
import type { AnyRow } from '../table/columns.ts'

export type TreeRow<Row> = { row: Row; depth: number; hasChildren: boolean }

const childrenOf = <Row extends AnyRow>(row: Row): readonly Row[] =>
  (row as Row & { children?: readonly Row[] }).children ?? []

/** The visible rows from top to bottom, without descendants of closed rows. */
export function rowsToShow<Row extends AnyRow>(rows: readonly Row[], closed: ReadonlySet<string>): TreeRow<Row>[] {
  const shown: TreeRow<Row>[] = []
  const add = (level: readonly Row[], depth: number) => {
    for (const row of level) {
      const children = childrenOf(row)
      shown.push({ row, depth, hasChildren: children.length > 0 })
      if (!closed.has(row.id)) add(children, depth + 1)
    }
  }
  add(rows, 0)
  return shown
}

/** The row and all below it: selecting a row selects its children (spec §2). */
export const withChildren = <Row extends AnyRow>(row: Row): Row[] => [row, ...childrenOf(row).flatMap(withChildren)]
