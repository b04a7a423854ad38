// The ledger of grants over HTTP: by sub-product, of partners' members, by act; filtered, in scope, exported.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import {
  exportGrantActs,
  getLedgerAccount,
  grantLedger,
  partnerLedgers,
  queryActChanges,
  queryGrantActs,
} from '#contract/members/grant-changes.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { databaseToday } from '#server/core/clock.ts'
import { members } from '#server/db/schema/members/members.ts'
import { partnerMembers, partners } from '#server/db/schema/members/partners.ts'
import { makeAccount, makeEnterprise, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'
import { type GrantAct, giveGrants, type RequestedGrant, revokeGrants } from './grants.acts.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'ledger-')) })
let admin: Person
let seller: Person
let now: string
let mine: string
let foreign: string

const db = () => server().database.db
const rights = [
  ...['view', 'details', 'exportBtn'].map((alias) => `bigData.grantChange.${alias}`),
  ...['view', 'details', 'exportBtn'].map((alias) => `bigData.systemGrantChange.${alias}`),
  ...['view', 'details', 'exportBtn'].map((alias) => `embed.grantChangeBigData.${alias}`),
]

async function account(loginName: string, ownerId: string | null, subProduct: SubProductKey = 'bigData') {
  const enterprise = await makeEnterprise(db(), { name: `${loginName}公司`, ownerId })
  const member = await makeMember(db(), { loginName, realName: `名${loginName}`, ownerId, enterpriseId: enterprise.id })
  return makeAccount(db(), subProduct, { memberId: member.id })
}

async function give(accountId: string, changes: Partial<RequestedGrant> = {}, act: Partial<GrantAct> = {}) {
  const grant: RequestedGrant = {
    accountId,
    productId: null,
    kind: 'trial',
    startsOn: now,
    endsOn: addDays(now, 14),
    quota: null,
    ...changes,
  }
  const by = { id: admin.id, name: admin.userName, address: '', requestId: 'test' }
  return db().transaction((tx) => giveGrants(tx, by, { via: 'single', reason: '试用', ...act }, [grant]))
}

beforeAll(async () => {
  admin = await server().as('administrator', { realName: '账本管理员' })
  seller = await server().as((await makeRole(db(), ...rights)).code)
  now = await databaseToday(db())
  const productId = (await makeProduct(db(), { name: '账本原油' })).id
  mine = (await account('ledger.mine', seller.id)).id
  foreign = (await account('ledger.foreign', admin.id)).id
  await give(mine, { productId })
  await give(mine, { productId, kind: 'formal', endsOn: addDays(now, 364) }, { reason: '签约' })
  await give(foreign, {}, { via: 'batch', reason: '展会' })
  await give((await account('ledger.app', seller.id, 'app')).id)
})

const names = async (query: object = {}, person = admin) =>
  (await person.call(grantLedger.list, { subProduct: 'bigData', ...query })).data.records.map((row) => row.loginName)

describe('POST /api/backend/member/grantChange/page', () => {
  it('lists changes newest first, with states before and after and the real name of the actor', async () => {
    const { data } = await admin.call(grantLedger.list, { subProduct: 'bigData' })
    expect(data.records.map(({ loginName, action }) => [loginName, action])).toEqual([
      ['ledger.foreign', 'grant'],
      ['ledger.mine', 'extend'],
      ['ledger.mine', 'grant'],
    ])
    expect(data.records[1]).toMatchObject({
      productName: '账本原油',
      reason: '签约',
      via: 'single',
      actorName: '账本管理员',
      before: { kind: 'trial', endsOn: addDays(now, 14) },
      after: { kind: 'formal', endsOn: addDays(now, 364) },
    })
  })

  it.each<[object, number]>([
    [{ member: 'MINE' }, 2],
    [{ member: '名ledger.f' }, 1],
    [{ enterprise: 'foreign公司' }, 1],
    [{ product: '原油' }, 2],
    [{ action: 'extend' }, 1],
    [{ kind: 'formal' }, 1],
    [{ via: 'batch' }, 1],
    [{ actor: '没有这个人' }, 0],
    [{ actor: '账本管理' }, 3],
    [{ actor: 'PERSON' }, 3],
    [{ from: '2000-01-01', to: '2199-01-01' }, 3],
    [{ to: '2000-01-01' }, 0],
  ])('finds by %j', async (query, count) => {
    expect(await names(query)).toHaveLength(count)
  })

  it('filters by days, both included', async () => {
    expect(await names({ from: now, to: now })).toHaveLength(3)
    expect(await names({ from: addDays(now, 1) })).toHaveLength(0)
    expect(await names({ to: addDays(now, -1) })).toHaveLength(0)
  })

  it('filters by account, pages and sorts by time', async () => {
    expect(await names({ accountId: mine })).toEqual(['ledger.mine', 'ledger.mine'])
    expect(await names({ ascs: ['at'], size: 1, current: 3 })).toEqual(['ledger.foreign'])
  })

  it('§6 is limited to the sub-products on which the right is held, and to sales scope', async () => {
    expect(await names({}, seller)).toEqual(['ledger.mine', 'ledger.mine'])
    expect(await names({ actor: '账本管理员' }, seller)).toEqual(['ledger.mine', 'ledger.mine'])
    expect(await names({ accountId: foreign }, seller)).toEqual([])
    expect(await seller.call(grantLedger.list, { subProduct: 'app' })).toMatchObject({ status: 403, code: 403 })
  })

  it.each([
    [{ from: '2026-02-02', to: '2026-02-01' }, '开始日期不能晚于结束日期'],
    [{ ascs: ['id'] }, '排序不在可选范围内'],
  ])('§9 refuses %j', async (query, msg) => {
    const body = { subProduct: 'bigData', ...query }
    expect(await server().send('POST', grantLedger.list.path, body, { token: admin.token })).toMatchObject({
      status: 400,
      msg,
    })
  })
})

describe('POST /api/backend/member/grantChange/get', () => {
  const idOf = async (loginName: string) => {
    const { data } = await admin.call(grantLedger.list, { subProduct: 'bigData', member: loginName })
    return data.records[0]?.id ?? ''
  }

  it('shows the history of that grant', async () => {
    const { data } = await seller.call(grantLedger.details, { id: await idOf('ledger.mine') })
    expect(data).toMatchObject({ change: { action: 'extend' }, actChanges: 1 })
    expect(data.history.map(({ action }) => action)).toEqual(['extend', 'grant'])
  })

  it('§6 does not find changes out of scope, and refuses without the right', async () => {
    const id = await idOf('ledger.foreign')
    expect(await seller.call(grantLedger.details, { id })).toMatchObject({ status: 404, code: 20404 })
    const viewer = await server().as((await makeRole(db(), 'bigData.grantChange.view')).code)
    expect(await viewer.call(grantLedger.details, { id })).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/member/grantChange/account', () => {
  it('names the filtered account to those who may see ledger and member', async () => {
    const named = { loginName: 'ledger.mine', realName: '名ledger.mine', enterprise: 'ledger.mine公司' }
    const viewer = await server().as((await makeRole(db(), 'bigData.grantChange.view')).code)
    expect((await seller.call(getLedgerAccount, { accountId: mine })).data).toEqual({ accountId: mine, ...named })
    expect(await viewer.call(getLedgerAccount, { accountId: mine })).toMatchObject({ status: 404, code: 20404 })
    expect(await seller.call(getLedgerAccount, { accountId: foreign })).toMatchObject({ status: 404, code: 20404 })
    const elsewhere = await account('ledger.elsewhere', seller.id, 'app')
    expect(await seller.call(getLedgerAccount, { accountId: elsewhere.id })).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/member/grantAct/page', () => {
  it('lists acts of all sub-products with the number of changes', async () => {
    const { data } = await admin.call(queryGrantActs, {})
    expect(data.records.map(({ via, changes, subProducts }) => [via, changes, subProducts])).toEqual([
      ['single', 1, ['app']],
      ['batch', 1, ['bigData']],
      ['single', 1, ['bigData']],
      ['single', 1, ['bigData']],
    ])
    const count = async (query: object) => (await admin.call(queryGrantActs, query)).data.total
    expect(await count({ subProduct: 'app' })).toBe(1)
    expect(await count({ reason: '展' })).toBe(1)
    expect(await count({ via: 'single', actor: admin.userName })).toBe(3)
    expect(await count({ via: 'single', actor: '账本管理员' })).toBe(3)
    expect(new Set(data.records.map(({ actorName }) => actorName))).toEqual(new Set(['账本管理员']))
  })

  it('counts and opens only changes in sales scope', async () => {
    const by = { id: admin.id, name: admin.userName, address: '', requestId: 'test' }
    const act = { via: 'batch', reason: '两家' } as const
    await db().transaction((tx) => revokeGrants(tx, by, act, [mine, foreign]))
    const [seen] = (await seller.call(queryGrantActs, { reason: '两家' })).data.records
    expect(seen).toMatchObject({ changes: 1, accounts: 1 })
    const rows = await seller.call(queryActChanges, { actId: seen?.id ?? '' })
    expect(rows.data.records.map(({ loginName, action }) => [loginName, action])).toEqual([['ledger.mine', 'revoke']])
    expect((await admin.call(queryActChanges, { actId: seen?.id ?? '' })).data.total).toBe(2)
    // the details of a change count only the changes in scope, too
    const id = rows.data.records[0]?.id ?? ''
    expect((await seller.call(grantLedger.details, { id })).data.actChanges).toBe(1)
    expect((await admin.call(grantLedger.details, { id })).data.actChanges).toBe(2)
    expect((await seller.call(queryGrantActs, { reason: '展会' })).data.total).toBe(0)
  })

  it('§6 refuses without the right', async () => {
    const other = await server().as((await makeRole(db(), 'bigData.grantChange.view')).code)
    expect(await other.call(queryGrantActs, {})).toMatchObject({ status: 403 })
    expect(await other.call(queryActChanges, { actId: '1' })).toMatchObject({ status: 403 })
  })
})

describe('ledgers of partners’ members', () => {
  it('list only those members, in their sub-products, within sales scope', async () => {
    const [partner] = await db().insert(partners).values({ name: '嵌入伙伴', code: 'embedded' }).returning()
    const partnerId = partner?.id ?? ''
    const join = async (ownerId: string, loginName: string, subProduct: SubProductKey) => {
      const made = await account(loginName, ownerId, subProduct)
      await db().insert(partnerMembers).values({ memberId: made.memberId, partnerId })
      await give(made.id)
    }
    await join(seller.id, 'partner.mine', 'bigDataChinese')
    await join(admin.id, 'partner.foreign', 'bigData')
    await join(seller.id, 'partner.web', 'officialWebsite')
    const { grantChangeBigData: big, grantChangeOfficialWebsite: web } = partnerLedgers
    const seen = async (person: Person, query = {}) =>
      (await person.call(big.list, query)).data.records.map(({ loginName, partnerName }) => [loginName, partnerName])
    expect(await seen(admin)).toEqual([
      ['partner.foreign', '嵌入伙伴'],
      ['partner.mine', '嵌入伙伴'],
    ])
    expect(await seen(seller, { partner: '嵌入' })).toEqual([['partner.mine', '嵌入伙伴']])
    expect((await admin.call(web.list, {})).data.records.map(({ loginName }) => loginName)).toEqual(['partner.web'])
    expect(await seller.call(web.list, {})).toMatchObject({ status: 403 })
    const [change] = (await admin.call(big.list, { member: 'partner.foreign' })).data.records
    const id = change?.id ?? ''
    expect(await admin.call(big.details, { id })).toMatchObject({ data: { change: { partnerName: '嵌入伙伴' } } })
    expect(await seller.call(big.details, { id })).toMatchObject({ code: 20404 })
    expect(await admin.call(web.details, { id })).toMatchObject({ code: 20404 })
  })
})

describe('exports', () => {
  const common = { format: 'csv', reason: '核对' } as const

  it('§6 exportBtn: exports what the list finds, in sales scope, with states as text', async () => {
    const query = { subProduct: 'bigData', action: 'extend' } as const
    const columns = ['loginName', 'action', 'before', 'after']
    const { data } = await seller.call(grantLedger.exported, { ...common, query, columns })
    const { state, fileUrl } = await endOf(seller, data.jobId)
    expect(state).toBe('done')
    expect((await cellsOf(await download(server(), fileUrl))).slice(1, -1)).toEqual([
      ['ledger.mine', '延期', `试用 ${now} 至 ${addDays(now, 14)}`, `正式 ${now} 至 ${addDays(now, 364)}`],
    ])
    const app = { ...common, query: { subProduct: 'app' as const }, columns }
    expect(await seller.call(grantLedger.exported, app)).toMatchObject({ status: 403 })
  })

  it('exports acts likewise', async () => {
    const { data } = await admin.call(exportGrantActs, {
      ...common,
      query: { reason: '展会' },
      columns: ['via', 'changes'],
    })
    const { fileUrl } = await endOf(admin, data.jobId)
    expect((await cellsOf(await download(server(), fileUrl))).slice(1, -1)).toEqual([['批量授权', '1']])
  })
})

it('keeps the ledger of deleted members', async () => {
  const made = await account('ledger.gone', seller.id)
  await give(made.id)
  await db().update(members).set({ deletedAt: new Date().toISOString() }).where(eq(members.id, made.memberId))
  expect(await names({ member: 'ledger.gone' })).toEqual(['ledger.gone'])
})
