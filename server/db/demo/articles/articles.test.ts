// The demo company's articles on a real database: in every state, as their versions, reviews and publications say.
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articleStates } from '../../../../contract/articles/article-labels.ts'
import { cloneDatabase, type TestDatabase } from '../../../../test/database.ts'
import { openClient } from '../../connection.ts'
import { addCatalogue } from '../catalogue/catalogue.ts'
import { addStaff } from '../load.ts'
import { addPrices } from '../prices/prices.ts'
import { addArticles } from './articles.ts'

const today = new Date('2026-03-06T15:00:00+08:00')
let database: TestDatabase

const many = async (query: string) => (await database.db.execute(sql.raw(query))).rows
const one = async (query: string) => Object.values((await many(query))[0] ?? {})[0]

beforeAll(async () => {
  database = await cloneDatabase()
  const client = openClient(database.owner)
  await client.connect()
  await drizzle(client).transaction(async (tx) => {
    const options = { passwordHash: 'shared', scale: 1, today }
    await addStaff(tx, options)
    await addCatalogue(tx, 1)
    await addPrices(tx, options)
    await addArticles(tx, today)
  })
  await client.end()
})

afterAll(() => database.close())

describe('product.md "Demo data": articles', () => {
  it('a thousand in two editions stand in every state, with a newest version each', async () => {
    expect(await one('select count(*)::int from articles')).toBe(1_000)
    const states = await many('select distinct state from articles')
    expect(states.map(({ state }) => state).toSorted()).toEqual([...articleStates].toSorted())
    expect(
      await one(
        'select count(*)::int from articles a where head_id is distinct from (select max(id) from article_versions v where v.article_id = a.id)',
      ),
    ).toBe(0)
    expect(await one('select count(*)::int from articles where pair_id is not null')).toBeGreaterThan(100)
    expect(await one('select count(distinct version_id)::int from article_figures')).toBeGreaterThan(5)
  })

  it('what readers see was passed by somebody else, and its number is the last of the article', async () => {
    expect(
      await one(`select count(*)::int from articles a where published_id is not null and not exists (select from article_reviews r
        join article_versions v on v.id = r.version_id where r.version_id = a.published_id and r.outcome = 'pass' and r.reviewer_id <> v.by_id)`),
    ).toBe(0)
    expect(
      await one(`select count(*)::int from articles a where publication is distinct from
        (select max(number) from article_publications p where p.article_id = a.id)`),
    ).toBe(0)
    expect(await one(`select count(*)::int from article_versions where at > '2026-03-06T15:00:00+08:00'`)).toBe(0)
  })
})
