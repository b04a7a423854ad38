// Contents of a meeting's page: news, and the pictures of its carousel and its gallery.
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { imageKinds, newsStates } from '#contract/meetings/content-labels.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { files } from './core/files.ts'
import { meetings } from './meetings.ts'
import { users } from './organisation.ts'

export const meetingNews = pgTable(
  'meeting_news',
  {
    id: identity('id'),
    version: version(),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    source: text('source').notNull().default(''),
    day: date('day', { mode: 'string' }).notNull(),
    coverId: id64('cover_id').references(() => files.id),
    body: jsonb('body').$type<BodyNode>().notNull(),
    /** Made of the body, sanitised, pictures without links. */
    html: text('html').notNull(),
    state: text('state', { enum: newsStates }).notNull().default('draft'),
    /** Why it was returned; empty once it is submitted again. */
    opinion: text('opinion').notNull().default(''),
    authorId: reference('author_id', () => users.id),
    /** Who wrote its present text: may not publish it. */
    editorId: reference('editor_id', () => users.id),
    publishedAt: moment('published_at'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('meeting_news_meeting').on(t.meetingId, t.day, t.id),
    check('meeting_news_published', sql`${t.state} <> 'published' or ${t.publishedAt} is not null`),
  ],
)

export const meetingImages = pgTable(
  'meeting_images',
  {
    id: identity('id'),
    version: version(),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: imageKinds }).notNull(),
    fileId: reference('file_id', () => files.id),
    /** Of a carousel entry, for readers of English; null: the other one for all. */
    fileEnId: id64('file_en_id').references(() => files.id),
    /** Of a carousel entry, where it is shown; none: in all channels of its meeting. */
    channels: text('channels').array().notNull().default([]),
    /** Title of a carousel entry; alternative text of a picture. */
    title: text('title').notNull(),
    caption: text('caption').notNull().default(''),
    link: text('link').notNull().default(''),
    /** Both days count; null: without that end. */
    showFrom: date('show_from', { mode: 'string' }),
    showUntil: date('show_until', { mode: 'string' }),
    isOn: boolean('is_on').notNull().default(true),
    sort: integer('sort').notNull(),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('meeting_images_meeting').on(t.meetingId, t.kind, t.sort, t.id),
    check('meeting_images_days', sql`${t.showFrom} <= ${t.showUntil}`),
    check(
      'meeting_images_of_carousel',
      sql`${t.kind} = 'carousel' or (${t.fileEnId} is null and ${t.channels} = '{}')`,
    ),
  ],
)
