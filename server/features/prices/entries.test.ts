// Entering prices over HTTP: drafts, submission, corrections.
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#contract/days.ts'
import { nextOpenDay } from '#contract/monitoring/calendar-days.ts'
import { getSheet } from '#contract/prices/price-grids.ts'
import {
  correctPrices,
  type Entry,
  getPrice,
  listRevisions,
  removePrices,
  savePrice,
  savePrices,
  submitPrices,
  takeBackPrices,
  withdrawPrices,
} from '#contract/prices/prices.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import { pricePublications } from '#server/db/schema/prices/prices.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { seenNow } from '#test/price-people.ts'

const server = testServer()
/** A Wednesday and the Thursday after it, both workdays. */
const DAY = '2026-11-18'
const NEXT = '2026-11-19'

let analyst: Person
let colleague: Person
let stranger: Person
/** Enters, without the right to delete. */
let junior: Person

/** An item of a product that the analyst works on. */
async function makeMine(overrides: Parameters<typeof makeQuoteItem>[1] = {}): Promise<Item> {
  const { db } = server().database
  const item = await makeQuoteItem(db, overrides)
  await giveProduct(db, [analyst, colleague, junior], item.productId)
  return item
}

const row = (item: Item, overrides: Partial<Entry> = {}): Entry => ({
  quoteItemId: item.quoteItemId,
  day: DAY,
  low: '3200',
  high: '3260.5',
  average: null,
  remark: '',
  englishRemark: '',
  reason: '',
  version: null,
  ...overrides,
})

const save = async (rows: Entry[], person = analyst) => (await person.call(savePrices, { origin: 'grid', rows })).data

async function saved(item: Item, overrides: Partial<Entry> = {}): Promise<string> {
  const [outcome] = await save([row(item, overrides)])
  if (!outcome?.id) throw new Error(outcome?.problem ?? 'not saved')
  return outcome.id
}

const seen = async (id: string) => ({ rows: await seenNow(analyst, [id]) })
const actsOf = async (id: string) => (await analyst.call(listRevisions, { id })).data.map(({ act }) => act)

beforeAll(async () => {
  const { database, as } = server()
  const rights = ['price.view', 'price.add', 'price.edit', 'price.delete', 'price.details']
  const role = await makeRole(database.db, ...rights)
  analyst = await as(role.code, { realName: '王敏' })
  colleague = await as(role.code, { realName: '李强' })
  stranger = await as(role.code)
  junior = await as((await makeRole(database.db, 'price.view', 'priceBatchAdd.view', 'priceBatchAdd.add')).code)
})

