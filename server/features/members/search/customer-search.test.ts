// Ctrl+K finds customers and accounts, over HTTP: by every name and number, within scope.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { queryMeetings } from '#contract/meetings/meetings.ts'
import { CUSTOMER_SEARCH_MAX, searchCustomers } from '#contract/members/customer-search.ts'
import { queryVisitEnterprises } from '#contract/visits/visit-enterprises.ts'
import { spellNames } from '#server/core/search/spellings.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { visitEnterprises } from '#server/db/schema/visits.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeMeeting } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
const rights = ['customerList.view', 'bigData.accounts.view', 'app.accounts.view'] as const
const holder = async (...held: string[]): Promise<Person> => server().as((await makeRole(db(), ...held)).code)
let seller: Person
let other: Person

beforeAll(async () => {
  seller = await holder(...rights)
  other = await holder(...rights)
  const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: seller.id, name: '上海重锐钢贸A股有限公司' })
  const who = { loginName: 'shen.mu', realName: '单于沐', mobile: '13900012345' }
  const member = await makeMember(db(), { ownerId: seller.id, enterpriseId, ...who })
  for (const key of ['bigData', 'app', 'steel'] as const) await makeAccount(db(), key, { memberId: member.id })
  await spellNames(db())
})

const found = async (person: Person, text: string) => {
  const { customers, accounts } = (await person.call(searchCustomers, { text })).data
  return [
    ...customers.map(({ name }) => name),
    ...accounts.map(({ loginName, subProduct }) => `${loginName} ${subProduct}`),
  ]
}
const customer = '上海重锐钢贸A股有限公司'
const person = ['shen.mu bigData', 'shen.mu app']

