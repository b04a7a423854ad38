// Hidden pages send no requests. Reads check this mutable flag, so switching pages does not re-render them.
import type { QueryCache, QueryObserver } from '@tanstack/react-query'
import { createContext } from 'react'

/** One for each kept page; only `setAwake` changes it. */
export type Sleep = { isAwake: boolean }

declare module '@tanstack/react-query' {
  interface Register {
    /** The page that owns the query. */
    queryMeta: { sleep?: Sleep }
  }
}

/** Components outside the kept pages are always awake. */
export const SleepContext = createContext<Sleep>({ isAwake: true })

function isDue(observer: QueryObserver): boolean {
  const query = observer.getCurrentQuery()
  const { enabled = true, staleTime = 0 } = observer.options
  const isWanted = typeof enabled === 'function' ? enabled(query) : enabled
  return isWanted && query.isStaleByTime(typeof staleTime === 'function' ? staleTime(query) : staleTime)
}

/** Pauses or resumes a page's queries: back in front, it refetches stale ones and continues polling. */
export function setAwake(cache: QueryCache, sleep: Sleep, isAwake: boolean): void {
  if (sleep.isAwake === isAwake) return
  sleep.isAwake = isAwake
  for (const observer of cache.getAll().flatMap(({ observers }) => observers)) {
    if (observer.options.meta?.sleep !== sleep) continue
    // setOptions makes the observer evaluate `refetchInterval` again
    observer.setOptions(observer.options)
    if (isAwake && isDue(observer)) void observer.refetch({ cancelRefetch: false })
  }
}
