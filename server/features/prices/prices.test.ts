// The price list and one price, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { getPrice, listPrices } from '#contract/prices/prices.ts'
import { openClient } from '#server/db/connection.ts'
import { roleProducts, userProducts } from '#server/db/schema/authorisation.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { type Item, makePrice, makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
let reader: Person
let rebar: Item
let copper: Item

beforeAll(async () => {
  const { database, as } = server()
  const role = await makeRole(database.db, 'price.view')
  reader = await as(role.code)
  rebar = await makeQuoteItem(database.db, { productName: '螺纹钢', name: '螺纹钢 上海' })
  copper = await makeQuoteItem(database.db, { productName: '电解铜' })
  const mine = [rebar, copper].map(({ productId }) => ({ userId: reader.id, roleId: role.id, productId }))
  await database.db.insert(userProducts).values(mine)
  for (const day of ['2026-11-02', '2026-11-01', '2026-11-04', '2026-11-03'])
    await makePrice(server().database.db, rebar, day, { status: day < '2026-11-03' ? 'verified' : 'draft' })
  await makePrice(server().database.db, copper, '2026-11-04')
})

const daysOf = async (query: Parameters<typeof reader.call<typeof listPrices>>[1]) =>
  (await reader.call(listPrices, query)).data.records.map(({ day }) => day)

