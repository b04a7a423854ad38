// Derived series over HTTP: edited, previewed, updated by publications.
import { beforeAll, describe, expect, it } from 'vitest'
import { queryPriceData } from '#contract/prices/price-data.ts'
import { listMovedSeries } from '#contract/prices/price-grids.ts'
import { quoteItemCalls, setQuoteItemCode } from '#contract/prices/quote-items.ts'
import { cancelVerify } from '#contract/prices/reviews.ts'
import {
  exportSeries,
  findInputs,
  listSeriesValues,
  previewSeries,
  resumeSeries,
  type SeriesForm,
  seriesCalls,
  stopSeries,
} from '#contract/prices/series-calls.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { endOf } from '#test/sheets.ts'

const server = testServer()
const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-11-16', '2026-11-17', '2026-11-18'] as const

const people = pricePeople(server)
let keeper: Person
let other: Person

beforeAll(async () => {
  const { database, as } = server()
  const rights = ['view', 'add', 'edit', 'delete', 'details', 'update', 'stopUpdate', 'exportBtn']
  const role = await makeRole(database.db, ...rights.map((right) => `series.${right}`), 'searchData.view')
  keeper = await as(role.code)
  other = await as(role.code)
})

type Named = Item & { code: string }
const codeOf = async ({ quoteItemId }: Item) => {
  const { rows } = await server().database.pool.query<{ code: string }>('select code from quote_items where id = $1', [
    quoteItemId,
  ])
  return rows[0]?.code ?? ''
}

/** Items of one product in the keeper's scope. */
async function makeItems(count: number): Promise<Named[]> {
  const { db } = server().database
  const first = await makeQuoteItem(db)
  await giveProduct(db, [keeper, ...people.all()], first.productId)
  const items = [first]
  while (items.length < count) items.push(await makeQuoteItem(db, { productId: first.productId }))
  return Promise.all(items.map(async (item) => ({ ...item, code: await codeOf(item) })))
}

let count = 0
const formOf = (item: Item, formula: string, more: Partial<SeriesForm> = {}): SeriesForm => {
  count += 1
  const own = { productId: item.productId, name: `系列 ${count}`, englishName: '', unit: '元/吨', remark: '' }
  return { ...own, decimals: 2, withinDays: 0, formula, validFrom: null, ...more }
}

async function add(item: Item, formula: string, more: Partial<SeriesForm> = {}) {
  const reply = await keeper.call(seriesCalls.add, formOf(item, formula, more))
  if (reply.code !== 200) throw new Error(JSON.stringify(reply))
  return (await keeper.call(seriesCalls.get, { id: reply.data.id })).data
}

const valuesOf = async (id: string, asKnownAt?: string) =>
  (await keeper.call(listSeriesValues, { id, from: MONDAY, to: WEDNESDAY, ...(asKnownAt && { asKnownAt }) })).data.map(
    ({ value, lack }) => value ?? lack,
  )

