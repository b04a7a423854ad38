// Prices of other systems, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiScope } from '#contract/access.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { bringPrices, type PublishedPrice, readPrices } from '#contract/prices/open-prices.ts'
import { getPrice, listRevisions, savePrices, submitPrices } from '#contract/prices/prices.ts'
import { passPrices } from '#contract/prices/reviews.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { pricePublications } from '#server/db/schema/prices/prices.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { seenNow } from '#test/price-people.ts'

const server = testServer()
const [DAY, NEXT] = ['2026-11-18', '2026-11-19']
let maker: Person
let reviewer: Person
let key: string

const makeKeyOf = async (dailyQuota: number, ...scopes: ApiScope[]) =>
  (
    await server().database.db.transaction((tx) =>
      createApiKey(tx, { name: '交易所行情', scopes, dailyQuota, createdBy: maker.id }),
    )
  ).key
const makeKey = (...scopes: ApiScope[]) => makeKeyOf(10_000, ...scopes)

beforeAll(async () => {
  const { database, as } = server()
  const rights = ['price.view', 'price.add', 'price.details', 'priceReview.view', 'priceReview.pass']
  const role = await makeRole(database.db, ...rights)
  maker = await as(role.code)
  reviewer = await as(role.code)
  const item = await makeQuoteItem(database.db, { code: 'FEEDA', decimals: 0 })
  await giveProduct(database.db, [maker, reviewer], item.productId)
  await makeQuoteItem(database.db, { code: 'FEEDX' })
  key = await makeKey('bringPrices', 'readPrices')
})

type ReceivedEntry = { code: string; id: string | null; problem: string | null }[]
const bring = async (rows: object[], by = key) =>
  server().send('POST', bringPrices.path, { rows }, { headers: { [API_KEY_HEADER]: by } })
const row = (overrides: object = {}) => ({ code: 'FEEDA', day: DAY, low: '3800', high: '3860', ...overrides })
const read = async (query: string, headers: Record<string, string> = {}) =>
  server().send('GET', `${readPrices.path}?${query}`, undefined, { headers: { [API_KEY_HEADER]: key, ...headers } })
type Read = { asKnownAt: string; records: PublishedPrice[]; next: string | null }

describe('POST /api/open/prices', () => {
  it('§7 stores drafts, row by row, each with the name of the key', async () => {
    const reply = await bring([row(), row({ code: 'FEEDX' }), row({ day: NEXT, low: '9', high: '8' })])
    const [good, foreign, bad] = reply.data as unknown as ReceivedEntry
    expect(good?.problem).toBeNull()
    expect(foreign?.problem).toBe('报价项不存在，或不在授权范围内')
    expect(bad?.problem).toBe('低价不能高于高价')
    const [revision] = (await maker.call(listRevisions, { id: good?.id ?? '' })).data
    expect(revision).toMatchObject({ origin: 'api', originDetail: '交易所行情', average: '3830' })
  })

  it('§7 ignores repeated rows, and updates drafts with newer figures', async () => {
    const [first] = (await bring([row({ day: NEXT })])).data as unknown as ReceivedEntry
    const id = first?.id ?? ''
    expect((await bring([row({ day: NEXT })])).data).toMatchObject([{ id, problem: null }])
    expect((await maker.call(getPrice, { id })).data.version).toBe(1)
    await bring([row({ day: NEXT, high: '3880' })])
    expect((await maker.call(getPrice, { id })).data).toMatchObject({ version: 2, average: '3840' })
  })

  it('§38 answers equal values that come at the same moment alike: one entry, no problem', async () => {
    const item = await makeQuoteItem(server().database.db, { code: 'FEEDR', decimals: 0 })
    await giveProduct(server().database.db, [maker], item.productId)
    const rows = [row({ code: 'FEEDR' }), row({ code: 'FEEDR', day: NEXT })]
    const replies = await Promise.all(Array.from({ length: 12 }, () => bring(rows)))
    const received = replies.map(({ data }) => data as unknown as ReceivedEntry)
    expect(received.flat().map(({ problem }) => problem)).toEqual(Array(24).fill(null))
    expect(new Set(received.flat().map(({ id }) => id)).size).toBe(2)
    const [first] = received[0] ?? []
    expect((await maker.call(getPrice, { id: first?.id ?? '' })).data.version).toBe(1)
  })

  it('prices.md "Entering": replaces a feed’s draft, never a person’s, whose row gets a problem', async () => {
    const item = await makeQuoteItem(server().database.db, { code: 'FEEDP', decimals: 0 })
    await giveProduct(server().database.db, [maker], item.productId)
    const own = { quoteItemId: item.quoteItemId, day: DAY, low: '3900', high: '3900', average: null, reason: '' }
    const rows = [{ ...own, remark: '电话核实', englishRemark: '', version: null }]
    const id = (await maker.call(savePrices, { origin: 'grid', rows })).data[0]?.id ?? ''
    const refused = '当日已有人工填写的草稿，未覆盖'
    const feed = row({ code: 'FEEDP' })
    expect((await bring([feed, row({ day: NEXT })])).data).toMatchObject([{ problem: refused }, { problem: null }])
    expect((await maker.call(getPrice, { id })).data).toMatchObject({ version: 1, low: '3900', remark: '电话核实' })
    // a feed's draft that a person has changed is theirs from then on
    const [first] = (await bring([row({ code: 'FEEDP', day: NEXT })])).data as unknown as ReceivedEntry
    const changed = [{ ...own, day: NEXT, remark: '', englishRemark: '', version: 1 }]
    expect((await maker.call(savePrices, { origin: 'grid', rows: changed })).data[0]?.problem).toBeNull()
    expect((await bring([row({ code: 'FEEDP', day: NEXT, high: '3870' })])).data).toMatchObject([{ problem: refused }])
    expect((await maker.call(getPrice, { id: first?.id ?? '' })).data.low).toBe('3900')
  })

  it('§7 judges rows one by one: a malformed one is an outcome of its own, the others are taken', async () => {
    await makeQuoteItem(server().database.db, { code: 'FEEDM', decimals: 0 }).then(({ productId }) =>
      giveProduct(server().database.db, [maker], productId),
    )
    const good = row({ code: 'FEEDM' })
    const reply = await bring([
      { ...good, low: '3,800' },
      { ...good, low: 3800 },
      { ...good, code: 'x' },
      { ...good, code: 5 },
      { ...good, day: '2026-02-30' },
      { code: 'FEEDM', day: DAY, low: '1' },
      { ...good, remark: 'x'.repeat(501) },
      { ...good, unit: '元' },
      good,
    ])
    expect(reply.status).toBe(200)
    const outcomes = reply.data as unknown as ReceivedEntry
    expect(outcomes.map(({ problem }) => problem)).toEqual([
      '低价应为不超过12位整数、6位小数的数字',
      '低价应为文本',
      '报价项编码不正确',
      '报价项编码应为文本',
      '日期应为 YYYY-MM-DD',
      '高价不能为空',
      '备注最多500个字符',
      '不支持的字段 unit',
      null,
    ])
    expect(outcomes.at(3)).toMatchObject({ code: '', id: null })
    expect(outcomes.at(-1)).toMatchObject({ code: 'FEEDM', id: expect.stringMatching(/^\d+$/) })
  })

  it('§6 refuses a key without the scope', async () => {
    expect((await bring([row()], await makeKey('readPrices'))).status).toBe(403)
  })

  it.each([
    [{ rows: [] }, '请选择价格'],
    [{ rows: ['FEEDA'] }, '该项应为对象'],
    [{ rows: Array.from({ length: 1_001 }, () => row()) }, '价格最多1000项'],
  ])('§9 refuses %j', async (body, msg) => {
    const reply = await server().send('POST', bringPrices.path, body, { headers: { [API_KEY_HEADER]: key } })
    expect(reply).toMatchObject({ status: 400, msg })
  })
})

