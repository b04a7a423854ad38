// One page, loaded lazily, with its own location and error boundary.
import { Skeleton } from 'antd'
import { memo, Suspense, useMemo } from 'react'
import { Route, Routes } from 'react-router'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { findPage, lacksRecord, type PageEntry } from '#web/lib/page.ts'
import { usePages } from '#web/lib/session/menus.ts'
import type { OpenPage } from '../tabs/tabs.rules.ts'
import { useTexts } from '../texts/texts.ts'
import { forgetPage, lazyPage } from './lazy-page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { type Popups, PopupsIn } from './page-popups.tsx'
import { lookAgain, useAway } from './reach.ts'
import { StatusPage } from './status-page.tsx'

function Waiting() {
  const { broken } = useTexts()
  if (useAway()) {
    const action = { label: broken.again, onClick: lookAgain }
    return <StatusPage code="500" title={broken.unreachedTitle} text={broken.unreachedText} action={action} />
  }
  return (
    <div className="page-waiting">
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  )
}

/** For a page of a record whose address names none. */
function NoRecord({ back, parent }: PageEntry) {
  const { states } = useTexts()
  const leave = useLeavePage()
  const action = { label: states.toList, onClick: () => leave(back ?? parent ?? '/') }
  return <StatusPage code="404" {...states.noRecord} action={action} />
}

type PageAtProps = { place: OpenPage['place']; onReset: () => void; popups?: Popups }

/**
 * Renders a page at its own location, independent of the window's address, so that a switch does not re-render the
 * pages behind. Other changes reach it through contexts.
 */
export const PageAt = memo(function PageAt({ place, onReset, popups }: PageAtProps) {
  const pages = usePages((state) => state.pages)
  const found = useMemo(() => findPage(pages, place.pathname), [pages, place.pathname])
  if (!found) return null
  if (lacksRecord(found.entry, place.search)) return <NoRecord {...found.entry} />
  const Page = lazyPage(found)
  const pattern = found.pattern.endsWith('*') ? found.pattern : `${found.pattern}/*`
  const handleReset = () => {
    forgetPage(found.pattern)
    onReset()
  }
  return (
    <PageBoundary onReset={handleReset}>
      <Suspense fallback={<Waiting />}>
        <PopupsIn popups={popups}>
          <Routes location={place}>
            <Route path={pattern} element={<Page />} />
          </Routes>
        </PopupsIn>
      </Suspense>
    </PageBoundary>
  )
})
