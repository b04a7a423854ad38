// Acts and visited pages of one staff member, newest first.
import { useState } from 'react'
import { queryUserActs, queryUserVisits } from '#contract/organisation/staff-activity.ts'
import type { UserRow } from '#contract/organisation/users.ts'
import type { VisitRow } from '#contract/organisation/visit-log.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { targetOf, titleOf } from '../sessions/visit-labels.ts'

const WIDTH = 760
const MIN_WIDTH = 620

const columnsOf = (title: string, target: string) => [
  { key: 'at', title: '时间', width: 150, render: ({ at }: VisitRow) => formatMoment(at) },
  { key: 'title', title, render: titleOf },
  { key: 'target', title: target, render: targetOf },
  { key: 'ip', title: 'IP 地址', width: 140, dataIndex: 'ip' },
]
const kinds = {
  acts: { noun: '操作日志', call: queryUserActs, columns: columnsOf('操作', '对象') },
  visits: { noun: '访问日志', call: queryUserVisits, columns: columnsOf('页面', '路径') },
} as const

type Props = { user: UserRow; onClosed: () => void }

function UserLog({ user, onClosed, kind }: Props & { kind: keyof typeof kinds }) {
  const [current, setCurrent] = useState(1)
  const { noun, call, columns } = kinds[kind]
  const read = useCall(
    call,
    { userId: user.id, current, size: PAGED_ROWS },
    { call: { hideErrorMsg: true }, placeholderData: (before) => before, staleTime: 0 },
  )
  return (
    <DetailsDrawer title={`${noun}：${user.realName}（${user.userName}）`} size={WIDTH} onClosed={onClosed}>
      <PagedTable
        columns={columns}
        minWidth={MIN_WIDTH}
        read={read}
        current={current}
        onTurn={setCurrent}
        emptyText={`没有${noun}`}
      />
    </DetailsDrawer>
  )
}

export const UserActsLog = (props: Props) => <UserLog {...props} kind="acts" />
export const UserVisitsLog = (props: Props) => <UserLog {...props} kind="visits" />
