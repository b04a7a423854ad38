// Corrections of prices that a short message contained, over HTTP: recipients and text.
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MessageState } from '#contract/outbox/message-labels.ts'
import { smsClassCalls } from '#contract/push/sms-classes.ts'
import { smsPushCalls as calls } from '#contract/push/sms-pushes.ts'
import { messageOptOuts, messages } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice } from '#test/push-factories.ts'
import { daysAgo, smsFixture, today } from '#test/sms-factories.ts'
import { smsCause } from './sms.cause.ts'

const server = testServer()
const db = () => server().database.db
const sms = smsFixture(server)
let keeper: Person
let pusher: Person
beforeAll(async () => {
  ;({ keeper, pusher } = await sms.begin())
})

const correctionText = '{{姓名}}：{{日期}}{{品名1}}更正为{{价格1}}元（原{{原价1}}元），{{涨跌1}}'
/** A new item, published on two days, and a class whose text contains it. */
async function makeCorrected(overrides: object = {}): Promise<{ item: Item; classId: string }> {
  const item = await makeQuoteItem(db())
  await giveProduct(db(), [keeper], item.productId)
  await publishPrice(db(), item, daysAgo(3), '3500')
  await publishPrice(db(), item, today(), '3520')
  const { id } = await sms.addClass({
    quoteItemIds: [item.quoteItemId],
    correctionText,
    correctionTemplate: 'SMS_C1',
    ...overrides,
  })
  return { item, classId: id }
}
const end = (pushId: string, name: string, state: MessageState) =>
  db()
    .update(messages)
    .set({ state, handedAt: new Date().toISOString() })
    .where(and(eq(messages.recipientName, name), eq(messages.pushId, pushId)))
const refused = async (rows: Awaited<ReturnType<typeof sms.messagesOf>>) =>
  [...(await db().transaction((tx) => smsCause.refuse(tx, rows)))].map(([, why]) => why)

