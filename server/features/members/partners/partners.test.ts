// Partners, their members and permission sets, over HTTP: scope, versions, and a set that becomes real grants.
// Long because applying a set needs partners with members, which this file creates once for all tests.
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import {
  addPartnerMembers,
  empowerPartner,
  exportPartners,
  listSetChoices,
  partnerCalls,
  queryPartnerMembers,
  removePartnerMembers,
} from '#contract/members/partners.ts'
import { listSetPartners, permissionSetCalls } from '#contract/members/permission-sets.ts'
import { databaseToday } from '#server/core/clock.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { grantActs, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { partnerMembers, partners } from '#server/db/schema/members/partners.ts'
import { confirm } from '#test/confirm.ts'
import { makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { storeAct } from '../grants/grants.queries.ts'
import { empowerJob } from './partner-empower.ts'

const server = testServer()
let admin: Person
let seller: Person
let other: Person
let productIds: string[]
let setId: string
let day: string
let count = 0

const db = () => server().database.db
const all = ['view', 'add', 'edit', 'delete', 'disable', 'open', 'details', 'empower', 'exportBtn'].map(
  (each) => `embed.partners.${each}`,
)

beforeAll(async () => {
  const { code } = await makeRole(db(), ...all, 'bigData.accounts.empower', 'apiData.accounts.empower')
  admin = await server().as('administrator')
  seller = await server().as(code)
  other = await server().as(code)
  productIds = [(await makeProduct(db())).id, (await makeProduct(db())).id]
  day = await databaseToday(db())
})

const setForm = (changes: object = {}) => ({
  name: `方案${++count}`,
  subProducts: ['bigData' as const, 'apiData' as const],
  modules: ['price' as const],
  productIds,
  remark: '',
  ...changes,
})
const form = (changes: object = {}) => ({
  name: `伙伴${++count}`,
  code: `P${count}`,
  contact: '',
  mobile: '',
  domains: ['WWW.example.com', '*.example.cn'],
  permissionSetId: setId,
  endsOn: null,
  ownerId: null,
  remark: '',
  ...changes,
})
const add = async (changes: object = {}, by = seller) => {
  const made = form(changes)
  const { data } = await by.call(partnerCalls.add, made)
  return { ...made, ...data }
}

beforeEach(async () => {
  setId = (await admin.call(permissionSetCalls.add, setForm())).data.id
})

describe('partners', () => {
  it('§2 are added with hosts in lower case, owned by the actor where no owner is named, and found', async () => {
    const { id, name } = await add()
    const { data } = await seller.call(partnerCalls.list, { name })
    expect(data.records).toMatchObject([{ id, members: 0, status: 'enabled', isExpired: false, version: 1 }])
    const stored = (await seller.call(partnerCalls.get, { id })).data
    expect(stored).toMatchObject({ ownerId: seller.id, domains: ['www.example.com', '*.example.cn'] })
    expect((await seller.call(listSetChoices, {})).data.map((each) => each.id)).toContain(setId)
  })

  it('§6 are not found out of scope', async () => {
    const { id, version, name, ...rest } = await add()
    const none = { status: 404, code: 20404 }
    expect((await other.call(partnerCalls.list, { name })).data.total).toBe(0)
    expect(await other.call(partnerCalls.get, { id })).toMatchObject(none)
    expect(await other.call(partnerCalls.edit, { id, version, name, ...rest })).toMatchObject(none)
    for (const act of [partnerCalls.remove, partnerCalls.disable, partnerCalls.open])
      expect(await other.call(act, { ids: [id] })).toMatchObject(none)
    expect(await other.call(queryPartnerMembers, { id })).toMatchObject(none)
    expect(await other.call(addPartnerMembers, { id, loginNames: ['x'] })).toMatchObject(none)
    expect(await other.call(removePartnerMembers, { id, memberIds: ['1'] })).toMatchObject(none)
    const input = { id, kind: 'trial', startsOn: day, endsOn: day, reason: '试用' } as const
    expect(await other.call(empowerPartner, input)).toMatchObject(none)
    expect((await admin.call(partnerCalls.list, { name })).data.total).toBe(1)
  })

  it('are assigned only to owners within one’s own scope', async () => {
    const reply = await seller.call(partnerCalls.add, form({ ownerId: other.id }))
    expect(reply).toMatchObject({ status: 400, data: { fields: [{ field: 'ownerId' }] } })
    expect((await admin.call(partnerCalls.add, form({ ownerId: other.id }))).code).toBe(200)
  })

  it('§3 are edited by version, disabled and enabled', async () => {
    const { id, version, ...rest } = await add()
    expect((await seller.call(partnerCalls.edit, { ...rest, id, version, contact: '王敏' })).data.version).toBe(2)
    const late = await seller.call(partnerCalls.edit, { ...rest, id, version })
    expect(late).toMatchObject({ code: 601, data: { version: 2, contact: '王敏' } })
    expect((await seller.call(partnerCalls.disable, { ids: [id] })).code).toBe(200)
    expect((await seller.call(partnerCalls.list, { status: 'disabled', name: rest.name })).data.total).toBe(1)
    expect((await seller.call(partnerCalls.open, { ids: [id] })).code).toBe(200)
  })

  it.each([
    [{ domains: ['https://a.example.com'] }, '域名应如 www.example.com 或 *.example.com，不带 http:// 与端口'],
    [{ domains: ['localhost'] }, '域名应如 www.example.com 或 *.example.com，不带 http:// 与端口'],
    [{ code: '1a' }, '编码为2至32位字母、数字、_ 或 -，以字母开头'],
    [{ permissionSetId: '999999' }, '权限方案不存在'],
    [{ mobile: 'abc' }, '联系电话格式不正确'],
  ])('refuse %j', async (changes, msg) => {
    expect(await seller.call(partnerCalls.add, form(changes))).toMatchObject({ status: 400, msg })
  })

  it('have a unique name and code, also against partners out of scope', async () => {
    const { name, code } = await add({}, other)
    expect(await seller.call(partnerCalls.add, form({ name, code: code.toLowerCase() }))).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'name' }, { field: 'code' }] },
    })
  })

  it('§6 are refused without the right', async () => {
    const { id } = await add()
    const reader = await server().as((await makeRole(db(), 'embed.partners.view')).code)
    const refused = { status: 403, code: 403 }
    expect(await reader.call(partnerCalls.add, form())).toMatchObject(refused)
    expect(await reader.call(queryPartnerMembers, { id })).toMatchObject(refused)
    const application = { id, kind: 'trial', startsOn: day, endsOn: day, reason: '试用' } as const
    expect(await reader.call(empowerPartner, application)).toMatchObject(refused)
    const input = { query: {}, columns: ['name' as const], format: 'csv' as const, reason: '核对' }
    expect(await reader.call(exportPartners, input as never)).toMatchObject(refused)
    expect((await seller.call(exportPartners, input as never)).code).toBe(200)
  })
})

