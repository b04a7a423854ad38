// Validates the redirect after sign-in: only pages of this console.
import { BASE } from '#web/lib/site.ts'

const HOME = `${BASE}/`
/** Paths encoded more often than this are rejected as suspicious. */
const MAX_DECODINGS = 4

/** The path and all its decoded forms until stable; null if malformed or encoded too often. */
function decodedForms(path: string): string[] | null {
  const forms = [path]
  let last = path
  for (let round = 0; round < MAX_DECODINGS; round++) {
    try {
      const next = decodeURIComponent(last)
      if (next === last) return forms
      forms.push(next)
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
 * The address to open for a `redirect` query: a path below /backend, given with or without that prefix. Anything that
 * any URL parser could take for another site (`//evil`, `/\evil`, `javascript:`, `http:/evil`, encoded) goes home.
 */
export function safeRedirect(raw: string | null, origin: string): string {
  if (!raw) return HOME
  const path = raw.split(/[?#]/, 1)[0] ?? ''
  if (!decodedForms(path)?.every(isPlainPath)) return HOME
  for (const character of raw) if (character < ' ' || character === '\u007f') return HOME
  const inside = raw === BASE || raw.startsWith(`${BASE}/`) ? raw : BASE + raw
  const url = URL.parse(inside, origin)
  if (!url || url.origin !== origin || !url.pathname.startsWith(HOME)) return HOME
  if (/^\/backend\/login(?:\/|$)/.test(url.pathname)) return HOME
  return url.pathname + url.search + url.hash
}