describe('POST /api/backend/prices/series/add', () => {
  it('§1 computes the days that are published already, and returns the kind of each formula', async () => {
    const [ore, coke] = (await makeItems(2)) as [Named, Named]
    await people.publish(ore, MONDAY, '800')
    await people.publish(ore, TUESDAY, '810')
    await people.publish(coke, TUESDAY, '2000')
    const spread = await add(ore, `${coke.code} - ${ore.code}`)
    expect(spread).toMatchObject({ kind: 'spread', validFrom: null, status: 'update' })
    expect(spread.code).toMatch(/^S\d{6}$/)
    expect(spread.inputs.map(({ id }) => id)).toEqual([ore.code, coke.code])
    expect((await valuesOf(spread.id))[1]).toBe('1190.00')
    expect((await valuesOf(spread.id))[0]).toMatch(/^缺少：报价项/)
    const kinds = [`${ore.code} / ${coke.code}`, `ma(${ore.code}, 2)`, `yoy(${ore.code})`, `mom(${ore.code})`]
    const rows = await Promise.all(kinds.map(async (formula) => (await add(ore, formula)).kind))
    expect(rows).toEqual(['ratio', 'average', 'yoy', 'mom'])
  })

  it('§5 explains the problem and its position, and adds nothing', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    const [foreign] = [await makeQuoteItem(server().database.db)]
    const code = await codeOf(foreign)
    const messageOf = async (formula: string) => (await keeper.call(seriesCalls.add, formOf(ore, formula))).msg
    expect(await messageOf(`${ore.code} + Q999999`)).toBe('第 11 个字符：没有编号为 Q999999 的报价项')
    expect(await messageOf(`${ore.code} - ${code}`)).toBe(`第 11 个字符：没有编号为 ${code} 的报价项`)
    expect(await messageOf(`(${ore.code}`)).toContain('括号没有闭合')
    const twice = formOf(ore, ore.code)
    await keeper.call(seriesCalls.add, twice)
    expect(await keeper.call(seriesCalls.add, { ...twice, name: ` ${twice.name} ` })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'name', message: '该产品下已有同名的系列' }] },
    })
  })

  it('§6 is limited to products in scope: others find nothing', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    const made = await add(ore, ore.code)
    expect(await other.call(seriesCalls.add, formOf(ore, ore.code))).toMatchObject({ status: 400 })
    expect(await other.call(seriesCalls.get, { id: made.id })).toMatchObject({ code: 20404 })
    expect(await other.call(listSeriesValues, { id: made.id, from: MONDAY, to: TUESDAY })).toMatchObject({
      code: 20404,
    })
    expect(await other.call(seriesCalls.remove, { ids: [made.id] })).toMatchObject({ code: 20404 })
    expect((await other.call(findInputs, { ids: [ore.code, made.code] })).data).toEqual([])
    expect((await keeper.call(findInputs, { ids: [ore.code, made.code] })).data.map(({ id }) => id)).toEqual([
      made.code,
      ore.code,
    ])
    const { data } = await other.call(seriesCalls.list, { productId: ore.productId })
    expect(data.total).toBe(0)
  })
})

describe('a publication', () => {
  it('§1 updates the series that depend on it, also through others', async () => {
    const [ore, coke] = (await makeItems(2)) as [Named, Named]
    const spread = await add(ore, `${coke.code} - ${ore.code}`)
    const half = await add(ore, `${spread.code} / 2`)
    const first = await people.publish(ore, MONDAY, '800')
    expect(await valuesOf(spread.id)).toEqual([expect.stringMatching(/^缺少/)])
    await people.publish(coke, MONDAY, '2000')
    expect(await valuesOf(spread.id)).toEqual(['1200.00'])
    expect(await valuesOf(half.id)).toEqual(['600.00'])
    const known = await people.publicationOf(first)
    await people.correct(first, '850')
    expect(await valuesOf(half.id)).toEqual(['575.00'])
    const { data } = await keeper.call(seriesCalls.list, { productId: ore.productId, code: half.code })
    expect(data.records[0]).toMatchObject({ lastDay: MONDAY, lastValue: '575.00', formula: `${spread.code} / 2` })
    expect(await valuesOf(spread.id, known)).toEqual([expect.stringMatching(/^缺少/)])
    expect(await valuesOf(half.id, String(Number(known) + 1))).toEqual(['600.00'])
  })

  it('§1 that is cancelled leaves the day without a value', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    const made = await add(ore, `${ore.code} * 2`)
    const id = await people.publish(ore, MONDAY, '800')
    expect(await valuesOf(made.id)).toEqual(['1600.00'])
    await people.reviewer().call(cancelVerify, { ids: [id], reason: '发布错了' })
    expect(await valuesOf(made.id)).toEqual([])
  })
})

