// Shares, over HTTP: made, found, ended.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createShare,
  endShare,
  exportShares,
  findShareable,
  getShare,
  getShareCard,
  queryShares,
} from '#contract/sharing/shares.ts'
import { makeProduct } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'
import { makeShare, openShare, publishArticle, takeDown, writeDraft } from '#test/share-factories.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
const rights = ['view', 'share', 'details', 'takeDown', 'exportBtn'].map((alias) => `shareArticles.${alias}`)
let seller: Person
let superior: Person
let stranger: Person
let administrator: Person
let productId: string

beforeAll(async () => {
  const { code } = await makeRole(db(), ...rights, 'articles.view')
  superior = await server().as(code)
  seller = await server().as(code, { saleParentId: superior.id })
  stranger = await server().as(code)
  administrator = await server().as('administrator')
  productId = await makeProduct(db())
  await giveProduct(db(), [seller, superior], productId)
})

const publish = (title: string) => publishArticle(db(), { title, productId, summary: '钢价走强' })
const share = async (by: Person, articleId: string, channel: 'friend' | 'moments' = 'friend') =>
  (await by.call(createShare, { articleId, channel })).data
const titlesFor = async (by: Person, query = {}) =>
  (await by.call(queryShares, query)).data.records.map(({ title }) => title)

