// Loads the dialog over a page whose session has ended, once one has.
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { type Asked, giveUpRenewal, useAskedToRenew } from '#web/lib/session/renewal.ts'

/** Without its code, as after a new version was deployed, the session ends as it would have without the dialog. */
function NotLoaded() {
  useEffect(giveUpRenewal, [])
  return null
}

const RenewDialog = lazy<ComponentType<Asked>>(() => import('./renew-dialog.tsx').catch(() => ({ default: NotLoaded })))

export function RenewSession() {
  const asked = useAskedToRenew()
  if (!asked) return null
  return (
    <Suspense>
      <RenewDialog key={asked.userId} {...asked} />
    </Suspense>
  )
}
