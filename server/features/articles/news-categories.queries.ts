// Products in the scope of a writer, for checks.
import { and, inArray, sql } from 'drizzle-orm'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'

/** The given products that the viewer works on. */
export const findProducts = async (db: Executor, viewer: Viewer, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: products.id })
        .from(products)
        .where(and(inArray(products.id, [...ids]), sql`${editorialScope(viewer, products.id)}`))
