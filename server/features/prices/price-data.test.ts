// The price query over HTTP: periods, conversion, gaps, as known at, and its export.
import { beforeAll, describe, expect, it } from 'vitest'
import { exportPriceData, findDataColumns, type PriceDataQuery, queryPriceData } from '#contract/prices/price-data.ts'
import { getTrend } from '#contract/prices/prices.ts'
import { listSeriesValues } from '#contract/prices/series-calls.ts'
import { pricePublications } from '#server/db/schema/prices/prices.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'
import { addSeries } from './series/series.acts.ts'

const server = testServer()
const people = pricePeople(server)
let reader: Person
let coil: Item
let ore: Item
let foreign: Item
/** The series of twice 热轧板卷, which a correction of it changes. */
let series: string
/** Publication and time before the correction. */
let first: { asKnownAt: string; knownAt: string }

beforeAll(async () => {
  const { db } = server().database
  // publication 10 comes after 9: compared as numbers, not as texts
  await db.insert(pricePublications).values({ number: '8', byName: 'test', entries: 0, at: '2020-01-02T00:00:00Z' })
  reader = await server().as((await makeRole(db, 'searchData.view', 'searchData.exportBtn')).code)
  coil = await makeQuoteItem(db, { name: '热轧板卷 上海', decimals: 0 })
  ore = await makeQuoteItem(db, { name: '铁矿石 到岸', unit: '美元/吨', currency: 'USD', isTaxIncluded: false })
  foreign = await makeQuoteItem(db)
  for (const item of [coil, ore]) await giveProduct(db, [reader, ...people.all()], item.productId)
  await people.publish(coil, '2026-10-30', '3800', '3860')
  const wrong = await people.publish(coil, '2026-11-02', '3900', '3960')
  await people.publish(coil, '2026-11-12', '4000', '4010')
  await people.publish(ore, '2026-11-03', '100.50')
  series = (await derive(`${await codeOf(coil)} * 2`, '板卷两倍', 1)).id
  const { asKnownAt, knownAt } = (await read()).data
  first = { asKnownAt, knownAt: knownAt ?? '' }
  await people.correct(wrong, '3910', '3960')
})

async function codeOf({ quoteItemId }: Item): Promise<string> {
  const { rows } = await server().database.pool.query<{ code: string }>('select code from quote_items where id = $1', [
    quoteItemId,
  ])
  return rows[0]?.code ?? ''
}

/** Adds a series to the product of 热轧板卷. */
function derive(formula: string, name: string, decimals = 2) {
  const own = { productId: coil.productId, name, englishName: '', unit: '元/吨', remark: '', validFrom: null }
  const by = { id: null, name: 'test', address: '', requestId: 'test' }
  const everyone = { id: '0', isAdministrator: true, roleCodes: [] }
  return server().database.db.transaction((tx) =>
    addSeries(tx, { actor: everyone, by }, { ...own, decimals, withinDays: 0, formula }),
  )
}

/** Prices for each day of two years, without reviews. */
const publishYears = ({ quoteItemId }: Item) =>
  server().database.pool.query(
    `insert into prices (quote_item_id, product_id, day, low, high, average, status, publication)
      select i.id, i.product_id, d, v, v, v, 'verified', 8 from quote_items i,
        generate_series(date '2024-11-01', date '2026-11-01', interval '1 day') d,
        lateral (select 3000 + extract(doy from d) * 1.01 as v) of where i.id = $1`,
    [quoteItemId],
  )

const item = ({ quoteItemId }: Item) => ({ kind: 'item' as const, id: quoteItemId })
const queryOf = (overrides: Partial<PriceDataQuery> = {}): PriceDataQuery => ({
  columns: [item(coil), item(ore)],
  from: '2026-11-01',
  to: '2026-11-30',
  length: 'day',
  measure: 'last',
  fill: 'none',
  ...overrides,
})
const read = (overrides: Partial<PriceDataQuery> = {}, person = reader) =>
  person.call(queryPriceData, queryOf(overrides))
const figuresOf = async (overrides: Partial<PriceDataQuery> = {}) =>
  (await read(overrides)).data.columns.map(({ values }) => values)

