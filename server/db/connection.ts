// The pool and Drizzle on it. Transactions are passed as a parameter, never found in a hidden global.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Connection = pg.ClientConfig
export type Db = NodePgDatabase & { $client: pg.Pool }
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** Either: for queries that serve inside and outside of a transaction. */
export type Executor = Db | Tx

/** Limits that keep one slow statement or forgotten transaction from holding a connection for ever, ms. */
const limits = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Days and moments are those of Shanghai, wherever the server stands. */
const timezone = { options: '-c timezone=Asia/Shanghai' }

export function openPool(connection: Connection, size: number): { pool: pg.Pool; db: Db } {
  const pool = new pg.Pool({
    ...connection,
    ...timezone,
    ...limits,
    max: size,
    keepAlive: true,
    application_name: 'console',
  })
  // A connection that breaks while idle, or between two statements of a transaction, fails whoever uses it next;
  // without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: drizzle(pool) }
}

/** A connection of its own without the limits, for migrations and for listening. */
export function openClient(connection: Connection): pg.Client {
  return new pg.Client({ ...connection, ...timezone, keepAlive: true, application_name: 'console' })
}
