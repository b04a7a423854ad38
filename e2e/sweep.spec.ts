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
      `select (select id::text from users where user_name = 'editor') as "editAccount",
        (select min(id)::text from announcements) as "editAnnoucement"`,
    )
    for (const path of some) {
      const address = path.replace('/*', '/home/index').replace(/:\w+/g, '1')
      await test.step(path, async () => {
        const id = ids?.[path.split('/').at(-1) ?? '']
        await page.goto(`${FIRST()}/backend${address}${id ? `?id=${id}` : ''}`)
        await expect(page.getByRole('main').first()).not.toBeEmpty()
        await expect(page.locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0)
        await expect(page.getByText('页面出错')).toHaveCount(0)
        if (firstOfScreen.has(path)) await expectAccessible(page)
      })
    }
  })
}