describe('POST /api/backend/prices/data/query', () => {
  it('returns the columns in their order, a row for each day on which any has a price, corrections marked', async () => {
    const { data } = await read()
    expect(data.periods).toEqual(['2026-11-02', '2026-11-03', '2026-11-12'])
    expect(data.columns).toMatchObject([
      { name: '热轧板卷 上海', values: ['3935', null, '4005'], corrections: [{ at: 0, before: '3930' }], filled: [] },
      { name: '铁矿石 到岸', unit: '美元/吨', values: [null, '100.50', null], corrections: [] },
    ])
    expect(Number(data.asKnownAt)).toBe(Number(first.asKnownAt) + 1)
  })

  it('returns what readers knew at a publication or a time', async () => {
    for (const then of [{ asKnownAt: first.asKnownAt }, { knownAt: first.knownAt }]) {
      const { data } = await read(then)
      expect(data).toMatchObject({ asKnownAt: first.asKnownAt, columns: [{ values: ['3930', null, '4005'] }, {}] })
      expect(data.columns[0]?.corrections).toEqual([])
    }
    const before = await read({ knownAt: '2020-01-01T00:00:00+08:00' })
    expect(before.data).toMatchObject({ asKnownAt: '0', knownAt: null, periods: [] })
  })

  it('returns series beside items, with values marked that a correction of an input changed', async () => {
    const columns = [{ kind: 'series' as const, id: series }, item(coil)]
    const { data } = await read({ columns })
    expect(data.columns[0]).toMatchObject({
      kind: 'series',
      name: '板卷两倍',
      values: ['7870.0', '8010.0'],
      filled: [],
      corrections: [{ at: 0, before: '7860.0' }],
    })
    const then = await read({ columns, asKnownAt: first.asKnownAt })
    expect(then.data.columns[0]).toMatchObject({ values: ['7860.0', '8010.0'], corrections: [] })
  })

  it.each([
    ['last', ['4005', '100.50']],
    ['average', ['3970', '100.50']],
    ['high', ['4010', '100.50']],
    ['low', ['3910', '100.50']],
  ] as const)('reckons a month: %s', async (measure, [ofCoil, ofOre]) => {
    expect(await figuresOf({ length: 'month', measure })).toEqual([[ofCoil], [ofOre]])
  })

  it('averages ten-day periods, and says which contain corrections', async () => {
    const { data } = await read({ length: 'tenDay', columns: [item(coil)] })
    expect(data.periods).toEqual(['2026-11-01', '2026-11-11'])
    expect(data.columns[0]).toMatchObject({ values: ['3935', '4005'], corrections: [{ at: 0, before: null }] })
  })

  it('fills gaps with the last known figure, also from before the range', async () => {
    const { data } = await read({ fill: 'last', from: '2026-11-03' })
    expect(data.columns).toMatchObject([
      { values: ['3935', '4005'], filled: [0] },
      { values: ['100.50', '100.50'], filled: [1] },
    ])
  })

  it('converts by the given rate and tax, also the earlier figures of corrections', async () => {
    const rates = [{ currency: 'CNY', rate: '0.14' } as const]
    const { data } = await read({ currency: 'USD', rates, isTaxIncluded: false, taxRate: '13' })
    expect(data.columns).toMatchObject([
      { unit: '美元/吨', values: ['487.52', null, '496.19'], corrections: [{ before: '486.90' }] },
      { values: [null, '100.50', null] },
    ])
  })

  it('prices.md "Data": refuses a publication beyond the newest in every call that asks as known at one', async () => {
    const beyond = String(Number((await read()).data.asKnownAt) + 1)
    const refused = { status: 400, msg: '发布序号不存在' }
    const range = { from: '2026-11-01', to: '2026-11-30', asKnownAt: beyond }
    expect(await read({ asKnownAt: beyond })).toMatchObject(refused)
    expect(await reader.call(getTrend, { quoteItemId: coil.quoteItemId, ...range })).toMatchObject(refused)
    const keeper = await server().as('administrator')
    expect(await keeper.call(listSeriesValues, { id: series, ...range })).toMatchObject(refused)
  })

  it('§6 leaves out what is out of scope, and returns 404 where nothing is left', async () => {
    const { data } = await read({ columns: [item(foreign), item(coil), { kind: 'series', id: '999999' }] })
    expect(data).toMatchObject({ missing: 2, columns: [{ id: coil.quoteItemId }] })
    expect(await read({ columns: [item(foreign)] })).toMatchObject({ status: 404, code: 20404 })
  })

  it('§6 refuses without the right', async () => {
    const other = await server().as((await makeRole(server().database.db, 'quoteItem.view')).code)
    expect(await read({}, other)).toMatchObject({ status: 403, code: 403 })
    const input = { query: queryOf(), columns: ['figures'] as 'figures'[], format: 'csv' as const, reason: '核对' }
    expect(await other.call(exportPriceData, input)).toMatchObject({ status: 403 })
  })

  it.each([
    [{ from: '2026-12-01' }, 'from', '开始日期不能晚于结束日期'],
    [{ from: '1900-01-01', to: '2199-12-31' }, 'to', '报价项数 × 天数不能超过 100,000，请减少报价项或缩短日期范围'],
    [{ asKnownAt: '999999' }, 'asKnownAt', '发布序号不存在'],
    [{ asKnownAt: '1', knownAt: '2026-11-01T00:00:00Z' }, 'knownAt', '发布序号和时点只能填写一个'],
    [{ currency: 'CNY' }, 'rates', '请填写 USD 兑 CNY 的汇率'],
    [
      { currency: 'CNY', rates: [{ currency: 'USD', rate: '0.0' }] },
      'rates.0.rate',
      '汇率应为大于 0、不超过 8 位小数的数字',
    ],
    [{ isTaxIncluded: true }, 'taxRate', '请填写税率'],
  ] as const)('§7 refuses %j', async (overrides, field, message) => {
    const reply = await read(overrides as Partial<PriceDataQuery>)
    expect(reply).toMatchObject({ status: 400, msg: message, data: { fields: [{ field }] } })
  })
})

