// 客户投诉: what is not solved first.
import { useState } from 'react'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import {
  type ComplaintAct,
  complaintActsOf,
  complaintStateLabels,
  complaintStepLabels,
} from '#contract/service/complaint-labels.ts'
import {
  addComplaint,
  assignComplaint,
  type ComplaintRow,
  exportComplaints,
  getComplaint,
  handleComplaint,
  queryComplaints,
} from '#contract/service/complaints.ts'
import { followWayLabels } from '#contract/service/follow-up-labels.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { AddButton } from '#web/kit/list/add-button.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { flagFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { RowAction } from '#web/kit/list/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { ComplaintDetails } from './complaint-details.tsx'
import { AssignComplaint, ComplaintDialog, HandleComplaint } from './complaint-dialogs.tsx'
import { ComplaintStatus, SolveBy } from './complaint-labels.tsx'
import { wayOptions } from './follow-up-labels.tsx'

const stateOptions = optionsOf(complaintStateLabels)

const filters = [
  textFilter('enterpriseName', '客户', 64),
  selectFilter('state', '状态', stateOptions),
  userFilter('ownerId', '处理人'),
  dayRangeFilter('days', '投诉日期', 'from', 'to'),
]
const advanced = [
  textFilter('content', '投诉内容', 64),
  selectFilter('way', '来源', wayOptions),
  flagFilter('isOverdue', '处理期限', { yes: '已逾期', no: '未逾期' }),
]

const columns: readonly Column<ComplaintRow>[] = [
  { key: 'at', label: '投诉时间', width: 140, render: ({ at }) => formatMoment(at) },
  { key: 'enterpriseName', label: '客户', width: 200, opens: true },
  { key: 'level', label: '级别', width: 70, render: ({ level }) => enterpriseLevelLabels[level] },
  { key: 'content', label: '投诉内容', width: 260 },
  { key: 'state', label: '状态', width: 90, render: ComplaintStatus },
  { key: 'ownerName', label: '处理人', width: 90 },
  { key: 'solveBy', label: '处理期限', width: 165, render: SolveBy },
  { key: 'contactName', label: '联系人', width: 90, render: ({ contactName }) => contactName || '—' },
  { key: 'way', label: '来源', width: 90, render: ({ way }) => followWayLabels[way] },
  { key: 'solution', label: '处理结果', width: 220, render: ({ solution }) => solution || '—' },
  { key: 'solvedAt', label: '解决时间', width: 140, render: ({ solvedAt }) => formatMoment(solvedAt) },
  { key: 'authorName', label: '登记人', width: 90 },
]

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
