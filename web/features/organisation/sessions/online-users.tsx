// People who are signed in; administrators can end their sessions, in all server processes at once.
import { useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { userOffline } from '#contract/live/live.ts'
import { type OnlineRow, queryOnlineUsers } from '#contract/organisation/sessions.ts'
import { queryUserSessions } from '#contract/organisation/staff-activity.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useAct } from '#web/lib/query.ts'
import { useSession } from '#web/lib/session/session.ts'
import { UserSessions } from './user-sessions.tsx'

const filters = filtersOf(queryOnlineUsers, ['userName', 'realName', 'address'])

const columns = columnsOf(queryOnlineUsers, {
  userName: { width: 140, opens: true },
  realName: { width: 110 },
  deptName: { width: 150 },
  roleName: { width: 130 },
  sessions: { width: 90 },
  device: { width: 200 },
  address: { width: 150 },
  signedInAt: { width: 170 },
  lastSeenAt: { width: 170 },
})

export default function OnlineUsers() {
  const ownId = useSession()?.user_id
  const [shown, setShown] = useState<OnlineRow>()
  const mayOpen = useIsAllowed()(queryUserSessions)
  const [confirm, confirmation] = useConfirm()
  const act = useAct(userOffline, { guardMs: DIALOG_GUARD_MS, success: '已强制下线', invalidates: [queryOnlineUsers] })
  const forceOffline = ({ id, realName, userName, sessions }: OnlineRow) =>
    confirm({
      title: `强制“${realName}”下线？`,
      content: `${realName}（${userName}）的 ${sessions} 个登录将立即结束，未保存的内容会丢失；可以重新登录。`,
      verb: '强制下线',
      run: () => act.run({ id }),
    })
  return (
    <>
      <ListPage
        endpoint={queryOnlineUsers}
        filters={filters}
        columns={columns}
        rowName={({ realName }) => realName}
        onOpen={mayOpen ? setShown : undefined}
        rowActions={(row) => [
          { label: '详情', call: queryUserSessions, run: () => setShown(row) },
          ...(row.id === ownId
            ? []
            : [{ label: '强制下线', call: userOffline, isDanger: true, run: () => forceOffline(row) }]),
        ]}
      />
      {shown && <UserSessions person={shown} onClosed={() => setShown(undefined)} />}
      {confirmation}
    </>
  )
}
