// Queues a push for all of its recipients at once. Its state changes under its lock, so that of two who send it at the
// same time one does.
import { sql } from 'drizzle-orm'
import { can, isAllowed } from '#contract/access.ts'
import {
  leftOutLabels,
  mailTopicOf,
  optOutTopicOf,
  type PushKind,
  pushPages,
  reviewPages,
} from '#contract/push/push-labels.ts'
import type { Core } from '#server/core/core.ts'
import { tracks } from '#server/core/mail/tracking.ts'
import { wakeOutbox } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { namesOfArticles } from '#server/features/articles/published.queries.ts'
import { personFieldsOf, smsOf } from '../sms/sms-contents.queries.ts'
import { queueSms } from '../sms/sms-pushes.acts.ts'
import { recordArticles } from './articles.queries.ts'
import type { AudienceCriteria } from './audience.queries.ts'
import { drawPush, extendTimeout, storeBody, usedFields } from './mails.ts'
import { advertCause, pushCause } from './pushes.cause.ts'
import { changePush, type StoredPush } from './pushes.queries.ts'
import { queueMessagesOf, recordPush } from './queueing.queries.ts'
import { firstLack, sendable } from './sendable.queries.ts'

type Viewer = AudienceCriteria['viewer']

export const criteriaOf = async (tx: Tx, push: StoredPush, viewer: Viewer): Promise<AudienceCriteria> => ({
  viewer,
  ...(push.kind === 'sms'
    ? { channel: 'sms', subProduct: smsOf(push).subProduct }
    : { channel: 'mail', subProduct: pushPages[push.kind].subProduct }),
  audience: push.audience,
  topic: optOutTopicOf(push),
  productIds: (await sendable(tx, viewer, push)).productIds,
  fields: push.kind === 'sms' ? personFieldsOf(push) : usedFields(push),
  correctionOf: push.correctionOf,
})

export const mayPush = (push: StoredPush, person: Parameters<typeof isAllowed>[1]): boolean =>
  isAllowed(can(reviewPages[push.kind].menu, 'launch'), person)

async function queueMail(
  tx: Tx,
  core: Core,
  push: StoredPush & { kind: PushKind },
  criteria: AudienceCriteria,
  by: { id: string; name: string },
) {
  const isTracked = tracks(core.config, push)
  const drawn = await drawPush(tx, { ...push, isTracked }, by.id)
  const bodyId = await storeBody(tx, core, drawn, { topic: mailTopicOf(push.kind, push.isAdvert), isTracked })
  await recordPush(tx, push, drawn, by)
  await recordArticles(tx, push.id, drawn.articles)
  await changePush(tx, push.id, { bodyId, isTracked })
  return queueMessagesOf(tx, push.id, bodyId, criteria, {
    cause: (push.isAdvert ? advertCause : pushCause).name,
    labels: leftOutLabels,
    fields: sql`j.fields`,
    parts: sql`null::smallint`,
  })
}

/** Titles of the push's articles that are not published. */
export const withdrawnOf = async (tx: Tx, { articleIds }: Pick<StoredPush, 'articleIds'>): Promise<string[]> =>
  (await namesOfArticles(tx, articleIds)).flatMap(({ title, isPublished }) => (isPublished ? [] : [`《${title}》`]))

/** Under the push's lock. @returns how many messages were stored, withheld included, or why it is stopped instead */
export async function queuePush(tx: Tx, core: Core, push: StoredPush): Promise<number | string> {
  const person = push.pusherId === null ? null : await core.actors.person(push.pusherId, tx)
  const stop = async (note: string) => {
    await changePush(tx, push.id, { state: 'stopped', note })
    return note
  }
  if (!person || !mayPush(push, person))
    return stop(`发送人已没有权限，请由他人${push.planId === null ? '复制后重新提交' : '接手'}`)
  const withdrawn = push.correctionOf === null ? await withdrawnOf(tx, push) : []
  if (withdrawn.length > 0) return stop(`${withdrawn.join('、')}已下架，没有发送`)
  const lack = firstLack(await sendable(tx, person, push))
  if (lack !== null) return stop(`${lack}，没有发送`)
  await extendTimeout(tx)
  const by = { id: person.id, name: person.realName }
  const criteria = await criteriaOf(tx, push, person)
  const made =
    push.kind === 'sms'
      ? await queueSms(tx, push, criteria, by)
      : await queueMail(tx, core, { ...push, kind: push.kind }, criteria, by)
  if (typeof made === 'string') return stop(made)
  await changePush(tx, push.id, { state: 'sending', startedAt: new Date().toISOString(), note: '' })
  await wakeOutbox(tx)
  return made
}
