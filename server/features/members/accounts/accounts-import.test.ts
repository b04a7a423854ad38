// Accounts from a spreadsheet, over HTTP: the problems of rows, what is created of the others, and trials.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { accountImport } from '#contract/members/account-sheets.ts'
import { enterprises, memberAccounts, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { makeAccount, makeEnterprise, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'accounts-import-')) })
const header = '子产品,登录名,姓名,手机号码,邮箱,企业,归属人,试用天数,试用产品,备注'
const today = dayOf(Date.now())
let importer: Person
let other: Person

beforeAll(async () => {
  const { database, as } = server()
  const rights = ['bigData.accounts.leadingIn', 'bigData.accounts.empower', 'aiWeb.accounts.leadingIn']
  const role = await makeRole(database.db, ...rights)
  importer = await as(role.code)
  other = await as(role.code)
})

const db = () => server().database.db
let count = 0
type Cells = Partial<Record<'sub' | 'login' | 'mobile' | 'enterprise' | 'owner' | 'days' | 'products', string>>
function line(cells: Cells = {}): string {
  const n = String(++count)
  const { sub = '大数据', login = `brought.${n}`, mobile = `176${n.padStart(8, '0')}`, enterprise = '导入企业' } = cells
  const { owner = '', days = '', products = '' } = cells
  return [sub, login, '程远', mobile, '', enterprise, owner, days, products, ''].join(',')
}
const open = async (lines: string[], person = importer) => {
  const fileId = await bring(server(), person, [header, ...lines].join('\n'))
  return person.call(accountImport.open, { fileId, hasHeader: true })
}
const wrong = async (cells: Cells, person = importer) => {
  const { data } = await open([line(cells)], person)
  return data.records.flatMap(({ problems }) => problems.map(({ message }) => message))
}
const memberBy = async (loginName: string) =>
  (await db().select().from(members).where(eq(members.loginName, loginName)))[0]

