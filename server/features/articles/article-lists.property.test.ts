// Lists read from the index of `article_products`: its copied columns equal the articles', and the lists match the
// scope.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { type ArticleQuery, articleCalls } from '#contract/articles/articles.ts'
import { articles } from '#server/db/schema/articles/articles.ts'
import { articleForm, giveNewsCategory, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'
import { articleScope } from './article-scope.ts'

const server = testServer()
const { zh } = articleCalls
const acts = articleActs.zh
const PRODUCTS = 4

let writer: Person
/** Each has some of the products; two of them also have the first category. */
let editors: Person[]
let seer: Person
const products: string[] = []
const categories: string[] = []

beforeAll(async () => {
  const { database, as } = server()
  const { db } = database
  const rights = ['view', 'add', 'edit', 'delete', 'details', 'copy', 'move']
  const role = await makeRole(db, ...rights.map((alias) => `articles.${alias}`))
  writer = await as(role.code)
  editors = [await as(role.code), await as(role.code), await as(role.code)]
  seer = await as('sjgly')
  for (let n = 0; n < PRODUCTS; n++) products.push(await makeProduct(db))
  for (const name of ['甲栏目', '乙栏目']) categories.push(await makeNewsCategory(db, name))
  const [first, second, third] = products as [string, string, string]
  for (const each of products) await giveProduct(db, [writer], each)
  await db.execute(sql`delete from user_news_categories where user_id <> ${writer.id}::bigint`)
  for (const [who, own] of [
    [0, first],
    [0, second],
    [1, second],
    [1, third],
  ] as const) {
    await giveProduct(db, editors.slice(who, who + 1), own)
  }
  await giveNewsCategory(db, editors.slice(1), categories[0] ?? '')
})

async function expectCopied(): Promise<void> {
  const { rows } = await server().database.pool.query(
    `select s.article_id from article_products s join articles a on a.id = s.article_id
      where (s.edition, s.updated_at) is distinct from (a.edition, a.updated_at)`,
  )
  expect(rows).toEqual([])
}

const some = fc.subarray([0, 1, 2, 3])
const ofProducts = (chosen: readonly number[]) => chosen.flatMap((n) => products[n] ?? [])

describe('the copy of an article in article_products', () => {
  const names = ['save', 'copy', 'submit', 'withdraw', 'move', 'remove'] as const
  const step = fc.record({ act: fc.constantFrom(...names), chosen: some, category: fc.constantFrom(0, 1) })

  it('equals the article after any acts', async () => {
    await fc.assert(
      fc.asyncProperty(some, fc.array(step, { minLength: 2, maxLength: 8 }), async (chosen, steps) => {
        const category = { newsCategoryId: categories[0] ?? null }
        const { id } = await writeArticle(writer, '', { productIds: ofProducts(chosen), ...category })
        for (const { act, chosen, category } of steps) {
          const { version } = (await writer.call(zh.get, { id })).data ?? {}
          const newsCategoryId = categories[category] ?? ''
          const form = articleForm('', { productIds: ofProducts(chosen), newsCategoryId })
          const replies = {
            save: () => writer.call(zh.save, { id, version, ...form }),
            copy: () => writer.call(acts.copy, { id }),
            submit: () => writer.call(acts.submit, { ids: [id] }),
            withdraw: () => writer.call(acts.withdraw, { ids: [id] }),
            move: () => writer.call(acts.move, { ids: [id], newsCategoryId }),
            remove: () => writer.call(zh.remove, { ids: [id] }),
          }
          expect((await replies[act]()).status).toBeLessThan(500)
          await expectCopied()
        }
      }),
      { numRuns: 20 },
    )
  })

  it('equals the article after direct updates and concurrent writes', async () => {
    const { pool } = server().database
    const { id } = await writeArticle(writer, products[0] ?? '')
    await pool.query("update article_products set edition = 'en', updated_at = '2020-01-01' where article_id = $1", [
      id,
    ])
    await expectCopied()
    const [one, other] = [await pool.connect(), await pool.connect()]
    try {
      await one.query('begin')
      await one.query('insert into article_products values ($1, $2)', [id, products[1]])
      const later = other.query("update articles set updated_at = '2030-01-01', edition = 'en' where id = $1", [id])
      await one.query('commit')
      await later
    } finally {
      one.release()
      other.release()
    }
    await expectCopied()
    const { rows } = await pool.query('select edition from article_products where article_id = $1', [id])
    expect(rows).toEqual([{ edition: 'en' }, { edition: 'en' }])
  })
})

describe('articles.md "Speed": the list in its usual order', () => {
  const MOMENTS = 40
  const DAY = '2026-03-02'

  /** Articles with none to all of the products, several with equal timestamps, around midnight. */
  beforeAll(async () => {
    const { versionId } = await writeArticle(writer, products[0] ?? '')
    await server().database.db.execute(sql`with made as (
        insert into articles (edition, kind, title, news_category_id, author_id, head_id, created_at, updated_at)
          select case when n % 11 = 0 then 'en' else 'zh' end, 'daily', '第' || n || '篇',
            case when n % 3 = 0 then null when n % 3 = 1 then ${categories[0]}::bigint else ${categories[1]}::bigint end,
            case when n % 2 = 0 then ${editors[2]?.id}::bigint else ${writer.id}::bigint end, ${versionId}::bigint,
            now(), timestamptz ${sql.raw(`'${DAY} 23:00+08'`)} + interval '3 minutes' * (n * 37 % ${sql.raw(String(MOMENTS))})
          from generate_series(1, 300) n returning id)
      insert into article_products (article_id, product_id)
        select made.id, p.id from made cross join unnest(${sql.param(products)}::bigint[]) with ordinality p(id, place)
          where (made.id * 7 / (1 << (place::int - 1))) % 2 = 1 or made.id % 5 = 0 and place <= 2`)
  })

  const query = fc.record(
    {
      productId: fc.integer({ min: 0, max: PRODUCTS - 1 }),
      from: fc.constantFrom('2026-03-02', '2026-03-03'),
      to: fc.constantFrom('2026-03-02', '2026-03-03'),
      order: fc.constantFrom('ascs', 'descs'),
      size: fc.constantFrom(10, 50, 100),
      current: fc.integer({ min: 1, max: 12 }),
    },
    { requiredKeys: ['size', 'current'] },
  )

  async function expected(
    who: Person,
    isAdministrator: boolean,
    { productId, from, to, ascs, current = 1, size = 20 }: ArticleQuery,
  ) {
    const way = sql.raw(ascs ? 'asc' : 'desc')
    const viewer = { id: who.id, isAdministrator, roleCodes: [] }
    const { rows } = await server().database.db.execute<{
      id: string
    }>(sql`select ${articles.id}::text as id from ${articles}
      where ${articles.edition} = 'zh' and ${articleScope(viewer)}
        and ${productId ? sql`exists (select from article_products p where p.article_id = ${articles.id} and p.product_id = ${productId})` : sql`true`}
        and ${from ? sql`${articles.updatedAt} >= ${`${from} 00:00+08`}::timestamptz` : sql`true`}
        and ${to ? sql`${articles.updatedAt} < ${`${to} 00:00+08`}::timestamptz + interval '1 day'` : sql`true`}
      order by ${articles.updatedAt} ${way}, ${articles.id} ${way}`)
    return { total: rows.length, ids: rows.map(({ id }) => id).slice((current - 1) * size, current * size) }
  }

  it('finds what the scope finds, each article once, with the right total', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3 }), query, async (place, { order, productId, ...rest }) => {
        const who = editors[place] ?? seer
        const asked: ArticleQuery = {
          ...rest,
          ...(productId !== undefined && { productId: products[productId] ?? '' }),
          ...(order && { [order]: ['updatedAt'] }),
        }
        const { records, total } = (await who.call(zh.list, asked)).data
        expect({ total, ids: records.map(({ id }) => id) }).toEqual(await expected(who, place === 3, asked))
      }),
      { numRuns: 200 },
    )
  })
})
