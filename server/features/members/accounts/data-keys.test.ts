// Data keys, over HTTP: shown once, in scope, by right; calls counted once; valid only while account and grant are.
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { addAccount, removeAccounts } from '#contract/members/accounts.ts'
import {
  CALL_ROWS_MAX,
  checkDataKey,
  countDataCalls,
  createDataKey,
  DATA_KEYS_MAX,
  editDataKey,
  listDataKeys,
  readDataUsage,
  revokeDataKey,
} from '#contract/members/data-keys.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { databaseToday } from '#server/core/clock.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { dataKeys } from '#server/db/schema/members/partners.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveGrants, revokeGrants } from '../grants/grants.acts.ts'

const server = testServer()
const db = () => server().database.db
let keeper: Person
let reader: Person
let other: Person
let gateway: string
let accountId: string
let memberId: string
let day: string

beforeAll(async () => {
  const { code } = await makeRole(db(), 'apiData.accounts.view', 'apiData.accounts.edit')
  keeper = await server().as(code)
  other = await server().as(code)
  reader = await server().as((await makeRole(db(), 'apiData.accounts.view')).code, { saleParentId: null })
  gateway = (
    await db().transaction((tx) => createApiKey(tx, { name: '网关', scopes: ['dataCalls'], dailyQuota: 10_000 }))
  ).key
  day = await databaseToday(db())
})
beforeEach(async () => {
  const made = await makeAccount(db(), 'apiData', { ownerId: keeper.id })
  accountId = made.id
  memberId = made.memberId
})

const form = (changes: object = {}) => ({
  name: '生产环境',
  dataSets: ['priceDaily' as const, 'stock' as const],
  addresses: ['10.0.0.0/8'],
  dailyQuota: 1_000,
  endsOn: null,
  ...changes,
})
const create = async (changes: object = {}) => (await keeper.call(createDataKey, { accountId, ...form(changes) })).data
const list = async () => (await keeper.call(listDataKeys, { accountId })).data

