// From draft to readers, over HTTP: submit, review, schedule, publish, take down, read by sites.
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { countArticleReaders, type OpenArticle, readArticles } from '#contract/articles/open-articles.ts'
import {
  addArticleComment,
  getArticleReview,
  listArticleReviews,
  overruleArticles,
  passArticles,
  resolveArticleComment,
} from '#contract/articles/reviews.ts'
import { standardCalls } from '#contract/articles/standards.ts'
import { API_KEY_HEADER, type BodyOf } from '#contract/endpoint.ts'
import { getDayFigures } from '#contract/home/figures.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { articleForm, giveNewsCategory, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'

const server = testServer()
const { zh } = articleCalls
const acts = articleActs.zh
const menus = ['articles', 'articlesEnglish']
const editing = ['view', 'add', 'edit', 'delete', 'details', 'copy', 'move', 'count']
const reviewing = ['view', 'details', 'examine', 'pass', 'overrule'].map((alias) => `newsReview.${alias}`)
const person = async (...codes: string[]) => server().as((await makeRole(server().database.db, ...new Set(codes))).code)

let product: string
let category: string
let editor: Person
let colleague: Person
let reviewer: Person
let stranger: Person
let key: string

beforeAll(async () => {
  const { db } = server().database
  product = await makeProduct(db)
  category = await makeNewsCategory(db, '市场综述测试')
  const writes = menus.flatMap((menu) => editing.map((alias) => `${menu}.${alias}`))
  const publishes = menus.flatMap((menu) =>
    ['view', 'details', 'launch', 'takeDown', 'dragSort', 'edit'].map((alias) => `${menu}.${alias}`),
  )
  editor = await person(...writes, ...reviewing)
  colleague = await person(...writes, ...reviewing)
  reviewer = await person(...publishes, ...reviewing)
  stranger = await person(...writes, ...publishes, ...reviewing)
  await giveProduct(db, [editor, colleague, reviewer], product)
  await giveNewsCategory(db, [editor, colleague, reviewer], category)
  key = (
    await db.transaction((tx) =>
      createApiKey(tx, { name: '官网', scopes: ['readArticles'], dailyQuota: 10_000, createdBy: reviewer.id }),
    )
  ).key
})

const write = (by = editor, overrides = {}) => writeArticle(by, product, { newsCategoryId: category, ...overrides })
const stateOf = async (id: string) => (await reviewer.call(zh.get, { id })).data
async function submitted(by = editor, overrides = {}) {
  const written = await write(by, overrides)
  expect((await by.call(acts.submit, { ids: [written.id] })).code).toBe(200)
  return { id: written.id, versionId: written.versionId, row: { id: written.id, versionId: written.versionId } }
}
async function published(by = editor, overrides = {}) {
  const waiting = await submitted(by, overrides)
  expect((await reviewer.call(passArticles, { rows: [waiting.row] })).code).toBe(200)
  return waiting
}
type Open = { records: OpenArticle[]; next: string | null; last: string }
const open = async (query = '', headers: Record<string, string> = {}) => {
  const reply = await server().send('GET', `${readArticles.path}?channel=officialWebsite${query}`, undefined, {
    headers: { [API_KEY_HEADER]: key, ...headers },
  })
  return { status: reply.status, headers: reply.headers, ...(reply.data as unknown as Open) }
}
const conflict = { status: 409, code: 409 }

