// Accounts of members over HTTP: each call with its right, without it, out of scope, and with invalid input.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import {
  addAccount,
  clearedMembers,
  clearMember,
  disableAccount,
  getAccount,
  lockMember,
  lookupMember,
  openAccount,
  queryAccounts,
  removeAccounts,
  saveAccount,
  setMemberPassword,
  unbindMember,
  unlockMember,
} from '#contract/members/accounts.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { verifyPassword } from '#server/core/access/passwords.ts'
import { grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveGrants } from '../grants/grants.acts.ts'

const server = testServer()
const aliases =
  'view add edit delete disable open details count lock unLock setPassword unbinding clear invite association generateAIAccount leadingIn exportBtn empower'
let keeper: Person
let other: Person
let weak: Person
let admin: Person
const today = dayOf(Date.now())
const author = { id: null, name: 'test', address: '', requestId: 'test' }

beforeAll(async () => {
  const { database, as } = server()
  const role = await makeRole(database.db, ...aliases.split(' ').map((alias) => `bigData.accounts.${alias}`))
  keeper = await as(role.code, { realName: '账号管理员' })
  other = await as(role.code)
  weak = await as((await makeRole(database.db, 'app.accounts.view', 'app.accounts.edit')).code)
  admin = await as('administrator')
})

const db = () => server().database.db
const mine = (overrides: Parameters<typeof makeAccount>[2] = {}) =>
  makeAccount(db(), 'bigData', { ownerId: keeper.id, ...overrides })
const grant = (accountId: string, productId: string | null, from: number, to: number) =>
  db().transaction((tx) =>
    giveGrants(tx, author, { via: 'single', reason: '' }, [
      { accountId, productId, kind: 'trial', startsOn: addDays(today, from), endsOn: addDays(today, to), quota: null },
    ]),
  )
const memberOf = async (id: string) => {
  const [row] = await db().select().from(members).where(eq(members.id, id))
  if (!row) throw new Error('no member')
  return row
}
const rowOf = async (id: string, by = keeper) => {
  const { data } = await by.call(getAccount, { id })
  return data
}
const audited = async (id: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.targetId, id))).map(({ action }) => action)
let count = 0
const fresh = () => {
  const n = String(++count)
  return { loginName: `fresh.${n}`, realName: '程远行', mobile: `133${n.padStart(8, '0')}` }
}
const form = (overrides: object = {}) => ({
  subProduct: 'bigData' as const,
  ...fresh(),
  enterpriseName: `新企业${count}`,
  modules: [],
  subQuota: 0,
  ...overrides,
})

