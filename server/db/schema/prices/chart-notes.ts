// What people have written to charts of prices.
import { sql } from 'drizzle-orm'
import { date, index, pgTable, text } from 'drizzle-orm/pg-core'
import { products } from '../catalogue.ts'
import { id64, identity, moment, reference } from '../columns.ts'
import { users } from '../organisation.ts'

export const chartNotes = pgTable(
  'chart_notes',
  {
    id: identity('id'),
    productId: reference('product_id', () => products.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    caption: text('caption').notNull(),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [index('chart_notes_product').on(t.productId, t.day)],
)
