// Reviewers named by standards, and notices that end when the review is done, over HTTP.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { listArticleReviews, overruleArticles, passArticles } from '#contract/articles/reviews.ts'
import { standardCalls } from '#contract/articles/standards.ts'
import { users } from '#server/db/schema/organisation.ts'
import { bodyOf, giveNewsCategory, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'

const server = testServer()
const db = () => server().database.db
const acts = articleActs.zh
let product: string
let keeper: Person
let editor: Person
let first: Person
let second: Person
let other: Person
const people = () => [editor, first, second, other]

beforeAll(async () => {
  product = await makeProduct(db())
  const rights = ['view', 'add', 'edit', 'details'].map((alias) => `articles.${alias}`)
  const role = await makeRole(db(), ...rights, 'newsReview.view', 'newsReview.pass', 'newsReview.overrule')
  const writes = await makeRole(db(), ...rights)
  const keeps = await makeRole(db(), ...['view', 'add', 'edit'].map((alias) => `publishingStandards.${alias}`))
  keeper = await server().as(keeps.code)
  editor = await server().as(writes.code)
  first = await server().as(role.code)
  second = await server().as(role.code)
  other = await server().as(role.code)
  await giveProduct(db(), people(), product)
})

const plain = {
  edition: null,
  kind: null,
  leastWords: null,
  mostWords: null,
  leastPictures: 0,
  leastSummary: 0,
  mostSummary: null,
  requiredFields: [],
  sources: [],
  forbiddenWords: [],
  timesADay: 0,
  deadline: '',
  reviewSteps: 1,
  firstReviewerIds: [],
  secondReviewerIds: [],
  remark: '',
}
type Overrides = Partial<Omit<typeof plain, 'firstReviewerIds' | 'secondReviewerIds'>> & {
  firstReviewerIds?: string[]
  secondReviewerIds?: string[]
}
let count = 0
/** A category with a standard of its own. */
async function place(overrides: Overrides) {
  count += 1
  const name = `指定审核${count}`
  const newsCategoryId = await makeNewsCategory(db(), name)
  await giveNewsCategory(db(), people(), newsCategoryId)
  const added = await keeper.call(standardCalls.add, { ...plain, name, newsCategoryId, ...overrides })
  expect(added.code).toBe(200)
  const standard = async () => (await keeper.call(standardCalls.list, { name })).data.records[0]
  return { newsCategoryId, standard }
}
async function submit(newsCategoryId: string) {
  const { id, versionId } = await writeArticle(editor, product, { newsCategoryId })
  expect((await editor.call(acts.submit, { ids: [id] })).code).toBe(200)
  return { id, rows: [{ id, versionId }] }
}
const sees = async (person: Person, id: string) =>
  (await person.call(listArticleReviews, { size: 100 })).data.records.some((each) => each.id === id)
const stateOf = async (id: string) => (await other.call(articleCalls.zh.get, { id })).data.state
/** Open review notices in a person's bell. */
const asked = async ({ id }: Person) => {
  const { rows } = await server().database.pool.query<{ content: string }>(
    `select data ->> 'content' as content from push_messages
      where user_id = $1 and read_at is null and data ->> 'title' = '有资讯待审核'`,
    [id],
  )
  return rows.map(({ content }) => content)
}
/** Marks all earlier notices as read. */
const forget = () => db().execute(sql`update push_messages set read_at = now() where read_at is null`)

describe('articles.md "Standards": who must review', () => {
  it('only by a named person: nobody else sees it in the queue, passes or overrules it, or is notified', async () => {
    const { newsCategoryId } = await place({ firstReviewerIds: [first.id] })
    await forget()
    const { id, rows } = await submit(newsCategoryId)
    expect([await sees(first, id), await sees(other, id)]).toEqual([true, false])
    expect([(await asked(first)).length, (await asked(other)).length]).toEqual([1, 0])
    const refused = {
      code: 602,
      data: [{ ok: false, msg: expect.stringMatching(/^此级审核由指定的人员完成：员工\d+$/) }],
    }
    expect(await other.call(passArticles, { rows })).toMatchObject(refused)
    expect(await other.call(overruleArticles, { rows, opinion: '不行' })).toMatchObject(refused)
    expect((await first.call(passArticles, { rows })).code).toBe(200)
    expect(await stateOf(id)).toBe('published')
  })

  it('in two steps, each by its named people; the second is notified once the first has passed', async () => {
    const overrides = { reviewSteps: 2, firstReviewerIds: [first.id], secondReviewerIds: [first.id, second.id] }
    const { newsCategoryId } = await place(overrides)
    await forget()
    const { id, rows } = await submit(newsCategoryId)
    expect([await sees(first, id), await sees(second, id)]).toEqual([true, false])
    expect((await second.call(passArticles, { rows })).code).toBe(602)
    expect((await first.call(passArticles, { rows })).code).toBe(200)
    expect([await sees(first, id), await sees(second, id)]).toEqual([false, true])
    expect(await asked(second)).toEqual([expect.stringContaining('请进行二级审核')])
    expect(await asked(first)).toEqual([])
    expect((await first.call(passArticles, { rows })).code).toBe(602)
    expect((await second.call(passArticles, { rows })).code).toBe(200)
    expect(await stateOf(id)).toBe('published')
  })

  it('by anyone with the right if all named people left, lost the right or wrote it; the list shows why', async () => {
    const leaving = await server().as('reviewer')
    const { newsCategoryId, standard } = await place({ firstReviewerIds: [leaving.id] })
    const { id, rows } = await submit(newsCategoryId)
    expect(await sees(other, id)).toBe(false)
    expect((await standard())?.firstReviewers).toMatchObject([{ id: leaving.id, lack: '' }])
    await db().update(users).set({ status: 'disabled' }).where(eq(users.id, leaving.id))
    expect((await standard())?.firstReviewers).toMatchObject([{ lack: '账号已禁用' }])
    expect(await sees(other, id)).toBe(true)
    const role = (await makeRole(db(), 'articles.view')).id
    await db().update(users).set({ status: 'enabled', roleId: role }).where(eq(users.id, leaving.id))
    expect((await standard())?.firstReviewers).toMatchObject([{ lack: '已无审核权限' }])
    await db()
      .update(users)
      .set({ deletedAt: sql`now()` as never })
      .where(eq(users.id, leaving.id))
    expect((await standard())?.firstReviewers).toMatchObject([{ lack: '已离职' }])
    expect((await other.call(passArticles, { rows })).code).toBe(200)

    const own = await place({ firstReviewerIds: [first.id] })
    const written = await writeArticle(first, product, { newsCategoryId: own.newsCategoryId })
    await first.call(acts.submit, { ids: [written.id] })
    expect(await sees(other, written.id)).toBe(true)
  })

  it('refuses to name people without the right, or people for a second step that does not exist', async () => {
    const add = (overrides: object) =>
      keeper.call(standardCalls.add, { ...plain, name: '不成', newsCategoryId: null, kind: 'notice', ...overrides })
    const fields = async (overrides: object) => (await add(overrides)).data as unknown
    expect(await fields({ firstReviewerIds: [editor.id] })).toMatchObject({
      fields: [{ field: 'firstReviewerIds', message: expect.stringContaining('已无审核权限，不能指定') }],
    })
    expect(await fields({ firstReviewerIds: ['999999'] })).toMatchObject({ fields: [{ message: '有人员不存在' }] })
    expect(await fields({ secondReviewerIds: [first.id] })).toMatchObject({
      fields: [{ field: 'secondReviewerIds', message: '一级审核没有二级审核人' }],
    })
  })
})

describe('articles.md "Review": a notice ends', () => {
  it.each(['pass', 'overrule', 'withdraw'] as const)('in every bell, after %s', async (act) => {
    const { newsCategoryId } = await place({})
    await forget()
    const { id, rows } = await submit(newsCategoryId)
    expect([(await asked(first)).length, (await asked(second)).length]).toEqual([1, 1])
    if (act === 'pass') await first.call(passArticles, { rows })
    if (act === 'overrule') await first.call(overruleArticles, { rows, opinion: '标题有误' })
    if (act === 'withdraw') await editor.call(acts.withdraw, { ids: [id] })
    expect([await asked(first), await asked(second)]).toEqual([[], []])
  })
  it('and the version that is submitted again is announced again, by name, and opens the article', async () => {
    const { newsCategoryId } = await place({})
    await forget()
    const { id } = await submit(newsCategoryId)
    await editor.call(acts.withdraw, { ids: [id] })
    expect(await asked(first)).toEqual([])
    expect((await editor.call(acts.submit, { ids: [id] })).code).toBe(200)
    const [person] = await db().select().from(users).where(eq(users.id, editor.id))
    expect(await asked(first)).toEqual([expect.stringContaining(`${person?.realName}提交了《`)])
    const { rows: links } = await server().database.pool.query<{ link: string }>(
      `select data ->> 'link' as link from push_messages where user_id = $1 and read_at is null`,
      [first.id],
    )
    expect(links).toEqual([{ link: `/data/actciles/newsReview/index?id=${id}` }])
  })
})

describe('articles.md "Review": the number of words', () => {
  it('is the one that the editor shows: Chinese characters, and runs of letters and digits', async () => {
    const { newsCategoryId } = await place({})
    const written = await writeArticle(editor, product, {
      newsCategoryId,
      body: bodyOf('今日 PVC 报 5,850 元，成交一般。'),
    })
    expect((await editor.call(acts.submit, { ids: [written.id] })).code).toBe(200)
    const { data: queue } = await first.call(listArticleReviews, { size: 100 })
    expect(queue.records.find(({ id }) => id === written.id)?.words).toBe(10)
    expect((await first.call(articleCalls.zh.get, { id: written.id })).data.newest.words).toBe(10)
  })
})
