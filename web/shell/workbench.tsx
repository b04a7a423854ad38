// The open pages: the one in front is visible, kept ones behind it sleep in an Activity, each with its own location,
// its own scroll box and its own error boundary.
import './workbench.css'
import { Skeleton } from 'antd'
import { Activity, memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext, NavigationType, Route, Routes } from 'react-router'
import { ActiveContext } from '../lib/active.ts'
import { type LeavePage, LeavePageContext } from '../lib/leave-page.ts'
import { HOME } from '../lib/menu.rules.ts'
import { usePages } from '../lib/menus.ts'
import { findPage } from '../lib/page.ts'
import { forgetUnsaved, TabKeyContext } from '../lib/unsaved.ts'
import ForbiddenPage from './forbidden-page.tsx'
import { forgetPage, lazyPage } from './lazy-page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { findPageOf, type OpenPage, refresh } from './tabs.rules.ts'
import { changeTabs, closeAfterMove, useTabs } from './tabs.ts'
import { useTexts } from './texts/texts.ts'
import { TwoLevelHeader } from './two-level-header.tsx'
import { type Go, useGo } from './use-go.ts'
import type { Here } from './use-place.ts'
import type { TabsFlow } from './use-tabs-flow.ts'

const Waiting = () => (
  <div className="page-waiting">
    <Skeleton active paragraph={{ rows: 8 }} />
  </div>
)

type PageAtProps = { place: OpenPage['place']; onReset: () => void }

/**
 * A page at its own place: the window's address moves on without it, so that a switch draws the pages behind not anew.
 * What else changes around it reaches it through contexts.
 */
const PageAt = memo(function PageAt({ place, onReset }: PageAtProps) {
  const pages = usePages((state) => state.pages)
  const found = useMemo(() => findPage(pages, place.pathname), [pages, place.pathname])
  const here = useMemo(
    () => ({ location: { ...place, state: null, key: 'default' }, navigationType: NavigationType.Pop }),
    [place],
  )
  if (!found) return null
  const Page = lazyPage(found)
  const pattern = found.pattern.endsWith('*') ? found.pattern : `${found.pattern}/*`
  const handleReset = () => {
    forgetPage(found.pattern)
    onReset()
  }
  return (
    <PageBoundary onReset={handleReset}>
      <Suspense fallback={<Waiting />}>
        <LocationContext value={here}>
          <Routes>
            <Route path={pattern} element={<Page />} />
          </Routes>
        </LocationContext>
      </Suspense>
    </PageBoundary>
  )
})

const nothing = () => undefined

type FrameProps = { page: OpenPage; isShown: boolean; isActive: boolean; go: Go }

function useLeave(key: string, go: Go): LeavePage {
  return useCallback(
    (address) => {
      closeAfterMove(key)
      go(address)
    },
    [key, go],
  )
}

const Frame = memo(function Frame({ page, isShown, isActive, go }: FrameProps) {
  const { key } = page
  const leave = useLeave(key, go)
  const handleReset = useCallback(() => changeTabs((state) => refresh(state, key)), [key])
  // the mark goes with the page; while it only sleeps, this component stays mounted
  useEffect(() => () => forgetUnsaved(key), [key])
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <TabKeyContext value={key}>
        <ActiveContext value={isActive && isShown}>
          <LeavePageContext value={leave}>
            <div className="page-box" data-page={key}>
              <PageAt place={page.place} onReset={handleReset} />
            </div>
          </LeavePageContext>
        </ActiveContext>
      </TabKeyContext>
    </Activity>
  )
})

type Over = { header: Here['header']; title: string | null }

/** What stands over a page, which changes in one picture with it: its way back, or its title for those who see no tab. */
function useOver({ target, header }: Here, shown: string): Over {
  const title = target !== null && target.page.key !== HOME ? target.page.title : null
  const next = useMemo(() => ({ header, title }), [header, title])
  const [over, setOver] = useState<Over>(next)
  const isLeaving = target !== null && target.page.key !== shown
  if (!isLeaving && over !== next) setOver(next)
  return over
}

export function Workbench({ here, flow }: { here: Here; flow: TabsFlow }) {
  const { target, found, place, verdict } = here
  const state = useTabs()
  const go = useGo()
  const texts = useTexts()
  // leaving takes two renders: first the page learns that it is not in front and closes its pop-ups, then it is hidden
  const [shown, setShown] = useState(state.front)
  useEffect(() => setShown(state.front), [state.front])
  const { header, title } = useOver(here, shown)
  // in an order that no switch changes: an element that is moved loses its scroll, and a frame in it loads again
  const mounted = state.mounted.toSorted()

  return (
    <main className="workbench" aria-label={texts.pageContent}>
      {header && <TwoLevelHeader title={header.title} onBack={() => flow.goBack(header.back)} />}
      {!header && title !== null && <h1 className="workbench-title">{title}</h1>}
      {mounted.map((key) => {
        const page = findPageOf(state, key)
        if (!page) return null
        const [isShown, isActive] = [shown === key, state.front === key]
        return <Frame key={`${key} ${page.round}`} page={page} isShown={isShown} isActive={isActive} go={go} />
      })}
      {!target && found && state.front === '' && (
        <div className="page-box" key={place.pathname}>
          {verdict === 'forbidden' ? <ForbiddenPage /> : <PageAt place={place} onReset={nothing} />}
        </div>
      )}
    </main>
  )
}
