// The contact ranking over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#contract/days.ts'
import {
  exportContactRanking,
  getRankedPerson,
  queryContactRanking,
  type RankingQuery,
} from '#contract/service/contact-ranking.ts'
import { followUps } from '#server/db/schema/service.ts'
import { makeDepartment, makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
const days = { from: '2026-03-01', to: '2026-03-31' }
const unknown = { code: 20404, data: null }

let head: Person
let caller: Person
let stranger: Person
let boss: Person
let reader: Person
let team: string
let teamAbove: string
/** Customers: two of the caller, one of the head, one of the stranger. */
let first: string
let second: string
let ofHead: string
let foreign: string

type Made = Partial<typeof followUps.$inferInsert> & Pick<typeof followUps.$inferInsert, 'enterpriseId' | 'authorId'>
async function follow(at: string, made: Made): Promise<string> {
  const [row] = await db()
    .insert(followUps)
    .values({ way: 'phone', result: 'reached', content: '沟通', at: `${at}:00+08:00`, ...made })
    .returning()
  return row?.id ?? ''
}

beforeAll(async () => {
  const all = await makeRole(db(), ...['view', 'details', 'exportBtn'].map((alias) => `contactRanking.${alias}`))
  const viewing = await makeRole(db(), 'contactRanking.view')
  teamAbove = await makeDepartment(db(), '客服中心')
  team = await makeDepartment(db(), '客服一组', teamAbove)
  head = await server().as(all.code, { realName: '组长', deptId: teamAbove })
  caller = await server().as(all.code, { realName: '客服', deptId: team, customerParentIds: [head.id] })
  stranger = await server().as(all.code, { realName: '外人' })
  boss = await server().as('administrator')
  reader = await server().as(viewing.code, { realName: '旁人' })
  const customer = async (ownerId: string, name: string) => (await makeEnterprise(db(), { ownerId, name })).id
  first = await customer(caller.id, '甲公司')
  second = await customer(caller.id, '乙公司')
  ofHead = await customer(head.id, '丙公司')
  foreign = await customer(stranger.id, '丁公司')

  const authorId = caller.id
  const late = await follow('2026-03-04T09:00', { enterpriseId: first, authorId, result: 'unreached' })
  const inTime = await follow('2026-03-05T23:59', { enterpriseId: second, authorId, result: 'agreed', way: 'visit' })
  await follow('2026-02-27T10:00', { enterpriseId: first, authorId, nextOn: '2026-03-03', endedById: late })
  await follow('2026-02-28T23:59', { enterpriseId: second, authorId, nextOn: '2026-03-05', endedById: inTime })
  await follow('2026-03-31T23:59', { enterpriseId: first, authorId, result: 'refused' })
  await follow('2026-04-01T00:00', { enterpriseId: first, authorId })
  await follow('2026-03-10T10:00', { enterpriseId: ofHead, authorId: head.id })
  // the customer is the head's, the author nobody beneath; and the reverse
  await follow('2026-03-10T11:00', { enterpriseId: ofHead, authorId: stranger.id })
  await follow('2026-03-10T12:00', { enterpriseId: foreign, authorId })
  await follow('2026-03-10T13:00', { enterpriseId: foreign, authorId: stranger.id })
})

const rank = async (by: Person, query: RankingQuery = {}) =>
  (await by.call(queryContactRanking, { ...days, ...query })).data
const namesOf = async (by: Person, query: RankingQuery = {}) => (await rank(by, query)).records.map(({ name }) => name)

describe('the contact ranking', () => {
  it('product.md "Service" counts follow-ups, customers, results, visits and reminders kept in time', async () => {
    const { records } = await rank(caller)
    expect(records).toEqual([
      {
        id: caller.id,
        name: '客服',
        deptName: '客服一组',
        count: 3,
        customers: 2,
        reached: 0,
        agreed: 1,
        refused: 1,
        unreached: 1,
        contactShare: '66.7',
        visits: 1,
        ended: 2,
        kept: 1,
        keptShare: '50.0',
        lastAt: expect.stringMatching(/^2026-03-31T/),
      },
    ])
  })

  it('§6 shows the caller and those beneath, and customers in scope only; administrators see all', async () => {
    expect(await namesOf(caller)).toEqual(['客服'])
    expect(await namesOf(head)).toEqual(['客服', '组长'])
    expect(await namesOf(reader)).toEqual([])
    expect((await rank(head)).records).toMatchObject([{ count: 3 }, { count: 1 }])
    expect((await rank(boss)).records).toMatchObject([
      { name: '客服', count: 4, customers: 3 },
      { name: '外人', count: 2 },
      { name: '组长', count: 1, keptShare: null },
    ])
  })

  it('product.md "Service" has sums in the foot that equal the list, over all pages', async () => {
    const { records } = await rank(boss)
    const { sums, total } = await rank(boss, { size: 1 })
    expect(total).toBe(records.length)
    const keys = ['count', 'reached', 'agreed', 'refused', 'unreached', 'visits', 'ended', 'kept'] as const
    const added = keys.map((key) => [key, String(records.reduce((sum, row) => sum + row[key], 0))])
    expect(sums).toEqual(Object.fromEntries(added))
    expect((await rank(reader)).sums?.count).toBe('0')
  })

  it('product.md "Service" is per team, with those below it, and in any order', async () => {
    expect(await namesOf(boss, { deptId: team })).toEqual(['客服'])
    expect(await namesOf(boss, { deptId: teamAbove })).toEqual(['客服', '组长'])
    expect((await rank(boss, { deptId: team })).sums?.count).toBe('4')
    expect(await namesOf(head, { ascs: ['count'] })).toEqual(['组长', '客服'])
    expect(await namesOf(head, { ascs: ['keptShare'] })).toEqual(['客服', '组长'])
    expect(await namesOf(head, { descs: ['contactShare'] })).toEqual(['组长', '客服'])
    expect(await namesOf(head, { descs: ['lastAt'] })).toEqual(['客服', '组长'])
  })

  it('product.md "Service" is of this month where no days are named', async () => {
    const authorId = caller.id
    await db().insert(followUps).values({
      way: 'mail',
      result: 'agreed',
      content: '今天',
      at: new Date().toISOString(),
      enterpriseId: first,
      authorId,
    })
    expect((await caller.call(queryContactRanking, {})).data.records).toMatchObject([{ count: 1, agreed: 1 }])
    const { data } = await caller.call(getRankedPerson, { id: caller.id })
    const today = dayOf(Date.now())
    expect(data).toMatchObject({ from: `${today.slice(0, 7)}-01`, to: today, count: 1 })
  })

  it('§6 is refused without the right', async () => {
    const nobody = await server().as((await makeRole(db())).code)
    expect(await nobody.call(queryContactRanking, days)).toMatchObject({ status: 403, code: 403 })
    expect(await reader.call(getRankedPerson, { id: reader.id, ...days })).toMatchObject({ status: 403, code: 403 })
    const wish = { query: days, columns: ['name' as const], format: 'csv' as const, reason: '核对' }
    expect(await reader.call(exportContactRanking, wish)).toMatchObject({ status: 403, code: 403 })
  })

  it('§5 refuses days in the wrong order or too many, and a team that does not exist', async () => {
    const refused = (query: RankingQuery) => caller.call(queryContactRanking, query)
    expect(await refused({ from: '2026-03-02', to: '2026-03-01' })).toMatchObject({
      status: 400,
      msg: '开始日期不能晚于结束日期',
      data: { fields: [{ field: 'from' }] },
    })
    expect(await refused({ from: '2025-01-01', to: '2026-01-02' })).toMatchObject({
      status: 400,
      msg: '日期范围不能超过 366 天',
      data: { fields: [{ field: 'to' }] },
    })
    expect((await refused({ from: '2024-01-01', to: '2024-12-31' })).code).toBe(200)
    expect(await refused({ ...days, deptId: '999999' })).toMatchObject({
      status: 400,
      msg: '团队不存在，请重新选择',
      data: { fields: [{ field: 'deptId' }] },
    })
    expect(await refused({ from: '2026-02-30', to: '2026-03-01' })).toMatchObject({ status: 400 })
    const details = await caller.call(getRankedPerson, { id: caller.id, from: '2026-03-02', to: '2026-03-01' })
    expect(details).toMatchObject({ status: 400, msg: '开始日期不能晚于结束日期' })
  })
})

describe('the details of a person', () => {
  it('product.md "Service" have every day and the customers, which equal the row of the ranking', async () => {
    const { data } = await head.call(getRankedPerson, { id: caller.id, ...days })
    expect(data).toMatchObject({ name: '客服', deptName: '客服一组', ...days, count: 3, customerCount: 2 })
    expect(data.days).toHaveLength(31)
    expect(data.days.filter(({ contacted, unreached }) => contacted + unreached > 0)).toEqual([
      { day: '2026-03-04', contacted: 0, unreached: 1 },
      { day: '2026-03-05', contacted: 1, unreached: 0 },
      { day: '2026-03-31', contacted: 1, unreached: 0 },
    ])
    expect(data.customers).toMatchObject([
      { id: first, name: '甲公司', count: 2, refused: 1, unreached: 1, visits: 0 },
      { id: second, name: '乙公司', count: 1, agreed: 1, visits: 1 },
    ])
  })

  it('§6 show no customer out of scope, and answer for nobody out of scope', async () => {
    const named = (await boss.call(getRankedPerson, { id: caller.id, ...days })).data.customers.map(({ name }) => name)
    expect(named).toEqual(['甲公司', '丁公司', '乙公司'])
    expect(await caller.call(getRankedPerson, { id: head.id, ...days })).toMatchObject(unknown)
    expect(await head.call(getRankedPerson, { id: stranger.id, ...days })).toMatchObject(unknown)
    expect(await boss.call(getRankedPerson, { id: '999999', ...days })).toMatchObject(unknown)
  })
})

describe('the export', () => {
  const columns = ['name', 'count', 'keptShare', 'lastAt'] as const
  const exported = (by: Person, query: RankingQuery) =>
    by.call(exportContactRanking, { query, columns: [...columns], format: 'csv', reason: '核对' })

  it('§9 has what the ranking shows, in its order and scope', async () => {
    const { data } = await exported(head, { ...days, ascs: ['count'] })
    const rows = await cellsOf(await download(server(), (await endOf(head, data.jobId)).fileUrl))
    expect(rows.slice(-3, -1)).toEqual([
      ['组长', '1', '', '2026-03-10 10:00'],
      ['客服', '3', '50.0', '2026-03-31 23:59'],
    ])
    expect(JSON.stringify(rows)).not.toContain('外人')
  })

  it('§5 says why it failed where the days are wrong', async () => {
    const { data } = await exported(head, { from: '2026-03-02', to: '2026-03-01' })
    expect(await endOf(head, data.jobId)).toMatchObject({ state: 'failed', message: '开始日期不能晚于结束日期' })
  })
})
