// Below a list: the total, the pages, and the page size.
import { Pagination, Select } from 'antd'
import { PAGE_SIZES, PAGING_REACH } from '#contract/limits.ts'
import './data-table.css'

export type PagerProps = {
  total: number
  isEstimated: boolean
  current: number
  size: number
  onChange: (current: number, size: number) => void
}

export function Pager({ total, isEstimated, current, size, onChange }: PagerProps) {
  return (
    <div className="pager">
      <span className="pager-total">
        {isEstimated ? '约' : '共'} {total.toLocaleString('zh-CN')} 条
      </span>
      {/* spec §2: hidden on a single page. The page sizes stay, or there would be no way back from 100. */}
      {total > size && (
        <Pagination
          size="small"
          total={Math.min(total, PAGING_REACH)}
          current={current}
          pageSize={size}
          showSizeChanger={false}
          showQuickJumper={total > size * 10}
          onChange={(next) => onChange(next, size)}
        />
      )}
      {total > PAGE_SIZES[0] && (
        <Select
          size="small"
          aria-label="每页条数"
          value={size}
          options={PAGE_SIZES.map((value) => ({ value, label: `${value} 条/页` }))}
          popupMatchSelectWidth={false}
          onChange={(next) => onChange(1, next)}
        />
      )}
    </div>
  )
}
