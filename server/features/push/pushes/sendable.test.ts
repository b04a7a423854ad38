// What of a push may be sent, asked at each step over HTTP: the scope of who sends, publication, grants of who reads.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { writeArticle } from '#test/article-factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice, pusherOn, pushForm } from '#test/push-factories.ts'
import { pushCause } from './pushes.cause.ts'
import { schedulePush } from './pushes.jobs.ts'
import { lockPush } from './pushes.queries.ts'

const server = testServer()
const calls = pushCalls.report
const db = () => server().database.db
const today = dayOf(Date.now())
const OUT_OF_SCOPE = '报价项不存在，或不在您的编辑范围内'

let fixture: Awaited<ReturnType<typeof pusherOn>>
let pusher: Person
let other: Person
let reader: Awaited<ReturnType<typeof fixture.makeReader>>
let item: Item
let foreign: Item

beforeAll(async () => {
  fixture = await pusherOn(server())
  pusher = fixture.pusher
  other = await server().as(fixture.role.code)
  reader = await fixture.makeReader()
  item = await makeQuoteItem(db())
  foreign = await makeQuoteItem(db())
  await giveProduct(db(), [pusher], item.productId)
  for (const [n, each] of [item, foreign].entries()) {
    await publishPrice(db(), each, addDays(today, -1), `${n + 1}1000`)
    await publishPrice(db(), each, today, `${n + 1}2000`)
  }
})

const takeScope = () => db().execute(sql`delete from user_products where user_id = ${pusher.id}::bigint`)
const add = () => fixture.add(pushForm([reader.id], { quoteItemIds: [item.quoteItemId], chartDays: 30 }))
const send = () => fixture.sendTo([reader.id], { quoteItemIds: [item.quoteItemId], chartDays: 30 })
const refusalsOf = async (pushId: string) => {
  const rows = await fixture.messagesOf(pushId)
  return [...(await db().transaction((tx) => pushCause.refuse(tx, rows))).values()]
}
const textOf = async (pushId: string) => {
  const [row] = await fixture.messagesOf(pushId)
  const [body] = await db()
    .select()
    .from(messageBodies)
    .where(eq(messageBodies.id, row?.bodyId ?? ''))
  return body
}

/** A correction of a push that was sent, after a price in it was changed. */
async function correction() {
  const push = await send()
  await db().update(messages).set({ state: 'sent' }).where(eq(messages.pushId, push.id))
  await publishPrice(db(), item, today, String(12_000 + Number(push.id)))
  await publishPrice(db(), item, addDays(today, -1), String(11_500 + Number(push.id)))
  return { push, draft: (await pusher.call(calls.correct, { id: push.id })).data }
}

describe('§6 the scope of who sends is asked', () => {
  it('when a push is launched, and when its message is claimed', async () => {
    const [draft, sent] = [await add(), await send()]
    expect(await refusalsOf(sent.id)).toEqual([])
    await takeScope()
    expect((await fixture.launch(draft)).initial).toMatchObject({ code: 409, msg: OUT_OF_SCOPE })
    expect(await refusalsOf(sent.id)).toEqual(['发送人已没有其中内容的权限'])
    expect(await pusher.call(calls.shown, { id: draft.id })).toMatchObject({ code: 409, msg: OUT_OF_SCOPE })
    await giveProduct(db(), [pusher], item.productId)
    expect((await fixture.launch(draft)).done.code).toBe(200)
    await fixture.sent(draft.id)
  })

  it('when a plan is queued', async () => {
    const timing = { timing: 'workday' as const, sendTime: '09:00' }
    const plan = await fixture.add(pushForm([reader.id], { quoteItemIds: [item.quoteItemId], ...timing }))
    expect((await fixture.launch(plan)).done.code).toBe(200)
    await takeScope()
    const by = { id: pusher.id, name: '', address: '', requestId: '' }
    await db().transaction(async (tx) => {
      const stored = await lockPush(tx, plan.id)
      if (stored) await schedulePush(tx, { ...stored, timing: 'now' }, by)
    })
    await db().execute(sql`update pushes set timing = 'now' where id = ${plan.id}::bigint`)
    await fixture.sent(plan.id)
    expect(await fixture.get(plan.id)).toMatchObject({ state: 'stopped', note: `${OUT_OF_SCOPE}，没有发送` })
    expect(await fixture.messagesOf(plan.id)).toEqual([])
    await giveProduct(db(), [pusher], item.productId)
  })

  it('when it is copied: the copy has what its author may send', async () => {
    await giveProduct(db(), [other], foreign.productId)
    const both = { quoteItemIds: [foreign.quoteItemId, item.quoteItemId] }
    await giveProduct(db(), [other], item.productId)
    const push = (await other.call(calls.add, pushForm([reader.id], both))).data
    const copy = (await pusher.call(calls.copy, { id: push.id })).data
    expect((await fixture.get(copy.id)).quoteItemIds).toEqual([item.quoteItemId])
  })
})

describe('a correction', () => {
  it('§6 takes in nothing that was not sent, neither prices nor articles', async () => {
    const { draft } = await correction()
    const administrator = await server().as('administrator')
    const unpublished = (await writeArticle(administrator, foreign.productId)).id
    const edit = (changes: object) =>
      pusher.call(calls.edit, { ...draft, ...pushForm([reader.id], { quoteItemIds: [item.quoteItemId], ...changes }) })
    expect(await edit({ quoteItemIds: [foreign.quoteItemId] })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'quoteItemIds' }] },
    })
    expect(await edit({ articleIds: [unpublished] })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'articleIds' }] },
    })
    const edited = await edit({ chartDays: 30 })
    expect(edited.code).toBe(200)
    await publishPrice(db(), item, addDays(today, -2), '10000')
    expect((await fixture.launch(edited.data)).done.code).toBe(200)
    await fixture.sent(draft.id)
    const body = await textOf(draft.id)
    // no chart, and no day that was not sent
    expect(body?.pictures).toEqual({})
    expect(body?.text).not.toContain('10,000')
    const { rows } = await db().execute(sql`select day::text from push_prices
      where push_id = ${draft.id}::bigint order by day desc`)
    expect(rows).toEqual([{ day: today }, { day: addDays(today, -1) }])
  })

  it('§6 needs the scope of its author, and goes to those alone who got the push', async () => {
    const { push, draft } = await correction()
    await takeScope()
    expect(await pusher.call(calls.correct, { id: push.id })).toMatchObject({ code: 409, msg: OUT_OF_SCOPE })
    expect((await fixture.launch(draft)).initial).toMatchObject({ code: 409, msg: OUT_OF_SCOPE })
    await giveProduct(db(), [pusher], item.productId)
    await fixture.makeReader()
    expect((await fixture.launch(draft)).done.code).toBe(200)
    await fixture.sent(draft.id)
    expect((await fixture.messagesOf(draft.id)).map(({ address }) => address)).toEqual([reader.email])
    expect(await refusalsOf(draft.id)).toEqual([])
    await takeScope()
    expect(await refusalsOf(draft.id)).toEqual(['发送人已没有其中内容的权限'])
    await giveProduct(db(), [pusher], item.productId)
  })
})