describe('GET /api/open/prices', () => {
  it('§7 returns published prices, also as known at a publication, with an ETag', async () => {
    const [received] = (await bring([row()])).data as unknown as ReceivedEntry
    const id = received?.id ?? ''
    const range = `code=FEEDA&from=${DAY}&to=${NEXT}`
    expect((await read(range)).data).toMatchObject({ records: [] })
    await maker.call(submitPrices, { rows: await seenNow(maker, [id]) })
    const { data } = await reviewer.call(getPrice, { id })
    await reviewer.call(passPrices, { rows: [{ id, revisionId: data.reviewing ?? '' }] })
    const published = await read(range)
    const { asKnownAt, records, next } = published.data as unknown as Read
    expect(records).toMatchObject([{ code: 'FEEDA', day: DAY, average: '3830', isCorrected: false }])
    expect(next).toBeNull()
    const tag = published.headers.get('etag') ?? ''
    expect((await read(range, { 'if-none-match': tag })).status).toBe(304)
    expect((await read(`${range}&asKnownAt=${asKnownAt}`)).data).toEqual(published.data)
    expect((await read(`${range}&after=${DAY}`)).data).toMatchObject({ records: [] })
  })

  it('§7 refuses a publication that does not exist yet: its reply could not stay the same', async () => {
    const range = `code=FEEDA&from=${DAY}&to=${NEXT}`
    const { asKnownAt } = (await read(range)).data as unknown as Read
    const newest = await server().database.db.$count(pricePublications)
    expect((await read(`${range}&asKnownAt=${newest}`)).status).toBe(200)
    expect(Number(asKnownAt)).toBeLessThanOrEqual(newest)
    for (const beyond of [newest + 1, '9223372036854775807'])
      expect(await read(`${range}&asKnownAt=${beyond}`)).toMatchObject({ status: 400, msg: '发布序号不存在' })
  })

  it('§9 refuses unknown parameters, foreign items and days in the wrong order', async () => {
    expect((await read(`code=FEEDA&from=${DAY}&to=${NEXT}&asOf=1`)).status).toBe(400)
    expect(await read(`code=FEEDX&from=${DAY}&to=${NEXT}`)).toMatchObject({ status: 404 })
    expect(await read(`code=FEEDA&from=${NEXT}&to=${DAY}`)).toMatchObject({ msg: '开始日期不能晚于结束日期' })
  })
})

it('prices.md refuses both calls with 429 once the key has used up its daily quota', async () => {
  const own = await makeKeyOf(2, 'bringPrices', 'readPrices')
  const [headers, range] = [{ [API_KEY_HEADER]: own }, `code=FEEDA&from=${DAY}&to=${NEXT}`]
  expect((await bring([row({ code: 'FEEDX' })], own)).status).toBe(200)
  expect((await read(range, headers)).status).toBe(200)
  const refused = { status: 429, code: 429, success: false, msg: '今日调用次数已用完' }
  expect(await bring([row({ code: 'FEEDX' })], own)).toMatchObject(refused)
  const late = await read(range, headers)
  expect(late).toMatchObject(refused)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
})
