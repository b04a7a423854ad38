// Short messages over HTTP: classes, recipients and text of a push, review, counts of messages handed over.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { smsClassCalls, sortSmsClasses } from '#contract/push/sms-classes.ts'
import { smsLoadCalls } from '#contract/push/sms-loads.ts'
import { smsPushCalls as calls } from '#contract/push/sms-pushes.ts'
import { messageBodies, messageOptOuts, messages } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { priceUses } from '#server/db/schema/prices/uses.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice } from '#test/push-factories.ts'
import { daysAgo, rightsOn, smsFixture, today } from '#test/sms-factories.ts'
import { smsCause } from './sms.cause.ts'

const server = testServer()
const db = () => server().database.db
const sms = smsFixture(server)
const { addClass, classForm, makeReader, form, add, launch, messagesOf, sent, sendTo, rowOf } = sms

let keeper: Person
let pusher: Person
let other: Person
let item: Item
beforeAll(async () => {
  ;({ keeper, pusher, other, item } = await sms.begin())
})

describe('classes of short messages', () => {
  it('articles.md are stored with sign, template, time and price fields, reordered, disabled', async () => {
    const [first, second] = [await addClass(), await addClass()]
    expect(await keeper.call(smsClassCalls.edit, { ...first, ...classForm({ sendTime: '16:30' }) })).toMatchObject({
      data: { version: 2 },
    })
    expect((await keeper.call(sortSmsClasses, { ids: [second.id, first.id] })).code).toBe(200)
    const { data } = await keeper.call(smsClassCalls.list, { size: 100 })
    const places = data.records.map(({ id }) => id)
    expect(places.indexOf(second.id)).toBeLessThan(places.indexOf(first.id))
    expect((await keeper.call(smsClassCalls.disable, { ids: [second.id] })).code).toBe(200)
    expect(await pusher.call(calls.add, form(second.id, ['1']))).toMatchObject({
      status: 400,
      msg: '短信分类不存在或已禁用',
    })
    expect((await pusher.call(calls.classes, {})).data.map(({ id }) => id)).not.toContain(second.id)
    expect((await keeper.call(smsClassCalls.remove, { ids: [second.id] })).code).toBe(200)
  })

  it('pushes.md are refused where they cannot be sent, with the field', async () => {
    const refused = async (overrides: object) => {
      const { status, data } = await keeper.call(smsClassCalls.add, classForm(overrides))
      return { status, field: (data as never as { fields: { field: string }[] }).fields[0]?.field }
    }
    expect(await refused({ text: '{{密码}}' })).toEqual({ status: 400, field: 'text' })
    expect(await refused({ text: '{{价格2}}' })).toEqual({ status: 400, field: 'text' })
    expect(await refused({ sign: '【价格】' })).toEqual({ status: 400, field: 'sign' })
    expect(await refused({ partPrice: '-1' })).toEqual({ status: 400, field: 'partPrice' })
    const foreign = await makeQuoteItem(db())
    expect(await refused({ quoteItemIds: [foreign.quoteItemId] })).toEqual({ status: 400, field: 'quoteItemIds' })
  })

  it('§6 are refused without the right', async () => {
    const forbidden = { status: 403, code: 403 }
    expect(await pusher.call(smsClassCalls.add, classForm())).toMatchObject(forbidden)
    expect(await pusher.call(sortSmsClasses, { ids: ['1'] })).toMatchObject(forbidden)
    expect(await keeper.call(calls.list, {})).toMatchObject(forbidden)
    expect(await keeper.call(smsLoadCalls.list, {})).toMatchObject(forbidden)
  })
})

