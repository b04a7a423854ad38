// Appearance settings (spec §3 "Stored settings"): applied without a reload, in all windows, from the first paint.
import type { Page } from '@playwright/test'
import { keyOf, packEntry, unpackEntry } from '#web/lib/storage.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, openStorage, query, test } from '../fixtures.ts'
import { button, dialog, elapse, goTo, LIST, personMenu, rows, shown } from '../page.ts'

const look = (page: Page) => page.getByRole('button', { name: '外观', exact: true })
const panel = (page: Page) => dialog(page, '外观')
const html = (page: Page) => page.locator('html')
const heightOf = (page: Page) => async () => (await rows(page).first().boundingBox())?.height

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

/** Starts recording the height of an element once it is drawn. @returns reads its heights by frame, px */
async function heightsWhileOpening(page: Page, selector: string): Promise<() => Promise<number[]>> {
  const recorded = await page.evaluateHandle((of) => {
    const heights: number[] = []
    const record = () => {
      const drawn = document.querySelector(of)
      if (drawn) heights.push(Math.round(drawn.getBoundingClientRect().height))
      if (heights.length < 10) requestAnimationFrame(record)
    }
    record()
    return heights
  }, selector)
  return async () => {
    await expect.poll(async () => (await recorded.jsonValue()).length).toBe(10)
    return recorded.jsonValue()
  }
}

