// The right to grant in a sub-product: the same one on every page.
import { type Holdings, isAllowed } from '#contract/access.ts'
import { saveGrants } from '#contract/members/grants.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { refuse } from '#server/core/http/refusal.ts'

export const mayGrantIn = (holdings: Holdings, subProduct: SubProductKey): boolean =>
  isAllowed(saveGrants.access, holdings, subProduct)

/** Throws 403 with the sub-products on which it is not held. */
export function refuseWithoutGrantRight(holdings: Holdings, subProducts: readonly SubProductKey[]): void {
  const missing = [...new Set(subProducts)].filter((key) => !mayGrantIn(holdings, key))
  if (missing.length === 0) return
  throw refuse('forbidden', {
    msg: `没有子产品的授权权限：${missing.map((key) => subProductOf(key).title).join('、')}`,
  })
}
