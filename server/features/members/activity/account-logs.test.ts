// Logs of accounts over HTTP: reported with a key, read within rights, scope and a range of days.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiScope } from '#contract/access.ts'
import {
  exportAccountLogs,
  getAccountLog,
  getLoggedAccount,
  queryAccountLogs,
  sendAccountLogs,
} from '#contract/members/account-logs.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { accountLogs } from '#server/db/schema/members/account-logs.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { makeAccount, makeEnterprise, makeLogs, makeMember, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'logs-')) })
const db = () => server().database.db

const makeKey = (scopes: readonly ApiScope[] = ['accountLogs']) =>
  db().transaction((tx) => createApiKey(tx, { name: '大数据', scopes, dailyQuota: 1_000 }))

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

let count = 0
let member: { id: string; loginName: string }
let account: { id: string; subProduct: 'bigData' }
beforeEach(async () => {
  member = await makeMember(db(), { loginName: `Logged.${++count}` })
  account = { ...(await makeAccount(db(), 'bigData', { memberId: member.id })), subProduct: 'bigData' }
})

describe('POST /api/open/accountLogs', () => {
  let key: string
  beforeAll(async () => {
    key = (await makeKey()).key
  })

  const row = (changes: object = {}) => ({
    loginName: member.loginName,
    subProduct: 'bigData',
    kind: 'view',
    at: ago(10),
    ...changes,
  })
  const post = (rows: object[], more: Record<string, string> = {}, by = key) =>
    server().send('POST', sendAccountLogs.path, { rows }, { headers: { 'x-api-key': by, ...more } })
  const stored = () => db().select().from(accountLogs).where(eq(accountLogs.accountId, account.id))
  const seen = async () => {
    const [found] = await db()
      .select({ member: members.lastSeenAt, account: memberAccounts.lastSeenAt })
      .from(memberAccounts)
      .innerJoin(members, eq(members.id, memberAccounts.memberId))
      .where(eq(memberAccounts.id, account.id))
    return { member: Date.parse(found?.member ?? ''), account: Date.parse(found?.account ?? '') }
  }

  it('stores what a sub-product reports, whatever the case of the login, and records the batch', async () => {
    const full = {
      kind: 'download',
      module: ' 价格 ',
      detail: '沥青日报.xlsx',
      address: '10.1.2.3',
      device: 'Chrome / Windows',
      seconds: 40,
    }
    expect(await post([row({ loginName: member.loginName.toUpperCase(), ...full }), row()])).toMatchObject({
      code: 200,
      data: { stored: 2, refused: [] },
    })
    expect(await stored()).toMatchObject([
      { ...full, module: '价格', subProduct: 'bigData' },
      { kind: 'view', module: '', detail: '', seconds: null },
    ])
    const { rows } = await server().database.pool.query(
      "select actor_name, after from audit_log where action = 'accountLog.receive' order by id desc limit 1",
    )
    expect(rows).toEqual([{ actor_name: '大数据', after: { stored: 2, refused: 0 } }])
  })

  it('returns the index and reason of each row that it refuses, and stores the rest', async () => {
    const reply = await post([
      row({ loginName: 'nobody.here' }),
      row(),
      row({ subProduct: 'app' }),
      row({ at: ago(-60) }),
      row({ at: '2020-01-01T00:00:00+08:00' }),
    ])
    expect(reply.data).toEqual({
      stored: 1,
      refused: [
        { index: 0, loginName: 'nobody.here', reason: '没有这个登录名' },
        { index: 2, loginName: member.loginName, reason: '该会员没有开通此子产品' },
        { index: 3, loginName: member.loginName, reason: '时间晚于当前时间' },
        { index: 4, loginName: member.loginName, reason: '时间早于 390 天前' },
      ],
    })
    expect(await stored()).toHaveLength(1)
  })

  it('refuses rows of a deleted member and of a deleted account', async () => {
    await db()
      .update(memberAccounts)
      .set({ deletedAt: ago(0) })
      .where(eq(memberAccounts.id, account.id))
    expect((await post([row()])).data).toMatchObject({ stored: 0, refused: [{ reason: '该会员没有开通此子产品' }] })
    await db()
      .update(members)
      .set({ deletedAt: ago(0) })
      .where(eq(members.id, member.id))
    expect((await post([row()])).data).toMatchObject({ stored: 0, refused: [{ reason: '没有这个登录名' }] })
  })

  it('updates when member and account were last seen, only forwards, and not for a failed sign-in', async () => {
    const at = ago(30)
    await post([row({ at: ago(40) }), row({ at }), row({ at: ago(5), kind: 'failed' })])
    expect(await seen()).toEqual({ member: Date.parse(at), account: Date.parse(at) })
    await post([row({ at: ago(90) })])
    expect(await seen()).toEqual({ member: Date.parse(at), account: Date.parse(at) })
  })

  it('stores concurrent batches about the same accounts, and keeps the latest time', async () => {
    const moments = Array.from({ length: 8 }, (_, n) => ago(60 - n))
    const replies = await Promise.all(moments.map((at) => post([row({ at })])))
    expect(replies.map(({ code }) => code)).toEqual(moments.map(() => 200))
    expect((await seen()).account).toBe(Date.parse(moments.at(-1) ?? ''))
  })

  it('stores a repeated batch once with its Idempotency-Key', async () => {
    const rows = [row(), row({ loginName: 'nobody.here' })]
    const again = { 'idempotency-key': `batch-${member.loginName}` }
    const first = await post(rows, again)
    expect(first.data).toMatchObject({ stored: 1, refused: [{ index: 1 }] })
    expect((await post(rows, again)).data).toEqual(first.data)
    expect(await stored()).toHaveLength(1)
    expect(await post([row({ kind: 'search' })], again)).toMatchObject({ code: 422 })
  })

  it('accepts up to 500 rows in a batch', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => row({ at: ago(n + 1) }))
    expect((await post(rows)).data).toEqual({ stored: 500, refused: [] })
    expect(await post([...rows, row()])).toMatchObject({ status: 400, msg: '日志最多500项' })
  })

  it.each([
    [{ kind: 'jump' }, 'rows.0.kind', '类型不在可选范围内'],
    [{ subProduct: 'gold' }, 'rows.0.subProduct', '子产品不在可选范围内'],
    [{ loginName: ' ' }, 'rows.0.loginName', '请输入登录名'],
    [{ at: '2026-11-20 10:00' }, 'rows.0.at', '时间应为带时区的 ISO 8601 时间'],
    [{ detail: '长'.repeat(501) }, 'rows.0.detail', '内容最多500个字符'],
    [{ address: '1'.repeat(65) }, 'rows.0.address', 'IP 地址最多64个字符'],
    [{ seconds: -1 }, 'rows.0.seconds', '停留秒数不能小于0'],
    [{ accountId: '1' }, 'rows.0.accountId', '不支持的字段 accountId'],
  ])('§9 refuses %j', async (changes, field, message) => {
    expect(await post([row(changes)])).toMatchObject({ status: 400, data: { fields: [{ field, message }] } })
  })

  it('refuses an empty batch, a key without the scope, and people', async () => {
    expect((await post([])).status).toBe(400)
    const other = await makeKey(['registrations'])
    expect(await post([row()], {}, other.key)).toMatchObject({ status: 403, code: 403 })
    const admin = await server().as('administrator')
    expect(await admin.call(sendAccountLogs, { rows: [] })).toMatchObject({ status: 401 })
    expect(await stored()).toEqual([])
  })
})

