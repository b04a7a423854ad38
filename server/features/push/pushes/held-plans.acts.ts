// A push that does not run tells the people who can decide about it; a plan waits for their decision.
import { minuteOf } from '#contract/days.ts'
import { reviewPages } from '#contract/push/push-labels.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { changePush, keepersOf, type StoredPush } from './pushes.queries.ts'

/** Once for each version of the push. @param why without a full stop */
export async function noticeKeepers(tx: Tx, push: StoredPush, why: string): Promise<void> {
  const page = reviewPages[push.kind]
  await noticeStaff(tx, {
    event: 'pushHeld',
    key: `${push.id}:${push.version}`,
    userIds: await keepersOf(tx, page.menu, push),
    title: `${page.title}没有发送`,
    text: `“${push.title}”：${why}`,
    link: page.opens(push.id),
    about: push.id,
  })
}

/** Its next day waits until somebody resumes it, takes it over or stops it. */
export async function holdPlan(tx: Tx, plan: StoredPush, why: string, now: number): Promise<void> {
  await changePush(tx, plan.id, { state: 'held', nextAt: null, note: `${minuteOf(now)} 起没有发送：${why}` })
  await noticeKeepers(tx, plan, `${why}。处理前不再发送，请继续、接手或停止`)
}
