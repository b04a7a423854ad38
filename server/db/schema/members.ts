// Registrations: customers who apply for a trial. What becomes of them comes with the members.
import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'

export const registrations = pgTable(
  'registrations',
  {
    id: identity('id'),
    company: text('company').notNull(),
    contact: text('contact').notNull(),
    mobile: text('mobile').notNull(),
    email: text('email').notNull().default(''),
    /** The sub-product that the trial is for, a key of contract/sub-products.ts. */
    subProduct: text('sub_product').notNull(),
    remark: text('remark').notNull().default(''),
    address: text('address').notNull().default(''),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('registrations_time').on(t.createdAt), index('registrations_mobile').on(t.mobile)],
)