describe('POST /api/backend/prices/price/save', () => {
  it('§1 stores a draft with its mean and its change, and records who entered it', async () => {
    const item = await makeMine()
    await makePrice(server().database.db, item, '2026-11-16', { average: '3200.00', low: '3200', high: '3200' })
    const [outcome] = await save([row(item, { remark: ' 成交清淡 ' })])
    expect(outcome).toMatchObject({ low: '3200.00', high: '3260.50', average: '3230.25', problem: null, version: 1 })
    // not published: no price to compare with
    expect(outcome).toMatchObject({ change: null, percent: null, isOutlier: false })
    const { data } = await analyst.call(listRevisions, { id: outcome?.id ?? '' })
    expect(data).toMatchObject([{ number: 1, act: 'save', average: '3230.25', origin: 'grid', remark: '成交清淡' }])
  })

  it('§1 saves the valid rows of a block and returns a reason for each of the others', async () => {
    const [one, single] = [await makeMine(), await makeMine({ kind: 'single', decimals: 0 })]
    const outcomes = await save([
      row(one),
      row(one),
      row(one, { day: NEXT, low: '9', high: '8' }),
      row(single, { low: '5', high: '6' }),
      row({ productId: '1', quoteItemId: '999999' }),
    ])
    expect(outcomes.map(({ problem }) => problem)).toEqual([
      null,
      '同一报价项在本次提交中重复',
      '低价不能高于高价',
      '单一价报价项的低价与高价应相同',
      '报价项不存在，或不在您的编辑范围内',
    ])
  })

  it('§1 refuses a day after the next workday, and one that is not due unless confirmed', async () => {
    const item = await makeMine()
    const today = dayOf(Date.now())
    const workdays = await readWorkdays(server().database.db)
    const far = nextOpenDay(workdays, nextOpenDay(workdays, today))
    const [future, saturday] = await save([row(item, { day: far }), row(item, { day: '2026-11-14' })])
    expect(future?.problem).toBe('日期不能晚于下一个工作日')
    expect(saturday?.problem).toBe('该日不是发布日，请确认后再保存')
  })

  it('prices.md "Bad input": asks before it saves a day on which nothing is due, once for each entry', async () => {
    const item = await makeMine({ name: '螺纹钢 周末' })
    const off = row(item, { day: '2026-11-15', isOffDay: true })
    const asked = await analyst.call(savePrices, { origin: 'grid', rows: [off, row(await makeMine())] })
    expect(asked).toMatchObject({
      code: 600,
      data: { preview: { groups: [{ count: 1, names: ['螺纹钢 周末 2026-11-15'] }] } },
    })
    expect((await analyst.call(savePrice, off)).code).toBe(600)
    const { done } = await confirm(server(), analyst, savePrices, { origin: 'grid', rows: [off] })
    expect(done.data).toMatchObject([{ problem: null, version: 1 }])
    // the draft is there: its next version asks no more
    expect((await save([{ ...off, version: 1, low: '3210' }]))[0]).toMatchObject({ problem: null, version: 2 })
    // somebody who may not enter it is not asked
    expect(await save([row(await makeMine(), { day: '2026-11-15', isOffDay: true })], stranger)).toMatchObject([
      { problem: '报价项不存在，或不在您的编辑范围内' },
    ])
  })

  it('prices.md "Bad input": a day that will be refused is not offered by the grid, with the reason', async () => {
    const item = await makeMine()
    const { data } = await analyst.call(getSheet, { day: '2099-01-05', productIds: [item.productId] })
    expect(data.map(({ closed }) => closed)).toEqual(['日期不能晚于下一个工作日'])
    const sunday = await analyst.call(getSheet, { day: '2026-11-15', productIds: [item.productId] })
    expect(sunday.data).toMatchObject([{ closed: null, isDue: false }])
    await makePrice(server().database.db, item, DAY)
    await server().database.pool.query(`update quote_items set status = 'stopUpdate', stopped_on = $2 where id = $1`, [
      item.quoteItemId,
      DAY,
    ])
    const stopped = await analyst.call(getSheet, { day: DAY, productIds: [item.productId] })
    expect(stopped.data.map(({ closed }) => closed)).toEqual(['该报价项已停更'])
  })

  it('prices.md "Entering": the grid shows the last five published prices of each item, the newest first', async () => {
    const item = await makeMine()
    const { db } = server().database
    await db.insert(pricePublications).values({ number: '900', byName: 'test', entries: 6 })
    for (const day of ['09', '10', '11', '12', '13', '16'])
      await makePrice(db, item, `2026-11-${day}`, { status: 'verified', publication: '900' })
    await makePrice(db, item, '2026-11-17')
    const { data } = await analyst.call(getSheet, { day: DAY, productIds: [item.productId] })
    expect(data[0]?.recent.map(({ day }) => day.slice(8))).toEqual(['16', '13', '12', '11', '10'])
    expect(data[0]?.last).toEqual(data[0]?.recent[0])
  })

  it('§1 edits a draft by version: a change of somebody else is reported, not overwritten', async () => {
    const item = await makeMine()
    await saved(item)
    const [again] = await save([row(item, { version: 1, low: '3210' })])
    expect(again).toMatchObject({ version: 2, problem: null })
    const [stale] = await save([row(item, { version: 1, low: '3220' })])
    expect(stale).toMatchObject({
      isStale: true,
      problem: '王敏 已改为 3210.00–3260.50，您的 3220–3260.5 未保存',
      now: { version: 2, low: '3210.00', high: '3260.50', byName: '王敏', status: 'draft' },
    })
    const [fresh] = await save([row(item, { version: null })])
    expect(fresh).toMatchObject({ isStale: true })
  })

  it('§1 answers a stale single draft with 601 and the stored one', async () => {
    const item = await makeMine()
    await saved(item)
    await save([row(item, { low: '3100', version: 1 })], colleague)
    const reply = await analyst.call(savePrice, row(item, { version: 1 }))
    expect(reply).toMatchObject({ code: 601, data: { version: 2, low: '3100.00', byName: '李强' } })
  })

  it('§1 of two who enter the same at once, saves one', async () => {
    const item = await makeMine()
    const both = await Promise.all([save([row(item)]), save([row(item, { low: '3100' })])])
    expect(both.flat().filter(({ id }) => id !== null)).toHaveLength(1)
    expect(both.flat().filter(({ isStale }) => isStale)).toHaveLength(1)
  })

  it('§6 refuses without the right and out of scope', async () => {
    const item = await makeMine()
    expect((await save([row(item)], stranger)).map(({ problem }) => problem)).toEqual([
      '报价项不存在，或不在您的编辑范围内',
    ])
    const reader = await server().as((await makeRole(server().database.db, 'price.view')).code)
    expect(await reader.call(savePrices, { origin: 'grid', rows: [row(item)] })).toMatchObject({ status: 403 })
  })

  it.each([
    [{ low: '8,500' }, '低价应为不超过12位整数、6位小数的数字'],
    [{ low: '1e5' }, '低价应为不超过12位整数、6位小数的数字'],
    [{ low: 5 }, '低价应为文本'],
    [{ day: '2026-02-30' }, '日期应为 YYYY-MM-DD'],
    [{ remark: 'x'.repeat(501) }, '备注最多500个字符'],
  ])('§9 refuses %j', async (overrides, msg) => {
    const body = { origin: 'grid', rows: [{ ...row(await makeMine()), ...overrides }] }
    const reply = await server().send('POST', savePrices.path, body, { token: analyst.token })
    expect(reply).toMatchObject({ status: 400, msg })
  })
})

