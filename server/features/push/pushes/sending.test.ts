// Sending pushes, over HTTP: concurrent sends, review, stopping, retrying, corrections.
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import type { PushForm } from '#contract/push/pushes.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { users } from '#server/db/schema/organisation.ts'
import { priceUses } from '#server/db/schema/prices/uses.ts'
import { pushes } from '#server/db/schema/push.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice, pusherOn, pushForm, pushRights } from '#test/push-factories.ts'

import { pushCause } from './pushes.cause.ts'
import { sendVerified } from './pushes.jobs.ts'

const server = testServer()
const calls = pushCalls.report
const db = () => server().database.db

let fixture: Awaited<ReturnType<typeof pusherOn>>
let pusher: Person
let other: Person
let administrator: Person

beforeAll(async () => {
  fixture = await pusherOn(server())
  pusher = fixture.pusher
  other = await server().as(fixture.role.code)
  administrator = await server().as('administrator')
})
const makeReader: typeof fixture.makeReader = (overrides) => fixture.makeReader(overrides)
const { add, launch, sent, sendTo, messagesOf, get } = {
  add: (form: PushForm) => fixture.add(form),
  launch: (push: { id: string; version: number }, person = pusher) => fixture.launch(push, person),
  sent: (id: string) => fixture.sent(id),
  sendTo: (ids: string[], changes: Partial<PushForm> = {}) => fixture.sendTo(ids, changes),
  messagesOf: (id: string) => fixture.messagesOf(id),
  get: (id: string) => fixture.get(id),
}

describe('sending', () => {
  it('§2 shows the number of recipients first, and sends once where two confirm', async () => {
    const reader = await makeReader()
    const push = await add(pushForm([reader.id]))
    const reply = await pusher.call(calls.launch, push)
    expect(reply).toMatchObject({ code: 600, data: { preview: { text: '发送给 1 人。' } } })
    const replies = await Promise.all([launch(push), launch(push, other)])
    expect(replies.map(({ done }) => done.code).toSorted()).toEqual([200, 409])
    await sent(push.id)
    expect(await messagesOf(push.id)).toHaveLength(1)
    expect(await get(push.id)).toMatchObject({ state: 'sending', counts: { queued: 1, sent: 0 } })
  })

  it('stops half-way and resumes with the rest', async () => {
    const readers = [await makeReader(), await makeReader(), await makeReader()]
    const push = await sendTo(readers.map(({ id }) => id))
    const [first] = await messagesOf(push.id)
    await db()
      .update(messages)
      .set({ state: 'sent' })
      .where(eq(messages.id, first?.id ?? ''))
    expect((await pusher.call(calls.stop, { id: push.id })).code).toBe(200)
    const states = async () => (await messagesOf(push.id)).map(({ state }) => state)
    expect(await states()).toEqual(['sent', 'withheld', 'withheld'])
    expect(await pusher.call(calls.stop, { id: push.id })).toMatchObject({ code: 409 })
    expect((await pusher.call(calls.resume, { id: push.id })).code).toBe(200)
    expect(await states()).toEqual(['sent', 'queued', 'queued'])
    await db().update(messages).set({ state: 'sent' }).where(eq(messages.pushId, push.id))
    expect(await get(push.id)).toMatchObject({ state: 'finished', counts: { sent: 3 } })
  })

  it('retries failed messages, and none that may have arrived', async () => {
    const readers = [await makeReader(), await makeReader()]
    const push = await sendTo(readers.map(({ id }) => id))
    const rows = await messagesOf(push.id)
    await db()
      .update(messages)
      .set({ state: 'failed', reason: '550', attempts: 6 })
      .where(eq(messages.id, rows[0]?.id ?? ''))
    await db()
      .update(messages)
      .set({ state: 'unsure' })
      .where(eq(messages.id, rows[1]?.id ?? ''))
    expect((await pusher.call(calls.retry, { id: push.id })).data).toEqual({ count: 1 })
    expect((await messagesOf(push.id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 0],
      ['unsure', 0],
    ])
  })

  it('waits for its time, and does not start automatically long after it', async () => {
    const reader = await makeReader()
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const push = await add(pushForm([reader.id], { timing: 'at', sendAt }))
    expect((await launch(push)).done.code).toBe(200)
    expect(await get(push.id)).toMatchObject({ state: 'scheduled' })
    expect(await messagesOf(push.id)).toEqual([])
    await db()
      .update(pushes)
      .set({ nextAt: new Date(Date.now() - 7_200_000).toISOString() })
      .where(eq(pushes.id, push.id))
    const { rows } = await db().execute<{ id: string }>(sql`update job_runs set run_after = now()
      where name = 'push.send' and input ->> 'pushId' = ${push.id} returning id::text as id`)
    await server().server.core.bus.notify(db() as never, { type: 'queued', ids: [rows[0]?.id ?? ''] })
    await sent(push.id)
    expect(await get(push.id)).toMatchObject({ state: 'stopped', note: '错过了发送时间，请确认后继续' })
    expect((await pusher.call(calls.resume, { id: push.id })).code).toBe(200)
    await sent(push.id)
    expect(await messagesOf(push.id)).toHaveLength(1)
  })

  it('§2 sends a test to oneself', async () => {
    const reader = await makeReader()
    const { title: _t, timing: _w, sendAt: _a, sendTime: _s, ...contents } = pushForm([reader.id])
    const reply = await pusher.call(calls.test, contents)
    expect(reply.msg).toBe('操作成功')
    expect(reply.data).toEqual({ address: 'pusher@example.com' })
    const [row] = await db().select().from(messages).where(eq(messages.cause, 'push.test'))
    expect(row).toMatchObject({ cause: 'push.test', address: 'pusher@example.com', fields: { 姓名: reader.name } })
    const [body] = await db()
      .select()
      .from(messageBodies)
      .where(eq(messageBodies.id, row?.bodyId ?? ''))
    expect(body).toMatchObject({
      subject: '【测试】华东周报 {{日期}}',
      senderName: '推送人',
      replyTo: 'pusher@example.com',
    })
  })
})

