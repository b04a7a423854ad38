// Registration statistics over HTTP: a case that is worked out by hand, days, rights and scope. That figures equal their
// lists whatever the data is asked in registration-statistics.property.test.ts. Long because all cases share one worked example.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { measureFormulas } from '#contract/operations/registration-measures.ts'
import {
  type DetailsQuery,
  describeRegistrationDetails,
  exportRegistrationDetails,
  exportRegistrationFigures,
  getRegistrationBreakdown,
  getRegistrationCohorts,
  getRegistrationFigures,
  getRegistrationHours,
  getRegistrationPeople,
  getRegistrationTrend,
  queryRegistrationDetails,
  type StatisticsQuery,
} from '#contract/operations/registration-statistics.ts'
import { makeAccount, makeDepartment, makeMember, makeProduct, makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { recordGrant } from '#test/ledger.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
const MENU = 'registrationStatistics'
const days = { from: '2026-03-01', to: '2026-03-31' }

let head: Person
let seller: Person
let stranger: Person
/** Sees registrations that nobody has yet. */
let distributor: Person
let boss: Person
/** Sees all figures. */
let counter: Person
let team: string
let teamAbove: string
let product: string
let enterpriseId: string

const at = (moment: string) => `${moment}:00+08:00`

beforeAll(async () => {
  const aliases = ['view', 'details', 'exportBtn'].map((alias) => `${MENU}.${alias}`)
  const all = await makeRole(db(), ...aliases)
  const distributing = await makeRole(db(), ...aliases, 'registration.memberBelong')
  teamAbove = await makeDepartment(db(), '销售中心')
  team = await makeDepartment(db(), '华东组', teamAbove)
  head = await server().as(all.code, { realName: '组长', deptId: teamAbove })
  seller = await server().as(all.code, { realName: '销售', deptId: team, saleParentId: head.id })
  stranger = await server().as(all.code, { realName: '外人' })
  distributor = await server().as(distributing.code, { realName: '分配人' })
  boss = await server().as('administrator')
  counter = await server().as((await makeRole(db(), ...aliases, `${MENU}.count`)).code, { realName: '运营' })
  product = (await makeProduct(db(), { name: '螺纹钢' })).id
  const other = (await makeProduct(db(), { name: '热轧板卷' })).id

  const ownerId = seller.id
  const member = await makeMember(db(), { ownerId })
  enterpriseId = member.enterpriseId
  const account = await makeAccount(db(), 'bigData', { memberId: member.id })
  const second = await makeAccount(db(), 'app', { memberId: member.id })
  await recordGrant(db(), account.id, { at: at('2026-02-01T10:00'), kind: 'formal', productId: product })
  await recordGrant(db(), account.id, { at: at('2026-03-02T12:00'), kind: 'trial', isUndone: true })
  await recordGrant(db(), second.id, { at: at('2026-03-03T10:30'), kind: 'trial', productId: product })
  await recordGrant(db(), account.id, { at: at('2026-03-08T10:30'), kind: 'trial', productId: other })
  await recordGrant(db(), account.id, { at: at('2026-03-23T10:30'), kind: 'formal', productId: product })
  await makeRegistration(db(), {
    company: '甲公司',
    contact: '王采购',
    mobile: '13812348000',
    ownerId,
    province: '上海市',
    state: 'granted',
    createdAt: at('2026-03-02T09:30'),
    firstContactAt: at('2026-03-02T10:30'),
    closedAt: at('2026-03-03T10:30'),
    memberId: member.id,
    enterpriseId: member.enterpriseId,
  })
  await makeRegistration(db(), {
    company: '乙公司',
    ownerId,
    source: 'open',
    subProduct: 'app',
    state: 'contacted',
    createdAt: at('2026-03-31T23:59'),
    firstContactAt: at('2026-04-01T02:59'),
  })
  await makeRegistration(db(), { company: '丙公司', ownerId: head.id, createdAt: at('2026-03-04T08:00') })
  await makeRegistration(db(), {
    company: '丁公司',
    ownerId: head.id,
    state: 'invalid',
    createdAt: at('2026-03-01T00:00'),
    closedAt: at('2026-03-01T09:00'),
  })
  await makeRegistration(db(), { company: '戊公司', ownerId: stranger.id, createdAt: at('2026-03-05T08:00') })
  await makeRegistration(db(), { company: '己公司', createdAt: at('2026-03-06T08:00') })
  await makeRegistration(db(), { company: '庚公司', ownerId, createdAt: at('2026-02-28T23:59') })
  await makeRegistration(db(), { company: '辛公司', ownerId, createdAt: at('2026-04-01T00:00') })
})

const figures = async (by: Person, query: StatisticsQuery = {}) =>
  (await by.call(getRegistrationFigures, { ...days, ...query })).data
const details = async (by: Person, query: DetailsQuery = {}) =>
  (await by.call(queryRegistrationDetails, { ...days, ascs: ['createdAt'], ...query })).data
const companies = async (by: Person, query: DetailsQuery = {}) =>
  (await details(by, query)).records.map(({ company }) => company)

describe('the figures', () => {
  it('operations-service-ai.md "Operations" count the steps of a period with their median times, and those of the one before', async () => {
    const reply = await figures(head)
    expect(reply).toMatchObject({ ...days, before: { from: '2026-02-01', to: '2026-02-28' } })
    const { times, ...counted } = reply.figures
    expect(counted).toEqual({
      count: 4,
      contacted: 2,
      trials: 1,
      formals: 1,
      waiting: 1,
      overdue: 1,
      invalid: 1,
      contactedUp: 2,
      trialUp: 1,
      duplicates: 0,
    })
    // 60 and 180 minutes: one within an hour of a workday, one from before midnight to before the work begins
    expect(times.contact).toEqual({ count: 2, median: 120, p90: 168, workMedian: 30, workP90: 54 })
    // what was granted before the registration or undone does not count
    const day = 24 * 60
    const one = (minutes: number, work: number) => ({
      count: 1,
      median: minutes,
      p90: minutes,
      workMedian: work,
      workP90: work,
    })
    expect(times.trial).toEqual(one(day, 9 * 60))
    expect(times.trialTotal).toEqual(one(25 * 60, 10 * 60))
    // 14 workdays of March lie between
    expect(times.formal).toEqual(one(20 * day, 14 * 9 * 60))
    expect(times.formalTotal).toEqual(one(20 * day + 25 * 60, 15 * 9 * 60 + 60))
    expect(reply.figuresBefore).toMatchObject({
      count: 1,
      contacted: 0,
      times: { contact: { count: 0, median: null, workP90: null }, trial: { count: 0, median: null } },
    })
  })

  it('operations-service-ai.md "Operations" are those of one product, team, source or province where asked', async () => {
    const counted = async (query: StatisticsQuery) => (await figures(boss, query)).figures.count
    expect(await counted({})).toBe(6)
    expect(await counted({ productId: product })).toBe(1)
    expect(await counted({ deptId: team })).toBe(2)
    expect(await counted({ deptId: teamAbove })).toBe(4)
    expect(await counted({ source: 'open' })).toBe(1)
    expect(await counted({ province: '上海市' })).toBe(1)
    expect(await counted({ province: 'none' })).toBe(5)
    expect(await counted({ subProduct: 'app', ownerId: seller.id })).toBe(1)
  })

  it('product.md "Operations" have a trend by day, week and month, with the steps of which there are none', async () => {
    const trend = async (step: 'day' | 'week' | 'month') =>
      (await head.call(getRegistrationTrend, { ...days, step })).data
    expect(await trend('month')).toEqual([{ ...days, count: 4, contacted: 2, trials: 1, formals: 1 }])
    const weeks = (await trend('week')).map(({ from, count }) => [from, count])
    expect(weeks).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 2],
      ['2026-03-09', 0],
      ['2026-03-16', 0],
      ['2026-03-23', 0],
      ['2026-03-30', 1],
    ])
    const each = await trend('day')
    expect(each).toHaveLength(31)
    expect(each.at(-1)).toEqual({ from: days.to, to: days.to, count: 1, contacted: 1, trials: 0, formals: 0 })
  })

  it('operations-service-ai.md "Operations" say from where: source, province, sub-product and product', async () => {
    const rows = async (by: 'source' | 'province' | 'subProduct' | 'product') =>
      (await head.call(getRegistrationBreakdown, { ...days, by })).data.map(({ key, name, count }) => [
        key,
        name,
        count,
      ])
    expect(await rows('source')).toEqual([
      ['page', '', 3],
      ['open', '', 1],
    ])
    expect(await rows('province')).toEqual([
      ['none', '', 3],
      ['上海市', '', 1],
    ])
    expect(await rows('subProduct')).toEqual([
      ['bigData', '', 3],
      ['app', '', 1],
    ])
    expect(await rows('product')).toEqual([
      [product, '螺纹钢', 1],
      [expect.any(String), '热轧板卷', 1],
      ['', '', 3],
    ])
  })

  it('operations-service-ai.md "Operations" have a heat map of hours, of registrations and of first contacts', async () => {
    const hours = async (of: 'registered' | 'contacted') =>
      (await head.call(getRegistrationHours, { ...days, of })).data.map(Object.values)
    expect(await hours('registered')).toEqual([
      [1, 9, 1],
      [2, 23, 1],
      [3, 8, 1],
      [7, 0, 1],
    ])
    expect(await hours('contacted')).toEqual([
      [1, 10, 1],
      [3, 2, 1],
    ])
  })

  it('operations-service-ai.md "Operations" are by person, with the time to first contact and who waits since when', async () => {
    const { data } = await counter.call(getRegistrationPeople, days)
    expect(data).toHaveLength(4)
    expect(data[0]).toMatchObject({ id: null, name: '', count: 1, waiting: 1, overdue: 1, contact: { count: 0 } })
    const people = data.filter(({ id }) => id === seller.id || id === head.id)
    expect(people).toEqual(
      [
        {
          id: seller.id,
          name: '销售',
          deptName: '华东组',
          count: 2,
          contacted: 2,
          trials: 1,
          formals: 1,
          waiting: 0,
          overdue: 0,
          waitingSince: null,
          contact: { count: 2, median: 120, p90: 168, workMedian: 30, workP90: 54 },
        },
        {
          id: head.id,
          name: '组长',
          deptName: '销售中心',
          count: 2,
          contacted: 0,
          trials: 0,
          formals: 0,
          waiting: 1,
          overdue: 1,
          waitingSince: expect.any(String),
          contact: { count: 0, median: null, p90: null, workMedian: null, workP90: null },
        },
      ].toSorted((one, other) => Number(one.id) - Number(other.id)),
    )
    const since = people.find(({ id }) => id === head.id)?.waitingSince ?? ''
    expect(new Date(since).toISOString()).toBe('2026-03-04T00:00:00.000Z')
  })

  it('product.md "Operations" are of the last 30 days where none are named', async () => {
    const today = dayOf(Date.now())
    const { data } = await stranger.call(getRegistrationFigures, {})
    expect(data).toMatchObject({ from: addDays(today, -29), to: today })
    await makeRegistration(db(), { company: '今日公司', ownerId: stranger.id })
    const found = (await stranger.call(queryRegistrationDetails, {})).data.records.map(({ company }) => company)
    expect(found).toEqual(['今日公司'])
  })
})

