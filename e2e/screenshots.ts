// Screenshots of the console: `<page>-<width>-<light|dark>.png`, at each width where the shell changes (spec §2).
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { keyOf, packEntry } from '#web/lib/storage.ts'
import { enter, expect, openStorage, test } from './fixtures.ts'

const folder = process.env.SCREENSHOTS ?? join(import.meta.dirname, '../docs/screenshots')
const LIST = '/userControl/accountCenter/userList'

type Mode = 'light' | 'dark'

/** Usual screen heights by width, px. */
const heights: Record<number, number> = { 1920: 1080, 1440: 900, 1199: 800, 991: 768, 767: 1024, 390: 844 }

/** Every width at which the shell changes, in light and dark. */
const everywhere = Object.keys(heights).flatMap((width): [number, Mode][] => [
  [Number(width), 'light'],
  [Number(width), 'dark'],
])

type View = { address: string; prepare: (page: Page) => Promise<void>; at: [number, Mode][] }

/** A list page, captured once it has rows. */
const listAt = (address: string): View => ({
  address,
  prepare: async (page) => expect(page.locator('.table-row').first()).toBeVisible(),
  at: [
    [1920, 'light'],
    [1440, 'dark'],
    [390, 'light'],
  ],
})

const views: Record<string, View> = {
  home: {
    address: '/home/index',
    prepare: async (page) => expect(page.locator('.home-board').first()).toBeVisible(),
    at: everywhere,
  },
  users: {
    address: LIST,
    prepare: async (page) => expect(page.locator('.table-row').first()).toBeVisible(),
    at: everywhere,
  },
  accounts: {
    address: '/application/bigData/accounts',
    prepare: async (page) => expect(page.locator('.table-row').first()).toBeVisible(),
    at: [
      [1920, 'light'],
      [1440, 'dark'],
      [1199, 'light'],
      [390, 'light'],
    ],
  },
  account: {
    address: '/application/bigData/accounts',
    prepare: async (page) => {
      await page.locator('.table-row').first().locator('.name-cell').click()
      await expect(page.getByRole('dialog').locator('.ant-descriptions').first()).toBeVisible()
    },
    at: [
      [1920, 'light'],
      [1440, 'dark'],
      [390, 'dark'],
    ],
  },
  role: {
    address: '/permission/role',
    prepare: async (page) => {
      await page.getByRole('treeitem').filter({ hasText: '客服' }).first().click()
      await expect(page.getByRole('tabpanel').getByRole('treeitem').first()).toBeVisible()
    },
    at: [
      [1440, 'light'],
      [1440, 'dark'],
      [991, 'light'],
    ],
  },
  'account-form': {
    address: '/userControl/createAccount',
    prepare: async (page) => expect(page.getByRole('button', { name: '保存' })).toBeVisible(),
    at: [
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'light'],
    ],
  },
  search: {
    address: LIST,
    prepare: async (page) => {
      await expect(page.locator('.table-row').first()).toBeVisible()
      await page.keyboard.press('Control+k')
      const dialog = page.getByRole('dialog', { name: '搜索菜单' })
      await dialog.getByRole('combobox').fill('yg')
      await expect(dialog.locator('mark').first()).toBeVisible()
    },
    at: [
      [1920, 'light'],
      [1440, 'dark'],
      [390, 'light'],
    ],
  },
  appearance: {
    address: LIST,
    prepare: async (page) => {
      await expect(page.locator('.table-row').first()).toBeVisible()
      await page.getByRole('button', { name: '外观', exact: true }).click()
      await expect(page.getByRole('dialog', { name: '外观' })).toBeFocused()
    },
    at: [
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'dark'],
    ],
  },
  prices: listAt('/data/priceService/price'),
  'price-review': listAt('/data/priceService/priceReview'),
  series: listAt('/data/priceService/series'),
  articles: listAt('/data/actciles/articles'),
  'article-review': listAt('/data/actciles/newsReview'),
  board: listAt('/dataMonitoring/visualization/dataToBeUpdatedToday'),
  messages: {
    ...listAt('/system/messages'),
    prepare: async (page) => expect(page.getByText('未配置').first()).toBeVisible(),
  },
  pushes: listAt('/application/bigData/emailPushReport'),
}

for (const [name, { address, prepare, at }] of Object.entries(views)) {
  for (const [width, mode] of at) {
    test(`${name} at ${width} in ${mode} mode`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: heights[width] ?? 900 })
      await openStorage(page)
      const entry = packEntry({ themeName: mode === 'dark' ? 'theme-dark' : 'theme-default' }, 'local')
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [keyOf('settings'), entry] as const)
      await enter(page, 'admin', address)
      await prepare(page)
      await page.waitForLoadState('networkidle')
      await page.mouse.move(0, 0)
      await page.screenshot({ path: join(folder, `${name}-${width}-${mode}.png`) })
    })
  }
}
