// Visits over HTTP: planned, made, reported, cancelled, shared, and what was heard.
// Long because a visit is followed from plan to report by the same people.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { getVisitFigures } from '#contract/visits/visit-figures.ts'
import type { VisitFigure } from '#contract/visits/visit-labels.ts'
import {
  addVisit,
  arriveVisit,
  cancelVisit,
  departVisit,
  editVisit,
  getVisit,
  getVisitDays,
  queryVisits,
  removeVisits,
  reportVisit,
  restoreVisit,
  sendBackVisit,
  setVisitConsent,
  shareVisit,
  type VisitQuery,
} from '#contract/visits/visits.ts'
import { storeFile } from '#server/core/files/files.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'
import { makeEnterprise, makeProduct, makeRole } from '#test/factories.ts'
import { pictures } from '#test/files.ts'
import { type Person, testServer } from '#test/http.ts'
import { heardOf } from '#test/visit-factories.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let superior: Person
let colleague: Person
let reader: Person

const now = Date.now()
const today = dayOf(now)
const HOUR = 3_600_000
const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
const yesterday = at(-24)

beforeAll(async () => {
  const rights = ['view', 'add', 'edit', 'delete', 'details', 'count', 'share', 'exportBtn']
  const { code } = await makeRole(db(), ...rights.map((alias) => `visitRecord.${alias}`), 'customerList.serviceRecords')
  superior = await server().as(code, { realName: '主管' })
  seller = await server().as(code, { realName: '跑外销售', saleParentId: superior.id })
  colleague = await server().as(code, { realName: '同事' })
  await seller.call(setVisitConsent, { agrees: true })
  reader = await server().as((await makeRole(db(), 'visitRecord.view', 'visitRecord.details')).code)
})

const site = async (name: string, changes: object = {}) => {
  const [row] = await db()
    .insert(visitEnterprises)
    .values({ name, kind: 'mill', ownerId: seller.id, ...changes })
    .returning()
  return row?.id ?? ''
}
const plan = (changes: object = {}) => ({ plannedAt: new Date(now).toISOString(), aim: '了解库存', ...changes })
const add = async (changes: object = {}, by = seller) => {
  const enterpriseId = await site('测试钢厂')
  const reply = await by.call(addVisit, { enterpriseId, ...plan(), ...changes })
  expect(reply.msg).toBe('操作成功')
  return { id: reply.data.id, version: 1 }
}
const read = async (id: string, by = seller) => (await by.call(getVisit, { id })).data
const listed = async (query: VisitQuery, by = seller) =>
  (await by.call(queryVisits, { size: 100, ...query })).data.records.map(({ id }) => id)
const report = (changes: object = {}): Omit<BodyOf<typeof reportVisit>, 'id'> => ({
  met: '李工',
  result: '库存偏高，检修推迟',
  talks: [],
  pictureIds: [],
  ...changes,
})
const talk = (productId: string, changes: object = {}) =>
  heardOf(productId, { priceLow: '3850.50', priceHigh: null, ...changes })
const there = { longitude: '120.153576', latitude: '30.287459', accuracy: 20, age: 2 }
/** A visit that has arrived. */
const arrived = async (changes: object = {}) => {
  const { id } = await add(changes)
  await seller.call(departVisit, { id, version: 1 })
  await seller.call(arriveVisit, { id, version: 2, ...there })
  return id
}

