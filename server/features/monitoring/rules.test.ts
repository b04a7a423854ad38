// Rules over HTTP: refusals, precedence, effects on the rows of the day, many items at once.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { listBatches, listItemSettings, resetItems, setItems, undoBatch } from '#contract/monitoring/batch-settings.ts'
import { getDue, listDues } from '#contract/monitoring/board.ts'
import { getRuleChoices, ruleCalls, ruleSwitches } from '#contract/monitoring/rules.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { type Item, makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
let keeper: Person
let reader: Person
let first: Item
let second: Item
let calendarId: string

const rule = (name: string, more: object = {}) => ({
  name,
  kind: 'price' as const,
  level: 'all' as const,
  calendarId,
  frequency: 'workday' as const,
  weekdays: [],
  nth: -1,
  categoryId: null,
  productId: null,
  quoteItemId: null,
  seriesId: null,
  importName: '',
  dueTime: '12:00',
  warnMinutes: 30,
  graceMinutes: 10,
  escalateMinutes: 30,
  ownerId: null,
  deputyId: null,
  channel: 'notice' as const,
  remark: '',
  ...more,
})
const add = (name: string, more: object = {}) => keeper.call(ruleCalls.add, rule(name, more) as never)
const confirmed = async <E extends typeof setItems | typeof resetItems>(call: E, input: Input<E>) =>
  (await confirm(server(), keeper, call, input)).done
const fieldsOf = (reply: { data: unknown }) =>
  ((reply.data as { fields?: { field: string }[] }).fields ?? []).map(({ field }) => field)
const dueOf = async ({ quoteItemId }: Item) =>
  (await keeper.call(listDues, { size: 100 })).data.records.find(({ subjectId }) => subjectId === quoteItemId)
const timeOf = async (item: Item) => (await dueOf(item))?.dueAt.slice(11, 16)

beforeAll(async () => {
  const { db } = server().database
  keeper = await server().as('sjgly')
  reader = await server().as(
    (await makeRole(db, 'monitoringTemplate.view', 'batchSettings.view', 'batchSettings.batchAdd')).code,
  )
  first = await makeQuoteItem(db, { dueTime: '09:00' })
  second = await makeQuoteItem(db, { dueTime: '10:00' })
  const { rows } = await db.execute<{ id: string }>(
    sql`select id::text as id from ${calendars} where code = 'everyDay'`,
  )
  calendarId = rows[0]?.id ?? ''
})

describe('§2 rules of monitoring', () => {
  it('are refused without days, people or target, or with times outside of the day', async () => {
    expect(fieldsOf(await add('周报', { frequency: 'weekdays' }))).toEqual(['weekdays'])
    expect(fieldsOf(await add('月报', { frequency: 'month', nth: 0 }))).toEqual(['nth'])
    expect(fieldsOf(await add('产品', { level: 'product' }))).toEqual(['productId'])
    expect(fieldsOf(await add('早', { dueTime: '00:10' }))).toEqual(['warnMinutes'])
    expect(fieldsOf(await add('晚', { dueTime: '23:50' }))).toEqual(['graceMinutes'])
    expect(fieldsOf(await add('更晚', { dueTime: '23:40' }))).toEqual(['escalateMinutes'])
    expect(fieldsOf(await add('导入', { kind: 'import', importName: 'prices.import' }))).toEqual(['ownerId'])
    expect(fieldsOf(await add('导入', { kind: 'import', importName: 'x', ownerId: keeper.id }))).toEqual(['importName'])
    expect(fieldsOf(await add('报告', { kind: 'report', level: 'product', productId: first.productId }))).toEqual([
      'level',
      'ownerId',
    ])
    expect(fieldsOf(await add('时间', { dueTime: '24:00' }))).toEqual(['dueTime'])
    expect(fieldsOf(await add('日历', { calendarId: '999' }))).toEqual(['calendarId'])
    const ofSeries = { kind: 'series', ownerId: keeper.id, calendarId: null }
    expect(fieldsOf(await add('日历', ofSeries))).toEqual(['calendarId'])
    const both = { ownerId: keeper.id, deputyId: keeper.id }
    expect(fieldsOf(await add('同一人', both))).toEqual(['deputyId'])
    // who does not see what is due cannot be made responsible for it
    const idle = await makeUser(server().database.db, { realName: '不看更新', roleCode: 'sales' })
    const notOne = { status: 400, msg: '负责人“不看更新”没有当日待更新数据的权限' }
    expect(await add('别人', { ownerId: idle.id })).toMatchObject(notOne)
    expect(fieldsOf(await add('别人', { ownerId: keeper.id, deputyId: idle.id }))).toEqual(['deputyId'])
    expect((await reader.call(ruleCalls.add, rule('读者'))).code).toBe(403)
  })

  it('of reports have no calendar, whatever the input: days are those of the order', async () => {
    const { data, code } = await add('定制报告', { kind: 'report', ownerId: keeper.id })
    expect(code).toBe(200)
    const { id } = data as { id: string }
    expect((await keeper.call(ruleCalls.get, { id })).data).toMatchObject({ kind: 'report', calendarId: null })
    const { records } = (await keeper.call(ruleCalls.list, { kind: 'report' })).data
    expect(records).toMatchObject([{ id, calendarName: null }])
    expect((await keeper.call(ruleCalls.remove, { ids: [id] })).code).toBe(200)
  })

  it('apply by the narrowest; its due row names the others', async () => {
    expect((await add('全部', { frequency: null, dueTime: null })).code).toBe(200)
    expect([await timeOf(first), await timeOf(second)]).toEqual(['09:00', '10:00'])
    expect((await add('又一条全部')).code).toBe(409)
    expect((await add('产品', { level: 'product', productId: first.productId, dueTime: '15:00' })).code).toBe(200)
    expect((await add('单项', { level: 'item', quoteItemId: first.quoteItemId, dueTime: '16:00' })).code).toBe(200)
    expect([await timeOf(first), await timeOf(second)]).toEqual(['16:00', '10:00'])
    const details = await keeper.call(getDue, { id: (await dueOf(first))?.id ?? '' })
    expect(details.data).toMatchObject({ ruleName: '单项', otherRules: ['产品', '全部'] })
  })

  it('change the rows of the same day at once, and restore them when disabled or deleted', async () => {
    const row = await dueOf(first)
    const rules = (await keeper.call(ruleCalls.list, {})).data.records
    const one = rules.find(({ name }) => name === '单项')
    const { data } = await keeper.call(ruleCalls.get, { id: one?.id ?? '' })
    expect((await keeper.call(ruleCalls.edit, { ...data, dueTime: '18:00' })).code).toBe(200)
    expect((await keeper.call(ruleCalls.edit, { ...data, dueTime: '19:00' })).code).toBe(601)
    expect(await dueOf(first)).toMatchObject({ id: row?.id, dueAt: expect.stringContaining('18:00') })
    await keeper.call(ruleSwitches.disable, { ids: [one?.id ?? ''] })
    expect(await timeOf(first)).toBe('15:00')
    await keeper.call(ruleSwitches.open, { ids: [one?.id ?? ''] })
    const copy = { id: one?.id ?? '', name: '单项二', level: 'item' as const, quoteItemId: second.quoteItemId }
    const rest = { categoryId: null, productId: null, seriesId: null, importName: '' }
    expect((await keeper.call(ruleCalls.copy, { ...copy, ...rest })).code).toBe(200)
    expect([await timeOf(first), await timeOf(second)]).toEqual(['18:00', '18:00'])
    const ids = (await keeper.call(ruleCalls.list, { level: 'item' })).data.records.map(({ id }) => id)
    expect((await keeper.call(ruleCalls.remove, { ids })).code).toBe(200)
    expect([await timeOf(first), await timeOf(second)]).toEqual(['15:00', '10:00'])
    expect((await keeper.call(getRuleChoices, {})).data.calendars.map(({ name }) => name)).toContain('中国工作日')
  })
})

