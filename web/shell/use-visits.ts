// Tells the server now and then which pages were opened, for the visit log: by itself, late, and without a word where it fails.
import { useEffect } from 'react'
import { recordVisits } from '../../contract/organisation/staff-links.ts'
import { call } from '../lib/call.ts'
import { isImpersonating } from '../lib/session/impersonation.ts'
import { currentSession } from '../lib/session/session.ts'
import { findPageOf } from './tabs/tabs.rules.ts'
import { useTabs } from './tabs/tabs.ts'

/** Visits are collected for this long before they are sent, ms. */
const WAIT_MS = 60_000
/** A page that stands in front for less was only passed, as the home page is by a reload, ms. */
const SETTLED_MS = 1_000
/** As many as one call takes; more within the time are forgotten. */
const VISITS_MAX = 20

type Visit = { path: string; title: string }

export function useVisits(): void {
  useEffect(() => {
    if (isImpersonating()) return
    let waiting: Visit[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let settling: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      clearTimeout(timer)
      timer = undefined
      const pages = waiting
      waiting = []
      if (pages.length > 0 && currentSession()) {
        call(recordVisits, { pages }, { hideErrorMsg: true, background: true }).catch(() => undefined)
      }
    }
    const note = () => {
      const state = useTabs.getState()
      const page = findPageOf(state, state.front)
      if (!page || waiting.length >= VISITS_MAX) return
      waiting.push({ path: page.place.pathname.slice(0, 200), title: page.title.slice(0, 64) || page.place.pathname })
      timer ??= setTimeout(tell, WAIT_MS)
    }
    const handleHidden = () => document.visibilityState === 'hidden' && tell()
    const noteSoon = () => {
      clearTimeout(settling)
      settling = setTimeout(note, SETTLED_MS)
    }
    noteSoon()
    const stop = useTabs.subscribe((state, before) => {
      if (state.front !== before.front) noteSoon()
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
