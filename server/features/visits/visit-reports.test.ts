// Reports and arrivals over HTTP: amended, returned, made up for, with or without a position; plans that are sent again.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  addVisit,
  arriveVisit,
  cancelVisit,
  commentVisit,
  departVisit,
  editVisit,
  getVisit,
  getVisitConsent,
  queryVisits,
  reportVisit,
  sendBackVisit,
  setVisitConsent,
  shareVisit,
} from '#contract/visits/visits.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { followUps } from '#server/db/schema/service.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { visitEnterprises, visitHeard, visits } from '#server/db/schema/visits.ts'
import { makeEnterprise, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { heardOf } from '#test/visit-factories.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let superior: Person
let colleague: Person
let enterpriseId: string

const now = Date.now()
const today = dayOf(now)
const HOUR = 3_600_000
const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
const gate = { longitude: '120.153576', latitude: '30.287459' }
const there = { ...gate, accuracy: 20, age: 2 }

beforeAll(async () => {
  const rights = ['view', 'add', 'edit', 'delete', 'details', 'share'].map((alias) => `visitRecord.${alias}`)
  const { code } = await makeRole(db(), ...rights)
  superior = await server().as(code, { realName: '主管' })
  seller = await server().as(code, { realName: '跑外销售', saleParentId: superior.id })
  colleague = await server().as(code, { realName: '同事' })
  const [site] = await db()
    .insert(visitEnterprises)
    .values({ name: '有坐标的厂', kind: 'mill', ownerId: seller.id, ...gate })
    .returning()
  enterpriseId = site?.id ?? ''
})

const plan = (changes: object = {}) => ({ enterpriseId, plannedAt: at(0), aim: '看库存', ...changes })
const add = async (changes: object = {}) => (await seller.call(addVisit, plan(changes))).data.id
/** An act on the visit as it stands. */
type Act =
  | typeof arriveVisit
  | typeof cancelVisit
  | typeof departVisit
  | typeof editVisit
  | typeof reportVisit
  | typeof sendBackVisit
const on = async (by: Person, call: Act, id: string, input: object = {}) => {
  const [{ version = 1 } = {}] = await db().select({ version: visits.version }).from(visits).where(eq(visits.id, id))
  return by.call<Act>(call, { id, version, ...input } as BodyOf<Act>)
}
const read = async (id: string, by = seller) => (await by.call(getVisit, { id })).data
const report = (changes: object = {}): Omit<BodyOf<typeof reportVisit>, 'id'> => ({
  met: '李工',
  result: '库存偏高',
  talks: [],
  pictureIds: [],
  ...changes,
})
const leave = async (changes: object = {}) => {
  const id = await add(changes)
  await on(seller, departVisit, id)
  return id
}
const reported = async (changes: object = {}) => {
  const id = await add()
  const reply = await on(seller, reportVisit, id, { ...report({ lateReason: '手机没电', ...changes }) })
  expect(reply.msg).toBe('操作成功')
  return id
}
const reportedAgo = async (hours: number, changes: object = {}) => {
  const id = await reported(changes)
  await db()
    .update(visits)
    .set({ reportedAt: at(-hours) })
    .where(eq(visits.id, id))
  return id
}

describe('a plan that is sent again', () => {
  it('meetings-visits-sharing.md: the same key twenty times at once is one visit', async () => {
    const requestKey = '0123456789abcdef0123456789abcdef'
    const body = plan({ aim: '二十次', requestKey })
    const replies = await Promise.all(Array.from({ length: 20 }, () => seller.call(addVisit, body)))
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect(await db().$count(visits, eq(visits.aim, '二十次'))).toBe(1)
    const logged = await db().$count(auditLog, sql`action = 'visit.add' and after->>'aim' = '二十次'`)
    expect(logged).toBe(1)
    // another person's key is another's
    expect((await superior.call(addVisit, { ...body, aim: '别人的' })).data.id).not.toBe(replies[0]?.data.id)
  })

  it('§5 a key is 32 hexadecimal digits', async () => {
    expect(await seller.call(addVisit, plan({ requestKey: 'x' }))).toMatchObject({ status: 400 })
  })
})

describe('a report', () => {
  it('meetings-visits-sharing.md: without an arrival it is 补报 and says why', async () => {
    const id = await add()
    expect(await on(seller, reportVisit, id, { ...report() })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'lateReason', message: '没有到达记录，请填写补报原因' }] },
    })
    expect((await on(seller, reportVisit, id, { ...report({ lateReason: ' 手机没电 ' }) })).code).toBe(200)
    expect(await read(id)).toMatchObject({
      state: 'reported',
      arrivedAt: null,
      isLateReport: true,
      lateReason: '手机没电',
    })
    const done = await leave()
    await on(seller, arriveVisit, done, { reason: '厂区无信号' })
    await on(seller, reportVisit, done, { ...report({ lateReason: '不需要' }) })
    expect(await read(done)).toMatchObject({ isLateReport: false, lateReason: '' })
  })

  it('§8 601 an old version is answered with the visit as it is read, which the form compares', async () => {
    const id = await add()
    const sent = { id, version: 1, ...report({ lateReason: '手机没电' }) }
    expect((await seller.call(reportVisit, sent)).code).toBe(200)
    expect(await seller.call(reportVisit, sent)).toMatchObject({ code: 601, data: await read(id) })
  })

  it('meetings-visits-sharing.md: it is amended for 24 hours', async () => {
    const id = await reportedAgo(23)
    expect((await on(seller, reportVisit, id, { ...report({ lateReason: '手机没电', result: '改过' }) })).code).toBe(
      200,
    )
    const old = await reportedAgo(25)
    expect(await on(seller, reportVisit, old, { ...report({ lateReason: '手机没电' }) })).toMatchObject({
      code: 409,
      msg: '报告提交已超过 24 小时，不能再修改',
    })
  })

  it('meetings-visits-sharing.md: a superior returns it within 7 days; the visitor is told, amends it, and owes it till then', async () => {
    const id = await reportedAgo(30)
    const back = (by: Person, of = id) => on(by, sendBackVisit, of, { reason: '请补充库存' })
    expect(await back(seller)).toMatchObject({ code: 409, msg: '不能退回报告：这是您自己的拜访' })
    expect(await back(colleague)).toMatchObject({ code: 20404 })
    expect(await back(superior, await reportedAgo(24 * 8))).toMatchObject({ code: 409 })
    expect((await back(superior)).code).toBe(200)
    expect(await back(superior)).toMatchObject({ code: 409, msg: '报告已退回，等待拜访人修改' })
    expect(await read(id)).toMatchObject({
      overdue: 'returned',
      notes: [{ kind: 'return', authorName: '主管', text: '请补充库存' }],
    })
    const owed = await seller.call(queryVisits, { overdue: true, mine: true, size: 100 })
    expect(owed.data.records.map((visit) => visit.id)).toContain(id)
    const told = await db().select().from(messages).where(eq(messages.cause, 'notice.visitReturned'))
    expect(told).toContainEqual(
      expect.objectContaining({ recipientId: seller.id, channel: 'bell', body: '主管：请补充库存' }),
    )
    expect((await on(seller, reportVisit, id, { ...report({ lateReason: '手机没电' }) })).code).toBe(200)
    const { overdue, returnedAt, reportedAt } = await read(id)
    expect([overdue, returnedAt]).toEqual([null, null])
    expect(Date.parse(reportedAt ?? '')).toBeGreaterThanOrEqual(now)
  })

  it('meetings-visits-sharing.md: who may read a visit comments on it', async () => {
    const id = await reported()
    const comment = (by: Person) => by.call(commentVisit, { id, text: ' 下次带上价格表 ' })
    expect(await comment(colleague)).toMatchObject({ code: 20404 })
    await seller.call(shareVisit, { id, userIds: [colleague.id] })
    expect((await comment(colleague)).code).toBe(200)
    expect((await comment(superior)).code).toBe(200)
    expect((await read(id)).notes.map(({ kind, authorName, text }) => [kind, authorName, text])).toEqual([
      ['comment', '同事', '下次带上价格表'],
      ['comment', '主管', '下次带上价格表'],
    ])
    expect(await superior.call(commentVisit, { id, text: ' ' })).toMatchObject({ status: 400 })
  })

  it('meetings-visits-sharing.md: its next step becomes a planned visit, which follows the report until somebody sets out', async () => {
    const next = { nextOn: addDays(today, 7), nextText: '再看库存', nextUserId: colleague.id }
    const id = await reported(next)
    const nextVisitId = (await read(id)).nextVisitId ?? ''
    expect(await read(nextVisitId, colleague)).toMatchObject({
      state: 'planned',
      aim: '再看库存',
      ownerName: '同事',
      isOwn: true,
      enterpriseName: '有坐标的厂',
      plannedAt: `${addDays(today, 7)}T09:00:00+08:00`,
    })
    const amend = (changes: object) =>
      on(seller, reportVisit, id, { ...report({ lateReason: '手机没电', ...changes }) })
    await amend({ ...next, nextOn: addDays(today, 8) })
    expect((await read(id)).nextVisitId).toBe(nextVisitId)
    expect((await read(nextVisitId, colleague)).plannedAt).toBe(`${addDays(today, 8)}T09:00:00+08:00`)
    await amend({ nextOn: null })
    expect((await read(id)).nextVisitId).toBeNull()
    expect((await read(nextVisitId, colleague)).state).toBe('cancelled')
    // somebody has moved it themselves: an unchanged next step leaves it alone
    await amend({ nextOn: addDays(today, 9) })
    const own = (await read(id)).nextVisitId ?? ''
    expect((await on(seller, editVisit, own, { plannedAt: at(48), aim: '改过的' })).code).toBe(200)
    await amend({ nextOn: addDays(today, 9), result: '只改结果' })
    expect(await read(own)).toMatchObject({ aim: '改过的' })
  })

  it('meetings-visits-sharing.md: it ends the older reminder there: of the customer, and of an earlier report', async () => {
    const customer = await makeEnterprise(db(), { ownerId: seller.id, name: '有提醒的客户' })
    const site = { name: '客户的厂区', kind: 'mill', ownerId: seller.id, customerId: customer.id } as const
    const [{ id: siteId = '' } = {}] = await db().insert(visitEnterprises).values(site).returning()
    const remind = async (hours: number) => {
      const call = { way: 'phone', at: at(hours), result: 'reached', content: '约看厂', nextOn: today } as const
      const row = { ...call, enterpriseId: customer.id, authorId: seller.id }
      const [{ id = '' } = {}] = await db().insert(followUps).values(row).returning()
      return id
    }
    const isEnded = async (id: string) =>
      (await db().select({ by: followUps.endedByVisitId }).from(followUps).where(eq(followUps.id, id)))[0]?.by ?? null
    const visit = async (changes: object = {}) => {
      const id = await add({ enterpriseId: siteId })
      expect((await on(seller, reportVisit, id, report({ lateReason: '没有信号', ...changes }))).msg).toBe('操作成功')
      return id
    }
    const called = await remind(-2)
    const first = await visit({ nextOn: today, nextText: '再看一次' })
    expect(await isEnded(called)).toBe(first)
    const { nextVisitId } = await read(first)
    const byHand = await add({ enterpriseId: siteId })
    // one that was set since is not older
    const since = await remind(2)
    await visit()
    expect(await isEnded(since)).toBeNull()
    expect(await read(nextVisitId ?? '')).toMatchObject({ state: 'cancelled', cancelReason: '该企业已有新的拜访报告' })
    expect((await read(byHand)).state).toBe('planned')
    // amended, it ends nothing more
    await db()
      .update(followUps)
      .set({ at: at(-1) })
      .where(eq(followUps.id, since))
    await on(seller, reportVisit, first, report({ lateReason: '没有信号', result: '补一句' }))
    expect(await isEnded(since)).toBeNull()
  })

  it('meetings-visits-sharing.md: what was heard keeps its row; what an editor has decided about is not changed any more', async () => {
    const productId = (await makeProduct(db())).id
    const bare = { unit: '元/吨', hasTax: null, delivery: '', stock: '', rate: null, mood: null }
    const talk = (changes: object = {}) => heardOf(productId, { ...bare, ...changes })
    const id = await reported({ talks: [talk(), talk({ priceLow: null, priceHigh: null, stock: '少' })] })
    const [first, second] = (await read(id)).talks
    await db()
      .update(visitHeard)
      .set({ verdict: 'taken', verdictAt: sql`now()`, verdictById: superior.id })
      .where(eq(visitHeard.id, first?.id ?? ''))
    const amend = (talks: object[]) => on(seller, reportVisit, id, { ...report({ lateReason: '手机没电', talks }) })
    const kept = talk({ id: first?.id, stock: '两万吨' })
    for (const talks of [[], [talk({ id: first?.id, priceLow: '3840' })]]) {
      expect(await amend(talks)).toMatchObject({ status: 400, data: { fields: [{ field: 'talks' }] } })
    }
    expect((await amend([kept])).code).toBe(200)
    expect((await read(id)).talks).toMatchObject([{ id: first?.id, stock: '两万吨', verdict: 'taken' }])
    expect(await amend([kept, talk({ id: second?.id })])).toMatchObject({ status: 400 })
    for (const wrong of [{ priceHigh: '3800' }, { priceLow: null }]) {
      expect(await amend([kept, talk(wrong)])).toMatchObject({ status: 400, data: { fields: [{ field: 'talks' }] } })
    }
  })

  it('§5 nine pictures at most', async () => {
    const id = await add()
    const pictureIds = Array.from({ length: 10 }, (_each, n) => String(n + 1))
    expect(await on(seller, reportVisit, id, { ...report({ pictureIds }) })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'pictureIds' }] },
    })
  })
})

