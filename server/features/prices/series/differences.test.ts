// Tables of price differences over HTTP: grades and places, entered or computed, published like prices.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type DifferenceForm,
  type DifferenceRowForm,
  differenceCalls,
  exportDifferences,
  getDifferences,
  saveDifferences,
} from '#contract/prices/differences.ts'
import { getSheet } from '#contract/prices/price-grids.ts'
import { savePrices, submitPrices } from '#contract/prices/prices.ts'
import { moveQuoteItems, quoteItemCalls, stopQuoteItems } from '#contract/prices/quote-items.ts'
import { listReviews, passPrices } from '#contract/prices/reviews.ts'
import { seriesCalls } from '#contract/prices/series-calls.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { endOf } from '#test/sheets.ts'

const server = testServer()
const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17'] as const
const people = pricePeople(server)
let keeper: Person
let other: Person

beforeAll(async () => {
  const { database, as } = server()
  const rights = ['view', 'add', 'edit', 'delete', 'exportBtn'].map((right) => `steel.priceDiff.${right}`)
  const role = await makeRole(database.db, ...rights, 'series.view', 'series.edit')
  keeper = await as(role.code)
  other = await as(role.code)
})

const query = async <R extends object>(text: string, values: unknown[]) =>
  (await server().database.pool.query<R>(text, values)).rows

let count = 0
async function makeTable(...more: DifferenceRowForm[]) {
  const { db } = server().database
  const base = await makeQuoteItem(db, { decimals: 0 })
  const { productId } = base
  const beijing = await makeQuoteItem(db, { productId, decimals: 0 })
  await giveProduct(db, [keeper, ...people.all()], productId)
  count += 1
  const form: DifferenceForm = {
    productId,
    name: `价差表 ${count}`,
    baseItemId: base.quoteItemId,
    remark: '',
    rows: [
      { id: null, kind: 'grade', name: 'HRB500E', comparedItemId: null },
      { id: null, kind: 'place', name: '北京', comparedItemId: beijing.quoteItemId },
      ...more,
    ],
  }
  const reply = await keeper.call(differenceCalls.add, form)
  if (reply.code !== 200) throw new Error(JSON.stringify(reply))
  return { id: reply.data.id, form, base, beijing, productId }
}

const sheetOf = async (id: string, day: string, person = keeper) => person.call(getDifferences, { id, day })
const rowsOf = async (id: string, day: string) => (await sheetOf(id, day)).data.rows

async function enterGrade(id: string, day: string, value: string, isSubmitted = true) {
  const [grade] = await rowsOf(id, day)
  const rows = [{ rowId: grade?.id ?? '', value, version: grade?.version ?? null, reason: '' }]
  return keeper.call(saveDifferences, { id, day, isSubmitted, rows })
}

async function passAll(item: Item['productId']) {
  const { data } = await people.reviewer().call(listReviews, { productId: item, size: 100 })
  const rows = data.records.map(({ id, revisionId }) => ({ id, revisionId }))
  return people.reviewer().call(passPrices, { rows })
}

describe('prices.md "Derived": one sheet for all tables of the day', () => {
  it('has the entered rows of every table in scope, entered as prices are; others see and enter none', async () => {
    const [one, two] = [await makeTable(), await makeTable()]
    const { database, as } = server()
    const { code } = await makeRole(database.db, 'price.view', 'priceBatchAdd.view', 'priceBatchAdd.add')
    const [analyst, stranger] = [await as(code), await as(code)]
    for (const { productId } of [one, two]) await giveProduct(database.db, [analyst], productId)
    const sheet = async (person = analyst) => (await person.call(getSheet, { day: TUESDAY, differences: true })).data
    const rows = await sheet()
    expect(rows.map(({ itemName, rowName }) => [itemName, rowName])).toEqual([
      [`${one.form.name} HRB500E`, 'HRB500E'],
      [`${two.form.name} HRB500E`, 'HRB500E'],
    ])
    const entries = rows.map(({ quoteItemId }) => ({
      quoteItemId,
      day: TUESDAY,
      low: '-30',
      high: '-30',
      average: null,
      remark: '',
      englishRemark: '',
      reason: '',
      version: null,
    }))
    const saved = (await analyst.call(savePrices, { origin: 'paste', rows: entries })).data
    expect(saved.map(({ problem }) => problem)).toEqual([null, null])
    const seen = saved.map(({ id, version }) => ({ id: id ?? '', version: version ?? 0 }))
    expect((await analyst.call(submitPrices, { rows: seen })).code).toBe(200)
    // what the table shows is what was entered there
    expect((await rowsOf(two.id, TUESDAY))[0]).toMatchObject({ entered: '-30', status: 'submitted' })
    expect((await sheet()).map(({ entry }) => entry?.status)).toEqual(['submitted', 'submitted'])

    expect(await sheet(stranger)).toEqual([])
    const foreign = (await stranger.call(savePrices, { origin: 'grid', rows: entries })).data
    expect(foreign.map(({ problem }) => problem)).toEqual(Array(2).fill('报价项不存在，或不在您的编辑范围内'))
    expect(await keeper.call(getSheet, { day: TUESDAY, differences: true })).toMatchObject({ status: 403 })
    expect(await analyst.call(getSheet, { day: TUESDAY })).toMatchObject({ status: 400 })
  })
})

