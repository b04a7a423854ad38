// The review of prices over HTTP: queue, passing, overruling, corrections, cancelling.
import { beforeAll, describe, expect, it } from 'vitest'
import type { RowOutcome } from '#contract/envelope.ts'
import { correctPrices, getPrice, getTrend, listRevisions, savePrices, submitPrices } from '#contract/prices/prices.ts'
import { cancelVerify, listReviews, overrulePrices, passPrices } from '#contract/prices/reviews.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { seenNow } from '#test/price-people.ts'
import { connect } from '#test/socket.ts'

const server = testServer()
const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-11-16', '2026-11-17', '2026-11-18'] as const

let analyst: Person
let colleague: Person
let reviewer: Person
let other: Person

const entering = ['price.view', 'price.add', 'price.edit', 'price.details']
const reviewing = ['price.view', 'price.details', 'priceReview.view', 'priceReview.pass', 'priceReview.overrule']

beforeAll(async () => {
  const { database, as } = server()
  const [enters, reviews] = [
    await makeRole(database.db, ...entering, 'priceReview.view', 'priceReview.pass'),
    await makeRole(database.db, ...reviewing, 'price.cancelVerify'),
  ]
  analyst = await as(enters.code)
  colleague = await as(enters.code)
  reviewer = await as(reviews.code)
  other = await as(reviews.code)
})

async function makeItem(): Promise<Item> {
  const { db } = server().database
  const item = await makeQuoteItem(db)
  await giveProduct(db, [analyst, colleague, reviewer, other], item.productId)
  return item
}

async function submit(item: Item, day: string, price: string, person = analyst): Promise<string> {
  const own = { quoteItemId: item.quoteItemId, day, low: price, high: price, average: null, version: null }
  const rows = [{ ...own, remark: '', englishRemark: '', reason: '行情变动' }]
  const { data } = await person.call(savePrices, { origin: 'grid', rows })
  const id = data[0]?.id ?? ''
  const done = await person.call(submitPrices, { rows: [{ id, version: 1 }] })
  if (done.code !== 200) throw new Error(JSON.stringify(done))
  return id
}

/** The row as the queue shows it. */
async function waitingOf(id: string, person = reviewer) {
  const { data } = await person.call(listReviews, { size: 100 })
  const row = data.records.find((each) => each.id === id)
  if (!row) throw new Error('it does not wait')
  return row
}

async function pass(ids: string[], person = reviewer) {
  const rows = await Promise.all(ids.map(async (id) => ({ id, revisionId: (await waitingOf(id)).revisionId })))
  return person.call(passPrices, { rows })
}

async function publish(item: Item, day: string, price: string): Promise<string> {
  const id = await submit(item, day, price)
  const done = await pass([id])
  if (done.code !== 200) throw new Error(JSON.stringify(done))
  return id
}

const read = async (id: string) => (await reviewer.call(getPrice, { id })).data

async function correct(id: string, price: string, person = analyst) {
  const { version } = await read(id)
  const rows = [{ id, version, low: price, high: price, average: null, remark: '' }]
  return person.call(correctPrices, { cause: 'error', reason: '录入时看错一行', rows })
}

const struckOf = async (id: string) => {
  const row = await read(id)
  const range = { quoteItemId: row.quoteItemId, from: row.day, to: row.day }
  const [point] = (await reviewer.call(getTrend, range)).data
  expect(point?.struck).toEqual(row.struck)
  return row.struck
}

const trend = async (item: Item, asKnownAt?: string) =>
  (
    await reviewer.call(getTrend, {
      quoteItemId: item.quoteItemId,
      from: MONDAY,
      to: WEDNESDAY,
      ...(asKnownAt && { asKnownAt }),
    })
  ).data.map(({ average }) => average)

