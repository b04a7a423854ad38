// Customers who read prices with a data key, over HTTP: grants, data sets and quota.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { createDataKey, type DataSet, listDataKeys, readDataUsage, revokeDataKey } from '#contract/members/data-keys.ts'
import { bringPrices, readPrices } from '#contract/prices/open-prices.ts'
import { listPriceUses } from '#contract/prices/price-uses.ts'
import { databaseToday } from '#server/core/clock.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { makeAccount, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'

const server = testServer()
const people = pricePeople(server)
const MONDAY = '2026-11-16'
const db = () => server().database.db
let seller: Person
let keeper: Person
let item: Item
let foreign: Item
let priceId: string
let day: string
let accountId: string

beforeAll(async () => {
  seller = await server().as((await makeRole(db(), 'apiData.accounts.view', 'apiData.accounts.edit')).code)
  keeper = await server().as((await makeRole(db(), 'price.view', 'price.details')).code)
  item = await makeQuoteItem(db(), { code: 'OPENA' })
  foreign = await makeQuoteItem(db(), { code: 'OPENB' })
  await giveProduct(db(), [keeper, ...people.all()], item.productId)
  await giveProduct(db(), people.all(), foreign.productId)
  priceId = await people.publish(item, MONDAY, '3800')
  await people.publish(foreign, MONDAY, '4100')
  day = await databaseToday(db())
})
beforeEach(async () => {
  accountId = (await makeAccount(db(), 'apiData', { ownerId: seller.id })).id
})

const grant = (productId: string | null = item.productId) =>
  db()
    .insert(grants)
    .values({ accountId, productId, kind: 'formal', startsOn: day, endsOn: addDays(day, 30) })
const makeKey = async (changes: { dataSets?: DataSet[]; dailyQuota?: number; addresses?: string[] } = {}) => {
  const both: DataSet[] = ['priceDaily', 'priceHistory']
  const own = { name: '生产环境', dataSets: both, addresses: [], dailyQuota: 100, endsOn: null, ...changes }
  return (await seller.call(createDataKey, { accountId, ...own })).data
}
const read = (key: string, { code = 'OPENA', from = MONDAY, to = day } = {}) =>
  server().send('GET', `${readPrices.path}?code=${code}&from=${from}&to=${to}`, undefined, {
    headers: { [API_KEY_HEADER]: key },
  })
const usage = async () =>
  (await seller.call(readDataUsage, { accountId, days: 7 })).data.rows.map(({ dataSet, calls, refused }) => [
    dataSet,
    calls,
    refused,
  ])

describe('GET /api/open/prices with a data key', () => {
  it('prices.md returns what the grants cover, and nothing else', async () => {
    await grant()
    const { key } = await makeKey()
    expect(await read(key)).toMatchObject({ status: 200, data: { records: [{ code: 'OPENA', average: '3800.00' }] } })
    expect(await read(key, { code: 'OPENB' })).toMatchObject({ status: 404, msg: '报价项不存在，或不在授权范围内' })
    await grant(null)
    expect(await read(key, { code: 'OPENB' })).toMatchObject({ status: 200, data: { records: [{ code: 'OPENB' }] } })
  })

  it('prices.md counts calls, and refuses with 429 when the quota of the day is used up, also concurrent ones', async () => {
    await grant()
    const { key } = await makeKey({ dailyQuota: 3 })
    const replies = await Promise.all(Array.from({ length: 6 }, () => read(key, { from: day })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused).toMatchObject({ code: 429, success: false, msg: '今日调用次数已用完' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await usage()).toEqual([['priceDaily', 3, 3]])
    expect((await seller.call(listDataKeys, { accountId })).data).toMatchObject([{ callsToday: 3 }])
  })

  it('prices.md needs 价格历史 for days more than a month back', async () => {
    await grant()
    const { key } = await makeKey({ dataSets: ['priceDaily'] })
    expect((await read(key, { from: addDays(day, -31) })).status).toBe(200)
    const reply = await read(key, { from: addDays(day, -32) })
    expect(reply).toMatchObject({ status: 403, msg: '此数据密钥不含“价格历史”' })
    expect(await usage()).toEqual([
      ['priceDaily', 1, 0],
      ['priceHistory', 0, 1],
    ])
  })

  it('§6 refuses a key without a grant, from another address, revoked or unknown, and grants no other call', async () => {
    const { id, key } = await makeKey()
    expect(await read(key)).toMatchObject({ status: 403, msg: '账号没有生效的授权' })
    await grant()
    const away = await makeKey({ addresses: ['192.0.2.0/24'] })
    expect(await read(away.key)).toMatchObject({ status: 403, msg: '该地址不能使用此数据密钥' })
    const headers = { [API_KEY_HEADER]: key }
    expect((await server().send('POST', bringPrices.path, { rows: [] }, { headers })).status).toBe(401)
    await seller.call(revokeDataKey, { id })
    for (const bad of [key, `dk_${'x'.repeat(43)}`])
      expect(await read(bad)).toMatchObject({ status: 401, msg: 'API 密钥无效' })
  })

  it('§8 is traced: which key read the figure, without the customer', async () => {
    await grant()
    const { key } = await makeKey()
    await read(key)
    const uses = (await keeper.call(listPriceUses, { id: priceId })).data
    expect(uses).toContainEqual(
      expect.objectContaining({ channel: 'dataKey', title: `数据密钥 ${key.slice(0, 10)}`, average: '3800.00' }),
    )
  })
})
