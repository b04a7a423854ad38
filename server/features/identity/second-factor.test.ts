// The second factor: enabled, disabled, used to sign in, and everything that must fail.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  switchOffSecondFactor,
} from '#contract/identity/account-security.ts'
import type { Session, Ticket } from '#contract/identity/sign-in.ts'
import { recoveryCodes, secondFactors, sessions, signInTickets } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { PASSWORD } from '#test/constants.ts'
import { makeRole, type UserOverrides } from '#test/factories.ts'
import { type Person, type Reply, testServer } from '#test/http.ts'
import { codeOf } from '#test/one-time-codes.ts'

const TOKEN = '/api/adminauth/oauth/token'
const FACTOR = '/api/adminauth/login/secondFactor'
const CHANGE = '/api/adminauth/login/changePassword'
const server = testServer({ trustProxy: 1 })

// a period must not end between making a code and using it
const PERIOD_MS = 30_000
beforeEach(() => {
  vi.useRealTimers()
  const now = Math.floor(Date.now() / PERIOD_MS) * PERIOD_MS + PERIOD_MS / 2
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterAll(() => {
  vi.useRealTimers()
})

let addresses = 0
const newAddress = () => `10.2.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

/** Sends any call from an address, as the proxy reports it. */
const post = (path: string, body: unknown, address: string, token?: string): Promise<Reply<unknown>> =>
  server().send('POST', path, body, { ...(token && { token }), headers: { 'x-forwarded-for': address } })

const signIn = (userName: string, address: string, password = PASSWORD) =>
  post(
    TOKEN,
    { grant_type: 'captcha', client_id: 'console', client_secret: 'console', username: userName, password },
    address,
  )

async function ticketFor(userName: string, address: string, code = 10017): Promise<string> {
  const reply = await signIn(userName, address)
  expect(reply.code).toBe(code)
  return (reply.data as Ticket).ticket
}

type Protected = Person & { secret: string; recovery: string[] }

/** A person with a second factor whose last used code is two periods old. */
async function withFactor(roleCode = 'reviewer', overrides: UserOverrides = {}): Promise<Protected> {
  const person = await server().as(roleCode, overrides)
  // each from another address, as calls are limited by address
  const address = newAddress()
  const begun = await post(beginSecondFactor.path, { password: PASSWORD }, address, person.token)
  const { secret } = begun.data as { secret: string }
  const confirmed = await post(confirmSecondFactor.path, { code: codeOf(secret) }, address, person.token)
  expect(confirmed.code).toBe(200)
  await rewind(person.id)
  return { ...person, secret, recovery: (confirmed.data as { recoveryCodes: string[] }).recoveryCodes }
}

/** Moves the last used code into the past, so that the current one may be used. */
const rewind = (id: string) =>
  server()
    .database.db.update(secondFactors)
    .set({ lastStep: sql`${secondFactors.lastStep} - 4` })
    .where(eq(secondFactors.userId, id))

const actionsOn = async (id: string) => {
  const rows = await server().database.db.select().from(auditLog).where(eq(auditLog.targetId, id))
  return rows.map(({ action, actorId }) => [action, actorId])
}

describe('one’s own second factor', () => {
  let person: Person
  beforeAll(async () => {
    person = await server().as('reviewer')
  })

  it('§7 is off at first, pending after begin, and enabled by its first right code', async () => {
    expect((await person.call(getSecondFactor)).data).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
    const { data } = await person.call(beginSecondFactor, { password: PASSWORD })
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(data.uri)
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.searchParams.get('secret')).toBe(data.secret)
    expect(decodeURIComponent(uri.pathname)).toContain(person.userName)
    expect((await person.call(getSecondFactor)).data.isOn).toBe(false)
    expect((await signIn(person.userName, newAddress())).code).toBe(200)

    const confirmed = await person.call(confirmSecondFactor, { code: codeOf(data.secret) })
    expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
    const state = (await person.call(getSecondFactor)).data
    expect(state).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect(Date.parse(state.since ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect((await signIn(person.userName, newAddress())).code).toBe(10017)
    expect(await actionsOn(person.id)).toEqual([['user.switchOnSecondFactor', person.id]])
  })

  it('replies with a secret are not cacheable', async () => {
    const other = await server().as('reviewer')
    const { headers } = await other.call(beginSecondFactor, { password: PASSWORD })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('stores the secret encrypted and the recovery codes hashed', async () => {
    const { id, secret, recovery } = await withFactor()
    const { db } = server().database
    const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, id))
    const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))
    const stored = JSON.stringify([factor, codes])
    expect(stored).not.toContain(secret)
    for (const code of recovery) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replace('-', ''))
    }
  })

  it('is confirmed only by a right code; before that it can be begun again with another secret', async () => {
    const other = await server().as('reviewer')
    const first = (await other.call(beginSecondFactor, { password: PASSWORD })).data.secret
    const second = (await other.call(beginSecondFactor, { password: PASSWORD })).data.secret
    expect(second).not.toBe(first)
    for (const code of [codeOf(first), codeOf(second, -3), codeOf(second, 3), 'abcde-fghij'])
      expect(await other.call(confirmSecondFactor, { code })).toMatchObject({ status: 400, code: 400 })
    expect((await other.call(getSecondFactor)).data.isOn).toBe(false)
    expect((await other.call(confirmSecondFactor, { code: codeOf(second, 1) })).code).toBe(200)
  })

  it('once enabled, can be neither begun nor confirmed again', async () => {
    const other = await withFactor()
    expect(await other.call(beginSecondFactor, { password: PASSWORD })).toMatchObject({ status: 409, code: 409 })
    expect((await other.call(confirmSecondFactor, { code: codeOf(other.secret) })).status).toBe(400)
  })

  it('needs the password to begin; wrong ones lock like those of a sign-in', async () => {
    const other = await server().as('reviewer')
    const address = newAddress()
    const begin = (password: string) => post(beginSecondFactor.path, { password }, address, other.token)
    for (let each = 1; each < 5; each++) expect(await begin('Wrong#2026')).toMatchObject({ msg: '登录密码不正确' })
    expect((await begin('Wrong#2026')).code).toBe(10009)
    expect((await begin(PASSWORD)).code).toBe(10009)
    expect((await signIn(other.userName, address)).code).toBe(10009)
  })

  it('renews the recovery codes with password and code; old ones stop working', async () => {
    const other = await withFactor()
    const wrong = await other.call(renewRecoveryCodes, { password: PASSWORD, code: '000000' })
    expect(wrong).toMatchObject({ status: 400, msg: '验证码不正确或已使用' })
    const renewed = await other.call(renewRecoveryCodes, { password: PASSWORD, code: codeOf(other.secret) })
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    const address = newAddress()
    const ticket = await ticketFor(other.userName, address)
    expect((await post(FACTOR, { ticket, code: other.recovery[0] }, address)).code).toBe(10019)
    expect((await post(FACTOR, { ticket, code: renewed.data.recoveryCodes[0] }, address)).code).toBe(200)
    expect((await other.call(getSecondFactor)).data.recoveryCodesLeft).toBe(9)
  })

  it('is disabled with password and code, or a recovery code; then the password is enough', async () => {
    for (const by of ['code', 'recovery'] as const) {
      const other = await withFactor()
      const code = by === 'code' ? codeOf(other.secret) : (other.recovery[3] ?? '')
      const wrong = await other.call(switchOffSecondFactor, { password: 'Wrong#2026', code })
      expect(wrong).toMatchObject({ status: 400, msg: '登录密码不正确' })
      expect((await other.call(switchOffSecondFactor, { password: PASSWORD, code })).code).toBe(200)
      expect((await other.call(getSecondFactor)).data).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
      expect((await signIn(other.userName, newAddress())).code).toBe(200)
      expect(await actionsOn(other.id)).toContainEqual(['user.switchOffSecondFactor', other.id])
    }
  })
})

describe('POST /api/adminauth/login/secondFactor', () => {
  it('§7 §8 10017 after the right password, and a session after the right code', async () => {
    const person = await withFactor()
    const address = newAddress()
    const reply = await signIn(person.userName, address)
    expect(reply).toMatchObject({ status: 200, code: 10017, success: false, msg: '请输入双因素验证码' })
    expect(Object.keys(reply.data as object)).toEqual(['ticket'])
    const { ticket } = reply.data as Ticket
    const done = (await post(FACTOR, { ticket, code: codeOf(person.secret) }, address)) as Reply<Session>
    expect(done).toMatchObject({ code: 200, data: { user_id: person.id, token_type: 'bearer' } })
    expect(
      (await server().send('POST', '/api/backend/getLoginUserInfo', {}, { token: done.data.access_token })).status,
    ).toBe(200)
  })

  it('does not reveal a second factor before the right password', async () => {
    const person = await withFactor()
    const wrong = await signIn(person.userName, newAddress(), 'Wrong#2026')
    expect(wrong).toMatchObject({ code: 10019, msg: '用户名或密码错误', data: null })
  })

  it('accepts codes of one period before and after, and no other', async () => {
    const person = await withFactor()
    const codes: [number, number][] = [
      [-2, 10019],
      [2, 10019],
      [-1, 200],
      [1, 200],
    ]
    for (const [periods, code] of codes) {
      const address = newAddress()
      const ticket = await ticketFor(person.userName, address)
      const reply = await post(FACTOR, { ticket, code: codeOf(person.secret, periods) }, address)
      expect([periods, reply.code]).toEqual([periods, code])
    }
  })

  it('accepts each code once, and none older than the last one', async () => {
    const person = await withFactor()
    const address = newAddress()
    const code = codeOf(person.secret)
    expect((await post(FACTOR, { ticket: await ticketFor(person.userName, address), code }, address)).code).toBe(200)
    const ticket = await ticketFor(person.userName, address)
    for (const again of [code, codeOf(person.secret, -1)])
      expect((await post(FACTOR, { ticket, code: again }, address)).code).toBe(10019)
  })

  it('accepts a code once, also in concurrent requests', async () => {
    const person = await withFactor()
    const code = codeOf(person.secret)
    const tries = []
    for (let each = 0; each < 4; each++) {
      const address = newAddress()
      tries.push({ address, ticket: await ticketFor(person.userName, address) })
    }
    const replies = await Promise.all(tries.map(({ address, ticket }) => post(FACTOR, { ticket, code }, address)))
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1)
  })

  it('accepts a recovery code once, with or without its hyphen, whatever the case', async () => {
    const person = await withFactor()
    const address = newAddress()
    const [first = '', second = ''] = person.recovery
    for (const [code, result] of [
      [first, 200],
      [first, 10019],
      [second.toUpperCase().replace('-', ' '), 200],
    ] as const) {
      const ticket = await ticketFor(person.userName, address)
      expect((await post(FACTOR, { ticket, code }, address)).code).toBe(result)
    }
    expect((await person.call(getSecondFactor)).data.recoveryCodesLeft).toBe(8)
  })

  it('refuses another person’s code or recovery code', async () => {
    const [person, other] = [await withFactor(), await withFactor()]
    const address = newAddress()
    const ticket = await ticketFor(person.userName, address)
    for (const code of [codeOf(other.secret), other.recovery[0]])
      expect((await post(FACTOR, { ticket, code }, address)).code).toBe(10019)
  })

  it('a ticket is valid for its address, for five minutes, once', async () => {
    const person = await withFactor()
    const [address, elsewhere] = [newAddress(), newAddress()]
    const ticket = await ticketFor(person.userName, address)
    const code = codeOf(person.secret)
    const over = { code: 10019, msg: '登录凭据已失效，请重新登录', data: null }
    expect(await post(FACTOR, { ticket, code }, elsewhere)).toMatchObject(over)
    expect(await post(FACTOR, { ticket: 'x'.repeat(43), code }, address)).toMatchObject(over)
    await server()
      .database.db.update(signInTickets)
      .set({ expiresAt: sql`now()` })
      .where(eq(signInTickets.userId, person.id))
    expect(await post(FACTOR, { ticket, code }, address)).toMatchObject(over)
    const fresh = await ticketFor(person.userName, address)
    expect((await post(FACTOR, { ticket: fresh, code }, address)).code).toBe(200)
    expect(await post(FACTOR, { ticket: fresh, code: codeOf(person.secret, 1) }, address)).toMatchObject(over)
  })

  it('wrong codes count like wrong passwords: the reply repeats the ticket while tries are left, the fifth locks', async () => {
    const person = await withFactor()
    const address = newAddress()
    const ticket = await ticketFor(person.userName, address)
    for (let each = 1; each < 5; each++) {
      const reply = await post(FACTOR, { ticket, code: '000000' }, address)
      expect(reply).toMatchObject({ status: 200, code: 10019, msg: '验证码不正确或已使用', data: { ticket } })
    }
    const fifth = await post(FACTOR, { ticket, code: '000000' }, address)
    expect(fifth.code).toBe(10009)
    expect((await post(FACTOR, { ticket, code: codeOf(person.secret) }, address)).code).toBe(10019)
    expect((await signIn(person.userName, address)).code).toBe(10009)
    expect((await signIn(person.userName, newAddress())).code).toBe(10017)
  })

  it('the right password in between does not reset the count', async () => {
    const person = await withFactor()
    const address = newAddress()
    const codes = []
    for (let each = 0; each < 5; each++) {
      const reply = await signIn(person.userName, address)
      const { ticket } = reply.data as Ticket
      codes.push((await post(FACTOR, { ticket, code: '000000' }, address)).code)
    }
    expect(codes).toEqual([10019, 10019, 10019, 10019, 10009])
  })

  it('refuses an account that was disabled meanwhile', async () => {
    const person = await withFactor()
    const address = newAddress()
    const ticket = await ticketFor(person.userName, address)
    await server().database.db.update(users).set({ status: 'disabled' }).where(eq(users.id, person.id))
    const reply = await post(FACTOR, { ticket, code: codeOf(person.secret) }, address)
    expect(reply).toMatchObject({ code: 10019, msg: '账号已禁用，请联系管理员' })
  })
})

describe('second factor and a password that must be changed', () => {
  async function both() {
    const person = await withFactor()
    await server().database.db.update(users).set({ mustChangePassword: true }).where(eq(users.id, person.id))
    return { person, address: newAddress() }
  }
  const sessionsOf = (id: string) => server().database.db.select().from(sessions).where(eq(sessions.userId, id))

  it('requires first the factor (10017), then the password (10010), then begins the session', async () => {
    const { person, address } = await both()
    const before = (await sessionsOf(person.id)).length
    const factorTicket = await ticketFor(person.userName, address)
    const passed = await post(FACTOR, { ticket: factorTicket, code: codeOf(person.secret) }, address)
    expect(passed).toMatchObject({ status: 200, code: 10010, msg: '首次登录请先修改密码' })
    expect(await sessionsOf(person.id)).toHaveLength(before)
    const { ticket } = passed.data as Ticket
    const changed = await post(CHANGE, { ticket, newPassword: 'Newer#2027' }, address)
    expect(changed).toMatchObject({ code: 200, data: { user_id: person.id } })
    expect((await signIn(person.userName, newAddress(), 'Newer#2027')).code).toBe(10017)
  })

  it('the ticket of one step is refused in the other', async () => {
    const { person, address } = await both()
    const factorTicket = await ticketFor(person.userName, address)
    expect((await post(CHANGE, { ticket: factorTicket, newPassword: 'Newer#2027' }, address)).code).toBe(10019)
    const passed = await post(FACTOR, { ticket: factorTicket, code: codeOf(person.secret) }, address)
    const { ticket } = passed.data as Ticket
    expect((await post(FACTOR, { ticket, code: codeOf(person.secret, 1) }, address)).code).toBe(10019)
    expect((await signIn(person.userName, newAddress())).code).toBe(10017)
  })
})

describe('POST /api/admin/removeSecondFactor', () => {
  it('removes a lost device, ends the person’s sessions and is audited', async () => {
    const [person, admin] = [await withFactor(), await server().as('administrator')]
    expect((await admin.call(removeSecondFactor, { id: person.id })).code).toBe(200)
    expect((await person.call(getSecondFactor)).status).toBe(401)
    expect((await signIn(person.userName, newAddress())).code).toBe(200)
    expect(await actionsOn(person.id)).toContainEqual(['user.removeSecondFactor', admin.id])
    expect(await admin.call(removeSecondFactor, { id: person.id })).toMatchObject({
      status: 409,
      msg: '该账号没有开启双因素验证',
    })
  })

  it('is for people who may set passwords, not for oneself, and not for accounts that hold more', async () => {
    const { database, as } = server()
    const role = (await makeRole(database.db, 'userList.view', 'userList.setPassword')).code
    const [helper, boss] = [await as(role), await withFactor('administrator')]
    expect(await helper.call(removeSecondFactor, { id: boss.id })).toMatchObject({
      status: 409,
      msg: '不能操作权限高于自己的账号',
    })
    expect((await boss.call(getSecondFactor)).data.isOn).toBe(true)
    expect((await boss.call(removeSecondFactor, { id: boss.id })).status).toBe(409)
    expect((await boss.call(removeSecondFactor, { id: '999999' })).code).toBe(20404)
    const reader = await as((await makeRole(database.db, 'userList.view')).code)
    expect((await reader.call(removeSecondFactor, { id: boss.id })).status).toBe(403)
  })
})
