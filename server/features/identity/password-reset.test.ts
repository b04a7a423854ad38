// A forgotten password over HTTP: what is sent to whom, what guessing gets, and what a new password ends.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getResetWays, requestPasswordReset, resetPassword } from '#contract/identity/password-reset.ts'
import { getOutboxMessage } from '#contract/outbox/messages.ts'
import type { Message } from '#server/core/outbox/causes.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { externalIdentities, passwordResets, sessions, signInLocks } from '#server/db/schema/identity.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { PASSWORD } from '#test/constants.ts'
import { makeSession, makeUser, type UserOverrides } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { passwordResetCause } from './password-reset.routes.ts'

const mail = {
  server: 'smtp://127.0.0.1:1',
  from: 'console@example.com',
  rate: 5,
  bounce: null,
  bouncePort: 0,
  dkim: null,
}
const wecomApplication = { corpId: 'corp', secret: 'secret', agentId: '1', apiUrl: 'http://127.0.0.1:1' }
const server = testServer({ mail, wecomApplication } as never)
const guarded = testServer({ mail, captcha: true } as never)
const bare = testServer()
const db = () => server().database.db

const NEW = 'Fresh@2027'
const person = (overrides: UserOverrides = {}) => makeUser(db(), overrides)
const ask = (userName: string) => server().nobody.call(requestPasswordReset, { userName })
const reset = (ticket: string, code: string, newPassword = NEW) =>
  server().nobody.call(resetPassword, { ticket, code, newPassword })
const sentTo = (userId: string) =>
  db().select().from(messages).where(eq(messages.recipientId, userId)).orderBy(messages.id)
const codeIn = (sent: Message | undefined) => sent?.fields?.验证码 ?? ''

/** A person with a mail address who has asked for a code. */
async function asking(overrides: UserOverrides = {}) {
  const someone = await person({ email: 'someone@example.com', ...overrides })
  const { data } = await ask(someone.userName)
  const [sent] = await sentTo(someone.id)
  return { ...someone, ticket: data.ticket, sent, code: codeIn(sent) }
}

const signIn = (userName: string, password: string) =>
  server().send(
    'POST',
    '/api/adminauth/oauth/token',
    new URLSearchParams({
      grant_type: 'captcha',
      client_id: 'console',
      client_secret: 'console',
      username: userName,
      password,
    }),
  )

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

describe('§4 a forgotten password: the code', () => {
  it('goes by mail to the address of the account, and by WeCom where there is none', async () => {
    const { sent, code } = await asking()
    expect(sent).toMatchObject({ channel: 'mail', address: 'someone@example.com', recipientKind: 'user' })
    expect(code).toMatch(/^\d{6}$/)
    const bound = await person()
    await db().insert(externalIdentities).values({ userId: bound.id, provider: 'wecom', subject: 'bound' })
    await ask(` ${bound.userName.toUpperCase()} `)
    expect(await sentTo(bound.id)).toMatchObject([{ channel: 'wecomApplication', address: 'bound' }])
  })

  it('is asked for in the same way where nobody gets one: unknown, disabled, locked, expired, without an address', async () => {
    const nobodies = await Promise.all([
      person(),
      person({ email: 'a@example.com', status: 'disabled' }),
      person({ email: 'b@example.com', locked: true }),
      person({ email: 'c@example.com', expiresAt: '2020-01-01' }),
    ])
    for (const { id, userName } of [...nobodies, { id: '0', userName: 'nobody.at.all' }]) {
      const reply = await ask(userName)
      expect(reply).toMatchObject({ code: 200, data: { ticket: expect.stringMatching(/^[\w-]{43}$/) } })
      expect(await sentTo(id)).toEqual([])
      expect(await reset(reply.data.ticket, '123456')).toMatchObject({ code: 400, msg: '验证码不正确' })
    }
  })

  it('is sent once a minute and five times an hour, known or unknown', async () => {
    const known = await person({ email: 'often@example.com' })
    const back = (userName: string, by: string) =>
      db()
        .update(passwordResets)
        .set({ createdAt: sql`${passwordResets.createdAt} - ${by}::interval` })
        .where(eq(passwordResets.userName, userName))
    for (const userName of [known.userName, 'nobody.often']) {
      const together = await Promise.all([ask(userName), ask(userName), ask(userName)])
      expect(together.map(({ code }) => code).toSorted()).toEqual([200, 429, 429])
      for (let each = 1; each < 5; each++) {
        await back(userName, '61 s')
        expect((await ask(userName)).code).toBe(200)
      }
      await back(userName, '61 s')
      const refused = await ask(userName)
      expect(refused.code).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
      await back(userName, '1 hour')
      expect((await ask(userName)).code).toBe(200)
    }
    expect(await sentTo(known.id)).toHaveLength(6)
  })

  it('needs the captcha, and a way to be sent', async () => {
    const { nobody } = guarded()
    expect(await nobody.call(requestPasswordReset, { userName: 'admin' })).toMatchObject({ code: 400 })
    expect((await nobody.call(getResetWays)).data).toEqual(['mail'])
    expect((await server().nobody.call(getResetWays)).data).toEqual(['mail', 'wecom'])
    expect((await bare().nobody.call(getResetWays)).data).toEqual([])
    expect(await bare().nobody.call(requestPasswordReset, { userName: 'admin' })).toMatchObject({
      code: 409,
      msg: '没有配置邮件或企业微信，请联系管理员重置密码',
    })
  })

  it('is not shown to who keeps the outbox, and is withheld once it is over', async () => {
    const { sent, code } = await asking()
    const administrator = await server().as('administrator')
    const { data } = await administrator.call(getOutboxMessage, { id: sent?.id ?? '' })
    expect(data.text).toContain('验证码：******')
    expect(JSON.stringify(data)).not.toContain(code)
    const at = (minutes: number) =>
      passwordResetCause.refuse({} as never, [
        { ...(sent as Message), createdAt: new Date(Date.now() - minutes * 60_000).toISOString() },
      ])
    expect([...(await at(9))]).toEqual([])
    expect([...(await at(11))]).toEqual([[sent?.id, '验证码已过有效期']])
  })
})

