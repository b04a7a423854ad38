// Webhooks of sub-products, and what came of each delivery. The deliveries are messages of the outbox.
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { messages } from './core/outbox.ts'

export const webhooks = pgTable(
  'webhooks',
  {
    id: identity('id'),
    version: version(),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** Encrypted (sealed-text.ts). */
    secret: text('secret').notNull(),
    secretAt: moment('secret_at').notNull().default(sql`now()`),
    /** The one before, which signs as well until then. */
    oldSecret: text('old_secret'),
    oldSecretUntil: moment('old_secret_until'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Where the receiver ended it with 410. */
    disabledReason: text('disabled_reason').notNull().default(''),
    /** Changes up to this number of the feed have been queued. */
    queuedTo: id64('queued_to').notNull(),
    /** Failures in a row; those of deliveries under way at once count as one. */
    failures: integer('failures').notNull().default(0),
    failingSince: moment('failing_since'),
    /** Untried deliveries wait until then. */
    restsUntil: moment('rests_until'),
    /** When people were told that it fails. */
    noticedAt: moment('noticed_at'),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('webhooks_name').on(t.subProduct, sql`lower(${t.name})`)],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    messageId: id64('message_id')
      .primaryKey()
      .references(() => messages.id),
    webhookId: reference('webhook_id', () => webhooks.id),
    /** Both null: a test. The account has no foreign key, as its change remains where it is deleted. */
    accountId: id64('account_id'),
    number: id64('number'),
    at: moment('at').notNull().default(sql`now()`),
    /** Of the last attempt; null without an answer. */
    status: integer('status'),
    ms: integer('ms'),
    answer: text('answer').notNull().default(''),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    index('webhook_deliveries_webhook').on(t.webhookId, t.messageId),
    index('webhook_deliveries_account').on(t.webhookId, t.accountId, t.number),
    index('webhook_deliveries_at').on(t.at),
  ],
)