describe('POST /api/backend/prices/series/edit', () => {
  it('§1 a formula applies from its day on, and is a publication of its own', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    await people.publish(ore, MONDAY, '800')
    await people.publish(ore, TUESDAY, '810')
    const made = await add(ore, ore.code)
    const { id, version, formulas: _, inputs: __, ...stored } = made
    const form = formOf(ore, `${ore.code} * 2`, { name: stored.name, validFrom: TUESDAY })
    const later = await confirm(server(), keeper, seriesCalls.edit, { id, version, ...form })
    expect(later.preview).toEqual({
      text: `自 ${TUESDAY} 起按这条公式计算。`,
      groups: [{ title: '重新计算的日期', count: 1, names: [] }],
    })
    expect(later.done.data.version).toBe(2)
    expect(await valuesOf(id)).toEqual(['800.00', '1620.00'])
    expect((await keeper.call(seriesCalls.get, { id })).data.formulas.map((each) => each.validFrom)).toEqual([
      TUESDAY,
      null,
    ])
    expect(await keeper.call(seriesCalls.edit, { id, version, ...form })).toMatchObject({
      code: 601,
      data: { formula: `${ore.code} * 2` },
    })
    const all = { id, version: 2, ...form, validFrom: null, replaced: [TUESDAY], decimals: 0 }
    const { preview, done } = await confirm(server(), keeper, seriesCalls.edit, all)
    expect(preview).toEqual({
      text: '从最早起按这条公式计算。小数位数有变化，全部日期的数值随之改变。',
      groups: [
        { title: '被替换的以后版本', count: 1, names: [`${TUESDAY} 起的版本`] },
        { title: '重新计算的日期', count: 2, names: [] },
      ],
    })
    expect(done.code).toBe(200)
    expect(await valuesOf(id)).toEqual(['1600', '1620'])
    const { rows } = await server().database.pool.query(
      "select before, after from audit_log where action = 'series.edit' and target_id = $1 order by id limit 1",
      [id],
    )
    expect(rows[0]).toEqual({
      before: { formula: ore.code, validFrom: null },
      after: { formula: `${ore.code} * 2`, validFrom: TUESDAY },
    })
  })

  it('prices.md "Derived": later formulas stay unless they are named, and each can be mended by itself', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    for (const [day, figure] of [
      [MONDAY, '800'],
      [TUESDAY, '810'],
      [WEDNESDAY, '820'],
    ] as const)
      await people.publish(ore, day, figure)
    const { id, name } = await add(ore, ore.code)
    const edit = async (factor: string, more: Partial<SeriesForm> = {}) => {
      const { version } = (await keeper.call(seriesCalls.get, { id })).data
      const form = formOf(ore, `${ore.code} * ${factor}`, { name, ...more })
      return confirm(server(), keeper, seriesCalls.edit, { id, version, ...form })
    }
    await edit('2', { validFrom: TUESDAY })
    await edit('3', { validFrom: WEDNESDAY })
    expect(await valuesOf(id)).toEqual(['800.00', '1620.00', '2460.00'])
    const first = await edit('0.5')
    expect(first.preview).toEqual({
      text: `从最早起按这条公式计算，到 ${TUESDAY} 前为止。`,
      groups: [
        { title: '保留的以后版本', count: 2, names: [`${TUESDAY} 起的版本`, `${WEDNESDAY} 起的版本`] },
        { title: '重新计算的日期', count: 1, names: [] },
      ],
    })
    expect(await valuesOf(id)).toEqual(['400.00', '1620.00', '2460.00'])
    await edit('4', { validFrom: TUESDAY, replaced: [WEDNESDAY] })
    expect(await valuesOf(id)).toEqual(['400.00', '3240.00', '3280.00'])
    const gone = await edit('5', { validFrom: TUESDAY, replaced: [WEDNESDAY] })
    expect(gone.done).toMatchObject({ status: 400, msg: `${WEDNESDAY} 没有以后的版本，请刷新后重试` })
  })

  it('prices.md "Data": a unit holds from its day; relabelling published days is asked first', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    await people.publish(ore, MONDAY, '800')
    await people.publish(ore, TUESDAY, '810')
    const { id, name } = await add(ore, ore.code)
    const edit = async (unit: string, validFrom: string | null) => {
      const { version } = (await keeper.call(seriesCalls.get, { id })).data
      const form = formOf(ore, ore.code, { name, unit, validFrom })
      return confirm(server(), keeper, seriesCalls.edit, { id, version, ...form })
    }
    const query = { columns: [{ kind: 'series' as const, id }], from: MONDAY, to: WEDNESDAY }
    const shown = async () =>
      (
        await keeper.call(queryPriceData, { ...query, length: 'day', measure: 'average', fill: 'last' })
      ).data.columns.map((column) => [column.unit, column.from, column.until, column.values])
    // nothing is published from that day on: nothing is relabelled
    expect((await edit('美元/吨', WEDNESDAY)).preview).toBeUndefined()
    await people.publish(ore, WEDNESDAY, '820')
    expect(await shown()).toEqual([
      ['元/吨', null, WEDNESDAY, ['800.00', '810.00', null]],
      ['美元/吨', WEDNESDAY, null, [null, null, '820.00']],
    ])
    const values = await keeper.call(listSeriesValues, { id, from: MONDAY, to: WEDNESDAY })
    expect(values.data.map(({ unit }) => unit)).toEqual(['元/吨', '元/吨', '美元/吨'])
    const asked = await edit('元/吨', WEDNESDAY)
    expect(asked.preview).toEqual({
      text: `自 ${WEDNESDAY} 起已有的数值单位由“美元/吨”改为“元/吨”。`,
      groups: [{ title: '重新计算的日期', count: 1, names: [] }],
    })
    expect(await shown()).toEqual([['元/吨', null, null, ['800.00', '810.00', '820.00']]])
    // the first formula alone: the newest one, which describes the series, keeps its unit
    await edit('吨', null)
    expect((await shown()).map(([unit]) => unit)).toEqual(['吨', '元/吨'])
    expect((await keeper.call(seriesCalls.get, { id })).data).toMatchObject({ unit: '元/吨' })
    const from = { ...query, from: WEDNESDAY }
    const later = await keeper.call(queryPriceData, { ...from, length: 'day', measure: 'average', fill: 'last' })
    expect(later.data.columns).toMatchObject([{ unit: '元/吨', from: null }])
  })

  it('§1 refuses a cycle and names it', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    const first = await add(ore, ore.code)
    const second = await add(ore, `${first.code} + 1`)
    const form = formOf(ore, `${ore.code} + ${second.code}`, { name: first.name })
    const reply = await keeper.call(seriesCalls.edit, { id: first.id, version: 1, ...form })
    expect(reply.msg).toBe(`第 11 个字符：公式形成循环：${first.code} → ${second.code} → ${first.code}`)
    const { data } = await keeper.call(previewSeries, { id: first.id, formula: first.code, decimals: 2, withinDays: 0 })
    expect(data.problem).toMatchObject({ at: 0, length: first.code.length })
  })
})

