// Names and passwords of members, over HTTP.
import argon2 from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyMember } from '#contract/entitlements/verify.ts'
import { queryLoginFailures } from '#contract/organisation/sessions.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { hashGenerated, hashPassword, isWeakHash } from '#server/core/access/passwords.ts'
import { signInLocks } from '#server/db/schema/identity.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { PASSWORD } from '#test/constants.ts'
import { makeAccount, makeMember } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let passwordHash: string
let key: string

const makeKey = async (options: Partial<Parameters<typeof createApiKey>[1]> = {}) =>
  (
    await db().transaction((tx) =>
      createApiKey(tx, {
        name: '大数据',
        scopes: ['memberSignIn'] as const,
        subProduct: 'bigData' as const,
        dailyQuota: 10_000,
        ...options,
      }),
    )
  ).key

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  key = await makeKey()
})

let addresses = 0
const newAddress = () => `10.3.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

async function person(changes: Partial<typeof members.$inferInsert> = {}, ends = sql`current_date + 30`) {
  const member = await makeMember(db(), { passwordHash, ...changes })
  const account = await makeAccount(db(), 'bigData', { memberId: member.id })
  const starts = sql`least(current_date, ${ends})`
  await db().insert(grants).values({ accountId: account.id, kind: 'formal', startsOn: starts, endsOn: ends })
  return { ...member, accountId: account.id }
}

const verify = (body: object, by = key) =>
  server().send('POST', verifyMember.path, body, { headers: { 'x-api-key': by } })
const attempt = (name: string, password: string, address = newAddress(), by = key) =>
  verify({ name, password, address }, by)
const fail = async (times: number, name: string, address: string) => {
  const outcomes: unknown[] = []
  for (let each = 0; each < times; each++) outcomes.push((await attempt(name, 'Wrong#2026', address)).data)
  return outcomes.map((data) => (data as { outcome: string }).outcome)
}

describe('POST /api/open/members/verify', () => {
  it('entitlements.md "verify": says ok by login name in any case and by mobile number', async () => {
    const { id, loginName, accountId } = await person({ mobile: '13912340001' })
    const ok = { code: 200, data: { outcome: 'ok', accountId } }
    expect(await attempt(` ${loginName.toUpperCase()} `, PASSWORD)).toMatchObject(ok)
    expect(await attempt('13912340001', PASSWORD)).toMatchObject(ok)
    await db().update(members).set({ locked: true }).where(eq(members.id, id))
    expect((await attempt(loginName, PASSWORD)).data).toMatchObject({ outcome: 'locked', accountId: null })
    expect((await attempt(loginName, 'Wrong#2026')).data).toMatchObject({ outcome: 'wrong' })
  })

  it('entitlements.md "verify": a disabled account is locked, one whose grants are over is expired', async () => {
    const disabled = await person()
    await db().update(memberAccounts).set({ status: 'disabled' }).where(eq(memberAccounts.id, disabled.accountId))
    expect((await attempt(disabled.loginName, PASSWORD)).data).toMatchObject({ outcome: 'locked', msg: '账号已禁用' })
    const over = await person({}, sql`current_date - 1`)
    expect((await attempt(over.loginName, PASSWORD)).data).toMatchObject({
      outcome: 'expired',
      accountId: over.accountId,
    })
  })

  it('entitlements.md "bad input": an account of another sub-product is as if it did not exist', async () => {
    const { loginName } = await person()
    const steel = await makeKey({ name: '钢铁', subProduct: 'steel' })
    const unknown = await attempt('nobody', PASSWORD, newAddress(), steel)
    expect(await attempt(loginName, PASSWORD, newAddress(), steel)).toEqual({
      ...unknown,
      headers: expect.anything(),
    })
    expect(unknown.data).toEqual({ outcome: 'wrong', msg: '用户名或密码错误', accountId: null })
  })

  it('entitlements.md "guessing names by counts": five failures pause the pair, known name or not', async () => {
    const { loginName } = await person()
    const paused = ['wrong', 'wrong', 'wrong', 'wrong', 'locked', 'locked']
    const [here, there] = [newAddress(), newAddress()]
    expect(await fail(6, loginName, here)).toEqual(paused)
    expect(await fail(6, `nobody-${loginName}`, here)).toEqual(paused)
    const { data } = await attempt(loginName, PASSWORD, here)
    expect(data).toMatchObject({
      outcome: 'locked',
      msg: expect.stringMatching(/^失败次数过多，请于 \d\d:\d\d 后再试$/),
    })
    expect((await attempt(loginName, PASSWORD, there)).data).toMatchObject({ outcome: 'ok' })
    // the pause over, the failures before it do not count
    await db()
      .update(signInLocks)
      .set({ until: sql`now()` })
      .where(eq(signInLocks.userName, `member:${loginName}`))
    expect((await attempt(loginName, PASSWORD, here)).data).toMatchObject({ outcome: 'ok' })
  })

  it('entitlements.md "verify": failures before a success do not count; parallel guesses all do', async () => {
    const { loginName } = await person()
    const here = newAddress()
    await fail(4, loginName, here)
    expect((await attempt(loginName, PASSWORD, here)).data).toMatchObject({ outcome: 'ok' })
    expect(await fail(4, loginName, here)).toEqual(['wrong', 'wrong', 'wrong', 'wrong'])
    const other = newAddress()
    const many = await Promise.all(Array.from({ length: 12 }, () => attempt(loginName, 'Wrong#2026', other)))
    expect(many.filter(({ data }) => (data as { outcome: string }).outcome === 'wrong').length).toBeLessThanOrEqual(4)
  })

  it('entitlements.md "the same time for all of them": each outcome costs a verification', async () => {
    const { loginName } = await person()
    const strange = await makeMember(db(), { passwordHash })
    const empty = await person({ passwordHash: '' })
    const paused = newAddress()
    await fail(5, loginName, paused)
    const verifyHash = vi.spyOn(argon2, 'verify')
    const others: [string, string, string?][] = [
      [loginName, PASSWORD],
      [loginName, PASSWORD, paused],
      ['nobody', 'Wrong#2026'],
      [strange.loginName, PASSWORD],
      [empty.loginName, PASSWORD],
    ]
    for (const each of others) {
      verifyHash.mockClear()
      await attempt(...each)
      const whole = verifyHash.mock.calls.filter(([hash]) => !isWeakHash(String(hash)))
      expect(whole, each.join()).toHaveLength(1)
    }
    verifyHash.mockRestore()
  })

  it('entitlements.md "verify": a generated password is hashed anew at its first use', async () => {
    const { id, loginName } = await person({ passwordHash: await hashGenerated(PASSWORD) })
    expect((await attempt(loginName, PASSWORD)).data).toMatchObject({ outcome: 'ok' })
    const [stored] = await db().select().from(members).where(eq(members.id, id))
    expect(isWeakHash(stored?.passwordHash ?? '')).toBe(false)
  })

  it('entitlements.md "verify": tries of members are not in the list of staff', async () => {
    const { loginName } = await person()
    await fail(1, loginName, newAddress())
    const admin = await server().as('administrator')
    expect((await admin.call(queryLoginFailures, { userName: loginName })).data.total).toBe(0)
  })

  it.each([
    [{ extra: 1 }, 'extra'],
    [{ address: 'somewhere' }, '来源地址应为 IP 地址'],
    [{ address: undefined }, '请填写会员的来源地址'],
    [{ password: '' }, '请输入密码'],
    [{ name: ' ' }, '请输入用户名'],
  ])('entitlements.md "bad input": refuses %j', async (changes, msg) => {
    const reply = await verify({ name: 'member', password: PASSWORD, address: '10.0.0.1', ...changes })
    expect(reply).toMatchObject({ status: 400, msg: expect.stringContaining(msg) })
  })

  it('entitlements.md "bad input": refuses keys without the scope, off their addresses, and people', async () => {
    const body = { name: 'member', password: PASSWORD, address: '10.0.0.1' }
    const refused = { status: 403, code: 403 }
    expect(await verify(body, await makeKey({ scopes: ['entitlements'] }))).toMatchObject(refused)
    expect(await verify(body, await makeKey({ subProduct: null }))).toMatchObject(refused)
    expect(await verify(body, await makeKey({ addresses: ['10.9.0.0/16'] }))).toMatchObject({
      ...refused,
      msg: '该地址不能使用此 API 密钥',
    })
    const admin = await server().as('administrator')
    expect(await server().send('POST', verifyMember.path, body, { token: admin.token })).toMatchObject({ status: 401 })
  })
})