describe('what is counted', () => {
  it('operations.md "Attribution" the same number or customer within 30 days is 重复: listed, not counted', async () => {
    const march = { from: '2024-03-01', to: '2024-04-30' }
    const make = (company: string, mobile: string, day: string) =>
      makeRegistration(db(), { company, mobile, ownerId: seller.id, createdAt: at(`2024-${day}T10:00`) })
    await make('首次公司', '13700000001', '03-01')
    await make('又来公司', '13700000001', '03-31')
    await make('过期公司', '13700000001', '05-01')
    await make('另一公司', '13700000002', '03-02')
    const customer = { ownerId: seller.id, enterpriseId, mobile: '13700000003' }
    await makeRegistration(db(), { ...customer, company: '客户公司', createdAt: at('2024-04-01T10:00') })
    await makeRegistration(db(), {
      ...customer,
      company: '客户再来',
      mobile: '13700000004',
      createdAt: at('2024-04-20T10:00'),
    })
    expect((await figures(head, march)).figures).toMatchObject({ count: 3, duplicates: 2 })
    expect(await companies(head, march)).toEqual(['首次公司', '另一公司', '客户公司'])
    const records = (await details(head, { ...march, reached: 'duplicate' })).records
    expect(records.map(({ company, isDuplicate }) => [company, isDuplicate])).toEqual([
      ['又来公司', true],
      ['客户再来', true],
    ])
    expect(await companies(head, { from: '2024-05-01', to: '2024-05-01' })).toEqual(['过期公司'])
  })

  it('operations.md "Screens" cohorts by week say how many came so far within some weeks, and nothing of what is too young', async () => {
    const { data } = await head.call(getRegistrationCohorts, { ...days, of: 'formal' })
    expect(data.map(({ from, count, within }) => [from, count, within])).toEqual([
      ['2026-03-01', 1, [0, 0, 0, 0, 0]],
      ['2026-03-02', 2, [0, 0, 1, 1, 1]],
      ['2026-03-09', 0, [0, 0, 0, 0, 0]],
      ['2026-03-16', 0, [0, 0, 0, 0, 0]],
      ['2026-03-23', 0, [0, 0, 0, 0, 0]],
      ['2026-03-30', 1, [0, 0, 0, 0, 0]],
    ])
    expect(await companies(head, { within: 'formal-4' })).toEqual(['甲公司'])
    expect(await companies(head, { within: 'formal-2' })).toEqual([])
    const today = dayOf(Date.now())
    const young = (await head.call(getRegistrationCohorts, { from: today, to: today, of: 'trial' })).data
    expect(young).toEqual([{ from: today, to: today, count: 0, within: [null, null, null, null, null] }])
  })

  it('operations.md "Screens" the list says what it holds in words, with the names of people and products', async () => {
    const said = async (by: Person, query: DetailsQuery) =>
      (await by.call(describeRegistrationDetails, { ...days, ...query })).data.text
    expect(await said(head, { reached: 'overdue', ownerId: seller.id, productId: product, hour: 9, weekday: 1 })).toBe(
      '2026-03-01 至 2026-03-31 注册（上海时间）；逾期未联系；不含重复；负责人：销售；获得授权的产品：螺纹钢；注册在周一 9:00–10:00；本人可查看的注册',
    )
    expect(await said(counter, { within: 'trial-2', province: 'none' })).toBe(
      '2026-03-01 至 2026-03-31 注册（上海时间）；注册后 2 周内已开通试用；不含重复；省份：未填写；全部注册，其他同事的客户隐去名称',
    )
  })

  it('operations.md "Rules" figures are exported with their formulas', async () => {
    const columns = ['part', 'name', 'measure', 'value', 'before', 'unit', 'formula'] as const
    const wish = { query: days, columns: [...columns], format: 'csv' as const, reason: '核对' }
    const { data } = await counter.call(exportRegistrationFigures, wish)
    const rows = await cellsOf(await download(server(), (await endOf(counter, data.jobId)).fileUrl))
    const whole = ['合计', '2026-03-01 至 2026-03-31']
    expect(rows).toContainEqual([...whole, '注册', '6', '1', '个', measureFormulas.count])
    expect(rows).toContainEqual([
      ...['用时', '注册 → 首次联系', '工作时间中位数', '30', '', '分钟', measureFormulas.workMedian],
    ])
    expect(rows).toContainEqual(['按来源', '子产品', '注册', '1', '', '个', measureFormulas.count])
    expect(rows).toContainEqual(['按负责人', '组长', '逾期未联系', '1', '', '个', measureFormulas.overdue])
  })
})

