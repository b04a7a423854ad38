// Meetings of a person who leaves that are not over, and the sign-ups for such meetings that the person entered or invited.
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'
import type { Tx } from '#server/db/connection.ts'
import { meetingSignUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'

const isAhead = and(ne(meetings.state, 'cancelled'), sql`${meetings.endsOn} >= current_date`)
const open = (personId: string) => and(eq(meetings.authorId, personId), isAhead)
const rights = [can('meeting', 'view')]

/** Its author hears of offers and of guests who can be told by nobody else. */
export const openMeetings: HeldWork = {
  title: '未结束的会议',
  part: 'articles',
  page: '会议管理',
  rights,
  lock: (tx, personId) =>
    tx
      .select({ id: meetings.id, name: meetings.name })
      .from(meetings)
      .where(open(personId))
      .orderBy(asc(meetings.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(meetings)
      .set({ authorId: to.id, version: sql`${meetings.version} + 1`, updatedAt: sql`now()` })
      .where(open(from.id)),
}

const kept = (tx: Tx, personId: string) =>
  and(
    eq(meetingSignUps.keeperId, personId),
    inArray(meetingSignUps.state, ['applied', 'waiting', 'offered', 'confirmed']),
    inArray(meetingSignUps.meetingId, tx.select({ id: meetings.id }).from(meetings).where(isAhead)),
  )

export const keptSignUps: HeldWork = {
  title: '负责的会议报名',
  part: 'customers',
  page: '会议管理',
  rights,
  lock: (tx, personId) =>
    tx
      .select({ id: meetingSignUps.id, name: meetingSignUps.name })
      .from(meetingSignUps)
      .where(kept(tx, personId))
      .orderBy(asc(meetingSignUps.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(meetingSignUps)
      .set({ keeperId: to.id, version: sql`${meetingSignUps.version} + 1`, updatedAt: sql`now()` })
      .where(kept(tx, from.id)),
}
