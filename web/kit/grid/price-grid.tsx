// A grid that is filled in like a spreadsheet: by keyboard, input method and blocks from Excel or WPS (record 053).
import 'react-data-grid/lib/styles.css'
import './price-grid.css'
import {
  type ClipboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type CellKeyboardEvent, type Column, DataGrid } from 'react-data-grid'
import { useStore } from 'zustand'
import { useAtLeast } from '../use-at-least.ts'
import { type Place, type Sheet, sizeOf } from './grid.rules.ts'
import { CellContent, GridContext, renderGridCell } from './grid-cell.tsx'
import type { GridChange } from './grid-changes.rules.ts'
import type { GridColumn } from './grid-column.ts'
import { intentOf } from './grid-keys.rules.ts'
import { type ChangeKind, createGrid, type GridProps } from './grid-state.ts'

const ROW_PX = 32
const USUAL_HEIGHT = 480
/** Room for the scrollbar, if the columns are wider than the grid. */
const SCROLLBAR_PX = 18
/** In a narrower window only the first pinned column, the row's name, stays in view, so narrow that others have room. */
const PIN_FROM_PX = 768
const NARROW_PIN_PX = 120

export type PriceGridProps<R> = {
  label: string
  rows: readonly R[]
  columns: readonly GridColumn<R>[]
  keyOf: (row: R) => string
  /** The row's name, which with its column's label names a cell. */
  nameOf: (row: R) => string
  /** Key of the row that is active at first; without it the first row. */
  startAt?: string | null
  /** Any CSS length. */
  height?: number | string
  /** The page must pass new rows with these texts. */
  onChange: (changes: readonly GridChange[], kind: ChangeKind) => void
  /** Adjusts changes before they are applied, as one undo step: normalises numbers, adds dependent cells. */
  resolve?: GridProps['resolve']
  /** Assigns a pasted block to cells by codes or names in it; undefined pastes it by position. */
  onPaste?: GridProps['onPaste']
  /** Key of the row that the active cell is in now. */
  onRow?: (key: string) => void
  /** The grid has the focus when it opens, unless somebody is typing elsewhere. */
  takesFocus?: boolean
  /** Acts that the page starts. */
  handle?: Ref<GridHandle>
}

export type GridHandle = {
  /** One undo step. */
  fill: (changes: readonly GridChange[]) => void
  focus: () => void
}

function sheetOf<R>({ rows, columns, keyOf }: Pick<PriceGridProps<R>, 'rows' | 'columns' | 'keyOf'>): Sheet {
  return {
    rowKeys: rows.map(keyOf),
    columnKeys: columns.map(({ key }) => key),
    textAt: ({ row, column }) => (rows[row] !== undefined && columns[column]?.textOf(rows[row])) || '',
    isEditable: ({ row, column }) => (rows[row] !== undefined && columns[column]?.isEditable?.(rows[row])) || false,
  }
}

function cellAt(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest('[role="gridcell"]') : null
  const row = cell?.closest('[role="row"]')
  if (!cell || !row) return undefined
  // both indices start at 1, and the headings are row 1
  return { row: Number(row.ariaRowIndex) - 2, column: Number(cell.ariaColIndex) - 1 }
}

