// Which external page an address of /myiframe means: an entry of the list by its name, or an address below one (spec §2).
import type { Frame } from '../../../contract/system/frames.ts'
import { hasHttpPrefix } from '../../../contract/validation.ts'

/** `below` ends where a path part ends: `/board` holds `/board/1`, not `/boards`. */
const isBelow = (path: string, base: string) => path === base || path.startsWith(base.endsWith('/') ? base : `${base}/`)

/** The page to embed, or null for everything that is not on the list: `javascript:`, `data:`, another host. */
export function frameOf(allowed: readonly Frame[], routerPath: string): Frame | null {
  const named = allowed.find(({ name }) => name === routerPath)
  if (named) return named
  if (!hasHttpPrefix(routerPath) || !URL.canParse(routerPath)) return null
  const wanted = new URL(routerPath)
  // A name and a password before the host are how look-alikes are written.
  if (wanted.username || wanted.password) return null
  const over = allowed.find(({ address }) => {
    const { origin, pathname } = new URL(address)
    return origin === wanted.origin && isBelow(wanted.pathname, pathname)
  })
  return over ? { name: over.name, address: wanted.href } : null
}
