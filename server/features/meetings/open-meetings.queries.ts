// What sites read of meetings: published ones alone.
import { and, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connection.ts'
import { meetings } from '../../db/schema/meetings.ts'

const earlier = alias(meetings, 'earlier')

/** Those of a channel; an earlier edition that its readers do not see is not named. */
const published = (db: Db, channel: string, where: SQL) =>
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
    .where(and(eq(meetings.state, 'published'), sql`${channel} = any(${meetings.channels})`, where))

/** By rising ids. */
export const publishedFor = (db: Db, channel: string, after: string, limit: number) =>
  published(db, channel, gt(meetings.id, after)).orderBy(meetings.id).limit(limit)

export async function publishedMeeting(db: Db, channel: string, id: string) {
  const [found] = await published(db, channel, eq(meetings.id, id))
  return found
}
export type Published = NonNullable<Awaited<ReturnType<typeof publishedMeeting>>>
