// Whether a newer release than this page's has been deployed meanwhile: the pages' header says which one is served.
import { BASE, RELEASE } from './site.ts'

/** False where nobody can say: no connection, or a server that names no release (development). */
export async function isOutdated(): Promise<boolean> {
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