export function PriceGrid<R>({
  label,
  rows,
  columns,
  keyOf,
  nameOf,
  startAt = null,
  height = USUAL_HEIGHT,
  onChange,
  resolve,
  onPaste,
  onRow,
  takesFocus = false,
  handle,
}: PriceGridProps<R>) {
  const [grid] = useState(createGrid)
  const { store, acts } = grid
  const noteId = useId()
  const isWide = useAtLeast(PIN_FROM_PX)
  const isDragging = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLSpanElement>(null)
  const after = useRef<HTMLSpanElement>(null)

  const sheet = useMemo(() => sheetOf({ rows, columns, keyOf }), [rows, columns, keyOf])
  useLayoutEffect(() => {
    const page = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 2)
    grid.give({ sheet, onChange, resolve, onPaste, page })
  })
  const activeRow = useStore(store, ({ active }) => active && sheet.rowKeys[active.row])
  const noteRow = useEffectEvent((key: string) => onRow?.(key))
  useEffect(() => {
    if (activeRow) noteRow(activeRow)
  }, [activeRow])
  const isEmpty = rows.length === 0
  useEffect(() => {
    if (!isEmpty) grid.begin(startAt, takesFocus)
  }, [grid, isEmpty, startAt, takesFocus])
  // a focused cell that is closed by what the page does takes the focus along: no event tells
  const hasFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when the rows have changed
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) acts.focus()
  }, [rows])
  useImperativeHandle(handle, () => ({ fill: acts.fill, focus: acts.focus }), [acts])

  const gridColumns = useMemo(
    () =>
      columns.map((column): Column<R> => {
        const isNarrowPin = !isWide && column === columns.find(({ isPinned }) => isPinned)
        return {
          key: column.key,
          name: column.label,
          width: isNarrowPin ? Math.min(column.width, NARROW_PIN_PX) : column.width,
          frozen: (isWide && column.isPinned) || isNarrowPin,
          resizable: true,
          ...(column.align && { cellClass: 'price-grid-right', headerCellClass: 'price-grid-right' }),
          renderCell: ({ row, tabIndex }) => <CellContent row={row} column={column} isActive={tabIndex === 0} />,
        }
      }),
    [columns, isWide],
  )
  const context = useMemo(
    () => ({ store, acts, noteId, columns: new Map(columns.map((column) => [column.key, column])), nameOf }),
    [store, acts, noteId, columns, nameOf],
  )

  const onKey = (rowIdx: number, event: CellKeyboardEvent) => {
    if (rowIdx < 0) return
    // the data grid would handle keys that an input method or the input needs
    event.preventGridDefault()
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      if (event.key === 'Tab') event.preventDefault()
      return
    }
    const intent = intentOf(event, store.getState().edit?.how ?? 'no')
    if (acts.run(intent)) event.preventDefault()
    // the browser goes on from here: past the grid's own cells
    else if (intent?.do === 'tab') (intent.by === 1 ? after : before).current?.focus()
  }

  const onCopy = (event: ClipboardEvent) => {
    const text = acts.copy(event.type === 'cut')
    if (text === undefined) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
  }

  const onMouseOver = (event: MouseEvent) => {
    if (!isDragging.current) return
    const place = event.buttons === 1 ? cellAt(event.target) : undefined
    if (place && place.row >= 0) acts.extendTo(place)
    else if (event.buttons !== 1) isDragging.current = false
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches what bubbles from the grid within
    <div
      ref={box}
      className="price-grid"
      onCopy={onCopy}
      onCut={onCopy}
      onPaste={(event) => {
        if (acts.paste(event.clipboardData.getData('text/plain'))) event.preventDefault()
      }}
      onMouseOver={onMouseOver}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
    >
      <span ref={before} tabIndex={-1} />
      <GridContext value={context}>
        <DataGrid<R>
          ref={grid.hold}
          className="price-grid-table"
          aria-label={label}
          aria-description={columns.some(({ isEditable }) => isEditable) ? keysOfEditing : keysOfReading}
          style={{ blockSize: height, maxBlockSize: (rows.length + 1) * ROW_PX + SCROLLBAR_PX }}
          columns={gridColumns}
          rows={rows}
          rowKeyGetter={keyOf}
          rowHeight={ROW_PX}
          renderers={renderers}
          onCellKeyDown={({ rowIdx }, event) => onKey(rowIdx, event)}
          onCellMouseDown={({ rowIdx, column }, event) => {
            event.preventGridDefault()
            const place = { row: rowIdx, column: column.idx }
            const { active, edit } = store.getState()
            if (edit && active?.row === rowIdx && active.column === column.idx) return
            // the store focuses the cell; the default would clear its text selection
            event.preventDefault()
            if (event.button === 2) return
            isDragging.current = true
            acts.click(place, event.shiftKey)
          }}
          onCellDoubleClick={(_cell, event) => {
            event.preventGridDefault()
            acts.caret()
          }}
          onActivePositionChange={({ rowIdx, column }) => {
            if (rowIdx >= 0 && column) acts.moved({ row: rowIdx, column: column.idx })
          }}
        />
      </GridContext>
      <span ref={after} tabIndex={-1} />
      <Foot grid={grid} noteId={noteId} rows={rows} columns={columns} nameOf={nameOf} />
    </div>
  )
}

const keysOfEditing =
  '方向键移动，直接输入即替换，F2 修改，Enter 向下，Tab 向右，Ctrl+Enter 填满选区；先按 Esc 再按 Tab 离开表格'
const keysOfReading = '方向键移动，按住 Shift 选择，Ctrl+C 复制；先按 Esc 再按 Tab 离开表格'

const renderers = { renderCell: renderGridCell }

type FootProps<R> = Pick<PriceGridProps<R>, 'rows' | 'columns' | 'nameOf'> & {
  grid: ReturnType<typeof createGrid>
  noteId: string
}

/** Shows what the active cell's mark means, and how much is selected. */
function Foot<R>({ grid, noteId, rows, columns, nameOf }: FootProps<R>) {
  const active = useStore(grid.store, (state) => state.active)
  const range = useStore(grid.store, (state) => state.range)
  const announcement = useStore(grid.store, (state) => state.announcement)
  const row = active ? rows[active.row] : undefined
  const column = active ? columns[active.column] : undefined
  const mark = row !== undefined ? column?.markOf?.(row) : undefined
  const size = range && sizeOf(range)
  const chosen = size && size.rows * size.columns > 1 ? `选中 ${size.rows} 行 × ${size.columns} 列` : ''
  return (
    <div className="price-grid-foot">
      <span id={noteId} data-mark={mark?.kind}>
        {mark?.why && row !== undefined && `${nameOf(row)} ${column?.label}：${mark.why}`}
      </span>
      <span role="status">{announcement || chosen}</span>
    </div>
  )
}
