// What was heard at visits over HTTP: offered to who enters prices, taken up with a reference in the trace, or not.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#contract/days.ts'
import { listRevisions, savePrices, submitPrices } from '#contract/prices/prices.ts'
import { declineHeard, getHeard, queryHeard, takeHeard } from '#contract/visits/heard.ts'
import { addVisit, getVisit, reportVisit, searchTalkProducts } from '#contract/visits/visits.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { pricePublications } from '#server/db/schema/prices/prices.ts'
import { visitEnterprises, visitHeard, visits } from '#server/db/schema/visits.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { seenNow } from '#test/price-people.ts'
import { heardOf } from '#test/visit-factories.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let analyst: Person
let stranger: Person
let productId: string
let quoteItemId: string
/** A Wednesday. */
const DAY = '2026-11-18'
const BEFORE = '2026-11-17'
const now = Date.now()

beforeAll(async () => {
  const rights = ['view', 'add', 'edit', 'details'].map((alias) => `visitRecord.${alias}`)
  seller = await server().as((await makeRole(db(), ...rights)).code, { realName: '跑外销售' })
  const entering = await makeRole(db(), 'price.batchAdd', 'price.details', 'price.view', 'price.add')
  analyst = await server().as(entering.code, { realName: '分析师' })
  stranger = await server().as(entering.code)
  ;({ productId, quoteItemId } = await makeQuoteItem(db()))
  await db().update(products).set({ name: '听价产品', unit: '元/吨' }).where(eq(products.id, productId))
  await giveProduct(db(), [analyst], productId)
  await db().insert(pricePublications).values({ number: '900', byName: '审核人', entries: 1 })
  const figures = { low: '3800', high: '3900', average: '3850' }
  await makePrice(db(), { productId, quoteItemId }, BEFORE, { ...figures, status: 'verified', publication: '900' })
})

const talk = (changes: object = {}) => heardOf(productId, changes)
/** What was heard at a visit that is reported with it. */
async function hear(changes: object = {}, site: object = {}): Promise<{ id: string; visitId: string }> {
  const [enterprise] = await db()
    .insert(visitEnterprises)
    .values({
      name: '测试钢厂',
      kind: 'mill',
      ownerId: seller.id,
      longitude: '120.153576',
      latitude: '30.287459',
      ...site,
    })
    .returning()
  const plan = { enterpriseId: enterprise?.id ?? '', plannedAt: new Date(now).toISOString(), aim: '看库存' }
  const { id } = (await seller.call(addVisit, plan)).data
  const sent = { met: '李工', result: '库存偏高', talks: [talk(changes)], pictureIds: [], lateReason: '手机没电' }
  expect((await seller.call(reportVisit, { id, version: 1, ...sent })).msg).toBe('操作成功')
  return { id: (await seller.call(getVisit, { id })).data.talks[0]?.id ?? '', visitId: id }
}
const offered = async (id: string, by = analyst) =>
  (await by.call(queryHeard, { productIds: [productId] })).data.find((each) => each.id === id)
const told = async (visitId: string) =>
  (await db().select().from(messages).where(eq(messages.cause, 'notice.heardPrice'))).filter(
    ({ channel, link }) => channel === 'bell' && link?.endsWith(`id=${visitId}`),
  )
const enter = async (day: string) => {
  const row = { quoteItemId, day, low: '3850', high: '3850', average: null }
  const texts = { remark: '', englishRemark: '', reason: '', version: null }
  return (await analyst.call(savePrices, { origin: 'grid', rows: [{ ...row, ...texts }] })).data[0]?.id ?? ''
}

