// Acts on a push of any kind over HTTP: submit, review, stop, resume, retry failed messages.
import type { PushActCalls } from '#contract/push/push-act-calls.ts'
import { type AnyPushKind, isPlan, leftOutLabels, reviewPages, smsLeftOutLabels } from '#contract/push/push-labels.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseNow } from '#server/core/clock.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { tieFiles } from '#server/core/files/files.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Route, serve, serveAct } from '#server/core/http/serve.ts'
import { noticeStaff, wakeOutbox } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { findAudience } from './audience.queries.ts'
import { newestPublication } from './contents.queries.ts'
import { criteriaOf, mayPush } from './pushes.acts.ts'
import { schedulePush } from './pushes.jobs.ts'
import {
  changePush,
  deletePush,
  formOf,
  lockPush,
  queueAgain,
  reviewersOf,
  type StoredPush,
  withholdQueued,
} from './pushes.queries.ts'
import { type PushAct, refusalOf } from './pushes.rules.ts'

const target = (id: string) => ({ targetType: 'push', targetId: id })
const countText = (count: number) => `${count} 人`

/** Locks a push for an act: 20404, or 409 where its state forbids it. */
export async function lockFor(tx: Tx, kind: AnyPushKind, id: string, act: PushAct): Promise<StoredPush> {
  const push = orNotFound(await lockPush(tx, id, kind))
  const msg = refusalOf(push.state, act)
  if (msg) throw refuse('conflict', { msg })
  return push
}

async function lockVersion(tx: Tx, kind: AnyPushKind, { id, version }: { id: string; version: number }, act: PushAct) {
  const push = await lockFor(tx, kind, id, act)
  if (push.version !== version) throw refuse('stale', { msg: '内容已被他人修改，请核对后重试' })
  return push
}

/** Of a plan, or the push of one of its days, of which nothing has gone out. */
const isUnsentRun = ({ timing, planId, bodyId }: StoredPush) => bodyId === null && (isPlan(timing) || planId !== null)

/** What its sender may no longer send would only stop again. */
async function requireSender(tx: Tx, core: Core, push: StoredPush): Promise<void> {
  const person = push.pusherId === null ? null : await core.actors.person(push.pusherId, tx)
  if (person && mayPush(push, person)) return
  const how = isUnsentRun(push) ? '请接手' : '请复制后重新提交'
  throw refuse('conflict', { msg: `发送人${person?.realName ?? ''}已没有权限，${how}` })
}

type Options = {
  /** Verdicts on its form as of now. */
  check: (push: StoredPush) => Parameters<typeof checkFields>[0]
  /** Before submission: updates it; `text` stands beside the number of recipients, `version` is confirmed with it. */
  prepare?: (tx: Tx, push: StoredPush, actor: Actor) => Promise<{ push: StoredPush; text: string; version: number }>
}

