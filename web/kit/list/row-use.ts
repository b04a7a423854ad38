// What a screen does with its rows, handed to the cells that need it: a screen that renders again (a dialog opens)
// renders these cells, not the whole table.
import { createContext, useContext } from 'react'
import type { SubProductKey } from '../../../contract/sub-products.ts'
import type { Allowed } from '../can.tsx'
import type { AnyRow } from './columns.ts'

/**
 * `call` is what it calls, or the right that it needs: an action that the server would refuse is not shown. Under 更多 those of
 * one `group` stand below its name.
 */
export type RowAction = { label: string; call: Allowed; isDanger?: boolean; group?: string; run: () => void }

export type RowUse<Row> = {
  /** How a row is called in the names of its controls. */
  rowName: (row: Row) => string
  rowActions?: ((row: Row) => readonly RowAction[]) | undefined
  /** The sub-product for which rights to `canOn` calls are checked. */
  on?: SubProductKey | undefined
  /** What leads to the first row, said where there is none and nothing is filtered. */
  emptyHint?: string | undefined
  /** Opens a row's details, from the column that `opens`. */
  onOpen?: ((row: Row) => void) | undefined
}

export const RowUseContext = createContext<RowUse<never>>({ rowName: () => '' })

/** A context cannot be generic: its provider and its readers stand in one table and have one row. */
export const useRowUse = <Row extends AnyRow>() => useContext(RowUseContext) as unknown as RowUse<Row>
