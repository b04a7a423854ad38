// The look as a person sets it (spec §3 "Stored settings"): at once, without a reload, in every window, from the first picture.
import type { Page } from '@playwright/test'
import { keyOf, packEntry, unpackEntry } from '../web/lib/storage.ts'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, openStorage, query, test } from './fixtures.ts'

const LIST = '/userControl/accountCenter/userList'

const button = (page: Page) => page.getByRole('button', { name: '外观', exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: '外观' })
const html = (page: Page) => page.locator('html')
const row = (page: Page) => page.locator('.table-row').first()

const stored = async (page: Page) =>
  unpackEntry(await page.evaluate((key) => localStorage.getItem(key), keyOf('settings')))

const colourOf = (page: Page, selector: string, property: 'color' | 'background-color') =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

async function keep(page: Page, settings: object): Promise<void> {
  await openStorage(page)
  const entry = packEntry(settings, 'local')
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [keyOf('settings'), entry] as const)
}

test('§3 theme, colour, density, watermark and language change at once and stay, in the shape of a stored entry', async ({
  page,
}) => {
  await addPerson('sets.looks')
  await enter(page, 'sets.looks', LIST)
  await expect(row(page)).toBeVisible()
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  expect((await row(page).boundingBox())?.height).toBe(36)
  await button(page).click()
  await expect(panel(page)).toBeFocused()
  await expectAccessible(page)

  await expect(panel(page).getByRole('radio', { name: '浅色' })).toBeChecked()
  await expect(panel(page).getByRole('radio', { name: '天蓝' })).toBeChecked()
  await panel(page).getByText('深色').click()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  expect(await colourOf(page, 'body', 'background-color')).toBe('rgb(16, 19, 24)')
  expect(await colourOf(page, '.list-page', 'background-color')).toBe('rgb(24, 28, 34)')
  await expectAccessible(page)

  await panel(page).getByRole('radio', { name: '竹绿' }).check()
  await expect.poll(() => html(page).evaluate((root) => root.style.getPropertyValue('--accent'))).toBe('#2e9e4f')
  await panel(page).getByLabel('自选颜色').fill('#ffee00')
  await expect.poll(() => html(page).evaluate((root) => root.style.getPropertyValue('--accent'))).toBe('#ffee00')
  await expectAccessible(page)
  await panel(page).getByText('浅色').click()
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await expectAccessible(page)

  await panel(page).getByText('紧凑').click()
  await expect.poll(async () => (await row(page).boundingBox())?.height).toBe(32)
  await panel(page).getByRole('switch', { name: '水印' }).click()
  await expect(page.locator('.watermark')).toHaveAttribute('data-text', /^sets\.looks \d{4}-\d\d-\d\d \d\d:\d\d$/)

  await panel(page).getByText('English').click()
  await expect(page.getByRole('dialog', { name: 'Appearance' })).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await expect(page.locator('.shell-content')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
  expect(loads).toBe(0)

  expect(await stored(page)).toEqual({
    language: 'en',
    colorName: '#ffee00',
    themeName: 'theme-default',
    density: 'compact',
    watermark: true,
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Appearance' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Appearance' })).toBeFocused()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
  await expect(row(page)).toBeVisible()
  expect((await row(page).boundingBox())?.height).toBe(32)
  await expect(page.locator('.watermark')).toBeVisible()
})

