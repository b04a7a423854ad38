// The board of a day over HTTP: rows, rights, and changes on other people's boards.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import {
  addAbsence,
  excuseDues,
  getBoard,
  getDue,
  handOverDues,
  listAbsences,
  listDues,
  removeAbsence,
  unexcuseDues,
} from '#contract/monitoring/board.ts'
import { ruleCalls, ruleSwitches } from '#contract/monitoring/rules.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { dues } from '#server/db/schema/monitoring.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { connect } from '#test/socket.ts'

const server = testServer()
const rights = ['dataToBeUpdatedToday.view', 'dataToBeUpdatedToday.details']
let keeper: Person
let head: Person
let analyst: Person
let colleague: Person
let stranger: Person
let item: Item
let other: Item
let day: string
let calendarId: string

/** A rule for every day, so that these tests pass on any. */
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
  dueTime: '23:00',
  warnMinutes: 30,
  graceMinutes: 10,
  escalateMinutes: 30,
  ownerId: null,
  deputyId: null,
  channel: 'notice' as const,
  remark: '',
  ...more,
})

const board = async (person: Person, whose: 'mine' | 'below' | 'all' = 'all') =>
  (await person.call(getBoard, { day, whose })).data
const rowsOf = async (person: Person, whose: 'mine' | 'below' | 'all' = 'all') =>
  (await person.call(listDues, { whose })).data.records
const dueOf = async (of: Item) => (await rowsOf(keeper)).find(({ subjectId }) => subjectId === of.quoteItemId)

beforeAll(async () => {
  const { db } = server().database
  keeper = await server().as('administrator')
  const role = (await makeRole(db, ...rights)).code
  head = await server().as(role)
  analyst = await server().as(role, { editParentId: head.id, realName: '王分析' })
  colleague = await server().as(role, { editParentId: head.id })
  stranger = await server().as(role)
  item = await makeQuoteItem(db, { analystId: analyst.id, deputyId: colleague.id })
  other = await makeQuoteItem(db, { analystId: colleague.id })
  await giveProduct(db, [analyst, colleague], item.productId)
  await giveProduct(db, [colleague], other.productId)
  const { rows } = await db.execute<{ id: string }>(
    sql`select id::text as id from ${calendars} where code = 'everyDay'`,
  )
  calendarId = rows[0]?.id ?? ''
  const today = await db.execute<{ day: string }>(sql`select (now() at time zone 'Asia/Shanghai')::date::text as day`)
  day = today.rows[0]?.day ?? ''
  expect((await keeper.call(ruleCalls.add, rule('全部报价项'))).code).toBe(200)
})

