// Announcements: write, launch, withdraw, and see who has read them.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type AnnouncementRow,
  addAnnouncement,
  announcementDetails,
  getAnnouncement,
  queryAnnouncements,
} from '#contract/system/announcements.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useCall } from '#web/lib/query.ts'
import { useAnnouncementActs } from './announcement-acts.tsx'
import { announcementTones, audienceOf, stateOptions } from './announcement-labels.tsx'
import { AnnouncementReaders } from './announcement-readers.tsx'
import './system.css'

const WIDTH = 640

type Props = { announcement: AnnouncementRow; acts: readonly RowAction[]; onClosed: () => void }

/** Details of one announcement, with its status and readers. */
function AnnouncementDetails({ announcement, acts, onClosed }: Props) {
  const { id, title } = announcement
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
        items={factsOf(queryAnnouncements, announcement, {
          state: { tones: announcementTones },
          authorName: {},
          audience: { span: 2, render: audienceOf },
          isPinned: {},
          endsOn: { empty: '长期' },
          readCount: {},
          launchedAt: {},
          updatedAt: {},
        })}
      />
    </DetailsDrawer>
  )
}

const filters = [...filtersOf(queryAnnouncements, ['title']), selectFilter('state', '状态', stateOptions)]

const columns = columnsOf(queryAnnouncements, {
  title: { width: 240, opens: true },
  state: { width: 90, tones: announcementTones },
  audience: { width: 150, render: audienceOf },
  readCount: { width: 90 },
  isPinned: { width: 60, render: ({ isPinned }) => (isPinned ? '是' : '—') },
  endsOn: { width: 110, empty: '长期' },
  authorName: { width: 80 },
  launchedAt: {},
  updatedAt: {},
})

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
        emptyHint="新增公告并发布后，接收人会在首页和消息里看到。"
        filters={filters}
        columns={columns}
        rowName={({ title }) => title}
        rowActions={actionsOf}
        onOpen={mayOpen ? setShown : undefined}
        toolbar={<AddButton call={addAnnouncement} onClick={() => void navigate('/system/addAnnoucement')} />}
      />
      {shown && (
        <AnnouncementDetails announcement={shown} acts={actionsOf(shown)} onClosed={() => setShown(undefined)} />
      )}
      {read && <AnnouncementReaders announcement={read} onClosed={() => setRead(undefined)} />}
      {dialogs}
    </>
  )
}
