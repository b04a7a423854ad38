// Silent customers over days: a task of the owner, a warning, the return to the pool, and what ends it before.
import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { queryCustomerValues } from '#contract/service/customer-values.ts'
import { addFollowUp } from '#contract/service/follow-ups.ts'
import { readConfig } from '#server/config.ts'
import { transact } from '#server/core/core.ts'
import type { Tx } from '#server/db/connection.ts'
import { enterprises, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { silentTasks } from '#server/db/schema/service.ts'
import { auditLog, pushMessages } from '#server/db/schema/system/system.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'
import { makeEnterprise, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { lookAtSilence } from './silence.acts.ts'
import { silenceJob } from './silence.job.ts'

const server = testServer()
const db = () => server().database.db
let role: string
let seller: Person
let colleague: Person

const today = dayOf(Date.now())
const inDays = (days: number) => addDays(today, days)
const by = { id: null, name: '系统', address: '', requestId: '' }
const pool = { returnDays: 90, warnDays: 7 }
/** The morning of a day, by the test's clock. */
const morning = (days: number, rule: typeof pool | null = pool) =>
  transact(server().server.core, (tx, announce) =>
    lookAtSilence({ tx, announce, by }, { today: inDays(days), pool: rule }),
  )

beforeAll(async () => {
  role = (await makeRole(db(), 'followUp.view', 'followUp.add')).code
})
beforeEach(async () => {
  await db().delete(silentTasks)
  await db().update(enterprises).set({ ownerId: null })
  seller = await server().as(role)
  colleague = await server().as(role)
})

const customer = async (name: string, level: 'A' | 'B' | 'C' = 'B', ownerId: string | null = seller.id) =>
  (await makeEnterprise(db(), { name, level, ownerId, createdAt: new Date().toISOString() })).id
const tasksOf = async (person: Person, task: 'open' | 'returning' = 'open') =>
  (await person.call(queryCustomerValues, { task, ascs: ['name'] })).data.records.map(({ name, taskOn, returnOn }) => ({
    name,
    taskOn,
    returnOn,
  }))
const noticesOf = async ({ id }: Person) =>
  (
    await db()
      .select({ data: pushMessages.data })
      .from(pushMessages)
      .where(and(eq(pushMessages.userId, id), eq(pushMessages.type, 'notice')))
      .orderBy(asc(pushMessages.id))
  ).map(({ data }) => data)
const ownerOf = async (id: string) =>
  (await db().select({ ownerId: enterprises.ownerId }).from(enterprises).where(eq(enterprises.id, id)))[0]?.ownerId
const follow = (enterpriseId: string, person = seller) =>
  person.call(addFollowUp, {
    enterpriseId,
    way: 'phone',
    at: new Date().toISOString(),
    result: 'reached',
    content: '回访',
  })

const VALUES = '/userControl/customerManagement/customerList/followValueDetails'

describe('silent customers', () => {
  it('issue 36.4 "a silent customer becomes a task": by level, of the owner, ended by a record', async () => {
    const id = await customer('甲静默', 'B')
    await customer('乙静默', 'A')
    await customer('丙公海', 'A', null)
    expect(await morning(14, null)).toEqual({ opened: 0, warned: 0, returned: 0 })
    expect(await morning(15, null)).toEqual({ opened: 1, warned: 0, returned: 0 })
    expect(await morning(31, null)).toEqual({ opened: 1, warned: 0, returned: 0 })
    expect(await morning(32, null)).toEqual({ opened: 0, warned: 0, returned: 0 })
    expect((await tasksOf(seller)).toSorted((a, b) => (a.taskOn ?? '').localeCompare(b.taskOn ?? ''))).toEqual([
      { name: '乙静默', taskOn: inDays(15), returnOn: null },
      { name: '甲静默', taskOn: inDays(31), returnOn: null },
    ])
    expect(await tasksOf(colleague)).toEqual([])
    expect(await noticesOf(seller)).toEqual([
      { title: '有 1 个客户很久没有联系', content: '乙静默（15 天）', link: `${VALUES}?task=open` },
      { title: '有 1 个客户很久没有联系', content: '甲静默（31 天）', link: `${VALUES}?task=open` },
    ])
    await db().update(silentTasks).set({ openedOn: today })
    expect((await follow(id, colleague)).code).toBe(20404)
    expect((await tasksOf(seller)).length).toBe(2)
  })

  it('issue 36.4 a follow-up ends the task at once, a visit with the next morning', async () => {
    const [followed, visited] = [await customer('跟进的'), await customer('拜访的')]
    await db()
      .update(enterprises)
      .set({ createdAt: new Date(Date.now() - 60 * 86_400_000).toISOString() })
      .where(eq(enterprises.ownerId, seller.id))
    expect(await morning(0, null)).toMatchObject({ opened: 2 })
    expect((await follow(followed)).code).toBe(200)
    expect((await tasksOf(seller)).map(({ name }) => name)).toEqual(['拜访的'])
    const [site] = await db()
      .insert(visitEnterprises)
      .values({ name: '拜访的现场', kind: 'mill', customerId: visited, ownerId: seller.id })
      .returning({ id: visitEnterprises.id })
    const now = new Date().toISOString()
    await db()
      .insert(visits)
      .values({
        enterpriseId: site?.id ?? '',
        ownerId: seller.id,
        createdById: seller.id,
        plannedAt: now,
        arrivedAt: now,
        aim: '回访',
        state: 'visited',
      })
    expect(await morning(0, null)).toEqual({ opened: 0, warned: 0, returned: 0 })
    expect(await tasksOf(seller)).toEqual([])
  })

  it('issue 36.4 "return to the pool, a warning before": told, audited, members of the owner along', async () => {
    const [id, kept] = [await customer('将退回'), await customer('被挽留')]
    const mine = await makeMember(db(), { enterpriseId: id, ownerId: seller.id })
    const locked = await makeMember(db(), { enterpriseId: id, ownerId: seller.id, locked: true })
    const other = await makeMember(db(), { enterpriseId: id, ownerId: colleague.id })
    expect(await morning(82)).toEqual({ opened: 2, warned: 0, returned: 0 })
    expect(await morning(83)).toEqual({ opened: 0, warned: 2, returned: 0 })
    expect(await tasksOf(seller, 'returning')).toEqual([
      { name: '被挽留', taskOn: inDays(82), returnOn: inDays(90) },
      { name: '将退回', taskOn: inDays(82), returnOn: inDays(90) },
    ])
    // contact before the day: it stays
    await db()
      .insert(ownerChanges)
      .values({
        target: 'enterprise',
        targetId: kept,
        toId: seller.id,
        actorName: '',
        at: `${inDays(84)}T09:00:00+08:00`,
      })
    expect(await morning(89)).toEqual({ opened: 0, warned: 0, returned: 0 })
    expect(await ownerOf(id)).toBe(seller.id)
    expect(await morning(90)).toEqual({ opened: 0, warned: 0, returned: 1 })
    expect([await ownerOf(id), await ownerOf(kept)]).toEqual([null, seller.id])
    const owners = await db()
      .select({ id: members.id, ownerId: members.ownerId })
      .from(members)
      .where(eq(members.enterpriseId, id))
    expect(new Map(owners.map((row) => [row.id, row.ownerId]))).toEqual(
      new Map([
        [mine.id, null],
        [locked.id, seller.id],
        [other.id, colleague.id],
      ]),
    )
    expect((await noticesOf(seller)).slice(-2)).toEqual([
      {
        title: '有 2 个客户将退回公海',
        content: `被挽留（${inDays(90)}）、将退回（${inDays(90)}）`,
        link: `${VALUES}?task=returning`,
      },
      { title: '有 1 个客户已退回公海', content: '将退回（90 天）', link: VALUES },
    ])
    const [told] = await db()
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'enterprise.returnToPool'), eq(auditLog.targetId, id)))
    expect(told).toEqual({ before: { ownerId: seller.id }, after: { ownerId: null, reason: '90 天没有联系' } })
    expect(await db().$count(silentTasks)).toBe(0)
  })

  it('issue 36.4 nobody loses a customer without having been told so many days before', async () => {
    const id = await customer('多年没有联系')
    expect(await morning(400)).toEqual({ opened: 1, warned: 1, returned: 0 })
    expect(await tasksOf(seller)).toEqual([{ name: '多年没有联系', taskOn: inDays(400), returnOn: inDays(407) }])
    expect(await morning(406)).toMatchObject({ returned: 0 })
    // switched off between: the warning is taken back, and made anew later
    expect(await morning(407, null)).toMatchObject({ returned: 0 })
    expect(await morning(408)).toMatchObject({ warned: 1, returned: 0 })
    expect(await ownerOf(id)).toBe(seller.id)
  })

  it('issue 36.4 whoever gets the customer begins anew', async () => {
    const id = await customer('换了归属')
    await morning(31, null)
    await db().update(enterprises).set({ ownerId: colleague.id }).where(eq(enterprises.id, id))
    expect(await tasksOf(colleague)).toEqual([])
    await db()
      .insert(ownerChanges)
      .values({
        target: 'enterprise',
        targetId: id,
        toId: colleague.id,
        actorName: '',
        at: `${inDays(31)}T09:00:00+08:00`,
      })
    expect(await morning(32, null)).toEqual({ opened: 0, warned: 0, returned: 0 })
    expect(await db().$count(silentTasks)).toBe(0)
  })
})

