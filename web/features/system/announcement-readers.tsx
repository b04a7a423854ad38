// Readers of an announcement: who of its audience has read it, and when.
import { Segmented } from 'antd'
import { useState } from 'react'
import { type AnnouncementRow, queryReaders, type Reader } from '#contract/system/announcements.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'

const WIDTH = 560

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
  const [choice, setChoice] = useState<Choice>('all')
  const [current, setCurrent] = useState(1)
  const isRead = choice === 'all' ? {} : { isRead: choice === 'read' }
  const read = useCall(
    queryReaders,
    { id: announcement.id, ...isRead, current, size: PAGED_ROWS },
    { call: { hideErrorMsg: true }, placeholderData: (before) => before },
  )
  return (
    <DetailsDrawer title={`“${announcement.title}”的阅读情况`} size={WIDTH} onClosed={onClosed}>
      <Segmented
        style={{ marginBlockEnd: 12 }}
        options={[...choices]}
        value={choice}
        onChange={(next) => {
          setChoice(next)
          setCurrent(1)
        }}
      />
      <PagedTable columns={columns} read={read} current={current} onTurn={setCurrent} />
    </DetailsDrawer>
  )
}
