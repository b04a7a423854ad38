// Tells every process on the database that something changed (PostgreSQL LISTEN/NOTIFY, ids only).
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { SubProductKey } from '#contract/sub-products.ts'
import { type Connection, type Executor, openClient, type Tx } from '#server/db/connection.ts'

/**
 * `sessions` ended, `users` whose account or rights changed, `permissions` of everybody (roles, menus); `priceEntries`: drafts of prices, `priceEditors` who is in which row, `priceReviews`: their queue, `priceReviewers` who is at it; `dues`: what is
 * expected of the day; `articles`: their lists and their queue; `presence` in these articles; `messages` of the outbox; `apiKeys` revoked; `pushes`: rows of push_messages for whoever has their receivers connected, new or `settled`; `queued`, `cancelling` and other changed `jobs`.
 */
export type Change =
  | { type: 'sessions' | 'users' | 'pushes' | 'settled' | 'queued' | 'cancelling' | 'jobs' | 'presence'; ids: string[] }
  | {
      type:
        | 'permissions'
        | 'priceEntries'
        | 'priceEditors'
        | 'priceReviews'
        | 'priceReviewers'
        | 'dues'
        | 'articles'
        | 'messages'
        | 'apiKeys'
    }
  | {
      /** Sent by the database as it numbers changes (migration `entitlements`); `accounts` null: more than fit. */
      type: 'entitlements'
      subProduct: SubProductKey
      from: string
      to: string
      accounts: string[] | null
    }

type Listener = (change: Change) => void

/** Changes that invalidate caches of the processes. */
const cached = new Set<Change['type']>(['sessions', 'users', 'permissions', 'apiKeys'])

const CHANNEL = 'console_changes'
/** What its connection is called in pg_stat_activity. */
export const LISTENER = 'console listener'
/** A notification holds 8,000 bytes; this many 19-digit ids fit. */
const IDS_PER_NOTICE = 300
const RETRY_MS = 500
const PROBE_MS = 5_000

export type Bus = {
  /** False while changes of other processes would be missed: then no cache may be trusted. */
  isListening: () => boolean
  onChange: (listener: Listener) => void
  /** Called after each gap in listening. */
  onReset: (listener: () => void) => void
  /** Sent on commit: a change that is rolled back is not announced. */
  notify: (tx: Tx, change: Change) => Promise<void>
  /**
   * Passes a change that affects caches to the listeners of this process right after the commit; others arrive as
   * notifications.
   */
  apply: (change: Change) => void
  close: () => Promise<void>
}

function parts(change: Change): Change[] {
  if (!('ids' in change)) return [change]
  const pieces: Change[] = []
  for (let from = 0; from < change.ids.length; from += IDS_PER_NOTICE) {
    pieces.push({ type: change.type, ids: change.ids.slice(from, from + IDS_PER_NOTICE) })
  }
  return pieces
}

/** Sent on commit, for callers without a `Bus`. */
export async function notifyChange(tx: Executor, change: Change): Promise<void> {
  for (const part of parts(change)) await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(part)})`)
}

export async function openBus(connection: Connection, log: Logger): Promise<Bus> {
  const changeListeners: Listener[] = []
  const resetListeners: (() => void)[] = []
  let client = openClient(connection, LISTENER)
  let listening = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const receive = (change: Change) => {
    for (const listener of changeListeners) listener(change)
  }

  const lost = () => {
    if (!listening && timer) return
    listening = false
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void listen().catch(() => lost()), RETRY_MS)
  }

  /** A connection can die silently; one whose probe is not answered in time counts as lost. */
  const probe = () => {
    timer = setTimeout(() => {
      const late = setTimeout(() => client.connection.stream.destroy(), PROBE_MS)
      client.query('select 1').then(
        () => {
          clearTimeout(late)
          if (listening) probe()
        },
        () => clearTimeout(late),
      )
    }, PROBE_MS)
  }

  async function listen(): Promise<void> {
    timer = undefined
    const fresh = openClient(connection, LISTENER)
    client = fresh
    fresh.on('error', (error) => log.warn({ err: error }, 'listening connection lost'))
    fresh.on('end', () => {
      if (client === fresh) {
        clearTimeout(timer)
        timer = undefined
        lost()
      }
    })
    fresh.on('notification', ({ payload }) => {
      if (payload) receive(JSON.parse(payload) as Change)
    })
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    for (const reset of resetListeners) reset()
    listening = true
    probe()
  }

  await listen()

  return {
    isListening: () => listening,
    onChange: (listener) => changeListeners.push(listener),
    onReset: (listener) => resetListeners.push(listener),
    notify: notifyChange,
    apply: (change) => {
      if (cached.has(change.type)) receive(change)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client.end().catch(() => {})
    },
  }
}