test('§3 the other windows follow, and a value that is none gives way to its default', async ({ page, context }) => {
  await addPerson('looks.twice', 'reviewer')
  await enter(page, 'looks.twice')
  const other = await context.newPage()
  await other.goto(`${FIRST()}/backend/home/index`)
  await expect(button(other)).toBeVisible()
  await button(page).click()
  await panel(page).getByText('深色').click()
  await expect(html(other)).toHaveAttribute('data-theme', 'dark')
  await panel(page).getByText('English').click()
  await expect(other.getByRole('button', { name: 'Full screen' })).toBeVisible()

  await keep(page, { language: 'fr', colorName: 'red', themeName: 'theme-pink', density: 7 })
  await expect(html(other)).toHaveAttribute('data-theme', 'light')
  await expect(other.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
  await other.close()
})

test('§3 no flash: before any of the application runs, the page is as dark as it will be', async ({ page }) => {
  await addPerson('sees.no-flash', 'reviewer')
  await enter(page, 'sees.no-flash')
  await page.route(/\/assets\/index-.*\.js$/, (route) =>
    route.fulfill({ body: '', contentType: 'text/javascript', headers: { 'x-content-type-options': 'nosniff' } }),
  )
  const paint = async () => {
    await page.goto(`${FIRST()}/backend/home/index`)
    return colourOf(page, 'body', 'background-color')
  }
  const [light, dark] = ['rgb(239, 242, 246)', 'rgb(16, 19, 24)']
  expect(await paint()).toBe(light)
  await keep(page, { themeName: 'theme-dark' })
  expect(await paint()).toBe(dark)
  await keep(page, { themeName: 'theme-auto' })
  expect(await paint()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await paint()).toBe(dark)
  await keep(page, { themeName: 'theme-default' })
  expect(await paint()).toBe(light)
  await openStorage(page)
  await page.evaluate((key) => localStorage.setItem(key, '{"content":'), keyOf('settings'))
  expect(await paint()).toBe(light)
})

test('§3 follow system: the theme changes with it, on the sign-in page as well', async ({ page }) => {
  await keep(page, { themeName: 'theme-auto' })
  await page.goto(`${FIRST()}/backend/login`)
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)
  await addPerson('follows.system', 'reviewer')
  await enter(page, 'follows.system')
  await expect(button(page)).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
})

test('experience.md: in dark mode the head of a table in a drawer stands out, its rows lie on the drawer', async ({
  page,
}) => {
  await addPerson('reads.in-dark')
  await keep(page, { themeName: 'theme-dark' })
  await query("insert into partners (name, code) values ('深色合作', 'reads-in-dark')")
  await enter(page, 'reads.in-dark', `/application/embedManager/partner?name=${encodeURIComponent('深色合作')}`)
  await page.getByRole('main').getByRole('button', { name: '深色合作', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('columnheader', { name: '有效授权' })).toBeVisible()
  const ground = await colourOf(page, '.ant-drawer-section', 'background-color')
  expect(await colourOf(page, '.ant-drawer .ant-table', 'background-color')).toBe(ground)
  expect(await colourOf(page, '.ant-drawer thead th', 'background-color')).not.toBe(ground)
  await expectAccessible(page)
})

test('experience.md: the watermark says who and when, anew each minute, and lets every click through', async ({
  page,
}) => {
  await addPerson('is.marked')
  await page.clock.install({ time: new Date('2026-11-21T10:04:30+08:00') })
  await keep(page, { watermark: true })
  await enter(page, 'is.marked', LIST)
  const mark = page.locator('.watermark')
  await expect(mark).toHaveAttribute('data-text', 'is.marked 2026-11-21 10:04')
  await expect(mark).toHaveCSS('background-image', /^url\("data:image\/png;base64,/)
  await page.clock.fastForward(30_000)
  await expect(mark).toHaveAttribute('data-text', 'is.marked 2026-11-21 10:05')
  await page.getByRole('main').getByRole('button', { name: '新增' }).click()
  await expect(page).toHaveURL(/createAccount/)
})

test('experience.md: where reduced motion is wanted, what opens simply stands there', async ({ page }) => {
  await addPerson('wants.stillness')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, 'wants.stillness')
  await button(page).click()
  await expect(panel(page)).toBeInViewport({ ratio: 1 })
  // it hears the key once it has the focus
  await expect(panel(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await page.getByRole('button', { name: /的账号菜单$/ }).click()
  await expect(page.getByRole('menuitem', { name: '修改密码' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '搜索菜单' }).click()
  await expect(page.getByRole('dialog', { name: '搜索菜单' })).toBeInViewport({ ratio: 1 })
})

for (const theme of ['theme-default', 'theme-dark'] as const) {
  test(`experience.md: pages, dialogs and messages can be read in ${theme}, also in a pale colour`, async ({
    page,
  }) => {
    const name = `reads.${theme}`
    await addPerson(name)
    await keep(page, { themeName: theme, colorName: '#FFE58F' })
    await enter(page, name, LIST)
    await expect(row(page)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: '新增' }).click()
    await expect(page.getByRole('main').getByRole('button', { name: '保存' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: '保存' }).click()
    await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: '搜索菜单' })).toBeVisible()
    await expectAccessible(page)
  })
}