describe('the course of a visit', () => {
  it('meetings-visits-sharing.md: it is planned, left for, made and reported, each with its version', async () => {
    const productId = (await makeProduct(db())).id
    await db().update(products).set({ unit: '元/吨' }).where(eq(products.id, productId))
    const picture = await db().transaction((tx) =>
      storeFile(tx, {
        core: server().server.core,
        name: '堆场.jpg',
        source: pictures.jpeg,
        purpose: 'image' as const,
        ownerId: seller.id,
      }),
    )
    const { id } = await add({ companionIds: [colleague.id] })
    expect(await read(id)).toMatchObject({
      state: 'planned',
      ownerName: '跑外销售',
      companions: ['同事'],
      isOwn: true,
      canChange: true,
      overdue: null,
    })
    expect((await seller.call(departVisit, { id, version: 1 })).data).toEqual({ id, version: 2 })
    expect(await seller.call(departVisit, { id, version: 1 })).toMatchObject({ code: 601, data: { state: 'onTheWay' } })
    expect(await seller.call(departVisit, { id, version: 2 })).toMatchObject({ code: 409, msg: '拜访途中，不能出发' })
    expect((await seller.call(arriveVisit, { id, version: 2, ...there })).code).toBe(200)
    const next = { nextOn: addDays(today, 7), nextText: ' 再看库存 ', nextUserId: colleague.id }
    const sent = report({ talks: [talk(productId)], pictureIds: [picture.id], ...next })
    expect((await seller.call(reportVisit, { id, version: 3, ...sent })).data).toEqual({ id, version: 4 })
    expect(await read(id)).toMatchObject({
      state: 'reported',
      result: '库存偏高，检修推迟',
      nextText: '再看库存',
      nextUserName: '同事',
      longitude: '120.153576',
      talks: [{ productId, priceLow: '3850.50', priceHigh: '3850.50', unit: '元/吨', hasTax: true, mood: 'down' }],
      pictures: [{ id: picture.id, name: '堆场.jpg' }],
    })
    // a report is corrected, not taken back
    const corrected = report({ talks: [talk(productId, { priceLow: '3860' })] })
    expect((await seller.call(reportVisit, { id, version: 4, ...corrected })).code).toBe(200)
    expect(await read(id)).toMatchObject({ talks: [{ priceLow: '3860' }], pictures: [], nextOn: null })
    expect(await seller.call(removeVisits, { ids: id })).toMatchObject({ code: 409, msg: '拜访已报告，不能删除' })
  })

  it('meetings-visits-sharing.md: a visit in the future has no arrival and no result', async () => {
    const { id } = await add({ plannedAt: at(48) })
    expect(await seller.call(departVisit, { id, version: 1 })).toMatchObject({
      code: 409,
      msg: '拜访日期未到，请先修改计划时间',
    })
    const early = await seller.call(reportVisit, { id, version: 1, ...report({ lateReason: '补录' }) })
    expect(early).toMatchObject({ code: 409, msg: '拜访日期未到，请先修改计划时间' })
    const moved = { id, version: 1, ...plan() }
    expect((await seller.call(editVisit, moved)).data).toEqual({ id, version: 2 })
    expect((await seller.call(departVisit, { id, version: 2 })).code).toBe(200)
    // moved away while on the way, it is to be left for again
    expect((await seller.call(editVisit, { id, version: 3, ...plan({ plannedAt: at(48) }) })).code).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'planned', departedAt: null })
  })

  it('product.md "visits": a cancelled one says why, and is planned again', async () => {
    const { id } = await add()
    expect(await seller.call(cancelVisit, { id, version: 1, reason: ' ' })).toMatchObject({ status: 400 })
    expect((await seller.call(cancelVisit, { id, version: 1, reason: '对方出差' })).code).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'cancelled', cancelReason: '对方出差' })
    expect((await seller.call(restoreVisit, { id, version: 2 })).code).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'planned', cancelReason: '' })
    expect((await seller.call(removeVisits, { ids: id })).code).toBe(200)
    expect(await seller.call(getVisit, { id })).toMatchObject({ code: 20404 })
  })

  it('meetings-visits-sharing.md: who has not pressed 出发 arrives all the same', async () => {
    const { id } = await add()
    expect((await seller.call(arriveVisit, { id, version: 1, reason: '厂区无信号' })).data).toEqual({ id, version: 2 })
    expect(await read(id)).toMatchObject({ state: 'visited', departedAt: null })
    expect((await read(id)).arrivedAt).not.toBeNull()
  })

  it('§5 refuses what cannot be, with the field', async () => {
    const enterpriseId = await site('错填钢厂')
    const plans: [object, string][] = [
      [{ aim: ' ' }, 'aim'],
      [{ plannedAt: at(-24 * 40) }, 'plannedAt'],
      [{ plannedAt: at(24 * 400) }, 'plannedAt'],
      [{ plannedAt: '明天' }, 'plannedAt'],
      [{ ownerId: colleague.id }, 'ownerId'],
      [{ companionIds: [seller.id] }, 'companionIds'],
      [{ companionIds: ['999999'] }, 'companionIds'],
    ]
    for (const [changes, field] of plans) {
      const reply = await seller.call(addVisit, { enterpriseId, ...plan(changes) })
      expect(reply, field).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    }
    const { id } = await add()
    await seller.call(departVisit, { id, version: 1 })
    const arrivals: [object, string][] = [
      [{ at: at(2) }, 'at'],
      [{ at: at(-48) }, 'at'],
      [{ longitude: '2.35', latitude: '48.85' }, 'longitude'],
      [{ longitude: '120.1' }, 'latitude'],
    ]
    for (const [changes, field] of arrivals) {
      const reply = await seller.call(arriveVisit, { id, version: 2, ...changes })
      expect(reply, field).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    }
    await seller.call(arriveVisit, { id, version: 2, reason: '厂区无信号' })
    const productId = (await makeProduct(db())).id
    const reports: [object, string][] = [
      [{ result: '' }, 'result'],
      [{ nextOn: addDays(today, -1) }, 'nextOn'],
      [{ nextOn: today, nextUserId: '999999' }, 'nextUserId'],
      [{ pictureIds: ['999999'] }, 'pictureIds'],
      [{ talks: [talk('999999')] }, 'talks'],
      [{ talks: Array.from({ length: 21 }, () => talk(productId)) }, 'talks'],
    ]
    for (const [changes, field] of reports) {
      const reply = await seller.call(reportVisit, { id, version: 3, ...report(changes) })
      expect(reply, field).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    }
    const price = await seller.call(reportVisit, {
      id,
      version: 3,
      ...report({ talks: [talk(productId, { priceLow: '3千8' })] }),
    })
    expect(price).toMatchObject({ status: 400, msg: '听到的低价应为最多4位小数的数字' })
    expect(await read(id)).toMatchObject({ state: 'visited', result: '' })
  })
})