const isWaiting = async () => {
  const { rows } = await db().execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return (rows[0]?.n ?? 0) > 0
}

const ownMember = (overrides: object = {}) => makeMember(db(), { ownerId: seller.id, ...overrides })

describe('members of a partner', () => {
  it('are added by login name and get an account of the embedding sub-product; the others are refused (602)', async () => {
    const { id } = await add()
    const { id: elsewhere, name } = await add()
    const mine = await ownMember()
    const taken = await ownMember()
    const foreign = await makeMember(db(), { ownerId: other.id })
    await seller.call(addPartnerMembers, { id: elsewhere, loginNames: [taken.loginName] })
    const reply = await seller.call(addPartnerMembers, {
      id,
      loginNames: [mine.loginName.toUpperCase(), taken.loginName, foreign.loginName, 'nobody'],
    })
    expect(reply.code).toBe(602)
    expect(reply.data).toMatchObject([
      { ok: true },
      { ok: false, msg: `已是“${name}”的会员` },
      { ok: false, msg: '没有这个会员，或不是您的客户' },
      { ok: false, msg: '没有这个会员，或不是您的客户' },
    ])
    const { data } = await seller.call(queryPartnerMembers, { id })
    expect(data.records).toMatchObject([{ id: mine.id, loginName: mine.loginName, grants: 0, endsOn: null }])
    const accounts = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, mine.id))
    expect(accounts).toMatchObject([{ subProduct: 'embed', status: 'enabled' }])
  })

  it('§8 fail alone where somebody else adds them at the same time; the others are added (602)', async () => {
    const [{ id }, { id: elsewhere }] = [await add(), await add()]
    const [taken, free] = [await ownMember(), await ownMember()]
    const loginNames = [taken.loginName, free.loginName]
    let running: Promise<unknown> | undefined
    await db().transaction(async (tx) => {
      await tx.insert(partnerMembers).values({ partnerId: elsewhere, memberId: taken.id })
      running = seller.call(addPartnerMembers, { id, loginNames })
      await expect.poll(isWaiting).toBe(true)
    })
    expect(await running).toMatchObject({
      code: 602,
      data: [{ ok: false, msg: '数据已存在或正被他人修改，请重试' }, { ok: true }],
    })
    const { data } = await seller.call(queryPartnerMembers, { id })
    expect(data.records.map((each) => each.id)).toEqual([free.id])
    const accounts = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, taken.id))
    expect(accounts).toEqual([])
  })

  it('§6 do not name a partner out of the viewer’s scope', async () => {
    const { id } = await add()
    const { id: theirs, name } = await add({}, other)
    const member = await makeMember(db(), { ownerId: other.id })
    await other.call(addPartnerMembers, { id: theirs, loginNames: [member.loginName] })
    await db().update(members).set({ ownerId: seller.id }).where(eq(members.id, member.id))
    const reply = await seller.call(addPartnerMembers, { id, loginNames: [member.loginName] })
    expect(reply).toMatchObject({ code: 602, data: [{ ok: false, msg: '已是其他合作伙伴的会员' }] })
    expect(JSON.stringify(reply)).not.toContain(name)
  })

  it('prevent a partner’s deletion (603) until they are removed', async () => {
    const { id } = await add()
    const { id: memberId, loginName } = await ownMember()
    await seller.call(addPartnerMembers, { id, loginNames: [loginName] })
    const refused = await seller.call(partnerCalls.remove, { ids: [id] })
    expect(refused).toMatchObject({ code: 603, data: [{ by: [{ kind: '会员', count: 1 }] }] })
    expect(await seller.call(removePartnerMembers, { id, memberIds: [memberId, '999999'] })).toMatchObject({
      code: 20404,
    })
    expect((await seller.call(removePartnerMembers, { id, memberIds: [memberId] })).code).toBe(200)
    expect((await seller.call(partnerCalls.remove, { ids: [id] })).code).toBe(200)
  })

  it('no longer prevent it, nor count, once they are deleted', async () => {
    const { id, name } = await add()
    const { id: memberId, loginName } = await ownMember()
    await seller.call(addPartnerMembers, { id, loginNames: [loginName] })
    await db().update(members).set({ deletedAt: '2026-01-05T00:00:00Z' }).where(eq(members.id, memberId))
    expect((await seller.call(partnerCalls.list, { name })).data.records).toMatchObject([{ id, members: 0 }])
    expect((await seller.call(partnerCalls.remove, { ids: [id] })).code).toBe(200)
  })
})

