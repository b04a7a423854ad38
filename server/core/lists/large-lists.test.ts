// Pages whose ids are found first: the statements sent, and that reading the rows checks the scope again.
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { expect, it } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { members } from '#server/db/schema/members/members.ts'
import { pagesOf, totalsOf } from './large-lists.ts'

type Sent = { text: string; values: unknown[] }

/** A fake database: answers the id query with these ids, any other with a row for each. */
function answering(...ids: string[]) {
  const sent: Sent[] = []
  const client = {
    query: async ({ text, values }: Sent) => {
      sent.push({ text, values })
      return { rows: ids.map((id) => [id]) }
    },
  }
  return { sent, db: drizzle({ client: client as unknown as pg.Pool }) as Db }
}

const always = sql`${members.ownerId} = ${sql.placeholder('viewerId')}`
const pages = pagesOf<{ id: string }>({
  name: 'test_pages',
  tie: members.id,
  fields: { id: members.id },
  rows: (db, { where, orderBy, limit, offset }) =>
    db.select({ id: members.id }).from(members).where(where).orderBy(orderBy).limit(limit).offset(offset),
  ids: (db, where) => db.select({ id: members.id }).from(members).where(where),
})
const page = pages({
  name: 'test_0',
  where: sql`${always} and ${members.realName} = ${sql.placeholder('realName')}`,
  orderBy: sql`${members.createdAt} desc`,
  always,
  switches: '',
})
const values = { viewerId: '5', realName: '王', limit: 20, offset: 40 }

it('§5 the rows of a page are read by its ids, still within the scope', async () => {
  const { db, sent } = answering('7', '3')
  expect(await page(60)(db, values)).toEqual([{ id: '7' }, { id: '3' }])
  const [first, second] = sent
  expect(first?.values).toEqual(['5', '王', 20, 40])
  expect(second?.text).toContain('"members"."owner_id" = $')
  expect(second?.values).toEqual([['7', '3'], '5', ['7', '3']])
})

it('§5 a page without rows sends no second statement', async () => {
  const { db, sent } = answering()
  expect(await page(60)(db, values)).toEqual([])
  expect(sent).toHaveLength(1)
})

it.each([
  [100, 100],
  [101, 1_000],
  [10_000, 10_000],
  [100_000, 100_000],
])('a page that ends at row %i reads the first %i rows, a literal in its statement', async (end, window) => {
  const { db, sent } = answering()
  await page(end)(db, values)
  expect(sent[0]?.text).toContain(`limit ${window})`)
})

it('§5 a total that is estimated is counted and estimated once for all who ask at the same moment', async () => {
  const sent: string[] = []
  const query = async ({ text }: Sent) => {
    sent.push(text.startsWith('explain') ? 'estimate' : 'count')
    return { rows: text.startsWith('explain') ? [{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': 900_000 } }] }] : [[10_001]] }
  }
  const db = drizzle({ client: { query } as unknown as pg.Pool }) as Db
  const where = sql`true`
  const total = totalsOf({ matches: (on, condition) => on.select({ n: sql`1` }).from(members).where(condition) })({
    name: 'test_totals',
    where,
    wholly: where,
    unscoped: where,
  })
  const found = await Promise.all(Array.from({ length: 32 }, () => total(db, { viewerId: '5' })))
  expect(found).toEqual(Array(32).fill({ total: 900_000, estimated: true }))
  expect(sent).toEqual(['count', 'estimate', 'estimate'])
})
