// Two servers on one database: a change by one takes effect on the other's next call.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLoginUserInfo } from '#contract/identity/own-account.ts'
import { signOut } from '#contract/identity/sign-in.ts'
import { addOrUpdateUser, disableUser, getUserInfoById, queryUserList } from '#contract/organisation/users.ts'
import { roleMenus } from '#server/db/schema/organisation.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type TestServer, testServer } from '#test/http.ts'
import { cutListeners } from '#test/listeners.ts'
import { transact } from '../core.ts'

const first = testServer()
let second: TestServer

beforeAll(async () => {
  second = await openTestServer(first().database)
})
afterAll(() => second.server.close())

/** What the other process answers to a token, without a cache of its own being warm or cold making a difference. */
const atSecond = async (token: string) =>
  (await second.send('POST', '/api/backend/getLoginUserInfo', {}, { token })).status
const listAtSecond = async (token: string) =>
  (await second.send('POST', '/api/admin/queryUserList', {}, { token })).status

describe('two processes', () => {
  it('know a sign-out of each other within a second', async () => {
    const person = await first().as('reviewer')
    expect(await atSecond(person.token)).toBe(200)
    await person.call(signOut, null)
    expect((await person.call(getLoginUserInfo)).code).toBe(401)
    await expect.poll(() => atSecond(person.token), { interval: 20 }).toBe(401)
  })

  it('know a disabled account within a second', async () => {
    const [person, admin] = [await first().as('reviewer'), await first().as('administrator')]
    expect(await atSecond(person.token)).toBe(200)
    await admin.call(disableUser, { id: person.id })
    await expect.poll(() => atSecond(person.token), { interval: 20 }).toBe(401)
  })

  it('know a changed role of a person within a second', async () => {
    const { db } = first().database
    const [person, admin] = [await first().as('reviewer'), await first().as('administrator')]
    const plain = await makeRole(db)
    expect(await listAtSecond(person.token)).toBe(200)
    const { data } = await admin.call(getUserInfoById, { id: person.id })
    const { id, version, userName, realName, mobile, deptId } = data
    const reply = await admin.call(addOrUpdateUser, {
      id,
      version,
      userName,
      realName,
      mobile,
      deptId,
      roleId: plain.id,
    })
    expect(reply.code).toBe(200)
    expect((await person.call(queryUserList, {})).code).toBe(403)
    await expect.poll(() => listAtSecond(person.token), { interval: 20 }).toBe(403)
  })

  it('know a changed grant of everybody within a second', async () => {
    const { db } = first().database
    const role = await makeRole(db, 'userList.view')
    const person = await first().as(role.code)
    expect(await listAtSecond(person.token)).toBe(200)
    await transact(first().server.core, async (tx, announce) => {
      await tx.delete(roleMenus)
      announce({ type: 'permissions' })
    })
    expect((await person.call(queryUserList, {})).code).toBe(403)
    await expect.poll(() => listAtSecond(person.token), { interval: 20 }).toBe(403)
  })

  it('bypass their caches while notifications are cut off, and recover without a restart', async () => {
    const { pool } = first().database
    const { bus } = second.server.core
    const person = await first().as('administrator')
    expect(await atSecond(person.token)).toBe(200)
    await cutListeners(pool)
    await expect.poll(() => bus.isListening(), { interval: 5 }).toBe(false)
    // changed without a notification, as if it had been lost: only a fresh read finds it
    await pool.query('update sessions set ended_at = now() where user_id = $1', [person.id])
    expect(await atSecond(person.token)).toBe(401)
    await expect.poll(() => bus.isListening(), { interval: 20 }).toBe(true)
  })

  it('§6 forget after such a time what they knew before it: sessions, and what people hold', async () => {
    const { db, pool } = first().database
    const { bus } = second.server.core
    const role = await makeRole(db, 'userList.view')
    const [gone, reader] = [await first().as('administrator'), await first().as(role.code)]
    expect(await atSecond(gone.token)).toBe(200)
    expect(await listAtSecond(reader.token)).toBe(200)
    await cutListeners(pool)
    await expect.poll(() => bus.isListening(), { interval: 5 }).toBe(false)
    // nobody asks meanwhile: what was known stays as it was, if nothing takes it away
    await pool.query('update sessions set ended_at = now() where user_id = $1', [gone.id])
    await pool.query('delete from role_menus where role_id = $1', [role.id])
    await expect.poll(() => bus.isListening(), { interval: 20 }).toBe(true)
    expect(await atSecond(gone.token)).toBe(401)
    expect(await listAtSecond(reader.token)).toBe(403)
  })
})
