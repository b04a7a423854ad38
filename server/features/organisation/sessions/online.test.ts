// Forcing somebody offline, over HTTP. What becomes of open connections stands in core/live.test.ts.
import { describe, expect, it } from 'vitest'
import { getLoginUserInfo } from '../../../../contract/identity/own-account.ts'
import { userOffline } from '../../../../contract/live/live.ts'
import { makeRole, makeSession } from '../../../../test/factories.ts'
import { testServer } from '../../../../test/http.ts'

const server = testServer()

describe('GET /api/backend/message/userOffline', () => {
  it('§6 ends all sessions of a person at once, and records it', async () => {
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

  it('leaves the account as it is: the person may sign in again', async () => {
    const { database, as } = server()
    const [admin, person] = [await as('administrator'), await as('reviewer')]
    await admin.call(userOffline, { id: person.id })
    const again = await makeSession(database.db, person.id)
    expect((await server().send('POST', getLoginUserInfo.path, {}, { token: again.token })).code).toBe(200)
  })

  it('is refused on oneself, on nobody, and on whoever holds more', async () => {
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
