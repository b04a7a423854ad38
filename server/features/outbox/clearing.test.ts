// Removes the contents of old messages; recipients, counts and prices stay, and corrections still reach the recipients.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { getOutboxMessage, resendMessages } from '#contract/outbox/messages.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import type { Author } from '#server/core/core.ts'
import type { Outcome } from '#server/core/jobs/jobs.ts'
import { fileUses } from '#server/db/schema/core/files.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { pushes, pushPrices } from '#server/db/schema/push.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { settlePushes } from '#server/features/push/pushes/pushes.queries.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice, pusherOn } from '#test/push-factories.ts'
import { clearingJob } from './clearing.job.ts'

const server = testServer()
const db = () => server().database.db
const calls = pushCalls.report
const by: Author = { id: null, name: '系统', address: '', requestId: '' }
let fixture: Awaited<ReturnType<typeof pusherOn>>
let keeper: Person

beforeAll(async () => {
  fixture = await pusherOn(server())
  keeper = await server().as((await makeRole(db(), 'messages.view', 'messages.details', 'messages.open')).code)
})

const clear = () =>
  clearingJob.run({
    id: '1',
    input: {},
    by,
    core: server().server.core,
    progress: () => {},
    signal: new AbortController().signal,
    finish: async (_tx: unknown, outcome: Outcome) => outcome,
  })
const age = async (pushId: string, months: number) => {
  const then = sql`now() - make_interval(months => ${months}) - interval '1 day'`
  await db().update(messages).set({ endedAt: then, handedAt: then }).where(eq(messages.pushId, pushId))
  await db().execute(
    sql`update message_bodies b set created_at = ${then} from pushes p where p.id = ${pushId} and b.id = p.body_id`,
  )
}

describe('pushes.md: messages are kept for MESSAGE_MONTHS', () => {
  it('then lose address and contents; the list, the counts and the trace stay, a correction still goes out', async () => {
    const item = await makeQuoteItem(db(), { productName: '热卷' })
    await giveProduct(db(), [fixture.pusher], item.productId)
    const today = dayOf(Date.now())
    await publishPrice(db(), item, addDays(today, -7), '3400')
    await publishPrice(db(), item, today, '3420')
    const [reader, second] = [await fixture.makeReader(), await fixture.makeReader()]
    const of = { quoteItemIds: [item.quoteItemId], chartDays: 30 }
    const [push, young] = [await fixture.sendTo([reader.id, second.id], of), await fixture.sendTo([reader.id], of)]
    await db().update(messages).set({ state: 'sent' }).where(sql`push_id in (${push.id}, ${young.id})`)
    const [, failed] = await fixture.messagesOf(push.id)
    await db()
      .update(messages)
      .set({ state: 'failed' })
      .where(eq(messages.id, failed?.id ?? ''))
    await db().transaction(settlePushes)
    await age(push.id, 24)
    await age(young.id, 23)

    expect(await clear()).toMatchObject({ done: 2, message: '清理 2 条消息、1 份正文' })
    const rows = await fixture.messagesOf(push.id)
    expect(rows).toMatchObject([
      { address: '', fields: null, recipientName: reader.name, recipientId: reader.memberId, state: 'sent' },
      { address: '', fields: null, state: 'failed' },
    ])
    expect((await fixture.messagesOf(young.id))[0]).toMatchObject({ address: reader.email, clearedAt: null })
    const [stored] = await db().select().from(pushes).where(eq(pushes.id, push.id))
    const [body] = await db()
      .select()
      .from(messageBodies)
      .where(eq(messageBodies.id, stored?.bodyId ?? ''))
    expect(body).toMatchObject({ text: '', html: '', pictures: {} })
    expect(await db().$count(fileUses, eq(fileUses.targetId, body?.id ?? ''))).toBe(0)
    expect(stored?.counts).toMatchObject({ sent: 1, failed: 1 })
    expect(await db().$count(pushPrices, eq(pushPrices.pushId, push.id))).toBe(2)
    const { data: page } = await fixture.pusher.call(calls.recipients, { pushId: push.id })
    expect(page.records.map(({ name, address }) => [name, address])).toEqual([
      [reader.name, ''],
      [second.name, ''],
    ])
    expect(await fixture.pusher.call(calls.shown, { id: push.id })).toMatchObject({
      code: 409,
      msg: '邮件内容已过保存期（24 个月），已删除',
    })
    const { data: details } = await keeper.call(getOutboxMessage, { id: failed?.id ?? '' })
    expect(details).toMatchObject({ text: '', address: '', clearedAt: expect.any(String) })
    expect(await keeper.call(resendMessages, { ids: [failed?.id ?? ''] })).toMatchObject({
      code: 602,
      data: [{ ok: false, msg: '内容已过保存期，不能再处理' }],
    })
    const [act] = await db().select().from(auditLog).where(eq(auditLog.action, 'message.clear'))
    expect(act?.after).toEqual({ rows: 2, bodies: 1, months: 24 })

    // the correction goes to the current address of the recipient, and to nobody else
    await publishPrice(db(), item, today, '3430')
    const draft = (await fixture.pusher.call(calls.correct, { id: push.id })).data
    expect((await fixture.launch(draft)).done.code).toBe(200)
    await fixture.sent(draft.id)
    expect((await fixture.messagesOf(draft.id)).map(({ address, state }) => [address, state])).toEqual([
      [reader.email, 'queued'],
    ])
  })

  it('a second run finds nothing more, and writes nothing', async () => {
    const before = await db().$count(auditLog)
    expect(await clear()).toMatchObject({ done: 0 })
    expect(await db().$count(auditLog)).toBe(before)
  })

  it('waiting messages are left alone, however old', async () => {
    const reader = await fixture.makeReader()
    const push = await fixture.sendTo([reader.id])
    await age(push.id, 30)
    await db().update(messages).set({ endedAt: null }).where(eq(messages.pushId, push.id))
    expect(await clear()).toMatchObject({ done: 0, message: '清理 0 条消息、0 份正文' })
    expect((await fixture.messagesOf(push.id))[0]).toMatchObject({ state: 'queued', address: reader.email })
  })
})
