// A registration becomes a customer, over HTTP: what is created, what the form proposes, rights, and concurrent grants.
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import {
  getGrantProposal,
  getRegistration,
  grantTrial,
  type TrialGrant,
} from '#contract/members/registration-handling.ts'
import { verifyPassword } from '#server/core/access/passwords.ts'
import { databaseToday } from '#server/core/clock.ts'
import { grantActs, grantChanges, grantPresets, grantRules, grants } from '#server/db/schema/members/grants.ts'
import {
  enterpriseContacts,
  enterprises,
  memberAccounts,
  members,
  ownerChanges,
} from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeAccount, makeEnterprise, makeMember, makeProduct, makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person
let service: Person
let seller: Person
let stranger: Person
let productId: string
let count = 0

beforeAll(async () => {
  const { as } = server()
  admin = await as('administrator')
  service = await as('customerService')
  seller = await as('sales', { realName: '钱销售' })
  stranger = await as('sales')
  productId = (await makeProduct(db())).id
})
beforeEach(() => {
  count++
})

const make = (overrides: Parameters<typeof makeRegistration>[1] = {}) =>
  makeRegistration(db(), { ownerId: seller.id, ...overrides })

const form = (registration: { id: string; company: string; mobile: string }, changes: Partial<TrialGrant> = {}) =>
  ({
    id: registration.id,
    enterpriseName: registration.company,
    loginName: `trial${count}`,
    realName: '王敏',
    mobile: registration.mobile,
    subProduct: 'bigData',
    kind: 'trial',
    days: 15,
    productIds: [productId],
    ...changes,
  }) satisfies TrialGrant

const one = async <T>(rows: Promise<T[]>): Promise<T> => {
  const [first, ...others] = await rows
  expect(others).toEqual([])
  return first as T
}
const registrationOf = (id: string) => one(db().select().from(registrations).where(eq(registrations.id, id)))