describe('the settings', () => {
  const finish = async (_: Tx, outcome: object) => outcome
  const run = (changes: object) => {
    const { core } = server().server
    const context = { core: { ...core, config: { ...core.config, ...changes } }, by, finish }
    return silenceJob.run(context as unknown as Parameters<typeof silenceJob.run>[0])
  }

  it('issue 36.4 "off by default": nothing happens, and what was open goes', async () => {
    await customer('旧任务')
    await morning(31, null)
    expect(await run({})).toMatchObject({ done: 0, message: '未启用' })
    expect(await db().$count(silentTasks)).toBe(0)
    await db()
      .update(enterprises)
      .set({ createdAt: '2020-01-01T00:00:00+08:00' })
      .where(eq(enterprises.ownerId, seller.id))
    expect(await run({ silentTasks: true })).toMatchObject({ message: '新增任务 1 个，提醒将退回 0 个，退回公海 0 个' })
    expect(await run({ poolReturnDays: 90, poolWarnDays: 7 })).toMatchObject({
      message: '新增任务 0 个，提醒将退回 1 个，退回公海 0 个',
    })
  })

  it('issue 36.4 a wrong number of days stops the start', () => {
    const read = (days?: string) =>
      readConfig({ SECRET_KEY: 'k'.repeat(32), ...(days !== undefined && { POOL_RETURN_DAYS: days }) }).poolReturnDays
    expect([read(), read('0'), read('31'), read('3650')]).toEqual([0, 0, 31, 3_650])
    for (const days of ['30', '3651', '-1', 'x']) expect(() => read(days)).toThrow('POOL_RETURN_DAYS')
  })
})
