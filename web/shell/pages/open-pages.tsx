// The mounted pages: the front one is visible; kept ones stay in the DOM, but the browser skips rendering them (record
// 035). Each has its own scroll box.
import '../workbench.css'
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createPath, type Navigator, Router } from 'react-router'
import { ActiveContext, createActive } from '#web/lib/active.ts'
import { type LeavePage, LeavePageContext } from '#web/lib/leave-page.ts'
import { queryClient } from '#web/lib/query.ts'
import { BASE } from '#web/lib/site.ts'
import { type Sleep, SleepContext, setAwake } from '#web/lib/sleep.ts'
import { TabKeyContext } from '#web/lib/unsaved.ts'
import { findPageOf, type OpenPage, refresh } from '../tabs/tabs.rules.ts'
import { changeTabs, closeAfterMove, useTabs } from '../tabs/tabs.ts'
import type { Go } from '../use-go.ts'
import { PageAt } from './page-at.tsx'
import { usePageHost } from './page-host.tsx'
import { PopupsBox } from './page-popups.tsx'

type FrameProps = { page: OpenPage; isShown: boolean; go: Go }

function useLeave(key: string, go: Go): LeavePage {
  return useCallback(
    (address) => {
      closeAfterMove(key)
      go(address)
    },
    [key, go],
  )
}

/** Wakes the page's queries only after the switch was painted. */
function useSleep(isShown: boolean): Sleep {
  const [sleep] = useState<Sleep>(() => ({ isAwake: isShown }))
  useEffect(() => {
    const cache = queryClient.getQueryCache()
    if (!isShown) return setAwake(cache, sleep, false)
    let timer: number | undefined
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setAwake(cache, sleep, true))
    })
    return () => {
      cancelAnimationFrame(frame)
      window.clearTimeout(timer)
    }
  }, [sleep, isShown])
  return sleep
}

const Frame = memo(function Frame({ page, isShown, go }: FrameProps) {
  const { key } = page
  const popups = useRef<HTMLDivElement>(null)
  const leave = useLeave(key, go)
  const handleReset = useCallback(() => changeTabs((state) => refresh(state, key)), [key])
  const [active] = useState(() => createActive(isShown))
  useLayoutEffect(() => active.setState(isShown), [active, isShown])
  const sleep = useSleep(isShown)
  return (
    <TabKeyContext value={key}>
      <ActiveContext value={active}>
        <SleepContext value={sleep}>
          <LeavePageContext value={leave}>
            <div className="page-slot" data-asleep={isShown ? undefined : ''}>
              <div className="page-box" data-page={key}>
                <PageAt place={page.place} onReset={handleReset} popups={popups} />
              </div>
            </div>
            <PopupsBox ref={popups} isShown={isShown} />
          </LeavePageContext>
        </SleepContext>
      </ActiveContext>
    </TabKeyContext>
  )
})

/** Router with a constant location: each page supplies its own (`PageAt`); navigation goes to the window's router. */
function PagesRouter({ go, children }: { go: Go; children: ReactNode }) {
  const navigator = useMemo<Navigator>(
    () => ({
      createHref: (to) => `${BASE}${typeof to === 'string' ? to : createPath(to)}`,
      go,
      push: (to, state, options) => go(to, { ...options, state }),
      replace: (to, state, options) => go(to, { ...options, state, replace: true }),
    }),
    [go],
  )
  return (
    <Router location="/" navigator={navigator} useTransitions={false}>
      {children}
    </Router>
  )
}

export function OpenPages() {
  const { host } = usePageHost()
  const state = useTabs()
  if (!host) return null
  // stable order: a moved element loses its scroll position, and iframes in it reload
  const mounted = state.mounted.toSorted()
  return createPortal(
    <PagesRouter go={host.go}>
      {mounted.map((key) => {
        const page = findPageOf(state, key)
        return page && <Frame key={`${key} ${page.round}`} page={page} isShown={state.front === key} go={host.go} />
      })}
    </PagesRouter>,
    host.element,
  )
}
