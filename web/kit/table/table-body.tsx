// The rows of a table as plain HTML, without antd components: a hundred rows have a thousand cells, whose effects all
// run again when a kept page is shown. Long tables render only the visible rows.
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react'
import { SelectRow } from '../picker/select-cells.tsx'
import { rowsToShow, type TreeRow } from '../tree/row-tree.ts'
import { type AnyRow, type Column, type PlacedColumn, pinOf, pinStyle } from './columns.ts'
import { RowActions } from './row-actions.tsx'
import { useRowUse } from './row-use.ts'
import type { Selection } from './use-selection.ts'
import { rowsInSight } from './windowed-rows.rules.ts'
import './data-table.css'

/**
 * The cell that opens a row's details: a button that looks like a link, cut off with an ellipsis. The table's one
 * tooltip shows it in full, as one for each of a hundred rows would slow down scrolling.
 */
function NameCell<Row extends AnyRow>({ row, children }: { row: Row; children: string }) {
  const { onOpen } = useRowUse<Row>()
  if (!onOpen) return children
  return (
    <button type="button" className="text-link name-cell" onClick={() => onOpen(row)}>
      {children}
    </button>
  )
}

/** Longer tables render only the visible rows. */
const ALL_ROWS_MAX = 50
/** The rendered range moves in steps of so many rows, as each move costs the layout of the whole table. */
const STEP = 6
const INDENT_PX = 20
const START = { insetInlineStart: 0 }

function contentOf<Row extends AnyRow>(column: Column<Row>, row: Row): ReactNode {
  const content = column.render ? column.render(row) : String(row[column.key] ?? '')
  return column.opens && typeof content === 'string' ? <NameCell row={row}>{content}</NameCell> : content
}

function Opener<Row extends AnyRow>({ row, isOpen, onToggle }: { row: Row; isOpen: boolean; onToggle: OnToggle }) {
  const { rowName } = useRowUse<Row>()
  return (
    <button
      type="button"
      className="row-opener"
      aria-expanded={isOpen}
      aria-label={`${isOpen ? '收起' : '展开'} ${rowName(row)}`}
      onClick={() => onToggle(row.id)}
    >
      {isOpen ? <DownOutlined /> : <RightOutlined />}
    </button>
  )
}

type OnToggle = (id: string) => void

type RowProps<Row extends AnyRow> = Pick<TableBodyProps<Row>, 'columns' | 'selection' | 'hasActions'> &
  TreeRow<Row> & { at: number; isTree: boolean; isOpen: boolean; onToggle: OnToggle }

function PlainRow<Row extends AnyRow>(props: RowProps<Row>) {
  const { row, depth, hasChildren, at, isTree, isOpen, columns, selection, hasActions, onToggle } = props
  return (
    <tr
      className="table-row"
      data-row-key={row.id}
      data-at={at}
      data-depth={depth || undefined}
      tabIndex={-1}
      aria-rowindex={at + 1}
    >
      {selection && (
        <td data-select data-pinned={columns[0]?.isPinned ? 'yes' : undefined} style={START}>
          <SelectRow selection={selection} row={row} />
        </td>
      )}
      {columns.map(({ column, isPinned }, place) => (
        <td
          key={column.key}
          data-align={column.align}
          data-pinned={pinOf(columns, place)}
          style={pinStyle(isPinned, place)}
        >
          {isTree && place === 0 ? (
            <span className="row-tree" style={{ paddingInlineStart: depth * INDENT_PX }}>
              {hasChildren ? <Opener row={row} isOpen={isOpen} onToggle={onToggle} /> : <i className="row-opener" />}
              <span>{contentOf(column, row)}</span>
            </span>
          ) : (
            contentOf(column, row)
          )}
        </td>
      ))}
      {hasActions && (
        <td data-actions data-pinned="yes">
          <RowActions row={row} />
        </td>
      )}
    </tr>
  )
}

const TableRow = memo(PlainRow) as typeof PlainRow

export type TableBodyProps<Row extends AnyRow> = {
  rows: readonly Row[]
  columns: readonly PlacedColumn<Row>[]
  selection: Selection<Row> | undefined
  hasActions: boolean
  /** The scrolling element. */
  box: RefObject<HTMLElement | null>
  rowPx: number
  heightPx: number
}

/** The range of rows to render; changes once per step of scrolling, not with each row. */
function useSight(count: number, { box, rowPx, heightPx }: Pick<TableBodyProps<AnyRow>, 'box' | 'rowPx' | 'heightPx'>) {
  const isWindowed = count > ALL_ROWS_MAX
  const stepPx = STEP * rowPx
  const [top, setTop] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element || !isWindowed) return
    const follow = () => setTop(Math.floor(element.scrollTop / stepPx) * stepPx)
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [box, isWindowed, stepPx])
  return isWindowed ? rowsInSight({ count, rowPx, heightPx: heightPx + stepPx, top }) : { first: 0, end: count }
}

function Body<Row extends AnyRow>(props: TableBodyProps<Row>) {
  const { rows, columns, selection, hasActions, box, rowPx, heightPx } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => rowsToShow(rows, closed), [rows, closed])
  const isTree = useMemo(() => shown.some(({ hasChildren }) => hasChildren), [shown])
  const [onToggle] = useState(() => (id: string) => {
    setClosed((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set(before).add(id),
    )
  })
  const { first, end } = useSight(shown.length, { box, rowPx, heightPx })
  return (
    <tbody data-rows={shown.length}>
      {first > 0 && <tr style={{ height: first * rowPx }} />}
      {shown.slice(first, end).map((each, index) => (
        <TableRow
          key={each.row.id}
          {...each}
          at={first + index}
          isTree={isTree}
          isOpen={!closed.has(each.row.id)}
          columns={columns}
          selection={selection}
          hasActions={hasActions}
          onToggle={onToggle}
        />
      ))}
      {end < shown.length && <tr style={{ height: (shown.length - end) * rowPx }} />}
    </tbody>
  )
}

export const TableBody = memo(Body) as typeof Body
