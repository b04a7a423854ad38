// Quote items over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  findQuoteItems,
  listMethods,
  moveQuoteItems,
  type QuoteItemForm,
  quoteItemCalls,
  resumeQuoteItems,
  setQuoteItemCode,
  sortQuoteItems,
  stopQuoteItems,
} from '#contract/prices/quote-items.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makePrice, makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
const rights = ['view', 'details', 'add', 'edit', 'delete', 'copy', 'move', 'dragSort', 'update', 'stopUpdate']
let keeper: Person
let stranger: Person

beforeAll(async () => {
  const { database, as } = server()
  const role = await makeRole(database.db, ...rights.map((alias) => `quoteItem.${alias}`))
  keeper = await as(role.code)
  stranger = await as(role.code)
})

async function makeMine(overrides: Parameters<typeof makeQuoteItem>[1] = {}): Promise<Item> {
  const item = await makeQuoteItem(server().database.db, overrides)
  await giveProduct(server().database.db, [keeper], item.productId)
  return item
}

const form = (productId: string, overrides: Partial<QuoteItemForm> = {}): QuoteItemForm => ({
  productId,
  name: '螺纹钢 天津 市场价',
  englishName: 'Rebar Tianjin',
  market: '天津',
  specification: 'HRB400E Φ25',
  brand: '',
  regionId: null,
  unit: '元/吨',
  currency: 'CNY',
  isTaxIncluded: true,
  delivery: '仓库自提',
  kind: 'range',
  decimals: 0,
  allowsNegative: false,
  frequency: 'workday',
  weekdays: [],
  calendarId: null,
  dueTime: '16:30',
  usualMove: null,
  lowest: null,
  highest: null,
  source: 'inquiry',
  method: '每日询价十家贸易商',
  analystId: null,
  deputyId: null,
  ...overrides,
})

const read = async (id: string) => (await keeper.call(quoteItemCalls.get, { id })).data

