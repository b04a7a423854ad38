// The pager of a small table; hidden for a single page.
import { Pagination } from 'antd'

type SmallPagerProps = {
  page: { total: number; size: number; pages: number }
  /** The page requested last, which may still be loading. */
  current: number
  onTurn: (current: number) => void
}

export function SmallPager({ page: { total, size, pages }, current, onTurn }: SmallPagerProps) {
  if (pages <= 1) return null
  return (
    <Pagination
      size="small"
      align="end"
      style={{ marginTop: 12 }}
      current={current}
      total={total}
      pageSize={size}
      showSizeChanger={false}
      onChange={onTurn}
    />
  )
}