export function actRoutes(kind: AnyPushKind, calls: PushActCalls, { check, prepare }: Options): Route[] {
  const page = reviewPages[kind]
  const labels = kind === 'sms' ? smsLeftOutLabels : leftOutLabels

  /** Submits to the reviewers and notifies them; without any, schedules it. */
  async function submit(tx: Tx, push: StoredPush, by: Author, actor: Actor): Promise<'reviewing' | 'scheduled'> {
    const publication = push.rendering === 'fixed' ? await newestPublication(tx) : null
    const reviewers = await reviewersOf(tx, page.menu, actor.id)
    const note = { pusherId: actor.id, publication, reviewerId: null }
    if (reviewers.length === 0) {
      await changePush(tx, push.id, note)
      await schedulePush(tx, { ...push, ...note }, by)
      return 'scheduled'
    }
    const version = await changePush(tx, push.id, { ...note, state: 'reviewing', note: '' })
    await noticeStaff(tx, {
      event: page.notice,
      key: `${push.id}:${version}`,
      userIds: reviewers,
      title: `${page.title}待审核`,
      text: `${actor.realName}提交了“${push.title}”`,
      link: page.opens(push.id),
      about: push.id,
    })
    return 'reviewing'
  }

  const reviewing = async (tx: Tx, body: { id: string; version: number }, actor: Actor) => {
    const push = await lockVersion(tx, kind, body, 'review')
    if (push.authorId === actor.id || push.pusherId === actor.id)
      throw refuse('conflict', { msg: '不能审核自己创建或提交的推送' })
    return push
  }

  return [
    serveAct(calls.remove, async ({ tx, body, by }) => {
      const push = await lockVersion(tx, kind, body, 'remove')
      await tieFiles(tx, { type: 'push', id: push.id }, [])
      await deletePush(tx, push.id)
      await audit(tx, by, { action: 'push.delete', ...target(push.id), before: { ...formOf(push) } })
      return null
    }),

    ...(['launch', 'takeOver'] as const).map((act) =>
      serve(calls[act], (context) =>
        transact(context.core, async (tx) => {
          const { body, actor, by } = context
          const stored = await lockVersion(tx, kind, body, act)
          if (act === 'takeOver' && !isUnsentRun(stored))
            throw refuse('conflict', { msg: '只有定期推送和它还没有发出的当日推送可以接手，其他的请复制' })
          checkFields(check(stored))
          const { push, ...prepared } = (await prepare?.(tx, stored, actor)) ?? { push: stored, text: '', version: 0 }
          const found = await findAudience(tx, await criteriaOf(tx, push, actor))
          if (found.total === 0) {
            const why = found.leftOut.map(({ reason, count }) => `${labels[reason]} ${countText(count)}`).join('，')
            throw refuse('conflict', { msg: `没有人可以收到${why && `：${why}`}` })
          }
          const reviewers = await reviewersOf(tx, page.menu, actor.id)
          const left = found.leftOut.reduce((sum, { count }) => sum + count, 0)
          const text = `${reviewers.length > 0 ? '审核通过后' : ''}发送给 ${countText(found.total)}${left > 0 ? `，${countText(left)}不会收到` : ''}。`
          const groups = found.leftOut.map(({ reason, count, names }) => ({ title: labels[reason], count, names }))
          const preview = { text: `${text}${prepared.text}`, groups }
          await confirmed(tx, context, { preview, versions: [stored.version, prepared.version] })
          const state = await submit(tx, push, by, actor)
          await audit(tx, by, { action: `push.${act}`, ...target(push.id), after: { title: push.title, state } })
          return { state }
        }),
      ),
    ),

    serveAct(calls.pass, async ({ tx, body, actor, by }) => {
      const push = await reviewing(tx, body, actor)
      if (push.timing === 'at' && push.sendAt !== null && Date.parse(push.sendAt) <= (await databaseNow(tx)))
        throw refuse('conflict', { msg: '定时时间已过，请驳回后重新选择时间' })
      await changePush(tx, push.id, { reviewerId: actor.id })
      await schedulePush(tx, push, by)
      await audit(tx, by, { action: 'push.pass', ...target(push.id), after: { title: push.title } })
      return null
    }),

    serveAct(calls.overrule, async ({ tx, body, actor, by }) => {
      const push = await reviewing(tx, body, actor)
      const opinion = body.opinion.trim()
      await changePush(tx, push.id, { state: 'draft', reviewerId: actor.id, note: opinion })
      await audit(tx, by, { action: 'push.overrule', ...target(push.id), after: { title: push.title, opinion } })
      return null
    }),

    serveAct(calls.stop, async ({ tx, body, by }) => {
      const push = await lockFor(tx, kind, body.id, 'stop')
      const hasBegun =
        push.state === 'sending' || push.state === 'held' || (isPlan(push.timing) && push.state === 'scheduled')
      await changePush(tx, push.id, { state: hasBegun ? 'stopped' : 'draft', nextAt: null })
      const withheld = push.state === 'sending' ? await withholdQueued(tx, push.id) : 0
      await audit(tx, by, { action: 'push.stop', ...target(push.id), after: { title: push.title, withheld } })
      return null
    }),

    serveAct(calls.resume, async ({ tx, body, core, by }) => {
      const push = await lockFor(tx, kind, body.id, 'resume')
      if (push.bodyId === null) {
        await requireSender(tx, core, push)
        // a push that missed its time goes out now
        const timing = push.timing === 'at' ? ('now' as const) : push.timing
        await schedulePush(tx, { ...push, timing }, by)
      } else {
        await changePush(tx, push.id, { state: 'sending', counts: null })
        await queueAgain(tx, push.id, 'stopped')
        await wakeOutbox(tx)
      }
      await audit(tx, by, { action: 'push.resume', ...target(push.id), after: { title: push.title } })
      return null
    }),

    serveAct(calls.retry, async ({ tx, body, by }) => {
      const push = await lockFor(tx, kind, body.id, 'retry')
      const count = await queueAgain(tx, push.id, 'failed')
      if (count === 0) throw refuse('conflict', { msg: '没有发送失败的' })
      await changePush(tx, push.id, { state: 'sending', counts: null })
      await wakeOutbox(tx)
      await audit(tx, by, { action: 'push.retry', ...target(push.id), after: { title: push.title, count } })
      return { count }
    }),
  ]
}
