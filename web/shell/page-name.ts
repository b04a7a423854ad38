// Page name with its sub-product, for places without that context.
import { subProducts } from '#contract/sub-products.ts'
import { findPage, type Pages } from '#web/lib/page.ts'

export function pageName(pages: Pages, { title, path }: { title: string; path: string }): string {
  const key = findPage(pages, path)?.entry.props?.subProduct
  const subProduct = subProducts.find((each) => each.key === key)
  return subProduct ? `${title} · ${subProduct.title}` : title
}
