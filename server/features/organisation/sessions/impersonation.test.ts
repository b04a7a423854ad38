// Impersonation over HTTP: read-only, audited, and bound to the administrator's session.
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getUserInfo, refreshUserInfo, updateOwnPassword } from '#contract/identity/own-account.ts'
import { requestToken, signOut } from '#contract/identity/sign-in.ts'
import { beginImpersonation, endImpersonation } from '#contract/organisation/impersonation.ts'
import { getButtons, getRoutes, queryUserList } from '#contract/organisation/users.ts'
import { impersonations, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole, makeSession, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const READ_ONLY = '只读查看中，不能进行操作'
const OVER = '只读查看已结束，请关闭此窗口'

let admin: Person
let seller: { id: string; userName: string }

beforeEach(async () => {
  admin = await server().as('administrator')
  seller = await makeUser(db(), { roleCode: 'sales' })
})

async function begin(userId = seller.id): Promise<string> {
  return (await admin.call(beginImpersonation, { userId })).data.id
}

/** A call in the impersonation's window. */
const impersonating = (
  impersonation: string,
  { method, path }: { method: string; path: string },
  body?: unknown,
  token = admin.token,
) =>
  server().send(method, path, method === 'GET' ? undefined : (body ?? {}), {
    token,
    headers: { 'console-impersonation': impersonation },
  })

describe('POST /api/backend/impersonation/begin', () => {
  it('§6 shows what the person sees, in the person’s name', async () => {
    const { data } = await admin.call(beginImpersonation, { userId: seller.id })
    expect(data).toMatchObject({ userId: seller.id, userName: seller.userName, expiresIn: 3_600 })
    const theirs = await makeSession(db(), seller.id)
    for (const read of [getRoutes, getButtons, getUserInfo, refreshUserInfo]) {
      const own = await server().send(read.method, read.path, read.method === 'GET' ? undefined : {}, theirs)
      // the key of what the person has typed stays theirs
      const expected = read === refreshUserInfo ? { ...(own.data as object), draftKey: '' } : own.data
      expect((await impersonating(data.id, read)).data).toEqual(expected)
    }
    expect((await impersonating(data.id, queryUserList)).code).toBe(403)
  })

  it('refuses every write, whatever the method; the administrator’s own calls still work', async () => {
    const impersonation = await begin()
    const own = { id: seller.id, oldPassword: 'a', newPassword: 'b' }
    for (const [endpoint, body] of [
      [signOut, {}],
      [{ method: 'GET', path: '/api/adminauth/logout' }, undefined],
      [updateOwnPassword, own],
      [beginImpersonation, { userId: seller.id }],
      [endImpersonation, { id: impersonation }],
    ] as const) {
      expect(await impersonating(impersonation, endpoint, body)).toMatchObject({
        status: 403,
        code: 403,
        msg: READ_ONLY,
      })
    }
    expect((await admin.call(refreshUserInfo)).data.user_id).toBe(admin.id)
    expect((await admin.call(queryUserList, {})).code).toBe(200)
  })

  it('does not affect anonymous calls: its window renews the administrator’s tokens', async () => {
    const impersonation = await begin()
    const renewal = {
      grant_type: 'refresh_token',
      client_id: 'console',
      client_secret: 'console',
      refresh_token: admin.refreshToken,
    }
    const { data } = await impersonating(impersonation, requestToken, renewal)
    expect(data).toMatchObject({ user_id: admin.id })
    const renewed = (data as { access_token: string }).access_token
    expect((await impersonating(impersonation, refreshUserInfo, {}, renewed)).data).toMatchObject({
      user_id: seller.id,
    })
  })

  it('is refused for another session, an unknown, ended or expired one; never falls back to the administrator', async () => {
    const impersonation = await begin()
    const second = await makeSession(db(), admin.id)
    const other = await server().as('administrator')
    for (const token of [second.token, other.token])
      expect(await impersonating(impersonation, refreshUserInfo, {}, token)).toMatchObject({ status: 403, msg: OVER })
    for (const id of ['999999', '0', 'x', '', '1 or 1=1'])
      expect(await impersonating(id, refreshUserInfo)).toMatchObject({ status: 403, msg: OVER })
    await db()
      .update(impersonations)
      .set({ expiresAt: '2026-01-01T00:00:00+08:00' })
      .where(eq(impersonations.id, impersonation))
    expect(await impersonating(impersonation, refreshUserInfo)).toMatchObject({ status: 403, msg: OVER })
    const next = await begin()
    expect((await admin.call(endImpersonation, { id: next })).code).toBe(200)
    expect(await impersonating(next, refreshUserInfo)).toMatchObject({ status: 403, msg: OVER })
  })

  it('ends when its owner is no administrator any more, the person is locked out, or the session has ended', async () => {
    const impersonation = await begin()
    await db().update(users).set({ locked: true }).where(eq(users.id, seller.id))
    server().server.core.bus.apply({ type: 'users', ids: [seller.id] })
    expect(await impersonating(impersonation, refreshUserInfo)).toMatchObject({ status: 403, msg: OVER })
    await db().update(users).set({ locked: false }).where(eq(users.id, seller.id))
    const [sales] = await db().select({ roleId: users.roleId }).from(users).where(eq(users.id, seller.id))
    await db()
      .update(users)
      .set({ roleId: sales?.roleId ?? '' })
      .where(eq(users.id, admin.id))
    server().server.core.bus.apply({ type: 'users', ids: [seller.id, admin.id] })
    expect(await impersonating(impersonation, refreshUserInfo)).toMatchObject({ status: 403, msg: OVER })
    await db().update(sessions).set({ endedAt: '2026-01-01T00:00:00+08:00' }).where(eq(sessions.id, admin.sessionId))
    server().server.core.bus.apply({ type: 'sessions', ids: [admin.sessionId] })
    expect((await impersonating(impersonation, refreshUserInfo)).status).toBe(401)
  })

  it('is for administrators only: the header has no effect for others', async () => {
    const impersonation = await begin()
    const other = await server().as('sjgly')
    expect(await other.call(beginImpersonation, { userId: seller.id })).toMatchObject({ status: 403, code: 403 })
    expect(await impersonating(impersonation, refreshUserInfo, {}, other.token)).toMatchObject({
      status: 403,
      msg: OVER,
    })
  })

  it('refuses oneself, another administrator, an account that cannot be used, and an unknown one', async () => {
    const boss = await makeUser(db(), { roleCode: 'administrator' })
    const deputy = await makeUser(db(), { roleCode: 'sales', deputyRoleCodes: ['administrator'] })
    const locked = await makeUser(db(), { locked: true })
    for (const id of [admin.id, boss.id, deputy.id, locked.id])
      expect(await admin.call(beginImpersonation, { userId: id })).toMatchObject({ status: 409, code: 409 })
    expect(await admin.call(beginImpersonation, { userId: '999999' })).toMatchObject({ status: 404, code: 20404 })
  })

  it('records beginning and end in the audit log, once each, in the administrator’s name', async () => {
    const impersonation = await begin()
    await admin.call(endImpersonation, { id: impersonation })
    await admin.call(endImpersonation, { id: impersonation })
    const stranger = await server().as('administrator')
    const theirs = (await stranger.call(beginImpersonation, { userId: seller.id })).data.id
    await admin.call(endImpersonation, { id: theirs })
    const acts = await db().select().from(auditLog).where(eq(auditLog.targetId, seller.id)).orderBy(asc(auditLog.id))
    expect(acts.map(({ action, actorId, after }) => [action, actorId, after])).toEqual([
      ['impersonation.begin', admin.id, { impersonation }],
      ['impersonation.end', admin.id, { impersonation }],
      ['impersonation.begin', stranger.id, { impersonation: theirs }],
    ])
  })

  it('logs the impersonated person and the administrator, for refused calls too', async () => {
    const impersonation = await begin()
    const lines = vi.spyOn(server().server.core.log, 'info')
    const logged = () => lines.mock.calls.map(([line]) => line as unknown as Record<string, unknown>)
    await impersonating(impersonation, refreshUserInfo)
    await impersonating(impersonation, signOut)
    await admin.call(refreshUserInfo)
    const both = { user: seller.id, impersonatedBy: admin.id }
    await expect.poll(logged).toMatchObject([
      { ...both, status: 200 },
      { ...both, status: 403 },
      { user: admin.id, impersonatedBy: undefined },
    ])
    lines.mockRestore()
  })

  it('has the person’s rights, not the administrator’s', async () => {
    const reader = await makeUser(db(), { roleCode: (await makeRole(db(), 'userList.view')).code })
    const impersonation = await begin(reader.id)
    expect((await impersonating(impersonation, queryUserList)).code).toBe(200)
    const overview = { method: 'POST', path: '/api/backend/access/overview' }
    expect(await impersonating(impersonation, overview, { userId: admin.id })).toMatchObject({
      status: 403,
      msg: '没有操作权限',
    })
  })
})
