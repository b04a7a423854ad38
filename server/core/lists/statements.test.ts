// Rows through a cursor: the next batch is fetched while one is used; its error counts only if the caller goes on.
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { testServer } from '#test/http.ts'
import { shortName, statement } from './statements.ts'

const server = testServer()

/** 5,000 rows, of which row 1,500 fails to compute: the first batch succeeds, the second is an error. */
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

it('throws the error of the next batch after the rows before it', async () => {
  const found: number[] = []
  const read = async () => {
    for await (const batch of fails.each(server().database.db, {})) found.push(batch.length)
  }
  await expect(read()).rejects.toThrow('division by zero')
  expect(found).toEqual([1_000])
})

it('ignores that error if the caller stopped before, and releases the connection', async () => {
  const { db, pool } = server().database
  for await (const batch of fails.each(db, {})) {
    expect(batch).toHaveLength(1_000)
    break
  }
  // other users of the pool release soon; a leaked connection would stay out
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect((await pool.query('select txid_current_if_assigned() as open')).rows).toEqual([{ open: null }])
})

it('long names of the same beginning stay two', async () => {
  const long = `list_${'filter_'.repeat(10)}`
  const [first, second] = [shortName(`${long}a`), shortName(`${long}b`)]
  expect([first.length, second.length, first === second]).toEqual([63, 63, false])
  expect(shortName('prices')).toBe('prices')
})
