// Forcing somebody offline, over HTTP. core/live/live.test.ts covers open connections.
import { describe, expect, it } from 'vitest'
import { getLoginUserInfo } from '#contract/identity/own-account.ts'
import { userOffline } from '#contract/live/live.ts'
import { queryUserActs, queryUserSessions, queryUserVisits } from '#contract/organisation/staff-activity.ts'
import { recordVisits } from '#contract/organisation/visit-log.ts'
import { makeRole, makeSession } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()

describe('GET /api/backend/message/userOffline', () => {
  it('§6 ends all sessions of a person at once, and audits it', async () => {
    const { database, as, send } = server()
    const [admin, person] = [await as('administrator'), await as('reviewer')]
    const other = await makeSession(database.db, person.id)
    expect(await admin.call(userOffline, { id: person.id })).toMatchObject({ code: 200, data: null })
    expect((await person.call(getLoginUserInfo)).code).toBe(401)
    expect((await send('POST', getLoginUserInfo.path, {}, { token: other.token })).code).toBe(401)
    const { rows } = await database.pool.query(
      "select actor_id::text from audit_log where action = 'user.offline' and target_id = $1",
      [person.id],
    )
    expect(rows).toEqual([{ actor_id: admin.id }])
  })

  it('§6 can be called from the page of staff accounts too', async () => {
    const { database, as } = server()
    const keeper = await as((await makeRole(database.db, 'userList.clear')).code)
    const person = await as((await makeRole(database.db)).code)
    expect(await keeper.call(userOffline, { id: person.id })).toMatchObject({ code: 200 })
    expect((await person.call(getLoginUserInfo)).code).toBe(401)
  })

  it('leaves the account as it is: the person may sign in again', async () => {
    const { database, as } = server()
    const [admin, person] = [await as('administrator'), await as('reviewer')]
    await admin.call(userOffline, { id: person.id })
    const again = await makeSession(database.db, person.id)
    expect((await server().send('POST', getLoginUserInfo.path, {}, { token: again.token })).code).toBe(200)
  })

  it('is refused for oneself, for unknown people, and for people who hold more', async () => {
    const { database, as } = server()
    const admin = await as('administrator')
    const helper = await as((await makeRole(database.db, 'onlineUsers.view', 'onlineUsers.clear')).code)
    expect((await admin.call(userOffline, { id: admin.id })).code).toBe(409)
    expect(await admin.call(userOffline, { id: '999999' })).toMatchObject({ status: 404, code: 20404 })
    expect(await helper.call(userOffline, { id: admin.id })).toMatchObject({
      code: 409,
      msg: '不能操作权限高于自己的账号',
    })
    expect((await admin.call(getLoginUserInfo)).code).toBe(200)
  })
})

describe('activity of one member of staff', () => {
  it('§6 shows sessions only with the right to details of online users', async () => {
    const { database, as } = server()
    const person = await as((await makeRole(database.db)).code)
    await makeSession(database.db, person.id)
    const keeper = await as((await makeRole(database.db, 'onlineUsers.details')).code)
    const { data } = await keeper.call(queryUserSessions, { id: person.id })
    expect(data).toHaveLength(2)
    expect(data.every(({ isCurrent }) => !isCurrent)).toBe(true)
    expect(await keeper.call(queryUserSessions, { id: '999999' })).toMatchObject({ code: 20404 })
    expect(await person.call(queryUserSessions, { id: person.id })).toMatchObject({ status: 403 })
  })

  it('§6 has acts and opened pages as two logs, each with a button of its own', async () => {
    const { database, as } = server()
    const person = await as((await makeRole(database.db, 'onlineUsers.clear')).code)
    const target = await as((await makeRole(database.db)).code)
    await person.call(recordVisits, { pages: [{ path: '/system/jobs', title: '后台任务' }] })
    await person.call(userOffline, { id: target.id })
    const [ofActs, ofVisits] = [
      await as((await makeRole(database.db, 'userList.userLog')).code),
      await as((await makeRole(database.db, 'userList.userAccessLog')).code),
    ]
    const userId = person.id
    expect((await ofActs.call(queryUserActs, { userId })).data).toMatchObject({
      total: 1,
      records: [{ action: 'act', title: 'user.offline', target: `user ${target.id}`, userName: person.userName }],
    })
    expect((await ofVisits.call(queryUserVisits, { userId })).data).toMatchObject({
      total: 1,
      records: [{ action: 'page', title: '后台任务', target: '/system/jobs' }],
    })
    expect((await ofVisits.call(queryUserVisits, { userId: target.id })).data.total).toBe(0)
    expect(await ofActs.call(queryUserVisits, { userId })).toMatchObject({ status: 403 })
    expect(await ofVisits.call(queryUserActs, { userId })).toMatchObject({ status: 403 })
  })
})
