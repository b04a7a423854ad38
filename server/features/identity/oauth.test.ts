// Sign-in through WeChat Work and WeChat, over HTTP against a provider on loopback; binding, and everything that must
// fail: another browser's, used or expired state, a used code, a ticket from another address, an identity of somebody
// else.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginSecondFactor, confirmSecondFactor } from '#contract/identity/account-security.ts'
import {
  beginOauth,
  getOauthProviders,
  getOwnIdentities,
  type Provider,
  unbindOwnIdentity,
} from '#contract/identity/oauth.ts'
import type { Session, Ticket } from '#contract/identity/sign-in.ts'
import { readConfig } from '#server/config.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { bindTickets, externalIdentities, oauthStates } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { PASSWORD } from '#test/constants.ts'
import { makeSession, makeUser, type UserOverrides } from '#test/factories.ts'
import { type Person, type Reply, testServer } from '#test/http.ts'
import { type OauthServer, openOauthServer } from '#test/oauth-server.ts'
import { codeOf } from '#test/one-time-codes.ts'

const FINISH = '/api/adminauth/oauth/finish'
const BIND = '/api/adminauth/oauth/bind'
const server = testServer({ trustProxy: 1 })
const bare = testServer()
let provider: OauthServer

beforeAll(async () => {
  provider = await openOauthServer()
  const { wecom, wechat, outboundAllow } = readConfig({
    SECRET_KEY: 'a secret key that only tests use, 32+',
    ...provider.environment,
  })
  // the port is known only now
  Object.assign(server().server.core.config, { wecom, wechat, outboundAllow })
})
afterAll(() => provider.close())

let count = 0
const newAddress = () => `10.3.${Math.floor(++count / 250)}.${(count % 250) + 1}`
const newSubject = () => `subject${++count}`
const person = (overrides: UserOverrides = {}) => makeUser(server().database.db, overrides)

const post = <T>(path: string, body: unknown, address: string): Promise<Reply<T>> =>
  server().send('POST', path, body, { headers: { 'x-forwarded-for': address } })

type Begun = { state: string; verifier: string }

async function begin(at: Provider = 'wecom'): Promise<Begun> {
  const { data } = await post<{ address: string; verifier: string }>(beginOauth.path, { provider: at }, newAddress())
  return { state: new URL(data.address).searchParams.get('state') ?? '', verifier: data.verifier }
}

type Finished = { provider: Provider; session?: Session; bindTicket?: string }

const finish = (code: string, begun: Begun, address: string) => post<Finished>(FINISH, { code, ...begun }, address)

/** The redirect back from the provider. */
const comeBack = async (subject: string, address: string, at: Provider = 'wecom') =>
  finish(provider.codeFor(subject), await begin(at), address)

async function bindTicketFor(subject: string, address: string, at: Provider = 'wecom'): Promise<string> {
  const { data } = await comeBack(subject, address, at)
  expect(data.session).toBeUndefined()
  return data.bindTicket ?? ''
}

const bind = (bindTicket: string, username: string, address: string, password = PASSWORD) =>
  post<Session>(BIND, { bindTicket, username, password }, address)

/** A person with a bound identity. */
async function bound(at: Provider = 'wecom', overrides: UserOverrides = {}) {
  const subject = newSubject()
  const user = await person(overrides)
  await server().database.db.insert(externalIdentities).values({ userId: user.id, provider: at, subject })
  return { ...user, subject }
}

const identitiesOf = (userId: string) =>
  server().database.db.select().from(externalIdentities).where(eq(externalIdentities.userId, userId))

