// Customers over HTTP: list, form, members, figures, history; customers out of scope are not found.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { customerImport, exportCustomers } from '#contract/members/customer-sheets.ts'
import {
  checkCreditCode,
  type EnterpriseForm,
  type EnterpriseQuery,
  getEnterprise,
  getEnterpriseFigures,
  linkMembers,
  queryEnterpriseMembers,
  queryEnterprises,
  removeEnterprises,
  saveEnterprise,
  searchEnterprises,
  searchMembersToLink,
  setEnterprisePlace,
} from '#contract/members/customers.ts'
import { EXPIRING_DAYS } from '#contract/members/members.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { databaseToday } from '#server/core/clock.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveGrants } from '../grants/grants.acts.ts'

const server = testServer()
const db = () => server().database.db
const rights = [
  'view',
  'add',
  'edit',
  'delete',
  'details',
  'count',
  'serviceRecords',
  'association',
  'setMap',
  'exportBtn',
]
let admin: Person
let sales: Person
let other: Person
let nobody: Person

beforeAll(async () => {
  const role = await makeRole(db(), ...rights.map((right) => `customerList.${right}`))
  admin = await server().as('administrator')
  sales = await server().as(role.code, { realName: '客户销售' })
  other = await server().as(role.code)
  nobody = await server().as((await makeRole(db(), 'userList.view')).code)
})

let forms = 0
const form = (changes: Partial<EnterpriseForm> = {}): EnterpriseForm => ({
  name: `东海化工${++forms}有限公司`,
  level: 'B',
  ...changes,
})
const names = async (person: Person, query: Parameters<typeof person.call<typeof queryEnterprises>>[1]) =>
  (await person.call(queryEnterprises, { size: 100, ...query })).data.records.map(({ name }) => name)

describe('POST /api/backend/member/enterprise/save', () => {
  it('§7 adds a customer owned by the actor, with a main contact, and edits it', async () => {
    const input = form({ creditCode: '91350100M000100Y43', contactName: '李明', contactMobile: '13900001111' })
    const { data } = await sales.call(saveEnterprise, input)
    const stored = (await sales.call(getEnterprise, { id: data.id })).data
    expect(stored).toMatchObject({
      name: input.name,
      creditCode: '91350100M000100Y43',
      level: 'B',
      source: 'manual',
      ownerId: sales.id,
      contacts: [{ name: '李明', mobile: '13900001111', isMain: true }],
    })
    const edit = { id: data.id, version: stored.version, name: input.name, level: 'A' as const, industry: '贸易' }
    expect(await sales.call(saveEnterprise, edit)).toMatchObject({ code: 200, data: { version: 2 } })
    // omitted fields keep their values
    expect((await sales.call(getEnterprise, { id: data.id })).data).toMatchObject({
      level: 'A',
      industry: '贸易',
      creditCode: '91350100M000100Y43',
    })
    expect(await sales.call(saveEnterprise, edit)).toMatchObject({ code: 601, data: { level: 'A', version: 2 } })
  })

  it('§6 puts an administrator’s new customer into the pool', async () => {
    const { data } = await admin.call(saveEnterprise, form())
    expect((await admin.call(getEnterprise, { id: data.id })).data).toMatchObject({ ownerId: null })
    expect(await sales.call(getEnterprise, { id: data.id })).toMatchObject({ status: 404, code: 20404 })
  })

  it.each([
    [{ name: ' ' }, '请输入企业名称'],
    [{ creditCode: '91350100M000100Y44' }, '统一社会信用代码的校验位不正确'],
    [{ creditCode: '123' }, '统一社会信用代码应为18位数字和大写字母'],
    [{ regionId: '999999999' }, '地区不存在'],
    [{ contactMobile: '13900001111' }, '请输入联系人'],
    [{ contactName: '李明', contactMobile: '12' }, '联系电话应为11位手机号码或带区号的座机'],
  ])('§9 refuses %j', async (changes, msg) => {
    expect(await sales.call(saveEnterprise, form(changes))).toMatchObject({ status: 400, code: 400, msg })
  })

  it('§9 refuses a name and a credit code that another customer has, in scope or not', async () => {
    const { name } = await makeEnterprise(db(), { ownerId: other.id, creditCode: '91330106MA00000009' })
    expect(await sales.call(saveEnterprise, { ...form(), name })).toMatchObject({ msg: '企业名称已存在' })
    const code = '91350100M000100Y43'
    expect(await other.call(saveEnterprise, form({ creditCode: code }))).toMatchObject({
      msg: '该信用代码已被其他客户使用',
    })
  })

  it('§6 refuses without the right to add or edit', async () => {
    const editor = await server().as((await makeRole(db(), 'customerList.edit')).code)
    expect(await editor.call(saveEnterprise, form())).toMatchObject({ status: 403 })
    expect(await nobody.call(saveEnterprise, form())).toMatchObject({ status: 403 })
  })

  it('checks the check digit of GB 32100', () => {
    expect(checkCreditCode('91350100M000100Y43')).toBeNull()
    expect(checkCreditCode('91350100M000100Y34')).not.toBeNull()
    expect(checkCreditCode('')).toBeNull()
  })
})

