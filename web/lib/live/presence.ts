// Who else has the article of this page open.
import { useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import type { LivePayload, Present } from '#contract/live/live.ts'
import { sendLive, useLiveStatus } from './live.ts'

const store = createStore<{ last?: LivePayload<'presence'> }>(() => ({}))

export const notePresence = (last: LivePayload<'presence'>) => store.setState({ last })

const nobody: readonly Present[] = []

/** Announces the article while mounted; returns everybody who has it open, including this person. */
export function usePresence(articleId: string | undefined, mode: Present['mode']): readonly Present[] {
  const [people, setPeople] = useState(nobody)
  const isOpen = useLiveStatus() === 'open'
  useEffect(() => {
    if (articleId === undefined || !isOpen) return
    const tab = `t${Math.random().toString(36).slice(2, 12)}`
    const unsubscribe = store.subscribe(({ last }) => {
      if (last?.articleId === articleId) setPeople(last.people)
    })
    sendLive({ type: 'present', articleId, tab, mode })
    return () => {
      unsubscribe()
      sendLive({ type: 'absent', articleId, tab })
      setPeople(nobody)
    }
  }, [articleId, mode, isOpen])
  return people
}
