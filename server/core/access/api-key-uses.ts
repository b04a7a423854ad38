// Keys of one sub-product, which are asked thousands of times a second: kept in memory while the bus tells of revocations, their calls
// counted there and written once a second. Several processes may pass the quota by the calls of one second.
import { and, eq, sql } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import type { Config } from '#server/config.ts'
import type { Executor } from '#server/db/connection.ts'
import { apiKeyDays, apiKeys } from '#server/db/schema/core/requests.ts'
import type { Core } from '../core.ts'

type StoredKey = typeof apiKeys.$inferSelect
/** Of a key on a day. `known`: of all processes when it was last written; `pending`: of this one since. */
type Use = { keyId: string; day: string; known: number; pending: number }

const EVERY_MS = 1_000
/** TTL of keys, in case a notification was missed, ms. */
const KEPT_MS = 60_000
const KEYS_MOST = 1_000

type Needs = Pick<Core, 'db' | 'bus' | 'log' | 'config'>

export type ApiKeyUses = {
  find: (hash: string) => StoredKey | undefined
  /** @param readIn `generation` when it was read */
  keep: (hash: string, key: StoredKey, readIn: number) => void
  generation: () => number
  /** Calls of the day with this one. */
  count: (keyId: string) => Promise<number>
  /** Never rejects: what could not be written waits on. */
  flush: () => Promise<void>
}

/** The last use is written so often at most, s. */
const USE_NOTED_S = 60

export const noteUse = (db: Executor, id: string) =>
  db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(apiKeys.id, id),
        sql`coalesce(${apiKeys.lastUsedAt} < now() - make_interval(secs => ${USE_NOTED_S}), true)`,
      ),
    )

function create({ db, bus, log }: Needs): ApiKeyUses {
  const keys = new Map<string, { key: StoredKey; until: number }>()
  const uses = new Map<string, Use>()
  let generation = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const forget = () => {
    generation++
    keys.clear()
  }
  bus.onChange(({ type }) => {
    if (type === 'apiKeys') forget()
  })
  bus.onReset(forget)

  async function store(use: Use): Promise<void> {
    const { keyId, day, pending: calls } = use
    const [row] = await db
      .insert(apiKeyDays)
      .values({ keyId, day, calls })
      .onConflictDoUpdate({
        target: [apiKeyDays.keyId, apiKeyDays.day],
        set: { calls: sql`${apiKeyDays.calls} + excluded.calls` },
      })
      .returning({ calls: apiKeyDays.calls })
    use.known = row?.calls ?? 0
    use.pending -= calls
    await noteUse(db, keyId)
  }

  async function write(): Promise<void> {
    for (const [place, use] of uses) {
      if (use.pending > 0) {
        await store(use).catch((error: unknown) => {
          log.warn({ err: error }, 'calls of a key were not counted yet')
          wait()
        })
      } else if (use.day !== dayOf(Date.now())) uses.delete(place)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  function wait(): void {
    timer ??= setTimeout(() => void flush(), EVERY_MS).unref()
  }

  async function begin(keyId: string, day: string): Promise<Use> {
    const [row] = await db
      .select({ calls: apiKeyDays.calls })
      .from(apiKeyDays)
      .where(sql`${apiKeyDays.keyId} = ${keyId} and ${apiKeyDays.day} = ${day}`)
    const place = `${keyId} ${day}`
    const use = uses.get(place) ?? { keyId, day, known: row?.calls ?? 0, pending: 0 }
    uses.set(place, use)
    return use
  }

  return {
    find: (hash) => {
      const entry = bus.isListening() ? keys.get(hash) : undefined
      return entry && entry.until > performance.now() ? entry.key : undefined
    },
    keep: (hash, key, readIn) => {
      if (readIn !== generation || key.subProduct === null) return
      if (keys.size >= KEYS_MOST) keys.clear()
      keys.set(hash, { key, until: performance.now() + KEPT_MS })
    },
    generation: () => generation,
    count: async (keyId) => {
      const day = dayOf(Date.now())
      const use = uses.get(`${keyId} ${day}`) ?? (await begin(keyId, day))
      use.pending++
      wait()
      return use.known + use.pending
    },
    flush,
  }
}

const all = new WeakMap<Config, ApiKeyUses>()

/** Those of this server. */
export function apiKeyUsesOf(core: Needs): ApiKeyUses {
  const known = all.get(core.config) ?? create(core)
  all.set(core.config, known)
  return known
}