describe('POST /api/backend/member/account/page', () => {
  it('§6 shows one’s own customers of that sub-product; administrators see all', async () => {
    const { id } = await mine()
    const foreign = await makeAccount(db(), 'bigData', { ownerId: other.id })
    const pooled = await makeAccount(db(), 'bigData')
    const elsewhere = await makeAccount(db(), 'app', { ownerId: keeper.id })
    const seenBy = async (person: Person) =>
      (await person.call(queryAccounts, { subProduct: 'bigData', size: 100 })).data.records.map((row) => row.id)
    const own = await seenBy(keeper)
    expect(own).toContain(id)
    expect(own).not.toEqual(expect.arrayContaining([foreign.id]))
    expect(own).not.toContain(pooled.id)
    expect(own).not.toContain(elsewhere.id)
    expect(await seenBy(admin)).toEqual(expect.arrayContaining([id, foreign.id, pooled.id]))
  })

  it('derives the validity from the dates, and filters by it', async () => {
    const product = await makeProduct(db())
    const made: Record<string, string> = {}
    for (const [validity, from, to] of [
      ['expired', -20, -1],
      ['expiring', -20, 30],
      ['active', -20, 31],
      ['future', 1, 60],
    ] as const) {
      const { id } = await mine()
      await grant(id, product.id, from, to)
      made[validity] = id
    }
    made.none = (await mine()).id
    made.disabled = (await mine({ status: 'disabled' })).id
    for (const validity of ['none', 'future', 'active', 'expiring', 'expired', 'disabled'] as const) {
      const { data } = await keeper.call(queryAccounts, { subProduct: 'bigData', validity, size: 100 })
      expect(data.records.map(({ id }) => id)).toContain(made[validity])
      expect(new Set(data.records.map((row) => row.validity))).toEqual(new Set([validity]))
    }
  })

  it('filters by name, enterprise, end, silence and kind of account, and sorts by the end', async () => {
    const enterpriseId = (await makeEnterprise(db(), { name: '远望化工', ownerId: keeper.id })).id
    const { id: memberId } = await makeMember(db(), {
      enterpriseId,
      ownerId: keeper.id,
      loginName: 'yuanwang',
      realName: '远望人',
      mobile: '15912345678',
    })
    const { id } = await mine({ memberId, openedAt: '2020-01-01T00:00:00+08:00' })
    await grant(id, (await makeProduct(db())).id, 0, 5)
    const sub = await makeMember(db(), {
      enterpriseId,
      ownerId: keeper.id,
      mainId: memberId,
      loginName: 'yuanwang.sub',
    })
    await mine({ memberId: sub.id })
    const find = async (query: object) => {
      const full = { subProduct: 'bigData' as const, enterprise: '远望', ...query }
      const [own, all] = [await keeper.call(queryAccounts, full), await admin.call(queryAccounts, full)]
      expect(all.data).toEqual(own.data)
      return own.data.records.map((row) => row.loginName)
    }
    expect(await find({ isSub: false })).toEqual(['yuanwang'])
    expect(await find({ isSub: true })).toEqual(['yuanwang.sub'])
    expect(await find({ realName: '远望人' })).toEqual(['yuanwang'])
    for (const mobile of [' 15912345678 ', '91234', '5678']) expect(await find({ mobile })).toEqual(['yuanwang'])
    for (const mobile of ['15912345679', '9123%']) expect(await find({ mobile })).toEqual([])
    expect(await find({ endFrom: today, endTo: addDays(today, 5) })).toEqual(['yuanwang'])
    expect(await find({ endFrom: addDays(today, 6) })).toEqual([])
    expect(await find({ silentDays: 30 })).toEqual(['yuanwang'])
    expect(await find({ kind: 'trial' })).toEqual(['yuanwang'])
    expect(await find({ ascs: ['endsOn'] })).toEqual(['yuanwang', 'yuanwang.sub'])
    const { data } = await keeper.call(queryAccounts, { subProduct: 'bigData', loginName: 'yuanwang', isSub: false })
    expect(data.records[0]).toMatchObject({ grants: 1, subUsed: 1, kind: 'trial', enterpriseName: '远望化工' })
  })

  it('§6 refuses without the right on that sub-product', async () => {
    expect(await weak.call(queryAccounts, { subProduct: 'bigData' })).toMatchObject({ status: 403 })
    expect((await weak.call(queryAccounts, { subProduct: 'app' })).status).toBe(200)
  })

  it.each([
    [{ subProduct: 'bigData', ascs: ['loginName'] }, '排序不在可选范围内'],
    [{ subProduct: 'bigData', silentDays: 0 }, '未登录天数'],
    [{ subProduct: 'nothing' }, '子产品不在可选范围内'],
  ])('§9 refuses %j', async (input, msg) => {
    const reply = await server().send('POST', queryAccounts.path, input, { token: keeper.token })
    expect(reply.status).toBe(400)
    expect(reply.msg).toContain(msg)
  })
})

