// Where a person is signed in: two browsers see each other, and one ends the other.
import type { Browser, Page } from '@playwright/test'
import { keyOf } from '../web/lib/storage.ts'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, SECOND, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: '账号安全' })

async function openSessions(page: Page, userName: string) {
  await page.getByRole('button', { name: new RegExp(`${userName}.*账号菜单`) }).click()
  await page.getByRole('button', { name: '账号安全' }).click()
  const tab = dialog(page).getByRole('tab', { name: '登录设备' })
  await expect(async () => {
    await tab.click()
    await expect(dialog(page).getByRole('tabpanel').getByRole('listitem').first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** Another browser of the same person. */
async function enterElsewhere(browser: Browser, userName: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await enter(page, userName)
  await expect(page.getByRole('button', { name: new RegExp(`${userName}.*账号菜单`) })).toBeVisible()
  return page
}

const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(
    (name) => JSON.parse(localStorage.getItem(name) ?? '').content.session.access_token as string,
    keyOf('session'),
  )

const statusAt = async (base: string, token: string, page: Page) =>
  (await page.request.post(`${base}/api/backend/getLoginUserInfo`, { headers: { 'console-auth': token } })).status()

/** Whoever opens the console in that browser is asked to sign in. */
async function expectLeft(page: Page): Promise<void> {
  const fresh = await page.context().newPage()
  await fresh.goto(`${FIRST()}/backend/home/index`)
  await expect(fresh).toHaveURL(/\/backend\/login/)
}

test('§4 one device ends another: it is signed out, this one goes on', async ({ page, browser }) => {
  await addPerson('device.one')
  await enter(page, 'device.one')
  const other = await enterElsewhere(browser, 'device.one')
  const token = await tokenIn(other)
  expect(await statusAt(await SECOND(), token, other)).toBe(200)
  await openSessions(page, 'device.one')
  const rows = dialog(page).getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('本机')
  await expect(rows.nth(1)).toContainText('Chrome')
  await expect(rows.nth(1)).toContainText('127.0.0.1')
  await expectAccessible(page)
  await rows.nth(1).getByRole('button', { name: /^退出/ }).click()
  await expect(page.getByText('已退出该设备')).toBeVisible()
  await expect(rows).toHaveCount(1)
  // in the other process too, long before what it keeps of sessions is a minute old
  await expect.poll(async () => statusAt(await SECOND(), token, other)).toBe(401)
  await expectLeft(other)
  await page.reload()
  await expect(page).toHaveURL(/\/backend\/home/)
  await other.context().close()
})

test('§4 all other devices end together, after a question', async ({ page, browser }) => {
  await addPerson('device.all')
  await enter(page, 'device.all')
  const others = [await enterElsewhere(browser, 'device.all'), await enterElsewhere(browser, 'device.all')]
  await openSessions(page, 'device.all')
  await dialog(page).getByRole('button', { name: '退出其他全部设备' }).click()
  await expect(page.getByText('退出其他 2 个登录设备？')).toBeVisible()
  await page.getByRole('tooltip').getByRole('button', { name: '退出', exact: true }).click()
  await expect(page.getByText('没有其他登录设备。')).toBeVisible()
  for (const other of others) {
    await expectLeft(other)
    await other.context().close()
  }
})
