// The headings of a table: sorting, explanations, column groups, and the edge for resizing a column.
import { CaretDownOutlined, CaretUpOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { memo, type PointerEvent, type ReactNode } from 'react'
import { COLUMN_MAX_PX, COLUMN_MIN_PX } from '#contract/system/list-settings.ts'
import { type AnyRow, type Column, type PlacedColumn, pinOf, pinStyle } from './columns.ts'
import { widthToDeclare } from './table-size.ts'
import type { Sort } from './table-source.ts'

// Resizes a column by dragging the edge of its heading.
type OnResize = (key: string, width: number, isDone: boolean) => void

const within = (width: number) => Math.min(COLUMN_MAX_PX, Math.max(COLUMN_MIN_PX, width))

function useColumnDrag(
  columns: readonly { column: { key: string }; width: number }[],
  onResize: OnResize | undefined,
): { handleDown: (event: PointerEvent<HTMLElement>) => void } {
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget
    const heading = edge.closest<HTMLElement>('th')
    const table = edge.closest('table')
    const box = table?.parentElement
    const key = heading?.dataset.key
    const placed = columns.find(({ column }) => column.key === key)
    if (!heading || !table || !box || !key || !placed || !onResize) return
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    const [startX, startWidth] = [event.clientX, heading.getBoundingClientRect().width]
    const around = {
      declared: placed.width,
      sum: [...table.querySelectorAll('col')].reduce((sum, col) => sum + Number.parseFloat(col.style.width), 0),
      box: box.clientWidth,
    }
    let width = placed.width
    const handleMove = ({ clientX }: globalThis.PointerEvent) => {
      width = within(widthToDeclare(startWidth + clientX - startX, around))
      onResize(key, width, false)
    }
    const handleEnd = () => {
      edge.removeEventListener('pointermove', handleMove)
      if (width !== placed.width) onResize(key, width, true)
    }
    edge.addEventListener('pointermove', handleMove)
    edge.addEventListener('lostpointercapture', handleEnd, { once: true })
  }
  return { handleDown }
}

export type TableHeadProps<Row extends AnyRow> = {
  columns: readonly PlacedColumn<Row>[]
  sort: Sort | undefined
  sortable: readonly string[]
  sortBy: (sort: Sort | undefined) => void
  /** Called while a column is resized, and with `isDone` at the end; without it columns cannot be resized. */
  onResize: ((key: string, width: number, isDone: boolean) => void) | undefined
  select: ReactNode
  hasActions: boolean
}

const START = { insetInlineStart: 0 }

/** Unsorted, ascending, descending, unsorted. */
function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? undefined : { column, descending: true }
}

type HeadingProps<Row extends AnyRow> = Pick<TableHeadProps<Row>, 'sort' | 'sortable' | 'sortBy'> & {
  column: Column<Row>
}

function Heading<Row extends AnyRow>({ column, sort, sortable, sortBy }: HeadingProps<Row>) {
  const { key, label, tip } = column
  const order = sort?.column === key ? (sort.descending ? 'down' : 'up') : undefined
  return (
    <span className="heading">
      {sortable.includes(key) ? (
        <button type="button" className="heading-sort" data-order={order} onClick={() => sortBy(nextSort(sort, key))}>
          <span className="heading-text">{label}</span>
          <span className="heading-carets" aria-hidden="true">
            <CaretUpOutlined />
            <CaretDownOutlined />
          </span>
        </button>
      ) : (
        <span className="heading-text">{label}</span>
      )}
      {tip && (
        <Tooltip title={tip}>
          <button type="button" className="heading-tip" aria-label={`${label}：${tip}`}>
            <QuestionCircleOutlined />
          </button>
        </Tooltip>
      )}
    </span>
  )
}

type Group = { title: string; keys: string[] }

/** Adjacent columns of one group; a column without a group spans both rows of headings. */
function groupsOf(columns: readonly { column: { key: string; group?: string } }[]): (Group | string)[] {
  const found: (Group | string)[] = []
  for (const { column } of columns) {
    const last = found.at(-1)
    if (!column.group) found.push(column.key)
    else if (typeof last === 'object' && last.title === column.group) last.keys.push(column.key)
    else found.push({ title: column.group, keys: [column.key] })
  }
  return found
}

function Head<Row extends AnyRow>(props: TableHeadProps<Row>) {
  const { columns, sort, sortable, sortBy, onResize, select, hasActions } = props
  const { handleDown } = useColumnDrag(columns, onResize)
  const groups = groupsOf(columns)
  const rowSpan = groups.some((each) => typeof each === 'object') ? 2 : 1

  const heading = ({ column, isPinned }: PlacedColumn<Row>, at: number, span: number) => (
    <th
      key={column.key}
      scope="col"
      rowSpan={span}
      data-key={column.key}
      data-align={column.align}
      data-pinned={pinOf(columns, at)}
      style={pinStyle(isPinned, at)}
      aria-sort={sort?.column === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <Heading column={column} sort={sort} sortable={sortable} sortBy={sortBy} />
      {onResize && <span className="column-edge" aria-hidden="true" onPointerDown={handleDown} />}
    </th>
  )
  const placeOf = (key: string) => columns.findIndex(({ column }) => column.key === key)
  const headingOf = (key: string, span: number) => {
    const at = placeOf(key)
    const placed = columns[at]
    return placed && heading(placed, at, span)
  }

  return (
    <thead>
      <tr>
        {select && (
          <th
            scope="col"
            rowSpan={rowSpan}
            data-select
            data-pinned={columns[0]?.isPinned ? 'yes' : undefined}
            style={START}
          >
            {select}
          </th>
        )}
        {groups.map((each) =>
          typeof each === 'string' ? (
            headingOf(each, rowSpan)
          ) : (
            <th key={each.keys[0]} scope="colgroup" colSpan={each.keys.length} data-group>
              {each.title}
            </th>
          ),
        )}
        {hasActions && (
          <th scope="col" rowSpan={rowSpan} data-actions data-pinned="yes">
            操作
          </th>
        )}
      </tr>
      {rowSpan === 2 && (
        <tr data-second>
          {groups.flatMap((each) => (typeof each === 'object' ? each.keys : [])).map((key) => headingOf(key, 1))}
        </tr>
      )}
    </thead>
  )
}

export const TableHead = memo(Head) as typeof Head
