// What sub-products are told of accounts: numbered changes, figures of their calls, and where members have signed in.
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment } from './columns.ts'

/** The feed of a sub-product. Its row is locked from the numbering of a transaction's changes until its commit. */
export const entitlementFeeds = pgTable('entitlement_feeds', {
  subProduct: text('sub_product').$type<SubProductKey>().primaryKey(),
  /** The newest number. */
  number: id64('number').notNull().default(sql`0`),
  /** Changes up to this number may be missing; cursors before it are too old. */
  prunedTo: id64('pruned_to').notNull().default(sql`0`),
  at: moment('at').notNull().default(sql`now()`),
})

/**
 * An account whose entitlements have changed, once for each transaction; inserted by triggers, whatever changed them. A deferred
 * trigger numbers the rows at commit: `number` is null only within the transaction.
 */
export const entitlementChanges = pgTable(
  'entitlement_changes',
  {
    id: identity('id'),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    /** No foreign key: the change stays where the account is deleted. */
    accountId: id64('account_id').notNull(),
    /** Which transaction: it finds its own rows by it, and no other waits for them. */
    transaction: id64('transaction').notNull().default(sql`pg_current_xact_id()::text::bigint`),
    number: id64('number'),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('entitlement_changes_number').on(t.subProduct, t.number),
    index('entitlement_changes_account').on(t.accountId, t.number),
    uniqueIndex('entitlement_changes_open').on(t.transaction, t.accountId).where(sql`${t.number} is null`),
  ],
)

/** Calls of a sub-product by minute: answers, and refusals by why. Added up in memory and written once in a while. */
export const entitlementFigures = pgTable(
  'entitlement_figures',
  {
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    minute: moment('minute').notNull(),
    /** `checks` (calls), `allowed` (answers), a reason why not, or `verify.…`. */
    what: text('what').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subProduct, t.minute, t.what] }),
    index('entitlement_figures_minute').on(t.minute),
    check('entitlement_figures_count', sql`${t.count} > 0`),
  ],
)

/** How far a sub-product has read its feed. */
export const entitlementReaders = pgTable('entitlement_readers', {
  subProduct: text('sub_product').$type<SubProductKey>().primaryKey(),
  /** The cursor of the last call. */
  after: id64('after').notNull(),
  at: moment('at').notNull().default(sql`now()`),
})

/** The last sign-in of a member's name from an address; the name as in `sign_in_failures`. */
export const memberSignIns = pgTable(
  'member_sign_ins',
  {
    userName: text('user_name').notNull(),
    address: text('address').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.userName, t.address] }), index('member_sign_ins_at').on(t.at)],
)
