// What sites read of meetings: published ones, and of a cancelled one that it is.

import { and, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { MeetingState } from '#contract/meetings/meeting-labels.ts'
import type { Db } from '#server/db/connection.ts'
import { meetings } from '#server/db/schema/meetings.ts'

const earlier = alias(meetings, 'earlier')

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
