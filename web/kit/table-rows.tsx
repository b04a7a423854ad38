// The rows of a list in antd's table. Renders again only when the rows, the order or the size change.
import { Table } from 'antd'
import { memo, type ReactNode, useMemo } from 'react'
import { BREAKPOINTS } from '../../contract/limits.ts'
import type { AnyRow, Column } from './columns.ts'
import type { Sort } from './list-state.ts'
import { NameCell } from './name-cell.tsx'
import { OverflowText } from './overflow-text.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from './page-state.tsx'
import { RowActions } from './row-actions.tsx'
import { SelectPage, SelectRow } from './select-cells.tsx'
import { COLUMN_PX, tableWidth } from './table-size.ts'
import { useAtLeast } from './use-at-least.ts'
import type { List } from './use-list.ts'
import type { Selection } from './use-selection.ts'

const SELECTION_PX = 40
const ACTIONS_PX = 208

/** Of the list only what rows show: asking again for the same rows renders nothing. */
export type TableRowsProps<Row extends AnyRow> = Pick<
  List<Row>,
  'page' | 'sort' | 'sortable' | 'sortBy' | 'error' | 'refresh'
> & {
  columns: readonly Column<Row>[]
  hasActions: boolean
  selection: Selection<Row> | undefined
  height: number
  /** What stands where rows will be: nothing yet, a skeleton, or what there is. */
  waiting: 'quietly' | 'visibly' | 'no'
}

function orderOf(sort: Sort | undefined, column: string): 'ascend' | 'descend' | null {
  if (sort?.column !== column) return null
  return sort.descending ? 'descend' : 'ascend'
}

function cellOf<Row extends AnyRow>(column: Column<Row>, row: Row): ReactNode {
  const content = column.render ? column.render(row) : String(row[column.key] ?? '')
  if (typeof content !== 'string') return content
  return column.opens ? <NameCell row={row}>{content}</NameCell> : <OverflowText>{content}</OverflowText>
}

const none: readonly never[] = []

function Rows<Row extends AnyRow>(props: TableRowsProps<Row>) {
  const { page, sort, sortable, sortBy, error, refresh, columns, hasActions, selection, height, waiting } = props
  const hasRoom = useAtLeast(BREAKPOINTS.small)
  const rows = page?.records ?? none

  const antColumns = useMemo(
    () => [
      ...(selection
        ? [
            {
              key: 'selection',
              title: <SelectPage selection={selection} rows={rows} />,
              width: SELECTION_PX,
              render: (_value: unknown, row: Row) => <SelectRow selection={selection} row={row} />,
            },
          ]
        : []),
      ...columns.map((column) => ({
        key: column.key,
        title: column.label,
        width: column.width ?? COLUMN_PX,
        align: column.align ?? ('left' as const),
        sorter: sortable.includes(column.key),
        sortOrder: orderOf(sort, column.key),
        render: (_value: unknown, row: Row) => cellOf(column, row),
      })),
      ...(hasActions
        ? [
            {
              key: 'actions',
              title: '操作',
              width: ACTIONS_PX,
              ...(hasRoom && { fixed: 'end' as const }),
              render: (_value: unknown, row: Row) => <RowActions row={row} />,
            },
          ]
        : []),
    ],
    [columns, hasActions, hasRoom, rows, selection, sort, sortable],
  )

  let placeholder: ReactNode = <EmptyState />
  if (error) placeholder = <ErrorState error={error} onRetry={refresh} />
  else if (waiting !== 'no') placeholder = waiting === 'visibly' ? <RowsSkeleton columns={columns} /> : null

  return (
    <Table<Row>
      size="small"
      rowKey="id"
      dataSource={rows}
      columns={antColumns}
      pagination={false}
      showSorterTooltip={false}
      scroll={{ y: height, x: tableWidth(columns, (selection ? SELECTION_PX : 0) + (hasActions ? ACTIONS_PX : 0)) }}
      locale={{ emptyText: placeholder }}
      onChange={(_pagination, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return
        const { columnKey, order } = sorter
        sortBy(order ? { column: String(columnKey), descending: order === 'descend' } : undefined)
      }}
    />
  )
}

export const TableRows = memo(Rows) as typeof Rows
