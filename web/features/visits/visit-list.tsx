// Visits: list or calendar, add, the acts of each state, figures, export.
import { BarChartOutlined, CalendarOutlined, MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getVisitFigures } from '#contract/visits/visit-figures.ts'
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
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatDay, formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useVisitActs } from './visit-acts.tsx'
import { BindHere, BindingDialog } from './visit-binding.tsx'
import { VisitCalendar } from './visit-calendar.tsx'
import { VisitFigures } from './visit-figures.tsx'
import { advanced, filters } from './visit-filters.tsx'
import { VISIT_DETAILS, VisitStatus } from './visit-labels.tsx'
import { PlanDialog } from './visit-plan.tsx'

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
