// A sub-product is data (product.md "Sub-products"): a fifteenth row adds its menu, its screens and the rights on them.
import { describe, expect, it } from 'vitest'
import { isAllowed, rightKey } from '#contract/access.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, type SubProductRow, subProductMenu, subProducts } from '#contract/sub-products.ts'
import { placed } from '#server/db/seed/menu-tree.ts'
import { subProductDirectory } from '#server/db/seed/menus-application.ts'
import { pagesOfSubProducts } from '#web/features/members/sub-product-pages.ts'

const fifteenth = {
  key: 'carbon',
  prefix: 'carbon',
  title: '碳市场',
  grantsBy: 'product',
  pages: { accounts: 'accounts', subsidiaryAccount: 'subsidiaryAccount', grantChange: 'grantChange' },
} as const satisfies SubProductRow
const rows: readonly SubProductRow[] = [...subProducts, fifteenth]
const carbon = 'carbon' as SubProductKey

describe('a fifteenth sub-product', () => {
  it('has its menu rows with their buttons', () => {
    const menu = placed([subProductDirectory(fifteenth)])
    expect(menu.filter(({ type }) => type < 3).map(({ code, path }) => [code, path])).toEqual([
      ['carbon', '/application/carbon'],
      ['carbon.accounts', '/application/carbon/accounts'],
      ['carbon.subsidiaryAccount', '/application/carbon/subsidiaryAccount'],
      ['carbon.grantChange', '/application/carbon/grantChange'],
    ])
    const codes = menu.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['carbon.accounts.empower', 'carbon.accounts.affiliatedAccount']))
    expect(codes).not.toContain('carbon.accounts.generateAIAccount')
  })

  it('has its screens, with itself as their sub-product', () => {
    const pages = pagesOfSubProducts(rows)
    expect(Object.keys(pages)).toHaveLength(Object.keys(pagesOfSubProducts(subProducts)).length + 3)
    expect(pages['/application/carbon/accounts']).toMatchObject({ props: { subProduct: 'carbon' } })
    expect(pages['/application/carbon/subsidiaryAccount']).toMatchObject({ props: { subProduct: 'carbon' } })
  })

  it('has rights of its own on every call of its pages', () => {
    const access = canOn('row', 'accounts', 'empower', rows)
    const holdings = (menu: string) => ({ isAdministrator: false, rights: new Set([rightKey(menu, 'empower')]) })
    expect(isAllowed(access, holdings(subProductMenu('carbon', 'accounts')), carbon)).toBe(true)
    expect(isAllowed(access, holdings(subProductMenu('bigData', 'accounts')), carbon)).toBe(false)
    expect(subProductsWith('subsidiaryAccount', rows)).toEqual([...subProductsWith('subsidiaryAccount'), 'carbon'])
  })
})

it('§2 every sub-product has the screens of its row, except those that wait for their area', () => {
  const pages = pagesOfSubProducts(subProducts)
  const waiting = ['emailPushReport', 'emailPushTransactionPrice', 'priceDiff', 'sessions', 'assistants']
  const wanted = subProducts.flatMap((row: SubProductRow) =>
    Object.entries(row.pages).flatMap(([name, path]) =>
      waiting.includes(name) ? [] : [`/application/${row.prefix}/${path}`],
    ),
  )
  expect(Object.keys(pages)).toEqual(expect.arrayContaining(wanted))
  expect(wanted).toContain('/application/gangtie/account/info')
  expect(wanted).toContain('/application/apiDate/account/info')
  expect(wanted).toContain('/application/embedManager/member')
})