describe('what was heard', () => {
  it('meetings-visits-sharing.md: it stands beside the last published price, for who enters that product, without customer or place', async () => {
    const { data: found } = await seller.call(searchTalkProducts, { text: '听价' })
    expect(found).toEqual([{ id: productId, name: '听价产品', unit: '元/吨' }])
    const { id } = await hear()
    expect(await offered(id, stranger)).toBeUndefined()
    const heard = await offered(id)
    expect(heard).toMatchObject({
      day: dayOf(now),
      enterpriseName: '测试钢厂',
      priceLow: '3850',
      priceHigh: '3900',
      unit: '元/吨',
      rate: 85,
      verdict: null,
      lasts: [{ quoteItemId, average: '3850', day: BEFORE }],
    })
    for (const secret of ['跑外销售', '120.15', '30.28', 'customer']) {
      expect(JSON.stringify(heard)).not.toContain(secret)
    }
  })

  it('meetings-visits-sharing.md: the source is hidden where the visitor keeps it to themselves', async () => {
    const { id } = await hear({ isConfidential: true }, { name: '不愿具名的厂' })
    expect(await offered(id)).toMatchObject({ enterpriseName: '', isConfidential: true })
    expect((await analyst.call(getHeard, { id })).data).toMatchObject({ enterpriseName: '', visitId: null })
  })

  it('meetings-visits-sharing.md: it is offered for ten workdays', async () => {
    const { id, visitId } = await hear()
    const move = (days: number) =>
      db()
        .update(visits)
        .set({ plannedAt: new Date(now - days * 24 * 3_600_000).toISOString() })
        .where(eq(visits.id, visitId))
    // ten workdays are at least nine days back, and at most a month around long holidays
    await move(8)
    expect(await offered(id)).toBeDefined()
    await move(32)
    expect(await offered(id)).toBeUndefined()
  })

  it('meetings-visits-sharing.md: taken up, it enters no price: a draft gets the reference, its trace leads to the visit, the visitor is told', async () => {
    const { id, visitId } = await hear()
    const take = (by = analyst) => by.call(takeHeard, { id, quoteItemId, day: DAY })
    expect(await take()).toMatchObject({ code: 409, msg: '请先保存该报价项当天的价格，再采用' })
    expect(await take(stranger)).toMatchObject({ code: 20404 })
    expect(await take(seller)).toMatchObject({ status: 403 })
    const priceId = await enter(DAY)
    expect((await take()).msg).toBe('操作成功')
    const revisions = (await analyst.call(listRevisions, { id: priceId })).data
    expect(revisions.map(({ act, heardId, low }) => [act, heardId, low])).toEqual([
      ['hear', id, '3850.00'],
      ['save', null, '3850.00'],
    ])
    expect(await offered(id)).toMatchObject({ verdict: 'taken', verdictByName: '分析师' })
    expect(await told(visitId)).toMatchObject([{ recipientId: seller.id, subject: '您听到的听价产品价格已采用' }])
    expect((await seller.call(getVisit, { id: visitId })).data.talks).toMatchObject([{ verdict: 'taken' }])
    // the trace: the visit itself only for who may read it
    expect((await analyst.call(getHeard, { id })).data).toMatchObject({ enterpriseName: '测试钢厂', visitId: null })
    expect(await stranger.call(getHeard, { id })).toMatchObject({ code: 20404 })
    await analyst.call(submitPrices, { rows: await seenNow(analyst, [priceId]) })
    expect(await take()).toMatchObject({ code: 409, msg: '该价格不是草稿，不能再加引用' })
  })

  it('meetings-visits-sharing.md: not taken up, it has a reason, which the visitor is told', async () => {
    const { id, visitId } = await hear()
    const decline = (reason: string, by = analyst) => by.call(declineHeard, { id, reason })
    expect(await decline(' ')).toMatchObject({ status: 400 })
    expect(await decline('偏离市场', stranger)).toMatchObject({ code: 20404 })
    expect(await decline('偏离市场', seller)).toMatchObject({ status: 403 })
    expect((await decline(' 偏离市场 ')).code).toBe(200)
    expect(await decline('再来')).toMatchObject({ code: 409, msg: '已标为未采用' })
    expect(await told(visitId)).toMatchObject([{ subject: '您听到的听价产品价格未采用', body: '分析师：偏离市场' }])
    expect(await offered(id)).toMatchObject({ verdict: 'declined', verdictReason: '偏离市场' })
    await enter('2026-11-19')
    expect(await analyst.call(takeHeard, { id, quoteItemId, day: '2026-11-19' })).toMatchObject({ code: 409 })
  })

  it('meetings-visits-sharing.md: a decision waits for a report that is being amended, which may drop what was heard', async () => {
    const { id, visitId } = await hear()
    const waiting = async () => {
      const { rows } = await db().execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    let declining: ReturnType<typeof decline> | undefined
    const decline = () => analyst.call(declineHeard, { id, reason: '偏离市场' })
    await db().transaction(async (tx) => {
      await tx.select({ id: visits.id }).from(visits).where(eq(visits.id, visitId)).for('update')
      declining = decline()
      await expect.poll(waiting).toBe(1)
      await tx.delete(visitHeard).where(eq(visitHeard.id, id))
    })
    expect(await declining).toMatchObject({ code: 20404 })
    expect(await told(visitId)).toEqual([])
  })
})
