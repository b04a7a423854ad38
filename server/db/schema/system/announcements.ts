// Announcements to the staff: written, launched to an audience, taken down; and who has read which.
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { announcementStates, audiences } from '#contract/system/announcements.ts'
import { id64, identity, moment, reference, version } from '../columns.ts'
import { users } from '../organisation.ts'

export const announcements = pgTable(
  'announcements',
  {
    id: identity('id'),
    version: version(),
    title: text('title').notNull(),
    /** Plain text; lines stay lines. */
    body: text('body').notNull(),
    audience: text('audience', { enum: audiences }).notNull(),
    /** Roles, or departments with all below them; empty where the audience is everybody. */
    targetIds: id64('target_ids').array().notNull().default(sql`'{}'`),
    isPinned: boolean('is_pinned').notNull().default(false),
    /** The last day on which it is shown; null for no end. */
    endsOn: date('ends_on', { mode: 'string' }),
    state: text('state', { enum: announcementStates }).notNull().default('draft'),
    authorId: reference('author_id', () => users.id),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    launchedAt: moment('launched_at'),
  },
  (t) => [
    index('announcements_launched').on(t.launchedAt).where(sql`${t.state} = 'launched'`),
    check('announcements_targets', sql`(${t.audience} = 'everybody') = (${t.targetIds} = '{}')`),
  ],
)

export const announcementReads = pgTable(
  'announcement_reads',
  {
    announcementId: reference('announcement_id', () => announcements.id, { onDelete: 'cascade' }),
    userId: reference('user_id', () => users.id),
    readAt: moment('read_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.announcementId, t.userId] }), index('announcement_reads_user').on(t.userId)],
)
