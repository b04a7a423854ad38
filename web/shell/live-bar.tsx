// The live connection's place in the shell: what its messages do, and, once it has given up, a bar with a way to retry.
import { App, Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { LiveMessage } from '../../contract/live.ts'
import { acknowledge, startLive, startOver, useLiveStatus } from '../lib/live.ts'
import { endSession } from '../lib/session.ts'
import { takeNewRights } from './permission-toast.ts'
import { useTexts } from './texts/texts.ts'
import { useRegisterNotices } from './use-register-notices.tsx'

export default function LiveBar() {
  const { live } = useTexts()
  const status = useLiveStatus()
  const { notification } = App.useApp()
  const registrations = useRegisterNotices()

  const handleMessage = useEffectEvent((message: LiveMessage) => {
    switch (message.type) {
      case 'register':
        return registrations.add(message)
      case 'notice':
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
      case 'permission':
        return void takeNewRights(message.data.version)
      case 'offline':
        return endSession({ notice: message.data.text })
    }
  })
  const handleAcknowledged = useEffectEvent((ids: string[]) => {
    registrations.remove(ids)
    for (const id of ids) notification.destroy(id)
  })
  useEffect(
    () =>
      startLive({
        onMessage: (message) => handleMessage(message),
        onAcknowledged: (ids) => handleAcknowledged(ids),
      }),
    [],
  )

  if (status !== 'lost') return null
  return (
    <div className="shell-bar" data-kind="warning" role="status">
      {live.lost}
      <Button type="link" size="small" onClick={startOver}>
        {live.retry}
      </Button>
    </div>
  )
}
