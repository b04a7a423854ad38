// The bar of an impersonation's window; other windows do not even load it.
import { lazy, Suspense } from 'react'
import { isImpersonating } from '../../lib/session/impersonation.ts'

const ImpersonationBar = lazy(() => import('./impersonation-bar.tsx'))

export const ImpersonationNotice = () =>
  isImpersonating() ? (
    <Suspense>
      <ImpersonationBar />
    </Suspense>
  ) : null
