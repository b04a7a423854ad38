// Sessions with their rotating token pairs, captchas, sign-in failures, tickets between two steps of a sign-in, second
// factors, identities of other providers, and impersonations.
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id64, identity, moment, reference } from './columns.ts'
import { users } from './organisation.ts'

/** One sign-in: a family of token pairs that ends as a whole. */
export const sessions = pgTable(
  'sessions',
  {
    id: identity('id'),
    userId: reference('user_id', () => users.id),
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
    sessionId: reference('session_id', () => sessions.id),
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

/** The failure log, from which the locks are counted; `userName` as typed, in lower case. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: identity('id'),
    userName: text('user_name').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    /** A browser in which the name signed in before, which is counted apart; '' for all others. */
    device: text('device').notNull().default(''),
    reason: text('reason', { enum: ['wrongPassword', 'disabled', 'locked', 'expired', 'lockedOut'] }).notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [index('sign_in_failures_name').on(t.userName, t.at), index('sign_in_failures_address').on(t.address, t.at)],
)

/** A pair of name and address that may not try again before `until`. */
export const signInLocks = pgTable(
  'sign_in_locks',
  {
    userName: text('user_name').notNull(),
    address: text('address').notNull(),
    /** As in the failures that led to it. */
    device: text('device').notNull().default(''),
    until: moment('until').notNull(),
  },
  (t) => [uniqueIndex('sign_in_locks_pair').on(t.userName, t.address, t.device)],
)

export const signInTickets = pgTable('sign_in_tickets', {
  hash: text('hash').primaryKey(),
  userId: reference('user_id', () => users.id),
  address: text('address').notNull(),
  attempts: integer('attempts').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
})

/** A code for somebody who forgot their password; kept for an hour, in which the codes of a name are counted. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** Of the ticket that the browser holds. */
    hash: text('hash').primaryKey(),
    /** As typed, by the key of texts. */
    userName: text('user_name').notNull(),
    /** Null where nobody can have the code: it is asked for in the same way. */
    userId: id64('user_id').references(() => users.id),
    /** Keyed with `SECRET_KEY` and the ticket. */
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('password_resets_name').on(t.userName, t.createdAt), index('password_resets_user').on(t.userId)],
)

/** A time-based one-time password (RFC 6238) of a person; optional, in force from its first right code on. */
export const secondFactors = pgTable('second_factors', {
  userId: id64('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Encrypted with a key derived from `SECRET_KEY`. */
  secret: text('secret').notNull(),
  createdAt: moment('created_at').notNull().default(sql`now()`),
  confirmedAt: moment('confirmed_at'),
  /** The time step of the last code that was accepted: each code passes once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

/** Ten recovery codes for a lost device, hashed, each used once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: reference('user_id', () => users.id),
    hash: text('hash').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

export const identityProviders = ['wecom', 'wechat'] as const

/** A person's identity at another provider (WeChat Work, WeChat): one account for each identity. */
export const externalIdentities = pgTable(
  'external_identities',
  {
    id: identity('id'),
    userId: reference('user_id', () => users.id),
    provider: text('provider', { enum: identityProviders }).notNull(),
    subject: text('subject').notNull(),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('external_identities_subject').on(t.provider, t.subject),
    uniqueIndex('external_identities_user').on(t.userId, t.provider),
  ],
)

/** `state` of a sign-in that is under way at a provider, hashed; used once. */
export const oauthStates = pgTable('oauth_states', {
  hash: text('hash').primaryKey(),
  provider: text('provider', { enum: identityProviders }).notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** An identity that has proved itself and waits for the name and password of the account to bind. */
export const bindTickets = pgTable('bind_tickets', {
  hash: text('hash').primaryKey(),
  provider: text('provider', { enum: identityProviders }).notNull(),
  subject: text('subject').notNull(),
  address: text('address').notNull(),
  attempts: integer('attempts').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
})

/**
 * An administrator sees the console as somebody else, read-only; bound to the administrator's session. Called `looks` in the
 * database: the release before, which runs until the new one has started, must still find it.
 */
export const impersonations = pgTable(
  'looks',
  {
    id: identity('id'),
    sessionId: reference('session_id', () => sessions.id),
    userId: reference('user_id', () => users.id),
    startedAt: moment('started_at').notNull().default(sql`now()`),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [index('looks_session').on(t.sessionId)],
)