describe('opening an account', () => {
  it('creates member, enterprise and account, owned by the actor; returns the generated password once', async () => {
    const input = form({ modules: ['price', 'news'], subQuota: 2 })
    const { data, code } = await keeper.call(addAccount, input)
    expect(code).toBe(200)
    const row = await rowOf(data.id)
    expect(row).toMatchObject({
      loginName: input.loginName,
      enterpriseName: input.enterpriseName,
      ownerId: keeper.id,
      modules: ['price', 'news'],
      subQuota: 2,
      validity: 'none',
      source: 'manual',
    })
    expect(row.owners).toMatchObject([{ reason: '开通账号', actorName: '账号管理员' }])
    expect(await verifyPassword((await memberOf(row.memberId)).passwordHash, data.password ?? '')).toBe(true)
    expect(JSON.stringify(await db().select().from(auditLog))).not.toContain(data.password)
  })

  it('accepts a chosen password, and an enterprise in scope', async () => {
    const enterprise = await makeEnterprise(db(), { ownerId: keeper.id })
    const { enterpriseName: _, ...rest } = form({ password: 'Given@1234', enterpriseId: enterprise.id })
    const { data } = await keeper.call(addAccount, rest)
    expect(data.password).toBeNull()
    expect((await rowOf(data.id)).enterpriseId).toBe(enterprise.id)
    const foreign = await makeEnterprise(db(), { ownerId: other.id })
    const { enterpriseName: __, ...wrong } = form({ enterpriseId: foreign.id })
    expect(await keeper.call(addAccount, wrong)).toMatchObject({ code: 400, msg: '企业不存在' })
  })

  it('opens a further sub-product for an existing member, once', async () => {
    const { memberId, id } = await makeAccount(db(), 'app', { ownerId: keeper.id })
    const { loginName } = await memberOf(memberId)
    const found = await keeper.call(lookupMember, { subProduct: 'bigData', text: loginName.toUpperCase() })
    expect(found.data).toMatchObject({ memberId, loginName, hasAccount: false })
    const input = { subProduct: 'bigData' as const, memberId, modules: [], subQuota: 1 }
    const { data } = await keeper.call(addAccount, input)
    expect(data.password).toBeNull()
    expect((await rowOf(data.id)).others).toMatchObject([{ subProduct: 'app' }])
    expect(await keeper.call(addAccount, input)).toMatchObject({ code: 409, msg: '该会员已开通此子产品' })
    expect((await keeper.call(lookupMember, { subProduct: 'bigData', text: loginName })).data?.hasAccount).toBe(true)
    expect((await other.call(lookupMember, { subProduct: 'bigData', text: loginName })).data).toBeNull()
    expect(await other.call(addAccount, input)).toMatchObject({ code: 20404 })
    expect(id).not.toBe(data.id)
  })

  it('§5 refuses invalid numbers, passwords and names', async () => {
    const taken = await memberOf((await mine()).memberId)
    const refused = async (overrides: object) => (await keeper.call(addAccount, form(overrides))).msg
    expect(await refused({ mobile: '1381234' })).toBe('手机号码长度不为11位')
    expect(await refused({ mobile: '23812340000' })).toBe('手机号码格式不正确')
    expect(await refused({ password: 'short1' })).toBe('至少8位字符，且必须包含数字，字母，特殊字符')
    expect(await refused({ loginName: taken.loginName })).toBe('登录名已存在')
    expect(await refused({ mobile: taken.mobile })).toBe('手机号码已被其他会员使用')
    expect(await refused({ enterpriseName: '' })).toBe('请选择企业或填写新企业名称')
    expect(await refused({ ownerId: other.id })).toBe('归属人不在您的权限范围内')
    const { name } = await makeEnterprise(db(), { ownerId: other.id })
    expect(await refused({ enterpriseName: name })).toBe('企业名称已存在，请选择该企业')
  })

  it('§6 refuses without the right', async () => {
    expect(await weak.call(addAccount, form())).toMatchObject({ status: 403 })
    expect(await weak.call(lookupMember, { subProduct: 'bigData', text: 'x' })).toMatchObject({ status: 403 })
  })
})

