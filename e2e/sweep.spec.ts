// Opens every entry of pages.ts as an administrator: it renders, keeps the console clean, and axe finds nothing serious.
import { pages } from '../web/pages.ts'
import { expect, expectAccessible, FIRST, query, test } from './fixtures.ts'

test('every page opens', async ({ page, signInPage }) => {
  test.setTimeout(240_000)
  await signInPage.signIn('admin')
  const [some] = await query<{ id: string }>("select id::text from users where user_name = 'editor'")
  for (const path of Object.keys(pages).filter((each) => each !== '/login')) {
    const address = path.replace('/*', '/home/index').replace(/:\w+/g, '1')
    await test.step(path, async () => {
      await page.goto(`${FIRST()}/backend${address}${path.endsWith('editAccount') ? `?id=${some?.id}` : ''}`)
      await expect(page.getByRole('main').first()).not.toBeEmpty()
      await expect(page.locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0)
      await expect(page.getByText('页面出错')).toHaveCount(0)
      await expectAccessible(page)
    })
  }
})
