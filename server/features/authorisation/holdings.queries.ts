// What somebody holds themselves, and so may give.
import type { Actor } from '../../core/access/actors.ts'
import { editorialScope, seesAllProducts } from '../../core/access/scope.ts'
import type { Executor } from '../../db/connection.ts'
import { products } from '../../db/schema/catalogue.ts'
import { findCategoriesOf, findNewsCategoriesOf } from './grants.queries.ts'
import type { Held } from './grants.rules.ts'

/** Editorial scope: what the actor works on, or those below. */
export async function findHeldProducts(db: Executor, actor: Actor): Promise<Held> {
  if (seesAllProducts(actor)) return 'all'
  const found = await db.select({ id: products.id }).from(products).where(editorialScope(actor, products.id))
  return new Set(found.map(({ id }) => id))
}

export const findHeldCategories = async (db: Executor, { id, isAdministrator }: Actor): Promise<Held> =>
  isAdministrator ? 'all' : findCategoriesOf(db, id)

export const findHeldNewsCategories = async (db: Executor, { id, isAdministrator }: Actor): Promise<Held> =>
  isAdministrator ? 'all' : findNewsCategoriesOf(db, id)