describe('a grant to a registered customer', () => {
  it('§6 opens nothing for a sub-account without a place', async () => {
    const main = await makeAccount(db(), 'bigData', { ownerId: seller.id })
    const sub = await makeMember(db(), { ownerId: seller.id, mainId: main.memberId })
    const reply = await seller.call(grantTrial, form(await make(), { memberId: sub.id }))
    expect(reply).toMatchObject({ code: 409, msg: '主账号没有子账号名额' })
  })

  it('§6 needs the right to grant in that sub-product, besides the right on the page', async () => {
    const rights = ['registration.view', 'registration.empower', 'officialWebsite.accounts.empower']
    const half = await server().as((await makeRole(db(), ...rights)).code)
    const preset = { name: '仅限有权', kind: 'trial' as const, days: 7, productIds: [productId] }
    await db()
      .insert(grantPresets)
      .values([
        { ...preset, subProduct: 'bigDataEnglish' },
        { ...preset, subProduct: 'officialWebsite' },
      ])
    const registration = await make({ ownerId: half.id, subProduct: 'bigDataEnglish' })
    const { id } = registration
    expect((await half.call(getGrantProposal, { id })).data).toMatchObject({ presets: [], preset: null })
    const other = (await half.call(getGrantProposal, { id, subProduct: 'officialWebsite' })).data
    expect(other.presets).toMatchObject([{ name: '仅限有权' }])
    const refused = { status: 403, msg: '没有子产品的授权权限：大数据英文版' }
    expect(await half.call(grantTrial, form(registration, { subProduct: 'bigDataEnglish' }))).toMatchObject(refused)
    expect(await registrationOf(id)).toMatchObject({ state: 'new', memberId: null })
    expect((await half.call(grantTrial, form(registration, { subProduct: 'officialWebsite' }))).code).toBe(200)
  })

  it('creates enterprise, contact, member, account and grants, each audited, and returns the password once', async () => {
    const registration = await make({ province: '上海市', email: 'wang@example.com' })
    const { data, code } = await seller.call(
      grantTrial,
      form(registration, { modules: ['price'], quota: 20, email: 'wang@example.com' }),
    )
    expect(code).toBe(200)
    const now = await databaseToday(db())
    expect(data).toMatchObject({ loginName: `trial${count}`, endsOn: addDays(now, 14) })
    const enterprise = await one(db().select().from(enterprises).where(eq(enterprises.id, data.enterpriseId)))
    expect(enterprise).toMatchObject({ name: registration.company, source: 'registration', ownerId: seller.id })
    expect(enterprise.regionId).not.toBeNull()
    const contact = await one(
      db().select().from(enterpriseContacts).where(eq(enterpriseContacts.enterpriseId, enterprise.id)),
    )
    expect(contact).toMatchObject({ isMain: true, mobile: registration.mobile, email: 'wang@example.com' })
    const member = await one(db().select().from(members).where(eq(members.id, data.memberId)))
    expect(member).toMatchObject({ source: 'registration', ownerId: seller.id, enterpriseId: enterprise.id })
    expect(await verifyPassword(member.passwordHash, data.password ?? '')).toBe(true)
    const ofMember = and(eq(auditLog.targetType, 'member'), eq(auditLog.targetId, member.id))
    const act = await one(db().select().from(auditLog).where(ofMember))
    expect(act).toMatchObject({ action: 'member.add', after: { email: 'w****@example.com' } })
    const account = await one(db().select().from(memberAccounts).where(eq(memberAccounts.id, data.accountId)))
    expect(account).toMatchObject({ grantKind: 'trial', startsOn: now, endsOn: data.endsOn, modules: ['price'] })
    const grant = await one(db().select().from(grants).where(eq(grants.accountId, account.id)))
    expect(grant).toMatchObject({ productId, kind: 'trial', quota: 20 })
    const ledger = await one(db().select().from(grantChanges).where(eq(grantChanges.accountId, account.id)))
    expect(ledger).toMatchObject({ action: 'grant', before: null, subProduct: 'bigData' })
    const grantAct = await one(db().select().from(grantActs).where(eq(grantActs.id, ledger.actId)))
    expect(grantAct).toMatchObject({
      via: 'registration',
      actorId: seller.id,
      reason: `注册转试用：${registration.company}`,
    })
    const owners = await db().select().from(ownerChanges).where(eq(ownerChanges.toId, seller.id))
    expect(
      owners.filter(({ targetId, target }) => targetId === (target === 'member' ? member.id : enterprise.id)),
    ).toHaveLength(2)
    expect(await registrationOf(registration.id)).toMatchObject({
      state: 'granted',
      enterpriseId: enterprise.id,
      memberId: member.id,
      closedAt: expect.any(String),
      firstContactAt: expect.any(String),
    })
    const { data: details } = await seller.call(getRegistration, { id: registration.id })
    expect(details).toMatchObject({
      enterprise: { name: registration.company },
      member: { loginName: `trial${count}` },
    })
    expect(details.steps).toMatchObject([{ action: 'grant', actorName: '钱销售' }])
    const { rows } = await server().database.pool.query(
      "select action, before, after::text from audit_log where action in ('registration.convert', 'member.add', 'enterprise.add') order by id",
    )
    expect(rows.slice(-3).map(({ action }) => action)).toEqual(['enterprise.add', 'member.add', 'registration.convert'])
    expect(JSON.stringify(rows)).not.toContain(data.password)
  })

  it('of a registration without an owner makes it the actor’s customer', async () => {
    const registration = await make({ ownerId: null })
    const { data } = await service.call(grantTrial, form(registration))
    expect(await registrationOf(registration.id)).toMatchObject({ ownerId: service.id })
    expect(await one(db().select().from(members).where(eq(members.id, data.memberId)))).toMatchObject({
      ownerId: service.id,
    })
  })

  it('uses an existing enterprise and adds the contact', async () => {
    const enterprise = await makeEnterprise(db(), { ownerId: seller.id })
    const registration = await make()
    const { data } = await seller.call(
      grantTrial,
      form(registration, { enterpriseId: enterprise.id, enterpriseName: '' }),
    )
    expect(data.enterpriseId).toBe(enterprise.id)
    const contacts = await db()
      .select()
      .from(enterpriseContacts)
      .where(eq(enterpriseContacts.enterpriseId, enterprise.id))
    expect(contacts).toMatchObject([{ mobile: registration.mobile, isMain: true }])
  })

  it('extends the grants of an existing member, and returns no password', async () => {
    const member = await makeMember(db(), { ownerId: seller.id })
    const account = await makeAccount(db(), 'bigData', { memberId: member.id, modules: ['news'] })
    const first = await seller.call(grantTrial, form(await make(), { memberId: member.id, modules: ['price'] }))
    expect(first.data).toMatchObject({ accountId: account.id, memberId: member.id, password: null })
    const again = await seller.call(grantTrial, form(await make(), { memberId: member.id, days: 30, kind: 'formal' }))
    const now = await databaseToday(db())
    expect(again.data.endsOn).toBe(addDays(now, 29))
    const stored = await one(db().select().from(memberAccounts).where(eq(memberAccounts.id, account.id)))
    expect(stored).toMatchObject({ modules: ['news', 'price'], grantKind: 'formal', endsOn: addDays(now, 29) })
    expect(await db().select().from(grants).where(eq(grants.accountId, account.id))).toHaveLength(1)
  })

  it('grants a sub-product as a whole where it is not granted by product', async () => {
    const registration = await make({ subProduct: 'aiWeb' })
    const input = form(registration, { subProduct: 'aiWeb' })
    expect(await seller.call(grantTrial, input)).toMatchObject({ status: 400, msg: '该子产品按整体授权，不能选择产品' })
    const { data } = await seller.call(grantTrial, { ...input, productIds: [] })
    const grant = await one(db().select().from(grants).where(eq(grants.accountId, data.accountId)))
    expect(grant.productId).toBeNull()
  })

  it('by two at the same time is made once; the second reads who made it', async () => {
    const registration = await make()
    const other = await server().as('administrator', { realName: '李管理' })
    const input = form(registration)
    const replies = await Promise.all([
      seller.call(grantTrial, input),
      other.call(grantTrial, { ...input, loginName: `other${count}`, mobile: '17799990000' }),
    ])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(replies.find(({ code }) => code === 409)?.msg).toMatch(/^该注册已由“(钱销售|李管理)”处理，状态为“已开通”$/)
    expect(await db().select().from(enterprises).where(eq(enterprises.name, registration.company))).toHaveLength(1)
  })

  it('stores nothing where a part of it is refused', async () => {
    const registration = await make()
    const taken = await makeMember(db(), { mobile: `1590000${String(1000 + count)}` })
    const input = form(registration)
    const hidden = await makeProduct(db(), { isShow: false })
    for (const [changes, field, message] of [
      [{ productIds: [hidden.id] }, 'productIds', '部分产品已隐藏，请重新选择'],
      [{ loginName: taken.loginName }, 'loginName', '登录名已被使用'],
      [{ mobile: `1590000${1000 + count}` }, 'mobile', '该手机号码已有会员账号'],
      [{ productIds: ['999999'] }, 'productIds', '产品不存在'],
      [{ productIds: [] }, 'productIds', '请选择产品'],
      [{ mobile: '139' }, 'mobile', '手机号码长度不为11位'],
      [{ realName: ' ' }, 'realName', '请输入姓名'],
      [{ loginName: '中文' }, 'loginName', '登录名为3至32位字母、数字或 . _ @ -'],
      [{ enterpriseName: ' ' }, 'enterpriseName', '请选择或填写企业'],
    ] as const) {
      const reply = await seller.call(grantTrial, { ...input, ...changes } as TrialGrant)
      expect(reply).toMatchObject({ status: 400, data: { fields: [{ field, message }] } })
    }
    expect(await registrationOf(registration.id)).toMatchObject({ state: 'new' })
    expect(await db().select().from(enterprises).where(eq(enterprises.name, registration.company))).toEqual([])
  })

  it('§6 does not find registration, enterprise or member of somebody else; 403 without the right', async () => {
    const registration = await make()
    const input = form(registration)
    expect(await stranger.call(grantTrial, input)).toMatchObject({ status: 404, code: 20404 })
    const theirs = await makeMember(db(), { ownerId: stranger.id })
    for (const changes of [{ enterpriseId: theirs.enterpriseId }, { memberId: theirs.id }]) {
      expect(await seller.call(grantTrial, { ...input, ...changes })).toMatchObject({ status: 404, code: 20404 })
    }
    const { name } = await one(db().select().from(enterprises).where(eq(enterprises.id, theirs.enterpriseId)))
    expect(await seller.call(grantTrial, { ...input, enterpriseName: name })).toMatchObject({
      status: 400,
      msg: '该企业已是其他同事的客户',
    })
    const viewer = await server().as((await makeRole(db(), 'registration.view', 'registration.edit')).code)
    expect(await viewer.call(grantTrial, input)).toMatchObject({ status: 403 })
    expect(await viewer.call(getGrantProposal, { id: registration.id })).toMatchObject({ status: 403 })
    expect(await stranger.call(getGrantProposal, { id: registration.id })).toMatchObject({ status: 404, code: 20404 })
  })

  it('refuses a locked member and a disabled account', async () => {
    const locked = await makeMember(db(), { ownerId: seller.id, locked: true })
    const member = await makeMember(db(), { ownerId: seller.id })
    await makeAccount(db(), 'bigData', { memberId: member.id, status: 'disabled' })
    for (const memberId of [locked.id, member.id]) {
      expect(await seller.call(grantTrial, form(await make(), { memberId }))).toMatchObject({ status: 409 })
    }
  })
})