describe('the list behind a figure', () => {
  it('operations-service-ai.md "Operations" has the person masked, times, trial and formal', async () => {
    const { records } = await details(seller)
    expect(records[0]).toMatchObject({
      company: '甲公司',
      contact: '王采购',
      mobile: '138****8000',
      province: '上海市',
      source: 'page',
      subProduct: 'bigData',
      state: 'granted',
      ownerName: '销售',
      contactMinutes: 60,
      workMinutes: 60,
      enterpriseId,
    })
    const { trialAt, formalAt } = records[0] ?? {}
    expect(new Date(trialAt ?? '').toISOString()).toBe('2026-03-03T02:30:00.000Z')
    expect(new Date(formalAt ?? '').toISOString()).toBe('2026-03-23T02:30:00.000Z')
    expect(records[1]).toMatchObject({ company: '乙公司', contactMinutes: 180, trialAt: null, enterpriseId: null })
  })

  it('operations-service-ai.md "Operations" is of one step, hour, product or owner where asked, in any order', async () => {
    expect(await companies(head, { reached: 'waiting' })).toEqual(['丙公司'])
    expect(await companies(head, { reached: 'invalid' })).toEqual(['丁公司'])
    expect(await companies(head, { reached: 'contacted' })).toEqual(['甲公司', '乙公司'])
    expect(await companies(head, { reached: 'formal', hasProduct: true })).toEqual(['甲公司'])
    expect(await companies(head, { hasProduct: false })).toEqual(['丁公司', '丙公司', '乙公司'])
    expect(await companies(head, { weekday: 2, hour: 23 })).toEqual(['乙公司'])
    expect(await companies(head, { contactWeekday: 3, contactHour: 2 })).toEqual(['乙公司'])
    expect(await companies(head, { company: '丙', state: 'new' })).toEqual(['丙公司'])
    expect(await companies(boss, { isOwned: false })).toEqual(['己公司'])
    expect(await companies(head, { ascs: [], descs: ['contactMinutes'] })).toEqual([
      ...['乙公司', '甲公司', '丁公司', '丙公司'].toSorted((one, other) => order(one) - order(other)),
    ])
    expect((await companies(head, { ascs: [], descs: ['trialAt'] }))[0]).toBe('甲公司')
    expect((await companies(head, { ascs: ['formalAt'] }))[0]).toBe('甲公司')
  })

  it('§9 is exported in the same scope and order', async () => {
    const query: DetailsQuery = { ...days, ascs: ['createdAt'], reached: 'contacted' }
    const columns = ['company', 'mobile', 'source', 'state', 'trialAt', 'contactMinutes'] as const
    const { data } = await head.call(exportRegistrationDetails, {
      query,
      columns: [...columns],
      format: 'csv',
      reason: '核对',
    })
    const rows = await cellsOf(await download(server(), (await endOf(head, data.jobId)).fileUrl))
    expect(rows.slice(-3, -1)).toEqual([
      ['甲公司', '138****8000', '注册页面', '已开通', '2026-03-03 10:30', '60'],
      ['乙公司', expect.stringMatching(/\*{4}/), '子产品', '已联系', '', '180'],
    ])
  })
})