describe('the review', () => {
  it('§3 is needed where somebody has its notice on: by another person, with an opinion when rejected', async () => {
    const role = await makeRole(db(), ...pushRights('view', 'pass', 'overrule'))
    const reviewer = await server().as(role.code)
    try {
      const reader = await makeReader()
      const push = await add(pushForm([reader.id]))
      const { preview, done } = await launch(push)
      expect(preview).toMatchObject({ text: '审核通过后发送给 1 人。' })
      expect(done.data).toEqual({ state: 'reviewing' })
      const notices = await db().select().from(messages).where(eq(messages.recipientId, reviewer.id))
      expect(notices.map(({ channel, cause }) => [channel, cause])).toContainEqual(['bell', 'notice.reportReview'])
      const { version } = await get(push.id)
      expect(await administrator.call(calls.overrule, { id: push.id, version, opinion: '缺附件' })).toMatchObject({
        code: 200,
      })
      expect(await get(push.id)).toMatchObject({ state: 'draft', note: '缺附件' })
      const again = await get(push.id)
      await launch({ id: push.id, version: again.version })
      const waiting = await get(push.id)
      await db().update(pushes).set({ authorId: reviewer.id }).where(eq(pushes.id, push.id))
      expect(await reviewer.call(calls.pass, waiting)).toMatchObject({ status: 400 })
      const seen = { id: push.id, version: waiting.version }
      expect(await reviewer.call(calls.pass, seen)).toMatchObject({ code: 409, msg: '不能审核自己创建或提交的推送' })
      expect((await administrator.call(calls.pass, seen)).code).toBe(200)
      await sent(push.id)
      expect(await messagesOf(push.id)).toHaveLength(1)

      // its time passed during the review
      const late = await add(
        pushForm([reader.id], { timing: 'at', sendAt: new Date(Date.now() + 3_600_000).toISOString() }),
      )
      await launch(late)
      await db().update(pushes).set({ sendAt: '2026-01-05T09:00:00+08:00' }).where(eq(pushes.id, late.id))
      const { version: lateVersion } = await get(late.id)
      expect(await administrator.call(calls.pass, { id: late.id, version: lateVersion })).toMatchObject({
        code: 409,
        msg: '定时时间已过，请驳回后重新选择时间',
      })
    } finally {
      await db().update(users).set({ status: 'disabled' }).where(eq(users.id, reviewer.id))
    }
  })
})