describe('POST /api/backend/member/search', () => {
  it.each([
    ['重锐', [customer]],
    ['贸a股', [customer]],
    ['gangmao', [customer]],
    ['sh', [customer, ...person]],
    ['SHANG hai', [customer]],
    ['单于', person],
    ['于沐', person],
    ['shen.m', person],
    ['139000', person],
    ['12345', person],
    ['sym', person],
    ['锐重', []],
    ['139_00', []],
  ])('finds by %s', async (text, names) => {
    expect(await found(seller, text)).toEqual(names)
  })

  it('§6 shows customers to those who may see their list, and accounts of the sub-products whose list they may see', async () => {
    const [lists, accounts] = [await holder('customerList.view'), await holder('app.accounts.view')]
    await db().update(users).set({ saleParentId: lists.id }).where(eq(users.id, seller.id))
    expect(await found(lists, '重锐')).toEqual([customer])
    expect(await found(lists, 'shen.mu')).toEqual([])
    await db().update(users).set({ saleParentId: accounts.id }).where(eq(users.id, seller.id))
    expect(await found(accounts, '重锐')).toEqual([])
    expect(await found(accounts, 'shen.mu')).toEqual(['shen.mu app'])
    await db().update(users).set({ saleParentId: null }).where(eq(users.id, seller.id))
    const none = await holder('userList.view')
    expect(await none.call(searchCustomers, { text: '重锐' })).toMatchObject({ status: 403 })
  })

  it('§6 finds meetings by right, and visited enterprises by right and scope', async () => {
    const meeting = await makeMeeting(db(), seller.id, { name: '琉璃年会', edition: '第 3 届' })
    const works = { name: '琉璃厂区', kind: 'mill', ownerId: seller.id } as const
    const { id: customerId } = await makeEnterprise(db(), { ownerId: other.id, name: '琉璃别家的客户' })
    await db()
      .insert(visitEnterprises)
      .values([works, { ...works, name: '已关联的厂', customerId }])
    const search = async (by: Person, text = '琉璃') => (await by.call(searchCustomers, { text })).data
    const [planner, visitor] = [await holder('meeting.view'), await holder('visitEnterprise.view')]
    const none = { customers: [], accounts: [], sites: [] }
    expect(await search(planner)).toMatchObject({
      ...none,
      meetings: [{ id: meeting.id, name: '琉璃年会', edition: '第 3 届' }],
    })
    expect(await search(planner, '没有的会')).toEqual({ ...none, meetings: [] })
    expect(await search(visitor)).toMatchObject({ customers: [], meetings: [], sites: [] })
    await db().update(users).set({ saleParentId: visitor.id }).where(eq(users.id, seller.id))
    // the linked one is whose its customer is
    expect((await search(visitor)).sites.map(({ name }) => name)).toEqual(['琉璃厂区'])
    await spellNames(db())
    expect((await search(planner, 'llnh')).meetings.map(({ name }) => name)).toEqual(['琉璃年会'])
    expect((await planner.call(queryMeetings, { name: 'liulinian' })).data.records.map(({ name }) => name)).toEqual([
      '琉璃年会',
    ])
    for (const text of ['llcq', 'liulichang'])
      expect((await search(visitor, text)).sites.map(({ name }) => name)).toEqual(['琉璃厂区'])
    expect((await visitor.call(queryVisitEnterprises, { name: 'llcq' })).data.records.map(({ name }) => name)).toEqual([
      '琉璃厂区',
    ])
    // a linked one by the pinyin of its customer, in its scope
    await db().update(users).set({ saleParentId: visitor.id }).where(eq(users.id, other.id))
    expect((await search(visitor, 'llbjdkh')).sites.map(({ name }) => name)).toEqual(['琉璃别家的客户'])
    await db().update(users).set({ saleParentId: null }).where(eq(users.id, other.id))
    await db().update(users).set({ saleParentId: null }).where(eq(users.id, seller.id))
    expect((await search(await holder('visitEnterprise.view', 'meeting.view'))).sites).toEqual([])
  })

  it('finds a renamed customer by name at once, and by pinyin once that is stored', async () => {
    const { id } = await makeEnterprise(db(), { ownerId: seller.id, name: '琥珀乙公司' })
    await spellNames(db())
    expect(await found(seller, 'hpyg')).toEqual(['琥珀乙公司'])
    await db().update(enterprises).set({ name: '翡翠乙公司' }).where(eq(enterprises.id, id))
    expect(await found(seller, 'hpyg')).toEqual([])
    expect(await found(seller, '翡翠')).toEqual(['翡翠乙公司'])
    await spellNames(db())
    expect(await found(seller, 'fcyg')).toEqual(['翡翠乙公司'])
  })

  it('returns a few at most, and needs two characters', async () => {
    for (let n = 0; n < 12; n++) {
      const { id } = await makeMember(db(), { ownerId: other.id, realName: `闻人${n}`, loginName: `wenren${n}` })
      await makeAccount(db(), 'bigData', { memberId: id })
    }
    expect(await found(other, '闻人')).toHaveLength(CUSTOMER_SEARCH_MAX)
    expect(await found(other, '闻')).toEqual([])
    expect(await other.call(searchCustomers, { text: '' })).toMatchObject({ status: 400 })
  })

  it('§6 finds nothing out of scope, whatever is typed, and every match in scope', async () => {
    const [boss, low, stranger] = [await holder(...rights), await holder(...rights), await holder(...rights)]
    await db().update(users).set({ saleParentId: boss.id }).where(eq(users.id, low.id))
    const all: { ownerId: string | null; names: string[] }[] = []
    for (const [index, owner] of [boss, low, stranger, null].entries()) {
      const ownerId = owner?.id ?? null
      const { id: enterpriseId, name } = await makeEnterprise(db(), { ownerId, name: `同名铜铝${index}号` })
      const login = { loginName: `tongming${index}`, realName: `同名${index}`, mobile: `1660000000${index}` }
      const { id } = await makeMember(db(), { ownerId, enterpriseId, ...login })
      await makeAccount(db(), 'bigData', { memberId: id })
      all.push({ ownerId, names: [name, `${login.loginName} bigData`] })
    }
    await spellNames(db())
    const sees = new Map([
      [boss, [boss.id, low.id]],
      [low, [low.id]],
      [stranger, [stranger.id]],
    ])
    const typed = fc.constantFrom(
      '同名',
      '铜铝',
      'tm',
      'tongming',
      'tmtl',
      '名铜',
      '16600',
      'TongM',
      '号',
      '1660000000',
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sees.keys()), typed, async (viewer, text) => {
        const own = all.filter(({ ownerId }) => ownerId !== null && sees.get(viewer)?.includes(ownerId))
        const names = new Set(own.flatMap((each) => each.names))
        const result = await found(viewer, text)
        expect(result.filter((name) => !names.has(name))).toEqual([])
        if (text === '同名') expect(new Set(result)).toEqual(names)
      }),
      { numRuns: 40 },
    )
  })

  it('uses the indexes', async () => {
    const plan = (table: typeof members | typeof enterprises) =>
      db().transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`)
        const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
          sql`explain select id from ${table} where ${table.words} like ${'% 华  泰 %'} or ${table.spelling} like ${'% ht%'}`,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    expect(await plan(members)).toContain('members_found')
    expect(await plan(enterprises)).toContain('enterprises_found')
  })
})
