// Rows through a cursor: the next are fetched while a batch is used, and what becomes of that is heard or not.
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { testServer } from '../../../test/http.ts'
import { statement } from './statements.ts'

const server = testServer()

/** 5,000 rows, of which row 1,500 cannot be computed: the first batch is there, the second is an error. */
const fails = statement<{ n: number }>('fails_later', { n: sql<number>`n` }, (db) =>
  db.select({ n: sql<number>`100 / (1500 - n)` }).from(sql`generate_series(1, 5000) n`),
)
const rows = statement<{ n: number }>('all_there', { n: sql<number>`n` }, (db) =>
  db.select({ n: sql<number>`n` }).from(sql`generate_series(1, 2500) n`),
)

it('gives every row once, in batches', async () => {
  const found: number[][] = []
  for await (const batch of rows.each(server().database.db, {})) found.push(batch.map(({ n }) => n))
  expect(found.map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  expect(found.flat()).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1))
})

it('tells whoever goes on that the next batch failed, after the rows before it', async () => {
  const found: number[] = []
  const read = async () => {
    for await (const batch of fails.each(server().database.db, {})) found.push(batch.length)
  }
  await expect(read()).rejects.toThrow('division by zero')
  expect(found).toEqual([1_000])
})

it('troubles nobody who stopped before, and gives the connection back', async () => {
  const { db, pool } = server().database
  for await (const batch of fails.each(db, {})) {
    expect(batch).toHaveLength(1_000)
    break
  }
  // whoever else works with the pool gives back in a moment, what is lost stays out
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect((await pool.query('select txid_current_if_assigned() as open')).rows).toEqual([{ open: null }])
})
