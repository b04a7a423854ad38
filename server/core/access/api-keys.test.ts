// API keys over HTTP, on the one call that accepts them.
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiScope } from '#contract/access.ts'
import { sendRegistration } from '#contract/members/registrations.ts'
import { testServer } from '#test/http.ts'
import { createApiKey, listApiKeys, type NewApiKey, revokeApiKey } from './api-keys.ts'

const server = testServer({ trustProxy: 1 })
let count = 0
beforeEach(() => {
  count++
})

const make = (overrides: Partial<NewApiKey> = {}) =>
  server().database.db.transaction((tx) =>
    createApiKey(tx, { name: '官网', scopes: ['registrations'], dailyQuota: 100, ...overrides }),
  )

const form = (changes: object = {}) => ({
  company: '东海石化',
  contact: '王敏',
  mobile: `137${String(++count).padStart(8, '0')}`,
  subProduct: 'officialWebsite',
  ...changes,
})

const post = (key: string | undefined, body: object = form(), from = '10.1.2.3', more: Record<string, string> = {}) =>
  server().send('POST', sendRegistration.path, body, {
    headers: { 'x-forwarded-for': from, ...(key !== undefined && { 'x-api-key': key }), ...more },
  })

describe('POST /api/open/registrations', () => {
  it('takes a registration of a system with the key, recorded under its name', async () => {
    const { key } = await make({ name: '海外英文站' })
    const reply = await post(key, form({ company: ' 江海贸易 ', mobile: '13755556666' }))
    expect(reply).toMatchObject({ code: 200, data: { id: expect.stringMatching(/^\d+$/) } })
    const { pool } = server().database
    const { rows } = await pool.query("select * from registrations where mobile = '13755556666'")
    expect(rows).toMatchObject([{ company: '江海贸易', sub_product: 'officialWebsite', address: '10.1.2.3' }])
    const { rows: acts } = await pool.query(
      "select actor_id, actor_name from audit_log where action = 'registration.apply' and target_id = $1",
      [rows[0].id],
    )
    expect(acts).toEqual([{ actor_id: null, actor_name: '海外英文站' }])
  })

  it('is done once with one Idempotency-Key', async () => {
    const { key } = await make()
    const body = form()
    const again = { 'idempotency-key': 'order-20261121-7' }
    const first = await post(key, body, undefined, again)
    expect((await post(key, body, undefined, again)).data).toEqual(first.data)
    // without the header, the rule of 24 hours applies
    expect((await post(key, body)).code).toBe(409)
  })

  it('§9 refuses without a key, with a wrong one, with a revoked one, and with a person’s token', async () => {
    const { id, key } = await make()
    const admin = await server().as('administrator')
    const refused = { status: 401, code: 401, msg: 'API 密钥无效' }
    expect(await post(undefined)).toMatchObject(refused)
    expect(await post(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).toMatchObject(refused)
    expect(await post(admin.token)).toMatchObject(refused)
    expect(await server().send('POST', sendRegistration.path, form(), { token: admin.token })).toMatchObject(refused)
    expect((await post(key)).code).toBe(200)
    const { db } = server().database
    expect(await db.transaction((tx) => revokeApiKey(tx, id))).toBe(true)
    expect(await post(key)).toMatchObject(refused)
    expect(await db.transaction((tx) => revokeApiKey(tx, id))).toBe(false)
  })

  it('§9 refuses a key without the scope, and one from an address that is not its own', async () => {
    const { key: unscoped } = await make({ scopes: [] as ApiScope[] })
    expect(await post(unscoped)).toMatchObject({ status: 403, msg: '没有操作权限' })
    const { key } = await make({ addresses: ['192.0.2.7', '10.9.0.0/16', '2001:db8::/32'] })
    expect(await post(key, form(), '10.8.0.1')).toMatchObject({ status: 403, msg: '该地址不能使用此 API 密钥' })
    for (const from of ['192.0.2.7', '10.9.255.1', '2001:db8::1', '::ffff:10.9.0.1']) {
      expect((await post(key, form(), from)).code).toBe(200)
    }
    await expect(make({ addresses: ['10.0.0.0/33'] })).rejects.toThrow('允许的地址应为 IP 地址或网段')
    await expect(make({ addresses: ['host.example'] })).rejects.toThrow('允许的地址应为 IP 地址或网段')
  })

  it('answers 429 once the day’s calls are used up, also where they come at once', async () => {
    const { id, key } = await make({ dailyQuota: 3 })
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => post(key)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.msg).toBe('今日调用次数已用完')
    const wait = Number(refused?.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(86_400)
    const [shown] = (await listApiKeys(server().database.db)).filter((each) => each.id === id)
    expect(shown).toMatchObject({ callsToday: 5, revokedAt: null, lastUsedAt: expect.stringMatching(/\+08:00$/) })
    expect(JSON.stringify(shown)).not.toContain(key)
    await server().database.pool.query('update api_key_days set day = day - 1 where key_id = $1', [id])
    expect((await post(key)).code).toBe(200)
  })

  it.each([
    [{ mobile: '23912345678' }, '手机号码格式不正确'],
    [{ subProduct: 'gold' }, '试用产品不在可选范围内'],
    [{ 'captcha-code': 'x' }, '不支持的字段 captcha-code'],
  ])('§5 refuses %j', async (changes, msg) => {
    const { key } = await make()
    expect(await post(key, form(changes))).toMatchObject({ status: 400, code: 400, msg })
  })
})
