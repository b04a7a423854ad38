// Says that this page has an article open, and who else has.
import { useEffect, useEffectEvent, useState } from 'react'
import type { Edition } from '../../../../contract/articles/article-labels.ts'
import { PRESENCE_PING_MS, type Present, shareArticle } from '../../../../contract/articles/presence.ts'
import { useActive } from '../../../lib/active.ts'
import { call } from '../../../lib/call.ts'
import { useShared } from '../../../lib/live/shared-changes.ts'

type Place = { id: string | undefined; edition: Edition; mode: Present['mode'] }

export function usePresence({ id, edition, mode }: Place): readonly Present[] {
  const isActive = useActive()
  const [tab] = useState(() => crypto.randomUUID())
  const [people, setPeople] = useState<readonly Present[]>([])
  const ping = useEffectEvent(async (isLeaving: boolean) => {
    if (!id) return
    try {
      const found = await call(
        shareArticle,
        { id, edition, tab, mode, isLeaving },
        { hideErrorMsg: true, background: true },
      )
      if (!isLeaving) setPeople(found)
    } catch {
      // whoever is offline is shown so by the shell
    }
  })
  useShared('articles', () => void ping(false))
  useEffect(() => {
    if (!isActive || !id) return
    void ping(false)
    const timer = window.setInterval(() => void ping(false), PRESENCE_PING_MS)
    return () => {
      window.clearInterval(timer)
      void ping(true)
    }
  }, [isActive, id])
  return people
}
