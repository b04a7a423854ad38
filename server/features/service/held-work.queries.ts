// Reminders of follow-ups and complaints that a person who leaves was to see to.
import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { complaints, followUps } from '#server/db/schema/service.ts'

const open = (personId: string) =>
  and(eq(followUps.nextUserId, personId), isNotNull(followUps.nextOn), isNull(followUps.endedById))

export const openReminders: HeldWork = {
  title: '待跟进的提醒',
  part: 'customers',
  page: '跟进记录',
  rights: [can('followUp', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: followUps.id, name: enterprises.name })
      .from(followUps)
      .innerJoin(enterprises, eq(enterprises.id, followUps.enterpriseId))
      .where(open(personId))
      .orderBy(asc(followUps.id))
      .for('update', { of: followUps }),
  move: (tx, { from, to }) =>
    tx
      .update(followUps)
      .set({ nextUserId: to.id, version: sql`${followUps.version} + 1`, updatedAt: sql`now()` })
      .where(open(from.id)),
}

const unsolved = (personId: string) => and(eq(complaints.ownerId, personId), ne(complaints.state, 'solved'))

export const openComplaints: HeldWork = {
  title: '未解决的投诉',
  part: 'customers',
  page: '客户投诉',
  rights: [can('complaint', 'edit')],
  lock: (tx, personId) =>
    tx
      .select({ id: complaints.id, name: enterprises.name })
      .from(complaints)
      .innerJoin(enterprises, eq(enterprises.id, complaints.enterpriseId))
      .where(unsolved(personId))
      .orderBy(asc(complaints.id))
      .for('update', { of: complaints }),
  move: (tx, { from, to }) =>
    tx
      .update(complaints)
      .set({ ownerId: to.id, version: sql`${complaints.version} + 1`, updatedAt: sql`now()` })
      .where(unsolved(from.id)),
}