describe('prices in a push', () => {
  let number = 0
  const publish = async (item: Item, day: string, average: string) => {
    number = await publishPrice(db(), item, day, average)
  }
  const today = () => dayOf(Date.now())

  it('§2 appear as table and chart; a correction reaches exactly the recipients', async () => {
    const item = await makeQuoteItem(db(), { productName: '螺纹钢' })
    await giveProduct(db(), [pusher], item.productId)
    await publish(item, addDays(today(), -7), '3500')
    await publish(item, today(), '3520')
    const [got, missed] = [await makeReader(), await makeReader({ email: '' })]
    const push = await sendTo([got.id, missed.id], { quoteItemIds: [item.quoteItemId], chartDays: 30 })
    const uses = await db().select().from(priceUses).where(eq(priceUses.targetId, push.id))
    expect(uses).toMatchObject([{ channel: 'email', publication: String(number) }])
    const { data: shown } = await pusher.call(calls.shown, { id: push.id })
    expect(shown.text).toContain('3,520.00')
    expect(shown.html).toContain('data:image/png;base64,')
    expect(shown.html).not.toContain('cid:')
    await db()
      .update(messages)
      .set({ state: 'sent' })
      .where(inArray(messages.pushId, [push.id]))
    await db().update(messages).set({ state: 'withheld' }).where(sql`push_id = ${push.id} and address = ''`)
    expect(await pusher.call(calls.correct, { id: push.id })).toMatchObject({ code: 409 })

    await publish(item, today(), '3530')
    expect(await get(push.id)).toMatchObject({ corrected: 1 })
    const draft = (await pusher.call(calls.correct, { id: push.id })).data
    // recipients without the grant still get the correction of what they received
    await db().update(grants).set({ revokedAt: new Date().toISOString() }).where(eq(grants.accountId, got.id))
    expect((await launch(draft)).done.code).toBe(200)
    await sent(draft.id)
    const rows = await messagesOf(draft.id)
    expect(rows.map(({ address, state }) => [address, state])).toEqual([[got.email, 'queued']])
    expect([...(await db().transaction((tx) => pushCause.refuse(tx, rows)))]).toEqual([])
    const { data: corrected } = await pusher.call(calls.shown, { id: draft.id })
    expect(corrected.text).toMatch(/3,520\.00 +3,530\.00/)
    expect((await get(push.id)).corrections.map(({ id }) => id)).toEqual([draft.id])
  })
})

describe('prices.md "Data": a chart that begins with a change of unit', () => {
  it('says so in one line below it', async () => {
    const item = await makeQuoteItem(db())
    await giveProduct(db(), [pusher], item.productId)
    const today = dayOf(Date.now())
    for (const away of [-2, -1, 0]) await publishPrice(db(), item, addDays(today, away), '3500')
    await db().execute(sql`insert into quote_item_definitions
        (quote_item_id, until, unit, currency, is_tax_included, kind, decimals, market, specification)
      select id, current_date - 1, '美元/桶', currency, is_tax_included, kind, decimals, market, specification
        from quote_items where id = ${item.quoteItemId}`)
    const reader = await makeReader()
    const push = await sendTo([reader.id], { quoteItemIds: [item.quoteItemId], chartDays: 30 })
    const { data: shown } = await pusher.call(calls.shown, { id: push.id })
    expect(shown.text).toContain(`${addDays(today, -1)} 起单位或口径变更，图中只含此后的价格`)
  })
})