describe('product.md "An article share has its own link"', () => {
  it('one for each person, article and channel, with the card that WeChat shows', async () => {
    const articleId = await publish('自己的链接')
    const card = await share(seller, articleId)
    expect(card).toMatchObject({
      title: '自己的链接',
      summary: '钢价走强',
      channel: 'friend',
      state: 'open',
      coverUrl: '',
    })
    expect(card.url).toMatch(/^http:\/\/.+\/s\/[2-9a-zA-Z]{10}$/)
    expect(await share(seller, articleId)).toEqual(card)
    const others = [await share(seller, articleId, 'moments'), await share(superior, articleId)]
    expect(new Set([card, ...others].map(({ url }) => url)).size).toBe(3)
    expect((await seller.call(getShareCard, { id: card.id })).data).toEqual(card)
    const { rows } = await server().database.pool.query(
      `select after from audit_log where action = 'share.add' and target_id = $1`,
      [card.id],
    )
    expect(rows).toEqual([{ after: { articleId, channel: 'friend' } }])
  })

  it('two at once make one', async () => {
    const articleId = await publish('同时分享')
    const made = await Promise.all([share(seller, articleId), share(seller, articleId), share(seller, articleId)])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  it('only published articles that the person may read', async () => {
    const hidden = await publish('不可见')
    expect(await stranger.call(createShare, { articleId: hidden, channel: 'friend' })).toMatchObject({ code: 20404 })
    const draft = await publish('未发布')
    await takeDown(db(), draft)
    expect(await seller.call(createShare, { articleId: draft, channel: 'friend' })).toMatchObject({
      status: 409,
      msg: '资讯尚未发布，发布后才能分享',
    })
    const noReader = await server().as((await makeRole(db(), 'shareArticles.share')).code)
    await giveProduct(db(), [noReader], productId)
    expect(await noReader.call(createShare, { articleId: hidden, channel: 'friend' })).toMatchObject({ code: 20404 })
    expect((await seller.call(findShareable, { text: '不可见' })).data).toMatchObject([{ id: hidden }])
    expect((await stranger.call(findShareable, { text: '不可见' })).data).toEqual([])
  })

  it('refuses an unknown channel in Chinese', async () => {
    const reply = await seller.call(createShare, { articleId: '1', channel: 'qq' as never })
    expect(reply).toMatchObject({ status: 400, msg: '渠道不在可选范围内' })
    expect(await seller.call(createShare, { channel: 'friend' } as never)).toMatchObject({
      status: 400,
      msg: '请选择资讯',
    })
  })
})

describe('meetings-visits-sharing.md "takeDown ends it for good, sharing again gives a new code"', () => {
  it('by their person and by administrators, not by superiors', async () => {
    const articleId = await publish('结束')
    const first = await share(seller, articleId)
    const { id } = first
    const detailOf = async (by: Person) => (await by.call(getShare, { id })).data
    expect(await detailOf(seller)).toMatchObject({ state: 'open', canEnd: true })
    expect(await detailOf(superior)).toMatchObject({ canEnd: false })
    expect(await superior.call(endShare, { id })).toMatchObject({ status: 403, msg: '只能结束自己的分享' })
    expect(await stranger.call(endShare, { id })).toMatchObject({ code: 20404 })
    expect((await seller.call(endShare, { id })).code).toBe(200)
    expect(await detailOf(seller)).toMatchObject({ state: 'ended', canEnd: false })
    expect(await seller.call(endShare, { id })).toMatchObject({ status: 409, msg: '分享已经结束' })
    const again = await share(seller, articleId)
    expect(again.id).not.toBe(id)
    expect(again.url).not.toBe(first.url)
    expect(await share(seller, articleId)).toEqual(again)
    expect((await administrator.call(endShare, { id: again.id })).code).toBe(200)
  })

  it('an article that is taken down takes its links with it, and brings them back', async () => {
    const articleId = await publish('下线')
    const { id } = await share(seller, articleId)
    await takeDown(db(), articleId)
    expect((await seller.call(getShare, { id })).data.state).toBe('offline')
    expect(await titlesFor(seller, { state: 'offline', title: '下线' })).toEqual(['下线'])
    expect(await titlesFor(seller, { state: 'open', title: '下线' })).toEqual([])
  })
})

describe('§2 the list of shares', () => {
  it('shows the own ones and those of subordinates, by the published title', async () => {
    const articleId = await publish('范围之内')
    await share(seller, articleId)
    await writeDraft(db(), articleId, { title: '未发布的标题' })
    expect(await titlesFor(seller, { articleId })).toEqual(['范围之内'])
    expect(await titlesFor(superior, { articleId })).toEqual(['范围之内'])
    expect(await titlesFor(administrator, { articleId })).toEqual(['范围之内'])
    expect(await titlesFor(stranger, { articleId })).toEqual([])
    expect((await stranger.call(queryShares, {})).data.sums).toEqual({ opens: '0', people: '0', leads: '0' })
  })

  it('counts, filters by days, and sorts by the figures', async () => {
    const few = await makeShare(db(), seller.id, await publish('排序少'))
    const many = await makeShare(db(), seller.id, await publish('排序多'))
    await openShare(db(), few.id, '2026-03-01', 1)
    await openShare(db(), many.id, '2026-03-02', 2, 'one')
    await openShare(db(), many.id, '2026-03-03', 1, 'one')
    const { data } = await seller.call(queryShares, { title: '排序', descs: ['opens'] })
    expect(data.records).toMatchObject([
      { title: '排序多', opens: 3, people: 2, staySeconds: 30, leads: 0 },
      { title: '排序少', opens: 1, people: 1 },
    ])
    expect(data.sums).toEqual({ opens: '4', people: '3', leads: '0' })
    expect(await titlesFor(seller, { title: '排序', from: '2026-03-02', to: '2026-03-03' })).toEqual(['排序多'])
    expect(await seller.call(queryShares, { from: '2026-03-03', to: '2026-03-02' })).toMatchObject({
      status: 400,
      msg: '开始日期不能晚于结束日期',
    })
    const detail = (await seller.call(getShare, { id: many.id })).data
    expect(detail.days).toEqual([
      { day: '2026-03-02', opens: 2, people: 1 },
      { day: '2026-03-03', opens: 1, people: 1 },
    ])
    expect(detail.hosts).toEqual([{ host: '', opens: 3 }])
    expect(detail.hours).toEqual(Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 3 : 0)))
    expect(await stranger.call(getShare, { id: many.id })).toMatchObject({ code: 20404 })
    expect(await stranger.call(getShareCard, { id: many.id })).toMatchObject({ code: 20404 })
  })

  it('is exported in scope', async () => {
    const columns = ['title', 'sharerName', 'channel', 'state']
    const sheet = { columns, format: 'xlsx', reason: '核对' } as const
    await share(seller, await publish('导出的资讯'))
    const { data } = await seller.call(exportShares, { query: { title: '导出的资讯' }, ...sheet })
    const rows = await cellsOf(await download(server(), (await endOf(seller, data.jobId)).fileUrl))
    expect(rows.at(-1)).toEqual(['导出的资讯', expect.any(String), '微信好友', '有效'])
    const viewer = await server().as((await makeRole(db(), 'shareArticles.view')).code)
    expect(await viewer.call(exportShares, { query: {}, ...sheet })).toMatchObject({ status: 403 })
    expect(await viewer.call(endShare, { id: '1' })).toMatchObject({ status: 403 })
    expect(await viewer.call(getShare, { id: '1' })).toMatchObject({ status: 403 })
  })
})
