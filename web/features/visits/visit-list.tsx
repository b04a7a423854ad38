// Visits: list or calendar, add, the acts of each state, figures, export.
import { BarChartOutlined, CalendarOutlined, MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getVisitFigures } from '#contract/visits/visit-figures.ts'
import { visitFigureKeys, visitFigureLabels } from '#contract/visits/visit-labels.ts'
import { exportVisits } from '#contract/visits/visit-sheets.ts'
import {
  addVisit,
  bindVisitDevice,
  getVisit,
  queryVisits,
  removeVisits,
  type VisitRow,
} from '#contract/visits/visits.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, flagFilter, idFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatDay, formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { regionFilter } from '#web/pickers/region-filter.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { useVisitActs } from './visit-acts.tsx'
import { BindHere, BindingDialog } from './visit-binding.tsx'
import { VisitCalendar } from './visit-calendar.tsx'
import { TalkProductPicker } from './visit-fields.tsx'
import { VisitFigures } from './visit-figures.tsx'
import { onlyFilter, VISIT_DETAILS, VisitStatus } from './visit-labels.tsx'
import { PlanDialog } from './visit-plan.tsx'

const figureOptions = optionsOf(visitFigureLabels, visitFigureKeys)

const filters = [
  ...filtersOf(queryVisits, ['enterpriseName', 'state']),
  dayRangeFilter('days', '计划日期', 'from', 'to'),
  onlyFilter('mine', '由谁拜访', '我的拜访'),
]

const advanced = [
  ...filtersOf(queryVisits, ['kind']),
  regionFilter('regionId', '地区'),
  userFilter('ownerId', '拜访人'),
  selectFilter('figure', '统计口径', figureOptions),
  flagFilter('hasRegion', '地区是否已填', { yes: '已填', no: '未填' }),
  ...filtersOf(queryVisits, ['aim', 'result']),
  idFilter('productId', '谈到的产品', ({ id, value, onChange }) => (
    <TalkProductPicker
      id={id}
      placeholder="全部"
      value={value || null}
      onChange={(productId) => onChange(productId ?? '')}
    />
  )),
  onlyFilter('today', '今天', '今天的拜访'),
  onlyFilter('overdue', '逾期', '未到访或未报告'),
  onlyFilter('shared', '分享', '分享给我的'),
  dayRangeFilter('nextDays', '下一步日期', 'nextFrom', 'nextTo'),
]

const columns = columnsOf(queryVisits, {
  plannedAt: { width: 140 },
  enterpriseName: { width: 200, opens: true },
  state: { width: 110, render: VisitStatus },
  kind: { width: 85 },
  regionPath: { width: 130 },
  ownerName: { width: 80 },
  companions: { width: 110, render: ({ companions }) => companions.join('、') || '—' },
  aim: { width: 180 },
  arrivedAt: { width: 140 },
  result: { width: 240, empty: '—' },
  nextOn: { width: 105 },
  nextText: { width: 130, empty: '—' },
})

function VisitTable({ onCalendar }: { onCalendar: () => void }) {
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const [isAdding, setAdding] = useState(false)
  const [isCounting, setCounting] = useState(false)
  const [isBinding, setBinding] = useState(false)
  const { actionsOf, remove, dialogs } = useVisitActs()
  const open = ({ id, enterpriseName, plannedAt }: VisitRow) =>
    openPage(VISIT_DETAILS, { id, tagName: `${enterpriseName} ${formatDay(plannedAt)}` })
  return (
    <>
      <ListPage
        endpoint={queryVisits}
        emptyHint="点“新增”安排一次拜访，到了以后在这里填写报告。"
        settings="visitRecord"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ enterpriseName, plannedAt }) => `${enterpriseName} ${formatMoment(plannedAt)}`}
        rowActions={actionsOf}
        onOpen={isAllowed(getVisit) ? open : undefined}
        toolbar={
          <>
            <AddButton call={addVisit} onClick={() => setAdding(true)} />
            <Button icon={<CalendarOutlined />} onClick={onCalendar}>
              日历
            </Button>
            <Can call={bindVisitDevice}>
              <Button icon={<MobileOutlined />} onClick={() => setBinding(true)}>
                绑定手机
              </Button>
            </Can>
            <Can call={getVisitFigures}>
              <Button icon={<BarChartOutlined />} onClick={() => setCounting(true)}>
                统计
              </Button>
            </Can>
          </>
        }
        exportCall={exportVisits}
        batchActs={[{ label: '删除', call: removeVisits, isDanger: true, run: remove }]}
      />
      {isAdding && <PlanDialog onClosed={() => setAdding(false)} />}
      {isBinding && <BindingDialog onClosed={() => setBinding(false)} />}
      {isCounting && <VisitFigures onClosed={() => setCounting(false)} />}
      {dialogs}
    </>
  )
}

export default function VisitList() {
  const [address, setAddress] = useSearchParams()
  const code = address.get('bind')
  if (code !== null) {
    return <BindHere code={code} onDone={() => setAddress({ view: 'calendar' }, { replace: true })} />
  }
  if (address.get('view') === 'calendar') return <VisitCalendar onList={() => setAddress({}, { replace: true })} />
  return <VisitTable onCalendar={() => setAddress({ view: 'calendar' }, { replace: true })} />
}