describe('acts on entries as they were seen', () => {
  it('prices.md "Entering": submit what was seen; a row that has moved is refused with both values, the others go', async () => {
    const [moved, kept] = [await makeMine({ name: '螺纹钢 上海' }), await makeMine()]
    const rows = [
      { id: await saved(moved), version: 1 },
      { id: await saved(kept), version: 1 },
    ]
    await save([row(moved, { low: '3100', version: 1 })], colleague)
    const reply = await analyst.call(submitPrices, { rows })
    const [one = { id: '' }, two = { id: '' }] = rows
    expect(reply).toMatchObject({ code: 602 })
    expect(reply.data).toEqual([
      { id: two.id, name: expect.any(String), ok: true, msg: '' },
      {
        id: one.id,
        name: `螺纹钢 上海 ${DAY}`,
        ok: false,
        code: 601,
        msg: '李强 已改为 3100.00–3260.50，您看到的是 3200.00–3260.50',
        now: expect.objectContaining({ version: 2, low: '3100.00', byName: '李强', status: 'draft' }),
      },
    ])
    expect((await analyst.call(getPrice, { id: one.id })).data).toMatchObject({ status: 'draft', version: 2 })
  })

  it('prices.md "Entering": a draft is not deleted, nor a submission withdrawn, over what was not seen', async () => {
    const item = await makeMine()
    const id = await saved(item)
    await save([row(item, { low: '3100', version: 1 })], colleague)
    const stale = { rows: [{ id, version: 1 }] }
    expect(await analyst.call(removePrices, stale)).toMatchObject({ code: 602, data: [{ id, code: 601 }] })
    await analyst.call(submitPrices, await seen(id))
    expect(await analyst.call(withdrawPrices, stale)).toMatchObject({ code: 602, data: [{ id, code: 601 }] })
    expect(await analyst.call(removePrices, stale)).toMatchObject({
      data: [{ msg: '王敏 已按 3100.00–3260.50 提交审核，您看到的是 3200.00–3260.50' }],
    })
    const twice = { rows: [...(await seen(id)).rows, { id, version: 1 }] }
    expect(await analyst.call(withdrawPrices, twice)).toMatchObject({ code: 602, data: [{ id, code: 601 }] })
    expect((await analyst.call(withdrawPrices, await seen(id))).code).toBe(200)
  })

  it.each([
    [{ rows: [] }, '请选择价格'],
    [{ rows: [{ id: '1' }] }, '版本不能为空'],
    [{ rows: [{ id: '1', version: 0 }] }, '版本不能小于1'],
    [{ ids: ['1'] }, '不支持的字段 ids'],
  ])('§9 refuse %j', async (body, msg) => {
    for (const call of [submitPrices, withdrawPrices, removePrices, takeBackPrices]) {
      const reply = await server().send('POST', call.path, body, { token: analyst.token })
      expect(reply).toMatchObject({
        status: 400,
        data: { fields: expect.arrayContaining([expect.objectContaining({ message: msg })]) },
      })
    }
  })
})

