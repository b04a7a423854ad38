// Signals: detected in the logs by a job, owners notified once, handled and reopened over HTTP; and silent accounts.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getOwnMessages } from '#contract/live/messages.ts'
import {
  exportSignals,
  getSignal,
  handleSignals,
  querySignals,
  reopenSignals,
} from '#contract/members/account-signals.ts'
import type { Tx } from '#server/db/connection.ts'
import { accountSignals } from '#server/db/schema/members/account-logs.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { makeAccount, makeLogs, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'
import { signalsJob } from './account-signals.jobs.ts'
import { isSilent, openSignalKinds, openSignalsOf, silentAccounts } from './account-signals.queries.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'signals-')) })
const db = () => server().database.db
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const run = () => {
  const finish = async (_: Tx, outcome: object) => outcome
  return signalsJob.run({ core: server().server.core, finish } as unknown as Parameters<typeof signalsJob.run>[0])
}

let owner: Person
let count = 0
let account: { id: string; subProduct: 'bigData' }

beforeAll(async () => {
  owner = await server().as('customerService')
})
beforeEach(async () => {
  const member = await makeMember(db(), { ownerId: owner.id, loginName: `signal${++count}` })
  account = { ...(await makeAccount(db(), 'bigData', { memberId: member.id })), subProduct: 'bigData' }
})

const use = (overrides: {
  addresses?: number
  devices?: number
  hours?: number
  kind?: 'view' | 'failed'
  from?: number
}) => {
  const { addresses = 0, devices = 0, hours = 1, kind = 'view', from = 0 } = overrides
  const times = Math.max(addresses, devices)
  return makeLogs(
    db(),
    account,
    Array.from({ length: times }, (_, n) => ({
      kind,
      at: ago(hours + n / 100),
      address: n < addresses ? `10.0.0.${from + n}` : '',
      device: n < devices ? `device ${from + n}` : '',
    })),
  )
}
const signals = () =>
  db().select().from(accountSignals).where(eq(accountSignals.accountId, account.id)).orderBy(accountSignals.id)
const openIds = async () => (await signals()).flatMap(({ id, handledAt }) => (handledAt === null ? id : []))