describe('POST /api/backend/prices/price/page', () => {
  it('§7 lists newest first, with the total', async () => {
    const { data } = await reader.call(listPrices, { productId: rebar.productId, size: 3 })
    expect(data).toMatchObject({ total: 4, current: 1, size: 3, pages: 2 })
    expect(data.records.map(({ day }) => day)).toEqual(['2026-11-04', '2026-11-03', '2026-11-02'])
  })

  it('§7 estimates totals above 10,000 closely, also for people with few products', async () => {
    const { db, pool, owner } = server().database
    const role = await makeRole(db, 'price.view')
    const few = await server().as(role.code)
    await pool.query(`with p as (insert into products (name) select '大宗' || n from generate_series(1, 100) n returning id),
        i as (insert into quote_items (product_id, name, market, unit)
          select p.id, '大宗报价', '上海', '元/吨' from p returning id, product_id)
      insert into prices (quote_item_id, product_id, day, low, high, average)
        select i.id, i.product_id, '2020-01-01'::date + n, 1, 1, 1 from i, generate_series(1, 400) n`)
    await pool.query(`insert into user_products (user_id, role_id, product_id)
      select ${few.id}, ${role.id}, id from products where name like '大宗%' order by id limit 30`)
    const keeper = openClient(owner)
    await keeper.connect()
    await keeper.query('analyze prices')
    await keeper.end()
    const { total, estimated } = (await few.call(listPrices, { size: 1 })).data
    expect(estimated).toBe(true)
    expect(total).toBeGreaterThan(10_800)
    expect(total).toBeLessThan(13_200)
    const recent = (await few.call(listPrices, { from: '2020-01-21', to: '2021-12-31' })).data
    expect(recent.total).toBeGreaterThan(10_260)
    expect(recent.total).toBeLessThan(12_540)
    await pool.query(`delete from prices where product_id in (select id from products where name like '大宗%')`)
  })

  it('§7 sorts by day both ways and pages', async () => {
    expect(await daysOf({ productId: rebar.productId, ascs: ['day'], size: 2 })).toEqual(['2026-11-01', '2026-11-02'])
    expect(await daysOf({ productId: rebar.productId, descs: ['day'], size: 3, current: 2 })).toEqual(['2026-11-01'])
  })

  it('§7 filters by quote item, by days and by status', async () => {
    expect(await daysOf({ quoteItemId: copper.quoteItemId })).toEqual(['2026-11-04'])
    expect(await daysOf({ productId: rebar.productId, from: '2026-11-02', to: '2026-11-03' })).toEqual([
      '2026-11-03',
      '2026-11-02',
    ])
    expect(await daysOf({ status: 'verified' })).toEqual(['2026-11-02', '2026-11-01'])
  })

  it('§7 refuses without the right', async () => {
    const other = await server().as((await makeRole(server().database.db, 'quoteItem.view')).code)
    expect(await other.call(listPrices, {})).toMatchObject({ status: 403, code: 403 })
    expect(await server().nobody.call(listPrices, {})).toMatchObject({ status: 401, code: 401 })
  })

  it.each([
    [{ from: '2026-11-31' }, '开始日期应为 YYYY-MM-DD'],
    [{ from: '2026-11-03', to: '2026-11-02' }, '开始日期不能晚于结束日期'],
    [{ productId: '1 or 1=1' }, '产品不正确'],
    [{ productId: 1 }, '产品应为文本'],
    [{ status: 'deleted' }, '状态不在可选范围内'],
    [{ ascs: ['id;drop table prices'] }, '排序不在可选范围内'],
    [{ size: 101 }, '每页条数不能大于100'],
    [{ current: 5_000, size: 100 }, '请缩小查询范围'],
    [{ from: '2026-13-01' }, '开始日期应为 YYYY-MM-DD'],
    [{ productId: '9999999999999999999' }, '请求参数有误'],
  ])('§9 refuses %j', async (input, msg) => {
    const reply = await server().send('POST', listPrices.path, input, { token: reader.token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })
})

describe('editorial scope', () => {
  it('§6 hides prices of products out of scope in lists and by id', async () => {
    const { database, as } = server()
    const nickel = await makeQuoteItem(database.db, { productName: '电解镍' })
    const id = await makePrice(database.db, nickel, '2026-11-05')
    expect(await daysOf({})).not.toContain('2026-11-05')
    expect(await daysOf({ productId: nickel.productId })).toEqual([])
    expect(await reader.call(getPrice, { id })).toMatchObject({ status: 404, code: 20404 })
    for (const code of ['administrator', 'sjgly']) {
      const keeper = await as(code)
      expect((await keeper.call(listPrices, { productId: nickel.productId })).data.total).toBe(1)
      expect((await keeper.call(getPrice, { id })).data.id).toBe(id)
    }
  })

  it('§6 changes with the next call after a grant', async () => {
    const { database, as } = server()
    const role = await makeRole(database.db, 'price.view')
    const other = await as(role.code)
    expect((await other.call(listPrices, {})).data.total).toBe(0)
    await database.db.insert(roleProducts).values({ roleId: role.id, productId: copper.productId })
    expect((await other.call(listPrices, {})).data.total).toBe(1)
  })
})

describe('GET /api/backend/prices/price/get', () => {
  it('§7 returns one price, with money as decimal strings', async () => {
    const id = await makePrice(server().database.db, rebar, '2025-12-31', {
      change: '-12.50',
      percent: '-0.39',
      remark: '成交清淡',
    })
    const { data } = await reader.call(getPrice, { id })
    expect(data).toEqual({
      id,
      version: 1,
      day: '2025-12-31',
      ...rebar,
      productName: '螺纹钢',
      itemName: '螺纹钢 上海',
      itemStatus: 'update',
      market: '上海',
      specification: 'HRB400E Φ20',
      unit: '元/吨',
      low: '3200.50',
      high: '3260.00',
      average: '3230.25',
      change: '-12.50',
      percent: '-0.39',
      status: 'draft',
      remark: '成交清淡',
      englishRemark: '',
      isOutlier: false,
      reason: '',
      opinion: '',
      publication: null,
      reviewing: null,
      struck: null,
      submittedByName: null,
      verifiedByName: null,
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+08:00$/),
    })
  })

  it('§7 returns 404 for an unknown price', async () => {
    expect(await reader.call(getPrice, { id: '999999' })).toMatchObject({ status: 404, code: 20404 })
  })

  it('§7 refuses without the right, and an invalid id', async () => {
    const other = await server().as((await makeRole(server().database.db)).code)
    expect(await other.call(getPrice, { id: '1' })).toMatchObject({ status: 403, code: 403 })
    const reply = await server().send('GET', `${getPrice.path}?id=1e3`, undefined, { token: reader.token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg: '编号不正确' })
  })
})