describe('the review of articles', () => {
  it('articles.md "Review": a pass publishes the version that was read', async () => {
    const { id, versionId, row } = await submitted()
    expect((await reviewer.call(listArticleReviews, {})).data.records.find((each) => each.id === id)).toMatchObject({
      versionId,
      isOwn: false,
      isRevision: false,
      steps: 1,
    })
    expect((await editor.call(listArticleReviews, {})).data.records.find((each) => each.id === id)).toMatchObject({
      isOwn: true,
    })
    expect((await stranger.call(listArticleReviews, {})).data.total).toBe(0)
    expect((await reviewer.call(passArticles, { rows: [row] })).code).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'published', publishedId: versionId, reviewingId: null })
  })

  it('§2 the home page shows since when the queue waits, and the standards missed today', async () => {
    const keeper = await person('publishingStandards.view', 'publishingStandards.add')
    const place = {
      edition: 'zh',
      newsCategoryId: await makeNewsCategory(server().database.db, '每日一篇'),
      kind: null,
    }
    await giveNewsCategory(server().database.db, [editor, reviewer], place.newsCategoryId)
    const standard: BodyOf<typeof standardCalls.add> = {
      ...place,
      edition: 'zh',
      name: '每日一篇',
      leastWords: null,
      mostWords: null,
      leastPictures: 0,
      leastSummary: 0,
      mostSummary: null,
      requiredFields: [],
      sources: [],
      forbiddenWords: [],
      timesADay: 1,
      deadline: '',
      reviewSteps: 1,
      firstReviewerIds: [],
      secondReviewerIds: [],
      remark: '',
    }
    await keeper.call(standardCalls.add, standard)
    const figure = async (who: Person, key: string) =>
      (await who.call(getDayFigures)).data.find((each) => each.key === key)
    const missed = async () => (await figure(keeper, 'standardsMissed'))?.count ?? 0
    const held = async () =>
      (await keeper.call(standardCalls.list, { name: '每日一篇' })).data.records[0]?.publishedToday
    const before = await missed()
    expect(before).toBeGreaterThan(0)
    const { id, row } = await submitted(editor, { newsCategoryId: place.newsCategoryId })
    expect(await held()).toBe(0)
    const waiting = (await reviewer.call(listArticleReviews, { isOwn: false })).data.records
    expect((await figure(reviewer, 'articlesWaiting'))?.since).toBe(waiting[0]?.submittedAt)
    expect(waiting.map((each) => each.id)).toContain(id)
    await reviewer.call(passArticles, { rows: [row] })
    expect(await held()).toBe(1)
    expect(await missed()).toBe(before - 1)
  })

  it('articles.md "Review": nobody reviews what they wrote or submitted, or what is out of scope', async () => {
    const { id, version } = await write()
    await colleague.call(zh.save, { id, version, ...articleForm(product, { newsCategoryId: category }) })
    await reviewer.call(zh.save, { id, version: version + 1, ...articleForm(product, { newsCategoryId: category }) })
    await editor.call(acts.submit, { ids: [id] })
    const { reviewingId } = await stateOf(id)
    const rows = [{ id, versionId: reviewingId ?? '' }]
    for (const hand of [editor, colleague, reviewer]) {
      expect(await hand.call(passArticles, { rows })).toMatchObject({
        code: 602,
        data: [{ ok: false, msg: '不能审核自己撰写、修改或提交的资讯' }],
      })
      expect((await hand.call(overruleArticles, { rows, opinion: '不行' })).code).toBe(602)
    }
    expect((await stranger.call(passArticles, { rows })).code).toBe(20404)
    expect((await stranger.call(getArticleReview, { id })).code).toBe(20404)
  })

  it('articles.md "Review": an overruled article returns with the opinion; passing an old version is 601', async () => {
    const { id, versionId, row } = await submitted()
    const comment = { id, versionId, parentId: null, block: 0, quote: '稳中有涨', content: '涨了多少？' }
    const remark = (await reviewer.call(addArticleComment, comment)).data
    expect((await reviewer.call(overruleArticles, { rows: [row], opinion: '请补充数据' })).code).toBe(200)
    const stored = await stateOf(id)
    expect(stored).toMatchObject({ state: 'overruled', opinion: '请补充数据', reviewingId: null })
    expect((await editor.call(getArticleReview, { id })).data).toMatchObject({
      comments: [{ quote: '稳中有涨', content: '涨了多少？', resolvedAt: null }],
      reviews: [{ outcome: 'overrule' }],
    })
    expect((await editor.call(resolveArticleComment, { id, commentId: remark.id, isResolved: true })).code).toBe(200)
    const saved = (
      await editor.call(zh.save, {
        id,
        version: stored.version,
        ...articleForm(product, { newsCategoryId: category, title: '补充后' }),
      })
    ).data
    await editor.call(acts.submit, { ids: [id] })
    expect(await reviewer.call(passArticles, { rows: [row] })).toMatchObject({
      code: 601,
      data: { version: { id: saved.versionId, title: '补充后' } },
    })
    expect((await reviewer.call(passArticles, { rows: [{ id, versionId: saved.versionId }] })).code).toBe(200)
  })

  it('articles.md "Data": an edited article stays published until the new version is approved', async () => {
    const { id, versionId } = await published()
    const { version } = await stateOf(id)
    const next = (
      await editor.call(zh.save, {
        id,
        version,
        ...articleForm(product, { newsCategoryId: category, title: '第二版' }),
      })
    ).data
    expect(await stateOf(id)).toMatchObject({ state: 'draft', publishedId: versionId })
    await editor.call(acts.submit, { ids: [id] })
    expect((await open()).records.find((each) => each.id === id)?.content?.title).toBe('建筑钢材市场日评')
    expect(await editor.call(zh.save, { id, version: version + 2, ...articleForm(product) })).toMatchObject({
      ...conflict,
      msg: '已提交审核，请先撤回',
    })
    await reviewer.call(passArticles, { rows: [{ id, versionId: next.versionId }] })
    expect((await open()).records.find((each) => each.id === id)?.content?.title).toBe('第二版')
  })

  it('articles.md "Standards": two steps need two people', async () => {
    const { pool } = server().database
    await pool.query(`insert into publishing_standards (name, kind, review_steps) values ('月报两级', 'monthly', 2)`)
    const { id, row } = await submitted(editor, { kind: 'monthly' })
    expect((await reviewer.call(passArticles, { rows: [row] })).code).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'pending', publishedId: null })
    expect((await reviewer.call(passArticles, { rows: [row] })).code).toBe(602)
    expect((await colleague.call(passArticles, { rows: [row] })).code).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'published' })
  })

  it('articles.md "Bad input": without text, category, channel or with a past time it is not submitted', async () => {
    const past = new Date(Date.now() - 60_000).toISOString()
    const lacks = [
      { body: { type: 'doc', content: [{ type: 'paragraph' }] } },
      { newsCategoryId: null },
      { channels: [] },
      { publishAt: past },
    ]
    for (const overrides of lacks) {
      const { id } = await write(editor, overrides)
      expect((await editor.call(acts.submit, { ids: [id] })).code).toBe(602)
      expect((await stateOf(id)).state).toBe('draft')
    }
  })

  it('§6 are not reviewed, published or taken down without the right', async () => {
    const { id, row } = await submitted()
    const reader = await person('newsReview.view', 'articles.view', 'articles.details')
    await giveProduct(server().database.db, [reader], product)
    const refused = { status: 403 }
    expect(await reader.call(passArticles, { rows: [row] })).toMatchObject(refused)
    expect(await reader.call(overruleArticles, { rows: [row], opinion: '否' })).toMatchObject(refused)
    expect(await reader.call(acts.submit, { ids: [id] })).toMatchObject(refused)
    expect(await editor.call(acts.launch, { ids: [id] })).toMatchObject(refused)
    expect(await editor.call(acts.takeDown, { ids: [id], reason: '错' })).toMatchObject(refused)
    const english = await person('articlesEnglish.examine', 'articlesEnglish.view')
    await giveProduct(server().database.db, [english], product)
    expect((await english.call(passArticles, { rows: [row] })).code).toBe(602)
    expect((await english.call(getArticleReview, { id })).code).toBe(20404)
  })
})

