// Page entries of all sub-products, derived from their rows: each screen exists once, and a new row adds its pages.
// Rights are written out as in pages.ts.
import { can } from '#contract/access.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { type SubProductKey, type SubProductPage, type SubProductRow, subProductPages } from '#contract/sub-products.ts'
import { type PageEntry, type Pages, page } from '#web/lib/page.ts'

/** `list`: the page's path; `back`: path of the sub-product's accounts. */
type Place = { subProduct: SubProductKey; list: string; back: string }
/** Keys are suffixes of the page's path; `''` is the page itself. */
type Screens = (place: Place) => Readonly<Record<string, PageEntry>>

const accountLog = () => import('./activity/account-log-list.tsx')
const presetForm = () => import('./presets/preset-form.tsx')
const thirdPowerForm = () => import('./partners/third-power-form.tsx')
const partnerForm = () => import('./partners/partner-form.tsx')
const permissionSetForm = () => import('./partners/permission-set-form.tsx')
const partnerLedger = () => import('./grants/grant-changes-partners.tsx')

const added = { kept: true } as const
const edited = { kept: true, perRecord: 'id' } as const

const screens: Readonly<Partial<Record<SubProductPage, Screens>>> = {
  accounts: ({ subProduct }) => ({
    '': page(subProductPages.accounts, () => import('./accounts/accounts.tsx'), { props: { subProduct } }),
  }),
  subsidiaryAccount: ({ subProduct }) => ({
    '': page(subProductPages.subsidiaryAccount, () => import('./accounts/sub-accounts.tsx'), {
      // only sub-products that have sub-accounts list this page
      props: { subProduct: subProduct as 'bigData' },
    }),
  }),
  grantChange: ({ subProduct, back }) => ({
    '': page(subProductPages.grantChange, () => import('./grants/grant-changes.tsx'), {
      twoLevel: true,
      back,
      props: { subProduct },
    }),
  }),
  systemGrantChange: ({ back }) => ({
    '': page(subProductPages.systemGrantChange, () => import('./grants/grant-acts.tsx'), { twoLevel: true, back }),
  }),
  grantChangeBigData: ({ back }) => ({
    '': page(subProductPages.grantChangeBigData, partnerLedger, {
      twoLevel: true,
      back,
      props: { ledger: 'grantChangeBigData' },
    }),
  }),
  grantChangeOfficialWebsite: ({ back }) => ({
    '': page(subProductPages.grantChangeOfficialWebsite, partnerLedger, {
      twoLevel: true,
      back,
      props: { ledger: 'grantChangeOfficialWebsite' },
    }),
  }),
  accountLog: ({ subProduct, back }) => ({
    '': page(subProductPages.accountLog, accountLog, { twoLevel: true, back, props: { subProduct } }),
  }),
  visitsInfo: ({ subProduct }) => ({
    '': page(subProductPages.visitsInfo, () => import('./activity/visits-page.tsx'), { props: { subProduct } }),
  }),
  quickAuthorization: ({ subProduct, list: parent }) => ({
    '': page(subProductPages.quickAuthorization, () => import('./presets/preset-list.tsx'), { props: { subProduct } }),
    '/addForm': page('新增快捷授权', presetForm, {
      ...added,
      parent,
      access: canOn('request', 'quickAuthorization', 'add'),
      props: { subProduct, edit: false },
    }),
    '/editForm': page('编辑快捷授权', presetForm, {
      ...edited,
      parent,
      access: canOn('row', 'quickAuthorization', 'edit'),
      props: { subProduct, edit: true },
    }),
  }),
  authorizationRules: ({ subProduct }) => ({
    '': page(subProductPages.authorizationRules, () => import('./grants/grant-rule-list.tsx'), {
      props: { subProduct },
    }),
  }),
  documents: ({ subProduct }) => ({
    '': page(subProductPages.documents, () => import('./documents/document-list.tsx'), { props: { subProduct } }),
  }),
  orders: ({ subProduct, list: parent }) => ({
    '': page(subProductPages.orders, () => import('./orders/order-list.tsx'), { props: { subProduct } }),
    '/moduleHistory': page('订单变更记录', () => import('./orders/order-history.tsx'), {
      ...edited,
      parent,
      access: canOn('row', 'orders', 'details'),
    }),
  }),
  manualEntry: ({ subProduct }) => ({
    '': page(subProductPages.manualEntry, () => import('./matrix/manual-entry.tsx'), { props: { subProduct } }),
  }),
  thirdPower: ({ subProduct, list }) => ({
    '': page(subProductPages.thirdPower, () => import('./partners/third-power-list.tsx'), {
      props: { subProduct, list },
    }),
    '/addForm': page('新增第三方权限', thirdPowerForm, {
      ...added,
      parent: list,
      access: canOn('request', 'thirdPower', 'add'),
      props: { edit: false, subProduct, list },
    }),
    '/editForm': page('编辑第三方权限', thirdPowerForm, {
      ...edited,
      parent: list,
      access: canOn('row', 'thirdPower', 'edit'),
      props: { edit: true, subProduct, list },
    }),
  }),
  partners: ({ list: parent }) => ({
    '': page(subProductPages.partners, () => import('./partners/partner-list.tsx')),
    '/add': page('新增合作伙伴', partnerForm, {
      ...added,
      parent,
      access: can('embed.partners', 'add'),
      props: { edit: false },
    }),
    '/edit': page('编辑合作伙伴', partnerForm, {
      ...edited,
      parent,
      access: can('embed.partners', 'edit'),
      props: { edit: true },
    }),
  }),
  permissionSets: ({ list: parent }) => ({
    '': page(subProductPages.permissionSets, () => import('./partners/permission-set-list.tsx')),
    '/permissionAdd': page('新增权限方案', permissionSetForm, {
      ...added,
      parent,
      access: can('embed.permissionSets', 'add'),
      props: { edit: false },
    }),
    '/permissionEdit': page('编辑权限方案', permissionSetForm, {
      ...edited,
      parent,
      access: can('embed.permissionSets', 'edit'),
      props: { edit: true },
    }),
  }),
}

function pagesOf({ key, prefix, pages }: SubProductRow): [string, PageEntry][] {
  const root = `/application/${prefix}`
  return (Object.entries(pages) as [SubProductPage, string][]).flatMap(([name, path]) => {
    const list = `${root}/${path}`
    const place = { subProduct: key as SubProductKey, list, back: `${root}/${pages.accounts}` }
    const entries = Object.entries(screens[name]?.(place) ?? {})
    return entries.map(([rest, entry]): [string, PageEntry] => [`${list}${rest}`, entry])
  })
}

export const pagesOfSubProducts = (rows: readonly SubProductRow[]): Pages => Object.fromEntries(rows.flatMap(pagesOf))
