// A list as a table of plain HTML: sticky headings, and rows or their placeholder. Re-renders only when the rows, the
// sort or the columns change.
import { Tooltip } from 'antd'
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { BREAKPOINTS } from '#contract/limits.ts'
import { useActive } from '#web/lib/active.ts'
import { useSettings } from '#web/lib/settings.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '../dialog/page-state.tsx'
import { SelectPage } from '../picker/select-cells.tsx'
import { withChildren } from '../tree/row-tree.ts'
import { useAtLeast } from '../use-at-least.ts'
import type { AnyRow, PlacedColumn } from './columns.ts'
import { useRowUse } from './row-use.ts'
import { TableBody } from './table-body.tsx'
import { TableHead, type TableHeadProps } from './table-head.tsx'
import { rowHeight } from './table-size.ts'
import type { TableSource } from './table-source.ts'
import { TableSummary } from './table-summary.tsx'
import { useRowCursor } from './use-row-cursor.ts'
import type { Selection } from './use-selection.ts'

// The full text of a hovered cell that is cut off (spec §2): one tooltip for the whole table.
type Place = { left: number; top: number; width: number; height: number }
type Tip = { cell: HTMLElement; text: string; place: Place }

/** Elements in a cell that may be cut off, instead of the cell itself. */
const CUT = '.name-cell, .row-tree > :last-child'

function tipOf(cell: HTMLElement | null): Tip | undefined {
  const text = cell?.textContent?.trim()
  if (!cell || !text) return undefined
  if (![cell, ...cell.querySelectorAll(CUT)].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) {
    return undefined
  }
  const box = cell.closest('.table-box')
  const from = box?.getBoundingClientRect()
  const { left, top, width, height } = cell.getBoundingClientRect()
  if (!box || !from) return undefined
  const place = { left: left - from.left + box.scrollLeft, top: top - from.top + box.scrollTop, width, height }
  return { cell, text, place }
}

/** `over` and `away` are handlers of the table's box, `shown` is rendered in it. */
function useCellTip(): { over: (event: MouseEvent) => void; away: () => void; shown: ReactNode } {
  const [tip, setTip] = useState<Tip>()
  const isActive = useActive()
  const over = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td:not([data-actions])') : null
    if (cell !== (tip?.cell ?? null)) setTip(tipOf(cell))
  }
  const shown = tip && isActive && (
    <Tooltip key={`${tip.place.left} ${tip.place.top}`} open title={tip.text}>
      <span className="cell-tip" style={tip.place} />
    </Tooltip>
  )
  return { over, away: () => setTip(undefined), shown }
}

const SELECTION_PX = 40
const ACTIONS_PX = 208
/** On a narrow screen all actions are in one menu. */
const NARROW_ACTIONS_PX = 68

/** Only the parts of the list that rows show, so that a refetch of the same rows re-renders nothing. */
export type TableRowsProps<Row extends AnyRow> = Pick<
  TableSource<Row>,
  'page' | 'sort' | 'sortable' | 'sortBy' | 'error' | 'refresh'
> & {
  columns: readonly PlacedColumn<Row>[]
  onResize: TableHeadProps<Row>['onResize']
  hasActions: boolean
  selection: Selection<Row> | undefined
  height: number
  /** What is shown: nothing yet, a skeleton, or the rows. */
  waiting: 'quietly' | 'visibly' | 'no'
  /** Clears the filters, offered if they leave no rows; undefined without filters. */
  onClearFilters: (() => void) | undefined
}

const none: readonly never[] = []

/** Offsets of the pinned columns as CSS variables of the table, so that a changed width re-renders no row. */
function pins<Row extends AnyRow>(columns: readonly PlacedColumn<Row>[], start: number): CSSProperties {
  let left = start
  const style: Record<string, string> = {}
  columns.forEach(({ isPinned, width }, at) => {
    if (!isPinned) return
    style[`--pin-${at}`] = `${left}px`
    left += width
  })
  return style as CSSProperties
}

