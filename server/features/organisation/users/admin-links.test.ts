// Mini-programs, sender, bindings, sign-in failures, visits and who is online, over HTTP.
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { requestToken } from '#contract/identity/sign-in.ts'
import { handOver } from '#contract/organisation/handover.ts'
import { liftSignInLock, queryLoginFailures, queryOnlineUsers } from '#contract/organisation/sessions.ts'
import {
  getAdminLinkApplet,
  getUserSendInfo,
  saveAdminLinkApplet,
  unBindVisitingAssistant,
  unBindWxOpenId,
  updateUserSendInfo,
  verifyVisitingAssistant,
} from '#contract/organisation/staff-links.ts'
import { getUserInfoById } from '#contract/organisation/users.ts'
import { getAdminLogByPage, recordVisits } from '#contract/organisation/visit-log.ts'
import { applets, visitingAssistants } from '#server/db/schema/authorisation.ts'
import { externalIdentities } from '#server/db/schema/identity.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'
import { makeRole, makeSession, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makePrice, makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
let admin: Person
let reader: Person

beforeAll(async () => {
  const { database, as } = server()
  admin = await as('administrator')
  reader = await as((await makeRole(database.db, 'userList.view')).code)
})

const person = async (overrides = {}) =>
  makeUser(server().database.db, { roleCode: (await makeRole(server().database.db)).code, ...overrides })

describe('GET /api/backend/adminLinkApplet/getAdminLinkApplet, POST /api/backend/adminLinkApplet/saveAdminLinkApplet', () => {
  it('§7 are read and set', async () => {
    const { database } = server()
    const [applet] = await database.db.insert(applets).values({ appId: 'wx-test-1', name: '测试小程序' }).returning()
    const { id: userId } = await person()
    const id = applet?.id ?? ''
    expect((await admin.call(saveAdminLinkApplet, { userId, appletIds: [id] })).code).toBe(200)
    const { data } = await admin.call(getAdminLinkApplet, { userId })
    expect(data.find((each) => each.id === id)).toMatchObject({ name: '测试小程序', isLinked: true })
    await admin.call(saveAdminLinkApplet, { userId, appletIds: [] })
    expect((await admin.call(getAdminLinkApplet, { userId })).data.some(({ isLinked }) => isLinked)).toBe(false)
    expect((await admin.call(saveAdminLinkApplet, { userId, appletIds: ['999999'] })).code).toBe(400)
    expect((await admin.call(getAdminLinkApplet, { userId: '999999' })).code).toBe(20404)
    expect((await reader.call(getAdminLinkApplet, { userId })).code).toBe(403)
  })
})

describe('GET /api/admin/getUserSendInfo, POST /api/admin/updateUserSendInfo', () => {
  it('§7 is read and set for oneself, and for others with the right to edit accounts', async () => {
    const info = { senderName: '王编辑', address: '上海', telephone: '021-1', signature: '敬上' }
    expect((await reader.call(getUserSendInfo, {})).data).toMatchObject({ userId: reader.id, senderName: '' })
    expect((await reader.call(updateUserSendInfo, info)).code).toBe(200)
    expect((await reader.call(getUserSendInfo, {})).data).toEqual({ userId: reader.id, ...info })
    expect((await admin.call(getUserSendInfo, { userId: reader.id })).data.signature).toBe('敬上')
    expect((await reader.call(getUserSendInfo, { userId: admin.id })).code).toBe(403)
    expect((await reader.call(updateUserSendInfo, { ...info, userId: admin.id })).code).toBe(403)
    expect((await admin.call(updateUserSendInfo, { ...info, userId: '999999' })).code).toBe(20404)
    expect((await admin.call(updateUserSendInfo, { ...info, senderName: '长'.repeat(33) })).code).toBe(400)
  })
})

describe(`POST /api/backend/articlesSharing/unBindWxOpenId
  POST /api/backend/appVisitingAssistantsAdmin/unBindAppVisitingAssistantsVerify
  POST /api/backend/appVisitingAssistantsAdmin/unBindAppVisitingAssistants`, () => {
  it('§6 unbinds WeChat once, with an audit row', async () => {
    const { database } = server()
    const { id: userId } = await person()
    await database.db.insert(externalIdentities).values({ userId, provider: 'wechat', subject: 'open-1' })
    const shown = async () => (await admin.call(getUserInfoById, { id: userId })).data
    expect(await shown()).toMatchObject({ isWxBound: true, hasAssistant: false, hasSecondFactor: false })
    expect((await reader.call(unBindWxOpenId, { userId })).code).toBe(403)
    expect((await admin.call(unBindWxOpenId, { userId })).code).toBe(200)
    expect(await shown()).toMatchObject({ isWxBound: false })
    expect(await admin.call(unBindWxOpenId, { userId })).toMatchObject({ code: 409, msg: '该账号没有绑定微信' })
    expect((await admin.call(unBindWxOpenId, { userId: '999999' })).code).toBe(20404)
  })

  it('§6 unbinds the visiting assistant only with the reply of the verify step', async () => {
    const { database, as } = server()
    const { id: userId } = await person()
    expect(await admin.call(verifyVisitingAssistant, { userId })).toMatchObject({ code: 409 })
    await database.db.insert(visitingAssistants).values({ userId, deviceHash: 'visit-1', device: '测试手机' })
    await makePrice(database.db, await makeQuoteItem(database.db), '2026-11-19', {
      status: 'submitted',
      submittedById: userId,
    })
    const to = await person()
    expect(await admin.call(handOver, { fromId: userId, toId: to.id })).toMatchObject({
      code: 409,
      msg: '该员工没有可移交的工作，有 1 条价格尚未发布，由同产品的同事继续处理',
    })
    const site = { name: '测试钢厂', kind: 'mill', ownerId: userId } as const
    const [{ id: enterpriseId = '' } = {}] = await database.db.insert(visitEnterprises).values(site).returning()
    const visit = { enterpriseId, ownerId: userId, createdById: userId, plannedAt: '2026-11-19T02:00:00Z', aim: '回访' }
    const arrivedAt = '2026-11-19T02:00:00Z'
    await database.db
      .insert(visits)
      .values([
        visit,
        { ...visit, state: 'visited', arrivedAt },
        { ...visit, state: 'onTheWay', departedAt: arrivedAt },
        { ...visit, state: 'reported', arrivedAt, reportedAt: arrivedAt },
        { ...visit, state: 'cancelled' },
      ])
    const { data } = await admin.call(verifyVisitingAssistant, { userId })
    expect(data).toMatchObject({ device: '测试手机', openVisits: 3, heardPrices: 0, pendingPrices: 1 })
    const other = await as('administrator')
    const act = (caller: Person, verifyToken: string) => caller.call(unBindVisitingAssistant, { userId, verifyToken })
    expect(await act(other, data.verifyToken)).toMatchObject({ code: 409, msg: '核对已失效，请重新核对' })
    expect((await act(admin, 'v1.AAAA')).code).toBe(409)
    expect((await act(reader, data.verifyToken)).code).toBe(403)
    expect((await act(admin, data.verifyToken)).code).toBe(200)
    // who has lost the phone is not on the way any more
    expect(await database.db.$count(visits, and(eq(visits.ownerId, userId), eq(visits.state, 'onTheWay')))).toBe(0)
    expect(await database.db.$count(visits, and(eq(visits.ownerId, userId), eq(visits.state, 'planned')))).toBe(2)
    expect(await act(admin, data.verifyToken)).toMatchObject({ code: 409, msg: '该账号没有绑定拜访助手' })
    expect((await admin.call(verifyVisitingAssistant, { userId: '999999' })).code).toBe(20404)
  })
})

describe('sign-in failures', () => {
  it('§2 are listed with their pause, which can be lifted: earlier failures no longer count', async () => {
    const { database, as } = server()
    const { userName } = await person({ userName: 'fails.often', realName: '常错人' })
    const signIn = (password: string) =>
      server().nobody.call(requestToken, {
        grant_type: 'captcha',
        username: userName,
        password,
        client_id: 'console',
        client_secret: 'console',
      })
    for (let tries = 0; tries < 5; tries++) await signIn('Wrong@1234')
    expect((await signIn('Demo@2026')).code).toBe(10009)
    const { records } = (await admin.call(queryLoginFailures, { userName: 'FAILS.often' })).data
    expect(records[0]).toMatchObject({ userName, realName: '常错人', lockedUntil: expect.any(String) })
    const address = records[0]?.address ?? ''
    const viewer = await as((await makeRole(database.db, 'loginFail.view')).code)
    expect((await viewer.call(liftSignInLock, { userName, address })).code).toBe(403)
    expect((await admin.call(liftSignInLock, { userName: 'Fails.Often', address })).code).toBe(200)
    expect(await admin.call(liftSignInLock, { userName, address })).toMatchObject({ code: 409 })
    expect((await signIn('Wrong@1234')).code).toBe(10019)
    const after = (await viewer.call(queryLoginFailures, { userName, reason: 'wrongPassword' })).data.records
    expect(after[0]?.lockedUntil).toBeNull()
    expect((await reader.call(queryLoginFailures, {})).code).toBe(403)
    const wrong = await server().send('POST', queryLoginFailures.path, { from: 'today' }, { token: admin.token })
    expect(wrong.code).toBe(400)
  })
})

describe('POST /api/backend/log/visitLog/getAdminLogByPage', () => {
  it('§7 lists what somebody opened and did, newest first', async () => {
    const { database, as } = server()
    const viewer = await as((await makeRole(database.db, 'visitLog.view')).code, { realName: '浏览人' })
    const pages = [{ path: '/data/price', title: '价格录入' }]
    expect((await viewer.call(recordVisits, { pages })).code).toBe(200)
    await viewer.call(updateUserSendInfo, { senderName: '浏览人', address: '', telephone: '', signature: '' })
    const found = (await viewer.call(getAdminLogByPage, { userName: viewer.userName })).data.records
    expect(found).toMatchObject([
      { action: 'act', title: 'user.setSendInfo', target: `user ${viewer.id}`, realName: '浏览人' },
      { action: 'page', title: '价格录入', target: '/data/price' },
    ])
    const opened = await viewer.call(getAdminLogByPage, { module: '价格录', action: 'page', ascs: ['at'] })
    expect(opened.data.records).toHaveLength(1)
    expect((await viewer.call(getAdminLogByPage, { from: '2099-01-01' })).data.total).toBe(0)
    expect((await reader.call(getAdminLogByPage, {})).code).toBe(403)
    expect((await reader.call(recordVisits, { pages: [] })).code).toBe(400)
  })
})

describe('who is online', () => {
  it('§2 lists each person once, with their live sessions', async () => {
    const { database, as } = server()
    const { id } = await person({ realName: '在线人' })
    await makeSession(database.db, id)
    await makeSession(database.db, id)
    const viewer = await as((await makeRole(database.db, 'onlineUsers.view')).code)
    const { data } = await viewer.call(queryOnlineUsers, { realName: '在线人' })
    expect(data.records).toMatchObject([{ id, sessions: 2, address: '127.0.0.1' }])
    await database.pool.query("update sessions set ended_at = now(), end_reason = 'removed' where user_id = $1", [id])
    expect((await viewer.call(queryOnlineUsers, { realName: '在线人' })).data.total).toBe(0)
    expect(
      (await viewer.call(queryOnlineUsers, { descs: ['signedInAt'], address: '127.0' })).data.total,
    ).toBeGreaterThan(0)
    expect((await reader.call(queryOnlineUsers, {})).code).toBe(403)
    const wrong = await server().send('POST', queryOnlineUsers.path, { ascs: ['id'] }, { token: viewer.token })
    expect(wrong.code).toBe(400)
  })
})