describe('a push by short message', () => {
  it('articles.md shows the number of recipients and the price first, and sends once where two confirm', async () => {
    const { id } = await addClass()
    const reader = await makeReader()
    const push = await add(id, [reader.id])
    const { data: shown } = await pusher.call(calls.preview, {
      classId: id,
      audience: form(id, [reader.id]).audience,
    })
    const [, month, day] = today().split('-').map(Number)
    const { name = '' } = (await db().select().from(quoteItems).where(eq(quoteItems.id, item.quoteItemId)))[0] ?? {}
    const text = `【价格中心】${reader.name}：${month}月${day}日${name}3520.00元，涨20`
    expect(shown).toEqual({ text, parts: 1, length: text.length, missing: [] })
    const reply = await pusher.call(calls.launch, push)
    expect(reply).toMatchObject({ code: 600, data: { preview: { text: '发送给 1 人。计费 1 条，约 0.05 元。' } } })
    const replies = await Promise.all([launch(push), launch(push, other)])
    expect(replies.map(({ done }) => done.code).toSorted()).toEqual([200, 409])
    await sent(push.id)
    const [message, ...more] = await messagesOf(push.id)
    expect(more).toEqual([])
    expect(message).toMatchObject({ channel: 'sms', state: 'queued', parts: 1, cause: 'push.sms' })
    expect(message?.fields).toEqual({
      1: reader.name,
      2: `${month}月${day}日`,
      3: name,
      4: '3520.00',
      5: '涨20',
    })
    const [body] = await db()
      .select()
      .from(messageBodies)
      .where(eq(messageBodies.id, message?.bodyId ?? ''))
    expect(body).toMatchObject({ senderName: '价格中心', text: '【价格中心】{{1}}：{{2}}{{3}}{{4}}元，{{5}}' })
    const [use] = await db().select().from(priceUses).where(eq(priceUses.targetId, push.id))
    expect(use).toMatchObject({ channel: 'sms' })
  })

  it('pushes.md reaches those with a mobile and a live grant, once each; the others are withheld with the reason', async () => {
    const { id } = await addClass()
    const good = await makeReader()
    const noGrant = await makeReader({ grant: false })
    const out = await makeReader({ mobile: '15100000009' })
    const locked = await makeReader()
    const wrong = await makeReader({ mobile: '021-5566' })
    await db().update(members).set({ locked: true }).where(eq(members.id, locked.memberId))
    await db().insert(messageOptOuts).values({ channel: 'sms', address: '15100000009' })
    const ids = [good, noGrant, out, locked, wrong].map((each) => each.id)
    const { data } = await pusher.call(calls.audience, { classId: id, audience: form(id, ids).audience })
    expect(data).toMatchObject({ total: 1, parts: 1, cost: '0.05' })
    const push = await sendTo(id, ids)
    expect((await messagesOf(push.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['queued', ''],
      ['withheld', '没有有效授权'],
      ['withheld', '已退订'],
      ['withheld', '账号或会员已禁用、锁定'],
      ['withheld', '手机号码不正确'],
    ])
    const { data: page } = await pusher.call(calls.messages, { pushId: push.id, state: 'queued' })
    expect(page.records[0]?.text).toContain(`【价格中心】${good.name}：`)
    expect(page.records[0]?.address).toMatch(/^15\d\*{4}\d{4}$/)
    // losing the grant before the claim withholds too
    const claimed = (await messagesOf(push.id)).filter(({ state }) => state === 'queued')
    await db().update(grants).set({ revokedAt: new Date().toISOString() }).where(eq(grants.accountId, good.id))
    const refused = await db().transaction((tx) => smsCause.refuse(tx, claimed))
    expect([...refused.values()]).toEqual(['没有有效授权'])
  })

  it('§2 reaches nobody of another salesperson, whatever ids are named; their messages are not shown', async () => {
    const { id } = await addClass()
    const foreign = await makeReader({ ownerId: other.id })
    expect((await launch(await add(id, [foreign.id]))).initial).toMatchObject({ code: 409, msg: '没有人可以收到' })
    expect((await pusher.call(calls.candidates, { subProduct: 'bigData', ids: [foreign.id] })).data).toEqual([])
    const push = await add(id, [foreign.id])
    expect((await launch(push, other)).done.code).toBe(200)
    await sent(push.id)
    expect((await pusher.call(calls.messages, { pushId: push.id })).data.total).toBe(0)
    expect((await other.call(calls.messages, { pushId: push.id })).data.total).toBe(1)
  })

  it('articles.md splits long messages into parts, each counted and paid', async () => {
    const { id } = await addClass({ text: `{{姓名}}${'字'.repeat(70)}`, quoteItemIds: [], isAdvert: true })
    const reader = await makeReader()
    const push = await sendTo(id, [reader.id])
    expect(await messagesOf(push.id)).toMatchObject([{ parts: 2, cause: 'push.smsAdvert' }])
    await db()
      .update(messages)
      .set({ state: 'sent', handedAt: new Date().toISOString() })
      .where(eq(messages.pushId, push.id))
    expect(await rowOf(push.id)).toMatchObject({ state: 'finished', parts: 2, cost: '0.09', counts: { sent: 1 } })
  })

  it('articles.md sends nothing without today’s price: yesterday’s is not taken for it', async () => {
    const old = await makeQuoteItem(db())
    await giveProduct(db(), [keeper], old.productId)
    await publishPrice(db(), old, daysAgo(3), '3500')
    const { id } = await addClass({ quoteItemIds: [old.quoteItemId] })
    const reader = await makeReader()
    const push = await add(id, [reader.id])
    expect((await launch(push)).initial).toMatchObject({
      code: 409,
      msg: expect.stringContaining('今日还没有发布：价格1'),
    })
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await add(id, [reader.id], { timing: 'at', sendAt })
    expect((await launch(later)).done.code).toBe(200)
    expect(await rowOf(later.id)).toMatchObject({ state: 'scheduled' })
  })

  it('can be tested on oneself', async () => {
    const { id } = await addClass()
    const reader = await makeReader()
    const input = { classId: id, audience: form(id, [reader.id]).audience }
    expect((await pusher.call(calls.test, input)).data).toEqual({ address: '139****1111' })
    const [row] = await db().select().from(messages).where(eq(messages.cause, 'push.smsTest'))
    expect(row).toMatchObject({ address: '13900001111', parts: 1, fields: { 1: reader.name } })
  })

  it('stops, resumes, and retries failed ones; a stale version is answered with the newer one', async () => {
    const { id } = await addClass()
    const readers = [await makeReader(), await makeReader()]
    const draft = await add(id, [readers[0]?.id ?? ''])
    expect((await pusher.call(calls.edit, { ...draft, ...form(id, ['1'], { title: '改名' }) })).code).toBe(200)
    expect(await pusher.call(calls.edit, { ...draft, ...form(id, ['1']) })).toMatchObject({
      code: 601,
      data: { title: '改名', classId: id },
    })
    const push = await sendTo(
      id,
      readers.map((reader) => reader.id),
    )
    expect((await pusher.call(calls.stop, { id: push.id })).code).toBe(200)
    expect((await messagesOf(push.id)).map(({ state }) => state)).toEqual(['withheld', 'withheld'])
    expect((await pusher.call(calls.resume, { id: push.id })).code).toBe(200)
    await db().update(messages).set({ state: 'failed' }).where(eq(messages.pushId, push.id))
    expect((await pusher.call(calls.retry, { id: push.id })).data).toEqual({ count: 2 })
  })

  it('§3 is reviewed by somebody else where the notice of article reviews is on', async () => {
    const { code } = await makeRole(db(), ...rightsOn('smsListPush', 'view', 'pass', 'overrule'))
    const reviewer = await server().as(code, { newReview: 1 })
    try {
      const { id } = await addClass()
      const push = await add(id, [(await makeReader()).id])
      expect((await launch(push)).done.data).toEqual({ state: 'reviewing' })
      const { version = 0 } = (await rowOf(push.id)) ?? {}
      expect(await pusher.call(calls.pass, { id: push.id, version })).toMatchObject({ status: 403 })
      expect((await reviewer.call(calls.pass, { id: push.id, version })).code).toBe(200)
      await sent(push.id)
      expect(await messagesOf(push.id)).toHaveLength(1)
    } finally {
      await db().update(users).set({ status: 'disabled' }).where(eq(users.id, reviewer.id))
    }
  })
})

describe('messages handed to the provider', () => {
  it('articles.md are counted by day and class, and failed ones can be retried', async () => {
    const { id } = await addClass()
    const readers = [await makeReader(), await makeReader(), await makeReader()]
    const push = await sendTo(
      id,
      readers.map((reader) => reader.id),
    )
    const handedAt = new Date().toISOString()
    const states = ['sent', 'failed', 'unsure'] as const
    for (const [n, message] of (await messagesOf(push.id)).entries()) {
      await db()
        .update(messages)
        .set({ state: states[n] ?? 'sent', handedAt })
        .where(eq(messages.id, message.id))
    }
    const { data } = await pusher.call(smsLoadCalls.list, { classId: id, from: today(), to: today() })
    const counted = { day: today(), total: 3, sent: 1, failed: 1, unsure: 1, parts: 2, cost: '0.09' }
    expect(data.records).toMatchObject([counted])
    const one = { day: today(), classId: id }
    expect((await pusher.call(smsLoadCalls.messages, { ...one, state: 'failed' })).data.total).toBe(1)
    expect((await other.call(smsLoadCalls.messages, one)).data.total).toBe(0)
    expect((await pusher.call(smsLoadCalls.retry, one)).data).toEqual({ count: 1 })
    expect((await messagesOf(push.id)).map(({ state }) => state).toSorted()).toEqual(['queued', 'sent', 'unsure'])
    expect(await pusher.call(smsLoadCalls.retry, one)).toMatchObject({ code: 409 })
  })
})