describe('POST /api/backend/member/enterprise/page', () => {
  it('finds by each filter', async () => {
    const [province] = await db().insert(regions).values({ name: '测试省', level: 1 }).returning()
    const [town] = await db()
      .insert(regions)
      .values({ name: '测试市', level: 2, parentId: province?.id ?? '' })
      .returning()
    const { data } = await sales.call(saveEnterprise, {
      ...form({ level: 'C', industry: '钢铁冶金', regionId: town?.id ?? '' }),
      name: '琼林特钢',
      contactName: '赵云溪',
    })
    const account = await makeAccount(db(), 'steel', {
      memberId: (await makeMember(db(), { enterpriseId: data.id, ownerId: sales.id })).id,
    })
    const day = await databaseToday(db())
    const by = { id: null, name: '测试', address: '', requestId: 'test' }
    await db().transaction((tx) =>
      giveGrants(tx, by, { via: 'single', reason: '' }, [
        { accountId: account.id, productId: null, kind: 'trial', startsOn: day, endsOn: addDays(day, 9), quota: null },
      ]),
    )
    const queries = [
      { name: '林特' },
      { contact: '云溪' },
      { name: '琼林', level: 'C' as const, industry: '钢铁冶金' },
      { regionId: province?.id ?? '' },
      { subProduct: 'steel' as const, endsWithin: 9, hasMembers: true },
    ]
    for (const query of queries) expect(await names(sales, query)).toEqual(['琼林特钢'])
    expect(await names(sales, { name: '琼林', endsWithin: 8 })).toEqual([])
    const [row] = (await sales.call(queryEnterprises, { name: '琼林' })).data.records
    expect(row).toMatchObject({
      regionPath: '测试省 测试市',
      members: 1,
      subProducts: ['steel'],
      nextEndsOn: addDays(day, 9),
    })
    expect((await sales.call(getEnterprise, { id: data.id })).data.regionIds).toEqual([province?.id, town?.id])
    expect((await sales.call(queryEnterpriseMembers, { enterpriseId: data.id })).data).toMatchObject({
      total: 1,
      records: [{ subProducts: ['steel'] }],
    })
    expect((await sales.call(getEnterpriseFigures, {})).data).toMatchObject({ live: 1, expiring: 1, pooled: 0 })
    const records = (await sales.call(queryCustomerStream, { enterpriseId: data.id })).data
    expect(records.map(({ kind, title, actorName }) => [kind, title, actorName])).toEqual([
      ['grant', '单个授权', '测试'],
      ['edit', '新增客户', '客户销售'],
    ])
  })

  it('product.md "Service": each figure is the total of the list that it opens', async () => {
    const day = await databaseToday(db())
    const [owner, admin] = [await server().as('sales'), await server().as('administrator')]
    const [province] = await db().insert(regions).values({ name: '统计省', level: 1 }).returning()
    const [town] = await db()
      .insert(regions)
      .values({ name: '统计市', level: 2, parentId: province?.id ?? '' })
      .returning()
    const customer = async (
      changes: Parameters<typeof makeEnterprise>[1],
      ...accounts: Partial<typeof memberAccounts.$inferInsert>[]
    ) => {
      const { id } = await makeEnterprise(db(), { ownerId: owner.id, ...changes })
      for (const account of accounts)
        await makeAccount(db(), 'steel', {
          memberId: (await makeMember(db(), { enterpriseId: id, ownerId: owner.id })).id,
          ...account,
        })
    }
    await customer({ level: 'A', regionId: province?.id ?? null }, { startsOn: day, endsOn: addDays(day, 300) })
    await customer({ regionId: town?.id ?? null }, { startsOn: day, endsOn: addDays(day, 30) })
    // not begun yet, and it ends soon
    await customer({}, { startsOn: addDays(day, 1), endsOn: addDays(day, 8) })
    await customer({ createdAt: new Date(Date.now() - 40 * 86_400_000).toISOString() })
    await customer({ ownerId: null })
    const figuresOf = async (person: Person) => (await person.call(getEnterpriseFigures, {})).data
    const own = await figuresOf(owner)
    expect(own).toMatchObject({ total: 4, newThisMonth: 3, withMembers: 3, live: 2, expiring: 2, pooled: 0 })
    for (const person of [owner, admin]) {
      const { levels, regions: areas, owners, ...sums } = await figuresOf(person)
      const total = async (query: EnterpriseQuery) => (await person.call(queryEnterprises, query)).data.total
      expect({
        total: await total({}),
        newThisMonth: await total({ createdFrom: `${day.slice(0, 7)}-01`, createdTo: day }),
        withMembers: await total({ hasMembers: true }),
        live: await total({ isInUse: true }),
        expiring: await total({ endsWithin: EXPIRING_DAYS }),
        pooled: await total({ isPooled: true }),
      }).toEqual(sums)
      for (const { level, count } of levels) expect(await total({ level })).toBe(count)
      for (const { id, count } of areas) expect(await total({ regionId: id })).toBe(count)
      for (const { id, count } of owners) expect(await total({ ownerId: id })).toBe(count)
      expect(await total({ isInUse: false })).toBe(sums.total - sums.live)
    }
    expect(own.regions).toEqual([{ id: province?.id, name: '统计省', count: 2 }])
  })

  it('§2 counts for administrators just what pages show: each customer once, by enabled accounts of live members', async () => {
    const day = await databaseToday(db())
    const until = (days: number) => ({ startsOn: day, endsOn: addDays(day, days) })
    const customer = async (
      name: string,
      accounts: Partial<typeof memberAccounts.$inferInsert>[],
      deletedAt?: string,
    ) => {
      const { id } = await makeEnterprise(db(), { name: `云数${name}`, ownerId: other.id })
      for (const account of accounts) {
        const member = await makeMember(db(), { enterpriseId: id, ownerId: other.id, deletedAt })
        await makeAccount(db(), 'steel', { ...account, memberId: member.id })
      }
    }
    await customer('两人', [until(3), until(9)])
    await customer('以后', [until(10)])
    await customer('停用', [{ ...until(3), status: 'disabled' }])
    await customer('注销', [{ ...until(3), deletedAt: new Date().toISOString() }])
    await customer('离开', [until(3)], new Date().toISOString())
    const found = async (person: Person, query: object) => {
      const { data } = await person.call(queryEnterprises, { name: '云数', size: 100, ...query })
      return { total: data.total, names: data.records.map(({ name }) => name).toSorted() }
    }
    for (const person of [admin, other]) {
      expect(await found(person, { endsWithin: 9 })).toEqual({ total: 1, names: ['云数两人'] })
      expect(await found(person, { subProduct: 'steel' })).toEqual({ total: 2, names: ['云数两人', '云数以后'] })
    }
    expect(await found(sales, { endsWithin: 9 })).toEqual({ total: 0, names: [] })
  })

  it('§6 shows customers of subordinates in the sales tree', async () => {
    const below = await makeUser(db(), { saleParentId: sales.id })
    const { name } = await makeEnterprise(db(), { ownerId: below.id })
    expect(await names(sales, { name })).toEqual([name])
    expect(await names(other, { name })).toEqual([])
    expect(await names(admin, { name })).toEqual([name])
  })

  it.each(['%', '_', '\\'])('takes %s literally', async (text) => {
    expect(await names(sales, { name: text })).toEqual([])
    expect((await sales.call(searchEnterprises, { text })).data).toEqual([])
  })

  it('§6 refuses without the right, §9 refuses an unknown sort', async () => {
    expect(await nobody.call(queryEnterprises, {})).toMatchObject({ status: 403 })
    const bad = { ascs: ['members'] } as never
    expect(await sales.call(queryEnterprises, bad)).toMatchObject({ status: 400 })
  })
})