describe('a position', () => {
  const arrive = (id: string, changes: object, by = seller) => on(by, arriveVisit, id, { ...changes })
  const agree = (agrees: boolean) => seller.call(setVisitConsent, { agrees })

  it('meetings-visits-sharing.md: it needs a consent that is revocable; without one there is a reason', async () => {
    const id = await leave()
    expect((await seller.call(getVisitConsent, {})).data.agreedAt).toBeNull()
    expect(await arrive(id, there)).toMatchObject({ status: 400, data: { fields: [{ field: 'longitude' }] } })
    await agree(true)
    await agree(true)
    expect((await seller.call(getVisitConsent, {})).data.agreedAt).not.toBeNull()
    await agree(false)
    expect((await seller.call(getVisitConsent, {})).data.agreedAt).toBeNull()
    expect(await arrive(id, {})).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'reason', message: '没有位置时请填写原因' }] },
    })
    expect((await arrive(id, { reason: '不同意定位' })).code).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'visited', longitude: null, placeReason: '不同意定位' })
  })

  it('meetings-visits-sharing.md: it is of this minute, of known accuracy, and not of an earlier arrival', async () => {
    await agree(true)
    // planned for yesterday: shortly after midnight an arrival of six minutes ago is of that day
    const id = await leave({ plannedAt: at(-24) })
    for (const [changes, field] of [
      [{ age: 61 }, 'age'],
      [{ age: null }, 'age'],
      [{ accuracy: null }, 'accuracy'],
      [{ at: at(-0.1) }, 'longitude'],
      [{ longitude: '2.35', latitude: '48.85' }, 'longitude'],
    ] as const) {
      const reply = await arrive(id, { ...there, ...changes })
      expect(reply, field).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    }
    expect((await arrive(id, { ...there, age: 60 })).code).toBe(200)
    expect(await read(id)).toMatchObject({ ...gate, accuracy: 20, distance: 0, isOff: false })
  })

  it('meetings-visits-sharing.md: off by more than 500 m and the accuracy it says why; others see the distance alone', async () => {
    await agree(true)
    const id = await leave()
    const far = { ...there, latitude: '30.297459' }
    expect(await arrive(id, far)).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'reason', message: '距离企业约 1112 米，请填写偏离原因' }] },
    })
    expect((await arrive(id, { ...far, reason: '改在办事处见面' })).code).toBe(200)
    await seller.call(shareVisit, { id, userIds: [colleague.id] })
    const seen = { distance: 1_112, isOff: true, placeReason: '改在办事处见面' }
    expect(await read(id, superior)).toMatchObject({ ...seen, latitude: '30.297459' })
    expect(await read(id, colleague)).toMatchObject({ ...seen, longitude: null, latitude: null, accuracy: null })
  })

  it('meetings-visits-sharing.md: no other act keeps one', async () => {
    const id = await add()
    await on(seller, departVisit, id, { ...there })
    await on(seller, cancelVisit, id, { reason: '不去', ...there })
    expect(await read(id)).toMatchObject({ longitude: null, distance: null })
  })
})
