// What editors make of a price that was heard: a reference in the trace of their own, or a reason against it.
import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { declineHeard, takeHeard } from '#contract/visits/heard.ts'
import type { HeardVerdict } from '#contract/visits/visit-labels.ts'
import type { Act } from '#server/core/act.ts'
import { audit } from '#server/core/audit/audit.ts'
import { personNameOf } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import { visitHeard } from '#server/db/schema/visits.ts'
import { lockEntries, record } from '#server/features/prices/entries.queries.ts'
import { isDraft } from '#server/features/prices/entries.rules.ts'
import { findEntryId, lockHeard } from './heard.queries.ts'
import { linkToVisit } from './visits.acts.ts'

type Heard = NonNullable<Awaited<ReturnType<typeof lockHeard>>>

async function decide({ tx, actor, by }: Act, heard: Heard, verdict: HeardVerdict, reason: string): Promise<void> {
  await tx
    .update(visitHeard)
    .set({ verdict, verdictReason: reason, verdictById: actor.id, verdictAt: sql`now()` })
    .where(eq(visitHeard.id, heard.id))
  if (heard.visitorId === actor.id) return
  const title = `您听到的${heard.productName}价格${verdict === 'taken' ? '已采用' : '未采用'}`
  await noticeStaff(tx, {
    event: 'heardPrice',
    key: `${heard.id}:${verdict}`,
    userIds: [heard.visitorId],
    title,
    text: `${personNameOf(by)}${reason ? `：${reason}` : ''}`,
    link: linkToVisit(heard.visitId),
  })
}

/** Adds a revision with the reference to a draft that stands: the figures stay the editor's own. */
export async function take(act: Act, { id, quoteItemId, day }: BodyOf<typeof takeHeard>): Promise<void> {
  const { tx, actor, by } = act
  const heard = orNotFound(await lockHeard(tx, actor, id))
  if (heard.verdict === 'declined') throw refuse('conflict', { msg: '已标为未采用' })
  const entryId = await findEntryId(tx, heard.productId, quoteItemId, day)
  const [entered] = entryId ? await lockEntries(tx, actor, [entryId]) : []
  if (!entered) throw refuse('conflict', { msg: '请先保存该报价项当天的价格，再采用' })
  if (!isDraft(entered.entry)) throw refuse('conflict', { msg: '该价格不是草稿，不能再加引用' })
  await record(tx, by, [{ id: entered.entry.id, act: 'hear', heardId: id }])
  const after = { heardId: id, quoteItemId, day }
  await audit(tx, by, { action: 'price.hear', targetType: 'price', targetId: entered.entry.id, after })
  await decide(act, heard, 'taken', '')
}

export async function decline(act: Act, { id, reason }: BodyOf<typeof declineHeard>): Promise<void> {
  const { tx, actor, by } = act
  const heard = orNotFound(await lockHeard(tx, actor, id))
  if (heard.verdict !== null) {
    throw refuse('conflict', { msg: heard.verdict === 'taken' ? '已采用，不能改为未采用' : '已标为未采用' })
  }
  const verdictReason = reason.trim()
  await audit(tx, by, {
    action: 'visit.declineHeard',
    targetType: 'visit',
    targetId: heard.visitId,
    after: { heardId: id, verdictReason },
  })
  await decide(act, heard, 'declined', verdictReason)
}
