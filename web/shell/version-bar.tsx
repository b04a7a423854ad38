// A prompt, never a reload by itself, when a new release has been deployed: open pages go on, and may hold input.
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { BASE, RELEASE } from '../lib/site.ts'
import { useTexts } from './texts/texts.ts'

/** False where it is unknown: no connection, or a server that names no release (development). */
async function isOutdated(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    // not HEAD: Chromium reports its reply as aborted
    const reply = await fetch(`${BASE}/`, { cache: 'no-store' })
    await reply.text()
    const served = reply.headers.get('x-release')
    return served !== null && served !== RELEASE
  } catch {
    return false
  }
}

const CHECK_MS = 300_000
/** Coming back to the window asks at most this often, ms. */
const FOCUS_MS = 60_000

export function VersionBar() {
  const texts = useTexts()
  const [isOld, setOld] = useState(false)

  useEffect(() => {
    if (isOld) return
    let askedAt = Date.now()
    const ask = () => {
      askedAt = Date.now()
      void isOutdated().then((found) => found && setOld(true))
    }
    const handleFocus = () => {
      if (Date.now() - askedAt >= FOCUS_MS) ask()
    }
    const timer = setInterval(ask, CHECK_MS)
    window.addEventListener('focus', handleFocus)
    // a missing page chunk is the sign of a deployment
    window.addEventListener('vite:preloadError', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', handleFocus)
      window.removeEventListener('vite:preloadError', ask)
    }
  }, [isOld])

  if (!isOld) return null
  return (
    <div className="shell-bar" role="status">
      {texts.newRelease}
      <Button type="link" size="small" onClick={() => location.reload()}>
        {texts.reload}
      </Button>
    </div>
  )
}
