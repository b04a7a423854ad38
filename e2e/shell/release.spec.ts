// A new release while pages are open: a bar, never an automatic reload.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, test } from '../fixtures.ts'
import { act, elapse, field, shown } from '../page.ts'

const isPage = (address: URL) => address.href === `${FIRST()}/backend/`

const answered = (page: Page) => page.waitForResponse((response) => isPage(new URL(response.url())))

test('a new release shows a bar after some minutes; nothing reloads until 刷新', async ({ page }) => {
  await addPerson('keeps.open')
  await enter(page, 'keeps.open', '/userControl/createAccount')
  const bar = page.getByRole('status').filter({ hasText: '系统已更新，请保存后刷新' })

  await test.step('the page and the server name the same release', async () => {
    const release = (await page.request.head(`${FIRST()}/backend/`)).headers()['x-release']
    expect(release).toMatch(/^[\w-]{8}$/)
    for (const address of ['/login', '/home/index']) {
      const html = await (await page.request.get(`${FIRST()}/backend${address}`)).text()
      expect(html).toContain(`<meta name="release" content="${release}"`)
    }
  })

  const remark = field(shown(page), '备注')
  await remark.fill('还没保存')
  const first = answered(page)
  await elapse(page, 300_000)
  await first
  await expect(bar).toHaveCount(0)

  let checks = 0
  await page.route(isPage, (route) => {
    checks += 1
    return route.fulfill({ headers: { 'x-release': 'newer' }, body: '' })
  })
  await test.step('focusing the window checks too, at most once a minute', async () => {
    const comeBack = () => page.evaluate(() => void window.dispatchEvent(new Event('focus')))
    await elapse(page, 50_000)
    await comeBack()
    expect(checks).toBe(0)
    await elapse(page, 10_000)
    await comeBack()
    await expect(bar).toBeVisible()
  })
  await expect(remark).toHaveValue('还没保存')
  await expectAccessible(page, { within: ['[role="status"]'] })
  // once a new release is known, there are no further checks
  await elapse(page, 600_000)
  expect(checks).toBe(1)

  // unsaved input asks as usual: cancelling keeps everything
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void (questions.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  await act(bar, '刷新').click()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await expect(remark).toHaveValue('还没保存')
  await page.unroute(isPage)
  const loaded = page.waitForEvent('load')
  await act(bar, '刷新').click()
  await loaded
  await expect(bar).toHaveCount(0)
  expect(questions).toEqual(['beforeunload', 'beforeunload'])
})
