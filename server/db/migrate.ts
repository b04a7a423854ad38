// Brings a database to this release's schema, one process at a time, and gives the application's role its rights.
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { type Connection, openClient } from './connection.ts'
import { keepLogMonths } from './log-partitions.ts'
import { StartError } from './start-error.ts'

/** An arbitrary number that names the lock under which migrations and seeding run. */
const LOCK = 7_203_411

/** A table behind a long transaction: give up instead of queueing everybody behind the migration. */
const LOCK_TIMEOUT = '5s'
const LOCK_NOT_AVAILABLE = '55P03'
const NOT_PERMITTED = '42501'

const appendOnly = [
  ...['audit_log', 'audit_seals', 'grant_acts', 'grant_changes', 'owner_changes'],
  ...['article_figures', 'article_publications', 'article_template_versions', 'article_versions'],
]

async function grantApplicationRole(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  const { rows } = await client.query<{ own: boolean }>('select current_user = $1 as own', [role])
  if (rows[0]?.own) return
  await client.query(`
    GRANT USAGE ON SCHEMA public TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name};
    REVOKE UPDATE, DELETE, TRUNCATE ON ${appendOnly.join(', ')} FROM ${name};
    GRANT UPDATE (undone_by) ON grant_acts TO ${name};
  `)
}

function explain(error: Error): never {
  const { code, message } = (error.cause ?? error) as { code?: string; message: string }
  if (code === NOT_PERMITTED) {
    throw new StartError(`数据库账户无权升级数据库（${message}）：请用 MIGRATION_URL 指定拥有这些表的账户`)
  }
  if (code !== LOCK_NOT_AVAILABLE) throw error
  throw new StartError(
    `数据库升级等了 ${LOCK_TIMEOUT} 仍得不到锁，没有做任何改动：有事务长时间占用着表，请待其结束后再启动`,
  )
}

/**
 * Applies the migrations as the owner, keeps the months of the logs, then runs `seed` on the same connection, all under one lock.
 * @param applicationRole the role that the server works as; it may only insert into the histories
 */
export async function migrate(
  owner: Connection,
  applicationRole: string,
  seed: (client: pg.Client) => Promise<void> = async () => {},
): Promise<void> {
  const client = openClient(owner)
  client.on('error', () => {}) // a cut connection also fails the query
  await client.connect().catch((error: Error) => {
    throw new StartError(`连接不上数据库（${client.host}:${client.port}，${client.database}）：${error.message}`)
  })
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'; set client_min_messages = warning`)
    await applyMigrations(drizzle(client), { migrationsFolder: join(import.meta.dirname, 'migrations') }).catch(explain)
    await keepLogMonths(client).catch(explain)
    await grantApplicationRole(client, applicationRole)
    await seed(client)
  } finally {
    await client.end()
  }
}