describe('POST /api/backend/member/accountLog/…', () => {
  let reader: Person
  let seller: Person
  let owner: { id: string }
  let mine: { id: string; memberId: string; subProduct: 'bigData' }

  beforeAll(async () => {
    const { as, database } = server()
    const rights = ['bigData.accountLog.view', 'bigData.accountLog.details', 'bigData.accountLog.exportBtn']
    reader = await as('administrator')
    seller = await as((await makeRole(database.db, ...rights)).code)
    owner = await makeUser(database.db, { saleParentId: seller.id })
    const enterprise = await makeEnterprise(database.db, { name: '北仑沥青', ownerId: owner.id })
    const { id } = await makeMember(database.db, {
      enterpriseId: enterprise.id,
      ownerId: owner.id,
      loginName: 'beilun.wang',
      realName: '王北仑',
      mobile: '13812345678',
    })
    mine = { ...(await makeAccount(database.db, 'bigData', { memberId: id })), subProduct: 'bigData' }
    await makeLogs(database.db, mine, [
      { at: ago(3), kind: 'signIn', module: '首页', address: '10.9.0.1', device: 'Chrome / Windows' },
      { at: ago(2), kind: 'view', module: '价格行情', detail: '沥青', address: '10.9.0.1', seconds: 12 },
      {
        at: ago(1),
        kind: 'download',
        module: '数据下载',
        detail: '100%',
        address: '10.9.0.2',
        device: 'Safari / iPhone',
      },
      { at: ago(60 * 24 * 9), kind: 'search', module: '资讯' },
    ])
  })

  const kinds = async (query: object = {}, by = seller) =>
    (await by.call(queryAccountLogs, { subProduct: 'bigData', accountId: mine.id, ...query })).data.records.map(
      ({ kind }) => kind,
    )
  const day = (daysAgo: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() - daysAgo * 86_400_000)

  it('§6 lists the last seven days of one’s own customers and of those of subordinates, newest first', async () => {
    const { data } = await seller.call(queryAccountLogs, { subProduct: 'bigData' })
    expect(data.total).toBe(3)
    expect(data.records[0]).toMatchObject({
      accountId: mine.id,
      loginName: 'beilun.wang',
      realName: '王北仑',
      enterprise: '北仑沥青',
      kind: 'download',
      detail: '100%',
      seconds: null,
      at: expect.stringMatching(/\+08:00$/),
    })
    expect(await kinds()).toEqual(['download', 'view', 'signIn'])
    expect(await kinds({ ascs: ['at'], size: 2 })).toEqual(['signIn', 'view'])
  })

  it.each([
    [{ from: day(10) }, 4],
    [{ from: day(10), to: day(8) }, 1],
    [{ kind: 'view' }, 1],
    [{ module: '价格' }, 1],
    [{ address: '10.9.0.2' }, 1],
    [{ device: 'iphone' }, 1],
    [{ loginName: 'BEILUN' }, 3],
    [{ realName: '北仑' }, 3],
    [{ enterprise: '沥青' }, 3],
    [{ enterprise: '%' }, 0],
  ] as const)('§7 filters by %j', async (query, many) => {
    expect(await kinds(query)).toHaveLength(many)
    expect(await kinds(query, reader)).toHaveLength(many)
  })

  it('§6 shows customers of somebody else to administrators only', async () => {
    const stranger = await server().as(
      (await makeRole(db(), 'bigData.accountLog.view', 'bigData.accountLog.details')).code,
    )
    expect(await kinds({}, stranger)).toEqual([])
    const [log] = (await seller.call(queryAccountLogs, { subProduct: 'bigData' })).data.records
    const place = { id: log?.id ?? '', at: log?.at ?? '' }
    expect(await stranger.call(getAccountLog, place)).toMatchObject({ status: 404, code: 20404 })
    expect(await stranger.call(getLoggedAccount, { accountId: mine.id })).toMatchObject({ status: 404, code: 20404 })
    expect((await reader.call(getAccountLog, place)).code).toBe(200)
  })

  it('§6 needs the right on that sub-product, also for single rows', async () => {
    expect(await seller.call(queryAccountLogs, { subProduct: 'app' })).toMatchObject({ status: 403, code: 403 })
    const app = { ...(await makeAccount(db(), 'app', { ownerId: seller.id })), subProduct: 'app' as const }
    await makeLogs(db(), app, [{}])
    expect(await seller.call(getLoggedAccount, { accountId: app.id })).toMatchObject({ status: 403 })
    const { records } = (await reader.call(queryAccountLogs, { subProduct: 'app', accountId: app.id })).data
    const place = { id: records[0]?.id ?? '', at: records[0]?.at ?? '' }
    expect(await seller.call(getAccountLog, place)).toMatchObject({ status: 403 })
    const viewer = await server().as((await makeRole(db(), 'bigData.accountLog.view')).code)
    expect((await viewer.call(queryAccountLogs, { subProduct: 'bigData' })).code).toBe(200)
    const own = (await reader.call(queryAccountLogs, { subProduct: 'bigData', accountId: mine.id })).data.records[0]
    expect(await viewer.call(getAccountLog, { id: own?.id ?? '', at: own?.at ?? '' })).toMatchObject({ status: 403 })
  })

  it('§6 details: who it was, the number masked, and what was done right before and after', async () => {
    const { records } = (await seller.call(queryAccountLogs, { subProduct: 'bigData', kind: 'view' })).data
    const { id = '', at = '' } = records[0] ?? {}
    const { data } = await seller.call(getAccountLog, { id, at })
    expect(data).toMatchObject({ row: { id, at, module: '价格行情' }, mobile: '138****5678', lastSeenAt: null })
    expect(data.near.map(({ kind }) => kind)).toEqual(['download', 'view', 'signIn'])
    expect(await seller.call(getAccountLog, { id, at: ago(0) })).toMatchObject({ status: 404, code: 20404 })
    expect((await seller.call(getLoggedAccount, { accountId: mine.id })).data).toEqual({
      accountId: mine.id,
      loginName: 'beilun.wang',
      realName: '王北仑',
      enterprise: '北仑沥青',
    })
  })

  it.each([
    [{ from: '2026-01-01', to: '2026-06-01' }, '查询范围最多 92 天'],
    [{ from: '2026-06-02', to: '2026-06-01' }, '开始日期不能晚于结束日期'],
    [{ subProduct: undefined }, '子产品不能为空'],
    [{ kind: 'jump' }, '类型不在可选范围内'],
    [{ descs: ['device'] }, '排序不在可选范围内'],
  ])('§9 refuses %j', async (query, msg) => {
    const input = { subProduct: 'bigData', ...query }
    const reply = await server().send('POST', queryAccountLogs.path, input, { token: seller.token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })

  it('§6 exportBtn: exports what the list finds, in scope, of that sub-product only', async () => {
    const other = { ...(await makeAccount(db(), 'bigData')), subProduct: 'bigData' as const }
    await makeLogs(db(), other, [{ detail: '别人的' }])
    const input = {
      query: { subProduct: 'bigData' as const, from: day(10) },
      columns: ['loginName', 'kind', 'detail', 'seconds'],
      format: 'csv' as const,
      reason: '客户回访',
    }
    const { data } = await seller.call(exportAccountLogs, input)
    const { state, fileUrl } = await endOf(seller, data.jobId)
    expect(state).toBe('done')
    const rows = await cellsOf(await download(server(), fileUrl))
    expect(rows.slice(1, -1)).toEqual([
      ['beilun.wang', '下载', '100%'],
      ['beilun.wang', '浏览', '沥青', '12'],
      ['beilun.wang', '登录'],
      ['beilun.wang', '搜索'],
    ])
    expect(await seller.call(exportAccountLogs, { ...input, query: { subProduct: 'app' } })).toMatchObject({
      status: 403,
    })
    const viewer = await server().as((await makeRole(db(), 'bigData.accountLog.view')).code)
    expect(await viewer.call(exportAccountLogs, input)).toMatchObject({ status: 403 })
  })
})