describe('the job', () => {
  it.each([
    ['five addresses', { addresses: 5 }, ['addresses']],
    ['four devices', { devices: 4 }, ['devices']],
    ['both', { addresses: 6, devices: 4 }, ['addresses', 'devices']],
    ['four addresses and three devices', { addresses: 4, devices: 3 }, []],
    ['failed sign-ins', { addresses: 9, kind: 'failed' as const }, []],
    ['more than a day ago', { addresses: 9, hours: 24 }, []],
  ])('%s within 24 hours', async (_, used, kinds) => {
    await use(used)
    await run()
    expect((await signals()).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('counts the values, lists them, and keeps one open signal up to date', async () => {
    await use({ addresses: 5, hours: 3 })
    await run()
    await use({ addresses: 7, hours: 1, from: 3 })
    await run()
    await run()
    const found = await signals()
    expect(found).toHaveLength(1)
    expect(found[0]?.count).toBe(10)
    expect(found[0]?.samples).toHaveLength(10)
    expect(found[0]?.samples[0]).toBe('10.0.0.3')
    expect(Date.parse(found[0]?.toAt ?? '')).toBeGreaterThan(Date.parse(found[0]?.fromAt ?? ''))
  })

  it('notifies the owner once', async () => {
    await use({ addresses: 5 })
    await run()
    await run()
    const { data } = await owner.call(getOwnMessages)
    const notices = data.records.filter(({ content }) => content.includes(`signal${count}（大数据）多地登录`))
    expect(notices).toHaveLength(1)
  })

  it('counts only new logs once a signal was handled', async () => {
    await use({ addresses: 5 })
    await run()
    await owner.call(handleSignals, { ids: await openIds(), remark: '已电话核实' })
    await run()
    expect(await openIds()).toEqual([])
    await makeLogs(
      db(),
      account,
      Array.from({ length: 5 }, (_, n) => ({ address: `10.1.0.${n}` })),
    )
    await run()
    expect(await openIds()).toHaveLength(1)
    expect(await signals()).toHaveLength(2)
  })

  it('ignores deleted accounts', async () => {
    await use({ addresses: 5 })
    await db()
      .update(memberAccounts)
      .set({ deletedAt: ago(0) })
      .where(eq(memberAccounts.id, account.id))
    await run()
    expect(await signals()).toEqual([])
  })
})

describe('helpers for other lists', () => {
  it('say which signals of an account are open', async () => {
    await use({ addresses: 5, devices: 4 })
    await run()
    expect(await openSignalsOf(db(), [account.id, '999999'])).toEqual(new Map([[account.id, ['addresses', 'devices']]]))
    const one = db().select({ id: memberAccounts.id, kinds: openSignalKinds }).from(memberAccounts)
    expect(await one.where(eq(memberAccounts.id, account.id))).toEqual([
      { id: account.id, kinds: ['addresses', 'devices'] },
    ])
    await owner.call(handleSignals, { ids: await openIds(), remark: '同一公司' })
    expect(await openSignalsOf(db(), [account.id])).toEqual(new Map())
    expect(await openSignalsOf(db(), [])).toEqual(new Map())
  })

  it.each([
    ['not seen for 30 days', { lastSeenAt: ago(24 * 31) }, true],
    ['seen within them', { lastSeenAt: ago(24 * 29) }, false],
    ['opened lately and never seen', { openedAt: ago(24 * 3) }, false],
    ['never seen', { openedAt: ago(24 * 40) }, true],
    ['disabled', { lastSeenAt: ago(24 * 31), status: 'disabled' as const }, false],
    ['expired', { lastSeenAt: ago(24 * 31), endsOn: '2020-01-01' }, false],
    ['without a grant', { lastSeenAt: ago(24 * 31), startsOn: null, endsOn: null }, false],
    ['deleted', { lastSeenAt: ago(24 * 31), deletedAt: ago(1) }, false],
  ])('say whether an account is silent: %s', async (_, overrides, expected) => {
    await db()
      .update(memberAccounts)
      .set({ startsOn: '2020-01-01', endsOn: '2099-12-31', ...overrides })
      .where(eq(memberAccounts.id, account.id))
    const found = await db()
      .select({ id: memberAccounts.id })
      .from(memberAccounts)
      .where(and(eq(memberAccounts.id, account.id), isSilent(30)))
    expect(found).toHaveLength(expected ? 1 : 0)
    const criteria = { subProducts: ['bigData'] as const, days: 30, limit: 100 }
    const viewer = { id: owner.id, isAdministrator: false, roleCodes: [] }
    const listed = await silentAccounts(db(), viewer, criteria)
    expect(listed.some(({ accountId }) => accountId === account.id)).toBe(expected)
    const stranger = await server().as('sales')
    expect(await silentAccounts(db(), { ...viewer, id: stranger.id }, criteria)).toEqual([])
  })
})

describe('POST /api/backend/member/signal/…', () => {
  const mine = { loginName: '' }
  beforeEach(async () => {
    mine.loginName = `signal${count}`
    await use({ addresses: 5 })
    await run()
  })
  const listed = async (query: object = {}, by = owner) =>
    (await by.call(querySignals, { ...mine, ...query })).data.records

  it('§6 lists signals of one’s own customers; administrators see all', async () => {
    expect(await listed()).toMatchObject([
      {
        accountId: account.id,
        subProduct: 'bigData',
        loginName: mine.loginName,
        kind: 'addresses',
        count: 5,
        state: 'open',
        handledAt: null,
        remark: '',
      },
    ])
    expect(await listed({}, await server().as('sales'))).toEqual([])
    expect(await listed({}, await server().as('administrator'))).toHaveLength(1)
  })

  it('§7 filters and sorts', async () => {
    expect(await listed({ kind: 'devices' })).toEqual([])
    expect(await listed({ subProduct: 'app' })).toEqual([])
    expect(await listed({ state: 'handled' })).toEqual([])
    expect(await listed({ state: 'open', ownerId: owner.id, subProduct: 'bigData' })).toHaveLength(1)
    expect(await listed({ from: '2020-01-01', to: '2020-01-02' })).toEqual([])
    expect(await listed({ descs: ['count'] })).toHaveLength(1)
  })

  it('§6 details: every address with count and times, and earlier signals', async () => {
    const [id = ''] = await openIds()
    const { data } = await owner.call(getSignal, { id })
    expect(data.uses).toHaveLength(5)
    expect(data.uses[0]).toEqual({
      name: '10.0.0.0',
      acts: 1,
      firstAt: expect.stringMatching(/\+08:00$/),
      lastAt: expect.stringMatching(/\+08:00$/),
    })
    expect(data.earlier).toEqual([])
    expect(await (await server().as('sales')).call(getSignal, { id })).toMatchObject({ status: 404, code: 20404 })
  })

  it('§6 handles a signal with a remark, once, and reopens it', async () => {
    const ids = await openIds()
    expect((await owner.call(handleSignals, { ids, remark: ' 已电话核实 ' })).code).toBe(200)
    expect(await listed()).toMatchObject([
      { state: 'handled', remark: '已电话核实', handledByName: expect.any(String) },
    ])
    expect(await owner.call(handleSignals, { ids, remark: '再来' })).toMatchObject({
      code: 602,
      data: [{ ok: false, msg: '已由他人处理' }],
    })
    expect((await owner.call(reopenSignals, { ids })).code).toBe(200)
    expect(await listed()).toMatchObject([{ state: 'open', remark: '', handledByName: null }])
    expect(await owner.call(reopenSignals, { ids })).toMatchObject({ code: 602, data: [{ msg: '尚未处理' }] })
    const { rows } = await server().database.pool.query(
      "select action, before, after from audit_log where target_type = 'accountSignal' and target_id = $1 order by id",
      [ids[0]],
    )
    expect(rows).toEqual([
      { action: 'accountSignal.handle', before: null, after: { remark: '已电话核实' } },
      { action: 'accountSignal.reopen', before: { remark: '已电话核实' }, after: null },
    ])
  })

  it('does not reopen a signal where a new one of the same kind is open', async () => {
    const ids = await openIds()
    await owner.call(handleSignals, { ids, remark: '核实' })
    await db().execute(sql`insert into account_signals (account_id, kind, count, from_at, to_at)
      values (${account.id}, 'addresses', 6, now(), now())`)
    expect(await owner.call(reopenSignals, { ids })).toMatchObject({
      code: 602,
      data: [{ msg: '该账号已有新的未处理异常' }],
    })
    const [again = ''] = await openIds()
    expect((await owner.call(getSignal, { id: again })).data.earlier).toMatchObject([{ id: ids[0], remark: '核实' }])
  })

  it('§6 refuses out of scope, without the right, and bad input', async () => {
    const ids = await openIds()
    const stranger = await server().as('sales')
    expect(await stranger.call(handleSignals, { ids, remark: '好' })).toMatchObject({ status: 404, code: 20404 })
    const reader = await server().as((await makeRole(db(), 'accountSignals.view')).code)
    expect(await reader.call(handleSignals, { ids, remark: '好' })).toMatchObject({ status: 403 })
    expect(await reader.call(reopenSignals, { ids })).toMatchObject({ status: 403 })
    expect(await reader.call(getSignal, { id: ids[0] ?? '' })).toMatchObject({ status: 403 })
    expect(await owner.call(handleSignals, { ids, remark: ' ' })).toMatchObject({ status: 400, msg: '请输入处理说明' })
    const other = await server().as((await makeRole(db(), 'userList.view')).code)
    expect(await other.call(querySignals, {})).toMatchObject({ status: 403 })
  })

  it('§6 exportBtn: exports what the board finds, in scope', async () => {
    const input = {
      query: { ...mine },
      columns: ['loginName', 'kind', 'count', 'state'],
      format: 'csv' as const,
      reason: '周报',
    }
    const { data } = await owner.call(exportSignals, input)
    const { state, fileUrl } = await endOf(owner, data.jobId)
    expect(state).toBe('done')
    const rows = await cellsOf(await download(server(), fileUrl))
    expect(rows.slice(1, -1)).toEqual([[mine.loginName, '多地登录', '5', '未处理']])
    const seller = await server().as('sales')
    expect(await seller.call(exportSignals, input)).toMatchObject({ status: 403 })
  })
})
