// Pushes and customised reports of a person who leaves, as far as they are still to be sent: written by them, or theirs to send.
import { and, asc, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import { reviewPages } from '#contract/push/push-labels.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'
import { pushes, reportIssues } from '#server/db/schema/push.ts'

const open = (personId: string) =>
  and(
    or(eq(pushes.authorId, personId), eq(pushes.pusherId, personId)),
    inArray(pushes.state, ['draft', 'reviewing', 'scheduled', 'held']),
  )

export const openPushes: HeldWork = {
  title: '未发送的推送和推送计划',
  part: 'articles',
  page: '推送',
  rights: Object.values(reviewPages).map(({ menu }) => can(menu, 'view')),
  lock: (tx, personId) =>
    tx
      .select({ id: pushes.id, name: pushes.title })
      .from(pushes)
      .where(open(personId))
      .orderBy(asc(pushes.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(pushes)
      .set({
        authorId: sql`case when ${pushes.authorId} = ${from.id} then ${to.id}::bigint else ${pushes.authorId} end`,
        pusherId: sql`case when ${pushes.pusherId} = ${from.id} then ${to.id}::bigint else ${pushes.pusherId} end`,
        version: sql`${pushes.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(open(from.id)),
}

const unsent = (personId: string) =>
  and(eq(reportIssues.authorId, personId), notInArray(reportIssues.state, ['sent', 'received']))

export const openReports: HeldWork = {
  title: '未发出的定制报告',
  part: 'articles',
  page: '定制报告',
  rights: [can('customizedReport', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: reportIssues.id, name: reportIssues.title })
      .from(reportIssues)
      .where(unsent(personId))
      .orderBy(asc(reportIssues.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(reportIssues)
      .set({ authorId: to.id, version: sql`${reportIssues.version} + 1`, updatedAt: sql`now()` })
      .where(unsent(from.id)),
}
