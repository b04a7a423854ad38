// Prices: one entry for each quote item and day; quote items as far as prices need them.
import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, numeric, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { products } from './catalogue.ts'
import { id64, identity, moment, version } from './columns.ts'

export const quoteItems = pgTable(
  'quote_items',
  {
    id: identity('id'),
    productId: id64('product_id')
      .notNull()
      .references(() => products.id),
    market: text('market').notNull(),
    specification: text('specification').notNull().default(''),
    unit: text('unit').notNull(),
  },
  (t) => [index('quote_items_product').on(t.productId), unique('quote_items_id_product').on(t.id, t.productId)],
)

/**
 * `product_id` is the quote item's, kept here by the foreign key, so that a product's prices by day are one index.
 * Every index ends as lists sort. Not partitioned by year: that was measured, and a product's list took twice as long,
 * because it has to look into each year's index.
 */
export const prices = pgTable(
  'prices',
  {
    id: identity('id'),
    version: version(),
    quoteItemId: id64('quote_item_id').notNull(),
    productId: id64('product_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    low: numeric('low').notNull(),
    high: numeric('high').notNull(),
    average: numeric('average').notNull(),
    /** Against the last published entry of the quote item; null where there is none. */
    change: numeric('change'),
    /** The same, %. */
    percent: numeric('percent'),
    status: text('status', { enum: ['draft', 'submitted', 'verified', 'corrected'] })
      .notNull()
      .default('draft'),
    remark: text('remark').notNull().default(''),
    englishRemark: text('english_remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    foreignKey({
      name: 'prices_quote_item',
      columns: [t.quoteItemId, t.productId],
      foreignColumns: [quoteItems.id, quoteItems.productId],
    }).onUpdate('cascade'),
    uniqueIndex('prices_quote_item_day').on(t.quoteItemId, t.day),
    index('prices_product_day').on(t.productId, t.day, t.id),
    index('prices_status_day').on(t.status, t.day, t.id),
    index('prices_day').on(t.day, t.id),
    check('prices_range', sql`${t.low} <= ${t.average} and ${t.average} <= ${t.high}`),
  ],
)