/** Returns the same array while only widths change, so that the rows do not re-render. */
function useShape<Row extends AnyRow>(columns: readonly PlacedColumn<Row>[]): readonly PlacedColumn<Row>[] {
  const shape = columns.map(({ column, isPinned }) => `${column.key} ${isPinned}`).join()
  const first = columns[0]?.column
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows do not use the widths
  return useMemo(() => columns, [shape, first])
}

/** Sets `data-scrolls` while the table scrolls sideways: only then are its pinned columns sticky. */
function useSidewaysMark(box: RefObject<HTMLElement | null>, width: number): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => element.toggleAttribute('data-scrolls', width > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, width])
}

function Rows<Row extends AnyRow>(props: TableRowsProps<Row>) {
  const { page, sort, sortable, sortBy, error, refresh, columns, onResize, hasActions, selection, height, waiting } =
    props
  const hasRoom = useAtLeast(BREAKPOINTS.small)
  const rowPx = rowHeight(
    useSettings(({ density }) => density),
    height,
  )
  const box = useRef<HTMLElement>(null)
  const rows = page?.records ?? none
  const shape = useShape(columns)
  const widths = [
    ...(selection ? [SELECTION_PX] : []),
    ...columns.map((each) => each.width),
    ...(hasActions ? [hasRoom ? ACTIONS_PX : NARROW_ACTIONS_PX] : []),
  ]
  const width = widths.reduce((sum, each) => sum + each, 0)
  const { onOpen, emptyHint } = useRowUse<Row>()
  const tip = useCellTip()
  const all = useMemo(() => rows.flatMap((row) => withChildren(row)), [rows])
  const find = (id: string) => all.find((row) => row.id === id)
  useSidewaysMark(box, width)
  const handleKey = useRowCursor({
    box,
    rowPx,
    open:
      onOpen &&
      ((id) => {
        const row = find(id)
        if (row) onOpen(row)
      }),
    select:
      selection &&
      ((id) => {
        const row = find(id)
        if (row) selection.select(withChildren(row), !selection.has(id))
      }),
  })

  let blank: ReactNode = null
  if (waiting !== 'no') blank = waiting === 'visibly' ? <RowsSkeleton columns={columns} /> : null
  else if (error) blank = <ErrorState error={error} onRetry={refresh} />
  else if (rows.length === 0) blank = <EmptyState onClearFilters={props.onClearFilters} hint={emptyHint} />

  return (
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the full text is in the page already; pointing at it only shows it
    <section
      ref={box}
      className="table-box"
      // the keyboard must reach rows that have no controls
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      aria-label="列表"
      style={{ height, '--row-height': `${rowPx}px` } as CSSProperties}
      onKeyDown={handleKey}
      onMouseOver={tip.over}
      onMouseLeave={tip.away}
      onScroll={tip.away}
    >
      <table
        aria-rowcount={all.length + (columns.some(({ column }) => column.summary) ? 2 : 1)}
        style={{ minWidth: width, ...pins(columns, selection ? SELECTION_PX : 0) }}
      >
        <colgroup>
          {widths.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column of the table is its place
            <col key={at} style={{ width: each }} />
          ))}
        </colgroup>
        <TableHead
          columns={columns}
          sort={sort}
          sortable={sortable}
          sortBy={sortBy}
          onResize={onResize}
          select={selection && <SelectPage selection={selection} rows={rows} />}
          hasActions={hasActions}
        />
        <TableBody
          rows={rows}
          columns={shape}
          selection={selection}
          hasActions={hasActions}
          box={box}
          rowPx={rowPx}
          heightPx={height}
        />
        {!blank && <TableSummary page={page} columns={shape} selection={selection} hasActions={hasActions} />}
      </table>
      {blank && <div className="table-blank">{blank}</div>}
      {tip.shown}
    </section>
  )
}

export const TableRows = memo(Rows) as typeof Rows
