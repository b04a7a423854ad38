// Our own catalogue beside search words: which product a word is about.
import { type SQL, sql } from 'drizzle-orm'
import { textKey } from '#contract/text.ts'
import type { Executor } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'

type Named = { id: string; name: string }

/** Names of products and of their quote items, as placeholders of a statement take them. */
export async function productNames(db: Executor): Promise<{ productKeys: string[]; productIds: string[] }> {
  const { rows } = await db.execute<Named>(sql`select id::text as id, name from ${products}
    union all select product_id::text, name from ${quoteItems} where product_id is not null`)
  const keyed = rows.map(({ id, name }) => ({ id, key: textKey(name.trim()) })).filter(({ key }) => key !== '')
  return { productKeys: keyed.map(({ key }) => key), productIds: keyed.map(({ id }) => id) }
}

export const listProducts = (db: Executor): Promise<Named[]> =>
  db
    .select({ id: products.id, name: products.name })
    .from(products)
    .orderBy(sql`${products.name} collate "zh-x-icu"`, products.id)

/** The product whose name is the longest in the key of a word; needs the placeholders of `productNames`. */
export const aboutOf = (key: SQL): SQL =>
  sql`(select n.id from unnest(${sql.placeholder('productKeys')}::text[], ${sql.placeholder('productIds')}::bigint[]) n(key, id)
    where position(n.key in ${key}) > 0 order by length(n.key) desc, n.id limit 1)`

export const nameOfProduct = (id: SQL): SQL<string> =>
  sql`coalesce((select p.name from ${products} p where p.id = ${id}), '')`
