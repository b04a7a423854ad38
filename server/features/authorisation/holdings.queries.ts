// What a person holds, and so may grant.
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, seesAllProducts } from '#server/core/access/scope.ts'
import type { Executor } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { findCategoriesOf, findNewsCategoriesOf } from './grants.queries.ts'
import type { Held } from './grants.rules.ts'

/** Editorial scope: products of the actor and of subordinates. */
export async function findHeldProducts(db: Executor, actor: Actor): Promise<Held> {
  if (seesAllProducts(actor)) return 'all'
  const found = await db.select({ id: products.id }).from(products).where(editorialScope(actor, products.id))
  return new Set(found.map(({ id }) => id))
}

export const findHeldCategories = async (db: Executor, { id, isAdministrator }: Actor): Promise<Held> =>
  isAdministrator ? 'all' : findCategoriesOf(db, id)

export const findHeldNewsCategories = async (db: Executor, { id, isAdministrator }: Actor): Promise<Held> =>
  isAdministrator ? 'all' : findNewsCategoriesOf(db, id)
