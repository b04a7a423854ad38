// New registrations at the bottom right until acknowledged (spec §4): one box for all of them, which folds to a line below the
// pager. What this tab has shown before stays folded when the page is loaded again.
import './live-notices.css'
import { App, Button } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { LiveMessage, RegisterNotice } from '#contract/live/live.ts'
import { formatMoment } from '#web/lib/format.ts'
import { acknowledge } from '#web/lib/live/live.ts'
import { HOME_ADDRESS } from '#web/lib/session/menu.rules.ts'
import { useTexts } from '../texts/texts.ts'
import { useScreen } from '../use-screen.ts'
import { isFirstShown } from './shown-notices.ts'

type Registration = LiveMessage<'register'>

/** Query with which the home page opens the registration. */
const registrationQuery = (registration: string) => new URLSearchParams({ registration })

const BOX = 'registrations'
/** Time until the box folds, ms. */
const UNFOLDED_MS = 30_000

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

export type RegisterNotices = {
  add: (message: Registration) => void
  remove: (ids: string[]) => void
  /** While the box is folded. */
  line: ReactNode
}

export function useRegisterNotices(): RegisterNotices {
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const { live } = useTexts()
  const { size } = useScreen()
  // a box would cover the page of a phone
  const isNarrow = size === 0
  const [pending, setPending] = useState<readonly Registration[]>([])
  const [isFolded, setFolded] = useState(true)

  const changes = useMemo(
    () => ({
      add: (message: Registration) => {
        setPending((now) => [...now, message].toSorted((a, b) => Number(a.id) - Number(b.id)))
        if (isFirstShown(message.id)) setFolded(false)
      },
      remove: (ids: string[]) => setPending((now) => now.filter(({ id }) => !ids.includes(id))),
    }),
    [],
  )

  const newest = pending.at(-1)
  const isBox = newest !== undefined && !isFolded && !isNarrow

  useEffect(() => {
    if (!isBox) return
    const acknowledgeAll = () => {
      const ids = pending.map(({ id }) => id)
      acknowledge(ids)
      changes.remove(ids)
    }
    notification.open({
      key: BOX,
      title: pending.length === 1 ? live.registration : live.registrations(pending.length),
      description: <Facts {...newest.data} />,
      className: 'live-notice',
      placement: 'bottomRight',
      duration: false,
      role: 'status',
      onClose: acknowledgeAll,
      actions: (
        <>
          <Button size="small" onClick={() => setFolded(true)}>
            {live.fold}
          </Button>{' '}
          <Button
            type="primary"
            size="small"
            onClick={() => {
              acknowledgeAll()
              const query = pending.length === 1 ? `?${registrationQuery(newest.data.registrationId)}` : ''
              void navigate(`${HOME_ADDRESS}${query}`)
            }}
          >
            {live.details}
          </Button>
        </>
      ),
    })
    const timer = setTimeout(() => setFolded(true), UNFOLDED_MS)
    return () => clearTimeout(timer)
  }, [isBox, newest, pending, notification, navigate, live, changes])

  useEffect(() => {
    if (!isBox) notification.destroy(BOX)
  }, [isBox, notification])
  useEffect(() => () => notification.destroy(BOX), [notification])

  const open = () => (isNarrow ? void navigate(HOME_ADDRESS) : setFolded(false))
  return {
    ...changes,
    line: newest && !isBox && (
      <button type="button" className="live-line" onClick={open}>
        {pending.length === 1 ? live.registration : live.registrations(pending.length)}
        <strong lang="zh-CN">{newest.data.company}</strong>
      </button>
    ),
  }
}
