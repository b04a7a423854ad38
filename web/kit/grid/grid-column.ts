// What a page says of a column of the grid.
import type { ReactNode } from 'react'

/** `why` is read where one stands on the cell, and shown when it is pointed at. */
export type GridMark = { kind: 'changed' | 'saved' | 'unusual' | 'bad'; why?: string }

export type GridColumn<R> = {
  key: string
  label: string
  width: number
  align?: 'right'
  isPinned?: boolean
  /** What is typed, copied and compared; what is shown where there is no `render`. */
  textOf: (row: R) => string
  /** Left out where nobody types. */
  isEditable?: (row: R) => boolean
  markOf?: (row: R) => GridMark | undefined
  render?: (row: R) => ReactNode
}
