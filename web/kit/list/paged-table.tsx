// A small paged table for the drawer of a row, with other rows that belong to it.
import { Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import type { Page } from '#contract/envelope.ts'
import { PAGER_SIZE } from '#contract/limits.ts'
import { ErrorState } from '../dialog/page-state.tsx'

/** Rows per page. */
export const PAGED_ROWS = PAGER_SIZE

type PagedTableProps<Row> = {
  columns: TableColumnsType<Row>
  /** Below this width it scrolls, px. */
  minWidth?: number
  read: { data: Page<Row> | undefined; error: Error | null; isPending: boolean; refetch: () => Promise<unknown> }
  current: number
  onTurn: (current: number) => void
  emptyText?: string
  /** A last row, such as the totals of all pages. */
  summary?: () => ReactNode
}

export function PagedTable<Row extends { id: string }>(props: PagedTableProps<Row>) {
  const { columns, minWidth, read, current, onTurn, emptyText = '暂无数据', summary } = props
  const { data, error, isPending, refetch } = read
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      {...(minWidth !== undefined && { scroll: { x: minWidth } })}
      columns={columns}
      dataSource={data?.records ?? []}
      loading={isPending}
      {...(summary && { summary })}
      locale={{ emptyText }}
      pagination={{
        current,
        pageSize: PAGED_ROWS,
        total: data?.total ?? 0,
        hideOnSinglePage: true,
        showSizeChanger: false,
        onChange: onTurn,
      }}
    />
  )
}
