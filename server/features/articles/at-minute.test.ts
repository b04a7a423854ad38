// Scheduled articles are published at their minute, never earlier, and once with two processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { passArticles } from '#contract/articles/reviews.ts'
import { giveNewsCategory, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type Person, type TestServer, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'

const server = testServer()
let other: TestServer
let editor: Person
let reviewer: Person
let product: string
let category: string

beforeAll(async () => {
  const { database, as } = server()
  other = await openTestServer(database)
  product = await makeProduct(database.db)
  category = await makeNewsCategory(database.db, '定时发布')
  const rights = ['view', 'add', 'edit', 'details', 'launch', 'takeDown'].map((alias) => `articles.${alias}`)
  const role = await makeRole(database.db, ...rights, 'newsReview.view', 'newsReview.pass')
  editor = await as(role.code)
  reviewer = await as(role.code)
  await giveProduct(database.db, [editor, reviewer], product)
  await giveNewsCategory(database.db, [editor, reviewer], category)
})

afterAll(() => other.server.close())

const query = async (text: string, values: unknown[] = []) => (await server().database.pool.query(text, values)).rows
const stateOf = async (id: string) => (await reviewer.call(articleCalls.zh.get, { id })).data.state
const publications = (id: string) => query('select version_id from article_publications where article_id = $1', [id])

async function scheduled(overrides: { publishAt: string; takeDownAt?: string }) {
  const { id, versionId } = await writeArticle(editor, product, { newsCategoryId: category, ...overrides })
  await editor.call(articleActs.zh.submit, { ids: [id] })
  expect((await reviewer.call(passArticles, { rows: [{ id, versionId }] })).code).toBe(200)
  return { id, versionId }
}

/** Moves the times into the past, by the database's clock, and wakes both processes. */
async function letPass(id: string): Promise<void> {
  await query(
    `update articles set publish_at = publish_at - interval '3 hours', take_down_at = take_down_at - interval '3 hours' where id = $1`,
    [id],
  )
  await query(`update job_runs set run_after = now() where input ->> 'id' = $1 and state = 'queued'`, [id])
  await query(`select pg_notify('console_changes', '{"type":"queued","ids":[]}')`)
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

describe('articles.md "Data": scheduled', () => {
  it('publishes the approved version once, in either process, and takes it down at its time', async () => {
    const { id, versionId } = await scheduled({ publishAt: hours(1), takeDownAt: hours(2) })
    expect(await stateOf(id)).toBe('scheduled')
    // a job that runs early is queued again for its minute
    const waiting = () =>
      query(`select count(*)::int as n from job_runs where input ->> 'id' = $1 and name = 'articles.publish'`, [id])
    await query(`update job_runs set run_after = now() where input ->> 'id' = $1`, [id])
    await query(`select pg_notify('console_changes', '{"type":"queued","ids":[]}')`)
    await expect.poll(waiting).toEqual([{ n: 2 }])
    expect(await stateOf(id)).toBe('scheduled')
    // the same job twice, one for each process
    await query(
      `insert into job_runs (name, title, author, input, tries, tries_left) select name, title, author, input, 3, 3 from job_runs
        where input ->> 'id' = $1 and name = 'articles.publish'`,
      [id],
    )
    await letPass(id)
    await expect.poll(() => stateOf(id)).not.toBe('scheduled')
    await expect
      .poll(() =>
        query(`select 1 from job_runs where input ->> 'id' = $1 and name = 'articles.publish' and state <> 'done'`, [
          id,
        ]),
      )
      .toEqual([])
    expect((await publications(id)).filter((row) => row.version_id !== null)).toEqual([{ version_id: versionId }])
    await letPass(id)
    await expect.poll(() => stateOf(id)).toBe('takenDown')
    expect(await publications(id)).toHaveLength(2)
  })
})