/** Those without a time come last, later ids first. */
const order = (company: string) => ['乙公司', '甲公司', '丁公司', '丙公司'].indexOf(company)

describe('scope and rights', () => {
  it('§6 are the registrations of the caller and those beneath, and what nobody has where the caller distributes', async () => {
    expect(await companies(seller)).toEqual(['甲公司', '乙公司'])
    expect(await companies(head)).toEqual(['丁公司', '甲公司', '丙公司', '乙公司'])
    expect(await companies(distributor)).toEqual(['己公司'])
    expect(await companies(boss)).toHaveLength(6)
    expect((await figures(stranger)).figures.count).toBe(1)
    // who counts sees that there are six, and not whose
    expect(await companies(counter)).toEqual(Array.from({ length: 6 }, () => '***'))
    const [masked] = (await details(counter)).records
    expect(masked).toMatchObject({ contact: '***', mobile: '***', isMasked: true, enterpriseId: null })
    // a customer of somebody else is not linked
    await makeRegistration(db(), {
      company: '转手公司',
      ownerId: stranger.id,
      enterpriseId,
      createdAt: at('2025-01-01T08:00'),
    })
    const [moved] = (await stranger.call(queryRegistrationDetails, { from: '2025-01-01', to: '2025-01-01' })).data
      .records
    expect(moved).toMatchObject({ company: '转手公司', enterpriseId: null })
  })

  it('§6 are refused without the right to each', async () => {
    const refused = { status: 403, code: 403 }
    const viewer = await server().as((await makeRole(db(), `${MENU}.view`)).code)
    const nobody = await server().as((await makeRole(db())).code)
    expect((await viewer.call(getRegistrationFigures, days)).code).toBe(200)
    expect(await nobody.call(getRegistrationFigures, days)).toMatchObject(refused)
    expect(await nobody.call(getRegistrationTrend, { ...days, step: 'day' })).toMatchObject(refused)
    expect(await nobody.call(getRegistrationBreakdown, { ...days, by: 'source' })).toMatchObject(refused)
    expect(await nobody.call(getRegistrationHours, { ...days, of: 'registered' })).toMatchObject(refused)
    expect(await viewer.call(getRegistrationPeople, days)).toMatchObject(refused)
    expect(await nobody.call(getRegistrationCohorts, { ...days, of: 'trial' })).toMatchObject(refused)
    expect(await viewer.call(queryRegistrationDetails, days)).toMatchObject(refused)
    expect(await viewer.call(describeRegistrationDetails, days)).toMatchObject(refused)
    const figureWish = { query: days, columns: ['part' as const], format: 'csv' as const, reason: '核对' }
    expect(await viewer.call(exportRegistrationFigures, figureWish)).toMatchObject(refused)
    const wish = { query: days, columns: ['company' as const], format: 'csv' as const, reason: '核对' }
    expect(await viewer.call(exportRegistrationDetails, wish)).toMatchObject(refused)
  })

  it('§5 refuse days in the wrong order, more than three years, and what is no hour', async () => {
    const wrong = { from: '2026-03-02', to: '2026-03-01' }
    const msg = '开始日期不能晚于结束日期'
    const refused = { status: 400, msg, data: { fields: [{ field: 'from' }] } }
    expect(await head.call(getRegistrationFigures, wrong)).toMatchObject(refused)
    expect(await head.call(getRegistrationTrend, { ...wrong, step: 'day' })).toMatchObject(refused)
    expect(await head.call(getRegistrationBreakdown, { ...wrong, by: 'source' })).toMatchObject(refused)
    expect(await head.call(getRegistrationHours, { ...wrong, of: 'registered' })).toMatchObject(refused)
    expect(await counter.call(getRegistrationPeople, wrong)).toMatchObject(refused)
    expect(await head.call(queryRegistrationDetails, wrong)).toMatchObject(refused)
    const long = await head.call(getRegistrationFigures, { from: '2023-03-01', to: '2026-03-01' })
    expect(long).toMatchObject({ status: 400, msg: '日期范围不能超过 1096 天' })
    expect((await head.call(getRegistrationFigures, { from: '2023-03-02', to: '2026-03-01' })).code).toBe(200)
    expect(await head.call(queryRegistrationDetails, { hour: 24 })).toMatchObject({ status: 400 })
    expect(await head.call(queryRegistrationDetails, { weekday: 0 })).toMatchObject({ status: 400 })
    expect(await head.call(getRegistrationFigures, { from: '2026-02-30' })).toMatchObject({ status: 400 })
  })
})