describe('the proposal', () => {
  it('names the customer in scope, a free login name, and the preset of the first rule that fits', async () => {
    const [preset] = await db()
      .insert(grantPresets)
      .values({ subProduct: 'oilGas', name: '油气试用', kind: 'trial', days: 20, productIds: [productId] })
      .returning()
    const [off] = await db()
      .insert(grantPresets)
      .values({
        subProduct: 'oilGas',
        name: '停用的',
        kind: 'trial',
        days: 7,
        productIds: [productId],
        isEnabled: false,
      })
      .returning()
    const rule = { subProduct: 'oilGas', presetId: preset?.id ?? '' } as const
    await db()
      .insert(grantRules)
      .values([
        { ...rule, name: '先看停用的', presetId: off?.id ?? '', sort: 1 },
        { ...rule, name: '浙江', province: '浙江省', sort: 2 },
        { ...rule, name: '其他', sort: 3 },
      ])
    const enterprise = await makeEnterprise(db(), { ownerId: seller.id, name: '江海油品有限公司' })
    const branch = await makeEnterprise(db(), { ownerId: seller.id, name: '江海油品（宁波）有限公司' })
    await makeEnterprise(db(), { ownerId: stranger.id, name: '江海油品集团' })
    await makeMember(db(), { loginName: '17500001111', ownerId: seller.id })
    const { id } = await make({
      company: '江海油品有限公司',
      mobile: '17500001111',
      subProduct: 'oilGas',
      province: '上海市',
    })
    const { data } = await seller.call(getGrantProposal, { id })
    expect(data).toMatchObject({
      registration: { mobile: '17500001111', subProduct: 'oilGas' },
      enterprise: { id: enterprise.id },
      alike: [{ id: enterprise.id }, { id: branch.id, name: '江海油品（宁波）有限公司' }],
      member: null,
      isElsewhere: false,
      loginName: '17500001111-2',
      presets: [{ id: preset?.id, days: 20, productIds: [productId] }],
      preset: { id: preset?.id, rule: '其他' },
    })
    const other = await seller.call(getGrantProposal, { id, subProduct: 'bigData' })
    expect(other.data).toMatchObject({ registration: { subProduct: 'bigData' }, presets: [], preset: null })
  })

  it('§6 leaves out products that were hidden later, and names them', async () => {
    const gone = await makeProduct(db(), { name: '停售庚', isShow: false })
    await db()
      .insert(grantPresets)
      .values({ subProduct: 'steel', name: '钢铁试用', kind: 'trial', days: 7, productIds: [productId, gone.id] })
    const { id } = await make({ subProduct: 'steel' })
    expect((await seller.call(getGrantProposal, { id })).data.presets).toMatchObject([
      { productIds: [productId], hiddenProducts: [{ id: gone.id, name: '停售庚' }] },
    ])
  })

  it('names the member with that number, or says that the customer is somebody else’s', async () => {
    const member = await makeMember(db(), { mobile: '17500002222', ownerId: seller.id })
    await makeMember(db(), { mobile: '17500003333', ownerId: stranger.id })
    const mine = await make({ mobile: '17500002222' })
    const theirs = await make({ mobile: '17500003333' })
    expect((await seller.call(getGrantProposal, { id: mine.id })).data).toMatchObject({
      member: { id: member.id },
      isElsewhere: false,
    })
    expect((await seller.call(getGrantProposal, { id: theirs.id })).data).toMatchObject({
      member: null,
      isElsewhere: true,
    })
    expect((await admin.call(getGrantProposal, { id: theirs.id })).data.member).not.toBeNull()
  })
})
