// Grants for thousands of accounts at once: the request, and the outcome for each account.
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { type BatchKind, type BatchWish, batchRowStates } from '#contract/members/grant-batches.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment, reference } from '../columns.ts'
import { users } from '../organisation.ts'
import { grantActs } from './grants.ts'
import { memberAccounts } from './members.ts'

export const grantBatches = pgTable(
  'grant_batches',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    kind: text('kind').$type<BatchKind>().notNull(),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    wish: jsonb('wish').$type<BatchWish>().notNull(),
    reason: text('reason').notNull(),
    ownerId: reference('owner_id', () => users.id),
    /** The one act of all its changes; null before the first. */
    actId: id64('act_id').references(() => grantActs.id),
  },
  (t) => [index('grant_batches_owner').on(t.ownerId, t.id)],
)

/** One account of a batch. Its outcome is stored with its changes, so that a job that begins again does nothing twice. */
export const grantBatchRows = pgTable(
  'grant_batch_rows',
  {
    batchId: reference('batch_id', () => grantBatches.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    accountId: reference('account_id', () => memberAccounts.id),
    /** Its name in the outcome. */
    name: text('name').notNull(),
    state: text('state', { enum: batchRowStates }).notNull().default('waiting'),
    msg: text('msg').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.place] }),
    index('grant_batch_rows_waiting').on(t.batchId, t.place).where(sql`${t.state} = 'waiting'`),
    index('grant_batch_rows_account').on(t.accountId),
  ],
)
