// Root of the console: redirects to /login without a session, else loads the permissions and shows the shell (§4, §2).
import { Button, Spin } from 'antd'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { findPage } from '#web/lib/page.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { keepPermissionsFresh, loadPermissions, usePermissions } from '#web/lib/session/permissions.ts'
import { isLeavingPage, loginAddress, useSession } from '#web/lib/session/session.ts'
import { signOutHere } from '#web/lib/session/sign-out.ts'
import { TITLE_SUFFIX } from '#web/lib/site.ts'
import { lazyPage } from './pages/lazy-page.ts'
import { PageBoundary } from './pages/page-boundary.tsx'
import { StatusPage } from './pages/status-page.tsx'
import { ImpersonationNotice } from './person/impersonation-notice.tsx'
import { Shell } from './shell.tsx'
import { useTexts } from './texts/texts.ts'
import { useVisits } from './use-visits.ts'

const ACTIVITY = ['pointerdown', 'keydown', 'focus'] as const

/** spec §4 "Permission time": reloads on the first activity after it has passed; idle windows renew no session. */
function useFreshPermissions(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: check on each navigation
  useEffect(() => void keepPermissionsFresh(), [pathname])
  useEffect(() => {
    const handleActivity = () => void keepPermissionsFresh()
    // capture: keys that a menu stops from bubbling are activity as well
    for (const type of ACTIVITY) window.addEventListener(type, handleActivity, { capture: true })
    return () => {
      for (const type of ACTIVITY) window.removeEventListener(type, handleActivity, { capture: true })
    }
  }, [])
}

function SignedIn() {
  const { states, signOut } = useTexts()
  const status = usePermissions((state) => state.status)
  useEffect(() => void loadPermissions(), [])
  useFreshPermissions()
  useVisits()
  if (status === 'ready') {
    return (
      <PageBoundary onReset={() => location.reload()}>
        <Shell />
      </PageBoundary>
    )
  }
  if (status === 'loading') return <Starting />
  return (
    <main className="shell-start">
      <ImpersonationNotice />
      <StatusPage
        code="500"
        {...states.notLoaded}
        action={{ label: states.retry, onClick: () => void loadPermissions() }}
        extra={
          <Button type="link" onClick={() => void signOutHere()}>
            {signOut}
          </Button>
        }
      />
    </main>
  )
}

const Starting = () => (
  <div className="shell-start">
    <Spin delay={200} />
  </div>
)

/** Public pages without the shell; everything else redirects to /login and back. */
function SignedOut() {
  const { pathname } = useLocation()
  const found = findPage(
    usePages((state) => state.pages),
    pathname,
  )
  const isOpen = Boolean(found?.entry.public && !found.entry.isOwnEntry && found.pattern !== '/redirect/*')
  useEffect(() => {
    // a sign-out already navigates
    if (!isOpen && !isLeavingPage()) location.replace(loginAddress(true))
    if (isOpen) document.title = `${found?.entry.title} - ${TITLE_SUFFIX}`
  }, [isOpen, found])
  if (!isOpen || !found) return <Starting />
  const Page = lazyPage(found)
  return (
    <main className="shell-start">
      <PageBoundary onReset={() => undefined}>
        <Suspense fallback={<Starting />}>
          <Page />
        </Suspense>
      </PageBoundary>
    </main>
  )
}

export function Console() {
  return useSession() ? <SignedIn /> : <SignedOut />
}
