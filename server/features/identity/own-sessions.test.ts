// One's own sessions: listed with device and place, ended one by one or all others. Never somebody else's.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { endOtherOwnSessions, endOwnSession, getOwnSessions } from '#contract/identity/account-security.ts'
import { requestToken } from '#contract/identity/sign-in.ts'
import { sessions, sessionTokens } from '#server/db/schema/identity.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeSession } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()

const statusOf = async (token: string) =>
  (await server().send('POST', '/api/backend/getLoginUserInfo', {}, { token })).status

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36'

describe('one’s own sessions', () => {
  it('§4 lists open ones: device as text, address, times, and which is the current one', async () => {
    const { database, as } = server()
    const person = await as('reviewer')
    const other = await makeSession(database.db, person.id)
    const [ended, late, old] = [
      await makeSession(database.db, person.id),
      await makeSession(database.db, person.id),
      await makeSession(database.db, person.id),
    ]
    const past = sql`now() - interval '2 hours'`
    await database.db
      .update(sessions)
      .set({ userAgent: windows, address: '10.9.8.7', createdAt: past })
      .where(eq(sessions.id, other.sessionId))
    await database.db.update(sessions).set({ endedAt: sql`now()` }).where(eq(sessions.id, ended.sessionId))
    await database.db.update(sessions).set({ expiresAt: sql`now()` }).where(eq(sessions.id, late.sessionId))
    await database.db
      .update(sessionTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(sessionTokens.sessionId, old.sessionId))

    const { data } = await person.call(getOwnSessions)
    expect(data).toMatchObject([
      { id: person.sessionId, isCurrent: true, address: '127.0.0.1', device: '未知设备' },
      { id: other.sessionId, isCurrent: false, address: '10.9.8.7', device: 'Windows 电脑 · Chrome 143' },
    ])
    for (const each of data) expect(each.lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT.*[+-]\d\d:\d\d$/)
    const [, row] = data
    expect(Date.parse(row?.lastUsedAt ?? '') - Date.parse(row?.signedInAt ?? '')).toBeGreaterThan(7_000_000)
    expect(JSON.stringify(data)).not.toMatch(/token|hash/i)
  })

  it('shows the last renewal of tokens as the last use', async () => {
    const person = await server().as('reviewer')
    await server()
      .database.db.update(sessionTokens)
      .set({ createdAt: sql`now() - interval '1 hour'` })
      .where(eq(sessionTokens.sessionId, person.sessionId))
    const lastUse = async () => Date.parse((await person.call(getOwnSessions)).data[0]?.lastUsedAt ?? '')
    expect(Date.now() - (await lastUse())).toBeGreaterThan(3_000_000)
    const client = { client_id: 'console', client_secret: 'console' }
    await server().nobody.call(requestToken, {
      grant_type: 'refresh_token',
      ...client,
      refresh_token: person.refreshToken,
    })
    expect(Date.now() - (await lastUse())).toBeLessThan(60_000)
  })

  it('§4 ends one: its token is refused at once, the current one stays, and it is audited', async () => {
    const person = await server().as('reviewer')
    const other = await makeSession(server().database.db, person.id)
    expect(await statusOf(other.token)).toBe(200)
    expect((await person.call(endOwnSession, { id: other.sessionId })).code).toBe(200)
    expect(await statusOf(other.token)).toBe(401)
    expect(await statusOf(person.token)).toBe(200)
    expect((await person.call(endOwnSession, { id: other.sessionId })).code).toBe(20404)
    const [row] = await server().database.db.select().from(auditLog).where(eq(auditLog.targetId, person.id))
    expect(row).toMatchObject({ action: 'user.endSession', before: { sessionId: other.sessionId } })
  })

  it('does not end another person’s session, nor the current one', async () => {
    const [person, other] = [await server().as('administrator'), await server().as('reviewer')]
    expect(await person.call(endOwnSession, { id: other.sessionId })).toMatchObject({ status: 404, code: 20404 })
    expect(await statusOf(other.token)).toBe(200)
    expect((await person.call(endOwnSession, { id: person.sessionId })).status).toBe(409)
    expect(await statusOf(person.token)).toBe(200)
    expect((await person.call(getOwnSessions)).data.map(({ id }) => id)).toEqual([person.sessionId])
  })

  it('ends all others, and nobody else’s', async () => {
    const [person, stranger] = [await server().as('reviewer'), await server().as('reviewer')]
    const others = [
      await makeSession(server().database.db, person.id),
      await makeSession(server().database.db, person.id),
    ]
    expect((await person.call(endOtherOwnSessions)).data).toEqual({ ended: 2 })
    for (const { token } of others) expect(await statusOf(token)).toBe(401)
    expect(await statusOf(person.token)).toBe(200)
    expect(await statusOf(stranger.token)).toBe(200)
    expect((await person.call(endOtherOwnSessions)).data).toEqual({ ended: 0 })
  })
})
