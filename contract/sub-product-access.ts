// Rights on one page of whichever sub-product a call concerns. Apart from access.ts, so that the sign-in page loads none of
// the sub-products' facts.
import type { Alias, RightOnSubProduct } from './access.ts'
import {
  type SubProductKey,
  type SubProductPage,
  type SubProductRow,
  subProductMenu,
  subProducts,
} from './sub-products.ts'

/** The sub-products that have the page. */
export const subProductsWith = (page: SubProductPage, rows: readonly SubProductRow[] = subProducts): SubProductKey[] =>
  rows.flatMap(({ key, pages }) => (Object.hasOwn(pages, page) ? [key as SubProductKey] : []))

export const canOn = <F extends RightOnSubProduct['from']>(
  from: F,
  page: SubProductPage,
  alias: Alias,
  rows: readonly SubProductRow[] = subProducts,
): RightOnSubProduct & { from: F } => ({
  kind: 'canOn',
  from,
  page,
  alias,
  menus: Object.fromEntries(subProductsWith(page, rows).map((key) => [key, subProductMenu(key, page)])),
})

/** To see the accounts of a sub-product. Of none named: of any. */
export const viewAccounts = canOn('request', 'accounts', 'view')

/** The right of buttons on a sub-product's accounts that have no call and only open a page. */
export const accountRight = (subProduct: SubProductKey, alias: Alias) =>
  ({ kind: 'can', menu: subProductMenu(subProduct, 'accounts'), alias }) as const
