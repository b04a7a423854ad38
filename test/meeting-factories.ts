// Meetings for tests.
import type { Db } from '../server/db/connection.ts'
import { meetings } from '../server/db/schema/meetings.ts'

let made = 0

/** A published meeting of two days in 2026, with a name of its own. */
export async function makeMeeting(db: Db, authorId: string, changes: Partial<typeof meetings.$inferInsert> = {}) {
  made += 1
  const [meeting] = await db
    .insert(meetings)
    .values({
      ...{
        name: `钢铁产业大会 ${made}`,
        edition: '第十届',
        kind: 'conference',
        startsOn: '2026-06-18',
        endsOn: '2026-06-19',
      },
      ...{
        seats: 300,
        body: { type: 'doc', content: [] },
        state: 'published',
        publishedAt: '2026-01-05T09:00:00+08:00',
      },
      authorId,
      ...changes,
    })
    .returning()
  if (!meeting) throw new Error('no meeting was made')
  return meeting
}
