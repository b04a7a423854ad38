// The live channel's messages, acknowledgements and changes of rights, over real sockets, on two processes.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMessage, pushNoticeByUser } from '#contract/live/live.ts'
import { roleMenus, users } from '#server/db/schema/organisation.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type TestServer, testServer } from '#test/http.ts'
import { cutListeners } from '#test/listeners.ts'
import { type Connected, connect, noticeTitles, settled } from '#test/socket.ts'
import { transact } from '../core.ts'
import { storePush } from './pushes.ts'

const first = testServer()
let second: TestServer

beforeAll(async () => {
  second = await openTestServer(first().database)
})
afterAll(() => second.server.close())

const WITHIN = { interval: 10 }

const push = (userIds: string[], title: string) =>
  transact(first().server.core, (tx, announce) =>
    storePush(tx, announce, { userIds, type: 'notice', data: { title, content: '' } }),
  )

/** Stored without a notification on the bus. */
const store = (userIds: string[], title: string) =>
  first().database.db.transaction((tx) =>
    storePush(tx, () => {}, { userIds, type: 'notice', data: { title, content: '' } }),
  )

describe('messages', () => {
  it('reach every connection of their receiver, on both processes, once, and nobody else', async () => {
    const [person, other] = [await first().as('reviewer'), await first().as('reviewer')]
    const own = [
      await connect(first().base, person),
      await connect(first().base, person),
      await connect(second.base, person),
    ]
    const others = await connect(second.base, other)
    await push([person.id], '公告一')
    await push([person.id, other.id], '公告二')
    for (const each of own) await expect.poll(() => noticeTitles(each), WITHIN).toEqual(['公告一', '公告二'])
    await expect.poll(() => noticeTitles(others), WITHIN).toEqual(['公告二'])
    const [message] = own[0]?.of('notice') ?? []
    expect(message).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'notice',
      data: { title: '公告一', content: '' },
      sendTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+08:00$/),
    })
    for (const { socket } of [...own, others]) socket.close()
  })

  it('of a transaction that is rolled back reach nobody', async () => {
    const person = await first().as('reviewer')
    const here = await connect(second.base, person)
    const undone = transact(first().server.core, async (tx, announce) => {
      const data = { title: '未发生', content: '' }
      await storePush(tx, announce, { userIds: [person.id], type: 'notice', data })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await push([person.id], '发生')
    await expect.poll(() => noticeTitles(here), WITHIN).toEqual(['发生'])
    here.socket.close()
  })

  it('newer than an id are sent after `since`, with those of the 60 s before it again', async () => {
    const person = await first().as('reviewer')
    const { pool } = first().database
    const ids: string[] = []
    for (const [title, age] of [
      ['两分钟前', 120],
      ['半分钟前', 30],
      ['刚才', 0],
      ['现在', 0],
    ] as const) {
      const { rows } = await pool.query<{ id: string }>(
        `insert into push_messages (user_id, type, data, send_time)
        values ($1, 'notice', jsonb_build_object('title', $2::text, 'content', ''), now() - make_interval(secs => $3))
        returning id::text`,
        [person.id, title, age],
      )
      ids.push(rows[0]?.id ?? '')
    }
    const here = await connect(second.base, person)
    here.say({ type: 'since', id: ids[2] ?? '' })
    await expect.poll(() => noticeTitles(here), WITHIN).toEqual(['半分钟前', '刚才', '现在'])
    here.say({ type: 'since', id: '0' })
    await expect.poll(() => noticeTitles(here), WITHIN).toEqual(['半分钟前', '刚才', '现在', '两分钟前'])
    here.socket.close()
  })

  it('stored while the channel was cut are sent afterwards: none missed, none twice', async () => {
    const person = await first().as('reviewer')
    const before = await connect(second.base, person)
    const seen = new Map<string, string>()
    const twice: string[] = []
    const note = (connected: Connected) => {
      for (const { id, data } of connected.of('notice')) {
        if (seen.has(id)) twice.push(data.title)
        else seen.set(id, data.title)
      }
    }
    await push([person.id], '切断之前')
    await expect.poll(() => noticeTitles(before), WITHIN).toEqual(['切断之前'])
    note(before)
    before.socket.terminate()
    await push([person.id], '切断期间一')
    await store([person.id], '切断期间二')

    const after = await connect(second.base, person)
    after.say({ type: 'since', id: [...seen.keys()].at(-1) ?? '0' })
    await push([person.id], '恢复之后')
    await expect.poll(() => noticeTitles(after).length, WITHIN).toBe(4)
    note(after)
    // New messages may arrive before missed ones.
    expect(new Set(seen.values())).toEqual(new Set(['切断之前', '切断期间一', '切断期间二', '恢复之后']))
    // The overlap, which the browser removes by id.
    expect(twice).toEqual(['切断之前'])
    after.socket.close()
  })

  it('whose notification a process missed are sent when it listens again', async () => {
    const person = await first().as('reviewer')
    const there = await connect(second.base, person)
    await cutListeners(first().database.pool)
    await expect.poll(() => second.server.core.bus.isListening(), { interval: 5 }).toBe(false)
    await store([person.id], '无人听见')
    await expect.poll(() => noticeTitles(there), { interval: 20 }).toEqual(['无人听见'])
    there.socket.close()
  })
})

