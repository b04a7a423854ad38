// Article shares, what readers' browsers reported of them, and the registrations that they brought.
import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { shareChannels } from '#contract/sharing/share-labels.ts'
import { articles } from './articles/articles.ts'
import { identity, moment, reference } from './columns.ts'
import { registrations } from './members/registrations.ts'
import { users } from './organisation.ts'

/** One live link for each person, article and channel. */
export const shares = pgTable(
  'shares',
  {
    id: identity('id'),
    code: text('code').notNull().unique(),
    articleId: reference('article_id', () => articles.id),
    sharerId: reference('sharer_id', () => users.id),
    channel: text('channel', { enum: shareChannels }).notNull(),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    /** Ended by its person or an administrator, for good; null: works as long as the article is published. */
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('shares_place').on(t.sharerId, t.articleId, t.channel).where(sql`${t.endedAt} is null`),
    index('shares_article').on(t.articleId),
    index('shares_created').on(t.createdAt, t.id),
  ],
)

/**
 * One row for each opening of a page, for 180 days. Nothing in it names the reader: `visitor` cannot be traced once the
 * day's salt is gone.
 */
export const shareVisits = pgTable(
  'share_visits',
  {
    shareId: reference('share_id', () => shares.id),
    /** Made by the page, so that a report that arrives twice is one opening. */
    visit: text('visit').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    at: moment('at').notNull(),
    /** Hash of share, address and browser with the day's salt. */
    visitor: text('visitor').notNull(),
    /** How long the page was visible, s. */
    seconds: integer('seconds').notNull(),
    /** Host that led here; empty where the browser does not say. */
    host: text('host').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shareId, t.visit] }),
    index('share_visits_day').on(t.shareId, t.day),
    index('share_visits_old').on(t.day),
    check('share_visits_seconds', sql`${t.seconds} >= 0`),
  ],
)

/** The figures of a share's day, written with its openings and kept when those are deleted. */
export const shareDays = pgTable(
  'share_days',
  {
    shareId: reference('share_id', () => shares.id),
    day: date('day', { mode: 'string' }).notNull(),
    opens: integer('opens').notNull().default(0),
    /** Different visitors. */
    people: integer('people').notNull().default(0),
    /** How long the openings were visible together, s. */
    seconds: bigint('seconds', { mode: 'number' }).notNull().default(0),
    /** How often the page was fetched, by whatever: more than was opened are previews and bots. */
    fetches: integer('fetches').notNull().default(0),
    lastAt: moment('last_at'),
  },
  (t) => [primaryKey({ columns: [t.shareId, t.day] }), index('share_days_day').on(t.day)],
)

/** The salt of a day's visitors, the same in all processes; deleted after two days. */
export const shareSalts = pgTable('share_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
})

export const shareLeads = pgTable(
  'share_leads',
  {
    registrationId: reference('registration_id', () => registrations.id).primaryKey(),
    shareId: reference('share_id', () => shares.id),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (t) => [index('share_leads_share').on(t.shareId, t.day)],
)

/** The ticket of WeChat's JS-SDK for an official account; renewed by one process, used by all. */
export const wechatTickets = pgTable('wechat_tickets', {
  appId: text('app_id').primaryKey(),
  ticket: text('ticket').notNull().default(''),
  expiresAt: moment('expires_at').notNull().default(sql`now()`),
  /** Until then nobody else renews it. */
  renewingUntil: moment('renewing_until').notNull(),
})
