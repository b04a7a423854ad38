// Sessions with their rotating token pairs, captchas, sign-in failures, and tickets between two steps of a sign-in.
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id64, identity, moment } from './columns.ts'
import { users } from './organisation.ts'

/** One sign-in: a family of token pairs that ends as a whole. */
export const sessions = pgTable(
  'sessions',
  {
    id: identity('id'),
    userId: id64('user_id')
      .notNull()
      .references(() => users.id),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    /** No refresh beyond this moment, however active the session is. */
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    endReason: text('end_reason'),
  },
  (t) => [
    index('sessions_user').on(t.userId, t.address),
    index('sessions_live').on(t.userId).where(sql`${t.endedAt} is null`),
  ],
)

/** A token pair, stored hashed (SHA-256, hex); a pair has one child at most, derived, so that a repetition gets the same. */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    id: identity('id'),
    sessionId: id64('session_id')
      .notNull()
      .references(() => sessions.id),
    accessHash: text('access_hash').notNull(),
    refreshHash: text('refresh_hash').notNull(),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    expiresAt: moment('expires_at').notNull(),
    rotatedAt: moment('rotated_at'),
  },
  (t) => [
    uniqueIndex('session_tokens_access').on(t.accessHash),
    uniqueIndex('session_tokens_refresh').on(t.refreshHash),
    index('session_tokens_session').on(t.sessionId),
  ],
)

export const captchas = pgTable('captchas', {
  key: text('key').primaryKey(),
  answerHash: text('answer_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** The failure log, and what the locks are counted from; `userName` is what was typed, in lower case. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: identity('id'),
    userName: text('user_name').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    reason: text('reason', { enum: ['wrongPassword', 'disabled', 'locked', 'expired', 'lockedOut'] }).notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [index('sign_in_failures_name').on(t.userName, t.at), index('sign_in_failures_address').on(t.address, t.at)],
)

/** A pair of name and address that may not try again before `until`. */
export const signInLocks = pgTable(
  'sign_in_locks',
  { userName: text('user_name').notNull(), address: text('address').notNull(), until: moment('until').notNull() },
  (t) => [uniqueIndex('sign_in_locks_pair').on(t.userName, t.address)],
)

export const signInTickets = pgTable('sign_in_tickets', {
  hash: text('hash').primaryKey(),
  userId: id64('user_id')
    .notNull()
    .references(() => users.id),
  address: text('address').notNull(),
  attempts: integer('attempts').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
})
