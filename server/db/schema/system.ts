// The audit log: rows are written in the act's own transaction and never change; seals chain them by hash.
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id64, identity, moment } from './columns.ts'

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
