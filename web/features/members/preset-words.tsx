// Presets in the words of the screens, and where their pages stand.
import type { PresetRow } from '../../../contract/grant-presets.ts'
import { accountModules, type GrantKind, grantKindWords } from '../../../contract/members.ts'
import {
  type SubProductKey,
  type SubProductPage,
  subProductMenu,
  subProductOf,
} from '../../../contract/sub-products.ts'
import { usePermissions } from '../../lib/permissions.ts'

export const kindOptions = (Object.keys(grantKindWords) as GrantKind[]).map((value) => ({
  value,
  label: grantKindWords[value],
}))

const moduleWords: Readonly<Record<string, string>> = accountModules
export const modulesText = (modules: readonly string[]): string =>
  modules.map((key) => moduleWords[key] ?? key).join('、') || '—'

export const productsText = ({ products, productNames }: Pick<PresetRow, 'products' | 'productNames'>): string => {
  if (products === 0) return '整个子产品'
  const names = productNames.join('、')
  return products > productNames.length ? `${names}等 ${products} 个` : names
}

export const quotaText = (quota: number | null): string => (quota === null ? '不限' : `每日 ${quota} 次`)

/** `/application/officialWebsite/quickAuthorization` */
export function subProductPath(subProduct: SubProductKey, page: SubProductPage): string {
  const { prefix, pages } = subProductOf(subProduct)
  const own: Readonly<Partial<Record<SubProductPage, string>>> = pages
  return `/application/${prefix}/${own[page] ?? ''}`
}

/** The menu row of a sub-product's page: pickers offer what is sold there. */
export function useMenuId(subProduct: SubProductKey, page: SubProductPage): string | undefined {
  const menu = subProductMenu(subProduct, page)
  return usePermissions(({ buttons }) => buttons.find(({ code }) => code === menu)?.id)
}