describe('§4 a forgotten password: the new one', () => {
  it('is set once, ends every session and lockout, and is on record', async () => {
    const { id, userName, ticket, code } = await asking({ userName: 'forgetful' })
    await db().insert(signInLocks).values({ userName, address: '127.0.0.1', until: sql`now() + interval '1 hour'` })
    await makeSession(db(), id)
    const older = await ask('another.name')
    expect(await reset(ticket, code)).toMatchObject({ code: 200, data: null })
    expect(await reset(ticket, code, 'Other@2027')).toMatchObject({ code: 409, msg: '验证码已失效，请重新获取' })
    expect(await reset(older.data.ticket, code)).toMatchObject({ code: 400 })
    expect(await signIn(userName, NEW)).toMatchObject({ code: 200 })
    expect(await signIn(userName, PASSWORD)).toMatchObject({ code: 10019 })
    const ended = await db().select().from(sessions).where(eq(sessions.userId, id))
    expect(ended.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
    const acts = await db().select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(acts.map(({ action }) => action)).toContain('user.resetForgottenPassword')
  })

  it('follows the rules of passwords, and keeps the code for another try', async () => {
    const { userName, ticket, code } = await asking()
    expect(await reset(ticket, code, 'short')).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'newPassword' }] },
    })
    expect(await reset(ticket, code, PASSWORD)).toMatchObject({ code: 400, msg: '不能使用最近5次用过的密码' })
    expect(await reset(ticket, code)).toMatchObject({ code: 200 })
    expect(await signIn(userName, NEW)).toMatchObject({ code: 200 })
  })

  it('needs the ticket of its own code, within ten minutes, and five wrong codes end it', async () => {
    const [one, other] = [await asking(), await asking()]
    expect((await reset(other.ticket, one.code)).code).toBe(400)
    const wrong = otherThan(one.code)
    for (let each = 0; each < 4; each++) expect(await reset(one.ticket, wrong)).toMatchObject({ code: 400 })
    expect(await reset(one.ticket, wrong)).toMatchObject({ code: 409 })
    expect(await reset(one.ticket, one.code)).toMatchObject({ code: 409 })
    await db().update(passwordResets).set({ expiresAt: sql`now()` }).where(eq(passwordResets.userId, other.id))
    expect(await reset(other.ticket, other.code)).toMatchObject({ code: 409 })
    const locked = await asking()
    await db().execute(sql`update users set locked = true where id = ${locked.id}`)
    expect(await reset(locked.ticket, locked.code)).toMatchObject({ code: 409 })
  })

  it('is set by one of two at once', async () => {
    const { ticket, code } = await asking()
    const both = await Promise.all([reset(ticket, code, 'First@2027'), reset(ticket, code, 'Second@2027')])
    expect(both.map(({ code: each }) => each).toSorted()).toEqual([200, 409])
  })
})
