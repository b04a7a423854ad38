// Bars above the content: offline, and session about to expire.
import { Button } from 'antd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { errors } from '#contract/errors.ts'
import { renewNow } from '#web/lib/session/refresh.ts'
import { isExpiring } from '#web/lib/session/session.rules.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { useLossy } from '#web/lib/storage.ts'
import { useTexts } from './texts/texts.ts'

const CHECK_MS = 15_000

function followConnection(notice: () => void) {
  window.addEventListener('online', notice)
  window.addEventListener('offline', notice)
  return () => {
    window.removeEventListener('online', notice)
    window.removeEventListener('offline', notice)
  }
}

export function OfflineBar() {
  const { bars } = useTexts()
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div className="shell-bar" data-kind="warning" role="status">
      {bars.offline}
    </div>
  )
}

/** Storage full or denied: what ends with this page. */
export function StorageBar() {
  const { bars } = useTexts()
  const isLossy = useLossy()
  const [isSeen, setSeen] = useState(false)
  if (!isLossy || isSeen) return null
  return (
    <div className="shell-bar" data-kind="warning" role="status">
      {bars.lossy}
      <Button type="link" size="small" onClick={() => setSeen(true)}>
        {bars.seen}
      </Button>
    </div>
  )
}

/** spec §4: expiry warning. Any call renews the session, so the bar appears only while the person just reads. */
export function ExpiryBar() {
  const { bars } = useTexts()
  const held = useStore(sessionStore, (state) => state.held)
  const [now, setNow] = useState(() => Date.now())
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CHECK_MS)
    return () => clearInterval(timer)
  }, [])

  if (!held || !isExpiring(held, Math.max(now, held.receivedAt))) return null
  const handleStay = () => {
    setBusy(true)
    // a failure leads to a sign-out or shows in the offline bar
    renewNow(errors.signedOut.text)
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <div className="shell-bar" role="status">
      {bars.expiring}
      <Button type="link" size="small" loading={isBusy} onClick={handleStay}>
        {bars.stay}
      </Button>
    </div>
  )
}
