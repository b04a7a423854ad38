// What the server remembers of requests: keys of writes done already, confirmations used, and keys of other systems.
import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment, reference } from '../columns.ts'
import { users } from '../organisation.ts'

/** Writes with an Idempotency-Key: stored in the write's own transaction, valid for 24 h. */
export const requestKeys = pgTable(
  'request_keys',
  {
    /** Owner of the key: `user:7`, `key:3`. */
    scope: text('scope').notNull(),
    /** `POST /api/…` */
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    /** An HMAC of the input: inputs may hold passwords. */
    inputHash: text('input_hash').notNull(),
    /** The envelope as it was sent; null where it holds a secret, or where the server ended before it was stored. */
    reply: text('reply'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.scope, t.endpoint, t.key] }), index('request_keys_time').on(t.createdAt)],
)

/** Used confirm tokens; they expire within minutes. */
export const usedConfirmations = pgTable(
  'used_confirmations',
  {
    nonce: text('nonce').primaryKey(),
    usedAt: moment('used_at').notNull().default(sql`now()`),
  },
  (t) => [index('used_confirmations_time').on(t.usedAt)],
)

/** Keys with which other systems call. The key itself is shown once and never stored. */
export const apiKeys = pgTable('api_keys', {
  id: identity('id'),
  name: text('name').notNull(),
  keyHash: text('key_hash').notNull().unique(),
  /** The first characters, by which people recognise it. */
  hint: text('hint').notNull(),
  scopes: text('scopes').array().notNull(),
  /** Of keys with `subProductScopes`: the one whose accounts they see; null: of keys with other scopes. */
  subProduct: text('sub_product').$type<SubProductKey>(),
  /** Addresses and networks (`10.0.0.0/8`) from which it may call; empty: from anywhere. */
  addresses: text('addresses').array().notNull().default([]),
  /** Calls a day (Asia/Shanghai). */
  dailyQuota: integer('daily_quota').notNull(),
  createdBy: id64('created_by').references(() => users.id),
  createdAt: moment('created_at').notNull().default(sql`now()`),
  revokedAt: moment('revoked_at'),
  lastUsedAt: moment('last_used_at'),
})

/** How often a key has called on a day. */
export const apiKeyDays = pgTable(
  'api_key_days',
  {
    keyId: reference('key_id', () => apiKeys.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    calls: integer('calls').notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.day] })],
)
