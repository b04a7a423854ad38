// The audit log: rows are written in the act's own transaction and never change; seals chain them by hash. Messages
// pushed to people, and what browsers report of their errors.
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id64, identity, moment, reference } from '../columns.ts'
import { users } from '../organisation.ts'

export const auditLog = pgTable(
  'audit_log',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    actorId: id64('actor_id'),
    actorName: text('actor_name').notNull(),
    address: text('address').notNull(),
    requestId: text('request_id').notNull(),
    action: text('action').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    before: jsonb('before').$type<Record<string, unknown> | null>(),
    after: jsonb('after').$type<Record<string, unknown> | null>(),
  },
  (t) => [index('audit_log_target').on(t.targetType, t.targetId), index('audit_log_at').on(t.at)],
)

/** `hash` = SHA-256 of the hash before it and the audit row; the order of sealing is `id`. */
export const auditSeals = pgTable('audit_seals', {
  id: identity('id'),
  auditId: id64('audit_id').notNull().unique(),
  hash: text('hash').notNull(),
})

/** Durable messages of the live channel, a row for each person; kept 30 days. `readAt`: acknowledged or read. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: identity('id'),
    userId: reference('user_id', () => users.id),
    type: text('type', { enum: ['register', 'notice'] }).notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    sendTime: moment('send_time').notNull().default(sql`now()`),
    readAt: moment('read_at'),
  },
  (t) => [index('push_messages_user').on(t.userId, t.id), index('push_messages_time').on(t.sendTime)],
)

/** spec §3 "Client error log entry", as a browser reported it; `userId` is null before the sign-in. */
export const clientLog = pgTable(
  'client_log',
  {
    id: identity('id'),
    receivedAt: moment('received_at').notNull().default(sql`now()`),
    userId: id64('user_id').references(() => users.id),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    type: text('type').notNull(),
    message: text('message').notNull(),
    stack: text('stack').notNull().default(''),
    info: text('info').notNull().default(''),
    url: text('url').notNull().default(''),
    /** The browser's clock. */
    time: moment('time').notNull(),
    /** How often the same error was seen before it was sent. */
    count: integer('count').notNull().default(1),
  },
  (t) => [index('client_log_received').on(t.receivedAt)],
)