describe('GET /api/backend/memberRegisterNotice/pushNoticeByUser, /api/backend/message/getMessage', () => {
  it('§7 pushNoticeByUser pushes unacknowledged messages to connections on any process', async () => {
    const person = await first().as('reviewer')
    await store([person.id], '一')
    await store([person.id], '二')
    const there = await connect(second.base, person)
    expect((await person.call(pushNoticeByUser)).data).toEqual({ count: 2 })
    await expect.poll(() => noticeTitles(there), WITHIN).toEqual(['一', '二'])
    const [one] = there.of('notice')
    there.say({ type: 'ack', ids: [one?.id ?? ''] })
    await expect.poll(async () => (await person.call(pushNoticeByUser)).data.count, WITHIN).toBe(1)

    const again = await connect(first().base, person)
    await person.call(pushNoticeByUser)
    await expect.poll(() => noticeTitles(again), WITHIN).toEqual(['二'])
    // A connection gets nothing twice.
    expect(noticeTitles(there)).toEqual(['一', '二'])
    for (const { socket } of [there, again]) socket.close()
  })

  it('leaves messages of others alone', async () => {
    const [person, other] = [await first().as('reviewer'), await first().as('reviewer')]
    await store([other.id], '他人的')
    const theirs = await connect(first().base, other)
    await other.call(pushNoticeByUser)
    await expect.poll(() => noticeTitles(theirs), WITHIN).toEqual(['他人的'])
    const id = theirs.of('notice')[0]?.id ?? ''
    const here = await connect(first().base, person)
    here.say({ type: 'ack', ids: [id] })
    await settled(here)
    expect(await person.call(getMessage, { id })).toMatchObject({ status: 404, code: 20404, msg: '数据不存在' })
    expect((await other.call(pushNoticeByUser)).data.count).toBe(1)
    for (const { socket } of [here, theirs]) socket.close()
  })

  it('§7 getMessage returns the caller’s own message in full and marks it as read', async () => {
    const person = await first().as('reviewer')
    await store([person.id], '全文')
    const here = await connect(first().base, person)
    await person.call(pushNoticeByUser)
    await expect.poll(() => noticeTitles(here), WITHIN).toEqual(['全文'])
    const [sent] = here.of('notice')
    const id = sent?.id ?? ''
    const { data } = await person.call(getMessage, { id })
    const { sendTime } = sent ?? {}
    expect(data).toEqual({ id, type: 'notice', register: null, notice: { title: '全文', content: '' }, sendTime })
    expect((await person.call(pushNoticeByUser)).data.count).toBe(0)
    here.socket.close()
  })
})

describe('permissions', () => {
  const versions = (connected: Connected) => connected.of('permission').map(({ data }) => data.version)

  it('when changed are sent to the people concerned, on every process, and to nobody else', async () => {
    const { db } = first().database
    const [role, other] = [await makeRole(db, 'userList.view'), await makeRole(db, 'role.view')]
    const [person, bystander] = [await first().as(role.code), await first().as(other.code)]
    const own = [await connect(first().base, person), await connect(second.base, person)]
    const others = await connect(second.base, bystander)
    // The first message holds the rights at connecting.
    for (const each of [...own, others]) await expect.poll(() => versions(each).length, WITHIN).toBe(1)

    await transact(first().server.core, async (tx, announce) => {
      await tx.delete(roleMenus).where(eq(roleMenus.roleId, role.id))
      announce({ type: 'permissions' })
    })
    for (const each of own) await expect.poll(() => versions(each).length, WITHIN).toBe(2)
    const now = (await first().server.core.actors.person(person.id))?.permissionVersion
    for (const each of own) expect(versions(each).at(-1)).toBe(now)
    await settled(others)
    expect(versions(others)).toHaveLength(1)
    for (const { socket } of [...own, others]) socket.close()
  })

  it('changed several times at once are sent once', async () => {
    const { db } = first().database
    const [role, next] = [await makeRole(db, 'userList.view'), await makeRole(db, 'role.view')]
    const person = await first().as(role.code)
    const there = await connect(second.base, person)
    const change = (roleId: string) =>
      transact(first().server.core, async (tx, announce) => {
        await tx.update(users).set({ roleId }).where(eq(users.id, person.id))
        announce({ type: 'users', ids: [person.id] })
        announce({ type: 'permissions' })
        announce({ type: 'users', ids: [person.id] })
      })
    await change(next.id)
    await expect.poll(() => versions(there).length, WITHIN).toBe(2)
    await change(role.id)
    await expect.poll(() => versions(there).length, WITHIN).toBe(3)
    there.socket.close()
  })
})
