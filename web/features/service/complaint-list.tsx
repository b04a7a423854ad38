// 客户投诉: what is not solved first.
import { useState } from 'react'
import { type ComplaintAct, complaintActsOf, complaintStepLabels } from '#contract/service/complaint-labels.ts'
import {
  addComplaint,
  assignComplaint,
  type ComplaintRow,
  exportComplaints,
  getComplaint,
  handleComplaint,
  queryComplaints,
} from '#contract/service/complaints.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, flagFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { ComplaintDetails } from './complaint-details.tsx'
import { AssignComplaint, ComplaintDialog, HandleComplaint } from './complaint-dialogs.tsx'
import { complaintTones, SolveBy } from './complaint-labels.tsx'

const filters = [
  ...filtersOf(queryComplaints, ['enterpriseName', 'state']),
  userFilter('ownerId', '处理人'),
  dayRangeFilter('days', '投诉日期', 'from', 'to'),
]
const advanced = [
  ...filtersOf(queryComplaints, ['content', 'way']),
  flagFilter('isOverdue', '处理期限', { yes: '已逾期', no: '未逾期' }),
]

const columns = columnsOf(queryComplaints, {
  at: { width: 140 },
  enterpriseName: { width: 200, opens: true },
  level: { label: '级别', width: 70 },
  content: { width: 260 },
  state: { width: 90, tones: complaintTones },
  ownerName: { width: 90 },
  solveBy: { width: 165, render: SolveBy },
  contactName: { width: 90, empty: '—' },
  way: { width: 90 },
  solution: { width: 220, empty: '—' },
  solvedAt: { width: 140 },
  authorName: { width: 90 },
})

type Opened = { kind: ComplaintAct | 'assign'; row: ComplaintRow }

export default function ComplaintList() {
  const mayOpen = useIsAllowed()(getComplaint)
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState<ComplaintRow>()
  const [dialog, setDialog] = useState<Opened>()
  const close = () => setDialog(undefined)
  const actionsOf = (row: ComplaintRow): RowAction[] => [
    ...complaintActsOf(row.state).map((kind) => ({
      label: complaintStepLabels[kind],
      call: handleComplaint,
      run: () => setDialog({ kind, row }),
    })),
    ...(row.state === 'solved'
      ? []
      : [{ label: complaintStepLabels.assign, call: assignComplaint, run: () => setDialog({ kind: 'assign', row }) }]),
  ]
  return (
    <>
      <ListPage
        endpoint={queryComplaints}
        emptyHint="客户投诉时点“登记投诉”，记下内容并交给处理人。"
        settings="complaint"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ enterpriseName, at }) => `${enterpriseName} ${formatMoment(at)}`}
        rowActions={actionsOf}
        onOpen={mayOpen ? setShown : undefined}
        toolbar={
          <AddButton call={addComplaint} onClick={() => setAdding(true)}>
            登记投诉
          </AddButton>
        }
        exportCall={exportComplaints}
      />
      {isAdding && <ComplaintDialog onClosed={() => setAdding(false)} />}
      {shown && <ComplaintDetails row={shown} actionsOf={actionsOf} onClosed={() => setShown(undefined)} />}
      {dialog?.kind === 'assign' && <AssignComplaint row={dialog.row} onClosed={close} />}
      {dialog && dialog.kind !== 'assign' && <HandleComplaint row={dialog.row} act={dialog.kind} onClosed={close} />}
    </>
  )
}