describe('the import of accounts', () => {
  it('§6 offers only the sub-products that the person may import', async () => {
    const { data } = await importer.call(accountImport.template, {})
    const { sheets } = await readXlsx(Buffer.from(data.content, 'base64'))
    expect(sheets[0]?.rows[0]?.join(',')).toBe(header)
    const options = sheets[2]?.rows.flat() ?? []
    expect(options).toEqual(expect.arrayContaining(['大数据', 'AI 问答']))
    expect(options).not.toContain('官网')
    const none = await server().as((await makeRole(db(), 'bigData.accounts.view')).code)
    expect(await none.call(accountImport.template, {})).toMatchObject({ status: 403 })
  })

  it('§5 §6 reports the problems of each row', async () => {
    const taken = await makeAccount(db(), 'bigData', { ownerId: other.id })
    const [member] = await db().select().from(members).where(eq(members.id, taken.memberId))
    const foreign = await makeEnterprise(db(), { name: '他人企业', ownerId: other.id })
    await makeProduct(db(), { name: '试用品' })
    expect(await wrong({ sub: '官网' })).toEqual(['没有此子产品的导入权限'])
    expect(await wrong({ mobile: '1381' })).toEqual(['手机号码长度不为11位'])
    expect(await wrong({ login: member?.loginName ?? '' })).toEqual(['登录名已存在'])
    expect(await wrong({ mobile: member?.mobile ?? '' })).toEqual(['手机号码已被其他会员使用'])
    expect(await wrong({ enterprise: foreign.name })).toEqual(['企业已存在，不在您的权限范围内'])
    expect(await wrong({ owner: other.userName })).toEqual([`归属人“${other.userName}”不存在或不在您的权限范围内`])
    expect(await wrong({ days: '91' })).toEqual(expect.arrayContaining(['试用天数为1至90的整数']))
    expect(await wrong({ days: '7' })).toEqual(['请填写试用产品'])
    expect(await wrong({ days: '7', products: '没有的' })).toEqual(['产品“没有的”不存在'])
    expect(await wrong({ products: '试用品' })).toEqual(['填写了试用产品，请填写试用天数'])
    expect(await wrong({ sub: 'AI 问答', days: '7' })).toEqual(['没有此子产品的授权权限'])
    const twice = line()
    const { data } = await open([twice, twice])
    expect(data.wrongRows).toBe(1)
  })

  it('reopens a deleted account like a new one, without its old places, and grants nothing to a locked member', async () => {
    const known = await makeAccount(db(), 'bigData', { ownerId: importer.id, subQuota: 9, modules: ['report'] })
    await makeAccount(db(), 'app', { memberId: known.memberId })
    await db().update(memberAccounts).set({ deletedAt: sql`now()` }).where(eq(memberAccounts.id, known.id))
    const [member] = await db().select().from(members).where(eq(members.id, known.memberId))
    const [company] = await db()
      .select()
      .from(enterprises)
      .where(eq(enterprises.id, member?.enterpriseId ?? ''))
    await makeProduct(db(), { name: '重开品' })
    const there = { login: member?.loginName ?? '', mobile: member?.mobile ?? '', enterprise: company?.name ?? '' }
    await db().update(members).set({ locked: true }).where(eq(members.id, known.memberId))
    expect(await wrong({ ...there, days: '7', products: '重开品' })).toEqual(['会员已锁定，不能授权'])
    await db().update(members).set({ locked: false }).where(eq(members.id, known.memberId))
    const { data } = await open([line(there)])
    const { data: saved } = await importer.call(accountImport.save, { id: data.id, version: data.version, mode: 'all' })
    expect(await endOf(importer, saved.jobId)).toMatchObject({ state: 'done' })
    const [opened] = await db().select().from(memberAccounts).where(eq(memberAccounts.id, known.id))
    expect(opened).toMatchObject({ deletedAt: null, subQuota: 0, modules: [] })
  })

  it('creates enterprises once, members with their owner, accounts and trials; opens accounts for existing members', async () => {
    const known = await makeAccount(db(), 'app', { ownerId: importer.id })
    const [member] = await db().select().from(members).where(eq(members.id, known.memberId))
    await makeProduct(db(), { name: '沥青', code: 'ASPHALT' })
    const lines = [
      line({ login: 'made.one', enterprise: '同一企业' }),
      line({ login: 'made.two', enterprise: '同一企业', days: '7', products: '沥青、asphalt' }),
      line({ login: member?.loginName ?? '', mobile: member?.mobile ?? '', enterprise: '同一企业' }),
    ]
    const { data } = await open(lines)
    expect(data.wrongRows).toBe(0)
    const { data: saved } = await importer.call(accountImport.save, { id: data.id, version: data.version, mode: 'all' })
    const job = await endOf(importer, saved.jobId)
    expect(job).toMatchObject({ state: 'done' })
    const [one, two] = [await memberBy('made.one'), await memberBy('made.two')]
    expect(one).toMatchObject({ source: 'import', ownerId: importer.id })
    expect(one?.enterpriseId).toBe(two?.enterpriseId)
    expect(await db().select().from(enterprises).where(eq(enterprises.name, '同一企业'))).toMatchObject([
      { source: 'import', ownerId: importer.id },
    ])
    const [account] = await db()
      .select()
      .from(memberAccounts)
      .where(eq(memberAccounts.memberId, two?.id ?? ''))
    expect(account).toMatchObject({ grantKind: 'trial', startsOn: today, endsOn: addDays(today, 6) })
    expect(
      await db()
        .select()
        .from(ownerChanges)
        .where(eq(ownerChanges.targetId, one?.id ?? '')),
    ).toHaveLength(1)
    const opened = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, known.memberId))
    expect(opened.map(({ subProduct }) => subProduct).toSorted()).toEqual(['app', 'bigData'])
  })
})
