// Whom a figure of the door counts.
import { useState } from 'react'
import type { CheckInFigure } from '#contract/meetings/check-in-labels.ts'
import { type CheckedInRow, queryCheckedIn } from '#contract/meetings/check-ins.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'

export type CheckInSlice = { label: string; figure: CheckInFigure; listId?: string }

const columns = [
  { key: 'name', title: '姓名', width: 120, dataIndex: 'name' },
  { key: 'company', title: '单位', dataIndex: 'company' },
  {
    key: 'at',
    title: '时间',
    width: 150,
    render: ({ at }: CheckedInRow) => (at === null ? '—' : formatMoment(at)),
  },
  { key: 'where', title: '入口', width: 110, render: ({ where }: CheckedInRow) => where || '—' },
]
const MIN_WIDTH = 520

type Props = { meetingId: string; slice: CheckInSlice; onClosed: () => void }

export function CheckedIn({ meetingId, slice: { label, ...filters }, onClosed }: Props) {
  const [current, setCurrent] = useState(1)
  const read = useCall(
    queryCheckedIn,
    { meetingId, ...filters, current, size: PAGED_ROWS },
    { placeholderData: (before) => before, staleTime: 0, call: { hideErrorMsg: true } },
  )
  return (
    <DetailsDrawer title={`签到明细：${label}`} size={640} onClosed={onClosed}>
      <PagedTable columns={columns} minWidth={MIN_WIDTH} read={read} current={current} onTurn={setCurrent} />
    </DetailsDrawer>
  )
}
