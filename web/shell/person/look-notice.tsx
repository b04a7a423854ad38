// The bar of a look's window; other windows do not even load it.
import { lazy, Suspense } from 'react'
import { isLooking } from '../../lib/session/look.ts'

const LookBar = lazy(() => import('./look-bar.tsx'))

export const LookNotice = () =>
  isLooking() ? (
    <Suspense>
      <LookBar />
    </Suspense>
  ) : null
