// The open pages: the one in front is visible, kept ones behind it sleep in an Activity, each with its own location,
// its own scroll box and its own error boundary.
import { Skeleton } from 'antd'
import { Activity, memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Route, Routes, useNavigate } from 'react-router'
import { ActiveContext } from '../lib/active.ts'
import { type LeavePage, LeavePageContext } from '../lib/leave-page.ts'
import { HOME } from '../lib/menu.rules.ts'
import { usePages } from '../lib/menus.ts'
import { findPage } from '../lib/page.ts'
import { forgetUnsaved, TabKeyContext } from '../lib/unsaved.ts'
import ForbiddenPage from './forbidden-page.tsx'
import { forgetPage, lazyPage } from './lazy-page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { findTab, refresh, type Tab } from './tabs.rules.ts'
import { closeAfterMove, useTabs } from './tabs.ts'
import type { Here } from './use-place.ts'

const Waiting = () => (
  <div className="page-waiting">
    <Skeleton active paragraph={{ rows: 8 }} />
  </div>
)

function PageAt({ place, onReset }: { place: Tab['place']; onReset: () => void }) {
  const pages = usePages((state) => state.pages)
  const found = useMemo(() => findPage(pages, place.pathname), [pages, place.pathname])
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
        <Routes location={place}>
          <Route path={pattern} element={<Page />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  )
}

type FrameProps = { tab: Tab; isShown: boolean; isActive: boolean }

function useLeave(key: string): LeavePage {
  const navigate = useNavigate()
  return useCallback(
    (address) => {
      closeAfterMove(key)
      void navigate(address)
    },
    [key, navigate],
  )
}

const Frame = memo(function Frame({ tab, isShown, isActive }: FrameProps) {
  const { key } = tab
  const leave = useLeave(key)
  // the mark goes with the page; while it only sleeps, this component stays mounted
  useEffect(() => () => forgetUnsaved(key), [key])
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <TabKeyContext value={key}>
        <ActiveContext value={isActive && isShown}>
          <LeavePageContext value={leave}>
            <div className="page-box">
              <PageAt place={tab.place} onReset={() => useTabs.setState((state) => refresh(state, key))} />
            </div>
          </LeavePageContext>
        </ActiveContext>
      </TabKeyContext>
    </Activity>
  )
})

export function Workbench({ here }: { here: Here }) {
  const state = useTabs()
  // leaving takes two renders: first the page learns that it is not in front and closes its pop-ups, then it is hidden
  const [shown, setShown] = useState(state.active)
  useEffect(() => setShown(state.active), [state.active])
  // in an order that no switch changes: an element that is moved loses its scroll, and a frame in it loads again
  const mounted = state.mounted.toSorted()

  return (
    <main className="workbench" aria-label="页面内容">
      {here.tab && here.tab.key !== HOME && <h1 className="workbench-title">{here.tab.title}</h1>}
      {mounted.map((key) => {
        const tab = findTab(state, key)
        if (!tab) return null
        return <Frame key={`${key} ${tab.round}`} tab={tab} isShown={shown === key} isActive={state.active === key} />
      })}
      {!here.tab && here.found && (
        <div className="page-box" key={here.place.pathname}>
          {here.verdict === 'forbidden' ? <ForbiddenPage /> : <PageAt place={here.place} onReset={() => undefined} />}
        </div>
      )}
    </main>
  )
}
