// Openings wait in memory and are written each half second, or 500 at once: a link that thousands open costs the console two
// transactions a second. A process that is killed loses what came in since, two seconds at most.
import { dayOf } from '#contract/days.ts'
import type { Config } from '#server/config.ts'
import type { Core } from '#server/core/core.ts'
import { type Fetches, storeVisits, type Visit } from './visits.queries.ts'

const EVERY_MS = 500
const AT_ONCE = 500
/** While the database is away; further openings are dropped and counted, rows. */
const WAITING_MOST = 20_000

export type VisitBuffer = {
  add: (visit: Visit) => void
  /** The page was sent to something. */
  addFetch: (shareId: string, now?: number) => void
  /** Openings that were dropped since the start. */
  dropped: () => number
  /** Writes what waits. Never rejects: what could not be written waits on. */
  flush: () => Promise<void>
}

function createBuffer({ db, log }: Pick<Core, 'db' | 'log'>): VisitBuffer {
  let visits = new Map<string, Visit>()
  let fetches = new Map<string, Fetches>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let dropped = 0

  const put = (visit: Visit) => {
    const key = `${visit.shareId} ${visit.visit}`
    const before = visits.get(key)
    if (!before && visits.size >= WAITING_MOST) {
      dropped++
      return
    }
    // the first report of an opening says from where, later ones how long
    visits.set(key, before ? { ...before, seconds: Math.max(before.seconds, visit.seconds) } : visit)
  }
  const storeFetches = ({ shareId, day, count }: Fetches) => {
    const key = `${shareId} ${day}`
    fetches.set(key, { shareId, day, count: (fetches.get(key)?.count ?? 0) + count })
  }

  async function write(): Promise<void> {
    if (visits.size + fetches.size === 0) return
    const [opened, fetched] = [visits, fetches]
    visits = new Map()
    fetches = new Map()
    try {
      await storeVisits(db, [...opened.values()], [...fetched.values()])
    } catch (error) {
      log.warn({ err: error }, 'openings of shares were not written yet')
      const since = [...visits.values()]
      visits = opened
      for (const visit of since) put(visit)
      for (const each of fetched.values()) storeFetches(each)
      // not at once, however many wait: a database that refuses is not asked without a pause
      later()
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  function later(): void {
    timer ??= setTimeout(() => void flush(), EVERY_MS).unref()
  }

  function wait(): void {
    // once when so many wait, as each one more would write what is being written already
    if (visits.size === AT_ONCE) void flush()
    else later()
  }

  return {
    add: (visit) => {
      put(visit)
      wait()
    },
    addFetch: (shareId, now = Date.now()) => {
      storeFetches({ shareId, day: dayOf(now), count: 1 })
      wait()
    },
    dropped: () => dropped,
    flush,
  }
}

const buffers = new WeakMap<Config, VisitBuffer>()

/** The buffer of this server. */
export function visitBufferOf(core: Core): VisitBuffer {
  const known = buffers.get(core.config) ?? createBuffer(core)
  buffers.set(core.config, known)
  return known
}
