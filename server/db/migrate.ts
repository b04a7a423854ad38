// Brings a database to this release's schema, one process at a time, and gives the application's role its rights.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { type Connection, openClient } from './connection.ts'
import { accountLogMonths, keepMonths, semFactMonths } from './month-partitions.ts'
import { StartError } from './start-error.ts'

/** An arbitrary number that names the lock under which migrations and seeding run. */
const LOCK = 7_203_411

/** A table behind a long transaction: give up instead of queueing everybody behind the migration. */
const LOCK_TIMEOUT = '5s'
const LOCK_NOT_AVAILABLE = '55P03'
const NOT_PERMITTED = '42501'
/** `server_version_num` of the oldest PostgreSQL that all statements run on. */
const OLDEST_POSTGRES = 150_000

const folder = join(import.meta.dirname, 'migrations')

const appendOnly = [
  ...['audit_log', 'audit_seals', 'grant_acts', 'grant_changes', 'owner_changes'],
  ...['article_figures', 'article_publications', 'article_template_versions', 'article_versions'],
  ...['ai_calls', 'sem_replacements'],
]

/** The comment that marks a table in the database, so that a release that does not know the table leaves it append-only too. */
const APPEND_ONLY = 'append-only'

async function markAppendOnly(client: pg.Client): Promise<void> {
  await client.query(appendOnly.map((table) => `COMMENT ON TABLE ${table} IS '${APPEND_ONLY}'`).join(';'))
}

async function grantApplicationRole(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  const { rows } = await client.query<{ own: boolean }>('select current_user = $1 as own', [role])
  if (rows[0]?.own) return
  const { rows: marked } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
      where c.relnamespace = 'public'::regnamespace and obj_description(c.oid, 'pg_class') = $1`,
    [APPEND_ONLY],
  )
  await client.query(`
    GRANT USAGE ON SCHEMA public TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name};
    REVOKE UPDATE, DELETE, TRUNCATE ON ${marked.map(({ table }) => table).join(', ')} FROM ${name};
    GRANT UPDATE (undone_by) ON grant_acts TO ${name};
  `)
}

async function refuseOldPostgres(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`,
  )
  const [server] = rows
  if (server && server.number < OLDEST_POSTGRES)
    throw new StartError(`需要 PostgreSQL 15 或更新的版本，这个数据库是 ${server.version}`)
}

/** The newest migration that this release knows: its time in the journal, ms. */
function newestKnown(): number {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  return Math.max(...journal.entries.map(({ when }) => when))
}

async function newestApplied(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return 0
  const { rows: found } = await client.query<{ newest: number | null }>(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  )
  return found[0]?.newest ?? 0
}

/** Migrations are made so that the release before the newest still runs; older ones would write what no longer fits. */
async function refuseNewerSchema(client: pg.Client, applied: number): Promise<void> {
  const known = newestKnown()
  if (applied <= known) return
  const { rows } = await client.query('select from drizzle.releases where newest = $1 and previous = $2', [
    applied,
    known,
  ])
  if (rows.length === 0)
    throw new StartError('数据库已由更新的版本升级，本版本不能再使用它：请启动新版本（只能回退到它的上一个版本）')
}

async function recordRelease(client: pg.Client, previous: number): Promise<void> {
  const newest = newestKnown()
  if (newest > previous)
    await client.query('insert into drizzle.releases (newest, previous) values ($1, $2) on conflict do nothing', [
      newest,
      previous,
    ])
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
 * Applies the migrations as the owner, keeps the months of partitioned tables, then runs `seed` on the same connection, all under one lock.
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
    await refuseOldPostgres(client)
    const applied = await newestApplied(client).catch(explain)
    await client
      .query(
        `create schema if not exists drizzle; create table if not exists drizzle.releases
          (newest bigint primary key, previous bigint not null, started_at timestamptz not null default now())`,
      )
      .catch(explain)
    await refuseNewerSchema(client, applied)
    await applyMigrations(drizzle(client), { migrationsFolder: folder }).catch(explain)
    await recordRelease(client, applied)
    for (const table of [accountLogMonths, semFactMonths]) await keepMonths(client, table).catch(explain)
    await markAppendOnly(client)
    await grantApplicationRole(client, applicationRole)
    await seed(client)
  } finally {
    await client.end()
  }
}
