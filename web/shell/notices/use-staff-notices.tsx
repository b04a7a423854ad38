// Notices with a link, at the bottom right: one box per cause, showing the newest. A box closes after a while without
// acknowledging; the bell keeps unread notices.
import { App, Button } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { LiveMessage } from '#contract/live/live.ts'
import { acknowledge } from '#web/lib/live/live.ts'
import { useTexts } from '../texts/texts.ts'
import { useScreen } from '../use-screen.ts'
import { isFirstShown } from './shown-notices.ts'
import './live-notices.css'

type Notice = LiveMessage<'notice'>
type Box = { ids: string[]; timer: ReturnType<typeof setTimeout> }

/** Time until a box closes, ms. */
const SHOWN_MS = 12_000

export type StaffNotices = { add: (message: Notice) => void; remove: (ids: readonly string[]) => void }

export function useStaffNotices(): StaffNotices {
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const { bell } = useTexts()
  const { size } = useScreen()
  const boxes = useRef(new Map<string, Box>())

  useEffect(() => {
    const open = boxes.current
    return () => {
      for (const [key, { timer }] of open) {
        clearTimeout(timer)
        notification.destroy(key)
      }
      open.clear()
    }
  }, [notification])

  return useMemo(() => {
    const take = (key: string): string[] => {
      const box = boxes.current.get(key)
      if (!box) return []
      clearTimeout(box.timer)
      boxes.current.delete(key)
      notification.destroy(key)
      return box.ids
    }
    return {
      add: ({ id, data }) => {
        // a box would cover the page of a phone: the bell counts it
        if (!isFirstShown(id) || size === 0) return
        const { title, content, link = '', cause } = data
        const key = `notice ${cause ?? id}`
        const ids = [...take(key), id]
        const timer = setTimeout(() => take(key), SHOWN_MS)
        boxes.current.set(key, { ids, timer })
        notification.open({
          key,
          title,
          description: ids.length > 1 ? `${content} ${bell.others(ids.length - 1)}` : content,
          className: 'live-notice',
          placement: 'bottomRight',
          duration: false,
          role: 'status',
          onClose: () => acknowledge(take(key)),
          actions: (
            <Button
              type="primary"
              size="small"
              onClick={() => {
                acknowledge(take(key))
                void navigate(link)
              }}
            >
              {bell.open}
            </Button>
          ),
        })
      },
      remove: (gone) => {
        for (const [key, { ids }] of boxes.current) if (ids.every((id) => gone.includes(id))) take(key)
      },
    }
  }, [notification, navigate, bell, size])
}
