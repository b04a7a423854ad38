// A cell of the grid. The active one always has an input, so that an input method gets the first key.
import { createContext, type Key, useContext, useLayoutEffect, useRef } from 'react'
import { Cell, type CellRendererProps } from 'react-data-grid'
import { useStore } from 'zustand'
import { isWithin } from './grid.rules.ts'
import type { GridColumn } from './grid-column.ts'
import type { GridActs, GridStore } from './grid-state.ts'

type Shared = {
  store: GridStore
  acts: GridActs
  noteId: string
  /** The row type is erased, as a context cannot be generic. */
  columns: ReadonlyMap<string, GridColumn<never>>
  nameOf: (row: never) => string
}

export const GridContext = createContext<Shared | null>(null)

function useShared(): Shared {
  const shared = useContext(GridContext)
  if (!shared) throw new Error('a cell outside its grid')
  return shared
}

function GridCell<R>(props: CellRendererProps<R, unknown>) {
  const { store, columns, noteId } = useShared()
  const { row, rowIdx, column, isCellActive } = props
  const isChosen = useStore(
    store,
    ({ range }) => range !== null && isWithin(range, { row: rowIdx, column: column.idx }),
  )
  const definition = columns.get(column.key) as GridColumn<R> | undefined
  const mark = definition?.markOf?.(row)
  const isEditable = definition?.isEditable?.(row) ?? false
  const marks = {
    'data-mark': mark?.kind,
    'data-active': isCellActive || undefined,
    'aria-invalid': mark?.kind === 'bad' || undefined,
    'aria-readonly': isEditable ? undefined : true,
    // in an editable cell the input has it
    'aria-describedby': isCellActive && !isEditable ? noteId : undefined,
    title: mark?.why,
  }
  return <Cell {...props} {...(marks as object)} aria-selected={isChosen} />
}

export const renderGridCell = <R,>(key: Key, props: CellRendererProps<R, unknown>) => <GridCell key={key} {...props} />

export function CellContent<R>({ row, column, isActive }: { row: R; column: GridColumn<R>; isActive: boolean }) {
  if (isActive && column.isEditable?.(row)) return <CellInput row={row} column={column} />
  return column.render?.(row) ?? column.textOf(row)
}

function CellInput<R>({ row, column }: { row: R; column: GridColumn<R> }) {
  const { store, acts, noteId, nameOf } = useShared()
  const name = (nameOf as (row: R) => string)(row)
  const edit = useStore(store, (state) => state.edit)
  const input = useRef<HTMLInputElement>(null)
  const text = column.textOf(row)
  const how = edit?.how ?? 'no'

  // all selected while not editing, so that typed or composed text replaces it
  useLayoutEffect(() => {
    // `select()` would also take the focus
    if (how === 'no') input.current?.setSelectionRange(0, text.length)
  }, [how, text])
  useLayoutEffect(() => {
    if (how === 'caret') input.current?.setSelectionRange(-1, -1)
  }, [how])

  return (
    <input
      ref={input}
      className="price-grid-input"
      data-how={how}
      tabIndex={0}
      autoComplete="off"
      spellCheck={false}
      aria-label={`${name} ${column.label}`}
      aria-describedby={noteId}
      aria-invalid={column.markOf?.(row)?.kind === 'bad' || undefined}
      value={edit?.text ?? text}
      onChange={({ target }) => acts.type(target.value)}
      // switching to another window blurs too, but keeps the active element and returns the focus
      onBlur={({ target }) => document.activeElement !== target && acts.commit()}
    />
  )
}
