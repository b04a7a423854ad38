// Pages behind the one in front ask the server nothing. Their reads look here, instead of being drawn anew at each switch.
import type { QueryCache, QueryObserver } from '@tanstack/react-query'
import { createContext } from 'react'

/** Of one kept page; changed by `setAwake` alone. */
export type Sleep = { isAwake: boolean }

declare module '@tanstack/react-query' {
  interface Register {
    /** The page that reads. */
    queryMeta: { sleep?: Sleep }
  }
}

/** What stands outside the kept pages never sleeps. */
export const SleepContext = createContext<Sleep>({ isAwake: true })

function isDue(observer: QueryObserver): boolean {
  const query = observer.getCurrentQuery()
  const { enabled = true, staleTime = 0 } = observer.options
  const isWanted = typeof enabled === 'function' ? enabled(query) : enabled
  return isWanted && query.isStaleByTime(typeof staleTime === 'function' ? staleTime(query) : staleTime)
}

/** In front again, a page asks for what is old by now, and goes on asking for what it asks again and again. */
export function setAwake(cache: QueryCache, sleep: Sleep, isAwake: boolean): void {
  if (sleep.isAwake === isAwake) return
  sleep.isAwake = isAwake
  for (const observer of cache.getAll().flatMap(({ observers }) => observers)) {
    if (observer.options.meta?.sleep !== sleep) continue
    // given again, the interval is looked at anew
    observer.setOptions(observer.options)
    if (isAwake && isDue(observer)) void observer.refetch({ cancelRefetch: false })
  }
}