describe('a price corrected after a short message', () => {
  it('§2 is sent to exactly the recipients of the old figure, with both figures, once', async () => {
    const { item, classId } = await makeCorrected()
    const [got, inHand, failed] = [await sms.makeReader(), await sms.makeReader(), await sms.makeReader()]
    const [withheld, out] = [await sms.makeReader(), await sms.makeReader()]
    const push = await sms.sendTo(classId, [got.id, inHand.id, failed.id, withheld.id, out.id])
    await end(push.id, got.name, 'sent')
    await end(push.id, inHand.name, 'sending')
    await end(push.id, failed.name, 'failed')
    await end(push.id, withheld.name, 'withheld')
    await end(push.id, out.name, 'sent')
    expect(await sms.rowOf(push.id)).toMatchObject({ corrected: 0, correctionOf: null })
    expect(await pusher.call(calls.correct, { id: push.id })).toMatchObject({ code: 409 })

    await publishPrice(db(), item, today(), '3530')
    expect(await sms.rowOf(push.id)).toMatchObject({ corrected: 1 })
    const draft = (await pusher.call(calls.correct, { id: push.id })).data
    expect(await pusher.call(calls.correct, { id: push.id })).toMatchObject({ code: 409, msg: '已有没发送的更正通知' })
    expect(await pusher.call(calls.edit, { ...draft, ...sms.form(classId, [got.id]) })).toMatchObject({ code: 409 })
    const [row] = await db().select().from(messages).where(eq(messages.recipientName, out.name))
    await db()
      .insert(messageOptOuts)
      .values({ channel: 'sms', address: row?.address ?? '' })
    // recipients without the grant still get the correction of what they received
    await db().update(grants).set({ revokedAt: new Date().toISOString() }).where(eq(grants.accountId, got.id))
    expect((await sms.launch(draft)).done).toMatchObject({ code: 200, msg: '操作成功' })
    await sms.sent(draft.id)
    const sent = await sms.messagesOf(draft.id)
    expect(sent.map(({ recipientName, state, reason }) => [recipientName, state, reason])).toEqual([
      [got.name, 'queued', ''],
      [inHand.name, 'queued', ''],
      [out.name, 'withheld', '已退订'],
    ])
    expect(Object.values(sent[0]?.fields ?? {}).slice(3)).toEqual(['3530.00', '3520.00', '涨30'])
    // a message in sending turned out not to have arrived: nothing to correct
    await end(push.id, inHand.name, 'failed')
    expect(await refused(sent.filter(({ state }) => state === 'queued'))).toEqual(['没有收到更正前的内容'])

    expect(await sms.rowOf(push.id)).toMatchObject({ corrected: 0 })
    expect(await pusher.call(calls.correct, { id: push.id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已经通知'),
    })
    expect(await pusher.call(calls.correct, { id: draft.id })).toMatchObject({ code: 409, msg: '请在原推送上通知更正' })
    // corrected again, sent again
    await publishPrice(db(), item, today(), '3540')
    expect(await sms.rowOf(push.id)).toMatchObject({ corrected: 1 })
    expect((await pusher.call(calls.correct, { id: push.id })).code).toBe(200)
  })

  it('withholds what has not gone out, also when failed messages are retried', async () => {
    const { item, classId } = await makeCorrected()
    const [reader, late] = [await sms.makeReader(), await sms.makeReader()]
    const push = await sms.sendTo(classId, [reader.id, late.id])
    expect(await refused(await sms.messagesOf(push.id))).toEqual([])
    await publishPrice(db(), item, today(), '3519')
    expect(await refused(await sms.messagesOf(push.id))).toEqual(['其中的价格已更正', '其中的价格已更正'])
  })

  it('when withdrawn, is reported so; a price that the text does not contain needs no correction', async () => {
    const { item, classId } = await makeCorrected()
    const other = await makeQuoteItem(db())
    await publishPrice(db(), other, today(), '80')
    await giveProduct(db(), [keeper], other.productId)
    const unnamed = await makeCorrected({ quoteItemIds: [item.quoteItemId, other.quoteItemId] })
    await publishPrice(db(), item, today(), '3520')
    const reader = await sms.makeReader()
    const push = await sms.sendTo(classId, [reader.id])
    await end(push.id, reader.name, 'sent')
    const silent = await sms.sendTo(unnamed.classId, [(await sms.makeReader()).id])
    await publishPrice(db(), other, today(), '81')
    expect(await sms.rowOf(silent.id)).toMatchObject({ corrected: 0 })
    await publishPrice(db(), item, today(), '3520', 'cancelVerify')
    const draft = (await pusher.call(calls.correct, { id: push.id })).data
    expect((await sms.launch(draft)).done.code).toBe(200)
    await sms.sent(draft.id)
    const [message] = await sms.messagesOf(draft.id)
    expect(Object.values(message?.fields ?? {})).toEqual(expect.arrayContaining(['已撤回', '3520.00']))
  })

  it('is not sent where the class has no correction text; that text is checked, with the field', async () => {
    const { item, classId } = await makeCorrected({ correctionText: '', correctionTemplate: '' })
    const reader = await sms.makeReader()
    const push = await sms.sendTo(classId, [reader.id])
    await end(push.id, reader.name, 'sent')
    await publishPrice(db(), item, today(), '3530')
    expect(await pusher.call(calls.correct, { id: push.id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('没有更正内容'),
    })
    const fields = async (overrides: object) => {
      const { data } = await keeper.call(smsClassCalls.add, sms.classForm(overrides))
      return (data as never as { fields?: { field: string }[] }).fields?.map(({ field }) => field)
    }
    expect(await fields({ correctionText: '{{原价1}}' })).toEqual(['correctionTemplate'])
    expect(await fields({ correctionTemplate: 'SMS_1' })).toEqual(['correctionText'])
    expect(await fields({ correctionText: '{{原价2}}', correctionTemplate: 'SMS_1' })).toEqual(['correctionText'])
    expect(await fields({ text: '{{原价1}}' })).toEqual(['text'])
  })
})
