// Property: whatever several people do, nobody reviews their own writing, and readers see only approved versions.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { overruleArticles, passArticles } from '#contract/articles/reviews.ts'
import { articleForm, giveNewsCategory, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'

const server = testServer()
const { zh } = articleCalls
const acts = articleActs.zh
const PEOPLE = 3

let people: Person[]
let product: string
let category: string

beforeAll(async () => {
  const { database, as } = server()
  product = await makeProduct(database.db)
  category = await makeNewsCategory(database.db, '随机操作')
  const rights = ['view', 'add', 'edit', 'details', 'copy', 'launch', 'takeDown'].map((alias) => `articles.${alias}`)
  const role = await makeRole(database.db, ...rights, 'newsReview.view', 'newsReview.pass', 'newsReview.overrule')
  people = await Promise.all(Array.from({ length: PEOPLE }, () => as(role.code)))
  await giveProduct(database.db, people, product)
  await giveNewsCategory(database.db, people, category)
})

const names = ['save', 'submit', 'withdraw', 'pass', 'overrule', 'launch', 'takeDown'] as const
const step = fc.record({
  who: fc.integer({ min: 0, max: PEOPLE - 1 }),
  act: fc.constantFrom(...names),
  isLate: fc.boolean(),
})

const personOf = (who: number): Person => {
  const person = people[who]
  if (!person) throw new Error('nobody')
  return person
}

async function act(
  id: string,
  { who, act: name, isLate }: { who: number; act: (typeof names)[number]; isLate: boolean },
): Promise<void> {
  const person = personOf(who)
  const stored = (await person.call(zh.get, { id })).data
  const rows = [{ id, versionId: stored.reviewingId ?? stored.headId }]
  const publishAt = isLate ? new Date(Date.now() + 3_600_000).toISOString() : null
  const form = articleForm(product, { newsCategoryId: category, publishAt })
  const replies = {
    save: () => person.call(zh.save, { id, version: stored.version, ...form }),
    submit: () => person.call(acts.submit, { ids: [id] }),
    withdraw: () => person.call(acts.withdraw, { ids: [id] }),
    pass: () => person.call(passArticles, { rows }),
    overrule: () => person.call(overruleArticles, { rows, opinion: '再改' }),
    launch: () => person.call(acts.launch, { ids: [id] }),
    takeDown: () => person.call(acts.takeDown, { ids: [id], reason: '有误' }),
  }
  expect((await replies[name]()).status).toBeLessThan(500)
}

/**
 * No reviews by an author or submitter, no publications without a pass, and the published version is the last
 * publication.
 */
async function expectHonest(id: string): Promise<void> {
  const { rows } = await server().database.pool.query(
    `select (select count(*)::int from article_reviews r where r.article_id = $1 and r.outcome in ('pass', 'overrule') and (
        r.reviewer_id = r.submitted_by_id or exists (select from article_versions v where v.article_id = $1
          and v.by_id = r.reviewer_id and v.id <= r.version_id and v.id > coalesce((select max(e.version_id) from article_reviews e
            where e.article_id = $1 and e.outcome = 'pass' and e.id < r.id), 0)))) as own,
      (select count(*)::int from article_publications p where p.article_id = $1 and p.version_id is not null and not exists (
        select from article_reviews r where r.version_id = p.version_id and r.outcome = 'pass' and r.reviewed_at <= p.at)) as unread,
      (select count(*)::int from articles a where a.id = $1 and a.published_id is distinct from (select p.version_id
        from article_publications p where p.article_id = a.id order by p.number desc limit 1)) as other`,
    [id],
  )
  expect(rows[0]).toEqual({ own: 0, unread: 0, other: 0 })
}

describe('articles.md "Review"', () => {
  it('holds under any sequence of acts by several people', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
        const { id } = await writeArticle(personOf(0), product, { newsCategoryId: category })
        for (const each of steps) await act(id, each)
        await expectHonest(id)
      }),
      { numRuns: 25 },
    )
  })

  it('publishes once when two people pass the same version concurrently', async () => {
    const { id, versionId } = await writeArticle(personOf(0), product, { newsCategoryId: category })
    await personOf(0).call(acts.submit, { ids: [id] })
    const passing = [1, 2].map((who) => personOf(who).call(passArticles, { rows: [{ id, versionId }] }))
    const codes = (await Promise.all(passing)).map(({ code }) => code).toSorted()
    expect(codes).toEqual([200, 602])
    const { rows } = await server().database.pool.query('select 1 from article_publications where article_id = $1', [
      id,
    ])
    expect(rows).toHaveLength(1)
  })
})
