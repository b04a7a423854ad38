// Token pairs: rotation, grace, reuse, and every way in which a token ends.
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  getLoginUserInfo,
  getUserInfo,
  refreshUserInfo,
  removeToken,
  signOutByGet,
  updateOwnPassword,
} from '#contract/identity/own-account.ts'
import { requestToken, signOut } from '#contract/identity/sign-in.ts'
import { TOKEN_LIFE_S } from '#contract/limits.ts'
import { disableUser, lockUser, updateUserPasswordById } from '#contract/organisation/users.ts'
import { sessions, sessionTokens } from '#server/db/schema/identity.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { PASSWORD } from '#test/constants.ts'
import { makeSession } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const client = { client_id: 'console', client_secret: 'console' }

const refresh = (refresh_token: string) =>
  server().nobody.call(requestToken, { grant_type: 'refresh_token', ...client, refresh_token })

const statusOf = async (token: string) =>
  (await server().send('POST', '/api/backend/getLoginUserInfo', {}, { token })).status

const endReason = async (sessionId: string) => {
  const found = await server().database.db.select().from(sessions).where(eq(sessions.id, sessionId))
  return found[0]?.endReason
}

/** Moves the rotation of a session's used pairs into the past, beyond their grace. */
const endGrace = (sessionId: string) =>
  server()
    .database.db.update(sessionTokens)
    .set({ rotatedAt: sql`now() - interval '31 seconds'` })
    .where(sql`${sessionTokens.sessionId} = ${sessionId} and ${sessionTokens.rotatedAt} is not null`)

describe('POST /api/adminauth/oauth/token, grant refresh_token', () => {
  it('§4 §7 grant refresh_token rotates the pair: the new one works, the old access token only for its grace', async () => {
    const person = await server().as('reviewer')
    const { data } = await refresh(person.refreshToken)
    expect(data).toMatchObject({ expires_in: TOKEN_LIFE_S, user_id: person.id, userName: person.userName })
    expect(data.access_token).not.toBe(person.token)
    expect(await statusOf(data.access_token)).toBe(200)
    expect(await statusOf(person.token)).toBe(200)
  })

  it('ends the old access token with the grace', async () => {
    const person = await server().as('reviewer')
    await refresh(person.refreshToken)
    await endGrace(person.sessionId)
    server().server.core.bus.apply({ type: 'sessions', ids: [person.sessionId] })
    expect(await statusOf(person.token)).toBe(401)
  })

  it('answers 20 parallel refreshes with one rotation and the same pair', async () => {
    const person = await server().as('reviewer')
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(person.refreshToken)))
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ data }) => data.refresh_token)).size).toBe(1)
    const pairs = await server()
      .database.db.select()
      .from(sessionTokens)
      .where(eq(sessionTokens.sessionId, person.sessionId))
    expect(pairs).toHaveLength(2)
  })

  it('ends the whole session when a used token is reused after its grace', async () => {
    const person = await server().as('reviewer')
    const { data } = await refresh(person.refreshToken)
    await endGrace(person.sessionId)
    expect((await refresh(person.refreshToken)).status).toBe(401)
    expect(await statusOf(data.access_token)).toBe(401)
    expect((await refresh(data.refresh_token)).status).toBe(401)
    expect(await endReason(person.sessionId)).toBe('reused')
  })

  it('refuses an access token as refresh token and the reverse, truncated ones and unknown ones', async () => {
    const person = await server().as('reviewer')
    expect((await refresh(person.token)).status).toBe(401)
    expect((await refresh(person.refreshToken.slice(0, -1))).status).toBe(401)
    expect((await refresh('')).status).toBe(401)
    for (const token of [
      person.refreshToken,
      person.token.slice(0, -1),
      `${person.token}x`,
      'x'.repeat(8_000),
      'bearer',
    ]) {
      expect(await statusOf(token)).toBe(401)
    }
    expect((await refresh('x'.repeat(1_000_000))).status).toBe(400)
  })

  it('refuses an expired pair and an expired session', async () => {
    const { database } = server()
    const [late, old] = [await server().as('reviewer'), await server().as('reviewer')]
    await database.db
      .update(sessionTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(sessionTokens.sessionId, late.sessionId))
    await database.db.update(sessions).set({ expiresAt: sql`now()` }).where(eq(sessions.id, old.sessionId))
    for (const person of [late, old]) {
      expect(await statusOf(person.token)).toBe(401)
      expect((await refresh(person.refreshToken)).status).toBe(401)
    }
  })

  it('§7 refuses a foreign client', async () => {
    const person = await server().as('reviewer')
    const wrong = {
      grant_type: 'refresh_token',
      client_id: 'console',
      client_secret: 'guess',
      refresh_token: person.refreshToken,
    } as const
    expect(await server().nobody.call(requestToken, wrong)).toMatchObject({ code: 400, msg: '客户端标识或密钥不正确' })
  })

  it('stores no token, only hashes', async () => {
    const person = await server().as('reviewer')
    const pairs = await server()
      .database.db.select()
      .from(sessionTokens)
      .where(eq(sessionTokens.sessionId, person.sessionId))
    expect(JSON.stringify(pairs)).not.toContain(person.token)
    expect(JSON.stringify(pairs)).not.toContain(person.refreshToken)
  })
})