describe('changing an account', () => {
  const edited = async (id: string, overrides: object = {}) => {
    const { version, loginName, realName, mobile, email, subQuota, remark } = await rowOf(id)
    return { id, version, loginName, realName, mobile, email, modules: [], subQuota, remark, ...overrides }
  }

  it('saves person, modules and places, with the difference in the audit log', async () => {
    const { id } = await mine()
    const reply = await keeper.call(
      saveAccount,
      await edited(id, { realName: '程远航', modules: ['report'], subQuota: 3 }),
    )
    expect(reply.code).toBe(200)
    expect(await rowOf(id)).toMatchObject({
      realName: '程远航',
      modules: ['report'],
      subQuota: 3,
      version: reply.data.version,
    })
    const [row] = await db().select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(row?.after).toEqual({ realName: '程远航', modules: ['report'], subQuota: 3 })
  })

  it('601 where somebody else has saved since', async () => {
    const { id } = await mine()
    const stale = await edited(id)
    await keeper.call(saveAccount, { ...stale, remark: '先到' })
    expect(await keeper.call(saveAccount, stale)).toMatchObject({ code: 601, data: { remark: '先到' } })
  })

  it('refuses fewer places than are used, and any below a sub-account', async () => {
    const { id, memberId } = await mine({ subQuota: 2 })
    const sub = await makeMember(db(), { ownerId: keeper.id, mainId: memberId })
    const account = await mine({ memberId: sub.id })
    expect(await keeper.call(saveAccount, await edited(id, { subQuota: 0 }))).toMatchObject({
      code: 400,
      msg: '已有 1 个子账号，名额不能更少',
    })
    expect(await keeper.call(saveAccount, await edited(account.id, { subQuota: 1 }))).toMatchObject({
      code: 400,
      msg: '子账号不能再有子账号',
    })
  })

  it('disables and enables the account alone; locks and unlocks the member everywhere', async () => {
    const { id, memberId } = await mine()
    await keeper.call(disableAccount, { id })
    expect(await rowOf(id)).toMatchObject({ status: 'disabled', validity: 'disabled', locked: false })
    await keeper.call(openAccount, { id })
    await keeper.call(lockMember, { id })
    expect(await rowOf(id)).toMatchObject({ status: 'enabled', locked: true })
    expect((await memberOf(memberId)).sessionsClearedAt).not.toBeNull()
    await keeper.call(unlockMember, { id })
    expect((await rowOf(id)).locked).toBe(false)
    expect(await audited(id)).toEqual(['account.disable', 'account.open', 'member.lock', 'member.unLock'])
  })

  it('resets the password: chosen or generated, hashed, never in a log', async () => {
    const { id, memberId } = await mine()
    const chosen = await keeper.call(setMemberPassword, { id, password: 'Given@1234' })
    expect(chosen.data.password).toBeNull()
    expect(await verifyPassword((await memberOf(memberId)).passwordHash, 'Given@1234')).toBe(true)
    const { data } = await keeper.call(setMemberPassword, { id, password: '' })
    expect(await verifyPassword((await memberOf(memberId)).passwordHash, data.password ?? '')).toBe(true)
    expect(await keeper.call(setMemberPassword, { id, password: 'weak' })).toMatchObject({ code: 400 })
    expect(JSON.stringify(await db().select().from(auditLog))).not.toMatch(/Given@1234/)
  })

  it('unbinds WeChat where it is bound, ends sessions and reports them to the sub-products', async () => {
    const before = new Date(Date.now() - 1000).toISOString()
    const { id: memberId } = await makeMember(db(), { ownerId: keeper.id, wxOpenId: 'wx-1' })
    const { id } = await mine({ memberId })
    expect((await keeper.call(unbindMember, { id })).code).toBe(200)
    expect((await memberOf(memberId)).wxOpenId).toBeNull()
    expect(await keeper.call(unbindMember, { id })).toMatchObject({ code: 409 })
    await keeper.call(clearMember, { id })
    const { key } = await db().transaction((tx) =>
      createApiKey(tx, { name: 'site', scopes: ['members'], dailyQuota: 100 }),
    )
    const ask = (since: string) =>
      server().send('GET', `${clearedMembers.path}?since=${encodeURIComponent(since)}`, undefined, {
        headers: { [API_KEY_HEADER]: key },
      })
    const { loginName } = await memberOf(memberId)
    expect((await ask(before)).data).toMatchObject({
      records: expect.arrayContaining([expect.objectContaining({ loginName })]),
    })
    expect((await ask(new Date(Date.now() + 60_000).toISOString())).data).toMatchObject({ records: [], hasMore: false })
    expect((await ask('yesterday')).status).toBe(400)
  })
})

describe('deleting accounts', () => {
  it('needs confirmation where grants are lost, then revokes and deletes; the last account takes the member along', async () => {
    const { id, memberId } = await mine()
    await grant(id, (await makeProduct(db())).id, 0, 10)
    const { preview, done } = await confirm(server(), keeper, removeAccounts, { ids: [id] })
    expect(preview?.text).toContain('取消 1 项授权')
    expect(done.code).toBe(200)
    expect(await keeper.call(getAccount, { id })).toMatchObject({ code: 20404 })
    expect((await memberOf(memberId)).deletedAt).not.toBeNull()
    const live = (await db().select().from(grants).where(eq(grants.accountId, id))).filter((each) => !each.revokedAt)
    expect(live).toEqual([])
    const ledger = await db().select().from(grantChanges).where(eq(grantChanges.accountId, id))
    expect(ledger.map(({ action }) => action)).toEqual(['grant', 'revoke'])
  })

  it('603 for a main account with sub-accounts; 20404 for accounts of two sub-products', async () => {
    const { id, memberId } = await mine({ subQuota: 1 })
    const sub = await makeMember(db(), { ownerId: keeper.id, mainId: memberId })
    await mine({ memberId: sub.id })
    expect(await keeper.call(removeAccounts, { ids: [id] })).toMatchObject({
      code: 603,
      data: [{ id, by: [{ kind: '子账号', count: 1 }] }],
    })
    const elsewhere = await makeAccount(db(), 'app', { ownerId: keeper.id })
    const free = await mine()
    expect(await keeper.call(removeAccounts, { ids: [free.id, elsewhere.id] })).toMatchObject({ code: 20404 })
  })

  it('reopens a deleted account in the same row', async () => {
    const { id, memberId } = await mine()
    await makeAccount(db(), 'app', { memberId })
    await db()
      .update(memberAccounts)
      .set({ deletedAt: new Date().toISOString(), status: 'disabled' })
      .where(eq(memberAccounts.id, id))
    const { data } = await keeper.call(addAccount, { subProduct: 'bigData', memberId, modules: [], subQuota: 0 })
    expect(data.id).toBe(id)
    expect((await rowOf(id)).status).toBe('enabled')
  })
})