describe('POST /api/backend/prices/review/pass', () => {
  it('§1 publishes: number, reviewer and time, and the change against the previous price', async () => {
    const item = await makeItem()
    await publish(item, MONDAY, '3200')
    const id = await publish(item, TUESDAY, '3232')
    const price = await read(id)
    expect(price).toMatchObject({ status: 'verified', change: '32.00', percent: '1.00', reviewing: null })
    expect(price.publication).toMatch(/^\d+$/)
    const { data } = await reviewer.call(listRevisions, { id })
    expect(data.map(({ act, publication }) => [act, publication])).toEqual([
      ['verify', price.publication],
      ['submit', null],
      ['save', null],
    ])
  })

  it('§1 publishes what is passed together under one number', async () => {
    const ids = [await submit(await makeItem(), MONDAY, '10'), await submit(await makeItem(), MONDAY, '20')]
    await pass(ids)
    const [one, two] = await Promise.all(ids.map(read))
    expect(one?.publication).toBe(two?.publication)
  })

  it('§1 two reviewers never pass the same revision twice', async () => {
    const id = await submit(await makeItem(), MONDAY, '3200')
    const { revisionId } = await waitingOf(id)
    const replies = await Promise.all(
      [reviewer, other].map((person) => person.call(passPrices, { rows: [{ id, revisionId }] })),
    )
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 602])
    expect((await reviewer.call(listRevisions, { id })).data.filter(({ act }) => act === 'verify')).toHaveLength(1)
  })

  it('§1 passes only the revision that the reviewer saw', async () => {
    const item = await makeItem()
    const id = await submit(item, MONDAY, '3200')
    const { revisionId } = await waitingOf(id)
    await publish(item, TUESDAY, '1')
    const reply = await other.call(passPrices, { rows: [{ id, revisionId: String(Number(revisionId) + 1) }] })
    expect(reply.data).toMatchObject([{ ok: false, msg: '已被他人处理，或提交后又有改动' }])
  })

  it('§6 nobody reviews an entry that they edited, also where a colleague submitted it', async () => {
    const item = await makeItem()
    const own = { quoteItemId: item.quoteItemId, day: MONDAY, low: '1', high: '1', average: null, version: null }
    const rows = [{ ...own, remark: '', englishRemark: '', reason: '' }]
    const id = (await analyst.call(savePrices, { origin: 'grid', rows })).data[0]?.id ?? ''
    await colleague.call(submitPrices, { rows: await seenNow(colleague, [id]) })
    const row = await waitingOf(id, analyst)
    expect(row.isOwn).toBe(true)
    for (const person of [analyst, colleague]) {
      const reply = await person.call(passPrices, { rows: [{ id, revisionId: row.revisionId }] })
      expect(reply).toMatchObject({ code: 602, data: [{ msg: '不能审核自己录入或提交的价格' }] })
    }
  })

  it('§6 is refused out of scope and without the right', async () => {
    const id = await submit(await makeItem(), MONDAY, '3200')
    const { revisionId } = await waitingOf(id)
    const { database, as } = server()
    const outsider = await as((await makeRole(database.db, ...reviewing)).code)
    expect((await outsider.call(listReviews, {})).data.total).toBe(0)
    expect(await outsider.call(passPrices, { rows: [{ id, revisionId }] })).toMatchObject({ code: 602 })
    const reader = await as((await makeRole(database.db, 'price.view', 'priceReview.view')).code)
    expect((await reader.call(passPrices, { rows: [{ id, revisionId }] })).status).toBe(403)
    expect((await reader.call(overrulePrices, { rows: [{ id, revisionId }], opinion: '不' })).status).toBe(403)
    expect((await reader.call(cancelVerify, { ids: [id], reason: '不' })).status).toBe(403)
  })
})

describe('POST /api/backend/prices/review/overrule', () => {
  it('§1 returns it to its analyst with the opinion, and it can be submitted again', async () => {
    const id = await submit(await makeItem(), MONDAY, '3200')
    const { revisionId } = await waitingOf(id)
    await reviewer.call(overrulePrices, { rows: [{ id, revisionId }], opinion: ' 与成交不符 ' })
    expect(await read(id)).toMatchObject({ status: 'overruled', opinion: '与成交不符', publication: null })
    expect((await analyst.call(submitPrices, { rows: await seenNow(analyst, [id]) })).code).toBe(200)
    expect((await pass([id])).code).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'verified', opinion: '' })
  })
})

describe('corrections', () => {
  it('§1 leave the published price until they are passed, then update the next day’s change too', async () => {
    const item = await makeItem()
    const first = await publish(item, MONDAY, '100')
    const second = await publish(item, TUESDAY, '110')
    expect((await correct(first, '105')).code).toBe(200)
    expect(await read(first)).toMatchObject({ average: '100.00', status: 'verified' })
    const row = await waitingOf(first)
    expect(row).toMatchObject({ isCorrection: true, average: '105.00', beforeAverage: '100.00', cause: 'error' })
    await pass([first])
    expect(await read(first)).toMatchObject({ average: '105.00', status: 'corrected' })
    expect(await read(second)).toMatchObject({ change: '5.00', percent: '4.76' })
    const [verified, , published] = (await reviewer.call(listRevisions, { id: first })).data
    expect(verified).toMatchObject({ act: 'verify', replaces: published?.id })
  })

  it('§2 show the earlier figures until the end of the next day', async () => {
    const item = await makeItem()
    const id = await publish(item, MONDAY, '3200')
    expect(await struckOf(id)).toBeNull()
    await correct(id, '3300')
    expect(await struckOf(id)).toBeNull()
    await pass([id])
    expect(await struckOf(id)).toEqual({ low: '3200.00', high: '3200.00', average: '3200.00' })
    const { pool } = server().database
    const setBack = (to: string) => pool.query(`update prices set verified_at = ${to} where id = $1`, [id])
    await setBack(`current_date - interval '24 hours'`)
    expect(await struckOf(id)).not.toBeNull()
    await setBack(`current_date - interval '24 hours 1 second'`)
    expect(await struckOf(id)).toBeNull()
  })

  it('§1 that are overruled leave the price as it is', async () => {
    const id = await publish(await makeItem(), MONDAY, '100')
    await correct(id, '999')
    const { revisionId } = await waitingOf(id)
    await reviewer.call(overrulePrices, { rows: [{ id, revisionId }], opinion: '依据不足' })
    expect(await read(id)).toMatchObject({ average: '100.00', status: 'verified', reviewing: null })
  })

  it('§1 can be read as known at a publication', async () => {
    const item = await makeItem()
    const id = await publish(item, MONDAY, '100')
    const then = (await read(id)).publication ?? ''
    await publish(item, TUESDAY, '110')
    await correct(id, '105')
    await pass([id])
    expect(await trend(item)).toEqual(['105.00', '110.00'])
    expect(await trend(item, then)).toEqual(['100.00'])
  })

  it('§1 wait one at a time, by version', async () => {
    const id = await publish(await makeItem(), MONDAY, '100')
    const { version } = await read(id)
    await correct(id, '105')
    const body = { cause: 'later' as const, reason: '补充成交' }
    const rows = [{ id, version, low: '106', high: '106', average: null, remark: '' }]
    const reply = await analyst.call(correctPrices, { ...body, rows })
    expect((reply.data as unknown as RowOutcome[])[0]?.msg).toBe('已有更正待审核')
    await pass([id])
    expect(await analyst.call(correctPrices, { ...body, rows })).toMatchObject({
      code: 602,
      data: [{ msg: '已被他人修改，请刷新后再保存' }],
    })
  })
})

