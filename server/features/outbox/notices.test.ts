// Notices to staff: their switches, reviewers of submitted prices, owners of jobs and customers.
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getOwnMessages } from '#contract/live/messages.ts'
import { applyRegistration } from '#contract/members/registrations.ts'
import { getOwnNotices, switchOwnNotice } from '#contract/outbox/notices.ts'
import { savePrices, submitPrices, withdrawPrices } from '#contract/prices/prices.ts'
import { updateUserReview } from '#contract/system/settings.ts'
import { causes } from '#server/app.ts'
import { type Author, transact } from '#server/core/core.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import type { Provider } from '#server/core/outbox/provider.ts'
import { startSender } from '#server/core/outbox/sender.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import { makeAccount, makeRole } from '#test/factories.ts'
import { openTestServer, type Person, type TestServer, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { seenNow } from '#test/price-people.ts'
import { connect } from '#test/socket.ts'
import { expiringJob } from './expiring.job.ts'

const server = testServer()
const db = () => server().database.db
const WITHIN = { interval: 20 }
const DAY = '2026-11-16'
let analyst: Person
let reviewer: Person
let second: TestServer

beforeAll(async () => {
  const entering = ['price.view', 'price.add', 'price.edit', 'price.details', 'priceReview.view', 'priceReview.pass']
  const [enters, reviews] = [
    await makeRole(db(), ...entering),
    await makeRole(db(), 'price.view', 'priceReview.view', 'priceReview.pass'),
  ]
  analyst = await server().as(enters.code, { realName: '陈分析' })
  reviewer = await server().as(reviews.code)
  second = await openTestServer(server().database)
  return () => second.server.close()
})
afterEach(async () => {
  await db().delete(messages)
  await db().delete(pushMessages)
})

async function enter(count = 1, people: Person[] = [analyst, reviewer], productName = '螺纹钢') {
  const ids: string[] = []
  const first = await makeQuoteItem(db(), { productName: `${productName}${Math.random()}` })
  await giveProduct(db(), people, first.productId)
  for (let n = 0; n < count; n++) {
    const item = n === 0 ? first : await makeQuoteItem(db(), { productId: first.productId })
    const figures = { low: '3200', high: '3200', average: null, version: null }
    const row = { ...figures, quoteItemId: item.quoteItemId, day: DAY, remark: '', englishRemark: '', reason: '' }
    const { data } = await analyst.call(savePrices, { origin: 'grid', rows: [row] })
    ids.push(data[0]?.id ?? '')
  }
  return ids
}
const submit = async (ids: string[]) =>
  expect((await analyst.call(submitPrices, { rows: await seenNow(analyst, ids) })).code).toBe(200)
const noticesOf = async (person: Person) => (await person.call(getOwnMessages)).data.records
const queued = (person: Person) =>
  db().select().from(messages).where(sql`${messages.recipientId} = ${person.id} and ${messages.channel} <> 'bell'`)

describe('§2 price review', () => {
  it('notifies the reviewers live, in one line with a link to the queue, and not the submitter', async () => {
    const there = await connect(second.base, reviewer)
    await submit(await enter(3))
    await expect.poll(() => there.of('notice').length, WITHIN).toBe(1)
    expect(there.of('notice')[0]?.data).toMatchObject({
      title: '3 条价格待审核',
      content: expect.stringMatching(/^陈分析 提交了螺纹钢.*的价格$/),
      link: expect.stringMatching(/^\/data\/priceService\/priceReview\/index\?productId=\d+$/),
      cause: 'notice.priceReview',
    })
    there.socket.close()
    expect(await noticesOf(analyst)).toEqual([])
    expect(await queued(reviewer)).toMatchObject([{ channel: 'wecomRobot', state: 'queued' }])
  })

  it('sends nothing while switched off, and again once switched on', async () => {
    const set = (review: 0 | 1) => reviewer.call(updateUserReview, { id: reviewer.id, type: 1, review })
    await set(0)
    await submit(await enter())
    expect(await noticesOf(reviewer)).toEqual([])
    expect(await queued(reviewer)).toEqual([])
    await set(1)
    await submit(await enter())
    expect(await noticesOf(reviewer)).toHaveLength(1)
  })

  it('does not notify people without the products in scope', async () => {
    await submit(await enter(1, [analyst]))
    expect(await noticesOf(reviewer)).toEqual([])
  })

  it('is withheld once the prices were withdrawn, or the switch was turned off', async () => {
    const sent: string[] = []
    const provider: Provider = {
      name: 'wecomRobot:测试',
      channel: 'wecomRobot',
      addresses: null,
      rate: 1_000,
      burst: 10,
      atOnce: 1,
      pack: 1,
      spacingMs: 0,
      repeatableMs: 0,
      close: () => {},
      send: async (ready) => {
        sent.push(...ready.map(({ subject }) => subject))
        return { kind: 'sent', ref: '' }
      },
    }
    const [gone, kept] = [await enter(1), await enter(2)]
    await submit(gone)
    await submit(kept)
    const inBell = () =>
      db().$count(pushMessages, sql`${pushMessages.userId} = ${reviewer.id} and ${pushMessages.readAt} is null`)
    expect(await inBell()).toBe(2)
    expect((await analyst.call(withdrawPrices, { rows: await seenNow(analyst, gone) })).code).toBe(200)
    expect(await inBell()).toBe(1)
    const sender = startSender(server().server.core, {
      providers: [provider],
      causes,
      quiet: null,
      options: { pollMs: 50 },
    })
    await expect
      .poll(async () => (await queued(reviewer)).map(({ state }) => state).toSorted(), WITHIN)
      .toEqual(['sent', 'withheld'])
    expect(sent).toEqual(['2 条价格待审核'])
    await reviewer.call(updateUserReview, { id: reviewer.id, type: 1, review: 0 })
    await sender.stop()
    await reviewer.call(updateUserReview, { id: reviewer.id, type: 1, review: 1 })
  })
})

describe('the other notices', () => {
  it('are as usual until a person switches them, each separately', async () => {
    const usual = ['visitDue', 'heardPrice', 'shareLead']
    expect((await analyst.call(getOwnNotices)).data).toEqual({ on: usual })
    await analyst.call(switchOwnNotice, { event: 'jobEnded', isOn: true })
    await analyst.call(switchOwnNotice, { event: 'jobEnded', isOn: true })
    await analyst.call(switchOwnNotice, { event: 'visitDue', isOn: false })
    expect((await analyst.call(getOwnNotices)).data).toEqual({ on: ['heardPrice', 'shareLead', 'jobEnded'] })
    expect((await reviewer.call(getOwnNotices)).data).toEqual({ on: usual })
    await analyst.call(switchOwnNotice, { event: 'jobEnded', isOn: false })
    await analyst.call(switchOwnNotice, { event: 'visitDue', isOn: true })
    expect((await analyst.call(getOwnNotices)).data).toEqual({ on: usual })
    const wrong = { event: 'priceReview', isOn: true } as never
    expect(await analyst.call(switchOwnNotice, wrong)).toMatchObject({ status: 400 })
  })

  it('a new registration notifies people who may assign it and want the notice', async () => {
    const role = await makeRole(db(), 'registration.view', 'registration.memberBelong')
    const [wants, not] = [await server().as(role.code), await server().as(role.code)]
    await wants.call(switchOwnNotice, { event: 'registration', isOn: true })
    const form = {
      company: '东海石化',
      contact: '王敏',
      mobile: '13912340001',
      subProduct: 'bigData' as const,
      consent: true,
    }
    expect((await server().send('POST', applyRegistration.path, form)).code).toBe(200)
    const [notice] = await queued(wants)
    expect(notice).toMatchObject({ cause: 'notice.registration', body: '东海石化 王敏 139****0001' })
    expect(await queued(not)).toEqual([])
    // the bell has the registration itself
    expect((await noticesOf(wants)).map(({ title }) => title)).toEqual(['新的注册申请'])
  })

  it('a finished job notifies its owner', async () => {
    await analyst.call(switchOwnNotice, { event: 'jobEnded', isOn: true })
    const by: Author = { id: analyst.id, name: '陈分析', address: '', requestId: 'r' }
    await transact(server().server.core, (tx) => startJob(tx, expiringJob, {}, by))
    await expect
      .poll(async () => (await noticesOf(analyst)).map(({ title }) => title))
      .toEqual(['提醒即将到期的客户已完成'])
    await analyst.call(switchOwnNotice, { event: 'jobEnded', isOn: false })
  })

  it('accounts that end within a week notify their owner, once a day, without those that have a next grant', async () => {
    const sales = await server().as((await makeRole(db(), 'customerList.view')).code)
    await sales.call(switchOwnNotice, { event: 'expiring', isOn: true })
    const ending = (days: number, hasNext: boolean) =>
      makeAccount(db(), 'bigData', {
        ownerId: sales.id,
        startsOn: sql`current_date - 30`,
        endsOn: sql`current_date + ${days}::int`,
        ...(hasNext && { nextStartsOn: sql`current_date + 40`, nextEndsOn: sql`current_date + 90` }),
      } as never)
    await ending(3, false)
    await ending(3, true)
    await ending(20, false)
    const by: Author = { id: null, name: '', address: '', requestId: 'r' }
    for (let round = 0; round < 2; round++) {
      await transact(server().server.core, (tx) => startJob(tx, expiringJob, {}, by))
      await expect.poll(async () => (await noticesOf(sales)).map(({ title }) => title)).toEqual(['1 个账号 7 天内到期'])
    }
  })
})