describe('a token ends', () => {
  const ways: [string, string, (person: Person, admin: Person) => Promise<{ code: number }>][] = [
    ['POST /api/admin/user/logout, with any body', 'signedOut', (person) => person.call(signOut, { any: ['body'] })],
    ['GET /api/adminauth/logout', 'signedOut', (person) => person.call(signOutByGet)],
    [
      'GET /api/adminauth/login/removeToken by its access token',
      'removed',
      ({ token }) => server().nobody.call(removeToken, { token }),
    ],
    [
      'GET /api/adminauth/login/removeToken by its refresh token',
      'removed',
      ({ refreshToken }) => server().nobody.call(removeToken, { token: refreshToken }),
    ],
    ['when the account is disabled', 'disabled', ({ id }, admin) => admin.call(disableUser, { id })],
    ['when the account is locked', 'locked', ({ id }, admin) => admin.call(lockUser, { id })],
    [
      'when an administrator sets the password',
      'passwordReset',
      ({ id }, admin) => admin.call(updateUserPasswordById, { id, password: 'Given@1234' }),
    ],
  ]

  it.each(ways)('§7 %s', async (_, reason, end) => {
    const person = await server().as('reviewer')
    const admin = await server().as('administrator')
    expect(await statusOf(person.token)).toBe(200)
    expect((await end(person, admin)).code).toBe(200)
    expect(await statusOf(person.token)).toBe(401)
    expect((await refresh(person.refreshToken)).status).toBe(401)
    expect(await endReason(person.sessionId)).toBe(reason)
  })

  it('on the day after the account expires', async () => {
    const person = await server().as('reviewer', { expiresAt: '2020-01-01' })
    expect(await statusOf(person.token)).toBe(401)
  })

  it('alone: another session of the same person stays', async () => {
    const person = await server().as('reviewer')
    const other = await makeSession(server().database.db, person.id)
    await person.call(signOut, null)
    expect(await statusOf(other.token)).toBe(200)
  })

  it('only by its owner: an unknown token ends nothing', async () => {
    expect((await server().nobody.call(removeToken, { token: 'x'.repeat(43) })).code).toBe(200)
  })
})

describe('the header {product}-auth', () => {
  it('§7 accepts the token bare and after bearer, and nothing else', async () => {
    const { token } = await server().as('reviewer')
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf(`bearer ${token}`)).toBe(200)
    const elsewhere = {
      headers: { cookie: `console-token=${token}; token=${token}`, authorization: `Bearer ${token}` },
    }
    expect((await server().send('POST', '/api/backend/getLoginUserInfo', {}, elsewhere)).status).toBe(401)
  })
})

