// Definitions of quote items over HTTP: figures keep what they meant on their day.
import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY_HEADER, type BodyOf, CONFIRM_HEADER } from '#contract/endpoint.ts'
import type { Confirmation } from '#contract/envelope.ts'
import { correctDefinition, listDefinitions } from '#contract/prices/definitions.ts'
import { type PublishedPrice, readPrices } from '#contract/prices/open-prices.ts'
import { exportPriceData, type PriceDataQuery, queryPriceData } from '#contract/prices/price-data.ts'
import { getMatrix, getSheet } from '#contract/prices/price-grids.ts'
import { exportPrices } from '#contract/prices/price-sheets.ts'
import { getTrend, listPrices } from '#contract/prices/prices.ts'
import { findQuoteItems, type QuoteItem, type QuoteItemForm, quoteItemCalls } from '#contract/prices/quote-items.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const people = pricePeople(server)
const rights = ['quoteItem.view', 'quoteItem.details', 'quoteItem.edit', 'price.view', 'price.details', 'price.add']
let keeper: Person
/** Has the rights but no product. */
let stranger: Person
/** May read, not change. */
let reader: Person

beforeAll(async () => {
  const { database, as } = server()
  const more = ['price.exportBtn', 'price.batchAdd', 'price.batchEdit', 'searchData.view', 'searchData.exportBtn']
  const role = await makeRole(database.db, ...rights, ...more)
  keeper = await as(role.code)
  stranger = await as(role.code)
  reader = await as((await makeRole(database.db, 'quoteItem.view', 'quoteItem.details')).code)
})

const [FIRST, SECOND, THIRD, FOURTH] = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']

async function makeMine(overrides: Parameters<typeof makeQuoteItem>[1] = {}): Promise<Item> {
  const item = await makeQuoteItem(server().database.db, { decimals: 0, ...overrides })
  await giveProduct(server().database.db, [keeper, reader, ...people.all()], item.productId)
  return item
}

/** Published in 元/吨 on two days, then another one in 美元/桶. */
async function makeChanged(): Promise<Item> {
  const item = await makeMine()
  await people.publish(item, FIRST, '8270')
  await people.publish(item, SECOND, '8300')
  await change(item, { unit: '美元/桶', currency: 'USD', decimals: 2, definedFrom: THIRD })
  await people.publish(item, THIRD, '71.25')
  return item
}

const stored = async ({ quoteItemId }: Item): Promise<QuoteItem> =>
  (await keeper.call(quoteItemCalls.get, { id: quoteItemId })).data

async function change(item: Item, overrides: Partial<QuoteItemForm>) {
  const { code: _, status: __, formerNames: ___, ...form } = await stored(item)
  return keeper.call(quoteItemCalls.edit, { ...form, definedFrom: null, ...overrides })
}

async function correct(item: Item, overrides: Partial<BodyOf<typeof correctDefinition>>, who = keeper) {
  const { id, version, market, specification, unit, currency, isTaxIncluded, kind, decimals } = await stored(item)
  const own = { id, version, market, specification, unit, currency, isTaxIncluded, kind, decimals }
  const input = { ...own, from: null, to: null, reason: '单位录错', ...overrides }
  const first = await who.call(correctDefinition, input)
  if (first.code !== 600) return { first, done: first }
  const { confirmToken } = first.data as unknown as Confirmation
  const sent = { token: who.token, headers: { [CONFIRM_HEADER]: confirmToken } }
  return { first, done: await server().send('POST', correctDefinition.path, input, sent) }
}

const unitsOf = async ({ quoteItemId }: Item) =>
  (await keeper.call(listPrices, { quoteItemId, ascs: ['day'] })).data.records.map(({ day, unit }) => [day, unit])

const queryOf = ({ quoteItemId }: Item, overrides: Partial<PriceDataQuery> = {}): PriceDataQuery => ({
  columns: [{ kind: 'item', id: quoteItemId }],
  from: FIRST,
  to: FOURTH,
  length: 'day',
  measure: 'last',
  fill: 'none',
  ...overrides,
})

