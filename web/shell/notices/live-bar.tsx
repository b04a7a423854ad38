// Starts the live connection and dispatches its messages; shows a bar with a retry button after it has given up.
import { App, Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { LiveMessage } from '#contract/live/live.ts'
import { getOwnMessages } from '#contract/live/messages.ts'
import { applyJobReport } from '#web/lib/live/job-reports.ts'
import { acknowledge, removeSettled, startLive, startOver, useLiveStatus } from '#web/lib/live/live.ts'
import { notePresence } from '#web/lib/live/presence.ts'
import { noteRegistration } from '#web/lib/live/registration-news.ts'
import { noteChanged } from '#web/lib/live/shared-changes.ts'
import { queryClient } from '#web/lib/query.ts'
import { endSession } from '#web/lib/session/session.ts'
import { useTexts } from '../texts/texts.ts'
import { applyNewRights } from './permission-toast.ts'
import { useRegisterNotices } from './use-register-notices.tsx'
import { useStaffNotices } from './use-staff-notices.tsx'

/** Refetches the bell's messages. */
const noteMessages = () => void queryClient.invalidateQueries({ queryKey: [getOwnMessages.path] })

export default function LiveBar() {
  const { live } = useTexts()
  const status = useLiveStatus()
  const { notification } = App.useApp()
  const registrations = useRegisterNotices()
  const notices = useStaffNotices()

  const handleMessage = useEffectEvent((message: LiveMessage) => {
    if (message.type === 'register' || message.type === 'notice') noteMessages()
    switch (message.type) {
      case 'register':
        noteRegistration()
        return registrations.add(message)
      case 'notice':
        if (message.data.link) return notices.add(message)
        return notification.open({
          key: message.id,
          title: message.data.title,
          description: message.data.content,
          className: 'live-notice',
          placement: 'bottomRight',
          duration: false,
          role: 'status',
          onClose: () => acknowledge([message.id]),
        })
      case 'settled':
        noteRegistration()
        return removeSettled(message.data.ids)
      case 'changed':
        return noteChanged(message.data)
      case 'presence':
        return notePresence(message.data)
      case 'permission':
        return void applyNewRights(message.data.version)
      case 'job':
        return applyJobReport(message.data)
      case 'offline':
        return endSession({ notice: message.data.text, keepPlace: true })
    }
  })
  const handleAcknowledged = useEffectEvent((ids: string[]) => {
    registrations.remove(ids)
    notices.remove(ids)
    for (const id of ids) notification.destroy(id)
    noteMessages()
  })
  useEffect(
    () =>
      startLive({
        onMessage: (message) => handleMessage(message),
        onAcknowledged: (ids) => handleAcknowledged(ids),
      }),
    [],
  )

  return (
    <>
      {registrations.line}
      {status === 'lost' && (
        <div className="shell-bar" data-kind="warning" role="status">
          {live.lost}
          <Button type="link" size="small" onClick={startOver}>
            {live.retry}
          </Button>
        </div>
      )}
    </>
  )
}
