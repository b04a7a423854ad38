// The pages of accounts and of sub-accounts that each sub-product has, by its row: a new row brings its pages with it.
import type { SubProductKey, SubProductPage } from '../../../contract/sub-products.ts'
import { type PageEntry, type Pages, page } from '../../lib/page.ts'

type Row = { key: string; prefix: string; pages: Readonly<Partial<Record<SubProductPage, string>>> }

const screens: Readonly<Partial<Record<SubProductPage, (subProduct: SubProductKey) => PageEntry>>> = {
  accounts: (subProduct) => page('账号管理', () => import('./accounts.tsx'), { props: { subProduct } }),
  subsidiaryAccount: (subProduct) =>
    page('子账号管理', () => import('./sub-accounts.tsx'), {
      // the page stands in the rows of those sub-products alone that have it
      props: { subProduct: subProduct as 'bigData' },
    }),
}

export function accountPages(rows: readonly Row[]): Pages {
  const entries = rows.flatMap(({ key, prefix, pages }) =>
    (Object.keys(screens) as SubProductPage[]).flatMap((name) => {
      const path = pages[name]
      const entry = screens[name]?.(key as SubProductKey)
      return path === undefined || !entry ? [] : [[`/application/${prefix}/${path}`, entry] as const]
    }),
  )
  return Object.fromEntries(entries)
}
