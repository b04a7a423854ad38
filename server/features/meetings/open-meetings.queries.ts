// What sites read of meetings: published ones alone.
import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connection.ts'
import { meetings } from '../../db/schema/meetings.ts'

const earlier = alias(meetings, 'earlier')

/** Of a channel, by rising ids; an earlier edition that its readers do not see is not named. */
export const publishedFor = (db: Db, channel: string, after: string, limit: number) =>
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
    .where(and(eq(meetings.state, 'published'), sql`${channel} = any(${meetings.channels})`, gt(meetings.id, after)))
    .orderBy(meetings.id)
    .limit(limit)
