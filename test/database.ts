// A database of one's own, cloned from the template: nothing of another test file is in it. It is dropped when it is closed,
// so that few are there at once.
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, openClient, openPool } from '../server/db/connection.ts'
import type { Database } from '../server/db/open.ts'

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

export async function cloneDatabase(): Promise<TestDatabase> {
  const { owner, app } = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Without durability copying the files is a third cheaper than the usual writing of each page to the log.
  await administrate(`create database ${name} template ${owner.database} strategy file_copy`)
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