describe('definitions of quote items', () => {
  it('prices.md "Data": hold from a day: list, chart, sheet and matrix show each figure with that of its day', async () => {
    const item = await makeChanged()
    expect(await unitsOf(item)).toEqual([
      [FIRST, '元/吨'],
      [SECOND, '元/吨'],
      [THIRD, '美元/桶'],
    ])
    const { quoteItemId, productId } = item
    const trend = (await keeper.call(getTrend, { quoteItemId, from: FIRST, to: FOURTH })).data
    expect(trend.map(({ unit, currency }) => [unit, currency])).toEqual([
      ['元/吨', 'CNY'],
      ['元/吨', 'CNY'],
      ['美元/桶', 'USD'],
    ])
    const sheet = async (day: string) => (await keeper.call(getSheet, { day, productIds: [productId] })).data[0]
    expect(await sheet(SECOND)).toMatchObject({ unit: '元/吨', decimals: 0, last: { low: '8270' } })
    // a figure in another unit is nothing to go by
    expect(await sheet(THIRD)).toMatchObject({ unit: '美元/桶', decimals: 2, last: null })
    const matrix = (await keeper.call(getMatrix, { productIds: [productId], from: FIRST, to: THIRD })).data
    expect(matrix.map(({ unit, decimals, cells }) => [unit, decimals, cells.map(({ day }) => day)])).toEqual([
      ['元/吨', 0, [FIRST, SECOND]],
      ['美元/桶', 2, [THIRD]],
    ])
    expect(new Set(matrix.map(({ key }) => key)).size).toBe(2)
  })

  it('prices.md "Data": the change against a price in another unit is none', async () => {
    const item = await makeChanged()
    await people.publish(item, FOURTH, '72.25')
    const { records } = (await keeper.call(listPrices, { quoteItemId: item.quoteItemId, ascs: ['day'] })).data
    expect(records.map((row) => row.change)).toEqual([null, '30', null, '1.00'])
  })

  it('prices.md "Data": open calls answer with the unit of the day, also to a reader who had it before', async () => {
    const item = await makeChanged()
    const { code } = await stored(item)
    const { key } = await server().database.db.transaction((tx) =>
      createApiKey(tx, { name: '读者', scopes: ['readPrices'], dailyQuota: 1_000, createdBy: keeper.id }),
    )
    const read = (etag?: string) =>
      server().send('GET', `${readPrices.path}?code=${code}&from=${FIRST}&to=${FOURTH}`, undefined, {
        headers: { [API_KEY_HEADER]: key, ...(etag && { 'if-none-match': etag }) },
      })
    const units = ({ data }: { data: unknown }) =>
      (data as { records: PublishedPrice[] }).records.map(({ unit, currency }) => `${unit} ${currency}`)
    const first = await read()
    expect(units(first)).toEqual(['元/吨 CNY', '元/吨 CNY', '美元/桶 USD'])
    await correct(item, { from: FIRST, to: SECOND, unit: '元/桶', currency: 'CNY' })
    expect(units(await read(first.headers.get('etag') ?? ''))).toEqual(['元/桶 CNY', '元/桶 CNY', '美元/桶 USD'])
  })

  it('prices.md "Derived": a query over a change of unit has a column for each', async () => {
    const item = await makeChanged()
    const { periods, columns } = (await keeper.call(queryPriceData, queryOf(item, { fill: 'last' }))).data
    expect(periods).toEqual([FIRST, SECOND, THIRD])
    expect(columns.map(({ unit, from, until, values }) => ({ unit, from, until, values }))).toEqual([
      { unit: '元/吨', from: null, until: THIRD, values: ['8270', '8300', null] },
      { unit: '美元/桶', from: THIRD, until: null, values: [null, null, '71.25'] },
    ])
    const within = (await keeper.call(queryPriceData, queryOf(item, { to: SECOND }))).data.columns
    expect(within).toMatchObject([{ unit: '元/吨', from: null, until: null }])
  })

  it('prices.md "Derived": a query over a change of currency is one line where a rate is stated', async () => {
    const item = await makeMine({ unit: '元/吨' })
    await people.publish(item, FIRST, '7000')
    await change(item, { unit: '美元/吨', currency: 'USD', definedFrom: SECOND })
    await people.publish(item, SECOND, '1000')
    const terms = { currency: 'CNY' as const, rates: [{ currency: 'USD' as const, rate: '7.1' }] }
    const { columns } = (await keeper.call(queryPriceData, queryOf(item, terms))).data
    expect(columns).toMatchObject([{ unit: '元/吨', from: null, until: null, values: ['7000.00', '7100.00'] }])
    const month = (await keeper.call(queryPriceData, queryOf(item, { ...terms, length: 'month', measure: 'average' })))
      .data
    expect(month.columns).toMatchObject([{ values: ['7050.00'] }])
    expect(await keeper.call(queryPriceData, queryOf(item, { currency: 'CNY', rates: [] }))).toMatchObject({
      status: 400,
      msg: '请填写 USD 兑 CNY 的汇率',
    })
  })

  it('prices.md "Derived": exports name the unit of the day', async () => {
    const item = await makeChanged()
    const fileOf = async (jobId: string) =>
      JSON.stringify(await cellsOf(await download(server(), (await endOf(keeper, jobId)).fileUrl)))
    const common = { format: 'xlsx' as const, reason: '核对' }
    const query = { query: queryOf(item), columns: ['figures' as const], ...common }
    const cells = await fileOf((await keeper.call(exportPriceData, query)).data.jobId)
    expect(cells).toContain(`（${THIRD} 前）（元/吨）`)
    expect(cells).toContain(`（${THIRD} 起）（美元/桶）`)
    const list = { query: { quoteItemId: item.quoteItemId }, columns: ['unit' as const], ...common }
    const rows = await fileOf((await keeper.call(exportPrices, list)).data.jobId)
    expect(rows).toContain('元/吨')
    expect(rows).toContain('美元/桶')
  })

  it('prices.md "Data": a change needs a day on which nothing is entered yet, and offers the next', async () => {
    const item = await makeMine()
    await people.publish(item, FIRST, '8270')
    const msg = '单位、币种等定义有变化，请选择从哪一天起生效'
    expect(await change(item, { unit: '美元/桶' })).toMatchObject({ status: 400, msg })
    expect(await change(item, { unit: '美元/桶', definedFrom: FIRST })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'definedFrom' }] },
    })
    await makePrice(server().database.db, item, SECOND)
    expect((await change(item, { unit: '美元/桶', definedFrom: SECOND })).code).toBe(400)
    await makePrice(server().database.db, item, '2090-01-01')
    expect((await stored(item)).definedFrom).toBe('2090-01-02')
    expect((await change(item, { unit: '美元/桶', definedFrom: '2090-01-02' })).code).toBe(200)
    expect(await unitsOf(item)).toMatchObject([{}, {}, {}].map(() => [expect.any(String), '元/吨']))
    // until then lists name what holds today
    const listed = (await keeper.call(quoteItemCalls.list, { productId: item.productId })).data.records[0]
    expect(listed?.unit).toBe('元/吨')
  })

  it('prices.md "Data": an item without prices is changed as a whole', async () => {
    const item = await makeMine()
    expect((await change(item, { unit: '美元/桶' })).code).toBe(200)
    expect((await keeper.call(listDefinitions, { id: item.quoteItemId })).data).toMatchObject([
      { unit: '美元/桶', from: null, until: null, prices: 0 },
    ])
  })

  it('prices.md "Data": past days are corrected by an act of its own, which names days and readers first', async () => {
    const item = await makeChanged()
    const { first, done } = await correct(item, { from: SECOND, to: SECOND, unit: '美元/桶', currency: 'USD' })
    expect(first.data).toMatchObject({
      preview: {
        text: `${SECOND} 至 ${SECOND}的价格将按更正后的定义显示，数值不变。`,
        groups: [
          { title: '已发布的日期', count: 1, names: [SECOND] },
          { title: '已使用这些价格的去向', count: 0 },
        ],
      },
    })
    expect(done.code).toBe(200)
    expect(await unitsOf(item)).toEqual([
      [FIRST, '元/吨'],
      [SECOND, '美元/桶'],
      [THIRD, '美元/桶'],
    ])
    const { records } = (await keeper.call(listPrices, { quoteItemId: item.quoteItemId, ascs: ['day'] })).data
    expect(records.map((row) => row.change)).toEqual([null, null, '-8228.75'])
    expect((await keeper.call(listDefinitions, { id: item.quoteItemId })).data).toMatchObject([
      { unit: '元/吨', from: null, until: SECOND, prices: 1 },
      { unit: '美元/桶', from: SECOND, until: null, prices: 2 },
    ])
  })

  it('prices.md "Data": a correction that the figures contradict, or that changes nothing, is refused', async () => {
    const item = await makeChanged()
    expect((await correct(item, { from: FIRST, decimals: 0, unit: '元/桶' })).done).toMatchObject({
      status: 400,
      msg: '有 1 天的价格多于 0 位小数',
    })
    expect((await correct(item, { from: THIRD })).done).toMatchObject({ status: 400 })
    expect((await correct(item, { from: SECOND, to: FIRST, unit: 'x' })).done).toMatchObject({ status: 400 })
    expect((await correct(item, { unit: '元/桶', version: 1 })).done.code).toBe(601)
    await people.publish(item, FOURTH, '70', '75')
    expect((await correct(item, { from: FOURTH, kind: 'single' })).done).toMatchObject({
      status: 400,
      msg: '有 1 天的低价与高价不同，不能改为单一价',
    })
  })

  it('§6 are corrected with the right and in scope only', async () => {
    const item = await makeChanged()
    expect((await correct(item, { unit: '元/桶' }, reader)).done).toMatchObject({ status: 403 })
    expect((await correct(item, { unit: '元/桶' }, stranger)).done).toMatchObject({ code: 20404 })
    expect((await stranger.call(listDefinitions, { id: item.quoteItemId })).data).toEqual([])
  })

  it('prices.md "Data": names change at once, and the old ones are found', async () => {
    const item = await makeMine({ name: '旧名螺纹' })
    await change(item, { name: '新名螺纹' })
    const found = async (text: string) => (await keeper.call(findQuoteItems, { text })).data.map(({ name }) => name)
    expect(await found('旧名螺')).toEqual(['新名螺纹'])
    const listed = await keeper.call(quoteItemCalls.list, { name: '旧名螺' })
    expect(listed.data.records.map(({ name }) => name)).toEqual(['新名螺纹'])
    await change(item, { name: '旧名螺纹' })
    expect((await stored(item)).formerNames).toEqual(['新名螺纹'])
  })
})
