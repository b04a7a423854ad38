// Resolves a /myiframe address to an external page: an entry by name, or an address below an entry (spec §2).
import type { Frame } from '#contract/system/frames.ts'
import { hasHttpPrefix } from '#contract/validation.ts'

/** Compares whole path segments: `/board` contains `/board/1`, not `/boards`. */
const isBelow = (path: string, base: string) => path === base || path.startsWith(base.endsWith('/') ? base : `${base}/`)

/** The page to embed, or null for anything not on the list: `javascript:`, `data:`, other hosts. */
export function frameOf(allowed: readonly Frame[], routerPath: string): Frame | null {
  const named = allowed.find(({ name }) => name === routerPath)
  if (named) return named
  if (!hasHttpPrefix(routerPath) || !URL.canParse(routerPath)) return null
  const wanted = new URL(routerPath)
  // Credentials before the host are used for spoofed addresses.
  if (wanted.username || wanted.password) return null
  const over = allowed.find(({ address }) => {
    const { origin, pathname } = new URL(address)
    return origin === wanted.origin && isBelow(wanted.pathname, pathname)
  })
  return over ? { name: over.name, address: wanted.href } : null
}