describe('who sees and does what', () => {
  it('§6 positions are for the person and their superiors, not for who went along', async () => {
    const id = await arrived({ companionIds: [colleague.id] })
    expect(await read(id, superior)).toMatchObject({ longitude: '120.153576', canChange: true, isOwn: false })
    expect(await read(id, colleague)).toMatchObject({ longitude: null, latitude: null, canChange: false })
    const [logged] = await db().select().from(auditLog).where(sql`action = 'visit.arrive' and target_id = ${id}`)
    expect(JSON.stringify(logged)).not.toContain('120.153576')
  })

  it('§6 a stranger finds nothing; superiors move and cancel, the visitor alone goes and reports', async () => {
    const { id } = await add()
    expect(await listed({ ownerId: seller.id }, colleague)).not.toContain(id)
    expect(await colleague.call(getVisit, { id })).toMatchObject({ code: 20404 })
    expect(await colleague.call(cancelVisit, { id, version: 1, reason: '不去' })).toMatchObject({ code: 20404 })
    const enterpriseId = await site('别人的厂')
    expect(await colleague.call(addVisit, { enterpriseId, ...plan() })).toMatchObject({ code: 20404 })
    expect(await superior.call(departVisit, { id, version: 1 })).toMatchObject({
      status: 403,
      msg: '只有拜访人本人可以操作',
    })
    expect((await superior.call(editVisit, { id, version: 1, ...plan({ aim: '主管安排' }) })).code).toBe(200)
    expect((await read(id)).aim).toBe('主管安排')
    const planned = await superior.call(addVisit, { enterpriseId, ...plan({ ownerId: seller.id }) })
    expect(await read(planned.data.id)).toMatchObject({ isOwn: true })
  })

  it('§6 shared visits are read by those named, until they are not named any more', async () => {
    const id = await arrived()
    const share = (userIds: string[], by = seller) => by.call(shareVisit, { id, userIds })
    expect(await share(['999999'])).toMatchObject({ status: 400, data: { fields: [{ field: 'userIds' }] } })
    expect((await share([colleague.id])).code).toBe(200)
    expect((await read(id)).sharedWith).toEqual([{ id: colleague.id, name: '同事' }])
    expect(await read(id, colleague)).toMatchObject({ canChange: false, sharedWith: [], longitude: null })
    expect(await listed({ shared: true }, colleague)).toEqual([id])
    expect(await share([], colleague)).toMatchObject({ status: 403, msg: '只能分享自己和下属的拜访' })
    await share([])
    expect(await colleague.call(getVisit, { id })).toMatchObject({ code: 20404 })
  })

  it('§6 every act is refused without its right', async () => {
    await db().update(users).set({ saleParentId: reader.id }).where(eq(users.id, seller.id))
    const { id } = await add()
    const one = { id, version: 1 }
    for (const [endpoint, input] of [
      [addVisit, { enterpriseId: '1', ...plan() }],
      [editVisit, { ...one, ...plan() }],
      [departVisit, one],
      [arriveVisit, one],
      [reportVisit, { ...one, ...report() }],
      [cancelVisit, { ...one, reason: '不去' }],
      [restoreVisit, one],
      [removeVisits, { ids: id }],
      [shareVisit, { id, userIds: [] }],
      [getVisitFigures, {}],
      [sendBackVisit, { ...one, reason: '补充' }],
      [setVisitConsent, { agrees: true }],
    ] as const) {
      expect(await reader.call(endpoint, input as never), endpoint.path).toMatchObject({ status: 403 })
    }
    expect(await read(id, reader)).toMatchObject({ id })
    await db().update(users).set({ saleParentId: superior.id }).where(eq(users.id, seller.id))
  })
})

