// The bell over HTTP: one's own messages, newest first, and marking them as read.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getMessage } from '#contract/live/live.ts'
import { getOwnMessages, readAllMessages } from '#contract/live/messages.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let one: Person
let other: Person

beforeAll(async () => {
  const role = await makeRole(server().database.db)
  one = await server().as(role.code)
  other = await server().as(role.code)
})

beforeEach(async () => {
  const { db } = server().database
  await db.delete(pushMessages)
  const register = { company: '东海贸易', contact: '王敏', mobile: '138****8000', subProduct: '大数据' }
  await db.insert(pushMessages).values([
    { userId: one.id, type: 'notice', data: { title: '维护', content: '周六停机' } },
    { userId: other.id, type: 'notice', data: { title: '别人的', content: '' } },
    { userId: one.id, type: 'register', data: register },
  ])
})

describe('GET /api/backend/message/own', () => {
  it('§1 returns one’s own messages, newest first, registrations in one line', async () => {
    const { data } = await one.call(getOwnMessages)
    expect(data.unread).toBe(2)
    expect(data.records.map(({ title, content, isRead }) => [title, content, isRead])).toEqual([
      ['新的注册申请', '东海贸易 王敏 138****8000 大数据', false],
      ['维护', '周六停机', false],
    ])
  })

  it('§7 marks one as read when opened, and all at once, without those of others', async () => {
    const [, notice] = (await one.call(getOwnMessages)).data.records
    await one.call(getMessage, { id: notice?.id ?? '' })
    expect((await one.call(getOwnMessages)).data).toMatchObject({
      unread: 1,
      records: [{ isRead: false }, { isRead: true }],
    })
    await one.call(readAllMessages)
    expect((await one.call(getOwnMessages)).data.unread).toBe(0)
    expect((await other.call(getOwnMessages)).data.unread).toBe(1)
  })

  it('§4 requires a session', async () => {
    expect(await server().nobody.call(getOwnMessages)).toMatchObject({ status: 401 })
    expect(await server().nobody.call(readAllMessages)).toMatchObject({ status: 401 })
  })
})