type EmpowerInput = { id: string; kind: 'trial' | 'formal'; startsOn: string; endsOn: string; reason: string }
const empower = async (input: EmpowerInput, by = seller) => (await confirm(server(), by, empowerPartner, input)).done

describe('applying a permission set', () => {
  const inputFor = (id: string, changes: object = {}): EmpowerInput => ({
    id,
    kind: 'trial',
    startsOn: day,
    endsOn: addDays(day, 30),
    reason: '合作试用',
    ...changes,
  })

  it('previews the changes, then grants products and whole sub-products in one act', async () => {
    const { id } = await add()
    const people = [await ownMember(), await ownMember()]
    const locked = await ownMember({ locked: true })
    const loginNames = [...people, locked].map(({ loginName }) => loginName)
    await seller.call(addPartnerMembers, { id, loginNames })
    const initial = await seller.call(empowerPartner, inputFor(id))
    expect(initial).toMatchObject({ code: 600, data: { preview: { groups: [{ count: 2 }, { count: 1 }] } } })
    expect(JSON.stringify(initial.data)).toContain('新开通账号 4 个')
    const reply = await empower(inputFor(id))
    expect(reply).toMatchObject({ code: 602, msg: '成功 2 项，失败 1 项' })
    for (const { id: memberId } of people) {
      const found = await db()
        .select({ subProduct: memberAccounts.subProduct, productId: grants.productId, modules: memberAccounts.modules })
        .from(grants)
        .innerJoin(memberAccounts, eq(memberAccounts.id, grants.accountId))
        .where(eq(memberAccounts.memberId, memberId))
      expect(
        found
          .filter(({ subProduct }) => subProduct === 'bigData')
          .map((each) => each.productId)
          .toSorted(),
      ).toEqual(productIds.toSorted())
      expect(found.filter(({ subProduct }) => subProduct === 'apiData')).toMatchObject([
        { productId: null, modules: ['price'] },
      ])
    }
    const acts = await db().select().from(grantActs).where(eq(grantActs.actorId, seller.id))
    expect(acts.filter(({ reason }) => reason.includes('合作试用')).length).toBe(1)
    const { data } = await seller.call(queryPartnerMembers, { id })
    expect(data.records.map((each) => each.grants).toSorted()).toEqual([0, 3, 3])
  })

  it('§6 needs the right to grant in each of its sub-products, and grants nothing without', async () => {
    const { id, name } = await add()
    const { id: memberId, loginName } = await ownMember()
    await seller.call(addPartnerMembers, { id, loginNames: [loginName] })
    const half = await server().as((await makeRole(db(), ...all, 'bigData.accounts.empower')).code)
    await db().update(partners).set({ ownerId: half.id }).where(eq(partners.id, id))
    await db().update(members).set({ ownerId: half.id }).where(eq(members.id, memberId))
    expect((await half.call(partnerCalls.list, { name })).data.records).toMatchObject([
      { subProducts: ['bigData', 'apiData'] },
    ])
    const refused = { status: 403, msg: '没有子产品的授权权限：API 数据服务' }
    expect(await half.call(empowerPartner, inputFor(id))).toMatchObject(refused)
    const accounts = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, memberId))
    expect(accounts.map(({ subProduct }) => subProduct)).toEqual(['embed'])
  })

  it('§6 its job grants nothing once that right is gone', async () => {
    const { id, name } = await add()
    const { id: memberId, loginName } = await ownMember()
    await seller.call(addPartnerMembers, { id, loginNames: [loginName] })
    const half = await server().as((await makeRole(db(), ...all, 'bigData.accounts.empower')).code)
    const by = { id: half.id, name: half.userName, address: '', requestId: '' }
    const jobId = await db().transaction(async (tx) => {
      const actId = await storeAct(tx, by, { via: 'batch', reason: '' })
      const period = { kind: 'trial' as const, startsOn: day, endsOn: day }
      return startJob(tx, empowerJob, { partnerId: id, name, setId, setVersion: 1, actId, reason: '', ...period }, by)
    })
    const job = async () => (await db().select().from(jobRuns).where(eq(jobRuns.id, jobId)))[0]
    await expect.poll(job).toMatchObject({ state: 'failed', message: '没有操作权限' })
    const accounts = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, memberId))
    expect(accounts).toHaveLength(1)
  })

  it('§6 leaves out products that were hidden later, and names them', async () => {
    const gone = await makeProduct(db(), { name: '停售己' })
    setId = (await admin.call(permissionSetCalls.add, setForm({ productIds: [...productIds, gone.id] }))).data.id
    const onlyHidden = (await admin.call(permissionSetCalls.add, setForm({ productIds: [gone.id] }))).data.id
    await db().update(products).set({ isShow: false }).where(eq(products.id, gone.id))
    const { id } = await add()
    const { id: memberId, loginName } = await ownMember()
    await seller.call(addPartnerMembers, { id, loginNames: [loginName] })
    const initial = await seller.call(empowerPartner, inputFor(id))
    expect(JSON.stringify(initial.data)).toContain('每人 3 项试用授权')
    expect(JSON.stringify(initial.data)).toContain('已隐藏的产品不授权：停售己。')
    expect(await empower(inputFor(id))).toMatchObject({
      code: 602,
      data: [{ ok: true }, { name: '产品 停售己', ok: false, msg: '产品已隐藏，未授权' }],
    })
    const granted = await db()
      .select({ productId: grants.productId })
      .from(grants)
      .innerJoin(memberAccounts, eq(memberAccounts.id, grants.accountId))
      .where(eq(memberAccounts.memberId, memberId))
    expect(granted).toHaveLength(3)
    expect(granted.map(({ productId }) => productId)).not.toContain(gone.id)
    const { id: other } = await add({ permissionSetId: onlyHidden })
    expect(await empower(inputFor(other))).toMatchObject({
      status: 409,
      msg: '权限方案中的产品已全部隐藏，请先修改方案',
    })
  })

  it('again extends, never doubles, and grants nothing to members out of scope', async () => {
    const { id } = await add()
    const { id: memberId, loginName } = await ownMember()
    await seller.call(addPartnerMembers, { id, loginNames: [loginName] })
    expect((await empower(inputFor(id))).code).toBe(200)
    expect((await empower(inputFor(id, { endsOn: addDays(day, 60) }))).code).toBe(200)
    const accounts = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, memberId))
    const live = await db()
      .select()
      .from(grants)
      .where(
        inArray(
          grants.accountId,
          accounts.map((each) => each.id),
        ),
      )
    expect(live).toHaveLength(3)
    expect(new Set(live.map(({ endsOn }) => endsOn))).toEqual(new Set([addDays(day, 60)]))
    await db().update(members).set({ ownerId: other.id }).where(eq(members.id, memberId))
    expect(await empower(inputFor(id))).toMatchObject({ status: 409, msg: '没有可以授权的会员，请先添加会员' })
  })

  it('is refused for invalid days, without a set, and for a disabled partner', async () => {
    const { id, version, ...rest } = await add({ endsOn: addDays(day, 10) })
    const late = `截止日期不能晚于合作截止日期 ${addDays(day, 10)}`
    expect(await empower(inputFor(id))).toMatchObject({ status: 400, msg: late })
    const before = inputFor(id, { startsOn: addDays(day, 5), endsOn: day })
    expect(await empower(before)).toMatchObject({ status: 400, msg: '截止日期不能早于开始日期' })
    await seller.call(partnerCalls.edit, { ...rest, id, version, permissionSetId: null, endsOn: null })
    expect(await empower(inputFor(id))).toMatchObject({ status: 409, msg: '请先为合作伙伴选择权限方案' })
    await seller.call(partnerCalls.disable, { ids: [id] })
    expect(await empower(inputFor(id))).toMatchObject({ status: 409, msg: '合作伙伴已禁用，请先启用' })
  })

  it('for more than a hundred members is a job, which grants to all of them', async () => {
    const { id } = await add()
    const enterpriseId = (await ownMember()).enterpriseId
    const made = await db()
      .insert(members)
      .values(
        Array.from({ length: 101 }, (_, at) => ({
          enterpriseId,
          loginName: `many${at}`,
          realName: '会员',
          mobile: `166${String(at).padStart(8, '0')}`,
          ownerId: seller.id,
        })),
      )
      .returning({ id: members.id, loginName: members.loginName })
    const names = made.map(({ loginName }) => loginName)
    await seller.call(addPartnerMembers, { id, loginNames: names.slice(0, 100) })
    await seller.call(addPartnerMembers, { id, loginNames: names.slice(100) })
    const reply = await empower(inputFor(id))
    const { jobId } = reply.data as unknown as { jobId: string }
    const state = async () =>
      (await server().database.pool.query('select state, done, failed from job_runs where id = $1', [jobId])).rows[0]
    await expect.poll(state).toMatchObject({ state: 'done', done: 101, failed: 0 })
    const granted = await db()
      .select({ endsOn: memberAccounts.endsOn })
      .from(memberAccounts)
      .where(
        inArray(
          memberAccounts.memberId,
          made.map((each) => each.id),
        ),
      )
    expect(granted.filter(({ endsOn }) => endsOn !== null)).toHaveLength(202)
  })
})

describe('a set in use', () => {
  it('is not deleted (603), and lists the partners to which it can be applied now', async () => {
    const { id } = await add()
    await add({ endsOn: '2020-01-01' })
    expect(await admin.call(permissionSetCalls.remove, { ids: [setId] })).toMatchObject({
      code: 603,
      data: [{ by: [{ kind: '合作伙伴', count: 2 }] }],
    })
    const { loginName } = await ownMember()
    await seller.call(addPartnerMembers, { id, loginNames: [loginName] })
    expect((await admin.call(listSetPartners, { id: setId })).data).toMatchObject([{ id, members: 1 }])
    const other = (await admin.call(permissionSetCalls.add, setForm())).data.id
    const counts = (await admin.call(permissionSetCalls.list, {})).data.records.map((each) => [each.id, each.partners])
    expect(Object.fromEntries(counts)).toMatchObject({ [setId]: 2, [other]: 0 })
  })
})