describe('POST /api/backend/prices/price/takeBack', () => {
  const enter = async (item: Item, person: Person, overrides: Partial<Entry> = {}) => {
    const [outcome] = await save([row(item, overrides)], person)
    return { id: outcome?.id ?? '', version: outcome?.version ?? 0 }
  }

  it('prices.md "Entering": deletes drafts that one has saved alone, without the right to delete', async () => {
    const rows = [await enter(await makeMine(), junior), await enter(await makeMine(), junior)]
    expect(await junior.call(removePrices, { rows })).toMatchObject({ status: 403 })
    expect(await junior.call(takeBackPrices, { rows })).toMatchObject({ code: 200 })
    const deleted = await Promise.all(rows.map(({ id }) => junior.call(getPrice, { id })))
    expect(deleted.map(({ code }) => code)).toEqual([20_404, 20_404])
  })

  it('prices.md "Entering": refuses what a colleague has saved, what was submitted, and what has moved since', async () => {
    const others = await enter(await makeMine(), analyst)
    const shared = await makeMine()
    await enter(shared, analyst)
    const over = await enter(shared, junior, { low: '3100', version: 1 })
    const submitted = await enter(await makeMine(), junior)
    await junior.call(submitPrices, { rows: [submitted] })
    const movedItem = await makeMine()
    const moved = await enter(movedItem, junior)
    await enter(movedItem, junior, { low: '3100', version: 1 })
    const rows = [others, over, { ...submitted, version: 2 }, moved]
    const { code, data } = await junior.call(takeBackPrices, { rows })
    expect(code).toBe(602)
    const msgOf = new Map((data as unknown as { id: string; msg: string }[]).map(({ id, msg }) => [id, msg]))
    expect(rows.map(({ id }) => msgOf.get(id))).toEqual([
      '不是只由您录入的草稿，需要删除权限',
      '不是只由您录入的草稿，需要删除权限',
      '只能删除草稿',
      expect.stringContaining('您看到的是'),
    ])
    expect((await junior.call(getPrice, { id: moved.id })).data).toMatchObject({ version: 2 })
    // withdrawn: it has been before others
    await junior.call(withdrawPrices, { rows: [{ ...submitted, version: 2 }] })
    expect(await junior.call(takeBackPrices, { rows: [{ ...submitted, version: 3 }] })).toMatchObject({ code: 602 })
  })

  it('§6 refuses without the right to enter and out of scope', async () => {
    const rows = [await enter(await makeMine(), junior)]
    const reader = await server().as((await makeRole(server().database.db, 'price.view', 'price.delete')).code)
    expect(await reader.call(takeBackPrices, { rows })).toMatchObject({ status: 403 })
    expect(await stranger.call(takeBackPrices, { rows })).toMatchObject({
      code: 602,
      data: [{ msg: '数据不存在，或不在您的编辑范围内' }],
    })
  })
})

