// Loads the impersonation bar, only in windows that impersonate.
import { lazy, Suspense } from 'react'
import { isImpersonating } from '#web/lib/session/impersonation.ts'

const ImpersonationBar = lazy(() => import('./impersonation-bar.tsx'))

export const ImpersonationNotice = () =>
  isImpersonating() ? (
    <Suspense>
      <ImpersonationBar />
    </Suspense>
  ) : null
