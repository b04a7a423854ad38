// The bound phone, the morning's reminder and what is near, over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { switchOwnNotice } from '#contract/outbox/notices.ts'
import { queryNearbyEnterprises } from '#contract/visits/visit-enterprises.ts'
import {
  addVisit,
  arriveVisit,
  bindVisitDevice,
  departVisit,
  getVisit,
  getVisitBinding,
  reportVisit,
} from '#contract/visits/visits.ts'
import { type Author, transact } from '#server/core/core.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import { visitingAssistants } from '#server/db/schema/authorisation.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeCode } from './bindings.acts.ts'
import { visitsDueJob } from './visits-due.job.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let colleague: Person
let enterpriseId: string
const now = Date.now()
const today = dayOf(now)

const site = async (name: string, changes: object = {}) => {
  const [row] = await db()
    .insert(visitEnterprises)
    .values({ name, kind: 'mill', ownerId: seller.id, ...changes })
    .returning()
  return row?.id ?? ''
}

beforeAll(async () => {
  const rights = ['view', 'add', 'edit', 'details'].map((alias) => `visitRecord.${alias}`)
  const { code } = await makeRole(db(), ...rights, 'visitEnterprise.view')
  seller = await server().as(code, { realName: '跑外销售' })
  colleague = await server().as(code, { realName: '同事' })
  enterpriseId = await site('有坐标的厂', { longitude: '120.153576', latitude: '30.287459' })
})

describe('the bound phone', () => {
  const arrived = async (changes: object) => {
    const plan = { enterpriseId, plannedAt: new Date(now).toISOString(), aim: '看库存' }
    const { id } = (await seller.call(addVisit, plan)).data
    await seller.call(departVisit, { id, version: 1 })
    await seller.call(arriveVisit, { id, version: 2, reason: '没有信号', ...changes })
    return id
  }
  const isMarked = async (id: string) => (await seller.call(getVisit, { id })).data.isOtherDevice

  it('§6 it is bound by a code of these minutes and this person; what other devices send is marked', async () => {
    const { code, bound } = (await seller.call(getVisitBinding, {})).data
    expect(bound).toBeNull()
    const bind = (by: Person, what = code) => by.call(bindVisitDevice, { code: what, device: ' 安卓手机 ' })
    expect(await isMarked(await arrived({}))).toBe(false)
    const { secretKey } = server().server.core.config
    const lapsed = { code: 409, msg: '绑定码已失效，请在电脑上重新打开' }
    expect(await bind(colleague)).toMatchObject(lapsed)
    expect(await bind(seller, makeCode(secretKey, seller.id, now - 3 * 60_000).code)).toMatchObject(lapsed)
    const { deviceToken } = (await bind(seller)).data
    expect(await bind(seller)).toMatchObject({ code: 409, msg: '已绑定其他手机，请先由管理员解除绑定' })
    expect((await seller.call(getVisitBinding, {})).data.bound).toMatchObject({ device: '安卓手机' })
    const [stored] = await db().select().from(visitingAssistants).where(eq(visitingAssistants.userId, seller.id))
    expect(stored?.deviceHash).toMatch(/^[0-9a-f]{64}$/)
    const [own, other] = [await arrived({ deviceToken }), await arrived({ deviceToken: 'x' })]
    expect([await isMarked(own), await isMarked(other)]).toEqual([false, true])
    const report = { met: '', result: '库存偏高', talks: [], pictureIds: [] }
    await seller.call(reportVisit, { id: own, version: 3, ...report })
    expect(await isMarked(own)).toBe(true)
  })
})

describe('what is near', () => {
  it('meetings-visits-sharing.md: enterprises in scope with a place, the nearest first', async () => {
    const far = await site('远的厂', { longitude: '121.473701', latitude: '31.230416' })
    await site('没有坐标的厂')
    await site('同事的厂', { ownerId: colleague.id, longitude: '120.153576', latitude: '30.287459' })
    const here = { longitude: '120.153576', latitude: '30.297459' }
    const { data } = await seller.call(queryNearbyEnterprises, here)
    expect(data.map(({ id, distance }) => [id, distance])).toEqual([
      [enterpriseId, 1_112],
      [far, expect.any(Number)],
    ])
    const paris = await seller.call(queryNearbyEnterprises, { longitude: '2.35', latitude: '48.85' })
    expect(paris).toMatchObject({ status: 400 })
    const blind = await server().as((await makeRole(db(), 'visitRecord.view')).code)
    expect(await blind.call(queryNearbyEnterprises, here)).toMatchObject({ status: 403 })
  })
})

describe('the reminder of the morning', () => {
  it('meetings-visits-sharing.md: names what is planned for today, once, to those who have not switched it off', async () => {
    const rights = ['visitRecord.view', 'visitRecord.add']
    const { code } = await makeRole(db(), ...rights)
    const [wants, not] = [await server().as(code), await server().as(code)]
    await not.call(switchOwnNotice, { event: 'visitDue', isOn: false })
    for (const { id: ownerId } of [wants, not]) {
      const row = { enterpriseId, ownerId, createdById: ownerId, aim: '看库存' }
      await db()
        .insert(visits)
        .values([
          { ...row, plannedAt: `${today}T10:00:00+08:00` },
          { ...row, plannedAt: `${addDays(today, 1)}T10:00:00+08:00` },
          { ...row, plannedAt: `${today}T11:00:00+08:00`, state: 'cancelled', cancelReason: '改期' },
        ])
    }
    const by: Author = { id: null, name: '', address: '', requestId: 'r' }
    const told = async (person: Person) =>
      (await db().select().from(messages).where(eq(messages.cause, 'notice.visitDue'))).flatMap((message) =>
        message.channel === 'bell' && message.recipientId === person.id ? [[message.subject, message.body]] : [],
      )
    for (let round = 0; round < 2; round++) {
      await transact(server().server.core, (tx) => startJob(tx, visitsDueJob, {}, by))
      await expect.poll(() => told(wants)).toEqual([['今天有 1 次拜访', '有坐标的厂']])
    }
    expect(await told(not)).toEqual([])
  })
})
