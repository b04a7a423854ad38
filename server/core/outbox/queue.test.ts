// Queueing messages and notifying staff, on a database.
import { eq, inArray, like, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { messages, userNotices } from '#server/db/schema/core/outbox.ts'
import { externalIdentities } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import { makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { type NewMessage, noticeStaff, queueMessages, wakeOutbox } from './queue.ts'

const server = testServer()

const mail = (key: string, address: string): NewMessage => ({
  key,
  channel: 'mail',
  address,
  recipientKind: 'address',
  recipientId: null,
  subject: '测试',
  body: '正文',
  cause: 'test',
})

const queue = (rows: NewMessage[]) => server().database.db.transaction((tx) => queueMessages(tx, rows))

const noticeTo = (key: string, userIds: string[], event: 'priceReview' | 'jobEnded' | 'registration' = 'priceReview') =>
  server().database.db.transaction((tx) =>
    noticeStaff(tx, { event, key, userIds, title: '价格待审核', text: '3 条', link: '/data/priceService/priceReview' }),
  )

const rowsOf = (userId: string) =>
  server().database.db.select().from(messages).where(eq(messages.recipientId, userId)).orderBy(messages.id)

it('a message with an existing key is not added', async () => {
  expect(await queue([mail('a:1', 'a@example.com'), mail('a:2', 'b@example.com')])).toBe(2)
  expect(await queue([mail('a:2', 'b@example.com'), mail('a:3', 'c@example.com')])).toBe(1)
  const stored = await server().database.db.select().from(messages).where(like(messages.key, 'a:%'))
  expect(stored.map(({ state, attempts }) => ({ state, attempts }))).toEqual(
    Array.from({ length: 3 }, () => ({ state: 'queued', attempts: 0 })),
  )
})

it('a message is not queued if its transaction fails', async () => {
  const failing = server().database.db.transaction(async (tx) => {
    await queueMessages(tx, [mail('b:1', 'a@example.com')])
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await server().database.db.$count(messages, eq(messages.key, 'b:1'))).toBe(0)
})

it('staff are notified in the bell and through WeCom, once for each subject', async () => {
  const { db } = server().database
  const [person, bound] = [await makeUser(db), await makeUser(db)]
  await db.insert(externalIdentities).values({ userId: bound.id, provider: 'wecom', subject: 'zhangsan' })
  expect(await noticeTo('s1', [person.id, bound.id])).toBe(4)
  expect(await noticeTo('s1', [person.id, bound.id])).toBe(0)
  const of = async (id: string) => (await rowsOf(id)).map(({ channel, address, state }) => [channel, address, state])
  expect(await of(person.id)).toEqual([
    ['bell', '', 'sent'],
    ['wecomRobot', '', 'queued'],
  ])
  expect(await of(bound.id)).toEqual([
    ['bell', '', 'sent'],
    ['wecomApplication', 'zhangsan', 'queued'],
  ])
  const bells = await db
    .select()
    .from(pushMessages)
    .where(inArray(pushMessages.userId, [person.id, bound.id]))
  expect(bells.map(({ type, data }) => ({ type, data }))).toEqual(
    Array.from({ length: 2 }, () => ({
      type: 'notice',
      data: {
        title: '价格待审核',
        content: '3 条',
        link: '/data/priceService/priceReview',
        cause: 'notice.priceReview',
        about: '',
      },
    })),
  )
})

it('§2 people with the notice switched off, or a disabled account, are not notified', async () => {
  const { db } = server().database
  const [off, disabled, expired] = [
    await makeUser(db),
    await makeUser(db, { status: 'disabled' }),
    await makeUser(db, { expiresAt: '2020-01-01' }),
  ]
  await db.update(users).set({ priceReview: 0 }).where(eq(users.id, off.id))
  expect(await noticeTo('s2', [off.id, disabled.id, expired.id])).toBe(0)
})

it('notices beyond the four of §2 go to people who switched them on; a registration has its own bell message', async () => {
  const { db } = server().database
  const person = await makeUser(db)
  expect(await noticeTo('j1', [person.id], 'jobEnded')).toBe(0)
  await db.insert(userNotices).values([
    { userId: person.id, event: 'jobEnded' },
    { userId: person.id, event: 'registration' },
  ])
  expect(await noticeTo('j1', [person.id], 'jobEnded')).toBe(2)
  expect(await noticeTo('r1', [person.id], 'registration')).toBe(1)
  expect((await rowsOf(person.id)).map(({ channel }) => channel)).toEqual(['bell', 'wecomRobot', 'wecomRobot'])
})

it('a set of recipients is queued by one statement', async () => {
  const { db } = server().database
  const added = await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into messages (key, channel, address, recipient_kind, recipient_id, subject, body, cause)
      select 'set:' || id, 'mail', 'm' || id || '@example.com', 'member', id, '测试', '正文', 'test'
      from generate_series(1, 1000) id on conflict do nothing`)
    await wakeOutbox(tx)
    return rowCount
  })
  expect(added).toBe(1_000)
})
