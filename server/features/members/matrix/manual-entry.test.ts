// Manual entry over HTTP: one account and a sheet; scope, checks, and existing members and enterprises found.
import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import {
  addEntry,
  editEntry,
  entryImports,
  exportEntries,
  queryEntries,
  removeEntry,
} from '#contract/members/manual-entry.ts'
import { storeFile } from '#server/core/files/files.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { grantActs, grants } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { confirm } from '#test/confirm.ts'
import { makeEnterprise, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { namesIn, productLookup } from './manual-entry.rules.ts'

const server = testServer()
const db = () => server().database.db
const subProduct = 'zhouzeyanjiu' as const
const today = dayOf(Date.now())
const soon = addDays(today, 60)
let analyst: Person
let other: Person
let reader: Person
let productId: string

beforeAll(async () => {
  const codes = (names: string[]) => names.map((alias) => `zhouzeyanjiu.manualEntry.${alias}`)
  const all = codes(['view', 'add', 'edit', 'delete', 'leadingIn', 'exportBtn'])
  const { code } = await makeRole(db(), ...all)
  analyst = await server().as(code, { realName: '录入人' })
  other = await server().as(code)
  reader = await server().as((await makeRole(db(), ...codes(['view']))).code)
  await db().update(products).set({ isShow: false })
  productId = (await makeProduct(db(), { name: '录入产品甲' })).id
  await makeProduct(db(), { name: '录入产品乙' })
})

let count = 0
const line = (changes: object = {}) => ({
  subProduct,
  enterprise: `录入企业${++count}`,
  realName: '王录入',
  mobile: `1370000${String(count).padStart(4, '0')}`,
  loginName: `entry.${count}`,
  productIds: [productId],
  kind: 'trial' as const,
  endsOn: soon,
  ...changes,
})
const live = (accountId: string) =>
  db()
    .select()
    .from(grants)
    .where(and(eq(grants.accountId, accountId), isNull(grants.revokedAt)))

describe('one account', () => {
  it('§6 is entered with enterprise, member and grants, all owned by the actor', async () => {
    const entry = line()
    const { id } = (await analyst.call(addEntry, entry)).data
    const [account] = await db().select().from(memberAccounts).where(eq(memberAccounts.id, id))
    const [member] = await db()
      .select()
      .from(members)
      .where(eq(members.id, account?.memberId ?? ''))
    const [enterprise] = await db().select().from(enterprises).where(eq(enterprises.name, entry.enterprise))
    expect(member).toMatchObject({ ownerId: analyst.id, enterpriseId: enterprise?.id, source: 'manual' })
    expect(enterprise?.ownerId).toBe(analyst.id)
    expect(account).toMatchObject({ subProduct, endsOn: soon, grantKind: 'trial' })
    expect(await live(id)).toMatchObject([{ productId, endsOn: soon, startsOn: today }])
    expect((await db().select().from(grantActs)).map(({ via }) => via)).toContain('entry')
    const listed = async (by: Person) =>
      (await by.call(queryEntries, { subProduct, loginName: entry.loginName })).data.records
    expect(await listed(analyst)).toMatchObject([{ id, products: 1, validity: 'active', enteredBy: '录入人' }])
    expect(await listed(other)).toEqual([])
  })

  it('§6 without products gets all visible ones, and an existing member is found', async () => {
    const entry = line()
    const { id } = (await analyst.call(addEntry, entry)).data
    const again = (await analyst.call(addEntry, { ...entry, productIds: [] })).data
    expect(again.id).toBe(id)
    expect(await live(id)).toHaveLength(2)
    const moved = await analyst.call(addEntry, { ...entry, mobile: '13799999999' })
    expect(moved).toMatchObject({ status: 400, msg: '与该登录名已有会员的手机号码不一致' })
    expect(await other.call(addEntry, entry)).toMatchObject({ status: 400, msg: '登录名已被其他会员使用' })
  })

  it('§6 reopens a deleted account, and grants nothing to a disabled one or a locked member', async () => {
    const entry = line()
    const { id } = (await analyst.call(addEntry, entry)).data
    const mine = eq(memberAccounts.id, id)
    const [account] = await db().update(memberAccounts).set({ status: 'disabled' }).where(mine).returning()
    expect(await analyst.call(addEntry, entry)).toMatchObject({ status: 400, msg: '账号已禁用，不能授权' })
    const [stored] = (await analyst.call(queryEntries, { subProduct, loginName: entry.loginName })).data.records
    const later = {
      id,
      version: stored?.version ?? 0,
      realName: '王录入',
      kind: 'trial',
      endsOn: addDays(soon, 9),
    } as const
    expect(await analyst.call(editEntry, later)).toMatchObject({ status: 409, msg: '账号已禁用，不能授权' })
    await db().update(memberAccounts).set({ status: 'enabled' }).where(mine)
    const member = eq(members.id, account?.memberId ?? '')
    await db().update(members).set({ locked: true }).where(member)
    expect(await analyst.call(addEntry, entry)).toMatchObject({ status: 400, msg: '会员已锁定，不能授权' })
    await db().update(members).set({ locked: false }).where(member)
    await db().update(grants).set({ revokedAt: '2026-01-05T00:00:00Z' }).where(eq(grants.accountId, id))
    await db().update(memberAccounts).set({ deletedAt: '2026-01-05T00:00:00Z' }).where(mine)
    expect(await analyst.call(addEntry, entry)).toMatchObject({ code: 200, data: { id } })
    expect(await live(id)).toHaveLength(1)
    expect((await db().select().from(memberAccounts).where(mine))[0]?.deletedAt).toBeNull()
  })

  it('refuses a sub-account, as its place would not be counted', async () => {
    const main = await makeMember(db(), { ownerId: analyst.id })
    const sub = await makeMember(db(), { ownerId: analyst.id, mainId: main.id, mobile: '13700990001' })
    const [company] = await db().select().from(enterprises).where(eq(enterprises.id, sub.enterpriseId))
    const input = line({ enterprise: company?.name, mobile: '13700990001', loginName: sub.loginName })
    expect(await analyst.call(addEntry, input)).toMatchObject({
      status: 400,
      msg: '该会员是子账号，请在子账号管理中开通',
    })
  })

  it('§5 reports what is invalid', async () => {
    const known = await makeMember(db(), { mobile: '13788888888' })
    const foreign = await makeEnterprise(db(), { ownerId: other.id })
    const refused = async (changes: object) => (await analyst.call(addEntry, line(changes))).msg
    expect(known.id).toBeTruthy()
    expect(await refused({ mobile: '13788888888' })).toBe('手机号码已被其他会员使用')
    expect(await refused({ mobile: '123' })).toBe('手机号码长度不为11位')
    expect(await refused({ enterprise: foreign.name })).toBe('该企业已有其他归属人，请联系管理员')
    const pooled = await makeEnterprise(db())
    expect(await refused({ enterprise: pooled.name })).toBe('该企业已存在，不在您的权限范围内')
    expect(await refused({ endsOn: addDays(today, -1) })).toBe('截止日期不能早于今天')
    expect(await refused({ productIds: ['999999'] })).toBe('部分产品已不存在，请重新选择')
    const hidden = await makeProduct(db(), { isShow: false })
    expect(await refused({ productIds: [hidden.id] })).toBe('部分产品已不存在，请重新选择')
    expect((await analyst.call(addEntry, line({ loginName: '张 三' }))).status).toBe(400)
  })

  it('§8 is edited by version and revoked; the account stays', async () => {
    const { id } = (await analyst.call(addEntry, line())).data
    const version = async () => (await db().select().from(memberAccounts).where(eq(memberAccounts.id, id)))[0]?.version
    const seen = (await version()) ?? 0
    const change = { id, version: seen, realName: '改名', kind: 'formal' as const, endsOn: addDays(today, 90) }
    expect((await analyst.call(editEntry, change)).code).toBe(200)
    expect(await live(id)).toMatchObject([{ kind: 'formal', endsOn: addDays(today, 90) }])
    const theirs = { realName: '改名', kind: 'formal', endsOn: addDays(today, 90) }
    expect(await analyst.call(editEntry, change)).toMatchObject({ code: 601, data: theirs })
    expect((await other.call(editEntry, change)).code).toBe(20404)
    expect((await other.call(removeEntry, { id })).code).toBe(20404)
    expect((await confirm(server(), analyst, removeEntry, { id })).done.code).toBe(200)
    expect(await live(id)).toEqual([])
    expect(await version()).toBeTruthy()
    expect((await analyst.call(removeEntry, { id })).code).toBe(20404)
  })

  it('§6 needs confirmation to shorten or end a formal grant, and changes nothing before', async () => {
    const entry = line()
    const { id } = (await analyst.call(addEntry, { ...entry, kind: 'formal', endsOn: addDays(today, 90) })).data
    const mine = eq(memberAccounts.id, id)
    const seen = async () => (await db().select().from(memberAccounts).where(mine))[0]?.version ?? 0
    const shorter = { id, realName: entry.realName, kind: 'formal' as const, endsOn: addDays(today, 9) }
    const { initial, done } = await confirm(server(), analyst, editEntry, { ...shorter, version: await seen() })
    expect(initial).toMatchObject({ code: 600, data: { preview: { groups: [{ title: '缩短正式授权', count: 1 }] } } })
    expect(JSON.stringify(initial.data)).toContain(`改为 ${today} 至 ${addDays(today, 9)}`)
    expect(done.code).toBe(200)
    const longer = { ...shorter, version: await seen(), endsOn: addDays(today, 30) }
    expect((await analyst.call(editEntry, longer)).code).toBe(200)
    const removal = await analyst.call(removeEntry, { id })
    expect(removal).toMatchObject({ code: 600, data: { preview: { groups: [{ title: '取消正式授权', count: 1 }] } } })
    expect(await live(id)).toMatchObject([{ kind: 'formal', endsOn: addDays(today, 30) }])
  })

  it('§6 refuses each act without its right', async () => {
    const { id } = (await analyst.call(addEntry, line())).data
    expect((await reader.call(addEntry, line())).status).toBe(403)
    const change = { id, version: 1, realName: '无', kind: 'trial' as const, endsOn: soon }
    expect((await reader.call(editEntry, change)).status).toBe(403)
    expect((await reader.call(removeEntry, { id })).status).toBe(403)
  })

  it('§2 is exported by a job, within the scope', async () => {
    const entry = line()
    await analyst.call(addEntry, entry)
    const body = {
      query: { subProduct, loginName: entry.loginName },
      columns: ['loginName' as const, 'endsOn' as const],
      format: 'csv' as const,
      reason: '核对',
    }
    const exported = async (by: Person) => {
      const { jobId } = (await by.call(exportEntries, body)).data
      const job = async () => (await db().select().from(jobRuns).where(eq(jobRuns.id, jobId)))[0]
      await expect.poll(async () => (await job())?.state).toBe('done')
      return (await job())?.message
    }
    expect(await exported(analyst)).toBe('共 1 行')
    expect(await exported(other)).toBe('共 0 行')
    expect((await reader.call(exportEntries, body)).status).toBe(403)
  })
})

describe('a sheet', () => {
  it('§2 is checked line by line, and saved without the invalid ones', async () => {
    const calls = entryImports.zhouzeyanjiu
    if (!calls) throw new Error('no import')
    const rows = [
      ['粘贴企业', '赵一', '13600000001', 'block.1', '全部', '试用', soon],
      ['粘贴企业', '钱二', '13600000002', 'block.2', '录入产品甲、录入产品乙', '正式', soon],
      ['粘贴企业', '孙三', '13600000002', 'block.3', '录入产品甲', '试用', soon],
      ['粘贴企业', '李四', '13600000004', 'block.4', '没有的产品', '试用', soon],
      ['粘贴企业', '周五', '13600000005', 'block.5', '录入产品甲', '永久', addDays(today, -3)],
    ]
    const source = Buffer.from(rows.map((row) => row.join(',')).join('\n'))
    const file = await db().transaction((tx) =>
      storeFile(tx, {
        core: server().server.core,
        name: '粘贴.csv',
        source,
        purpose: 'import' as const,
        ownerId: analyst.id,
      }),
    )
    const view = (await analyst.call(calls.open, { fileId: file.id, hasHeader: false })).data
    expect(view).toMatchObject({ rows: 5, wrongRows: 3 })
    const problems = view.records.flatMap(({ problems }) => problems.map(({ key, message }) => [key, message]))
    expect(problems).toEqual([
      ['mobile', '与第 2 行重复'],
      ['products', '产品“没有的产品”不存在或已隐藏'],
      ['kind', expect.any(String)],
      ['endsOn', '截止日期不能早于今天'],
    ])
    const all = { id: view.id, version: view.version, mode: 'all' as const }
    expect((await analyst.call(calls.save, all)).status).toBe(409)
    await analyst.call(calls.save, { ...all, mode: 'correct' })
    const listed = async () =>
      (await analyst.call(queryEntries, { subProduct, enterprise: '粘贴企业' })).data.records.map(
        ({ loginName, products: many, kind }) => [loginName, many, kind],
      )
    await expect.poll(async () => (await listed()).length).toBe(2)
    expect((await listed()).toSorted()).toEqual([
      ['block.1', 2, 'trial'],
      ['block.2', 2, 'formal'],
    ])
    expect((await reader.call(calls.open, { fileId: file.id, hasHeader: false })).status).toBe(403)
  })

  it('splits product names at any usual separator', () => {
    expect(namesIn('甲、乙，丙; 甲')).toEqual(['甲', '乙', '丙'])
    const find = productLookup([
      { id: '1', name: '甲' },
      { id: '2', name: '乙' },
      { id: '3', name: '乙' },
    ])
    expect(find('甲')).toEqual({ ids: ['1'] })
    expect(find('全部')).toEqual({ ids: ['1', '2', '3'] })
    expect(find('全部、甲')).toMatchObject({ problem: expect.any(String) })
    expect(find('乙')).toMatchObject({ problem: expect.stringContaining('多个') })
    expect(find(' ')).toMatchObject({ problem: '请填写产品' })
  })
})
