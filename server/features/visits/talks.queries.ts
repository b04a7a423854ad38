// What was heard at visits, by product, as it is stored.
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { TALK_PRODUCTS_MAX, type Talk } from '#contract/visits/visits.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { visitHeard, visits } from '#server/db/schema/visits.ts'

/** In the order in which they were heard. */
export const talksOf = (db: Executor, visitId: string): Promise<Talk[]> =>
  db
    .select({
      id: visitHeard.id,
      productId: visitHeard.productId,
      productName: products.name,
      priceLow: visitHeard.priceLow,
      priceHigh: visitHeard.priceHigh,
      unit: visitHeard.unit,
      hasTax: visitHeard.hasTax,
      delivery: visitHeard.delivery,
      stock: visitHeard.stock,
      rate: visitHeard.rate,
      mood: visitHeard.mood,
      remark: visitHeard.remark,
      isConfidential: visitHeard.isConfidential,
      verdict: visitHeard.verdict,
      verdictReason: visitHeard.verdictReason,
    })
    .from(visitHeard)
    .innerJoin(products, eq(products.id, visitHeard.productId))
    .where(eq(visitHeard.visitId, visitId))
    .orderBy(asc(visitHeard.id))

type NewTalk = Omit<typeof visitHeard.$inferInsert, 'visitId' | 'id'> & { id?: string | null }

/** Rows keep their ids, as prices refer to them; those that are left out are deleted. */
export async function setTalks(tx: Tx, visitId: string, talks: readonly NewTalk[]) {
  const kept = talks.flatMap(({ id }) => id ?? [])
  await tx.delete(visitHeard).where(and(eq(visitHeard.visitId, visitId), notInArray(visitHeard.id, kept)))
  for (const { id, ...values } of talks) {
    if (id)
      await tx
        .update(visitHeard)
        .set(values)
        .where(and(eq(visitHeard.id, id), eq(visitHeard.visitId, visitId)))
    else await tx.insert(visitHeard).values({ ...values, visitId })
  }
}

/** Unit by id of the products that exist. */
export async function unitsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ id: products.id, unit: products.unit })
    .from(products)
    .where(inArray(products.id, [...ids]))
  return new Map(found.map(({ id, unit }) => [id, unit]))
}

export const searchTalked = (db: Db, { text = '', ids }: { text?: string; ids?: readonly string[] }) =>
  db
    .select({ id: products.id, name: products.name, unit: products.unit })
    .from(products)
    .where(
      ids
        ? inArray(products.id, [...ids])
        : sql`${products.isShow} and (${hasName(products.name, keyPart(text), products.spelling)} or text_key(${products.code}) like ${keyPart(text)})`,
    )
    .orderBy(
      sql`coalesce(${hasName(products.name, keyPart(text), products.spelling)}, false) desc, length(${products.name})`,
      products.id,
    )
    .limit(TALK_PRODUCTS_MAX)

/** What a person has heard at visits and no editor has decided about. */
export const countUndecided = (db: Executor, userId: string): Promise<number> =>
  db.$count(
    visitHeard,
    sql`${visitHeard.verdict} is null and ${visitHeard.visitId} in (select v.id from ${visits} v
      where v.owner_id = ${userId} and v.state = 'reported')`,
  )
