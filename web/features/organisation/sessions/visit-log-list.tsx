// Log of visited pages and acts.
import { getAdminLogByPage } from '#contract/organisation/visit-log.ts'
import { exportVisits } from '#contract/system/log-sheets.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { targetOf, titleOf } from './visit-labels.ts'

const kinds = [
  { value: 'page', label: '打开页面' },
  { value: 'act', label: '操作' },
] as const

const filters = [
  ...filtersOf(getAdminLogByPage, ['userName']),
  textFilter('module', '页面或操作', 64),
  selectFilter('action', '类型', kinds),
]
const advanced = [...filtersOf(getAdminLogByPage, ['ip']), dayRangeFilter('days', '日期', 'from', 'to')]

const columns = columnsOf(getAdminLogByPage, {
  at: { width: 170 },
  userName: { width: 140 },
  realName: { width: 110, empty: '—' },
  action: { width: 100, render: (row) => kinds.find(({ value }) => value === row.action)?.label },
  title: { width: 200, render: titleOf },
  target: { width: 320, render: targetOf },
  ip: { width: 150 },
})

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
