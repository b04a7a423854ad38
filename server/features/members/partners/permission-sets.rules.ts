// Decisions on permission sets.
import type { PermissionSetForm } from '#contract/members/permission-sets.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'

const isByProduct = (key: SubProductKey) => subProductOf(key).grantsBy === 'product'

/** Problems of the choice, by field: sub-products that are granted by product need products, and no others take any. */
export function verdictsOn({ subProducts, productIds }: Pick<PermissionSetForm, 'subProducts' | 'productIds'>) {
  const wantsProducts = subProducts.some(isByProduct)
  const empty = subProducts.length === 0
  return {
    subProducts: empty ? '请选择子产品' : null,
    productIds: wantsProducts
      ? productIds.length === 0
        ? '请选择产品'
        : null
      : productIds.length > 0 && !empty
        ? '所选子产品整体授权，不需要选择产品'
        : null,
  }
}

/** Targets of the set in one of its sub-products: each product, or null for the whole. */
export const productsIn = (key: SubProductKey, productIds: readonly string[]): readonly (string | null)[] =>
  isByProduct(key) ? productIds : [null]
