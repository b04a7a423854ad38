// Labels of presets, and the paths of their pages.
import type { PresetRow } from '#contract/members/grant-presets.ts'
import type { SubProductKey, SubProductPage } from '#contract/sub-products.ts'
import { pageOf } from '../accounts/account-labels.tsx'

export const productsText = ({ products, productNames }: Pick<PresetRow, 'products' | 'productNames'>): string => {
  if (products === 0) return '整个子产品'
  const names = productNames.join('、')
  return products > productNames.length ? `${names}等 ${products} 个` : names
}

export const quotaText = (quota: number | null): string => (quota === null ? '不限' : `每日 ${quota} 次`)

/** `/application/officialWebsite/quickAuthorization` */
export const subProductPath = (subProduct: SubProductKey, page: SubProductPage): string =>
  pageOf(subProduct, page) ?? ''
