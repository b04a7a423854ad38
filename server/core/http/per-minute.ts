// How many different things of one key came in the current minute, in this process: limits by what a request turned out to
// be, which a limit on requests cannot tell.
const MINUTE_MS = 60_000

export type PerMinute = {
  isFull: (key: string) => boolean
  /** Whether this one is within the limit; the same again counts once. */
  admits: (key: string, item: string) => boolean
}

export function perMinute(limit: number): PerMinute {
  let minute = 0
  let seen = new Map<string, Set<string>>()
  /** Undefined where nothing came in this minute: whoever only asks leaves nothing behind. */
  const itemsOf = (key: string): Set<string> | undefined => {
    const now = Math.floor(Date.now() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      seen = new Map()
    }
    return seen.get(key)
  }
  return {
    isFull: (key) => (itemsOf(key)?.size ?? 0) >= limit,
    admits: (key, item) => {
      const items = itemsOf(key) ?? new Set()
      if (items.has(item)) return true
      if (items.size >= limit) return false
      items.add(item)
      seen.set(key, items)
      return true
    },
  }
}
