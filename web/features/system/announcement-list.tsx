// Announcements: written, launched to those they are meant for, taken down; and who has read them.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type AnnouncementRow,
  addAnnouncement,
  announcementDetails,
  queryAnnouncements,
} from '../../../contract/system/announcements.ts'
import { Can, useIsAllowed } from '../../kit/can.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { selectFilter, textFilter } from '../../kit/list/filters.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useAnnouncementActs } from './announcement-acts.tsx'
import { AnnouncementDetails } from './announcement-details.tsx'
import { AnnouncementStatus, audienceOf, stateOptions } from './announcement-labels.tsx'
import { AnnouncementReaders } from './announcement-readers.tsx'

const filters = [textFilter('title', '标题', 100), selectFilter('state', '状态', stateOptions)]

const columns: readonly Column<AnnouncementRow>[] = [
  { key: 'title', label: '标题', width: 240, opens: true },
  { key: 'state', label: '状态', width: 90, render: AnnouncementStatus },
  { key: 'audience', label: '接收范围', width: 150, render: audienceOf },
  { key: 'readCount', label: '已读人数', width: 90, align: 'right' },
  { key: 'isPinned', label: '置顶', width: 60, render: ({ isPinned }) => (isPinned ? '是' : '—') },
  { key: 'endsOn', label: '展示至', width: 110, render: ({ endsOn }) => endsOn ?? '长期' },
  { key: 'authorName', label: '作者', width: 80 },
  { key: 'launchedAt', label: '发布时间', width: 150, render: ({ launchedAt }) => formatMoment(launchedAt) },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

export default function AnnouncementList() {
  const navigate = useNavigate()
  const [read, setRead] = useState<AnnouncementRow>()
  const [shown, setShown] = useState<AnnouncementRow>()
  const mayOpen = useIsAllowed()(announcementDetails)
  const { actionsOf, dialogs } = useAnnouncementActs({ onDetails: setShown, onReaders: setRead })
  return (
    <>
      <ListPage
        endpoint={queryAnnouncements}
        emptyHint="新增公告并发布后，接收的人会在首页和消息里看到。"
        filters={filters}
        columns={columns}
        rowName={({ title }) => title}
        rowActions={actionsOf}
        onOpen={mayOpen ? setShown : undefined}
        toolbar={
          <Can call={addAnnouncement}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/system/addAnnoucement')}>
              新增
            </Button>
          </Can>
        }
      />
      {shown && (
        <AnnouncementDetails announcement={shown} acts={actionsOf(shown)} onClosed={() => setShown(undefined)} />
      )}
      {read && <AnnouncementReaders announcement={read} onClosed={() => setRead(undefined)} />}
      {dialogs}
    </>
  )
}