describe('lists and figures', () => {
  it('§2 find by enterprise, kind, state, aim, result, product, day and what is overdue', async () => {
    const productId = (await makeProduct(db())).id
    const enterpriseId = await site('100%码头', { kind: 'port' })
    const { data } = await seller.call(addVisit, { enterpriseId, ...plan({ aim: '看 50% 库存' }) })
    const { id } = data
    await seller.call(departVisit, { id, version: 1 })
    await seller.call(arriveVisit, { id, version: 2, reason: '手机没电' })
    const sent = report({ result: '装船延迟', talks: [talk(productId)], nextOn: addDays(today, 3) })
    await seller.call(reportVisit, { id, version: 3, ...sent })
    const finds: VisitQuery[] = [
      ...[{ enterpriseName: '%码' }, { kind: 'port' as const }, { aim: '50%' }, { result: '装船' }, { productId }],
      ...[
        { state: 'reported' as const, enterpriseId },
        { mine: true, enterpriseId },
        { ownerId: seller.id, enterpriseId },
      ],
      ...[
        { from: today, to: today, enterpriseId },
        { nextFrom: addDays(today, 3), nextTo: addDays(today, 3) },
      ],
    ]
    // but for the visit that the next step has become
    const before = { to: addDays(today, 2) }
    for (const query of finds) expect(await listed({ ...before, ...query }), JSON.stringify(query)).toEqual([id])
    for (const query of [
      { overdue: true },
      { state: 'planned' as const },
      { shared: true },
      { from: addDays(today, 1) },
    ]) {
      expect(await listed({ enterpriseId, ...before, ...query }), JSON.stringify(query)).toEqual([])
    }
  })

  it('meetings-visits-sharing.md: overdue is a day that is past without an arrival, and a day without a report', async () => {
    const late = await add({ plannedAt: yesterday })
    const enterpriseId = await site('未报告的厂')
    const row = { enterpriseId, ownerId: seller.id, createdById: seller.id, aim: '回访' }
    const [silent] = await db()
      .insert(visits)
      .values({ ...row, plannedAt: at(-50), state: 'visited', arrivedAt: at(-49) })
      .returning()
    await db()
      .insert(visits)
      .values({ ...row, plannedAt: at(0), state: 'visited', arrivedAt: at(-1) })
    expect((await read(late.id)).overdue).toBe('late')
    expect((await read(silent?.id ?? '')).overdue).toBe('unreported')
    expect(await listed({ overdue: true, enterpriseId })).toEqual([silent?.id])
  })

  it('product.md "visits": the figures and the days of the calendar equal their lists', async () => {
    const rights = ['view', 'add', 'edit', 'count'].map((alias) => `visitRecord.${alias}`)
    const person = await server().as((await makeRole(db(), ...rights)).code)
    const enterpriseId = await site('日历厂', { ownerId: person.id })
    const planned = async (plannedAt: string) =>
      (await person.call(addVisit, { enterpriseId, ...plan({ plannedAt }) })).data.id
    await planned(yesterday)
    const made = await planned(at(0))
    await planned(at(24))
    const gone = await planned(at(24))
    await person.call(cancelVisit, { id: gone, version: 1, reason: '改期' })
    await person.call(departVisit, { id: made, version: 1 })
    await person.call(arriveVisit, { id: made, version: 2, reason: '手机没电' })
    const { data } = await person.call(getVisitDays, { from: addDays(today, -5), to: addDays(today, 30) })
    expect(data.days).toEqual([
      { day: dayOf(yesterday), count: 1, late: true },
      { day: today, count: 1, late: false },
      { day: addDays(today, 1), count: 1, late: false },
    ])
    expect((await person.call(getVisitFigures, { days: 7 })).data).toMatchObject({
      total: 2,
      kept: 1,
      visited: 1,
      reported: 0,
      cancelled: 0,
      sites: 1,
      overdue: 1,
      kinds: [{ kind: 'mill', count: 1 }],
      products: [],
    })
    const product = await makeProduct(db())
    const talks = [talk(product.id), talk(product.id)]
    expect((await person.call(reportVisit, { id: made, version: 3, ...report({ talks }) })).msg).toBe('操作成功')
    // a visit counts once for a product, however much was said of it
    expect((await person.call(getVisitFigures, { days: 7 })).data).toMatchObject({ products: [{ count: 1 }] })
    // a day late is not kept
    await db().update(visits).set({ plannedAt: yesterday }).where(eq(visits.id, made))
    expect((await person.call(getVisitFigures, { days: 7 })).data).toMatchObject({ total: 2, kept: 0, visited: 1 })
    const { data: figures } = await person.call(getVisitFigures, { days: 7 })
    const listed = async (figure: VisitFigure, filters: object = { from: addDays(today, -6), to: today }) =>
      (await person.call(queryVisits, { figure, ...filters })).data.total
    expect({
      total: await listed('planned'),
      kept: await listed('kept'),
      visited: await listed('made'),
      reported: await listed('reported'),
      cancelled: await listed('cancelled'),
      overdue: await listed('overdue', {}),
    }).toEqual({
      total: figures.total,
      kept: figures.kept,
      visited: figures.visited,
      reported: figures.reported,
      cancelled: figures.cancelled,
      overdue: figures.overdue,
    })
    for (const { id, count } of figures.owners) expect(await listed('made', { ownerId: id })).toBe(count)
    for (const { kind, count } of figures.kinds) expect(await listed('made', { kind })).toBe(count)
    for (const { id, count } of figures.products) expect(await listed('talked', { productId: id })).toBe(count)
    for (const { id, count } of figures.provinces)
      expect(await listed('made', id === null ? { hasRegion: false } : { regionId: id })).toBe(count)
    // one that is shared is read, but counted by its owner's superiors alone
    const other = await server().as((await makeRole(db(), ...rights)).code)
    expect((await other.call(queryVisits, { figure: 'planned' })).data.total).toBe(0)
    expect(await person.call(getVisitDays, { from: today, to: addDays(today, 90) })).toMatchObject({ status: 400 })
  })
})

it('operations-service-ai.md: visits at the linked enterprise are in the customer’s stream', async () => {
  const customer = await makeEnterprise(db(), { ownerId: seller.id, name: '有厂的客户' })
  const enterpriseId = await site('客户的厂', { customerId: customer.id })
  const { data } = await seller.call(addVisit, { enterpriseId, ...plan({ aim: '签约前看厂' }) })
  const stream = await seller.call(queryCustomerStream, { enterpriseId: customer.id, kind: 'fieldVisit' })
  expect(stream.data).toMatchObject([{ title: '拜访 · 已计划', text: '签约前看厂', visitId: data.id }])
})