describe('POST /api/backend/prices/review/cancelVerify', () => {
  it('§1 cancels the publication of a price on its day; as known then, it is still found', async () => {
    const item = await makeItem()
    const id = await publish(item, MONDAY, '100')
    const then = (await read(id)).publication ?? ''
    expect((await reviewer.call(cancelVerify, { ids: [id], reason: '尚有一家未报' })).code).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'draft', publication: null })
    expect(await trend(item)).toEqual([])
    expect(await trend(item, then)).toEqual(['100.00'])
    expect(await trend(item, String(Number(then) + 1))).toEqual([])
  })

  it('§1 refuses prices verified on another day', async () => {
    const id = await publish(await makeItem(), MONDAY, '100')
    await server().database.db.$client.query(
      `update prices set verified_at = now() - interval '1 day' where id = ${id}`,
    )
    expect(await reviewer.call(cancelVerify, { ids: [id], reason: '看错' })).toMatchObject({
      code: 602,
      data: [{ msg: '只能取消当天审核的价格，请用更正修改' }],
    })
  })

  it('§6 whoever entered it does not review it after the cancellation', async () => {
    const id = await publish(await makeItem(), MONDAY, '100')
    await reviewer.call(cancelVerify, { ids: [id], reason: '尚有一家未报' })
    await colleague.call(submitPrices, { rows: await seenNow(colleague, [id]) })
    const { revisionId } = await waitingOf(id)
    const reply = await analyst.call(passPrices, { rows: [{ id, revisionId }] })
    expect(reply).toMatchObject({ code: 602, data: [{ msg: '不能审核自己录入或提交的价格' }] })
  })
})

describe('the queue', () => {
  it('prices.md shows how many times the usual change an entry is, alone and beside its peers', async () => {
    const item = await makeItem()
    const more = { productId: item.productId }
    const peers = await Promise.all([1, 2, 3].map(() => makeQuoteItem(server().database.db, more)))
    const begun = await submit(item, MONDAY, '3200')
    expect(await waitingOf(begun)).toMatchObject({ score: null, besidePeers: null })
    await pass([begun])
    for (const peer of peers) await publish(peer, MONDAY, '3200')
    // one per cent of the price is the scale for an item without history
    const id = await submit(item, TUESDAY, '3360')
    expect(await waitingOf(id)).toMatchObject({ score: '5.0', besidePeers: null, isOutlier: true })
    for (const peer of peers) await submit(peer, TUESDAY, '3328')
    expect(await waitingOf(id)).toMatchObject({ score: '5.0', besidePeers: '1.0' })
  })

  it('§1 announces changes to every process, without their content', async () => {
    const second = await openTestServer(server().database)
    const here = await connect(second.base, reviewer)
    await submit(await makeItem(), MONDAY, '3200')
    await expect.poll(() => here.of('changed').map(({ data }) => data)).toContainEqual({ what: 'priceReviews' })
    here.socket.close()
    await second.server.close()
  })
})

describe('publication numbers', () => {
  it('§1 rise in the order in which they become visible, without gaps, also concurrently', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => submit(await makeItem(), MONDAY, String(100 + at))),
    )
    const replies = await Promise.all(ids.map((id, at) => pass([id], at % 2 ? reviewer : other)))
    expect(replies.map(({ code }) => code)).toEqual(ids.map(() => 200))
    const { rows } = await server().database.db.$client.query<{ number: string; at: string }>(
      'select number, at from price_publications order by at, number',
    )
    expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, at) => at + 1))
  })
})
