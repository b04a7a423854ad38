// Registrations listed, assigned and handled, over HTTP: rights, scope, and concurrent acts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  assignRegistrations,
  contactRegistration,
  exportRegistrations,
  getRegistration,
  getRegistrationRules,
  queryRegistrationHandlers,
  queryRegistrations,
  rejectRegistrations,
  reopenRegistration,
  saveRegistrationRules,
  takeRegistration,
} from '#contract/members/registration-handling.ts'
import { applyRegistration, provinces } from '#contract/members/registrations.ts'
import { makeEnterprise, makeMember, makeRegistration, makeRole } from '#test/factories.ts'
import { openTestServer, type Person, type TestServer, testServer } from '#test/http.ts'
import { connect } from '#test/socket.ts'

const server = testServer({ trustProxy: 1 })
const db = () => server().database.db
let second: TestServer
let admin: Person
let service: Person
let lead: Person
let seller: Person
let stranger: Person

beforeAll(async () => {
  const { as, database } = server()
  second = await openTestServer(database)
  admin = await as('administrator')
  service = await as('customerService')
  lead = await as('sales')
  seller = await as('sales', { saleParentId: lead.id, realName: '钱销售' })
  stranger = await as('sales')
})
afterAll(() => second.server.close())

beforeEach(() => server().database.pool.query('delete from registration_steps; delete from registrations;'))

const make = (overrides: Parameters<typeof makeRegistration>[1] = {}) => makeRegistration(db(), overrides)
const companies = async (person: Person, query: Parameters<typeof person.call<typeof queryRegistrations>>[1] = {}) =>
  (await person.call(queryRegistrations, query)).data.records.map(({ company }) => company)
const stored = async (id: string) =>
  (await server().database.pool.query('select * from registrations where id = $1', [id])).rows[0]
const steps = async (id: string) =>
  (
    await server().database.pool.query<{ line: string }>(
      "select action || ':' || remark as line from registration_steps where registration_id = $1 order by id",
      [id],
    )
  ).rows.map(({ line }) => line)

