// A database per test file, cloned from a template, and dropped when it is closed so that few exist at once.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { inject } from 'vitest'
import { type Connection, openClient, openPool, type Tx } from '#server/db/connection.ts'
import { addArticles } from '#server/db/demo/articles/articles.ts'
import { addCatalogue } from '#server/db/demo/catalogue/catalogue.ts'
import { addStaff, loadDemo } from '#server/db/demo/load.ts'
import { addMonitoring } from '#server/db/demo/monitoring/monitoring.ts'
import { addPrices } from '#server/db/demo/prices/prices.ts'
import { addSeries } from '#server/db/demo/prices/series.ts'
import { addPriceUses } from '#server/db/demo/prices/uses.ts'
import type { Database } from '#server/db/open.ts'
import { makeDataDir } from './processes.ts'

export type TestDatabase = Database & {
  /** The role that owns the tables, for statements the application's role may not run. */
  owner: Connection
}

async function administrate(statement: string): Promise<void> {
  const client = openClient({ ...inject('cluster').owner, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const POOL = 10

/** A working Friday: "today" in the template `figures`. */
export const FRIDAY = new Date('2026-03-06T15:00:00+08:00')

/** In a transaction of the tables' owner, e.g. for `analyze`. */
export async function asOwner<T>(owner: Connection, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = openClient(owner)
  await client.connect()
  try {
    return await drizzle(client).transaction(work)
  } finally {
    await client.end()
  }
}

/** The demo company as of the start of the run. */
export const loadDemoOf = (tx: Tx, scale: number): Promise<{ added: number }> =>
  loadDemo(tx, { passwordHash: 'shared', scale, today: new Date(inject('cluster').began) })

async function loadFigures(tx: Tx): Promise<void> {
  const options = { passwordHash: 'shared', scale: 1, today: FRIDAY }
  await addStaff(tx, options)
  await addCatalogue(tx, 1)
  await addPrices(tx, options)
  await addSeries(tx, FRIDAY)
  await addPriceUses(tx)
  await tx.execute(sql`analyze`)
  await addMonitoring(tx, options)
  await addArticles(tx, { scale: 1, today: FRIDAY })
}

/** The whole demo company, or its prices, monitoring and articles as of `FRIDAY`. */
const templates = {
  demo: async (tx: Tx): Promise<void> => void (await loadDemoOf(tx, 1)),
  figures: loadFigures,
}

/** The first test file to need a template builds it; the others wait on the advisory lock. */
async function makeTemplate(name: keyof typeof templates): Promise<string> {
  const { owner } = inject('cluster')
  const client = openClient({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 1) return name
    const half = `${name}_half`
    await client.query(`drop database if exists ${half}`)
    await client.query(`create database ${half} template ${owner.database} strategy file_copy`)
    await asOwner({ ...owner, database: half }, templates[name])
    await client.query(`alter database ${half} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/** @param from a template; by default the base rows */
export async function cloneDatabase(from?: keyof typeof templates): Promise<TestDatabase> {
  const { owner, app } = inject('cluster')
  const template = from ? await makeTemplate(from) : owner.database
  const name = `test_${randomBytes(6).toString('hex')}`
  // Without durability copying the files is a third cheaper than the usual writing of each page to the log.
  await administrate(`create database ${name} template ${template} strategy file_copy`)
  const connection = { ...app, database: name }
  const { pool } = openPool(connection, POOL)
  return {
    // a test may be several people at once: its transactions are not the server's, which openTestServer watches
    db: drizzle(pool),
    pool,
    connection,
    owner: { ...owner, database: name },
    close: async () => {
      await pool.end()
      // A database that still has connections goes with the cluster.
      await administrate(`drop database ${name}`).catch(() => {})
    },
  }
}

/** Copies the data folder with the base rows to `to`, which must not exist yet. */
export function copySeeded(to: string): void {
  execFileSync('cp', ['-a', inject('cluster').seeded, to])
}

/** A data folder for a server process; its administrator has `PASSWORD`. */
export function cloneDataDir(): ReturnType<typeof makeDataDir> {
  const { dataDir: folder, remove } = makeDataDir()
  const dataDir = join(folder, 'data')
  copySeeded(dataDir)
  // killing the process loses nothing written without fsync; only a crash of the machine would
  appendFileSync(join(dataDir, 'postgres/postgresql.conf'), 'fsync = off\n')
  return { dataDir, remove }
}