describe('the providers', () => {
  it('§2 are listed as configured; without any, no sign-in begins', async () => {
    expect((await server().nobody.call(getOauthProviders)).data).toEqual(['wecom', 'wechat'])
    expect((await bare().nobody.call(getOauthProviders)).data).toEqual([])
    expect(await bare().nobody.call(beginOauth, { provider: 'wechat' })).toMatchObject({
      status: 409,
      msg: '尚未配置微信登录，请联系管理员',
    })
  })

  it('§2 get the parameters of each, and redirect to /auth-redirect', async () => {
    const { data: wecom } = await post<{ address: string }>(beginOauth.path, { provider: 'wecom' }, newAddress())
    const { data: wechat } = await post<{ address: string }>(beginOauth.path, { provider: 'wechat' }, newAddress())
    const back = `${server().base}/backend/auth-redirect`
    expect(Object.fromEntries(new URL(wecom.address).searchParams)).toEqual({
      login_type: 'CorpApp',
      appid: 'client-of-the-console',
      agentid: '1000002',
      redirect_uri: back,
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(Object.fromEntries(new URL(wechat.address).searchParams)).toEqual({
      appid: 'client-of-the-console',
      redirect_uri: back,
      response_type: 'code',
      scope: 'snsapi_login',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(wechat.address).toMatch(/#wechat_redirect$/)
  })

  it('§2 redirect to PUBLIC_URL where it is set, whatever the Host header', async () => {
    const { config } = server().server.core
    Object.assign(config, { publicUrl: 'https://console.example.com' })
    const { data } = await post<{ address: string }>(beginOauth.path, { provider: 'wecom' }, newAddress())
    Object.assign(config, { publicUrl: undefined })
    expect(new URL(data.address).searchParams.get('redirect_uri')).toBe(
      'https://console.example.com/backend/auth-redirect',
    )
  })

  it('store the state hashed', async () => {
    const { state, verifier } = await begin()
    const stored = JSON.stringify(await server().database.db.select().from(oauthStates))
    expect(stored).not.toContain(state)
    expect(stored).not.toContain(verifier)
    expect(stored).toContain(hashToken(`${state}.${verifier}`))
  })
})

describe('POST /api/adminauth/oauth/finish', () => {
  it.each(['wecom', 'wechat'] as const)('§2 signs in the account to which a %s identity is bound', async (at) => {
    const { id, subject } = await bound(at)
    const { code, data } = await comeBack(subject, newAddress(), at)
    expect(code).toBe(200)
    expect(data).toMatchObject({ provider: at, session: { user_id: id, token_type: 'bearer' } })
    const token = data.session?.access_token ?? ''
    expect((await server().send('POST', '/api/backend/getLoginUserInfo', {}, { token })).status).toBe(200)
  })

  it('keeps subjects of the two providers apart', async () => {
    const { subject } = await bound('wechat')
    const { data } = await comeBack(subject, newAddress(), 'wecom')
    expect(data.session).toBeUndefined()
    expect(data.bindTicket).toMatch(/^[\w-]{43}$/)
  })

  const over = { status: 200, code: 10019, msg: '登录已过期，请重新扫码' }

  it('refuses a state of another browser, so that nobody is signed in as somebody else', async () => {
    const { subject } = await bound()
    const [attacker, victim] = [await begin(), await begin()]
    const code = provider.codeFor(subject)
    expect(await finish(code, { ...victim, state: attacker.state }, newAddress())).toMatchObject(over)
    expect(await finish(code, { ...attacker, verifier: victim.verifier }, newAddress())).toMatchObject(over)
  })

  it('refuses a used, forged or expired state, before it calls the provider', async () => {
    const { subject } = await bound()
    const used = await begin()
    await finish(provider.codeFor(subject), used, newAddress())
    const late = await begin()
    await server()
      .database.db.update(oauthStates)
      .set({ expiresAt: sql`now()` })
      .where(eq(oauthStates.hash, hashToken(`${late.state}.${late.verifier}`)))
    const before = provider.requests.length
    for (const each of [used, late, { state: 'x'.repeat(43), verifier: 'y'.repeat(43) }])
      expect(await finish(provider.codeFor(subject), each, newAddress())).toMatchObject(over)
    expect(provider.requests).toHaveLength(before)
  })

  it('refuses a used or forged code, and external people', async () => {
    const { subject } = await bound()
    const code = provider.codeFor(subject)
    expect((await finish(code, await begin(), newAddress())).code).toBe(200)
    for (const each of [code, 'made-up', provider.codeFor('guest')])
      expect(await finish(each, await begin(), newAddress())).toMatchObject({
        code: 10019,
        msg: '企业微信登录失败，请重新扫码',
      })
  })

  it('refuses where the client secret is wrong, or the provider’s address is private and not allowed', async () => {
    const { subject } = await bound()
    const { config } = server().server.core
    const { wecom, outboundAllow } = config
    Object.assign(config, { wecom: { ...wecom, clientSecret: 'guess' } })
    expect((await comeBack(subject, newAddress())).code).toBe(10019)
    Object.assign(config, { wecom, outboundAllow: [] })
    const before = provider.requests.length
    expect((await comeBack(subject, newAddress())).code).toBe(10019)
    expect(provider.requests).toHaveLength(before)
    Object.assign(config, { outboundAllow })
    expect((await comeBack(subject, newAddress())).code).toBe(200)
  })

  it('refuses a disabled account, and does not find a deleted one', async () => {
    const off = await bound('wecom', { status: 'disabled' })
    expect(await comeBack(off.subject, newAddress())).toMatchObject({ code: 10019, msg: '账号已禁用，请联系管理员' })
    const gone = await bound('wecom', { deletedAt: sql`now()` as never })
    expect((await comeBack(gone.subject, newAddress())).data.bindTicket).toBeDefined()
  })

  it('requires the second factor, and a new password, like a sign-in with a password', async () => {
    const { id, subject } = await bound('wecom', { mustChangePassword: true })
    const address = newAddress()
    expect((await comeBack(subject, address)).code).toBe(10010)
    const secret = await switchOnFactor(id)
    const reply = await comeBack(subject, address)
    expect(reply.code).toBe(10017)
    const { ticket } = reply.data as unknown as Ticket
    const passed = await post('/api/adminauth/login/secondFactor', { ticket, code: codeOf(secret, 1) }, address)
    expect(passed.code).toBe(10010)
  })
})

/** Enables a second factor by the person's own calls. */
async function switchOnFactor(id: string): Promise<string> {
  const { token } = await makeSession(server().database.db, id)
  const headers = { 'x-forwarded-for': newAddress() }
  const begun = await server().send('POST', beginSecondFactor.path, { password: PASSWORD }, { token, headers })
  const { secret } = begun.data as { secret: string }
  const code = codeOf(secret)
  expect((await server().send('POST', confirmSecondFactor.path, { code }, { token, headers })).code).toBe(200)
  return secret
}

describe('POST /api/adminauth/oauth/bind', () => {
  it('§2 binds an unknown identity with name and password, signs in, and is audited', async () => {
    const [{ id, userName }, subject, address] = [await person(), newSubject(), newAddress()]
    const ticket = await bindTicketFor(subject, address)
    expect(await bind(ticket, ` ${userName.toUpperCase()} `, address)).toMatchObject({
      code: 200,
      data: { user_id: id },
    })
    expect(await identitiesOf(id)).toMatchObject([{ provider: 'wecom', subject }])
    expect((await comeBack(subject, newAddress())).data.session?.user_id).toBe(id)
    const rows = await server().database.db.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(rows).toMatchObject([{ action: 'user.bindIdentity', actorId: id, after: { provider: 'wecom', subject } }])
  })

  it('a ticket is valid for its address, five minutes, five attempts, once', async () => {
    const [{ userName }, address] = [await person(), newAddress()]
    const over = { code: 10019, msg: '绑定已超时，请重新扫码登录', data: null }
    const elsewhere = await bindTicketFor(newSubject(), address)
    expect(await bind(elsewhere, userName, newAddress())).toMatchObject(over)
    expect((await bind(elsewhere, userName, address)).code).toBe(200)
    expect(await bind(elsewhere, userName, address)).toMatchObject(over)
    const late = await bindTicketFor(newSubject(), address)
    await server()
      .database.db.update(bindTickets)
      .set({ expiresAt: sql`now()` })
      .where(eq(bindTickets.hash, hashToken(late)))
    expect(await bind(late, userName, address)).toMatchObject(over)
    const guessed = await bindTicketFor(newSubject(), address)
    for (let each = 1; each <= 5; each++) {
      const reply = await bind(guessed, `nobody.${each}`, address)
      expect(reply).toMatchObject({ code: 10019, msg: '用户名或密码错误', data: each < 5 ? { ticket: guessed } : null })
    }
    expect(await bind(guessed, userName, address)).toMatchObject(over)
  })

  it('wrong passwords count and lock like those of a sign-in', async () => {
    const [{ userName }, address] = [await person(), newAddress()]
    const codes = []
    for (let each = 1; each <= 5; each++) {
      const ticket = await bindTicketFor(newSubject(), address)
      codes.push((await bind(ticket, userName, address, 'Wrong#2026')).code)
    }
    expect(codes).toEqual([10019, 10019, 10019, 10019, 10009])
    expect((await bind(await bindTicketFor(newSubject(), address), userName, address)).code).toBe(10009)
  })

  it('an identity has one account, and an account one identity of each provider', async () => {
    const [owner, other, address] = [await bound(), await person(), newAddress()]
    const second = await bindTicketFor(newSubject(), address)
    expect(await bind(second, owner.userName, address)).toMatchObject({
      status: 409,
      msg: '该账号已绑定其他企业微信，请先用账号密码登录，在“账号安全”中解除绑定',
    })
    // concurrent binding: another account bound it after the ticket was issued
    const subject = newSubject()
    const ticket = await bindTicketFor(subject, address)
    await server().database.db.insert(externalIdentities).values({ userId: other.id, provider: 'wecom', subject })
    const third = await person()
    expect(await bind(ticket, third.userName, address)).toMatchObject({
      status: 409,
      msg: '这个企业微信已绑定其他账号',
    })
    expect(await identitiesOf(third.id)).toEqual([])
    expect((await bind(await bindTicketFor(newSubject(), address, 'wechat'), owner.userName, address)).code).toBe(200)
    expect(await identitiesOf(owner.id)).toHaveLength(2)
  })

  it('an identity of a deleted account can be bound again', async () => {
    const [gone, next, address] = [await bound(), await person(), newAddress()]
    await server().database.db.update(users).set({ deletedAt: sql`now()` }).where(eq(users.id, gone.id))
    const ticket = await bindTicketFor(gone.subject, address)
    expect((await bind(ticket, next.userName, address)).code).toBe(200)
    expect((await comeBack(gone.subject, newAddress())).data.session?.user_id).toBe(next.id)
  })

  it('binds only after the second factor', async () => {
    const [{ id, userName }, address, subject] = [await person(), newAddress(), newSubject()]
    const secret = await switchOnFactor(id)
    const bindTicket = await bindTicketFor(subject, address)
    const reply = await bind(bindTicket, userName, address)
    expect(reply.code).toBe(10017)
    expect(await identitiesOf(id)).toEqual([])
    const { ticket } = reply.data as unknown as Ticket
    const path = '/api/adminauth/login/secondFactor'
    expect((await post(path, { ticket, code: '000000', bindTicket }, address)).code).toBe(10019)
    expect(await identitiesOf(id)).toEqual([])
    expect((await post(path, { ticket, code: codeOf(secret, 1), bindTicket }, address)).code).toBe(200)
    expect(await identitiesOf(id)).toMatchObject([{ provider: 'wecom', subject }])
  })

  it('binds only after a required change of the password', async () => {
    const [{ id, userName }, address, subject] = [
      await person({ mustChangePassword: true }),
      newAddress(),
      newSubject(),
    ]
    const bindTicket = await bindTicketFor(subject, address)
    const reply = await bind(bindTicket, userName, address)
    expect(reply.code).toBe(10010)
    expect(await identitiesOf(id)).toEqual([])
    const { ticket } = reply.data as unknown as Ticket
    const path = '/api/adminauth/login/changePassword'
    expect((await post(path, { ticket, newPassword: 'Newer#2027', bindTicket: 'x'.repeat(43) }, address)).code).toBe(
      10019,
    )
    expect((await post(path, { ticket, newPassword: 'Newer#2027', bindTicket }, address)).code).toBe(200)
    expect(await identitiesOf(id)).toMatchObject([{ provider: 'wecom', subject }])
  })

  it('requires the captcha where it is switched on', async () => {
    const { config } = server().server.core
    const [{ userName }, address] = [await person(), newAddress()]
    const bindTicket = await bindTicketFor(newSubject(), address)
    Object.assign(config, { captcha: true })
    const none = await bind(bindTicket, userName, address)
    const wrong = await post(
      BIND,
      { bindTicket, username: userName, password: PASSWORD, 'captcha-key': 'k', 'captcha-code': 'abcde' },
      address,
    )
    Object.assign(config, { captcha: false })
    expect(none).toMatchObject({ status: 400, msg: '请输入验证码' })
    expect(wrong.code).toBe(10000)
    expect((await bind(bindTicket, userName, address)).code).toBe(200)
  })
})

describe('one’s own identities', () => {
  const listOf = async (who: Person) => (await who.call(getOwnIdentities)).data

  it('§2 lists configured and bound ones, and unbinds one’s own', async () => {
    const [one, other] = [await server().as('reviewer'), await bound()]
    await server()
      .database.db.insert(externalIdentities)
      .values({ userId: one.id, provider: 'wechat', subject: newSubject() })
    expect(await listOf(one)).toEqual([
      { provider: 'wecom', boundAt: null },
      { provider: 'wechat', boundAt: expect.stringMatching(/^\d{4}-/) },
    ])
    expect((await one.call(unbindOwnIdentity, { provider: 'wechat' })).code).toBe(200)
    expect((await one.call(unbindOwnIdentity, { provider: 'wechat' })).code).toBe(20404)
    expect((await one.call(unbindOwnIdentity, { provider: 'wecom' })).code).toBe(20404)
    expect(await listOf(one)).toMatchObject([{ boundAt: null }, { boundAt: null }])
    expect(await identitiesOf(other.id)).toHaveLength(1)
    const rows = await server().database.db.select().from(auditLog).where(eq(auditLog.targetId, one.id))
    expect(rows.map(({ action }) => action)).toEqual(['user.unbindIdentity'])
  })

  it('an unbound identity no longer signs in', async () => {
    const { id, subject } = await bound()
    await server().database.db.delete(externalIdentities).where(eq(externalIdentities.userId, id))
    expect((await comeBack(subject, newAddress())).data.session).toBeUndefined()
  })
})