describe('POST /api/backend/member/enterprise/search', () => {
  it('§6 offers one’s own customers by name or code, and names the chosen ones', async () => {
    const { data } = await sales.call(saveEnterprise, { ...form(), name: '晴川物流' })
    const found = (await sales.call(searchEnterprises, { text: '晴川' })).data
    expect(found).toMatchObject([{ id: data.id, name: '晴川物流' }])
    expect((await sales.call(searchEnterprises, { ids: [data.id] })).data).toEqual(found)
    expect((await other.call(searchEnterprises, { ids: [data.id] })).data).toEqual([])
    expect(await nobody.call(searchEnterprises, {})).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/member/enterprise/setMap', () => {
  it('sets both latitude and longitude, or neither', async () => {
    const { id } = (await sales.call(saveEnterprise, form())).data
    const place = { id, longitude: '120.153576', latitude: '30.287459' }
    expect(await sales.call(setEnterprisePlace, place)).toMatchObject({ code: 200 })
    expect((await sales.call(getEnterprise, { id })).data).toMatchObject({
      longitude: '120.153576',
      latitude: '30.287459',
    })
    const half = { id, longitude: '120', latitude: null }
    expect(await sales.call(setEnterprisePlace, half)).toMatchObject({ status: 400, msg: '请输入纬度' })
    const far = { id, longitude: '181', latitude: '30' }
    expect(await sales.call(setEnterprisePlace, far)).toMatchObject({ status: 400, msg: '经度在 -180 到 180 之间' })
    expect(await other.call(setEnterprisePlace, place)).toMatchObject({ code: 20404 })
    expect(await nobody.call(setEnterprisePlace, place)).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/member/enterprise/remove', () => {
  it('§8 refuses with 603 while it has members, and removes it once they are gone', async () => {
    const target = await makeEnterprise(db(), { ownerId: sales.id })
    const member = await makeMember(db(), { enterpriseId: target.id, ownerId: sales.id })
    expect(await sales.call(removeEnterprises, { ids: target.id })).toMatchObject({
      code: 603,
      data: [{ id: target.id, by: [{ count: 1 }] }],
    })
    await db().delete(members).where(eq(members.id, member.id))
    expect(await other.call(removeEnterprises, { ids: target.id })).toMatchObject({ code: 20404 })
    expect(await sales.call(removeEnterprises, { ids: target.id })).toMatchObject({ code: 200 })
    expect(await db().select().from(enterprises).where(eq(enterprises.id, target.id))).toEqual([])
    expect(await nobody.call(removeEnterprises, { ids: target.id })).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/member/enterprise/link', () => {
  it('moves members with their sub-accounts once confirmed, within scope', async () => {
    const target = await makeEnterprise(db(), { ownerId: sales.id })
    const main = await makeMember(db(), { ownerId: sales.id })
    const sub = await makeMember(db(), { ownerId: sales.id, enterpriseId: main.enterpriseId, mainId: main.id })
    const found = await sales.call(searchMembersToLink, { enterpriseId: target.id, text: main.loginName })
    expect(found.data.map(({ id }) => id)).toContain(main.id)
    const input = { enterpriseId: target.id, memberIds: [main.id] }
    const { preview, done } = await confirm(server(), sales, linkMembers, input)
    expect(preview).toMatchObject({ groups: [{ count: 1 }] })
    expect(done).toMatchObject({ code: 200, data: { moved: 1 } })
    const moved = await db().select().from(members).where(eq(members.enterpriseId, target.id))
    expect(moved.map(({ id }) => id).sort()).toEqual([main.id, sub.id].sort())
    const foreign = await makeMember(db(), { ownerId: other.id })
    const bad = { enterpriseId: target.id, memberIds: [foreign.id] }
    expect(await sales.call(linkMembers, bad)).toMatchObject({ code: 20404 })
    expect(await other.call(searchMembersToLink, { enterpriseId: target.id })).toMatchObject({ code: 20404 })
    expect(await nobody.call(linkMembers, input)).toMatchObject({ status: 403 })
  })
})

describe('sheets of customers', () => {
  it('§6 need their own rights', async () => {
    expect(await sales.call(customerImport.template, {})).toMatchObject({ status: 403 })
    expect(await admin.call(customerImport.template, {})).toMatchObject({ code: 200 })
    const input = { query: {}, columns: ['name', 'nextEndsOn'], format: 'csv' as const, reason: '核对' } as never
    expect(await sales.call(exportCustomers, input)).toMatchObject({ code: 200 })
    expect(await nobody.call(exportCustomers, input)).toMatchObject({ status: 403 })
  })
})

describe('deleted accounts', () => {
  it('are not counted', async () => {
    const target = await makeEnterprise(db(), { ownerId: sales.id })
    const { id: memberId } = await makeMember(db(), { enterpriseId: target.id, ownerId: sales.id })
    const { id } = await makeAccount(db(), 'app', { memberId })
    const day = await databaseToday(db())
    await db()
      .update(memberAccounts)
      .set({ startsOn: day, endsOn: day, grantKind: 'trial' })
      .where(eq(memberAccounts.id, id))
    const row = async () => (await sales.call(queryEnterprises, { name: target.name })).data.records[0]
    expect(await row()).toMatchObject({ subProducts: ['app'] })
    await db()
      .update(memberAccounts)
      .set({ deletedAt: `${day}T00:00:00Z` })
      .where(eq(memberAccounts.id, id))
    expect(await row()).toMatchObject({ subProducts: [], nextEndsOn: null })
  })
})
