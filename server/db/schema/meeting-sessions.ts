// The agenda of meetings.
import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, reference } from './columns.ts'
import { meetings } from './meetings.ts'

/**
 * A session: `day` within the meeting's days, times as `HH:mm`. One hall holds one session at a time: the exclusion
 * constraint `meeting_sessions_hall` of the migration, which Drizzle cannot declare.
 */
export const meetingSessions = pgTable(
  'meeting_sessions',
  {
    id: identity('id'),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    from: text('from_time').notNull(),
    to: text('to_time').notNull(),
    /** Empty: not decided. */
    hall: text('hall').notNull().default(''),
    title: text('title').notNull(),
    speaker: text('speaker').notNull().default(''),
    company: text('company').notNull().default(''),
  },
  (t) => [
    index('meeting_sessions_meeting').on(t.meetingId, t.day, t.from),
    check(
      'meeting_sessions_times',
      sql`${t.from} ~ '^\\d\\d:\\d\\d$' and ${t.to} ~ '^\\d\\d:\\d\\d$' and ${t.from} < ${t.to}`,
    ),
  ],
)