describe('what readers see', () => {
  it('articles.md "Data": a scheduled article is withdrawn or launched; withdrawing revokes the approval', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const { id, row } = await submitted(editor, { publishAt: at })
    await reviewer.call(passArticles, { rows: [row] })
    expect(await stateOf(id)).toMatchObject({ state: 'scheduled', publishedId: null })
    await editor.call(acts.withdraw, { ids: [id] })
    expect((await reviewer.call(acts.launch, { ids: [id] })).code).toBe(602)
    await editor.call(acts.submit, { ids: [id] })
    expect((await editor.call(passArticles, { rows: [row] })).code).toBe(602)
    await reviewer.call(passArticles, { rows: [row] })
    expect((await reviewer.call(acts.launch, { ids: [id] })).code).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'published', publishAt: null })
  })

  it('articles.md "Language pair": only English changes after the first review mark the Chinese article', async () => {
    const { en } = articleCalls
    const chinese = await published()
    const text = (title: string) => articleForm(product, { title, newsCategoryId: category })
    const english = (await editor.call(en.add, { ...text('Daily'), pairId: chinese.id })).data
    const versionOf = async (calls: typeof zh | typeof en, id: string) =>
      (await editor.call(calls.get, { id })).data.version
    const save = async (calls: typeof zh | typeof en, id: string, title: string, pairUpToId?: string) => {
      const body = { id, version: await versionOf(calls, id), ...text(title), ...(pairUpToId && { pairUpToId }) }
      return editor.call(calls.save, body)
    }
    const ahead = async () => {
      const [own, other] = await Promise.all([
        editor.call(zh.get, { id: chinese.id }),
        editor.call(en.get, { id: english.id }),
      ])
      const { records } = (await editor.call(zh.list, { id: chinese.id })).data
      expect(records[0]?.isPairAhead).toBe(own.data.isPairAhead)
      return { english: own.data.isPairAhead, chinese: other.data.isPairAhead }
    }
    const none = { english: false, chinese: false }
    const translated = (await save(en, english.id, 'Daily, translated')).data
    expect(await ahead()).toEqual(none)
    await editor.call(articleActs.en.submit, { ids: [english.id] })
    const rows = [{ id: english.id, versionId: translated.versionId }]
    expect((await reviewer.call(passArticles, { rows })).code).toBe(200)
    expect(await ahead()).toEqual(none)

    const corrected = (await save(en, english.id, 'Daily, corrected')).data
    expect(await ahead()).toEqual({ english: true, chinese: false })
    expect((await stateOf(chinese.id)).pairVersionId).toBe(translated.versionId)
    // a save without a text change confirms that both match again
    const { title } = (await stateOf(chinese.id)).newest
    expect((await save(zh, chinese.id, title, corrected.versionId)).code).toBe(200)
    expect(await ahead()).toEqual(none)

    const again = (await save(en, english.id, 'Daily, corrected twice')).data
    expect((await save(zh, chinese.id, '也改了', again.versionId)).code).toBe(200)
    expect(await ahead()).toEqual({ english: false, chinese: true })
    expect(await save(zh, chinese.id, '也改了', chinese.versionId)).toMatchObject({ code: 20404 })
  })

  it('articles.md "open call": sites read their articles by cursor and ETag, and learn of removals', async () => {
    const { last: start } = await open()
    const first = await published(editor, { title: '一', author: '王编辑' })
    const second = await published(editor, { title: '二' })
    await published(editor, { title: '别的渠道', channels: ['app'] })
    const page = await open(`&after=${start}&size=1`)
    expect(page.records).toMatchObject([
      { id: first.id, isPublished: true, content: { title: '一', author: '王编辑', newsCategory: '市场综述测试' } },
    ])
    const rest = await open(`&after=${page.next}`)
    expect([rest.records.map(({ id }) => id), rest.next]).toEqual([[second.id], null])
    const again = await open(`&after=${page.next}`, { 'if-none-match': rest.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    await reviewer.call(acts.takeDown, { ids: [first.id], reason: '数据有误' })
    const changed = await open(`&after=${rest.last}`)
    expect(changed.records).toMatchObject([{ id: first.id, isPublished: false, content: null }])
    await reviewer.call(acts.launch, { ids: [first.id] })
    expect((await open(`&after=${changed.last}`)).records).toMatchObject([{ id: first.id, isPublished: true }])
  })

  it('articles.md "count": sites report readers by day, the latest number counts', async () => {
    const { id } = await published()
    const tell = (readers: number) =>
      server().send(
        'POST',
        countArticleReaders.path,
        { channel: 'officialWebsite', rows: [{ id, day: '2026-11-20', readers }] },
        { headers: { [API_KEY_HEADER]: key } },
      )
    await tell(5)
    expect((await tell(8)).code).toBe(200)
    expect((await editor.call(acts.count, { id, from: '2026-11-01', to: '2026-11-30' })).data).toEqual([
      { channel: 'officialWebsite', day: '2026-11-20', readers: 8 },
    ])
    expect((await stranger.call(acts.count, { id, from: '2026-11-01', to: '2026-11-30' })).code).toBe(20404)
    expect((await server().send('GET', `${readArticles.path}?channel=officialWebsite`)).status).toBe(401)
  })

  it('§6 copy makes a draft of one’s own, move keeps what is published, pinned articles are reordered', async () => {
    const { id } = await published()
    const copy = (await colleague.call(acts.copy, { id })).data
    expect(await stateOf(copy.id)).toMatchObject({
      state: 'draft',
      authorName: expect.any(String),
      newest: { origin: 'copy', title: '建筑钢材市场日评（副本）' },
    })
    const other = await makeNewsCategory(server().database.db, '企业动态测试')
    expect((await colleague.call(acts.move, { ids: [id], newsCategoryId: other })).code).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'published', newest: { newsCategoryId: other, origin: 'move' } })
    const second = await published()
    const until = new Date(Date.now() + 86_400_000).toISOString()
    for (const each of [id, second.id]) expect((await reviewer.call(acts.top, { id: each, until })).code).toBe(200)
    await reviewer.call(acts.orderTops, { ids: [second.id, id] })
    expect((await reviewer.call(acts.tops, {})).data.map((each) => each.id)).toEqual([second.id, id])
    expect(await reviewer.call(acts.top, { id: copy.id, until })).toMatchObject({ ...conflict, msg: '发布后才能置顶' })
    expect(await colleague.call(acts.orderTops, { ids: [id] })).toMatchObject({ status: 403 })
  })
})
