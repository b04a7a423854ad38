// Turns the pages of a small table, where there is more than one.
import { Pagination } from 'antd'

type SmallPagerProps = {
  page: { total: number; size: number; pages: number }
  /** What was asked for last, which may still be on its way. */
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
