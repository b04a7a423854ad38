// The category tree over HTTP, for pickers.
import {
  getAllCategory,
  getCategoryPaths,
  getProductIdByCategoryIds,
  getProductListByName,
  treeAll,
} from '#contract/catalogue/catalogue.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { seesAllProducts } from '#server/core/access/scope.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Db } from '#server/db/connection.ts'
import { findBranch, findMenuChain, findPaths, findProductIds, findTreeRows, searchProducts } from './tree.queries.ts'
import { categoryIdOf, plainId, type Reach, reachOf, treeOf } from './tree.rules.ts'

async function reachFrom(db: Db, actor: Actor, menuId: string | undefined): Promise<Reach> {
  const reach = reachOf(actor, menuId === undefined ? null : await findMenuChain(db, menuId))
  if (!reach) throw refuse('forbidden')
  return reach
}

export const routes = [
  serve(treeAll, async ({ query: { isShow = false }, actor, db }) => {
    const rows = await findTreeRows(db, { viewer: actor, onlyShown: isShow })
    return treeOf(rows, isShow, seesAllProducts(actor))
  }),

  serve(getAllCategory, async ({ body: { key, level, menuId }, actor, db }) => {
    const branch = orNotFound(
      await findBranch(db, key === undefined ? null : plainId(key), await reachFrom(db, actor, menuId)),
    )
    checkFields({ level: level !== undefined && level !== branch.level ? '级别与上级不符' : null })
    return branch.nodes
  }),

  serve(getProductListByName, async ({ query: { productNameOrId, menuId }, actor, db }) =>
    searchProducts(db, productNameOrId.trim(), await reachFrom(db, actor, menuId)),
  ),

  serve(getProductIdByCategoryIds, ({ body: { categoryIds }, actor, db }) =>
    findProductIds(db, categoryIds.map(plainId), { viewer: actor, onlyShown: false }),
  ),

  serve(getCategoryPaths, async ({ body: { values, menuId }, actor, db }) => {
    const categoryIds = values.flatMap((value) => categoryIdOf(value) ?? [])
    const productIds = values.filter((value) => categoryIdOf(value) === null)
    return findPaths(db, categoryIds, productIds, await reachFrom(db, actor, menuId))
  }),
]
