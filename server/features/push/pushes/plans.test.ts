// Plans: each creates a push for every workday.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pushCalls } from '../../../../contract/push/push-calls.ts'
import { testServer } from '../../../../test/http.ts'
import { pusherOn, pushForm } from '../../../../test/push-factories.ts'
import { pushes } from '../../../db/schema/push.ts'

const server = testServer()
const calls = pushCalls.report
const db = () => server().database.db
let fixture: Awaited<ReturnType<typeof pusherOn>>

beforeAll(async () => {
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
