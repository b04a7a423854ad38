// A new release under open pages: a prompt, never a reload by itself.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, test } from './fixtures.ts'

const LIST = '/userControl/accountCenter/userList'
const bar = (page: Page) => page.getByRole('status').filter({ hasText: '系统已更新，请保存后刷新' })
const main = (page: Page) => page.locator('main')
const isPage = (address: URL) => address.href === `${FIRST()}/backend/`

const answered = (page: Page) => page.waitForResponse((response) => isPage(new URL(response.url())))

/** From now on another release answers; counts how often it was asked. */
async function deploy(page: Page): Promise<() => number> {
  let asked = 0
  await page.route(isPage, (route) => {
    asked += 1
    return route.fulfill({ headers: { 'x-release': 'newer' }, body: '' })
  })
  return () => asked
}

test('the page and the server name the same release', async ({ page }) => {
  const reply = await page.request.head(`${FIRST()}/backend/`)
  const release = reply.headers()['x-release']
  expect(release).toMatch(/^[\w-]{8}$/)
  for (const address of ['/login', '/home/index']) {
    const html = await (await page.request.get(`${FIRST()}/backend${address}`)).text()
    expect(html).toContain(`<meta name="release" content="${release}"`)
  }
})

test('a new release shows a bar after some minutes; nothing reloads until 刷新', async ({ page }) => {
  await addPerson('keeps.open')
  await page.clock.install()
  await enter(page, 'keeps.open', '/userControl/createAccount')
  const remark = main(page).getByRole('textbox', { name: '备注' })
  await remark.fill('还没保存')
  const first = answered(page)
  await page.clock.fastForward(300_000)
  await first
  await expect(bar(page)).toHaveCount(0)
  const asked = await deploy(page)
  await page.clock.fastForward(300_000)
  await expect(bar(page)).toBeVisible()
  await expect(remark).toHaveValue('还没保存')
  await expectAccessible(page)
  // once known it is not asked again
  await page.clock.fastForward(600_000)
  expect(asked()).toBe(1)

  // unsaved input asks as usual: staying keeps everything
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void (questions.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  const reload = bar(page).getByRole('button', { name: '刷新' })
  await reload.click()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await expect(remark).toHaveValue('还没保存')
  await page.unroute(isPage)
  const loaded = page.waitForEvent('load')
  await reload.click()
  await loaded
  await expect(bar(page)).toHaveCount(0)
  expect(questions).toEqual(['beforeunload', 'beforeunload'])
})

test('coming back to the window asks too, at most once a minute', async ({ page }) => {
  await addPerson('comes.back')
  await page.clock.install()
  await enter(page, 'comes.back')
  await expect(main(page)).toContainText('系统管理员')
  await page.clock.pauseAt(Date.now() + 120_000)
  const comeBack = () => page.evaluate(() => void window.dispatchEvent(new Event('focus')))
  const first = answered(page)
  await comeBack()
  await first
  await expect(bar(page)).toHaveCount(0)
  const asked = await deploy(page)
  await page.clock.fastForward(59_000)
  await comeBack()
  expect(asked()).toBe(0)
  await page.clock.fastForward(1_000)
  await comeBack()
  await expect(bar(page)).toBeVisible()
})

test('a part of a page that is gone makes the console ask at once', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|dynamically imported module|preload/)
  await addPerson('misses.chunk')
  await enter(page, 'misses.chunk')
  await expect(main(page)).toContainText('系统管理员')
  await deploy(page)
  await page.route(/\/assets\/user-list-[\w-]+\.js$/, (route) => route.abort())
  await page.getByRole('link', { name: '员工账号' }).first().click()
  await expect(page).toHaveURL(new RegExp(LIST))
  await expect(bar(page)).toBeVisible()
  await expect(main(page).getByRole('heading', { name: '页面没能加载' })).toBeVisible()
})
