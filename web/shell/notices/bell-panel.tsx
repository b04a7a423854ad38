// Messages of the last 30 days, newest first; opening one marks it as read.
import './bell-panel.css'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { getMessage } from '#contract/live/live.ts'
import { getOwnMessages, type OwnMessage, readAllMessages } from '#contract/live/messages.ts'
import { call } from '#web/lib/call.ts'
import { formatMoment } from '#web/lib/format.ts'
import { acknowledge } from '#web/lib/live/live.ts'
import { queryClient, useAct, useCall } from '#web/lib/query.ts'
import { useTexts } from '../texts/texts.ts'

/** Marks a message as read; acknowledging also closes its notification box in all windows. */
function read(id: string): void {
  acknowledge([id])
  call(getMessage, { id }, { hideErrorMsg: true })
    .then(() => queryClient.invalidateQueries({ queryKey: [getOwnMessages.path] }))
    .catch(() => undefined)
}

/** A message with a link navigates; others expand. */
function Message({ message, onLeave }: { message: OwnMessage; onLeave: () => void }) {
  const { id, title, content, link, sendTime, isRead } = message
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const handleClick = () => {
    if (!isRead) read(id)
    if (link === '') return setOpen(!isOpen)
    onLeave()
    void navigate(link)
  }
  return (
    <li data-unread={!isRead || undefined}>
      <button type="button" {...(link === '' && { 'aria-expanded': isOpen })} onClick={handleClick}>
        <span className="bell-title">{title}</span>
        <time dateTime={sendTime}>{formatMoment(sendTime)}</time>
      </button>
      {(isOpen || link !== '') && content !== '' && <p>{content}</p>}
    </li>
  )
}

export default function BellPanel({ onLeave }: { onLeave: () => void }) {
  const { bell } = useTexts()
  const panel = useRef<HTMLDivElement>(null)
  const { data, isError, refetch } = useCall(getOwnMessages, undefined, { call: { hideErrorMsg: true } })
  const { run, pending } = useAct(readAllMessages, { invalidates: [getOwnMessages] })
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      className="bell-panel"
      role="dialog"
      aria-label={bell.title}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    >
      <header>
        <h2>{bell.title}</h2>
        <Button
          type="link"
          size="small"
          disabled={!data || data.unread === 0}
          loading={pending}
          onClick={() => {
            acknowledge((data?.records ?? []).filter(({ isRead }) => !isRead).map(({ id }) => id))
            void run()
          }}
        >
          {bell.readAll}
        </Button>
      </header>
      {isError && !data && (
        <p role="alert">
          {bell.failed}
          <Button size="small" onClick={() => void refetch()}>
            {bell.retry}
          </Button>
        </p>
      )}
      {data?.records.length === 0 && <p>{bell.empty}</p>}
      {data && data.records.length > 0 && (
        <ul>
          {data.records.map((message) => (
            <Message key={message.id} message={message} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </div>
  )
}
