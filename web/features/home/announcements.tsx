// Announcements for the person: pinned ones first, unread ones marked; reading one opens it.
import './announcements.css'
import { PushpinOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useState } from 'react'
import { getOwnAnnouncements, type OwnAnnouncement, readAnnouncement } from '../../../contract/system/announcements.ts'
import { useDialog } from '../../kit/dialog/use-dialog.ts'
import { formatMoment } from '../../lib/format.ts'
import { useAct, useCall } from '../../lib/query.ts'

const WIDTH = 640

function Reading({ announcement, onClosed }: { announcement: OwnAnnouncement; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  const { title, body, authorName, launchedAt } = announcement
  return (
    <Modal title={title} {...frame} width={WIDTH} footer={null} onCancel={close}>
      <p className="announcement-facts">
        {authorName} <time dateTime={launchedAt}>{formatMoment(launchedAt)}</time>
      </p>
      <p className="announcement-body">{body}</p>
    </Modal>
  )
}

export function Announcements() {
  const { data = [] } = useCall(getOwnAnnouncements, undefined, { call: { hideErrorMsg: true } })
  const [shown, setShown] = useState<OwnAnnouncement>()
  const { run } = useAct(readAnnouncement, { invalidates: [getOwnAnnouncements], call: { hideErrorMsg: true } })
  if (data.length === 0) return null
  const handleOpen = (announcement: OwnAnnouncement) => {
    setShown(announcement)
    if (!announcement.isRead) void run({ id: announcement.id })
  }
  return (
    <section className="home-card home-wide announcements" aria-label="系统公告">
      <header>
        <h2>系统公告</h2>
      </header>
      <ul>
        {data.map((announcement) => (
          <li key={announcement.id} data-unread={!announcement.isRead || undefined}>
            <button type="button" onClick={() => handleOpen(announcement)}>
              <span>
                {announcement.isPinned && <PushpinOutlined aria-label="置顶" />} {announcement.title}
                {!announcement.isRead && <small>未读</small>}
              </span>
              <time dateTime={announcement.launchedAt}>{formatMoment(announcement.launchedAt)}</time>
            </button>
          </li>
        ))}
      </ul>
      {shown && <Reading announcement={shown} onClosed={() => setShown(undefined)} />}
    </section>
  )
}
