// What a screen does with its rows, passed by context: when the screen re-renders (a dialog opens), only the cells that
// use it do, not the whole table.
import { createContext, useContext } from 'react'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Allowed } from '../can.tsx'
import type { AnyRow } from './columns.ts'

/**
 * `call` is the endpoint, or the right that it needs: an action that the server would refuse is not shown. Under 更多,
 * actions are listed by `group`.
 */
export type RowAction = { label: string; call: Allowed; isDanger?: boolean; group?: string; run: () => void }

export type RowUse<Row> = {
  /** The row's name, used in the accessible names of its controls. */
  rowName: (row: Row) => string
  rowActions?: ((row: Row) => readonly RowAction[]) | undefined
  /** The sub-product for which rights to `canOn` calls are checked. */
  on?: SubProductKey | undefined
  /** How to get a first row; shown if there are none and no filter is set. */
  emptyHint?: string | undefined
  /** Opens a row's details, from the column with `opens`. */
  onOpen?: ((row: Row) => void) | undefined
}

export const RowUseContext = createContext<RowUse<never>>({ rowName: () => '' })

/** A context cannot be generic; its provider and readers are in one table, so their row type is the same. */
export const useRowUse = <Row extends AnyRow>() => useContext(RowUseContext) as unknown as RowUse<Row>
