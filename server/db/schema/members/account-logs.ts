// Members' activity in our sub-products, as reported by these, and suspicions drawn from it.
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accountLogKinds, signalKinds } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment, reference } from '../columns.ts'
import { users } from '../organisation.ts'
import { memberAccounts } from './members.ts'

/** Partitioned by month of `at` (the migration says how); no foreign key, so that a month is dropped without a look at others. */
export const accountLogs = pgTable(
  'account_logs',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    accountId: id64('account_id').notNull(),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    kind: text('kind', { enum: accountLogKinds }).notNull(),
    /** Which part of the sub-product, and what in it. */
    module: text('module').notNull().default(''),
    detail: text('detail').notNull().default(''),
    address: text('address').notNull().default(''),
    device: text('device').notNull().default(''),
    /** How long a page was viewed, s; null where unknown. */
    seconds: integer('seconds'),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.at] }),
    index('account_logs_account').on(t.accountId, t.at),
    index('account_logs_list').on(t.subProduct, t.at),
  ],
)

/** An account used from many addresses or devices in a short time. One open signal of a kind for each account. */
export const accountSignals = pgTable(
  'account_signals',
  {
    id: identity('id'),
    accountId: reference('account_id', () => memberAccounts.id),
    kind: text('kind', { enum: signalKinds }).notNull(),
    /** How many different ones, and some of them. */
    count: integer('count').notNull(),
    samples: text('samples').array().notNull().default(sql`'{}'`),
    fromAt: moment('from_at').notNull(),
    toAt: moment('to_at').notNull(),
    foundAt: moment('found_at').notNull().default(sql`now()`),
    handledAt: moment('handled_at'),
    handledBy: id64('handled_by').references(() => users.id),
    remark: text('remark').notNull().default(''),
  },
  (t) => [
    uniqueIndex('account_signals_open').on(t.accountId, t.kind).where(sql`${t.handledAt} is null`),
    index('account_signals_account').on(t.accountId, t.id),
    index('account_signals_found').on(t.foundAt),
    // the list's order: open ones first, the newest before the others
    index('account_signals_list').on(
      sql`(${t.handledAt} is not null)`,
      t.foundAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
  ],
)
