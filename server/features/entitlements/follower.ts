// Follows the feeds in this process: accounts that changed leave the cache, waiting readers are woken. Notifications make it quick; what is
// believed rests on reading where the feeds stand, as a dead connection is noticed seconds too late.
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Core } from '#server/core/core.ts'
import { changedAccounts, readFeeds } from './feed.queries.ts'

/** How often the feeds are read while somebody asks or waits, ms. */
const EVERY_MS = 400
/** How old that reading may be for cached answers, ms: below the second after which a commit must show. */
const TRUSTED_MS = 900
/** After the last question the reading goes on so long, ms. */
const IDLE_MS = 3_000
/** Beyond that many changed accounts at once the whole cache is emptied. */
const DROPPED_MOST = 5_000

type Notice = { subProduct: SubProductKey; from: string; to: string; accounts: string[] | null }

export type Follower = {
  /** The day in Asia/Shanghai; whatever the cache holds is at most a second older than the database. Throws without it. */
  settle: () => Promise<string>
  /** Resolves when the feed has passed a number, or after so long, or when `signal` aborts or the server stops. */
  passed: (subProduct: SubProductKey, after: number, ms: number, signal: AbortSignal) => Promise<void>
  waiting: () => number
  isStopped: () => boolean
  stop: () => void
}

/** @param drop forgets these accounts; null: all */
export function createFollower(
  { db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>,
  drop: (accounts: readonly string[] | null) => void,
): Follower {
  const positions = new Map<SubProductKey, number>()
  const waiters = new Set<{ subProduct: SubProductKey; after: number; wake: () => void }>()
  let day = ''
  /** When the last reading was sent, on the steady clock; it reflects every commit before. */
  let readAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const advance = (subProduct: SubProductKey, to: number) => {
    positions.set(subProduct, to)
    for (const waiter of waiters) if (waiter.subProduct === subProduct && to > waiter.after) waiter.wake()
  }

  async function read(): Promise<void> {
    const sentAt = performance.now()
    const known = new Map(positions)
    const feeds = await readFeeds(db)
    const isFirst = readAt === Number.NEGATIVE_INFINITY
    for (const [subProduct, number] of feeds.numbers) {
      const position = positions.get(subProduct) ?? 0
      if (number > position && !isFirst) {
        const range = { after: position, upTo: number, limit: DROPPED_MOST + 1 }
        const changed = await changedAccounts(db, subProduct, range)
        drop(changed.length > DROPPED_MOST ? null : changed)
      }
      if (number > position) advance(subProduct, number)
    }
    // every commit before the reading is in it: where a number went back, another database was restored under us
    if ([...known].some(([subProduct, position]) => position > (feeds.numbers.get(subProduct) ?? 0))) {
      positions.clear()
      for (const [subProduct, number] of feeds.numbers) positions.set(subProduct, number)
      drop(null)
    }
    day = feeds.day
    readAt = sentAt
  }

  const refresh = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  const isWanted = () => !stopped && (waiters.size > 0 || performance.now() - askedAt < IDLE_MS)
  function keepReading(): void {
    if (timer || !isWanted()) return
    timer = setTimeout(() => {
      timer = undefined
      refresh()
        .catch((error: unknown) => log.warn({ err: error }, 'the feeds of entitlements were not read'))
        .finally(keepReading)
    }, EVERY_MS)
  }

  function notice({ subProduct, from, to, accounts }: Notice): void {
    const position = positions.get(subProduct) ?? 0
    if (Number(to) <= position) return
    drop(accounts)
    // after a gap the next reading looks what is missing
    if (Number(from) === position + 1) advance(subProduct, Number(to))
    else if (isWanted()) void refresh().catch(() => {})
  }

  bus.onChange((change) => {
    if (change.type === 'entitlements' && readAt !== Number.NEGATIVE_INFINITY) notice(change)
  })

  return {
    settle: async () => {
      askedAt = performance.now()
      keepReading()
      if (performance.now() - readAt > TRUSTED_MS) await refresh()
      return day
    },
    passed: async (subProduct, after, ms, signal) => {
      if (stopped || signal.aborted) return
      await refresh()
      if ((positions.get(subProduct) ?? 0) > after) return
      await new Promise<void>((resolve) => {
        const waiter = { subProduct, after, wake: () => end() }
        const late = setTimeout(() => end(), ms)
        const end = () => {
          clearTimeout(late)
          signal.removeEventListener('abort', end)
          waiters.delete(waiter)
          resolve()
        }
        signal.addEventListener('abort', end)
        waiters.add(waiter)
        keepReading()
      })
    },
    waiting: () => waiters.size,
    isStopped: () => stopped,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      for (const { wake } of waiters) wake()
    },
  }
}