describe('a table of price differences', () => {
  it('§1 has entered rows that are reviewed and published, and computed ones that follow', async () => {
    const { id, base, beijing, productId } = await makeTable()
    await people.publish(base, MONDAY, '3200')
    await people.publish(beijing, MONDAY, '3150')
    expect((await enterGrade(id, MONDAY, '180')).code).toBe(200)
    expect(await rowsOf(id, MONDAY)).toMatchObject([
      { name: 'HRB500E', difference: null, entered: '180', status: 'submitted', version: 2, comparedName: null },
      { name: '北京', difference: '-50', price: '3150', entered: null },
    ])
    expect((await passAll(productId)).code).toBe(200)
    expect((await rowsOf(id, MONDAY))[0]).toMatchObject({ difference: '180', price: '3380', status: 'verified' })
    expect(await rowsOf(id, TUESDAY)).toMatchObject([
      { difference: null, before: '180', beforeDay: MONDAY, entered: null },
      { difference: null, before: '-50', beforeDay: MONDAY },
    ])
    await people.publish(base, TUESDAY, '3210')
    expect((await rowsOf(id, TUESDAY))[1]?.lack).toMatch(/^缺少：报价项/)
    const published = await enterGrade(id, MONDAY, '190')
    expect(published).toMatchObject({ code: 602, data: [{ name: 'HRB500E', msg: '当日价格已发布，请用更正修改' }] })
  })

  it('§5 names the invalid row', async () => {
    const { form, base } = await makeTable()
    const messageOf = async (rows: DifferenceRowForm[], name = '另一张') =>
      (await keeper.call(differenceCalls.add, { ...form, name, rows })).msg
    const [grade] = form.rows as [DifferenceRowForm, DifferenceRowForm]
    expect(await messageOf(form.rows, form.name)).toBe('该产品下已有同名的价差表')
    expect(await messageOf([grade, grade])).toBe('第 2 行：与前面的行重名')
    expect(await messageOf([{ ...grade, comparedItemId: base.quoteItemId }])).toBe(
      '第 1 行：对比报价项不能是基准报价项',
    )
    const foreign = await makeQuoteItem(server().database.db)
    expect(await messageOf([{ ...grade, comparedItemId: foreign.quoteItemId }])).toContain('不在您的编辑范围内')
  })

  it('§1 an edit renames, adds and drops rows; entered prices stay', async () => {
    const { id, form, base, productId } = await makeTable()
    await people.publish(base, MONDAY, '3200')
    await enterGrade(id, MONDAY, '180')
    await passAll(productId)
    const { data } = await keeper.call(differenceCalls.get, { id })
    const [grade, place] = data.rows
    const rows = [
      {
        id: place?.id ?? null,
        kind: 'place' as const,
        name: '北京市场',
        comparedItemId: place?.comparedItemId ?? null,
      },
      { id: null, kind: 'grade' as const, name: 'HRB400', comparedItemId: null },
    ]
    const edit = { id, version: 1, ...form, rows }
    expect((await keeper.call(differenceCalls.edit, edit)).data).toEqual({ id, version: 2 })
    expect(await keeper.call(differenceCalls.edit, edit)).toMatchObject({ code: 601 })
    const items = await query(
      `select name, former_names[1] as former, status from quote_items where product_id = $1 and allows_negative
        order by id`,
      [productId],
    )
    expect(items).toEqual([
      {
        name: expect.stringMatching(/ HRB500E（Q\d+ 停用）$/),
        former: `${form.name} HRB500E`,
        status: 'stopUpdate',
      },
      { name: `${form.name} HRB400`, former: null, status: 'update' },
    ])
    expect((await rowsOf(id, MONDAY)).map(({ name }) => name)).toEqual(['北京市场', 'HRB400'])
    const moved = { ...edit, version: 2, baseItemId: rows[0]?.comparedItemId ?? '', rows: data.rows.slice(1) }
    expect((await keeper.call(differenceCalls.edit, moved)).msg).toBe('保存后不能更换，请新增价差表')
    expect(grade?.comparedItemId).toBeNull()
  })

  it('§1 a computed row is edited here, not as a series', async () => {
    const { id, productId, form } = await makeTable()
    const { data } = await keeper.call(seriesCalls.list, { productId })
    const [found] = data.records
    expect(found).toMatchObject({ name: `${form.name} 北京`, kind: 'spread' })
    const { data: own } = await keeper.call(seriesCalls.get, { id: found?.id ?? '' })
    const { name, englishName, unit, decimals, withinDays, remark, formula, validFrom, version } = own
    const edit = { id: own.id, version, productId, name, englishName, unit, decimals, withinDays, remark, validFrom }
    const reply = await keeper.call(seriesCalls.edit, { ...edit, formula: `${formula} * 2` })
    expect(reply.msg).toContain('请在价差表中修改')
    expect((await keeper.call(differenceCalls.remove, { ids: [id] })).code).toBe(200)
    expect(await query('select from series where product_id = $1', [productId])).toHaveLength(0)
    expect(await query('select from quote_items where product_id = $1', [productId])).toHaveLength(2)
  })

  it('prices.md "Derived": a row or a table is not deleted while its prices are in review: they are named', async () => {
    const { id, form, base, productId } = await makeTable()
    await people.publish(base, MONDAY, '3200')
    await enterGrade(id, MONDAY, '180')
    const { data } = await keeper.call(differenceCalls.get, { id })
    const edit = { ...form, id, version: 1, rows: data.rows.slice(1) }
    expect(await keeper.call(differenceCalls.edit, edit)).toMatchObject({
      status: 400,
      msg: `“HRB500E”有 1 个价差待审核（${MONDAY}），请先审核或撤回，再删除该行`,
    })
    expect(await keeper.call(differenceCalls.remove, { ids: [id] })).toMatchObject({
      code: 603,
      data: [{ name: form.name, by: [{ kind: `“HRB500E”待审核的价差（${MONDAY}）`, count: 1 }] }],
    })
    expect((await sheetOf(id, MONDAY)).data.rows).toMatchObject([{ status: 'submitted' }, {}])
    await passAll(productId)
    expect((await keeper.call(differenceCalls.edit, edit)).code).toBe(200)
  })

  it('prices.md "Derived": a row is replaced by one of its name, and names are swapped', async () => {
    const { id, form, base, beijing, productId } = await makeTable()
    const place = { kind: 'place' as const, comparedItemId: beijing.quoteItemId }
    const tianjin = await makeQuoteItem(server().database.db, { productId, decimals: 0 })
    const another = { id: null, kind: 'place' as const, name: '天津', comparedItemId: tianjin.quoteItemId }
    const rowsNow = async () => (await keeper.call(differenceCalls.get, { id })).data.rows
    let version = 1
    const edit = async (rows: DifferenceRowForm[]) => {
      const reply = await keeper.call(differenceCalls.edit, { ...form, id, version, rows })
      if (reply.code === 200) version += 1
      return reply
    }
    await edit([...(await rowsNow()), another])
    const [grade, first, second] = (await rowsNow()) as [DifferenceRowForm, DifferenceRowForm, DifferenceRowForm]
    const swapped = [
      { ...first, name: '天津' },
      { ...second, name: '北京' },
    ]
    expect((await edit([grade, ...swapped])).code).toBe(200)
    await people.publish(base, MONDAY, '3200')
    await people.publish(tianjin, MONDAY, '3250')
    expect((await rowsOf(id, MONDAY)).map(({ name, difference }) => [name, difference])).toEqual([
      ['HRB500E', null],
      ['天津', null],
      ['北京', '50'],
    ])
    // the row that was entered and published becomes a new one of its name, as does a computed one
    await enterGrade(id, MONDAY, '180')
    await passAll(productId)
    const replaced = [
      { ...grade, id: null },
      { ...place, id: null, name: '天津' },
    ]
    expect((await edit(replaced)).code).toBe(200)
    const names = await query<{ name: string; n: string }>(
      `select lower(name) as name, count(*) as n from (select product_id, name from quote_items
        union all select product_id, name from series) x where product_id = $1 group by 1 having count(*) > 1`,
      [productId],
    )
    expect(names).toEqual([])
    expect((await rowsOf(id, MONDAY)).map(({ name, entered }) => [name, entered])).toEqual([
      ['HRB500E', null],
      ['天津', null],
    ])
  })

  it('prices.md "Derived": a grade and a place do not bear one name, nor one of another item', async () => {
    const { form, productId } = await makeTable()
    const [grade] = form.rows as [DifferenceRowForm]
    const add = (rows: DifferenceRowForm[]) => keeper.call(differenceCalls.add, { ...form, name: '另一张表', rows })
    expect((await add([grade, { ...grade, kind: 'place', name: 'hrb500e' }])).msg).toBe('第 2 行：与前面的行重名')
    await makeQuoteItem(server().database.db, { productId, name: '另一张表 HRB500E', specification: '' })
    expect((await add([grade])).msg).toBe('第 1 行：产品下已有名为“另一张表 HRB500E”的报价项或系列')
  })

  it('prices.md "Derived": an entered row’s item is not edited behind its table, its analyst is', async () => {
    const { form, base, productId } = await makeTable()
    const aliases = ['view', 'edit', 'move', 'stopUpdate', 'delete'].map((alias) => `quoteItem.${alias}`)
    const other = await server().as((await makeRole(server().database.db, ...aliases)).code)
    await giveProduct(server().database.db, [other], productId)
    const { data } = await other.call(quoteItemCalls.list, { productId, name: form.name })
    const found = (await other.call(quoteItemCalls.get, { id: data.records[0]?.id ?? '' })).data
    const { code: _, status: __, formerNames: ___, ...own } = found
    const msg = `由价差表“${form.name}”决定，请在价差表中修改`
    for (const change of [{ name: '别名' }, { unit: '美元/吨' }, { allowsNegative: false }, { decimals: 1 }])
      expect(await other.call(quoteItemCalls.edit, { ...own, ...change })).toMatchObject({ status: 400, msg })
    expect((await other.call(quoteItemCalls.edit, { ...own, dueTime: '12:00' })).code).toBe(200)
    const ids = [found.id]
    const refused = `“${found.name}”属于价差表“${form.name}”，请在价差表中修改`
    const stop = { ids, reason: '停', stoppedOn: MONDAY }
    expect(await other.call(stopQuoteItems, stop)).toMatchObject({ code: 409, msg: refused })
    const elsewhere = await makeQuoteItem(server().database.db)
    await giveProduct(server().database.db, [other], elsewhere.productId)
    const move = { ids, productId: elsewhere.productId }
    expect(await other.call(moveQuoteItems, move)).toMatchObject({ code: 409, msg: refused })
    expect((await other.call(quoteItemCalls.remove, { ids })).code).toBe(603)
    // the base goes on in its unit as long as differences from it are entered
    const {
      code: _c,
      status: _s,
      formerNames: _f,
      ...ofBase
    } = (await other.call(quoteItemCalls.get, { id: base.quoteItemId })).data
    expect(await other.call(quoteItemCalls.edit, { ...ofBase, unit: '美元/吨' })).toMatchObject({
      status: 400,
      msg: `价差表“${form.name}”按现在的单位计算，请先删除价差表`,
    })
  })

  it('§6 is limited to products in scope, and needs the right', async () => {
    const { id, form } = await makeTable()
    expect(await sheetOf(id, MONDAY, other)).toMatchObject({ code: 20404 })
    expect(await other.call(differenceCalls.get, { id })).toMatchObject({ code: 20404 })
    expect(await other.call(differenceCalls.remove, { ids: [id] })).toMatchObject({ code: 20404 })
    expect(await other.call(differenceCalls.add, form)).toMatchObject({ status: 400 })
    const [grade] = await rowsOf(id, MONDAY)
    const rows = [{ rowId: grade?.id ?? '', value: '1', version: null, reason: '' }]
    expect(await other.call(saveDifferences, { id, day: MONDAY, isSubmitted: false, rows })).toMatchObject({
      code: 20404,
    })
    const reader = await server().as((await makeRole(server().database.db, 'steel.priceDiff.view')).code)
    expect(await reader.call(saveDifferences, { id, day: MONDAY, isSubmitted: false, rows })).toMatchObject({
      status: 403,
    })
  })

  it('§7 is exported with the last published day', async () => {
    const { base, productId } = await makeTable()
    await people.publish(base, MONDAY, '3200')
    const columns = exportDifferences.columns.map(({ key }) => key)
    const input = { query: { productId }, columns, format: 'csv' as const, reason: '核对' }
    const { data } = await keeper.call(exportDifferences, input)
    expect(await endOf(keeper, data.jobId)).toMatchObject({ state: 'done', done: 2 })
  })
})
