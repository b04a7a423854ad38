// Announcements, collapsed to the first unread one (pinned first); a click opens one and marks it as read.
import './announcements.css'
import { DownOutlined, NotificationOutlined, PushpinOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { getOwnAnnouncements, type OwnAnnouncement, readAnnouncement } from '#contract/system/announcements.ts'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'

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
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<OwnAnnouncement>()
  const { run } = useAct(readAnnouncement, { invalidates: [getOwnAnnouncements], call: { hideErrorMsg: true } })
  const unread = data.filter(({ isRead }) => !isRead)
  const first = unread[0] ?? data[0]
  if (!first) return null
  const handleOpen = (announcement: OwnAnnouncement) => {
    setShown(announcement)
    if (!announcement.isRead) void run({ id: announcement.id })
  }
  return (
    <section className="home-line announcements" aria-label="系统公告">
      <NotificationOutlined aria-hidden="true" />
      <ul>
        {(isOpen ? data : [first]).map((announcement) => (
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
      {data.length > 1 && (
        <Button
          type="text"
          size="small"
          aria-expanded={isOpen}
          icon={isOpen ? <UpOutlined /> : <DownOutlined />}
          iconPlacement="end"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起' : `共 ${data.length} 条${unread.length > 0 ? `，${unread.length} 条未读` : ''}`}
        </Button>
      )}
      {shown && <Reading announcement={shown} onClosed={() => setShown(undefined)} />}
    </section>
  )
}
