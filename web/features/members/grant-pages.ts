// The pages of the ledger that each sub-product has, by its row: a new row brings its page with it.
import type { PartnerLedger } from '../../../contract/grant-changes.ts'
import { type SubProductKey, type SubProductPage, subProductPages } from '../../../contract/sub-products.ts'
import { type PageEntry, type Pages, page } from '../../lib/page.ts'

type Row = { key: string; prefix: string; pages: Readonly<Partial<Record<SubProductPage, string>>> }
type Make = (row: { subProduct: SubProductKey; back: string }) => PageEntry

const ofPartners =
  (ledger: PartnerLedger): Make =>
  ({ back }) =>
    page(subProductPages[ledger], () => import('./grant-changes-partners.tsx'), {
      ...{ twoLevel: true, back, props: { ledger } },
    })

const screens = {
  grantChange: ({ subProduct, back }) =>
    page(subProductPages.grantChange, () => import('./grant-changes.tsx'), {
      ...{ twoLevel: true, back, props: { subProduct } },
    }),
  systemGrantChange: ({ back }) =>
    page(subProductPages.systemGrantChange, () => import('./grant-acts.tsx'), { twoLevel: true, back }),
  grantChangeBigData: ofPartners('grantChangeBigData'),
  grantChangeOfficialWebsite: ofPartners('grantChangeOfficialWebsite'),
} satisfies Partial<Record<SubProductPage, Make>>

/** 返回 leads to the accounts of the sub-product. */
export function grantPages(rows: readonly Row[]): Pages {
  const entries = rows.flatMap(({ key, prefix, pages }) =>
    (Object.keys(screens) as (keyof typeof screens)[]).flatMap((name) => {
      const path = pages[name]
      if (path === undefined) return []
      const back = `/application/${prefix}/${pages.accounts}`
      return [[`/application/${prefix}/${path}`, screens[name]({ subProduct: key as SubProductKey, back })] as const]
    }),
  )
  return Object.fromEntries(entries)
}
