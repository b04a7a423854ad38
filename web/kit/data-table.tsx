// A list's table with the house's height, states and pager (spec §2).
import { type CSSProperties, useLayoutEffect, useMemo, useRef } from 'react'
import { ROW_PX, useSettings } from '../lib/settings.ts'
import { useIsAllowed } from './can.tsx'
import type { AnyRow, Column } from './columns.ts'
import { Pager } from './pager.tsx'
import { type RowUse, RowUseContext } from './row-use.ts'
import { TableRows } from './table-rows.tsx'
import { SKELETON_AFTER_MS, useLate } from './use-late.ts'
import type { List } from './use-list.ts'
import type { Selection } from './use-selection.ts'
import { useTableHeight } from './use-table-height.ts'
import './data-table.css'

export type DataTableProps<Row extends AnyRow> = RowUse<Row> & {
  list: List<Row>
  columns: readonly Column<Row>[]
  selection?: Selection<Row> | undefined
}

export function DataTable<Row extends AnyRow>(props: DataTableProps<Row>) {
  const { list, columns, selection, rowName, rowActions, onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  const height = useTableHeight(box)
  // the header is as high as a row
  const bodyHeight = height - useSettings(({ density }) => ROW_PX[density])
  const isLate = useLate(list.isLoading, SKELETON_AFTER_MS)
  const use = useMemo(() => ({ rowName, rowActions, onOpen }), [rowName, rowActions, onOpen])
  const { page } = list
  const isAllowed = useIsAllowed()
  const mayAct = (row: Row) => rowActions?.(row).some(({ call }) => isAllowed(call))
  // While nothing has been loaded the column stands ready, so that nothing shifts when rows come.
  const hasActions = rowActions !== undefined && (!page?.records.length || page.records.some(mayAct))

  // The rows scroll in their own box, which the keyboard must reach also where no row has a control.
  useLayoutEffect(() => {
    const body = box.current?.querySelector('.ant-table-body')
    body?.setAttribute('tabindex', '0')
    body?.setAttribute('role', 'group')
    body?.setAttribute('aria-label', '列表')
  }, [])

  // antd measures widths in a hidden row with a copy of the header's controls: they are nobody's to reach.
  useLayoutEffect(() => box.current?.querySelector('.ant-table-measure-row')?.setAttribute('inert', ''))

  return (
    <>
      <div
        ref={box}
        className="data-table"
        style={{ height, '--body-height': `${bodyHeight}px` } as CSSProperties}
        aria-busy={list.isLoading}
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
            columns={columns}
            hasActions={hasActions}
            selection={selection}
            height={bodyHeight}
            waiting={page || !list.isLoading ? 'no' : isLate ? 'visibly' : 'quietly'}
          />
        </RowUseContext>
      </div>
      {page && (
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
