// Log of visited pages and acts.
import { getAdminLogByPage, type VisitRow } from '#contract/organisation/visit-log.ts'
import { exportVisits } from '#contract/system/log-sheets.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { targetOf, titleOf } from './visit-labels.ts'

const kinds = [
  { value: 'page', label: '打开页面' },
  { value: 'act', label: '操作' },
] as const

const filters = [
  textFilter('userName', '用户名', 64),
  textFilter('module', '页面或操作', 64),
  selectFilter('action', '类型', kinds),
]
const advanced = [textFilter('ip', 'IP 地址', 64), dayRangeFilter('days', '日期', 'from', 'to')]

const columns: readonly Column<VisitRow>[] = [
  { key: 'at', label: '时间', width: 170, render: ({ at }) => formatMoment(at) },
  { key: 'userName', label: '用户名', width: 140 },
  { key: 'realName', label: '姓名', width: 110, render: ({ realName }) => realName ?? '—' },
  { key: 'action', label: '类型', width: 100, render: (row) => kinds.find(({ value }) => value === row.action)?.label },
  { key: 'title', label: '页面或操作', width: 200, render: titleOf },
  { key: 'target', label: '路径或对象', width: 320, render: targetOf },
  { key: 'ip', label: 'IP 地址', width: 150 },
]

export default function VisitLogList() {
  return (
    <ListPage
      endpoint={getAdminLogByPage}
      filters={filters}
      advanced={advanced}
      columns={columns}
      settings="visitLog"
      exportCall={exportVisits}
      rowName={(row) => `${titleOf(row)} ${formatMoment(row.at)}`}
    />
  )
}