describe('keys of an account', () => {
  it('are shown once: never again in a reply, in the audit log, nor stored', async () => {
    const { id, key } = await create()
    expect(key).toMatch(/^dk_[A-Za-z0-9_-]{43}$/)
    const rows = await list()
    expect(rows).toMatchObject([{ id, name: '生产环境', hint: key.slice(0, 10), callsToday: 0, revokedAt: null }])
    const { pool } = server().database
    const everywhere = [
      rows,
      (await keeper.call(readDataUsage, { accountId, days: 7 })).data,
      (await pool.query('select * from data_keys where id = $1', [id])).rows,
      (await pool.query('select * from audit_log')).rows,
      (await pool.query('select * from request_keys')).rows,
    ]
    expect(JSON.stringify(everywhere)).not.toContain(key.slice(12))
    expect(JSON.stringify(rows)).not.toContain(hashToken(key))
  })

  it('are revoked with the account: reopened, it has none of them', async () => {
    await makeAccount(db(), 'app', { memberId })
    const { id } = await create()
    const admin = await server().as('administrator')
    expect((await confirm(server(), admin, removeAccounts, { ids: [accountId] })).done.code).toBe(200)
    await admin.call(addAccount, { subProduct: 'apiData', memberId, modules: [], subQuota: 0 })
    expect(await list()).toMatchObject([{ id, revokedAt: expect.any(String) }])
  })

  it('are not returned again for the same Idempotency-Key', async () => {
    const send = () =>
      server().send(
        'POST',
        createDataKey.path,
        { accountId, ...form() },
        {
          token: keeper.token,
          headers: { 'idempotency-key': `create-${accountId}` },
        },
      )
    expect((await send()).code).toBe(200)
    expect((await send()).code).toBe(409)
    expect(await list()).toHaveLength(1)
  })

  it('§3 are edited by version and revoked for good', async () => {
    const { id } = await create()
    expect((await keeper.call(editDataKey, { id, version: 1, ...form({ dailyQuota: 50 }) })).code).toBe(200)
    const late = await keeper.call(editDataKey, { id, version: 1, ...form() })
    expect(late).toMatchObject({ code: 601, data: { version: 2, dailyQuota: 50 } })
    expect((await keeper.call(revokeDataKey, { id })).code).toBe(200)
    expect(await keeper.call(revokeDataKey, { id })).toMatchObject({ status: 409, msg: '密钥已吊销' })
    expect(await keeper.call(editDataKey, { id, version: 3, ...form() })).toMatchObject({ status: 409 })
    expect(await list()).toMatchObject([{ id, revokedAt: expect.any(String) }])
  })

  it('are limited to twenty in use', async () => {
    await db()
      .insert(dataKeys)
      .values(
        Array.from({ length: DATA_KEYS_MAX }, (_, at) => ({
          accountId,
          name: `k${at}`,
          keyHash: `${accountId}-${at}`,
          hint: 'dk_0000000',
          dailyQuota: 1,
        })),
      )
    expect(await keeper.call(createDataKey, { accountId, ...form() })).toMatchObject({
      status: 409,
      msg: '每个账号最多 20 个密钥，请先吊销不用的密钥',
    })
  })

  it.each([
    [{ dataSets: [] }, '请选择数据集'],
    [{ dataSets: ['gold'] }, '数据集不在可选范围内'],
    [{ addresses: ['10.0.0.0/40'] }, '允许的地址应为 IP 地址或网段，如 10.0.0.0/8'],
    [{ dailyQuota: 0 }, '每日调用上限不能小于1'],
    [{ endsOn: '2020-01-01' }, '截止日期不能早于今天'],
    [{ name: ' ' }, '请输入密钥名称'],
  ])('refuse %j', async (changes, msg) => {
    expect(await keeper.call(createDataKey, { accountId, ...form(changes) })).toMatchObject({ status: 400, msg })
  })

  it('§6 are made and revoked with edit, read with view, and only in sales scope', async () => {
    const { id } = await create()
    const refused = { status: 403, code: 403 }
    expect(await reader.call(createDataKey, { accountId, ...form() })).toMatchObject(refused)
    expect(await reader.call(revokeDataKey, { id })).toMatchObject(refused)
    expect(await reader.call(editDataKey, { id, version: 1, ...form() })).toMatchObject(refused)
    const none = { status: 404, code: 20404 }
    expect(await reader.call(listDataKeys, { accountId })).toMatchObject(none)
    expect(await other.call(listDataKeys, { accountId })).toMatchObject(none)
    expect(await other.call(readDataUsage, { accountId, days: 30 })).toMatchObject(none)
    expect(await other.call(createDataKey, { accountId, ...form() })).toMatchObject(none)
    expect(await other.call(editDataKey, { id, version: 1, ...form() })).toMatchObject(none)
    expect(await other.call(revokeDataKey, { id })).toMatchObject(none)
  })

  it('are not offered in a sub-product without keys', async () => {
    const admin = await server().as('administrator')
    const { id } = await makeAccount(db(), 'bigData')
    expect(await admin.call(listDataKeys, { accountId: id })).toMatchObject({ code: 20404 })
    expect(await admin.call(createDataKey, { accountId: id, ...form() })).toMatchObject({ code: 20404 })
    expect((await admin.call(listDataKeys, { accountId })).code).toBe(200)
  })
})

let reports = 0
const report = (rows: object[], key = `report-${++reports}`, by = gateway) =>
  server().send(
    'POST',
    countDataCalls.path,
    { rows },
    {
      headers: { 'x-api-key': by, ...(key && { 'idempotency-key': key }) },
    },
  )
const row = (key: string, changes: object = {}) => ({
  key,
  day,
  dataSet: 'priceDaily',
  calls: 10,
  refused: 1,
  ...changes,
})

describe('POST /api/open/dataCalls/count', () => {
  it('adds calls up by key, day and data set, each report once', async () => {
    const { id, key } = await create()
    const hash = hashToken(key)
    const rows = [row(hash), row(key.slice(0, 10), { calls: 5 }), row(hash, { dataSet: 'stock' }), row('0'.repeat(64))]
    expect((await report(rows, `report-once-${id}`)).data).toEqual({ taken: 3, unknown: [3] })
    expect((await report(rows, `report-once-${id}`)).data).toEqual({ taken: 3, unknown: [3] })
    expect((await report([row(hash, { day: addDays(day, -1), calls: 7 })])).code).toBe(200)
    const usage = (await keeper.call(readDataUsage, { accountId, keyId: id, days: 7 })).data
    expect(usage).toEqual({
      today: day,
      rows: [
        { day: addDays(day, -1), dataSet: 'priceDaily', calls: 7, refused: 1 },
        { day, dataSet: 'priceDaily', calls: 15, refused: 2 },
        { day, dataSet: 'stock', calls: 10, refused: 1 },
      ],
    })
    expect(await list()).toMatchObject([{ callsToday: 25, lastUsedAt: expect.any(String) }])
  })

  it('adds up concurrent reports', async () => {
    const { key } = await create()
    const hash = hashToken(key)
    const replies = await Promise.all([1, 2, 3, 4].map(() => report([row(hash)])))
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect(await list()).toMatchObject([{ callsToday: 40 }])
  })

  it('refuses a request without an Idempotency-Key, other days, too many rows, and a key without the scope', async () => {
    const { key } = await create()
    const hash = hashToken(key)
    expect(await report([row(hash)], '')).toMatchObject({
      status: 400,
      msg: '上报调用量须带 Idempotency-Key，重复上报只计一次',
    })
    const msg = '日期须在 7 天以内，且不晚于今天'
    expect(await report([row(hash), row(hash, { day: addDays(day, 1) })])).toMatchObject({
      status: 400,
      msg,
      data: { fields: [{ field: 'rows.1.day' }] },
    })
    expect(await report([row(hash, { day: addDays(day, -8) })])).toMatchObject({ status: 400, msg })
    expect((await report(Array.from({ length: CALL_ROWS_MAX + 1 }, () => row(hash)))).status).toBe(400)
    const foreign = await db().transaction((tx) =>
      createApiKey(tx, { name: '官网', scopes: ['registrations'], dailyQuota: 10 }),
    )
    expect((await report([row(hash)], undefined, foreign.key)).status).toBe(403)
  })
})

