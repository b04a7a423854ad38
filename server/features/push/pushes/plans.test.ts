// Plans: each creates a push for every workday.
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pushCalls } from '#contract/push/push-calls.ts'
import type { Tx } from '#server/db/connection.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { pushes } from '#server/db/schema/push.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { pusherOn, pushForm, pushRights } from '#test/push-factories.ts'
import { openEveryDay } from '#test/workdays.ts'
import { replanWorkdays } from './pushes.jobs.ts'

const server = testServer()
const calls = pushCalls.report
const db = () => server().database.db
let fixture: Awaited<ReturnType<typeof pusherOn>>

beforeAll(async () => {
  await openEveryDay(db())
  fixture = await pusherOn(server())
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const daysOf = (planId: string) => db().select().from(pushes).where(eq(pushes.planId, planId)).orderBy(pushes.id)
const jobsOf = async (planId: string) =>
  (
    await db().execute<{ state: string; after: string }>(sql`select state, run_after::text as after from job_runs
      where name = 'push.send' and input ->> 'pushId' = ${planId} order by id`)
  ).rows

/** Sets the plan's time so many minutes back; resolves once it waits for the next day. */
async function comes(planId: string, minutes = 0): Promise<void> {
  const due = minutesAgo(minutes)
  await db().update(pushes).set({ nextAt: due }).where(eq(pushes.id, planId))
  const { rows } = await db().execute<{ id: string }>(sql`update job_runs set run_after = now()
    where name = 'push.send' and input ->> 'pushId' = ${planId} and state = 'queued' returning id::text as id`)
  const ids = rows.map(({ id }) => id)
  await db().transaction((tx) => server().server.core.bus.notify(tx, { type: 'queued', ids }))
  await expect.poll(async () => Date.parse((await fixture.get(planId)).nextAt ?? '')).toBeGreaterThan(Date.now())
}

async function planned() {
  const reader = await fixture.makeReader()
  const plan = await fixture.add(pushForm([reader.id], { timing: 'workday', sendTime: '09:00' }))
  expect((await fixture.launch(plan)).done.code).toBe(200)
  expect(await fixture.get(plan.id)).toMatchObject({ state: 'scheduled', counts: null })
  return { ...plan, reader }
}

describe('pushes.md: each workday', () => {
  it('creates a push of that day, and waits for the next workday', async () => {
    const { id, reader } = await planned()
    for (const count of [1, 2]) {
      await comes(id)
      const days = await daysOf(id)
      expect(days).toHaveLength(count)
      const day = days.at(-1)
      expect(day).toMatchObject({
        state: 'sending',
        timing: 'now',
        title: expect.stringMatching(/^周报（\d\d-\d\d）$/),
      })
      expect((await fixture.messagesOf(day?.id ?? '')).map(({ address, state }) => [address, state])).toEqual([
        [reader.email, 'queued'],
      ])
      // the plan itself has no recipients
      expect(await fixture.messagesOf(id)).toEqual([])
    }
    expect(await fixture.get(id)).toMatchObject({ state: 'scheduled', nextAt: expect.stringMatching(/T09:00:00/) })
    expect((await jobsOf(id)).map(({ state }) => state)).toEqual(['done', 'done', 'queued'])
  })

  it('that missed its time says so, and waits for the next day', async () => {
    const { id } = await planned()
    await comes(id, 61)
    expect(await daysOf(id)).toEqual([])
    expect(await fixture.get(id)).toMatchObject({
      state: 'scheduled',
      note: expect.stringMatching(/^错过了 \d{4}-\d\d-\d\d 的发送$/),
    })
    await comes(id)
    expect(await daysOf(id)).toHaveLength(1)
    expect((await fixture.get(id)).note).toBe('')
  })

  it('stops, and continues when resumed', async () => {
    const { id } = await planned()
    expect((await fixture.pusher.call(calls.stop, { id })).code).toBe(200)
    expect(await fixture.get(id)).toMatchObject({ state: 'stopped', nextAt: null })
    expect((await fixture.pusher.call(calls.resume, { id })).code).toBe(200)
    expect((await jobsOf(id)).map(({ state }) => state)).toEqual(['queued', 'queued'])
    await comes(id)
    await expect.poll(async () => (await jobsOf(id)).map(({ state }) => state)).toEqual(['done', 'done', 'queued'])
    expect(await daysOf(id)).toHaveLength(1)
  })
})

describe('pushes.md: a plan that does not run', () => {
  const noticesOf = async (userId: string) =>
    (await db().select().from(messages).where(eq(messages.recipientId, userId)).orderBy(messages.id)).filter(
      ({ cause, channel }) => cause === 'notice.pushHeld' && channel === 'bell',
    )

  /** A plan of somebody who leaves, with a superior, and a reviewer of the page. */
  async function ofLeaver() {
    const reviewer = await server().as((await makeRole(db(), ...pushRights('view', 'pass'))).code, {
      reportReview: 0,
    })
    const superior = await server().as((await makeRole(db())).code)
    const leaver = await server().as(fixture.role.code, { realName: '离职人', saleParentId: superior.id })
    const reader = await fixture.makeReader({ ownerId: leaver.id })
    const { data: plan } = await leaver.call(calls.add, pushForm([reader.id], { timing: 'workday', sendTime: '09:00' }))
    await fixture.launch(plan, leaver)
    const { version } = await fixture.get(plan.id)
    await reviewer.call(calls.pass, { id: plan.id, version })
    return { plan, leaver, superior, reviewer, reader }
  }
  const comesTo = async (planId: string, state: string) => {
    const { rows } = await db().execute<{
      id: string
    }>(sql`with p as (update pushes set next_at = now() where id = ${planId}::bigint)
      update job_runs set run_after = now() where name = 'push.send' and input ->> 'pushId' = ${planId} and state = 'queued'
      returning id::text as id`)
    await db().transaction((tx) =>
      server().server.core.bus.notify(tx, { type: 'queued', ids: rows.map(({ id }) => id) }),
    )
    await expect.poll(async () => (await fixture.get(planId)).state).toBe(state)
  }

  it('waits for a decision, says why and since when, and tells owner, superior and operators once', async () => {
    const { plan, leaver, superior, reviewer } = await ofLeaver()
    try {
      const powerless = await makeRole(db())
      await db().update(users).set({ roleId: powerless.id }).where(eq(users.id, leaver.id))
      await db().transaction((tx) => server().server.core.bus.notify(tx, { type: 'users', ids: [leaver.id] }))
      await comesTo(plan.id, 'held')
      expect(await fixture.get(plan.id)).toMatchObject({
        nextAt: null,
        note: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d 起没有发送：发送人已没有权限，请由他人接手$/),
      })
      for (const { id } of [leaver, superior, reviewer])
        expect(await noticesOf(id)).toMatchObject([
          {
            subject: '邮件推送报告没有发送',
            body: expect.stringContaining('发送人已没有权限'),
            link: `/application/bigData/emailPushReport/details?id=${plan.id}`,
          },
        ])
      // nothing runs until somebody decides
      await expect.poll(async () => (await jobsOf(plan.id)).map(({ state }) => state)).toEqual(['done', 'queued'])
      expect(await fixture.pusher.call(calls.resume, { id: plan.id })).toMatchObject({
        code: 409,
        msg: '发送人离职人已没有权限，请接手',
      })
      expect((await fixture.pusher.call(calls.stop, { id: plan.id })).code).toBe(200)
      expect((await fixture.get(plan.id)).state).toBe('stopped')
    } finally {
      await db().update(users).set({ status: 'disabled' }).where(eq(users.id, reviewer.id))
    }
  })

  it('is taken over with the number of recipients, in the scope of who takes it', async () => {
    const { plan, leaver, reviewer, reader } = await ofLeaver()
    await db()
      .update(users)
      .set({ status: 'disabled' })
      .where(inArray(users.id, [leaver.id, reviewer.id]))
    await db().transaction((tx) => server().server.core.bus.notify(tx, { type: 'users', ids: [leaver.id] }))
    await comesTo(plan.id, 'held')
    const { version } = await fixture.get(plan.id)
    // the leaver's customers are nobody else's yet
    expect((await confirm(server(), fixture.pusher, calls.takeOver, { id: plan.id, version })).initial).toMatchObject({
      code: 409,
      msg: '没有人可以收到',
    })
    await db().update(members).set({ ownerId: fixture.pusher.id }).where(eq(members.id, reader.memberId))
    const { initial, done } = await confirm(server(), fixture.pusher, calls.takeOver, { id: plan.id, version })
    expect(initial).toMatchObject({ code: 600, data: { preview: { text: '发送给 1 人。' } } })
    expect(done.data).toEqual({ state: 'scheduled' })
    expect(await fixture.get(plan.id)).toMatchObject({ state: 'scheduled', pusherName: '推送人', note: '' })
    await comes(plan.id)
    expect((await daysOf(plan.id)).map(({ state }) => state)).toEqual(['stopped', 'sending'])
    const push = await fixture.sendTo([(await fixture.makeReader()).id])
    const { version: sentVersion } = await fixture.get(push.id)
    expect((await fixture.pusher.call(calls.takeOver, { id: push.id, version: sentVersion })).code).toBe(409)
  })

  it('whose job failed for good is held too', async () => {
    const { id } = await planned()
    await db()
      .update(pushes)
      .set({ nextAt: minutesAgo(61) })
      .where(eq(pushes.id, id))
    const by = { id: fixture.pusher.id, name: 'test', address: '', requestId: '' }
    const look = () => db().transaction((tx) => replanWorkdays(tx as Tx, by, Date.now()))
    await look()
    expect((await fixture.get(id)).state).toBe('scheduled')
    await db().execute(sql`update job_runs set state = 'failed', ended_at = now() where input ->> 'pushId' = ${id}`)
    await look()
    expect(await fixture.get(id)).toMatchObject({ state: 'held', note: expect.stringContaining('发送任务没有完成') })
    expect((await noticesOf(fixture.pusher.id)).filter(({ about }) => about === id)).toMatchObject([
      { body: expect.stringContaining('发送任务没有完成') },
    ])
  })
})