describe('§2 settings of many items', () => {
  it('are previewed, and undone as a whole', async () => {
    const ids = [first.quoteItemId, second.quoteItemId]
    const body = { ids, dueTime: '17:30', ownerId: keeper.id }
    expect((await keeper.call(setItems, { ids })).code).toBe(400)
    expect((await keeper.call(setItems, { ids: ['999999'], dueTime: '17:30' })).code).toBe(20404)
    const initial = await keeper.call(setItems, body)
    expect(initial.code).toBe(600)
    expect(initial.data).toMatchObject({
      preview: {
        groups: [
          { count: 2, names: [expect.stringMatching(/应更新时间 15:00 → 17:30；.*负责人 .* → /), expect.anything()] },
        ],
      },
    })
    expect(await timeOf(second)).toBe('10:00')
    const { data } = await confirmed(setItems, body)
    expect([await timeOf(first), await timeOf(second)]).toEqual(['17:30', '17:30'])
    expect((await keeper.call(listItemSettings, { level: 'item' })).data.total).toBe(2)
    expect((await reader.call(undoBatch, { batchId: data.batchId })).code).toBe(20404)
    expect((await keeper.call(undoBatch, { batchId: data.batchId })).code).toBe(200)
    expect((await keeper.call(undoBatch, { batchId: data.batchId })).code).toBe(409)
    expect([await timeOf(first), await timeOf(second)]).toEqual(['15:00', '10:00'])
    expect((await keeper.call(listBatches, {})).data).toMatchObject([{ items: 2, isUndone: true }])
  })

  it('return items to the wider rule; are not undone once a rule was edited by hand', async () => {
    const ids = [first.quoteItemId]
    const { data } = await confirmed(setItems, { ids, dueTime: '20:00' })
    const reset = await confirmed(resetItems, { ids: [first.quoteItemId, second.quoteItemId] })
    expect(reset.data.items).toBe(1)
    expect(await timeOf(first)).toBe('15:00')
    expect((await keeper.call(undoBatch, { batchId: data.batchId })).code).toBe(409)
    expect((await keeper.call(undoBatch, { batchId: reset.data.batchId })).code).toBe(200)
    expect(await timeOf(first)).toBe('20:00')
    expect((await reader.call(resetItems, { ids })).code).toBe(403)
    const { productId: _, ...item } = first
    expect((await reader.call(listItemSettings, {})).data.records).not.toContainEqual(expect.objectContaining(item))
  })
})