describe('submission', () => {
  it('§1 needs a reason for unusual figures', async () => {
    const item = await makeMine({ highest: '3000' })
    const id = await saved(item)
    const refused = await analyst.call(submitPrices, await seen(id))
    expect(refused).toMatchObject({ code: 602, data: [{ ok: false, msg: '超出常规，请先填写原因' }] })
    await save([row(item, { version: 1, reason: '厂家集中上调' })])
    expect((await analyst.call(submitPrices, await seen(id))).code).toBe(200)
    expect(await actsOf(id)).toEqual(['submit', 'save', 'save'])
  })

  it('§1 cannot be edited or deleted while it waits, and can be withdrawn', async () => {
    const item = await makeMine()
    const id = await saved(item)
    await analyst.call(submitPrices, await seen(id))
    expect((await save([row(item, { version: 2 })])).map(({ problem }) => problem)).toEqual(['已提交审核，请先撤回'])
    expect(await analyst.call(removePrices, await seen(id))).toMatchObject({
      code: 602,
      data: [{ msg: '只能删除草稿' }],
    })
    expect((await analyst.call(withdrawPrices, await seen(id))).code).toBe(200)
    expect((await analyst.call(getPrice, { id })).data).toMatchObject({ status: 'draft', reviewing: null })
    expect((await analyst.call(removePrices, await seen(id))).code).toBe(200)
    expect(await analyst.call(getPrice, { id })).toMatchObject({ code: 20404 })
  })

  it('§6 is refused out of scope and without the right', async () => {
    const id = await saved(await makeMine())
    for (const call of [submitPrices, withdrawPrices, removePrices]) {
      expect(await stranger.call(call, await seen(id))).toMatchObject({ code: 602, data: [{ id, ok: false }] })
    }
    const reader = await server().as((await makeRole(server().database.db, 'price.view')).code)
    for (const call of [submitPrices, withdrawPrices, removePrices]) {
      expect((await reader.call(call, await seen(id))).status).toBe(403)
    }
  })
})

describe('POST /api/backend/prices/price/correct', () => {
  it('§1 is only for published prices: a draft is edited', async () => {
    const id = await saved(await makeMine())
    const body = { cause: 'error' as const, reason: '小数点错位' }
    const rows = [{ id, version: 1, low: '1', high: '2', average: null, remark: '' }]
    expect(await analyst.call(correctPrices, { ...body, rows })).toMatchObject({
      code: 602,
      data: [{ ok: false, msg: '尚未发布，请直接编辑' }],
    })
  })

  it('§1 needs a reason', async () => {
    const rows = [{ id: '1', version: 1, low: '1', high: '2', average: null, remark: '' }]
    const reply = await analyst.call(correctPrices, { cause: 'error', reason: ' ', rows })
    expect(reply).toMatchObject({ status: 400, msg: '请输入更正原因' })
  })
})

describe('price_revisions', () => {
  it('§1 cannot be changed or deleted by the application', async () => {
    const id = await saved(await makeMine())
    const { db } = server().database
    await expect(db.$client.query(`update price_revisions set low = 1 where price_id = ${id}`)).rejects.toThrow()
    await expect(db.$client.query(`delete from price_revisions where price_id = ${id}`)).rejects.toThrow()
  })
})
