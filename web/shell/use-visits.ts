// Sends opened pages to the visit log in batches, in the background; failures are silent.
import { useEffect } from 'react'
import { recordVisits } from '#contract/organisation/visit-log.ts'
import { call } from '#web/lib/call.ts'
import { isImpersonating } from '#web/lib/session/impersonation.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { findPageOf } from './tabs/tabs.rules.ts'
import { useTabs } from './tabs/tabs.ts'

/** Visits are collected for this long before sending, ms. */
const WAIT_MS = 60_000
/** Minimum time in front to count as a visit; a reload passes the home page briefly, ms. */
const SETTLED_MS = 1_000
/** Limit of one call; further visits in the same interval are dropped. */
const VISITS_MAX = 20

type Visit = { path: string; title: string }

export function useVisits(): void {
  useEffect(() => {
    if (isImpersonating()) return
    let queued: Visit[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let settling: ReturnType<typeof setTimeout> | undefined
    const sendVisits = () => {
      clearTimeout(timer)
      timer = undefined
      const pages = queued
      queued = []
      if (pages.length > 0 && currentSession()) {
        call(recordVisits, { pages }, { hideErrorMsg: true, background: true }).catch(() => undefined)
      }
    }
    const queueVisit = () => {
      const state = useTabs.getState()
      const page = findPageOf(state, state.front)
      if (!page || queued.length >= VISITS_MAX) return
      queued.push({ path: page.place.pathname.slice(0, 200), title: page.title.slice(0, 64) || page.place.pathname })
      timer ??= setTimeout(sendVisits, WAIT_MS)
    }
    const handleHidden = () => document.visibilityState === 'hidden' && sendVisits()
    const queueSoon = () => {
      clearTimeout(settling)
      settling = setTimeout(queueVisit, SETTLED_MS)
    }
    queueSoon()
    const stop = useTabs.subscribe((state, before) => {
      if (state.front !== before.front) queueSoon()
    })
    document.addEventListener('visibilitychange', handleHidden)
    return () => {
      clearTimeout(timer)
      clearTimeout(settling)
      stop()
      document.removeEventListener('visibilitychange', handleHidden)
    }
  }, [])
}
