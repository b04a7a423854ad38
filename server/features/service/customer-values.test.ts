// Customers by value over HTTP: contracts, use, follow-ups, and the risk score with its reasons.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { type EnterpriseLevel, enterpriseLevels } from '#contract/members/members.ts'
import { type CustomerValueQuery, queryCustomerValues } from '#contract/service/customer-values.ts'
import { followMoods, followResults } from '#contract/service/follow-up-labels.ts'
import type { memberAccounts } from '#server/db/schema/members/members.ts'
import { orders } from '#server/db/schema/members/orders.ts'
import { followUps } from '#server/db/schema/service.ts'
import { makeAccount, makeEnterprise, makeLogs, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let role: string
let seller: Person
let colleague: Person

const today = dayOf(Date.now())
const inDays = (days: number) => addDays(today, days)
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

beforeAll(async () => {
  role = (await makeRole(db(), 'followUp.view')).code
  seller = await server().as(role, { realName: '价值销售' })
  colleague = await server().as(role, { realName: '接手人' })
})

const customer = async (name: string, level: EnterpriseLevel = 'B', ownerId = seller.id, createdAt = ago(0)) =>
  (await makeEnterprise(db(), { ownerId, name, level, createdAt })).id
const follow = (enterpriseId: string, days: number, changes: Partial<typeof followUps.$inferInsert> = {}) =>
  db()
    .insert(followUps)
    .values({
      enterpriseId,
      way: 'phone',
      at: ago(days),
      result: 'reached',
      content: '回访',
      authorId: seller.id,
      ...changes,
    })
const inForce = { startsOn: inDays(-100), endsOn: inDays(200), grantKind: 'formal' } as const
const account = async (enterpriseId: string, changes: Partial<typeof memberAccounts.$inferInsert> = {}) => {
  const { id: memberId } = await makeMember(db(), { enterpriseId, ownerId: seller.id })
  return makeAccount(db(), 'app', { memberId, ...inForce, ...changes })
}
let numbers = 0
const order = (accountId: string, amount: string, state: (typeof orders.$inferInsert)['state'] = 'forSale') =>
  db()
    .insert(orders)
    .values({ accountId, amount, state, number: `V${++numbers}`, subProduct: 'app', item: '年度会员', months: 12 })

const listed = async (query: CustomerValueQuery = {}, by = seller) =>
  (await by.call(queryCustomerValues, { size: 100, ...query })).data.records
const one = async (name: string) => (await listed({ name }))[0]
const namesOf = async (query: CustomerValueQuery, by = seller) => (await listed(query, by)).map(({ name }) => name)

describe('one customer', () => {
  it('product.md "Service": contracts, use, accounts, the last follow-up and the open reminder', async () => {
    const id = await customer('全貌化工', 'A', seller.id, ago(90))
    const used = await account(id, { lastSeenAt: ago(2), endsOn: inDays(40) })
    const other = await account(id, { lastSeenAt: ago(1), endsOn: inDays(400) })
    await account(id, { startsOn: inDays(-50), endsOn: inDays(-10), lastSeenAt: ago(20) })
    await account(id, { status: 'disabled', endsOn: inDays(5) })
    const logged = { ...used, subProduct: 'app' } as const
    await makeLogs(db(), logged, [{ at: ago(2) }, { at: ago(2) }, { at: ago(40) }, { at: ago(4), kind: 'failed' }])
    await makeLogs(db(), { ...logged, id: other.id }, [{ at: ago(1) }])
    await order(used.id, '1200.50')
    await order(other.id, '800')
    await order(used.id, '9999', 'created')
    await order(used.id, '9999', 'closed')
    await follow(id, 12, { result: 'agreed', mood: 'neutral' })
    await follow(id, 3, { mood: 'good', nextOn: inDays(5), nextUserId: colleague.id })
    expect(await one('全貌化工')).toEqual({
      id,
      name: '全貌化工',
      level: 'A',
      ownerName: '价值销售',
      contractSum: '2000.50',
      usedDays: 2,
      accounts: 2,
      nextEndsOn: inDays(40),
      lastResult: 'reached',
      lastMood: 'good',
      silentDays: 3,
      nextOn: inDays(5),
      nextUserName: '接手人',
      taskOn: null,
      returnOn: null,
      score: 0,
      reasons: [],
      lastSeenAt: expect.stringMatching(/\+08:00$/),
      lastAt: expect.stringMatching(/\+08:00$/),
    })
  })

  it('a new one has nothing; its reminder is the owner’s unless somebody else was chosen', async () => {
    const id = await customer('新客户')
    expect(await one('新客户')).toMatchObject({
      contractSum: '0.00',
      usedDays: 0,
      accounts: 0,
      nextEndsOn: null,
      lastSeenAt: null,
      lastAt: null,
      lastResult: null,
      lastMood: null,
      silentDays: 0,
      nextOn: null,
      nextUserName: '',
      score: 0,
    })
    await follow(id, 0, { nextOn: inDays(1) })
    expect(await one('新客户')).toMatchObject({ nextOn: inDays(1), nextUserName: '价值销售' })
  })

  it('product.md "Service": the score is the sum of its reasons, each with its points', async () => {
    const id = await customer('将失石化', 'A', seller.id, ago(300))
    await account(id, { lastSeenAt: ago(45), endsOn: inDays(12) })
    await follow(id, 20, { result: 'refused', nextOn: inDays(-4) })
    expect(await one('将失石化')).toMatchObject({
      score: 100,
      reasons: [
        { points: 30, text: '已 20 天没有跟进，A 级客户不应超过 14 天' },
        { points: 20, text: '有账号 12 天后到期' },
        { points: 20, text: '在用账号已 45 天没有使用' },
        { points: 15, text: '最近一次跟进被明确拒绝' },
        { points: 15, text: '待跟进已逾期 4 天' },
      ],
    })
  })
})

/** At the edges of the rule. */
const days = fc.constantFrom(0, 14, 15, 29, 30, 31, 60, 61)
const anyCustomer = fc.record({
  level: fc.constantFrom(...enterpriseLevels),
  created: days,
  follows: fc.array(
    fc.record({
      days,
      result: fc.constantFrom(...followResults),
      mood: fc.option(fc.constantFrom(...followMoods), { nil: null }),
    }),
    { maxLength: 3 },
  ),
  nextIn: fc.constantFrom(null, -1, 0, 1),
  accounts: fc.array(
    fc.record({
      endsIn: fc.constantFrom(-1, 0, 30, 31),
      opened: days,
      seen: fc.option(days, { nil: null }),
      isDeleted: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
})

describe('the score', () => {
  it('is the same in SQL, by which lists sort, as the sum of the rule’s points', async () => {
    const owner = await server().as(role)
    await fc.assert(
      fc.asyncProperty(fc.array(anyCustomer, { minLength: 1, maxLength: 5 }), async (customers) => {
        for (const { level, created, follows, nextIn, accounts } of customers) {
          const id = await customer(`随机客户${++numbers}`, level, owner.id, ago(created))
          for (const [at, { days: when, ...rest }] of follows.entries())
            await follow(id, when, { ...rest, nextOn: at === 0 && nextIn !== null ? inDays(nextIn) : null })
          for (const { endsIn, opened, seen, isDeleted } of accounts)
            await account(id, {
              endsOn: inDays(endsIn),
              openedAt: ago(opened),
              lastSeenAt: seen === null ? null : ago(seen),
              deletedAt: isDeleted ? ago(0) : null,
            })
        }
        const rows = await listed({}, owner)
        for (const { score, reasons } of rows) expect(score).toBe(reasons.reduce((sum, { points }) => sum + points, 0))
        expect(rows.map(({ score }) => score)).toEqual(rows.map(({ score }) => score).toSorted((a, b) => b - a))
      }),
      { numRuns: 20 },
    )
  })
})

describe('POST /api/backend/service/customerValue/page', () => {
  let owner: Person
  beforeAll(async () => {
    owner = await server().as(role, { realName: '筛选销售' })
    const risky = await customer('丙高危', 'A', owner.id, ago(200))
    await account(risky, { lastSeenAt: ago(60), endsOn: inDays(3) })
    await follow(risky, 90, { mood: 'bad', nextOn: inDays(-30) })
    const middle = await customer('乙中等', 'B', owner.id, ago(200))
    const { id } = await account(middle, { lastSeenAt: ago(1) })
    await order(id, '500')
    await follow(middle, 40, { nextOn: inDays(10) })
    const calm = await customer('甲平稳', 'C', owner.id, ago(200))
    await follow(calm, 5)
  })

  it('§2 lists the riskiest first, and sorts by what is asked for', async () => {
    expect(await namesOf({}, owner)).toEqual(['丙高危', '乙中等', '甲平稳'])
    expect(await namesOf({ ascs: ['score'] }, owner)).toEqual(['甲平稳', '乙中等', '丙高危'])
    expect((await namesOf({ descs: ['contractSum'] }, owner))[0]).toBe('乙中等')
    expect(await namesOf({ descs: ['silentDays'] }, owner)).toEqual(['丙高危', '乙中等', '甲平稳'])
    expect(await namesOf({ descs: ['lastAt'] }, owner)).toEqual(['甲平稳', '乙中等', '丙高危'])
    expect(await namesOf({ ascs: ['nextEndsOn'] }, owner)).toEqual(['丙高危', '乙中等', '甲平稳'])
    expect(await namesOf({ ascs: ['nextOn'] }, owner)).toEqual(['丙高危', '乙中等', '甲平稳'])
    expect(await namesOf({ ascs: ['level'] }, owner)).toEqual(['丙高危', '乙中等', '甲平稳'])
    expect(await namesOf({ descs: ['name'] }, owner)).toEqual(['乙中等', '甲平稳', '丙高危'])
    expect((await namesOf({ ascs: ['accounts'] }, owner))[0]).toBe('甲平稳')
    const second = (await owner.call(queryCustomerValues, { current: 2, size: 2 })).data
    expect(second).toMatchObject({ total: 3, pages: 2, records: [{ name: '甲平稳' }] })
  })

  it.each<[string, CustomerValueQuery, string[]]>([
    ['name', { name: '中' }, ['乙中等']],
    ['level', { level: 'A' }, ['丙高危']],
    ['high risk', { risk: 'high' }, ['丙高危']],
    ['medium risk', { risk: 'medium' }, ['乙中等']],
    ['low risk', { risk: 'low' }, ['甲平稳']],
    ['silent', { silentFrom: 40 }, ['丙高危', '乙中等']],
    ['without reminder', { hasReminder: false }, ['甲平稳']],
    ['with reminder', { hasReminder: true, silentFrom: 41 }, ['丙高危']],
  ])('§2 filters by %s', async (_, query, expected) => {
    expect(await namesOf(query, owner)).toEqual(expected)
    expect((await owner.call(queryCustomerValues, query)).data.total).toBe(expected.length)
  })

  it('§6 shows own customers alone; administrators filter by owner', async () => {
    expect(await namesOf({ name: '丙高危' }, colleague)).toEqual([])
    const administrator = await server().as('administrator')
    expect(await namesOf({ ownerId: owner.id }, administrator)).toEqual(['丙高危', '乙中等', '甲平稳'])
    expect(await namesOf({ ownerId: owner.id }, colleague)).toEqual([])
  })

  it('§6 refuses without the right, and bad input', async () => {
    const stranger = await server().as((await makeRole(db(), 'customerList.view')).code)
    expect(await stranger.call(queryCustomerValues, {})).toMatchObject({ status: 403 })
    expect(await owner.call(queryCustomerValues, { silentFrom: 0 })).toMatchObject({ status: 400 })
    expect(await owner.call(queryCustomerValues, { risk: 'none' as never })).toMatchObject({ status: 400 })
    expect(await owner.call(queryCustomerValues, { descs: ['reasons' as never] })).toMatchObject({ status: 400 })
  })
})
