// Prompts to reload after a new release was deployed. Never reloads by itself: open pages may hold input.
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { BASE, RELEASE } from '#web/lib/site.ts'
import { useTexts } from './texts/texts.ts'

/** False if unknown: offline, or a server without a release header (development). */
async function isOutdated(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    // not HEAD: Chromium reports the reply as aborted
    const reply = await fetch(`${BASE}/`, { cache: 'no-store' })
    await reply.text()
    const served = reply.headers.get('x-release')
    return served !== null && served !== RELEASE
  } catch {
    return false
  }
}

const CHECK_MS = 300_000
/** Minimum time between checks on window focus, ms. */
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
    // a missing chunk indicates a deployment
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
