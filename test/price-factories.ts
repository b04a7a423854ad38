// Quote items and prices for tests.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { userProducts } from '#server/db/schema/authorisation.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'

let count = 0

export type Item = { productId: string; quoteItemId: string }

/** An item of `productId`, or of a new product. */
export async function makeQuoteItem(
  db: Db,
  overrides: Partial<typeof quoteItems.$inferInsert> & { productName?: string } = {},
): Promise<Item> {
  count += 1
  const { productName = `产品${count}`, productId, ...columns } = overrides
  const [product] = productId ? [] : await db.insert(products).values({ name: productName }).returning()
  const own = {
    name: `报价项${count}`,
    market: '上海',
    specification: 'HRB400E Φ20',
    unit: '元/吨',
    activeSince: '2000-01-01T00:00:00+08:00',
    ...columns,
  }
  const [item] = await db
    .insert(quoteItems)
    .values({ productId: productId ?? product?.id ?? '', ...own })
    .returning()
  if (!item) throw new Error('no quote item was made')
  return { productId: item.productId, quoteItemId: item.id }
}

export async function makePrice(
  db: Db,
  item: Item,
  day: string,
  overrides: Partial<typeof prices.$inferInsert> = {},
): Promise<string> {
  const [price] = await db
    .insert(prices)
    .values({ ...item, day, low: '3200.50', high: '3260.00', average: '3230.25', ...overrides })
    .returning()
  if (!price) throw new Error('no price was made')
  return price.id
}

/** Assigns the product to the people, in the role that each has. */
export async function giveProduct(db: Db, people: readonly { id: string }[], productId: string): Promise<void> {
  await db.execute(sql`insert into ${userProducts} (user_id, role_id, product_id)
    select u.id, u.role_id, ${productId}::bigint from ${users} u
      where u.id = any(${sql.param(people.map(({ id }) => id))}::bigint[])`)
}
