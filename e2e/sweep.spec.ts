// Opens every entry of pages.ts as an administrator: it renders, keeps the console clean, and axe finds nothing serious.
// Pages of one screen, as of the sub-products, are all opened, and the first of them is looked at by axe.
import { pages } from '../web/pages.ts'
import { enter, expect, expectAccessible, FIRST, query, test } from './fixtures.ts'

/** A few pages a test, so that the workers share them. */
const PAGES_A_TEST = 8

const paths = Object.keys(pages).filter((path) => path !== '/login')
const parts = Array.from({ length: Math.ceil(paths.length / PAGES_A_TEST) }, (_, part) =>
  paths.slice(part * PAGES_A_TEST, (part + 1) * PAGES_A_TEST),
)

const firstOfScreen = new Set(
  new Map(
    Object.entries(pages)
      .toReversed()
      .map(([path, { load }]) => [String(load), path]),
  ).values(),
)

for (const [part, some] of parts.entries()) {
  test(`every page opens, ${part + 1} of ${parts.length}`, async ({ page }) => {
    await enter(page, 'admin')
    const [ids] = await query<Record<string, string>>(
      `select (select id::text from users where user_name = 'editor') as "/userControl/editAccount",
        (select min(id)::text from announcements) as "/system/editAnnoucement",
        (select min(id)::text from enterprises) as "/userControl/customerManagement/customerList/editCustomer",
        (select min(id)::text from enterprises) as "/userControl/customerManagement/customerList/grantMatrix",
        (select min(id)::text from third_powers) as "/application/bigData/systemLog/thirdPower/editForm",
        (select min(id)::text from grant_presets where sub_product = 'officialWebsite')
          as "/application/officialWebsite/quickAuthorization/editForm",
        (select min(id)::text from grant_presets where sub_product = 'oilGas')
          as "/application/oilGas/quickAuthorization/editForm",
        (select min(id)::text from orders) as "/application/appApplicationManagement/orderManagement/moduleHistory",
        (select min(id)::text from partners) as "/application/embedManager/partner/edit",
        (select min(id)::text from permission_sets) as "/application/embedManager/permission/permissionEdit"`,
    )
    for (const path of some) {
      const address = path.replace('/*', '/home/index').replace(/:\w+/g, '1')
      await test.step(path, async () => {
        const id = ids?.[path]
        expect(Boolean(id), 'a page of one record is opened with one').toBe(pages[path]?.perRecord !== undefined)
        await page.goto(`${FIRST()}/backend${address}${id ? `?id=${id}` : ''}`)
        await expect(page.getByRole('main').first()).not.toBeEmpty()
        await expect(page.locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0)
        await expect(page.getByText('页面出错')).toHaveCount(0)
        if (firstOfScreen.has(path)) await expectAccessible(page)
      })
    }
  })
}
