// Who of those it reaches has read an announcement, and when.
import { Drawer, Segmented, Table } from 'antd'
import { useState } from 'react'
import { type AnnouncementRow, queryReaders, type Reader } from '../../../contract/announcements.ts'
import { ErrorState } from '../../kit/page-state.tsx'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'

const WIDTH = 560
const SIZE = 20

const columns = [
  { key: 'realName', title: '姓名', render: ({ realName, userName }: Reader) => `${realName}（${userName}）` },
  { key: 'deptName', title: '部门', dataIndex: 'deptName' },
  { key: 'readAt', title: '阅读时间', render: ({ readAt }: Reader) => (readAt ? formatMoment(readAt) : '未读') },
]

const choices = [
  { value: 'all', label: '全部' },
  { value: 'read', label: '已读' },
  { value: 'unread', label: '未读' },
] as const
type Choice = (typeof choices)[number]['value']

type Props = { announcement: AnnouncementRow; onClosed: () => void }

export function AnnouncementReaders({ announcement, onClosed }: Props) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const [choice, setChoice] = useState<Choice>('all')
  const [current, setCurrent] = useState(1)
  const isRead = choice === 'all' ? {} : { isRead: choice === 'read' }
  const { data, error, isPending, refetch } = useCall(
    queryReaders,
    { id: announcement.id, ...isRead, current, size: SIZE },
    { call: { hideErrorMsg: true }, placeholderData: (before) => before },
  )
  return (
    <Drawer
      title={`“${announcement.title}”的阅读情况`}
      open={isOpen && isActive}
      size={WIDTH}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <Segmented
        options={[...choices]}
        value={choice}
        onChange={(next) => {
          setChoice(next)
          setCurrent(1)
        }}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Reader>
          size="small"
          rowKey="id"
          style={{ marginTop: 12 }}
          columns={columns}
          dataSource={data?.records ?? []}
          loading={isPending}
          locale={{ emptyText: '暂无数据' }}
          pagination={{
            current,
            pageSize: SIZE,
            total: data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: setCurrent,
          }}
        />
      )}
    </Drawer>
  )
}
