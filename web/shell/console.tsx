// The way in: who is not signed in leaves to /login, who is waits for the permissions; then the shell (spec §4, §2).
import { Button, Spin } from 'antd'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { findPage } from '../lib/page.ts'
import { usePages } from '../lib/session/menus.ts'
import { keepPermissionsFresh, loadPermissions, usePermissions } from '../lib/session/permissions.ts'
import { isLeavingPage, loginAddress, useSession } from '../lib/session/session.ts'
import { signOutHere } from '../lib/session/sign-out.ts'
import { TITLE_SUFFIX } from '../lib/site.ts'
import { lazyPage } from './pages/lazy-page.ts'
import { PageBoundary } from './pages/page-boundary.tsx'
import { StatusPage } from './pages/status-page.tsx'
import { ImpersonationNotice } from './person/impersonation-notice.tsx'
import { Shell } from './shell.tsx'
import { useTexts } from './texts/texts.ts'
import { useVisits } from './use-visits.ts'

const ACTIVITY = ['pointerdown', 'keydown', 'focus'] as const

/** spec §4 "Permission time": loaded again on the first act after it has passed; an idle window does not renew the session. */
function useFreshPermissions(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is a moment to ask
  useEffect(() => void keepPermissionsFresh(), [pathname])
  useEffect(() => {
    const handleActivity = () => void keepPermissionsFresh()
    // on the way down: a menu that keeps its keys to itself is activity as well
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

/** Pages that need no signing in stand alone; everything else leads to /login and back. */
function SignedOut() {
  const { pathname } = useLocation()
  const found = findPage(
    usePages((state) => state.pages),
    pathname,
  )
  const isOpen = Boolean(found?.entry.public && !found.entry.isOwnEntry && found.pattern !== '/redirect/*')
  useEffect(() => {
    // signing out navigates by itself
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
