// A list's table with the standard height, loading states and pager (spec §2).
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { BREAKPOINTS } from '#contract/limits.ts'
import { useIsAllowed } from '../can.tsx'
import { useAtLeast } from '../use-at-least.ts'
import { SKELETON_AFTER_MS, useLate } from '../use-late.ts'
import { type AnyRow, type Column, type PlacedColumn, placeNarrow } from './columns.ts'
import { Pager } from './pager.tsx'
import { type RowUse, RowUseContext } from './row-use.ts'
import type { TableHeadProps } from './table-head.tsx'
import { TableRows } from './table-rows.tsx'
import { COLUMN_PX } from './table-size.ts'
import type { TableSource } from './table-source.ts'
import type { Selection } from './use-selection.ts'
import { useTableHeight } from './use-table-height.ts'
import './data-table.css'

export type DataTableProps<Row extends AnyRow> = RowUse<Row> & {
  list: TableSource<Row>
  columns: readonly Column<Row>[]
  selection?: Selection<Row> | undefined
  /** The person's columns; without it the declared ones. */
  placed?: readonly PlacedColumn<Row>[] | undefined
  onResize?: TableHeadProps<Row>['onResize']
  /** True until the columns are known. */
  isWaiting?: boolean
}

const asDeclared = <Row extends AnyRow>(columns: readonly Column<Row>[]): readonly PlacedColumn<Row>[] =>
  columns.map((column) => ({ column, width: column.width ?? COLUMN_PX, isPinned: false }))

export function DataTable<Row extends AnyRow>(props: DataTableProps<Row>) {
  const {
    list,
    columns,
    selection,
    rowName,
    rowActions,
    on,
    onOpen,
    emptyHint,
    placed,
    onResize,
    isWaiting = false,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const height = useTableHeight(box)
  const isLoading = list.isLoading || isWaiting
  const isLate = useLate(isLoading, SKELETON_AFTER_MS)
  const use = useMemo(
    () => ({ rowName, rowActions, on, onOpen, emptyHint }),
    [rowName, rowActions, on, onOpen, emptyHint],
  )
  const hasRoom = useAtLeast(BREAKPOINTS.small)
  const shown = useMemo(() => {
    const all = placed ?? asDeclared(columns)
    return hasRoom ? all : placeNarrow(all)
  }, [placed, columns, hasRoom])
  const page = isWaiting ? undefined : list.page
  const records = page?.records
  useEffect(() => {
    if (records) selection?.refresh(records)
  }, [selection, records])
  const isAllowed = useIsAllowed()
  const mayAct = (row: Row) => rowActions?.(row).some(({ call }) => isAllowed(call, on))
  // Also without rows the column is there, so that nothing shifts when rows are loaded.
  const hasActions = rowActions !== undefined && (!page?.records.length || page.records.some(mayAct))
  // the pager takes as long to render as the rows: it is rendered after them, and shifts nothing
  const isPagerDue = useDeferredValue(true, false)
  const { search } = list
  const isFiltered = Object.keys(list.filters).length > 0
  const handleClear = useMemo(() => (isFiltered ? () => search({}) : undefined), [isFiltered, search])

  return (
    <>
      <div
        ref={box}
        className="data-table"
        style={{ height }}
        aria-busy={isLoading}
        data-stale={isLate && page !== undefined}
      >
        <RowUseContext value={use}>
          <TableRows
            page={page}
            sort={list.sort}
            sortable={list.sortable}
            sortBy={list.sortBy}
            error={list.error}
            refresh={list.refresh}
            columns={shown}
            onResize={onResize}
            hasActions={hasActions}
            selection={selection}
            height={height}
            waiting={page || !isLoading ? 'no' : isLate ? 'visibly' : 'quietly'}
            onClearFilters={handleClear}
          />
        </RowUseContext>
      </div>
      {page && isPagerDue && (
        <Pager
          total={page.total}
          isEstimated={page.estimated ?? false}
          current={list.current}
          size={list.size}
          onChange={list.goTo}
        />
      )}
    </>
  )
}