describe('POST /api/backend/prices/data/find', () => {
  const find = async (body: Parameters<typeof reader.call<typeof findDataColumns>>[1]) =>
    (await reader.call(findDataColumns, body)).data.map(({ kind, name }) => `${kind} ${name}`)

  it('§6 finds items and series in scope by text, product and chosen ids', async () => {
    expect(await find({ productId: coil.productId })).toEqual(['item 热轧板卷 上海', 'series 板卷两倍'])
    expect(await find({ text: '两倍' })).toEqual(['series 板卷两倍'])
    expect(await find({ columns: [item(ore), item(foreign), { kind: 'series', id: series }] })).toEqual([
      'item 铁矿石 到岸',
      'series 板卷两倍',
    ])
    const other = await server().as((await makeRole(server().database.db, 'quoteItem.view')).code)
    expect(await other.call(findDataColumns, {})).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/prices/data/export', () => {
  it('has a column for each of the query, the publication, and the corrections', async () => {
    const input = {
      query: queryOf({ fill: 'last' }),
      columns: ['figures', 'corrections'] as ('figures' | 'corrections')[],
      format: 'csv' as const,
      reason: '发给客户',
    }
    const { data } = await reader.call(exportPriceData, input)
    const { fileUrl } = await endOf(reader, data.jobId)
    const table = await cellsOf(await download(server(), fileUrl))
    const [copy, known, terms] = table.pop() ?? []
    expect(copy).toMatch(/^导出人：/)
    expect(known).toMatch(/^截至发布序号 \d+（\d{4}-\d\d-\d\d \d\d:\d\d）$/)
    expect(terms).toBe('区间：2026-11-01 至 2026-11-30；频率：日；取值：期末值；缺值以最近已知值填充')
    expect(table).toEqual([
      ['日期', '热轧板卷 上海（元/吨）', '铁矿石 到岸（美元/吨）', '更正说明'],
      ['2026-11-02', '3935', '', '热轧板卷 上海：3930 更正为 3935'],
      ['2026-11-03', '3935', '100.50'],
      ['2026-11-12', '4005', '100.50'],
    ])
  })

  it.each(['csv', 'xlsx'] as const)(
    'prices.md "Derived" a range that begins mid-month is widened, or its months say that they are partial: %s',
    async (format) => {
      const sheetOf = async (edges: 'whole' | 'cut' | undefined) => {
        const cut = { from: '2026-10-31', to: '2026-11-11', length: 'month' as const, measure: 'average' as const }
        const query = queryOf({ ...cut, columns: [item(coil)], ...(edges && { edges }) })
        const { data } = await reader.call(exportPriceData, { query, columns: ['figures'], format, reason: '核对' })
        const all = await cellsOf(await download(server(), (await endOf(reader, data.jobId)).fileUrl))
        // the notes of a CSV are its last line
        const [, , ...lines] = format === 'csv' ? [...(all.pop() ?? []).map((note) => [note]), ...all] : all
        return lines.map((cells) => cells.filter((cell) => cell !== ''))
      }
      const heads = ['日期', '热轧板卷 上海（元/吨）']
      const whole = await sheetOf(undefined)
      expect(whole[0]).toEqual([
        '区间：2026-10-01 至 2026-11-30（查询 2026-10-31 至 2026-11-11，已补足整期）；频率：月；取值：平均值',
      ])
      expect(whole.find(([first]) => first?.startsWith('2026-10'))).toEqual(['2026-10', '3830'])
      expect(await sheetOf('whole')).toEqual(whole)
      const cut = await sheetOf('cut')
      expect(cut).toEqual([
        ['区间：2026-10-31 至 2026-11-11；频率：月；取值：平均值'],
        ['不完整的周期（只含区间内或已到的日期）：2026-11'],
        heads,
        ['2026-11（不完整）', '3935'],
      ])
    },
  )

  it.each(['csv', 'xlsx'] as const)(
    'prices.md two years of a formula are exported whole, and the %s opens again with every figure',
    async (format) => {
      const long = await makeQuoteItem(server().database.db, { productId: coil.productId, decimals: 2 })
      await publishYears(long)
      const { id } = await derive(`${await codeOf(long)} / 3 - 1000`, `两年公式 ${format}`)
      const query = queryOf({ columns: [{ kind: 'series', id }], from: '2024-11-01', to: '2026-11-01' })
      const { periods, columns } = (await reader.call(queryPriceData, query)).data
      expect(periods).toHaveLength(731)
      const { data } = await reader.call(exportPriceData, { query, columns: ['figures'], format, reason: '核对' })
      const all = await cellsOf(await download(server(), (await endOf(reader, data.jobId)).fileUrl))
      const [heads, ...rows] = format === 'csv' ? all.slice(0, -1) : all.slice(3)
      expect(heads?.[1]).toBe(`两年公式 ${format}（元/吨）`)
      // a sheet drops zeros at the end of a number
      const read = rows.map(([day, value]) => [day, Number(value)])
      expect(read).toEqual(periods.map((period, at) => [period, Number(columns[0]?.values[at])]))
    },
  )

  it('prices.md "Data": shows each step of a correction of a correction, also of what follows from it', async () => {
    const twice = await makeQuoteItem(server().database.db, { name: '再次更正', decimals: 0 })
    await giveProduct(server().database.db, [reader, ...people.all()], twice.productId)
    const id = await people.publish(twice, '2026-11-02', '100')
    const doubled = await derive(`${await codeOf(twice)} * 2`, '再次更正两倍', 0)
    await people.correct(id, '110')
    const between = (await read()).data.asKnownAt
    await people.correct(id, '120')
    const columns = [item(twice), { kind: 'series' as const, id: doubled.id }]
    const { data: shown } = await read({ columns })
    expect(shown.columns.map(({ corrections }) => corrections)).toEqual([
      [{ at: 0, before: '110', steps: ['100', '110'] }],
      [{ at: 0, before: '220', steps: ['200', '220'] }],
    ])
    const past = await read({ columns, asKnownAt: between })
    expect(past.data.columns[0]?.corrections).toEqual([{ at: 0, before: '100', steps: ['100'] }])
    const input = {
      query: queryOf({ columns }),
      columns: ['corrections' as const],
      format: 'csv' as const,
      reason: '核对',
    }
    const { data } = await reader.call(exportPriceData, input)
    const rows = await cellsOf(await download(server(), (await endOf(reader, data.jobId)).fileUrl))
    expect(rows.at(-2)?.at(-1)).toBe(
      '再次更正：100 更正为 110，再更正为 120；再次更正两倍：200 更正为 220，再更正为 240',
    )
  })

  it('fails the job where the query cannot be answered', async () => {
    const input = { columns: ['figures'] as 'figures'[], format: 'csv' as const, reason: '核对' }
    const { data } = await reader.call(exportPriceData, { ...input, query: queryOf({ columns: [item(foreign)] }) })
    expect(await endOf(reader, data.jobId)).toMatchObject({ state: 'failed' })
  })
})
