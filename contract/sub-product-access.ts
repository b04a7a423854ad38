// Rights on one page of whichever sub-product a call concerns. Apart from access.ts, so that the sign-in page loads none of
// the sub-products' facts.
import type { Alias, RightOnSubProduct } from './access.ts'
import { type SubProductKey, type SubProductPage, subProductMenu, subProducts } from './sub-products.ts'

/** Of which sub-products that page is a page of. */
export const subProductsWith = (page: SubProductPage): SubProductKey[] =>
  subProducts.flatMap(({ key, pages }) => (Object.hasOwn(pages, page) ? [key] : []))

export const canOn = <F extends RightOnSubProduct['from']>(
  from: F,
  page: SubProductPage,
  alias: Alias,
): RightOnSubProduct & { from: F } => ({
  kind: 'canOn',
  from,
  page,
  alias,
  menus: Object.fromEntries(subProductsWith(page).map((key) => [key, subProductMenu(key, page)])),
})