describe('POST /api/open/dataKeys/check', () => {
  const by = { id: null, name: '测试', address: '', requestId: 'test' }
  const grant = () =>
    db().transaction((tx) =>
      giveGrants(tx, by, { via: 'single', reason: '' }, [
        { accountId, productId: null, kind: 'formal', startsOn: day, endsOn: addDays(day, 30), quota: null },
      ]),
    )
  const check = async (key: string, changes: object = {}) =>
    (
      await server().send(
        'POST',
        checkDataKey.path,
        { keyHash: hashToken(key), address: '10.2.3.4', ...changes },
        { headers: { 'x-api-key': gateway } },
      )
    ).data as unknown as { isGood: boolean; fault: string | null; quotaLeft: number; dataSets: string[] }

  it('accepts a valid key, with its data sets and the rest of the daily quota', async () => {
    await grant()
    const { key } = await create()
    const dataSets = ['priceDaily', 'stock']
    expect(await check(key)).toEqual({ isGood: true, fault: null, quotaLeft: 1_000, dataSets })
    await report([row(hashToken(key), { calls: 400 })])
    expect(await check(key, { dataSet: 'stock' })).toEqual({ isGood: true, fault: null, quotaLeft: 600, dataSets })
  })

  it('returns the reason of a refusal: data set, address, quota, end, grant, account, or the key itself', async () => {
    await grant()
    const { id, key } = await create()
    const fault = async (changes: object = {}) => {
      const { isGood, fault: found } = await check(key, changes)
      return isGood ? 'good' : found
    }
    expect(await fault({ dataSet: 'newsBody' })).toBe('dataSet')
    expect(await fault({ address: '192.0.2.1' })).toBe('address')
    await report([row(hashToken(key), { calls: 1_000 })])
    expect(await fault()).toBe('quota')
    await db()
      .update(dataKeys)
      .set({ endsOn: addDays(day, -1) })
      .where(eq(dataKeys.id, id))
    expect(await fault()).toBe('expired')
    await db().update(dataKeys).set({ endsOn: day, dailyQuota: 5_000 }).where(eq(dataKeys.id, id))
    expect(await fault()).toBe('good')
    await db().transaction((tx) => revokeGrants(tx, by, { via: 'single', reason: '' }, [accountId]))
    expect(await fault()).toBe('noGrant')
    await db().update(memberAccounts).set({ status: 'disabled' }).where(eq(memberAccounts.id, accountId))
    expect(await fault()).toBe('accountDisabled')
    await db().update(memberAccounts).set({ status: 'enabled' }).where(eq(memberAccounts.id, accountId))
    await db().update(members).set({ locked: true }).where(eq(members.id, memberId))
    expect(await fault()).toBe('accountDisabled')
    await keeper.call(revokeDataKey, { id })
    expect(await fault()).toBe('revoked')
    expect(await check(`${key}x`)).toEqual({ isGood: false, fault: 'unknown', quotaLeft: 0, dataSets: [] })
  })

  it('refuses a key in place of its hash, and requests without the gateway’s key', async () => {
    const { key } = await create()
    const send = (body: object, headers: Record<string, string>) =>
      server().send('POST', checkDataKey.path, body, { headers })
    expect((await send({ keyHash: key, address: '10.0.0.1' }, { 'x-api-key': gateway })).status).toBe(400)
    expect((await send({ keyHash: hashToken(key), address: '10.0.0.1' }, {})).status).toBe(401)
  })
})
