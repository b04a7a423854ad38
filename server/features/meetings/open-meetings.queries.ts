// What sites read of meetings: published ones, and of a cancelled one that it is.

import { and, asc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { MeetingState } from '#contract/meetings/meeting-labels.ts'
import type { Db } from '#server/db/connection.ts'
import { meetingQuotas } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'

const earlier = alias(meetings, 'earlier')

/** Those that guests may choose, by meeting. */
export async function openQuotasOf(db: Db, meetingIds: readonly string[]) {
  const { meetingId, id, name, isOpen, position } = meetingQuotas
  const found = await db
    .select({ meetingId, id, name, isFull: sql<boolean>`${meetingQuotas.taken} >= ${meetingQuotas.seats}` })
    .from(meetingQuotas)
    .where(and(inArray(meetingId, [...meetingIds]), isOpen))
    .orderBy(asc(position), asc(id))
  return Map.groupBy(found, (quota) => quota.meetingId)
}

/** Those of a channel; an earlier edition that its readers do not see is not named. */
const shown = (db: Db, channel: string, states: MeetingState[], where: SQL) =>
  db
    .select({ ...getTableColumns(meetings), previousId: earlier.id })
    .from(meetings)
    .leftJoin(
      earlier,
      and(
        eq(earlier.id, meetings.previousId),
        eq(earlier.state, 'published'),
        sql`${channel} = any(${earlier.channels})`,
      ),
    )
    .where(and(inArray(meetings.state, states), sql`${channel} = any(${meetings.channels})`, where))

/** By rising ids. */
export const publishedFor = (db: Db, channel: string, after: string, limit: number) =>
  shown(db, channel, ['published'], gt(meetings.id, after)).orderBy(meetings.id).limit(limit)

export async function publishedMeeting(db: Db, channel: string, id: string) {
  const [found] = await shown(db, channel, ['published', 'cancelled'], eq(meetings.id, id))
  return found
}
export type Published = NonNullable<Awaited<ReturnType<typeof publishedMeeting>>>
