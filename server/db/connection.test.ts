// A transaction has one connection: its code takes no second one.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { logSecondOnce, openPool, outsideTransaction } from './connection.ts'

let database: TestDatabase
let opened: ReturnType<typeof openPool>
beforeAll(async () => {
  database = await cloneDatabase()
  opened = openPool(database.connection, 2)
})
afterAll(async () => {
  await opened.pool.end()
  await database.close()
})

const one = sql`select 1 as one`
const second = 'a second connection inside of a transaction'
/** Drizzle wraps what a query threw. */
const causeOf = async (work: Promise<unknown>) => {
  const error = (await work.catch((caught: unknown) => caught)) as Error
  return (error.cause as Error | undefined)?.message ?? error.message
}

describe('a pool', () => {
  it('has the connection back whose transaction did not begin, as it was cut', async () => {
    const { db, pool } = openPool(database.connection, 1)
    const cut = (client: pg.PoolClient) => {
      const { stream } = (client as pg.PoolClient & pg.Client).connection
      stream.destroy()
    }
    pool.on('acquire', cut)
    await expect(db.transaction((tx) => tx.execute(one))).rejects.toThrow()
    pool.off('acquire', cut)
    expect((await db.transaction((tx) => tx.execute(one))).rowCount).toBe(1)
    await pool.end()
  })
})

describe('in a transaction', () => {
  it('a query of the pool is refused, by Drizzle and bare, and so is a second transaction', async () => {
    const { db, pool } = opened
    expect(await causeOf(db.transaction(() => db.execute(one)))).toBe(second)
    expect(await causeOf(db.transaction(() => pool.query('select 1')))).toBe(second)
    expect(await causeOf(db.transaction(() => db.transaction((tx) => tx.execute(one))))).toBe(second)
  })

  it('its own queries and savepoints run, and the pool is free again afterwards', async () => {
    const { db } = opened
    await db.transaction((tx) => tx.transaction((inner) => inner.execute(one)))
    expect((await db.execute(one)).rowCount).toBe(1)
  })

  it('work that is started for later, or outside of it, has a connection of its own', async () => {
    const { db } = opened
    const later = await db.transaction(async () => ({ run: wait(50).then(() => db.execute(one)) }))
    expect((await later.run).rowCount).toBe(1)
    expect((await db.transaction(() => outsideTransaction(() => db.execute(one)))).rowCount).toBe(1)
  })

  it('in production it is served, and logged once', async () => {
    const log = { error: vi.fn() }
    const { db, pool } = openPool(database.connection, 2, { onSecond: logSecondOnce(log) })
    for (let count = 0; count < 3; count++) await db.transaction(() => db.execute(one))
    await pool.end()
    expect(log.error.mock.calls).toEqual([[{ err: expect.objectContaining({ message: second }) }, second]])
  })
})
