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
  const itemsOf = (key: string): Set<string> => {
    const now = Math.floor(Date.now() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      seen = new Map()
    }
    const items = seen.get(key) ?? new Set()
    seen.set(key, items)
    return items
  }
  return {
    isFull: (key) => itemsOf(key).size >= limit,
    admits: (key, item) => {
      const items = itemsOf(key)
      if (items.has(item)) return true
      if (items.size >= limit) return false
      items.add(item)
      return true
    },
  }
}
