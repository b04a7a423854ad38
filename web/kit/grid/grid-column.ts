// How a page defines a column of the grid.
import type { ReactNode } from 'react'

/** `why` is shown below the grid for the active cell, and as the tooltip of any cell. */
export type GridMark = { kind: 'changed' | 'saved' | 'unusual' | 'bad'; why?: string }

export type GridColumn<R> = {
  key: string
  label: string
  width: number
  align?: 'right'
  isPinned?: boolean
  /** The text that is edited, copied and compared, and shown if there is no `render`. */
  textOf: (row: R) => string
  /** Left out for a read-only column. */
  isEditable?: (row: R) => boolean
  markOf?: (row: R) => GridMark | undefined
  render?: (row: R) => ReactNode
}
