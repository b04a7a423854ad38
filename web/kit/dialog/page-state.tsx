// What a list shows in place of its rows: empty, failed or loading.
import { Button, Empty } from 'antd'
import { Refusal } from '#web/lib/call.ts'
import '../table/data-table.css'

type EmptyStateProps = { onClearFilters?: (() => void) | undefined; hint?: string | undefined }

/** `onClearFilters` if filters may be why nothing is found; otherwise `hint` says how to get rows. */
export function EmptyState({ onClearFilters, hint = '' }: EmptyStateProps) {
  const text = hint ? `暂无数据。${hint}` : '暂无数据'
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={onClearFilters ? '没有符合条件的数据' : text}>
      {onClearFilters && <Button onClick={onClearFilters}>清空筛选条件</Button>}
    </Empty>
  )
}

/** The server's message, or what to check if the server was not reached. */
const messageOf = (error: Error) => (error instanceof Refusal ? error.msg : '请检查网络后重试')

export function ErrorState({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={<span role="alert">加载失败：{messageOf(error)}</span>}>
      <Button onClick={onRetry}>重试</Button>
    </Empty>
  )
}

const SKELETON_ROWS = 14
/** Widths of the bars in percent of their cells; varied so that they look like text. */
const BARS = [72, 54, 64, 46, 80]

type RowsSkeletonProps = { columns: readonly { column: { key: string }; width: number }[] }

export function RowsSkeleton({ columns }: RowsSkeletonProps) {
  return (
    <div className="rows-skeleton" role="status" aria-label="加载中">
      {Array.from({ length: SKELETON_ROWS }, (_row, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={row} className="rows-skeleton-row">
          {columns.map(({ column: { key }, width }, place) => (
            <span key={key} style={{ flex: `1 1 ${width}px` }}>
              <i style={{ width: `${BARS[(row + place * 2) % BARS.length]}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