describe('POST /api/backend/prices/series/preview', () => {
  it('§1 shows the last results, newest first, or the problem and its position', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    await people.publish(ore, MONDAY, '800')
    await people.publish(ore, TUESDAY, '810')
    const tried = { formula: `ma(${ore.code}, 2)`, decimals: 1, withinDays: 0 }
    expect((await keeper.call(previewSeries, tried)).data).toMatchObject({
      problem: null,
      kind: 'average',
      inputs: [{ id: ore.code }],
      points: [
        { day: TUESDAY, value: '805.0', lack: null },
        { day: MONDAY, value: null, lack: '需要 2 期数据，只有 1 期' },
      ],
    })
    const wrong = await keeper.call(previewSeries, { ...tried, formula: `${ore.code} +` })
    expect(wrong.data).toMatchObject({ problem: { at: 9, length: 1 }, points: [] })
    const reader = await server().as((await makeRole(server().database.db, 'series.view')).code)
    expect(await reader.call(previewSeries, tried)).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/prices/series/stopUpdate and update', () => {
  it('§1 a stopped series has no values from its day on, a resumed one has them again', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    await people.publish(ore, MONDAY, '800')
    await people.publish(ore, TUESDAY, '810')
    const made = await add(ore, ore.code)
    await keeper.call(stopSeries, { ids: [made.id], reason: '工艺停用', stoppedOn: TUESDAY })
    expect(await valuesOf(made.id)).toEqual(['800.00'])
    await people.publish(ore, WEDNESDAY, '820')
    expect(await valuesOf(made.id)).toEqual(['800.00'])
    await keeper.call(resumeSeries, { ids: [made.id] })
    expect(await valuesOf(made.id)).toEqual(['800.00', '810.00', '820.00'])
  })
})

