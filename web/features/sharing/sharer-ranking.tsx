// getNum: people by what their shares brought; each figure opens the list behind it.
import { exportSharers, querySharers, type SharerRow } from '#contract/sharing/share-counts.ts'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { Column } from '#web/kit/table/columns.ts'
import { deptFilter } from '#web/pickers/dept-picker.tsx'
import { countedDaysFilter, figureColumns, LeadsBehind } from './share-columns.tsx'
import { QuickDays } from './share-days.tsx'

const filters = [countedDaysFilter, deptFilter('deptId', '部门')]

const columns: readonly Column<SharerRow>[] = [
  { key: 'name', label: '分享人', width: 120 },
  { key: 'deptName', label: '部门', width: 160 },
  ...figureColumns<SharerRow>(({ id }) => ({ sharerId: id })),
]

export default function SharerRanking() {
  return (
    <LeadsBehind>
      <ListPage
        endpoint={querySharers}
        emptyHint="这段时间没有被打开的分享。"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        exportCall={exportSharers}
        toolbar={<QuickDays />}
      />
    </LeadsBehind>
  )
}