describe('quote items', () => {
  it('prices.md "Data": of twenty who add one name at once, one has it and the others are refused, as with a rename', async () => {
    const { productId } = await makeMine()
    const twenty = Array.from({ length: 20 }, () =>
      keeper.call(quoteItemCalls.add, form(productId, { name: '冷轧 乐从' })),
    )
    const added = await Promise.all(twenty)
    expect(added.filter(({ code }) => code === 200)).toHaveLength(1)
    const refused = added.filter(({ code }) => code !== 200)
    const msgs = refused.map((reply) => JSON.stringify(reply.data))
    expect(new Set(msgs).size).toBe(1)
    expect(msgs[0]).toContain('该产品下已有同名同规格的报价项')
    const others = await Promise.all(
      ['甲', '乙', '丙', '丁'].map((name) => keeper.call(quoteItemCalls.add, form(productId, { name }))),
    )
    const renamed = await Promise.all(
      others.map(({ data: { id, version } }) =>
        keeper.call(quoteItemCalls.edit, { ...form(productId, { name: '热轧 乐从' }), id, version }),
      ),
    )
    expect(renamed.map(({ code }) => code).toSorted()).toEqual([200, 400, 400, 400])
  })

  it('§1 are added with a generated code, edited by version, and every method is kept', async () => {
    const { productId } = await makeMine()
    const { id, version } = (await keeper.call(quoteItemCalls.add, form(productId))).data
    expect((await read(id)).code).toMatch(/^Q\d{6}$/)
    const change = { ...form(productId, { method: '改为成交均价' }), id, version }
    expect((await keeper.call(quoteItemCalls.edit, change)).data.version).toBe(2)
    expect(await keeper.call(quoteItemCalls.edit, change)).toMatchObject({ code: 601 })
    const methods = (await keeper.call(listMethods, { id })).data
    expect(methods.map(({ method }) => method)).toEqual(['改为成交均价', '每日询价十家贸易商'])
    expect((await stranger.call(listMethods, { id })).data).toEqual([])
  })

  it('§1 are copied under another name, after the others', async () => {
    const { productId, quoteItemId } = await makeMine()
    const own = { name: '另一个', specification: 'HRB400E Φ25' }
    const { data } = await keeper.call(quoteItemCalls.copy, { id: quoteItemId, ...own })
    expect(await read(data.id)).toMatchObject({ productId, ...own, market: '上海', status: 'update' })
  })

  it.each([
    [{ name: ' ' }, '请输入报价项名称'],
    [{ frequency: 'weekdays' as const }, '请选择更新星期'],
    [{ lowest: '10', highest: '9' }, '最高限应大于最低限'],
    [{ lowest: '-1' }, '此报价项不允许负值'],
    [{ usualMove: '0' }, '通常日波动应大于 0'],
    [{ dueTime: '25:00' }, '应更新时间应为 HH:MM'],
    [{ decimals: 7 }, '小数位数不能大于6'],
    [{ analystId: '999999' }, '分析师不存在或已禁用'],
    [{ regionId: '999999' }, '地区不存在'],
  ])('§9 refuse %j', async (overrides, msg) => {
    const { productId } = await makeMine()
    expect(await keeper.call(quoteItemCalls.add, form(productId, overrides))).toMatchObject({ status: 400, msg })
  })

  it('§1 have a unique name and specification within one product', async () => {
    const { productId } = await makeMine()
    await keeper.call(quoteItemCalls.add, form(productId))
    expect(await keeper.call(quoteItemCalls.add, form(productId))).toMatchObject({
      status: 400,
      msg: '该产品下已有同名同规格的报价项',
    })
  })

  it('§1 with prices are stopped, not deleted', async () => {
    const item = await makeMine()
    await makePrice(server().database.db, item, '2026-11-18')
    const refused = await keeper.call(quoteItemCalls.remove, { ids: [item.quoteItemId] })
    expect(refused).toMatchObject({ code: 603, data: [{ by: [{ kind: '价格', count: 1 }] }] })
    const ids = [item.quoteItemId]
    await keeper.call(stopQuoteItems, { ids, reason: '厂家停产', stoppedOn: '2026-11-19' })
    const listed = async () => (await keeper.call(quoteItemCalls.list, { productId: item.productId })).data.records[0]
    expect(await listed()).toMatchObject({ status: 'stopUpdate', stopReason: '厂家停产', stoppedOn: '2026-11-19' })
    await keeper.call(resumeQuoteItems, { ids })
    expect(await listed()).toMatchObject({ status: 'update', stopReason: '', stoppedOn: null })
    const fresh = await makeMine()
    expect((await keeper.call(quoteItemCalls.remove, { ids: [fresh.quoteItemId] })).code).toBe(200)
  })

  it('§1 are reordered within their product', async () => {
    const { productId, quoteItemId: one } = await makeMine()
    const { quoteItemId: two } = await makeQuoteItem(server().database.db, { productId })
    expect((await keeper.call(sortQuoteItems, { productId, ids: [two, one] })).code).toBe(200)
    const { data } = await keeper.call(quoteItemCalls.list, { productId, ascs: ['sort'] })
    expect(data.records.map(({ id }) => id)).toEqual([two, one])
  })

  it('§1 move to another product with all their prices', async () => {
    const [from, to] = [await makeMine(), await makeMine()]
    await makePrice(server().database.db, from, '2026-11-18')
    await keeper.call(moveQuoteItems, { ids: [from.quoteItemId], productId: to.productId })
    const { rows } = await server().database.db.$client.query(
      `select product_id from prices where quote_item_id = ${from.quoteItemId}`,
    )
    expect(rows).toEqual([{ product_id: to.productId }])
  })

  it('§6 have a code for feeds, which only the data administrator changes', async () => {
    const item = await makeMine()
    const change = { id: item.quoteItemId, version: 1, code: 'REBARSH' }
    expect(await keeper.call(setQuoteItemCode, change)).toMatchObject({
      status: 403,
      msg: '只有数据管理员可以修改编码',
    })
    const sjgly = await server().as('sjgly')
    expect((await sjgly.call(setQuoteItemCode, change)).code).toBe(200)
    const other = await makeMine()
    const taken = await sjgly.call(setQuoteItemCode, { ...change, id: other.quoteItemId })
    expect(taken).toMatchObject({ status: 400, msg: '编码已被其他报价项使用' })
  })

  it('§7 are found by name, code and product', async () => {
    const item = await makeMine({ name: '沥青 山东 出厂', productName: '重交沥青' })
    for (const text of ['沥青', '重交', (await read(item.quoteItemId)).code]) {
      const { data } = await keeper.call(findQuoteItems, { text })
      expect(data.map(({ id }) => id)).toContain(item.quoteItemId)
    }
  })

  it('§6 of products out of scope are not found', async () => {
    const { productId, quoteItemId: id } = await makeMine()
    expect((await stranger.call(quoteItemCalls.list, {})).data.total).toBe(0)
    expect((await stranger.call(findQuoteItems, { ids: [id] })).data).toEqual([])
    expect(await stranger.call(quoteItemCalls.get, { id })).toMatchObject({ code: 20404 })
    expect(await stranger.call(quoteItemCalls.remove, { ids: [id] })).toMatchObject({ code: 20404 })
    expect(await stranger.call(resumeQuoteItems, { ids: [id] })).toMatchObject({ code: 20404 })
    expect(await stranger.call(sortQuoteItems, { productId, ids: [id] })).toMatchObject({ code: 20404 })
    expect(await stranger.call(quoteItemCalls.add, form(productId))).toMatchObject({ status: 400 })
  })

  it('§6 are refused without the right', async () => {
    const { productId, quoteItemId } = await makeMine()
    const reader = await server().as((await makeRole(server().database.db, 'quoteItem.view')).code)
    const ids = [quoteItemId]
    expect((await reader.call(quoteItemCalls.add, form(productId))).status).toBe(403)
    expect((await reader.call(quoteItemCalls.remove, { ids })).status).toBe(403)
    expect((await reader.call(stopQuoteItems, { ids, reason: 'x', stoppedOn: '2026-11-19' })).status).toBe(403)
    expect((await reader.call(moveQuoteItems, { ids, productId })).status).toBe(403)
    expect((await reader.call(sortQuoteItems, { productId, ids })).status).toBe(403)
  })
})
