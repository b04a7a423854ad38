// Pushes for tests: entitled readers, forms, and waiting for a launched push to be sent.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { pushCalls } from '#contract/push/push-calls.ts'
import type { PushForm } from '#contract/push/pushes.ts'

import type { Db } from '#server/db/connection.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { pricePublications, priceRevisions } from '#server/db/schema/prices/prices.ts'
import { pushes } from '#server/db/schema/push.ts'

import { confirm } from './confirm.ts'
import { makeAccount, makeMember, makeRole } from './factories.ts'
import type { Person, TestServer } from './http.ts'
import type { Item } from './price-factories.ts'

const all = ['view', 'add', 'edit', 'delete', 'details', 'copy', 'launch', 'takeDown', 'count']
export const pushRights = (...aliases: string[]) => aliases.map((alias) => `bigData.emailPushReport.${alias}`)

export const pushForm = (accountIds: string[], changes: Partial<PushForm> = {}): PushForm => ({
  title: '周报',
  subject: '华东周报 {{日期}}',
  text: '{{姓名}}，您好：\n本周周报见附件。',
  isAdvert: false,
  isTracked: false,
  productIds: [],
  quoteItemIds: [],
  chartDays: 0,
  rendering: 'sending',
  attachmentIds: [],
  articleIds: [],
  audience: { rule: null, listIds: [], accountIds, excludedIds: [] },
  timing: 'now',
  sendAt: null,
  sendTime: '',
  ...changes,
})

/** A person who may push reports, and their acts. No role of the test may review, so pushes need no review. */
export async function pusherOn(server: TestServer) {
  const { db } = server.database
  const calls = pushCalls.report
  const role = await makeRole(db, ...pushRights(...all))
  const pusher: Person = await server.as(role.code, { email: 'pusher@example.com', realName: '推送人' })
  let count = 0

  /** An account of the pusher's customer, with a grant for everything. */
  async function makeReader(overrides: { email?: string; ownerId?: string; grant?: boolean; productId?: string } = {}) {
    count += 1
    const { email = `reader${count}@example.com`, ownerId = pusher.id, grant = true, productId } = overrides
    const name = `读者${count}`
    const member = await makeMember(db, { ownerId, email, realName: name })
    const account = await makeAccount(db, 'bigData', { memberId: member.id })
    const term = { kind: 'formal' as const, startsOn: '2026-01-01', endsOn: '2036-01-01' }
    if (grant) await db.insert(grants).values({ accountId: account.id, productId: productId ?? null, ...term })
    return { ...account, email, name }
  }

  async function add(form: PushForm) {
    const reply = await pusher.call(calls.add, form)
    if (reply.code !== 200) throw new Error(JSON.stringify(reply))
    return reply.data
  }
  const launch = (push: { id: string; version: number }, person = pusher) => confirm(server, person, calls.launch, push)

  /** Waits until the job that sends the push has ended. */
  const sent = (pushId: string) =>
    expect
      .poll(async () => (await db.select().from(pushes).where(eq(pushes.id, pushId)))[0]?.state)
      .not.toBe('scheduled')

  async function sendTo(accountIds: string[], changes: Partial<PushForm> = {}) {
    const push = await add(pushForm(accountIds, changes))
    const { done } = await launch(push)
    if (done.code !== 200) throw new Error(JSON.stringify(done))
    await sent(push.id)
    return push
  }

  return {
    pusher,
    role,
    makeReader,
    add,
    launch,
    sent,
    sendTo,
    messagesOf: (pushId: string) => db.select().from(messages).where(eq(messages.pushId, pushId)).orderBy(messages.id),
    get: async (id: string) => (await pusher.call(calls.get, { id })).data,
  }
}

let publications = 0

/** Publishes a price for readers. @returns the number of the publication */
export async function publishPrice(
  db: Db,
  item: Item,
  day: string,
  average: string,
  act: 'verify' | 'cancelVerify' = 'verify',
): Promise<number> {
  publications += 1
  const number = String(publications)
  await db.insert(pricePublications).values({ number, byName: 'test', entries: 1 })
  await db.insert(priceRevisions).values({
    ...item,
    day,
    low: average,
    high: average,
    average,
    publication: number,
    priceId: '1',
    number: 1,
    act,
    origin: 'grid',
    byName: 'test',
  })
  return publications
}