describe('POST /api/admin/updateUserPassword', () => {
  const next = 'Newer#2027'

  it('§5 changes one’s own password and ends one’s other sessions', async () => {
    const person = await server().as('reviewer')
    const other = await makeSession(server().database.db, person.id)
    const body = { id: person.id, oldPassword: PASSWORD, newPassword: next }
    expect((await person.call(updateOwnPassword, body)).code).toBe(200)
    expect(await statusOf(person.token)).toBe(200)
    expect(await statusOf(other.token)).toBe(401)
    const rows = await server().database.db.select().from(auditLog).where(eq(auditLog.targetId, person.id))
    expect(rows).toMatchObject([{ action: 'user.changePassword', actorId: person.id, before: null, after: null }])
  })

  it.each([
    ['oldPassword', '请输入旧密码！', '', next],
    ['oldPassword', '旧密码不能与新密码相同!', PASSWORD, PASSWORD],
    ['newPassword', '请输入新密码！', PASSWORD, ''],
    ['newPassword', '至少8位字符，且必须包含数字，字母，特殊字符', PASSWORD, 'short#1'],
    ['oldPassword', '旧密码不正确', 'Wrong#2026', next],
  ])('§5 %s: %s', async (field, message, oldPassword, newPassword) => {
    const person = await server().as('reviewer')
    const reply = await person.call(updateOwnPassword, { id: person.id, oldPassword, newPassword })
    expect(reply).toMatchObject({ status: 400, msg: message })
    expect(reply.data).toMatchObject({ fields: expect.arrayContaining([{ field, message }]) })
  })

  it('§5 refuses the user name as password', async () => {
    const person = await server().as('reviewer', { userName: 'Name#2026x' })
    const reply = await person.call(updateOwnPassword, {
      id: person.id,
      oldPassword: PASSWORD,
      newPassword: 'Name#2026x',
    })
    expect(reply.msg).toBe('密码不能与用户名相同！')
  })

  it('refuses the last five passwords', async () => {
    const person = await server().as('reviewer')
    await person.call(updateOwnPassword, { id: person.id, oldPassword: PASSWORD, newPassword: next })
    const back = await person.call(updateOwnPassword, { id: person.id, oldPassword: next, newPassword: PASSWORD })
    expect(back).toMatchObject({ code: 400, msg: '不能使用最近5次用过的密码' })
  })

  it('refuses another person’s id: the id in a body proves nothing', async () => {
    const [person, other] = [await server().as('administrator'), await server().as('reviewer')]
    const body = { id: other.id, oldPassword: PASSWORD, newPassword: next }
    expect((await person.call(updateOwnPassword, body)).status).toBe(403)
  })
})

const HOUR_MS = 3_600_000

describe.each([
  ['ahead of', HOUR_MS],
  ['behind', -HOUR_MS],
])('a process whose clock is an hour %s the database’s', (_, ms) => {
  const realNow = Date.now
  const shift = () => vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms)
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('gives a used pair its grace of 30 s, and no more', async () => {
    const person = await server().as('reviewer')
    shift()
    const { data } = await refresh(person.refreshToken)
    expect(await statusOf(person.token)).toBe(200)
    expect(await statusOf(data.access_token)).toBe(200)
    await endGrace(person.sessionId)
    server().server.core.bus.apply({ type: 'sessions', ids: [person.sessionId] })
    expect(await statusOf(person.token)).toBe(401)
    expect(await statusOf(data.access_token)).toBe(200)
  })

  it('keeps a session that was cached before the clock jumped', async () => {
    const person = await server().as('reviewer')
    expect(await statusOf(person.token)).toBe(200)
    shift()
    expect(await statusOf(person.token)).toBe(200)
  })
})

describe('replies to a signed-in person', () => {
  it('§7 GET /admin/user/getUserInfo: person, roles, permissions and numbers of subordinates', async () => {
    const head = await server().as('sales', { deputyRoleCodes: ['reviewer'] })
    await server().as('sales', { saleParentId: head.id })
    const { data } = await head.call(getUserInfo)
    expect(data.role.code).toBe('sales')
    expect(data.deputyRoles.map(({ code }) => code)).toEqual(['reviewer'])
    expect(data.permissions).toContain('userList:view')
    expect(data.dataScope).toEqual({ sales: 1, editing: 0, customers: 0 })
    expect(JSON.stringify(data)).not.toMatch(/argon2|password/i)
  })

  it('§4 §7 POST /admin/user/refesh: permission time 240000 for administrator and sjgly, the configured one for others', async () => {
    const timeOf = async (role: string) => (await (await server().as(role)).call(refreshUserInfo)).data.permissionTime
    expect(await timeOf('administrator')).toBe(240_000)
    expect(await timeOf('sjgly')).toBe(240_000)
    expect(await timeOf('reviewer')).toBe(server().server.core.config.permissionTime)
  })

  it('§3 §7 POST /api/backend/getLoginUserInfo: real name, avatar and the four flags', async () => {
    const person = await server().as('reviewer', { realName: '顾晓', priceReview: 0 })
    expect((await person.call(getLoginUserInfo)).data).toEqual({
      userId: person.id,
      userName: person.userName,
      realName: '顾晓',
      avatar: '',
      priceReview: 0,
      newReview: 1,
      reportReview: 1,
      transactionPriceReview: 1,
    })
  })
})
