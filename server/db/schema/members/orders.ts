// Orders of members, each change of one, and the documents of a sub-product.
import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { documentStates, orderStates } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment, reference, version } from '../columns.ts'
import { files } from '../core/files.ts'
import { users } from '../organisation.ts'
import { memberAccounts } from './members.ts'

export const orders = pgTable(
  'orders',
  {
    id: identity('id'),
    version: version(),
    number: text('number').notNull().unique(),
    accountId: reference('account_id', () => memberAccounts.id),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    /** What is bought, as text. */
    item: text('item').notNull(),
    months: integer('months').notNull(),
    /** CNY. */
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
    state: text('state', { enum: orderStates }).notNull().default('created'),
    salesmanId: id64('salesman_id').references(() => users.id),
    closeReason: text('close_reason').notNull().default(''),
    remark: text('remark').notNull().default(''),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('orders_list').on(t.subProduct, t.id),
    index('orders_account').on(t.accountId),
    index('orders_salesman').on(t.salesmanId),
    check('orders_amount', sql`${t.amount} >= 0`),
  ],
)

/** moduleHistory of an order: what was changed, by whom and why. */
export const orderChanges = pgTable(
  'order_changes',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    orderId: reference('order_id', () => orders.id),
    action: text('action').notNull(),
    before: jsonb('before').$type<Record<string, string | null>>(),
    after: jsonb('after').$type<Record<string, string | null>>(),
    reason: text('reason').notNull().default(''),
    actorId: id64('actor_id').references(() => users.id),
    actorName: text('actor_name').notNull(),
  },
  (t) => [index('order_changes_order').on(t.orderId, t.id)],
)

export const documents = pgTable(
  'documents',
  {
    id: identity('id'),
    version: version(),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    title: text('title').notNull(),
    kind: text('kind').notNull().default(''),
    summary: text('summary').notNull().default(''),
    day: date('day', { mode: 'string' }).notNull(),
    fileId: id64('file_id').references(() => files.id),
    state: text('state', { enum: documentStates }).notNull().default('draft'),
    authorId: id64('author_id').references(() => users.id),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [index('documents_list').on(t.subProduct, t.day, t.id)],
)