describe('pushes.md "Pushes": after verification', () => {
  it('sends once a day, when all of its due quote items are published', async () => {
    const items = [await makeQuoteItem(db()), await makeQuoteItem(db())]
    for (const { productId } of items) await giveProduct(db(), [pusher], productId)
    // never due
    const rare = await makeQuoteItem(db())
    await giveProduct(db(), [pusher], rare.productId)
    await db().execute(
      sql`update quote_items set frequency = 'weekdays', weekdays = '{}' where id = ${rare.quoteItemId}`,
    )
    const reader = await makeReader()
    const quoteItemIds = [...items, rare].map((item) => item.quoteItemId)
    expect(await pusher.call(calls.add, pushForm([reader.id], { timing: 'verified' }))).toMatchObject({
      status: 400,
      msg: '核价后发送需要报价项',
    })
    const plan = await add(pushForm([reader.id], { quoteItemIds, timing: 'verified' }))
    expect((await launch(plan)).done.code).toBe(200)
    expect(await get(plan.id)).toMatchObject({ state: 'scheduled', nextAt: null })

    const look = (day: string) => db().transaction((tx) => sendVerified(tx, server().server.core, day))
    const publish = (item: Item, day: string) =>
      db().execute(sql`insert into prices (quote_item_id, product_id, day, low, high, average, status, publication)
        values (${item.quoteItemId}, ${item.productId}, ${day}, 1, 1, 1, 'verified', ${publication}::bigint)`)
    const [{ publication } = { publication: '0' }] = (
      await db().execute<{ publication: string }>(sql`insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'test', 1 from price_publications returning number::text as publication`)
    ).rows
    const [one, two] = items
    if (!one || !two) throw new Error('no items')
    const FRIDAY = '2026-11-20'
    expect(await look(FRIDAY)).toBe(0)
    await publish(one, FRIDAY)
    expect(await look(FRIDAY)).toBe(0)
    await publish(two, FRIDAY)
    expect(await look(FRIDAY)).toBe(1)
    expect(await look(FRIDAY)).toBe(0)
    const made = await db().select().from(pushes).where(eq(pushes.planId, plan.id))
    expect(made.map(({ state }) => state)).toEqual(['sending'])
    expect(await messagesOf(made[0]?.id ?? '')).toHaveLength(1)
    // nothing is due on a Saturday, whatever was published
    await Promise.all([publish(one, '2026-11-21'), publish(two, '2026-11-21')])
    expect(await look('2026-11-21')).toBe(0)
    expect((await pusher.call(calls.stop, { id: plan.id })).code).toBe(200)
    await Promise.all([publish(one, '2026-11-19'), publish(two, '2026-11-19')])
    expect(await look('2026-11-19')).toBe(0)
  })
})

describe('messages that nobody knows to have arrived', () => {
  it('pushes.md are settled on the push: arrived, or sent again; within scope, and once', async () => {
    const readers = [await makeReader(), await makeReader()]
    const push = await sendTo(readers.map(({ id }) => id))
    await db().update(messages).set({ state: 'unsure' }).where(eq(messages.pushId, push.id))
    const [first, second] = (await messagesOf(push.id)).map(({ id }) => id)
    const settle = (id: string | undefined, hasArrived: boolean, person = pusher) =>
      person.call(calls.decide, { id: push.id, messageIds: [id ?? ''], hasArrived })
    expect((await settle(first, true, other)).code).toBe(20404)
    expect((await settle('999999', true)).code).toBe(20404)
    expect(
      (
        await (
          await server().as(await viewerRole())
        ).call(calls.decide, {
          id: push.id,
          messageIds: [first ?? ''],
          hasArrived: true,
        })
      ).code,
    ).toBe(403)
    expect((await settle(first, true)).code).toBe(200)
    expect((await settle(second, false)).code).toBe(200)
    expect((await messagesOf(push.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', '由 推送人 核实已送达'],
      ['queued', ''],
    ])
    expect(await settle(first, true)).toMatchObject({ code: 409, msg: '不是待核实的消息' })
  })
  const viewerRole = async () => (await makeRole(db(), ...pushRights('view', 'details'))).code
})
