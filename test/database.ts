// A database of one's own, cloned from the template: nothing of another test file is in it. It is dropped when it is closed,
// so that few are there at once.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { inject } from 'vitest'
import { type Connection, openClient, openPool, type Tx } from '../server/db/connection.ts'
import { addArticles } from '../server/db/demo/articles/articles.ts'
import { addCatalogue } from '../server/db/demo/catalogue/catalogue.ts'
import { addStaff, loadDemo } from '../server/db/demo/load.ts'
import { addMonitoring } from '../server/db/demo/monitoring/monitoring.ts'
import { addPrices } from '../server/db/demo/prices/prices.ts'
import { addSeries } from '../server/db/demo/prices/series.ts'
import { addPriceUses } from '../server/db/demo/prices/uses.ts'
import type { Database } from '../server/db/open.ts'
import { makeDataDir } from './processes.ts'

export type TestDatabase = Database & {
  /** Owns the tables: for what the application's role may not do. */
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

/** A Friday on which work goes on: that of the template `figures`. */
export const FRIDAY = new Date('2026-03-06T15:00:00+08:00')

/** As the owner, who alone may gather statistics. */
export async function asOwner<T>(owner: Connection, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = openClient(owner)
  await client.connect()
  try {
    return await drizzle(client).transaction(work)
  } finally {
    await client.end()
  }
}

/** The company as it stands when the tests begin. */
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
  await addArticles(tx, FRIDAY)
}

/** The whole demo company, or its prices, monitoring and articles on a Friday of their own. */
const templates = {
  demo: async (tx: Tx): Promise<void> => void (await loadDemoOf(tx, 1)),
  figures: loadFigures,
}

/** Loaded by whichever file asks first; the others wait for it. */
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

/** @param from a template; the base rows where none is named */
export async function cloneDatabase(from?: keyof typeof templates): Promise<TestDatabase> {
  const { owner, app } = inject('cluster')
  const template = from ? await makeTemplate(from) : owner.database
  const name = `test_${randomBytes(6).toString('hex')}`
  // Without durability copying the files is a third cheaper than the usual writing of each page to the log.
  await administrate(`create database ${name} template ${template} strategy file_copy`)
  const connection = { ...app, database: name }
  const { db, pool } = openPool(connection, POOL)
  return {
    db,
    pool,
    connection,
    owner: { ...owner, database: name },
    close: async () => {
      await pool.end()
      // What somebody is still connected to goes with the cluster.
      await administrate(`drop database ${name}`).catch(() => {})
    },
  }
}

/** A data folder with the base rows; `to` is not there yet. */
export function copySeeded(to: string): void {
  execFileSync('cp', ['-a', inject('cluster').seeded, to])
}

/** One of one's own, for the real server as a process: its administrator has `PASSWORD`. */
export function cloneDataDir(): ReturnType<typeof makeDataDir> {
  const { dataDir: folder, remove } = makeDataDir()
  const dataDir = join(folder, 'data')
  copySeeded(dataDir)
  // a killed process loses nothing that it has written: only a machine that stops would
  appendFileSync(join(dataDir, 'postgres/postgresql.conf'), 'fsync = off\n')
  return { dataDir, remove }
}
