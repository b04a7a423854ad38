// Where a person goes after signing in: only to pages of this console, whatever the address says.
import { BASE } from '../../lib/site.ts'

const HOME = `${BASE}/`
/** Nothing honest is encoded more often than this. */
const MAX_DECODINGS = 4

/** All readings of a path: as written, and decoded until it no longer changes; null where it never settles or is broken. */
function readingsOf(path: string): string[] | null {
  const readings = [path]
  let last = path
  for (let round = 0; round < MAX_DECODINGS; round++) {
    try {
      const next = decodeURIComponent(last)
      if (next === last) return readings
      readings.push(next)
      last = next
    } catch {
      return null
    }
  }
  return null
}

function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return false
  for (const character of path) if (character < ' ' || character === '\u007f') return false
  return !path.split('/').includes('..')
}

/**
 * The address to open for a `redirect` query: a path below /backend, with or without that prefix. Anything that another
 * reader of addresses could take for another site (`//evil`, `/\evil`, `javascript:`, `http:/evil`, encoded) is home.
 */
export function safeRedirect(raw: string | null, origin: string): string {
  if (!raw) return HOME
  const path = raw.split(/[?#]/, 1)[0] ?? ''
  if (!readingsOf(path)?.every(isPlainPath)) return HOME
  for (const character of raw) if (character < ' ' || character === '\u007f') return HOME
  const inside = raw === BASE || raw.startsWith(`${BASE}/`) ? raw : BASE + raw
  const url = URL.parse(inside, origin)
  if (!url || url.origin !== origin || !url.pathname.startsWith(HOME)) return HOME
  if (/^\/backend\/login(?:\/|$)/.test(url.pathname)) return HOME
  return url.pathname + url.search + url.hash
}