describe('§2 the board of a day', () => {
  it('shows each person rows of their products, their own rows, and those of subordinates', async () => {
    const sum = async (person: Person, whose: 'mine' | 'below' | 'all') =>
      Object.values((await board(person, whose)).counts).reduce((all, n) => all + n, 0)
    expect([await sum(keeper, 'all'), await sum(analyst, 'all'), await sum(analyst, 'mine')]).toEqual([2, 1, 1])
    expect([await sum(head, 'mine'), await sum(head, 'below'), await sum(head, 'all')]).toEqual([0, 2, 2])
    expect([await sum(stranger, 'all'), await sum(stranger, 'below')]).toEqual([0, 0])
    const seen = await board(keeper)
    expect(seen.people.map(({ id }) => id).toSorted()).toEqual([analyst.id, colleague.id].toSorted())
    expect(seen.hours.map(({ id, name }) => `${id} ${name}`)).toEqual(['23 23:00'])
    expect(seen.timeline.at(-1)?.planned).toBe(2)
    expect(seen.products).toHaveLength(2)
  })

  it('filters its rows, and names their rule and calendar', async () => {
    const row = await dueOf(item)
    expect(row).toMatchObject({ name: expect.any(String), responsibleId: analyst.id, ownerName: '', doneAt: null })
    const found = await keeper.call(listDues, { responsibleId: analyst.id, hour: 23, kind: 'price' })
    expect(found.data.records.map(({ subjectId }) => subjectId)).toEqual([item.quoteItemId])
    expect((await keeper.call(listDues, { hour: 8 })).data.total).toBe(0)
    const details = await analyst.call(getDue, { id: row?.id ?? '' })
    expect(details.data).toMatchObject({ ruleName: '全部报价项', calendarName: '每天', otherRules: [], alerts: [] })
    expect((await stranger.call(getDue, { id: row?.id ?? '' })).code).toBe(20404)
  })

  it('lets the responsible person or a superior excuse a row with a reason, and nobody else', async () => {
    const id = (await dueOf(item))?.id ?? ''
    const socket = await connect(server().base, head)
    expect((await stranger.call(excuseDues, { ids: [id], reason: '停牌' })).code).toBe(20404)
    expect((await colleague.call(excuseDues, { ids: [id], reason: '停牌' })).code).toBe(409)
    expect((await analyst.call(excuseDues, { ids: [id], reason: '  ' })).code).toBe(400)
    expect((await analyst.call(excuseDues, { ids: [id], reason: '交易所停牌' })).code).toBe(200)
    expect(await dueOf(item)).toMatchObject({ state: 'excused', excuse: '交易所停牌', excusedBy: '王分析' })
    await expect.poll(() => socket.of('changed').map(({ data }) => data)).toContainEqual({ what: 'dues' })
    socket.socket.close()
    expect((await head.call(unexcuseDues, { ids: [id] })).code).toBe(200)
    expect((await dueOf(item))?.state).not.toBe('excused')
  })

  it('hands a row over for the day to somebody with the product in scope, and keeps that when rows are made again', async () => {
    const id = (await dueOf(item))?.id ?? ''
    const toStranger = await analyst.call(handOverDues, { ids: [id], toId: stranger.id, reason: '' })
    expect(toStranger.data).toMatchObject({ fields: [{ field: 'toId' }] })
    expect((await analyst.call(handOverDues, { ids: [id], toId: colleague.id, reason: '外出采样' })).code).toBe(200)
    expect(await dueOf(item)).toMatchObject({ responsibleId: colleague.id, ownerName: '王分析' })
    const [first] = (await keeper.call(ruleCalls.list, {})).data.records
    await keeper.call(ruleSwitches.disable, { ids: [first?.id ?? ''] })
    expect(await rowsOf(keeper)).toEqual([])
    await keeper.call(ruleSwitches.open, { ids: [first?.id ?? ''] })
    expect(await dueOf(item)).toMatchObject({ id, responsibleId: colleague.id })
    const tomorrow = await keeper.call(listDues, { day: addDays(day, 1), responsibleId: analyst.id })
    expect(tomorrow.data.total).toBe(1)
  })

  it('assigns rows to the deputy during an absence', async () => {
    const next = addDays(day, 1)
    const away = { userId: analyst.id, fromDay: next, toDay: next, remark: '年假' }
    expect((await colleague.call(addAbsence, away)).code).toBe(400)
    expect((await analyst.call(addAbsence, { ...away, toDay: addDays(next, -1) })).code).toBe(400)
    expect((await head.call(addAbsence, away)).code).toBe(200)
    const of = async (on: string) =>
      (await keeper.call(listDues, { day: on })).data.records.find(({ subjectId }) => subjectId === item.quoteItemId)
    expect((await of(next))?.responsibleId).toBe(colleague.id)
    expect((await of(addDays(next, 1)))?.responsibleId).toBe(analyst.id)
    const [listed] = (await analyst.call(listAbsences, {})).data
    expect(listed).toMatchObject({ ...away, byName: expect.any(String) })
    expect((await colleague.call(removeAbsence, { id: listed?.id ?? '' })).code).toBe(20404)
    expect((await analyst.call(removeAbsence, { id: listed?.id ?? '' })).code).toBe(200)
    expect((await of(next))?.responsibleId).toBe(analyst.id)
  })

  it('keeps past days as they were', async () => {
    const { db } = server().database
    const id = (await dueOf(other))?.id ?? ''
    await db.execute(sql`update ${dues} set day = day - 30 where id = ${id}::bigint`)
    expect((await keeper.call(excuseDues, { ids: [id], reason: '补记' })).code).toBe(409)
    expect((await server().nobody.call(getBoard, { day, whose: 'all' })).code).toBe(401)
  })
})
