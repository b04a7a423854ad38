// The pool and Drizzle on it. Transactions are passed as a parameter, never found in a hidden global.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type PoolTurns, poolTurns, type Turn } from './pool-turns.ts'

export type Connection = pg.ClientConfig
export type Db = NodePgDatabase & { $client: pg.Pool }
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** Either: for queries that serve inside and outside of a transaction. */
export type Executor = Db | Tx

/** Limits that keep one slow statement or forgotten transaction from holding a connection for ever, ms. */
const limits = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** How long a statement waits for a lock, ms: somebody sits before a request, nobody before a job. */
export const LOCK_TIMEOUT_MS = { request: 5_000, background: 10_000 } as const

/** PostgreSQL applies those limits; this one is for when it has stopped or the network drops all packets, s. */
const SILENT_S = 20

/**
 * Cuts a connection in use without incoming data for that long. Counts ticks, as the event loop may have been blocked.
 */
function cutSilent(pool: pg.Pool): void {
  const inUse = new Map<pg.PoolClient, { bytes: number; ticks: number }>()
  pool.on('acquire', (client) => inUse.set(client, { bytes: -1, ticks: 0 }))
  pool.on('release', (_error, client) => inUse.delete(client))
  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer)
    for (const [client, seen] of inUse) {
      const { stream } = (client as pg.PoolClient & pg.Client).connection
      const isSilent = seen.bytes === (stream as Socket).bytesRead
      seen.bytes = (stream as Socket).bytesRead
      seen.ticks = isSilent ? seen.ticks + 1 : 0
      if (seen.ticks >= SILENT_S) stream.destroy()
    }
  }, 1_000)
  timer.unref()
}

/** Days and times are those of Shanghai, wherever the server runs. */
const timezone = { options: '-c timezone=Asia/Shanghai' }

/** The transaction that the running code is in; it outlives its end in timers and promises that began in it. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Work that is started in a transaction and is not part of it: it may take a connection of its own. */
export const outsideTransaction = <T>(work: () => Promise<T>): Promise<T> => transactions.exit(async () => await work())

/** Told of code in a transaction that takes a second connection: as many of them as the pool is large wait for each other. */
export type OnSecond = (error: Error) => void
const refuseSecond: OnSecond = (error) => {
  throw error
}

/** For production: the call is served, and the log names the first place. */
export function logSecondOnce(log: { error: (fields: { err: Error }, text: string) => void }): OnSecond {
  let isLogged = false
  return (error) => {
    if (isLogged) return
    isLogged = true
    log.error({ err: error }, error.message)
  }
}

/** What the running code is part of: work of one kind has at most half of a pool (pool-turns.ts). */
const kinds = new AsyncLocalStorage<string>()
export const ofKind = <T>(kind: string, work: () => T): T => kinds.run(kind, work)

type Connected = Parameters<Exclude<Parameters<pg.Pool['connect']>[0], undefined>>

class Pool extends pg.Pool {
  #onSecond: OnSecond
  #turns: PoolTurns
  #turnOf = new Map<pg.PoolClient, Turn>()

  constructor(config: pg.PoolConfig & { max: number }, onSecond: OnSecond) {
    super(config)
    this.#onSecond = onSecond
    this.#turns = poolTurns(config.max, limits.connectionTimeoutMillis)
    this.on('release', (_error, client) => {
      const turn = this.#turnOf.get(client)
      this.#turnOf.delete(client)
      if (turn) this.#turns.give(turn)
    })
  }

  get waiting(): number {
    return this.#turns.waiting()
  }

  /** `query` connects through it too. */
  override connect(): Promise<pg.PoolClient>
  override connect(callback: (...connected: Connected) => void): void
  override connect(callback?: (...connected: Connected) => void): Promise<pg.PoolClient> | undefined {
    if (transactions.getStore()?.isOpen) this.#onSecond(new Error('a second connection inside of a transaction'))
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)))
      })
    }
    const turn = this.#turns.take(kinds.getStore() ?? '')
    if (turn instanceof Promise) {
      turn.then(
        (mine) => this.#connect(mine, callback),
        (error: Error) => callback(error, undefined, () => {}),
      )
    } else this.#connect(turn, callback)
    return undefined
  }

  #connect(turn: Turn, callback: (...connected: Connected) => void): void {
    super.connect((error, client, release) => {
      if (client) this.#turnOf.set(client, turn)
      else this.#turns.give(turn)
      callback(error, client, release)
    })
  }
}

/** Who waits for a connection; the pool's own count knows only those that wait for one to be opened. */
export const waitingFor = (pool: pg.Pool): number => (pool instanceof Pool ? pool.waiting : pool.waitingCount)

/**
 * Drizzle on the pool; `transactions` knows of its transactions. Their connections are taken and given back here: Drizzle
 * keeps one for ever whose `begin` fails, as on a connection that was just cut.
 */
export function openDb(pool: pg.Pool): Db {
  const db: Db = drizzle(pool)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    const run = async (tx: Tx) => {
      const transaction = { isOpen: true }
      try {
        // a query runs where it is awaited: here, should the work return one
        return await transactions.run(transaction, async () => await work(tx))
      } finally {
        transaction.isOpen = false
      }
    }
    try {
      return await drizzle(client).transaction(run, config)
    } finally {
      client.release()
    }
  }
  return db
}

type PoolOptions = { lockTimeoutMs?: number; onSecond?: OnSecond }

export function openPool(
  connection: Connection,
  size: number,
  { lockTimeoutMs = LOCK_TIMEOUT_MS.background, onSecond = refuseSecond }: PoolOptions = {},
): { pool: pg.Pool; db: Db } {
  const settings = {
    ...connection,
    ...timezone,
    ...limits,
    lock_timeout: lockTimeoutMs,
    max: size,
    keepAlive: true,
    application_name: 'console',
  }
  const pool = new Pool(settings, onSecond)
  // A connection that breaks while idle, or between two statements of a transaction, fails whoever uses it next;
  // without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  cutSilent(pool)
  return { pool, db: openDb(pool) }
}

/** A connection of its own without the limits, for migrations and for listening. `name`: as pg_stat_activity shows it. */
export function openClient(connection: Connection, name = 'console'): pg.Client {
  return new pg.Client({ ...connection, ...timezone, keepAlive: true, application_name: name })
}

export const isEmpty = async (db: Executor, table: PgTable): Promise<boolean> =>
  (await db.select({ n: sql`1` }).from(table).limit(1)).length === 0
