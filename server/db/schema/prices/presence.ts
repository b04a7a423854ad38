// Who is at which product of the review queue.
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { products } from '../catalogue.ts'
import { id64, moment } from '../columns.ts'
import { users } from '../organisation.ts'

/** A row for each tab, pinged; one that was not pinged for a while is nobody. */
export const priceReviewers = pgTable(
  'price_reviewers',
  {
    userId: id64('user_id')
      .notNull()
      .references(() => users.id),
    tab: text('tab').notNull(),
    productId: id64('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    seenAt: moment('seen_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tab] }), index('price_reviewers_product').on(t.productId)],
)
