// Products that a third party or a permission set names: whether they exist, and their names.
import { inArray, sql } from 'drizzle-orm'
import { checkFields } from '#server/core/http/refusal.ts'
import type { Executor } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'

export async function areThere(db: Executor, productIds: readonly string[]): Promise<boolean> {
  if (productIds.length === 0) return true
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...productIds]))
  return found.length === productIds.length
}

/** Throws 400 where one does not exist. */
export async function checkProducts(db: Executor, productIds: readonly string[]): Promise<void> {
  checkFields({ productIds: (await areThere(db, productIds)) ? null : '产品不存在' })
}

export async function productNames(db: Executor, productIds: readonly string[]): Promise<string[]> {
  if (productIds.length === 0) return []
  const rows = await db
    .select({ name: products.name })
    .from(products)
    .where(inArray(products.id, [...productIds]))
    .orderBy(sql`${products.sort}, ${products.id}`)
  return rows.map(({ name }) => name)
}
