// Customers that were merged, with all that it takes to take it back.
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { id64, identity, moment, reference } from '../columns.ts'
import { users } from '../organisation.ts'

export type MergeTrace = {
  /** Ids of moved rows by table. */
  moved: Record<string, string[]>
  /** Moved contacts that stopped being the main one, and those that were after the merge. */
  formerMains: string[]
  mains: string[]
  /** Enterprises for visits that lost their customer, as the kept one has its own. */
  unlinked: string[]
  /** The older of two open reminders, which the newer one ended. */
  ended: { id: string; byId: string } | null
  /** What the kept one got, by column. */
  filled: Record<string, { before: string | null; after: string | null }>
}

export const enterpriseMerges = pgTable(
  'enterprise_merges',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    /** No foreign key: the kept one may be deleted, or merged itself, which ends the undo. */
    keptId: id64('kept_id').notNull(),
    /** The deleted row, whole. */
    dropped: jsonb('dropped').$type<{ id: number; name: string } & Record<string, unknown>>().notNull(),
    trace: jsonb('trace').$type<MergeTrace>().notNull(),
    actorId: reference('actor_id', () => users.id),
    undoneAt: moment('undone_at'),
  },
  (t) => [index('enterprise_merges_kept').on(t.keptId, t.id)],
)
