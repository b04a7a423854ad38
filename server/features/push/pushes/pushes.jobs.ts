// Jobs of pushes: starting those that are due, and recording their end.
import { dayOf } from '#contract/days.ts'
import { Fields, Id, Text } from '#contract/fields.ts'
import { isOpen } from '#contract/monitoring/calendar-days.ts'
import { readCalendars, readWorkdays } from '#server/core/calendars.ts'
import { databaseNow } from '#server/core/clock.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { job, startJob } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/connection.ts'
import { holdPlan, noticeKeepers } from './held-plans.acts.ts'
import { queuePush } from './pushes.acts.ts'
import {
  changePush,
  hasSendJob,
  insertPush,
  lockPush,
  lockWorkdayPlans,
  type StoredPush,
  settlePushes,
  waitingForPrices,
} from './pushes.queries.ts'
import { dueAt, isTooLate, isVerified, nextSlot } from './pushes.rules.ts'

/** Tolerance for a job that starts just before its time. */
const EARLY_MS = 1_000

/** Creates the push of one day of a plan. Undefined where another process has created it. */
async function pushOfDay(tx: Tx, plan: StoredPush, slot: string): Promise<StoredPush | undefined> {
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...values } = plan
  const day = slot.slice(5, 10)
  const added = await insertPush(tx, {
    ...values,
    planId: plan.id,
    title: `${plan.title}（${day}）`,
    timing: 'now',
    state: 'scheduled',
    nextAt: slot,
  })
  return added && lockPush(tx, added.id)
}

export const sendPush = job({
  name: 'push.send',
  input: Fields({ pushId: Id('推送'), title: Text('推送名称', 100) }),
  title: ({ title }) => `发送推送“${title}”`,
  run: ({ input: { pushId, title }, by, core, finish }) =>
    transact(core, async (tx) => {
      const push = await lockPush(tx, pushId)
      const now = await databaseNow(tx)
      if (push?.state !== 'scheduled' || push.nextAt === null || Date.parse(push.nextAt) > now + EARLY_MS) {
        return finish(tx, { done: 0, message: '推送已停止、修改或发出，不再发送' })
      }
      const isPlan = push.timing === 'workday'
      const isLate = isTooLate(push.nextAt, now)
      const workdays = await readWorkdays(tx)
      if (isPlan) {
        const nextAt = nextSlot(workdays, push.sendTime, now)
        await changePush(tx, push.id, { nextAt, note: isLate ? `错过了 ${push.nextAt.slice(0, 10)} 的发送` : '' })
        await startJob(tx, sendPush, { pushId, title }, by, nextAt)
      } else if (isLate) {
        await changePush(tx, push.id, { state: 'stopped', note: '错过了发送时间，请确认后继续' })
      }
      if (isLate) {
        await noticeKeepers(tx, push, '错过了发送时间，没有发送')
        return finish(tx, { done: 0, message: '错过了发送时间，没有发送' })
      }
      // closed since it was planned
      if (isPlan && !isOpen(workdays, dayOf(push.nextAt))) {
        return finish(tx, { done: 0, message: '当天已改为休息日，没有发送' })
      }
      const due = isPlan ? await pushOfDay(tx, push, push.nextAt) : push
      const made = due ? await queuePush(tx, core, due) : 0
      if (typeof made === 'string') await (isPlan ? holdPlan(tx, push, made, now) : noticeKeepers(tx, push, made))
      return finish(
        tx,
        typeof made === 'string'
          ? { done: 0, message: '没有发送，见推送的说明' }
          : { done: made, message: `${made} 人已排队` },
      )
    }),
})

/** Sends a push when its time comes. */
export async function schedulePush(tx: Tx, push: StoredPush, by: Author): Promise<void> {
  const nextAt = dueAt(await readWorkdays(tx), push, await databaseNow(tx))
  await changePush(tx, push.id, { state: 'scheduled', nextAt, note: '' })
  if (nextAt !== null) await startJob(tx, sendPush, { pushId: push.id, title: push.title }, by, nextAt)
}

/**
 * After a change of the calendar, moves the plans of each workday to the next open day; the job of the former time finds
 * nothing to do. Holds plans whose job is gone.
 */
export async function replanWorkdays(tx: Tx, by: Author, now: number): Promise<void> {
  const workdays = await readWorkdays(tx)
  for (const plan of await lockWorkdayPlans(tx)) {
    const { id: pushId, title, sendTime, nextAt: planned } = plan
    // its job failed for good
    if (planned !== null && isTooLate(planned, now) && !(await hasSendJob(tx, pushId))) {
      await holdPlan(tx, plan, '发送任务没有完成', now)
      continue
    }
    const nextAt = nextSlot(workdays, sendTime, now)
    // what is due now is being sent
    if (planned === null || Date.parse(planned) <= now || Date.parse(planned) === Date.parse(nextAt)) continue
    await changePush(tx, pushId, { nextAt })
    await startJob(tx, sendPush, { pushId, title }, by, nextAt)
  }
}

/** An error ends this plan's day alone: the others go out. */
async function sendVerifiedDay(tx: Tx, core: Core, plan: StoredPush, slot: string): Promise<number | string> {
  try {
    return await tx.transaction(async (inner) => {
      const due = await pushOfDay(inner, plan, slot)
      return due ? await queuePush(inner, core, due) : 0
    })
  } catch (error) {
    core.log.error({ err: error, plan: plan.id }, 'push: a plan could not be sent')
    return '发送时出错'
  }
}

/** Starts plans whose prices of today are published, once a day each. */
export async function sendVerified(tx: Tx, core: Core, today: string): Promise<number> {
  const slot = `${today}T00:00:00+08:00`
  const calendars = await readCalendars(tx)
  let done = 0
  for (const { id, items } of await waitingForPrices(tx, slot, today)) {
    if (!isVerified(calendars, today, items)) continue
    const plan = await lockPush(tx, id)
    if (plan?.state !== 'scheduled' || plan.timing !== 'verified') continue
    const made = await sendVerifiedDay(tx, core, plan, slot)
    if (typeof made === 'string') await holdPlan(tx, plan, made, await databaseNow(tx))
    else done += made > 0 ? 1 : 0
  }
  return done
}

export const verifiedJob = job({
  name: 'push.verified',
  input: Fields({}),
  title: () => '价格审核后自动发送邮件',
  schedule: { every: 1, offset: 0 },
  run: ({ core, by, finish }) =>
    transact(core, async (tx) => {
      const now = await databaseNow(tx)
      await replanWorkdays(tx, by, now)
      const done = await sendVerified(tx, core, dayOf(now))
      return finish(tx, { done, message: `${done} 个推送已发送` })
    }),
})

export const settleJob = job({
  name: 'push.settle',
  input: Fields({}),
  title: () => '统计已完成的推送',
  schedule: { every: 10, offset: 4 },
  run: ({ core, finish }) =>
    transact(core, async (tx) => {
      const done = await settlePushes(tx)
      return finish(tx, { done, message: `${done} 个推送已完成` })
    }),
})