describe('the list', () => {
  it('§6 shows one’s own and those of subordinates; unowned ones only to those who distribute', async () => {
    await make({ company: '自己的', ownerId: seller.id })
    await make({ company: '别人的', ownerId: stranger.id })
    await make({ company: '没人的' })
    expect(await companies(seller)).toEqual(['自己的'])
    expect(await companies(lead)).toEqual(['自己的'])
    expect(await companies(stranger)).toEqual(['别人的'])
    expect(await companies(service)).toEqual(['没人的'])
    expect((await companies(admin)).toSorted()).toEqual(['别人的', '没人的', '自己的'])
  })

  it('sorts by waiting longest, then contacted longest ago, then closed last', async () => {
    const firstContactAt = '2026-10-02T10:00:00+08:00'
    await make({ company: '联系过的', state: 'contacted', firstContactAt, createdAt: '2026-10-01T10:00:00+08:00' })
    await make({ company: '昨天来的', createdAt: '2026-11-02T10:00:00+08:00' })
    await make({ company: '先办结的', state: 'granted', closedAt: '2026-11-03T10:00:00+08:00' })
    await make({ company: '后办结的', state: 'invalid', closedAt: '2026-11-04T10:00:00+08:00' })
    await make({ company: '前天来的', createdAt: '2026-11-01T10:00:00+08:00' })
    expect(await companies(admin)).toEqual(['前天来的', '昨天来的', '联系过的', '后办结的', '先办结的'])
    expect(await companies(admin, { descs: ['createdAt'], isOpen: true })).toEqual(['昨天来的', '前天来的', '联系过的'])
  })

  it('filters, and finds a mobile number by all or its last four digits; shows no more than the latter', async () => {
    await make({ company: '华泰钢贸', mobile: '13812345678', province: '上海市', subProduct: 'steel' })
    await make({ company: '东海石化', mobile: '13912340000', province: '浙江省', source: 'open', ownerId: seller.id })
    const { data } = await admin.call(queryRegistrations, { mobile: '5678' })
    expect(data.records).toMatchObject([{ company: '华泰钢贸', mobile: '138****5678', ownerId: null, ownerName: '' }])
    for (const [query, found] of [
      [{ mobile: '13812345678' }, ['华泰钢贸']],
      [{ mobile: '1381234' }, []],
      [{ company: '石化' }, ['东海石化']],
      [{ province: '浙江省' }, ['东海石化']],
      [{ subProduct: 'steel' }, ['华泰钢贸']],
      [{ source: 'open' }, ['东海石化']],
      [{ isOwned: false }, ['华泰钢贸']],
      [{ ownerId: seller.id }, ['东海石化']],
      [{ from: '2020-01-01', to: '2020-12-31' }, []],
    ] as const) {
      expect([query, await companies(admin, query)]).toEqual([query, found])
    }
  })

  it.each([
    [{ ascs: ['mobile'] }, '排序不在可选范围内'],
    [{ province: '火星' }, '所在省份不在可选范围内'],
    [{ mobile: '138123456789' }, '手机号码最多11个字符'],
  ])('§9 refuses %j', async (query, msg) => {
    const reply = await server().send('POST', queryRegistrations.path, query, { token: admin.token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })

  it('is exported with a reason', async () => {
    const input = { query: {}, columns: ['company', 'mobile'], format: 'csv' as const, reason: '周报' }
    expect(await service.call(exportRegistrations, input)).toMatchObject({ code: 200 })
    expect(await seller.call(exportRegistrations, input)).toMatchObject({ status: 403 })
  })
})

describe('the details', () => {
  it('§6 are not found out of scope', async () => {
    const mine = await make({ ownerId: seller.id })
    const pool = await make()
    for (const [person, id] of [
      [stranger, mine.id],
      [seller, pool.id],
      [service, mine.id],
      [admin, '999999'],
    ] as const) {
      expect(await person.call(getRegistration, { id })).toMatchObject({ status: 404, code: 20404 })
    }
  })

  it('show the whole number, and possible duplicates: named in scope, counted out of it', async () => {
    await makeEnterprise(db(), { name: '江海贸易（上海）有限公司', ownerId: seller.id })
    await makeEnterprise(db(), { name: '江海贸易集团', ownerId: stranger.id })
    const member = await makeMember(db(), { mobile: '13711112222', ownerId: stranger.id })
    const earlier = await make({ company: '江海贸易', ownerId: seller.id, state: 'invalid', subProduct: 'app' })
    await make({ company: '别的公司', mobile: '13711112222' })
    const { id } = await make({ company: '江海贸易有限公司', mobile: '13711112222', ownerId: seller.id })
    const { data } = await seller.call(getRegistration, { id })
    expect(data).toMatchObject({ mobile: '13711112222', steps: [], enterprise: null, member: null })
    expect(data.alike).toMatchObject({
      enterprises: { shown: [{ name: '江海贸易（上海）有限公司' }], hidden: 1 },
      members: { shown: [], hidden: 1 },
      registrations: { shown: [{ id: earlier.id, note: expect.stringMatching(/^APP，.*，无效$/) }], hidden: 1 },
    })
    expect((await admin.call(getRegistration, { id })).data.alike.members.shown).toMatchObject([{ id: member.id }])
  })
})

describe('contact, invalid, reopen', () => {
  it('change the state; the time of first contact stays', async () => {
    const { id } = await make({ ownerId: seller.id })
    expect(await seller.call(contactRegistration, { id, remark: ' 已电话沟通 ' })).toMatchObject({ code: 200 })
    const { first_contact_at: first } = await stored(id)
    expect(first).not.toBeNull()
    await lead.call(contactRegistration, { id, remark: '再次沟通' })
    expect(await stored(id)).toMatchObject({ state: 'contacted', first_contact_at: first, closed_at: null })
    await seller.call(rejectRegistrations, { ids: [id], reason: '号码为空号' })
    expect(await stored(id)).toMatchObject({ state: 'invalid', closed_at: expect.any(Date) })
    expect(await seller.call(contactRegistration, { id, remark: '再来' })).toMatchObject({
      status: 409,
      msg: '该注册已由“钱销售”处理，状态为“无效”',
    })
    await seller.call(reopenRegistration, { id })
    expect(await stored(id)).toMatchObject({ state: 'new', closed_at: null, first_contact_at: first })
    expect(await seller.call(reopenRegistration, { id })).toMatchObject({ status: 409 })
    expect(await steps(id)).toEqual(['contact:已电话沟通', 'contact:再次沟通', 'invalid:号码为空号', 'reopen:'])
    const { data } = await seller.call(getRegistration, { id })
    expect(data.steps.map(({ actorName }) => actorName)).toEqual(['钱销售', expect.any(String), '钱销售', '钱销售'])
  })

  it('on one in the pool makes the caller its owner', async () => {
    const { id } = await make()
    expect(await service.call(contactRegistration, { id, remark: '已加微信' })).toMatchObject({ code: 200 })
    expect(await stored(id)).toMatchObject({ state: 'contacted', owner_id: service.id })
    expect(await steps(id)).toEqual(['take:', 'contact:已加微信'])
    const other = await server().as('customerService')
    expect(await other.call(takeRegistration, { id })).toMatchObject({ status: 409 })
  })

  it('of two at once that close it, one is refused', async () => {
    const { id } = await make({ ownerId: seller.id })
    const replies = await Promise.all([
      seller.call(rejectRegistrations, { ids: [id], reason: '重复' }),
      lead.call(rejectRegistrations, { ids: [id], reason: '测试' }),
    ])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(await steps(id)).toHaveLength(1)
  })

  it.each([
    [contactRegistration, { remark: '有' }],
    [rejectRegistrations, { reason: '有' }],
    [reopenRegistration, {}],
    [takeRegistration, {}],
  ] as const)('§6 $path: out of scope not there, without the right 403', async (endpoint, more) => {
    const { id } = await make({ ownerId: seller.id })
    const viewer = await server().as((await makeRole(db(), 'registration.view', 'registration.details')).code)
    const which = endpoint === rejectRegistrations ? { ids: [id] } : { id }
    const send = (person: Person) =>
      server().send('POST', endpoint.path, { ...which, ...more }, { token: person.token })
    expect(await send(stranger)).toMatchObject({ status: 404, code: 20404 })
    expect(await send(viewer)).toMatchObject({ status: 403 })
  })

  it.each([
    [contactRegistration, (id: string) => ({ id, remark: ' ' }), '请输入联系情况'],
    [rejectRegistrations, (id: string) => ({ ids: [id], reason: '' }), '请输入无效原因'],
  ] as const)('$path refuses an empty word', async ({ path }, input, msg) => {
    const { id } = await make()
    expect(await server().send('POST', path, input(id), { token: admin.token })).toMatchObject({ status: 400, msg })
  })

  it('several are invalid at once, with an outcome for each (602), and no name for those out of scope', async () => {
    const one = await make({ company: '甲测试', ownerId: seller.id })
    const closed = await make({ company: '乙测试', ownerId: seller.id, state: 'invalid' })
    const foreign = await make({ company: '丙测试', ownerId: stranger.id })
    const ids = [foreign.id, one.id, closed.id]
    expect(await seller.call(rejectRegistrations, { ids, reason: '同行测试' })).toMatchObject({
      code: 602,
      data: [
        { id: one.id, name: '甲测试', ok: true },
        { id: closed.id, name: '乙测试', ok: false, msg: '该注册已处理，状态为“无效”' },
        { id: foreign.id, name: `编号 ${foreign.id}`, ok: false },
      ],
    })
    expect(await stored(one.id)).toMatchObject({ state: 'invalid', closed_at: expect.any(Date) })
    expect(await stored(foreign.id)).toMatchObject({ state: 'new' })
    expect(await steps(one.id)).toEqual(['invalid:同行测试'])
  })
})

describe('a registration without an owner', () => {
  it('is taken by one of two at once; the other reads the owner’s name', async () => {
    const other = await server().as('customerService', { realName: '孙客服' })
    const { id } = await make()
    const replies = await Promise.all([service.call(takeRegistration, { id }), other.call(takeRegistration, { id })])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(replies.find(({ code }) => code === 409)?.msg).toMatch(/^该注册已由“.+”负责$/)
    expect(await steps(id)).toEqual(['take:'])
  })

  it('§6 is not found by a salesperson', async () => {
    const { id } = await make()
    expect(await seller.call(takeRegistration, { id })).toMatchObject({ status: 404, code: 20404 })
    expect(await stored(id)).toMatchObject({ owner_id: null })
  })

  it('is assigned, with a live notice to the new owner in the other process', async () => {
    const { id } = await make({ company: '新来的公司', mobile: '13812345678' })
    const live = await connect(second.base, seller)
    expect(
      await service.call(assignRegistrations, { ids: [id], ownerId: seller.id, remark: '华东客户' }),
    ).toMatchObject({
      code: 200,
    })
    await expect
      .poll(() => live.of('register').map(({ data }) => data), { interval: 10 })
      .toMatchObject([{ registrationId: id, company: '新来的公司', mobile: '138****5678' }])
    live.socket.close()
    expect(await steps(id)).toEqual(['assign:钱销售：华东客户'])
    expect(await companies(service)).toEqual([])
    await admin.call(assignRegistrations, { ids: [id], ownerId: null })
    expect(await companies(service)).toEqual(['新来的公司'])
  })

  it('is released or reassigned by whoever assigned it last, while it is open, and by nobody else', async () => {
    const other = await server().as('customerService')
    const { id } = await make()
    await service.call(assignRegistrations, { ids: [id], ownerId: stranger.id })
    expect(await other.call(assignRegistrations, { ids: [id], ownerId: null })).toMatchObject({ status: 409 })
    expect(await service.call(contactRegistration, { id, remark: '代为联系' })).toMatchObject({ status: 409 })
    expect(await service.call(assignRegistrations, { ids: [id], ownerId: seller.id })).toMatchObject({ code: 200 })
    expect(await service.call(assignRegistrations, { ids: [id], ownerId: null })).toMatchObject({ code: 200 })
    expect(await stored(id)).toMatchObject({ owner_id: null })
    await service.call(assignRegistrations, { ids: [id], ownerId: seller.id })
    await seller.call(rejectRegistrations, { ids: [id], reason: '重复' })
    expect(await service.call(assignRegistrations, { ids: [id], ownerId: null })).toMatchObject({ status: 409 })
  })

  it('several at once: an outcome for each (602), and no name for those out of scope', async () => {
    const one = await make({ company: '甲公司' })
    const granted = await make({ company: '乙公司', state: 'granted', closedAt: '2026-11-03T10:00:00+08:00' })
    const foreign = await make({ company: '丙公司', ownerId: stranger.id })
    const ids = [foreign.id, granted.id, one.id]
    const reply = await service.call(assignRegistrations, { ids, ownerId: seller.id })
    expect(reply).toMatchObject({ code: 602, msg: '成功 1 项，失败 2 项' })
    expect(reply.data).toEqual([
      { id: one.id, name: '甲公司', ok: true, msg: '' },
      { id: granted.id, name: '乙公司', ok: false, msg: '该注册的状态为“已开通”，不能再分配' },
      { id: foreign.id, name: `编号 ${foreign.id}`, ok: false, msg: '数据不存在' },
    ])
    expect(await stored(one.id)).toMatchObject({ owner_id: seller.id })
    expect(await stored(foreign.id)).toMatchObject({ owner_id: stranger.id })
  })

  it('is assigned only to people who can handle it; without the right 403', async () => {
    const { id } = await make()
    const editor = await server().as('reviewer')
    const gone = await server().as('sales', { status: 'disabled' })
    for (const ownerId of [editor.id, gone.id, '999999']) {
      expect(await service.call(assignRegistrations, { ids: [id], ownerId })).toMatchObject({
        status: 400,
        msg: '该员工不能处理注册，请选择其他人',
      })
    }
    expect(await seller.call(assignRegistrations, { ids: [id], ownerId: seller.id })).toMatchObject({ status: 403 })
    expect(await seller.call(queryRegistrationHandlers)).toMatchObject({ status: 403 })
    const { data } = await service.call(queryRegistrationHandlers)
    expect(data.find((each) => each.id === seller.id)).toMatchObject({ realName: '钱销售', open: 0 })
    expect(data.map((each) => each.id)).not.toContain(gone.id)
  })
})

describe('rules by province', () => {
  const apply = (changes: object = {}) =>
    server().send(
      'POST',
      applyRegistration.path,
      { company: '东海石化', contact: '王敏', mobile: '13600000001', subProduct: 'bigData', consent: true, ...changes },
      { headers: { 'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 250)}` } },
    )
  const basis = async () => (await admin.call(getRegistrationRules)).data.basis
  const save = async (rules: { province: (typeof provinces)[number]; ownerId: string }[]) =>
    admin.call(saveRegistrationRules, { basis: await basis(), rules })

  it('name the provinces of the regions', async () => {
    const { rows } = await server().database.pool.query('select name from regions where level = 1 order by code')
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...provinces].toSorted())
  })

  it('assign a new registration, with a live notice in the other process; without a rule it waits', async () => {
    await save([{ province: '上海市', ownerId: seller.id }])
    const [owner, distributor, other] = [
      await connect(second.base, seller),
      await connect(second.base, service),
      await connect(second.base, stranger),
    ]
    expect(await apply({ province: '上海市' })).toMatchObject({ code: 200 })
    expect(await apply({ province: '浙江省', mobile: '13600000002' })).toMatchObject({ code: 200 })
    expect(await apply({ mobile: '13600000003' })).toMatchObject({ code: 200 })
    await expect.poll(() => distributor.of('register').length, { interval: 10 }).toBe(3)
    await expect.poll(() => owner.of('register').length, { interval: 10 }).toBe(1)
    expect(other.of('register')).toEqual([])
    for (const { socket } of [owner, distributor, other]) socket.close()
    const { data } = await admin.call(queryRegistrations, { ascs: ['createdAt'] })
    expect(data.records).toMatchObject([
      { province: '上海市', ownerId: seller.id, source: 'page' },
      { province: '浙江省', ownerId: null },
      { province: '', ownerId: null },
    ])
    expect(await steps(data.records[0]?.id ?? '')).toEqual(['assign:钱销售（按“上海市”的规则）'])
    expect(await apply({ province: '火星', mobile: '13600000004' })).toMatchObject({ status: 400 })
  })

  it('do not assign to people who cannot handle it at present', async () => {
    const gone = await server().as('sales')
    await save([{ province: '广东省', ownerId: gone.id }])
    await server().database.pool.query("update users set status = 'disabled' where id = $1", [gone.id])
    await apply({ province: '广东省', mobile: '13600000005' })
    expect((await admin.call(queryRegistrations, {})).data.records).toMatchObject([{ ownerId: null }])
    expect((await admin.call(getRegistrationRules)).data.rules).toMatchObject([{ province: '广东省', isGood: false }])
    expect((await save([{ province: '广东省', ownerId: gone.id }])).code).toBe(200)
    expect(await save([{ province: '广西壮族自治区', ownerId: gone.id }])).toMatchObject({ status: 400 })
  })

  it('are saved as a whole, and refused where somebody changed them meanwhile (601)', async () => {
    const old = await basis()
    const { data } = await save([
      { province: '四川省', ownerId: seller.id },
      { province: '北京市', ownerId: lead.id },
    ])
    expect(data.rules.map(({ province }) => province)).toEqual(['北京市', '四川省'])
    const late = await admin.call(saveRegistrationRules, { basis: old, rules: [] })
    expect(late).toMatchObject({ code: 601, data: { rules: [{ province: '北京市' }, { province: '四川省' }] } })
    expect((await save([])).data.rules).toEqual([])
    const twice = [
      { province: '北京市' as const, ownerId: lead.id },
      { province: '北京市' as const, ownerId: seller.id },
    ]
    expect(await save(twice)).toMatchObject({ status: 400, msg: '同一省份只能有一条规则' })
    expect(await service.call(getRegistrationRules)).toMatchObject({ status: 403 })
  })
})
