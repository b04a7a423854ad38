// New registrations at the bottom right until acknowledged (spec §4): a few as single boxes, the rest as a count.
import './live-notices.css'
import { App, Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { LiveMessage, RegisterNotice } from '../../../contract/live/live.ts'
import { formatMoment } from '../../lib/format.ts'
import { acknowledge } from '../../lib/live/live.ts'
import { HOME_ADDRESS } from '../../lib/session/menu.rules.ts'
import { useTexts } from '../texts/texts.ts'
import { useScreen } from '../use-screen.ts'
import { arrange } from './live-notices.rules.ts'

type Registration = LiveMessage<'register'>

/** Query with which the home page opens the registration. */
const registrationQuery = (registration: string) => new URLSearchParams({ registration })

const REST = 'registrations-rest'
/** Maximum number of boxes, as they cover the page. */
const BOXES = 3
const BOXES_NARROW = 2

function Facts({ company, contact, mobile, subProduct, time }: RegisterNotice) {
  return (
    <div className="live-notice-facts" lang="zh-CN">
      <strong>{company}</strong>
      <span>
        {contact} {mobile}
      </span>
      <span>
        {subProduct}
        <time dateTime={time}>{formatMoment(time)}</time>
      </span>
    </div>
  )
}

export type RegisterNotices = { add: (message: Registration) => void; remove: (ids: string[]) => void }

export function useRegisterNotices(): RegisterNotices {
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const { live } = useTexts()
  const { size } = useScreen()
  const [pending, setPending] = useState<readonly Registration[]>([])
  const open = useRef(new Set<string>())

  const notices = useMemo<RegisterNotices>(
    () => ({
      add: (message) => setPending((now) => [...now, message].toSorted((a, b) => Number(a.id) - Number(b.id))),
      remove: (ids) => setPending((now) => now.filter(({ id }) => !ids.includes(id))),
    }),
    [],
  )

  useEffect(() => {
    const done = (messages: readonly Registration[]) => {
      const ids = messages.map(({ id }) => id)
      acknowledge(ids)
      notices.remove(ids)
    }
    const show = (key: string, title: string, messages: readonly Registration[]) =>
      notification.open({
        key,
        title,
        description: messages.length === 1 && key !== REST && messages[0] ? <Facts {...messages[0].data} /> : undefined,
        className: 'live-notice',
        placement: 'bottomRight',
        duration: false,
        role: 'status',
        onClose: () => done(messages),
        actions: (
          <Button
            type="primary"
            size="small"
            onClick={() => {
              done(messages)
              const [only] = key === REST ? [] : messages
              void navigate(only ? `${HOME_ADDRESS}?${registrationQuery(only.data.registrationId)}` : HOME_ADDRESS)
            }}
          >
            {live.details}
          </Button>
        ),
      })

    const { shown, rest } = arrange(pending, size === 0 ? BOXES_NARROW : BOXES)
    const wanted = new Set([...shown.map(({ id }) => id), ...(rest.length > 0 ? [REST] : [])])
    for (const key of open.current) if (!wanted.has(key)) notification.destroy(key)
    for (const message of shown) show(message.id, live.registration, [message])
    if (rest.length > 0) show(REST, live.moreRegistrations(rest.length), rest)
    open.current = wanted
  }, [pending, size, notification, navigate, live, notices])

  useEffect(() => {
    const keys = open
    return () => {
      for (const key of keys.current) notification.destroy(key)
    }
  }, [notification])

  return notices
}