describe('POST /api/backend/prices/series/remove', () => {
  it('§8 is refused while a formula names it (603); items in formulas keep their code', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    const first = await add(ore, ore.code)
    const second = await add(ore, first.code)
    expect(await keeper.call(seriesCalls.remove, { ids: [first.id] })).toMatchObject({
      code: 603,
      data: [{ name: first.name, by: [{ kind: '系列公式', count: 1 }] }],
    })
    expect((await keeper.call(seriesCalls.remove, { ids: [second.id] })).code).toBe(200)
    const admin = await server().as('administrator')
    const item = { id: ore.quoteItemId, version: 1 }
    expect((await admin.call(setQuoteItemCode, { ...item, code: 'ORE62' })).msg).toContain('请先修改公式')
    expect(await admin.call(quoteItemCalls.remove, { ids: [ore.quoteItemId] })).toMatchObject({
      code: 603,
      data: [{ by: [{ kind: '系列公式', count: 1 }] }],
    })
    expect((await keeper.call(seriesCalls.remove, { ids: [first.id] })).code).toBe(200)
    expect((await admin.call(setQuoteItemCode, { ...item, code: 'S12' })).msg).toContain('系列的编码')
    expect((await admin.call(setQuoteItemCode, { ...item, code: 'ORE62' })).code).toBe(200)
    expect((await add(ore, 'ore62 * 2')).inputs.map(({ id }) => id)).toEqual(['ORE62'])
  })
})

describe('POST /api/backend/prices/series/export', () => {
  it('§7 exports what the list finds', async () => {
    const [ore] = (await makeItems(1)) as [Named]
    await add(ore, ore.code)
    const query = { productId: ore.productId }
    const { data } = await keeper.call(exportSeries, {
      query,
      columns: ['code', 'name', 'formula'],
      format: 'csv',
      reason: '核对',
    })
    expect(await endOf(keeper, data.jobId)).toMatchObject({ state: 'done', done: 1 })
  })
})

describe('POST /api/backend/prices/price/movedSeries', () => {
  it('prices.md names what a correction changes, also through other series, within the scope', async () => {
    const { database, as } = server()
    const [item, beside] = await makeItems(2)
    if (!item || !beside) throw new Error('no items')
    const first = await add(item, `${item.code} * 2`)
    await add(item, `${first.code} + 1`, { name: '再算一次' })
    await add(item, beside.code)
    const editing = (await makeRole(database.db, 'price.batchEdit')).code
    const [editor, stranger] = [await as(editing), await as(editing)]
    await giveProduct(database.db, [editor], item.productId)
    const quoteItemIds = [item.quoteItemId]
    const { data } = await editor.call(listMovedSeries, { quoteItemIds })
    expect(data.map(({ name }) => name)).toEqual([first.name, '再算一次'])
    expect((await stranger.call(listMovedSeries, { quoteItemIds })).data).toEqual([])
    expect(await keeper.call(listMovedSeries, { quoteItemIds })).toMatchObject({ status: 403 })
  })
})
