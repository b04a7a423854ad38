// One announcement as it is read, with what is known of it.
import { type AnnouncementRow, announcementDetails, getAnnouncement } from '../../../contract/system/announcements.ts'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../kit/dialog/facts.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { MoreActions } from '../../kit/list/row-actions.tsx'
import type { RowAction } from '../../kit/list/row-use.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { AnnouncementStatus, audienceOf } from './announcement-labels.tsx'
import './announcement-details.css'

const WIDTH = 640

type Props = { announcement: AnnouncementRow; acts: readonly RowAction[]; onClosed: () => void }

export function AnnouncementDetails({ announcement, acts, onClosed }: Props) {
  const { id, title, isPinned, endsOn, authorName, readCount, launchedAt, updatedAt } = announcement
  const read = useCall(getAnnouncement, { id }, { staleTime: 0 })
  return (
    <DetailsDrawer
      title={title}
      size={WIDTH}
      acts={acts.filter(({ call }) => call !== announcementDetails)}
      extra={(own) => own.length > 0 && <MoreActions name={title} actions={own} />}
      onClosed={onClosed}
    >
      <Loaded read={read} rows={6}>
        {({ body }) => <p className="announcement-text">{body}</p>}
      </Loaded>
      <Facts
        columns={2}
        items={[
          { label: '状态', children: <AnnouncementStatus {...announcement} /> },
          { label: '作者', children: authorName },
          { label: '接收范围', children: audienceOf(announcement), span: 2 },
          { label: '置顶', children: isPinned ? '是' : '否' },
          { label: '展示至', children: endsOn ?? '长期' },
          { label: '已读人数', children: readCount },
          { label: '发布时间', children: formatMoment(launchedAt) },
          { label: '更新时间', children: formatMoment(updatedAt) },
        ]}
      />
    </DetailsDrawer>
  )
}
