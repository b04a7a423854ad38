// Current sessions of one person by device.
import { Table } from 'antd'
import type { OwnSession } from '#contract/identity/account-security.ts'
import type { OnlineRow } from '#contract/organisation/sessions.ts'
import { queryUserSessions } from '#contract/organisation/staff-activity.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'

const WIDTH = 640
const MIN_WIDTH = 560

const columns = [
  { key: 'device', title: '设备', dataIndex: 'device' },
  { key: 'address', title: 'IP 地址', width: 140, dataIndex: 'address' },
  {
    key: 'signedInAt',
    title: '登录时间',
    width: 145,
    render: ({ signedInAt }: OwnSession) => formatMoment(signedInAt),
  },
  {
    key: 'lastUsedAt',
    title: '最近续期',
    width: 145,
    render: ({ lastUsedAt }: OwnSession) => formatMoment(lastUsedAt),
  },
]

export function UserSessions({ person, onClosed }: { person: OnlineRow; onClosed: () => void }) {
  const read = useCall(queryUserSessions, { id: person.id }, { staleTime: 0 })
  return (
    <DetailsDrawer title={`登录设备：${person.realName}（${person.userName}）`} size={WIDTH} onClosed={onClosed}>
      <Loaded read={read} rows={4}>
        {(sessions) => (
          <Table
            size="small"
            rowKey="id"
            pagination={false}
            scroll={{ x: MIN_WIDTH }}
            columns={columns}
            dataSource={sessions}
            locale={{ emptyText: '已全部退出' }}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