test('§3 theme, colour, density, watermark and language change at once and stay, in the shape of a stored entry', async ({
  page,
  context,
}) => {
  await addPerson('sets.looks')
  await enter(page, 'sets.looks', LIST)
  await expect(rows(page).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${FIRST()}/backend/home/index`)
  await expect(look(other)).toBeVisible()
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  expect(await heightOf(page)(), 'a page of rows fills the table').toBe(48)

  await test.step('experience.md: with reduced motion, pop-ups open without animation', async () => {
    const heights = await heightsWhileOpening(page, '.user-panel')
    await personMenu(page).click()
    await expect(page.getByRole('menuitem', { name: '修改密码' })).toBeInViewport({ ratio: 1 })
    expect(new Set(await heights()).size, 'heights of the menu while it opens').toBe(1)
    await page.keyboard.press('Escape')
    await button(page, '搜索菜单').click()
    await expect(dialog(page, '搜索菜单')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(dialog(page, '搜索菜单')).toBeHidden()
    await look(page).click()
    await expect(panel(page)).toBeInViewport({ ratio: 1 })
    await expect(panel(page)).toBeFocused()
  })

  await expect(panel(page).getByRole('radio', { name: '浅色' })).toBeChecked()
  await expect(panel(page).getByRole('radio', { name: '天蓝' })).toBeChecked()
  await panel(page).getByText('深色').click()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  expect(await colourOf(page, 'body', 'background-color')).toBe('rgb(16, 19, 24)')
  expect(await colourOf(page, '.list-page', 'background-color')).toBe('rgb(24, 28, 34)')
  await test.step('§3 the other windows follow', () => expect(html(other)).toHaveAttribute('data-theme', 'dark'))

  await panel(page).getByRole('radio', { name: '竹绿' }).check()
  await expect.poll(() => html(page).evaluate((root) => root.style.getPropertyValue('--accent'))).toBe('#2e9e4f')
  await panel(page).getByLabel('自选颜色').fill('#ffee00')
  await expect.poll(() => html(page).evaluate((root) => root.style.getPropertyValue('--accent'))).toBe('#ffee00')
  await expectAccessible(page, { within: ['[role="dialog"]'], contrast: true })
  await panel(page).getByText('浅色').click()
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await expectAccessible(page, { within: ['[role="dialog"]'], contrast: true })

  await panel(page).getByText('紧凑').click()
  await expect.poll(heightOf(page)).toBe(32)
  await panel(page).getByRole('switch', { name: '水印' }).click()
  const mark = page.locator('.watermark')
  await expect(mark).toHaveAttribute('data-text', /^sets\.looks \d{4}-\d\d-\d\d \d\d:\d\d$/)

  await expect(panel(page)).toContainText('只用于导航、页签和设置等框架文字，业务页面为中文')
  await panel(page).getByText('English').click()
  await expect(dialog(page, 'Appearance')).toContainText('Of the frame only')
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await expect(page.locator('.shell-content')).toHaveAttribute('lang', 'zh-CN')
  await expect(button(page, 'Full screen')).toBeVisible()
  await expect(button(other, 'Full screen')).toBeVisible()
  await other.close()
  expect(loads).toBe(0)

  expect(await stored(page)).toEqual({
    language: 'en',
    colorName: '#ffee00',
    themeName: 'theme-default',
    density: 'compact',
    watermark: true,
  })
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Appearance')).toBeHidden()
  await expect(button(page, 'Appearance')).toBeFocused()

  await page.reload()
  await expect(button(page, 'Full screen')).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  expect(await heightOf(page)()).toBe(32)

  await test.step('experience.md: the watermark shows name and time, is updated each minute, and lets every click through', async () => {
    await expect(mark).toHaveCSS('background-image', /^url\("data:image\/png;base64,/)
    const before = await mark.getAttribute('data-text')
    expect(before).toMatch(/^sets\.looks /)
    await elapse(page, 60_000)
    await expect(mark).not.toHaveAttribute('data-text', before ?? '')
    await expect(mark).toHaveAttribute('data-text', /^sets\.looks \d{4}-\d\d-\d\d \d\d:\d\d$/)
    await button(shown(page), '新增').click()
    await expect(page).toHaveURL(/createAccount/)
  })

  await test.step('§3 an invalid stored value is replaced by its default', async () => {
    const beside = await context.newPage()
    await keep(beside, { language: 'fr', colorName: 'red', themeName: 'theme-pink', density: 7 })
    await expect(html(page)).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
    await expect(mark).toHaveCount(0)
    await beside.close()
  })
})

test('§3 no flash: the page has its theme before the application runs', async ({ page }) => {
  await addPerson('sees.no-flash', 'reviewer')
  await enter(page, 'sees.no-flash')
  const script = /\/assets\/index-.*\.js$/
  await page.route(script, (route) =>
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
  await keep(page, { themeName: 'theme-default' })
  expect(await paint()).toBe(light)
  await openStorage(page)
  await page.evaluate((key) => localStorage.setItem(key, '{"content":'), keyOf('settings'))
  expect(await paint()).toBe(light)
  await keep(page, { themeName: 'theme-auto' })
  expect(await paint()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await paint()).toBe(dark)

  await test.step('§3 follow system: the theme changes with it, on the sign-in page as well', async () => {
    await page.unroute(script)
    await enter(page, 'sees.no-flash')
    await expect(look(page)).toBeVisible()
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html(page)).toHaveAttribute('data-theme', 'light')

    await page.evaluate((key) => localStorage.removeItem(key), keyOf('session'))
    await page.goto(`${FIRST()}/backend/login`)
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await expect(html(page)).toHaveAttribute('data-theme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await expectAccessible(page, { contrast: true })
  })
})

test('experience.md: pages, dialogs and messages are readable in both themes, also with a pale colour', async ({
  page,
}) => {
  await addPerson('reads.themes')
  await query("insert into partners (name, code) values ('深色合作', 'reads-in-dark')")
  await keep(page, { themeName: 'theme-default', colorName: '#FFE58F' })
  await enter(page, 'reads.themes', LIST)
  const expectReadable = async () => {
    await goTo(page, LIST)
    await expect(rows(page).first()).toBeVisible()
    await expectAccessible(page, { contrast: true })
    await goTo(page, '/userControl/createAccount')
    await button(shown(page), '保存').click()
    await expect(shown(page).locator('.ant-form-item-explain-error').first()).toBeVisible()
    await expectAccessible(page, { within: ['main'], contrast: true })
    await page.keyboard.press('Control+k')
    await expect(dialog(page, '搜索菜单')).toBeVisible()
    await expectAccessible(page, { within: ['[role="dialog"]'], contrast: true })
    await page.keyboard.press('Escape')
    await expect(dialog(page, '搜索菜单')).toBeHidden()
  }
  await expectReadable()
  await look(page).click()
  await panel(page).getByText('深色').click()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expectReadable()

  await test.step('experience.md: in dark mode the head of a table in a drawer stands out, its rows have the drawer’s colour', async () => {
    await goTo(page, `/application/embedManager/partner?name=${encodeURIComponent('深色合作')}`)
    await shown(page).getByRole('button', { name: '深色合作', exact: true }).click()
    const drawer = page.locator('.ant-drawer').filter({ visible: true })
    await expect(drawer.getByRole('columnheader', { name: '有效授权' })).toBeVisible()
    const ground = await colourOf(page, '.ant-drawer-section', 'background-color')
    expect(await colourOf(page, '.ant-drawer .ant-table', 'background-color')).toBe(ground)
    expect(await colourOf(page, '.ant-drawer thead th', 'background-color')).not.toBe(ground)
    await expectAccessible(page, { within: ['.ant-drawer'], contrast: true })
  })
})
