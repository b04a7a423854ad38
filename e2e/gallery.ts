// The gallery in a browser: one page for each worker, whose parts are mounted anew for each test.
import { expect, type Locator, type Page } from '@playwright/test'
import type {} from '#web/gallery.tsx'
import { test as consoleTest, FIRST } from './fixtures.ts'

const SIZE = { width: 1920, height: 1080 }

export const parts = [
  'category',
  'lazy',
  'select',
  'range',
  'area',
  'transfer',
  'people',
  'tree',
  'forms',
  'acts',
  'chart',
  'job',
  'table',
  'grid',
  'pivot',
  'list',
  'sheet',
  'files',
  'image',
  'avatar',
  'richText',
  'ai',
] as const
export type Part = (typeof parts)[number]

/** A test in the worker's shared gallery page, whose state is reset after each test; only its clock goes on. */
export const test = consoleTest.extend<object, { shared: Page }>({
  shared: [
    async ({ browser, ownWorld }, use) => {
      const page = await browser.newPage({
        viewport: SIZE,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
      })
      await page.clock.install()
      await page.goto(`${ownWorld.first}/backend/gallery?part=none`)
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ shared }, use) => use(shared.context()),
  page: async ({ shared }, use) => {
    await shared.setViewportSize(SIZE)
    await use(shared)
    await shared.unrouteAll()
    await shared.clock.resume()
    await shared.mouse.move(0, 0)
    await shared.evaluate(() => window.mount('none', null))
  },
})

/** Mounts a part, and loads the gallery first if the page shows something else. */
export async function openGallery(page: Page, part: Part, theme = 'default'): Promise<void> {
  if (await page.evaluate(() => 'mount' in window))
    await page.evaluate(([name, look]) => window.mount(name, look), [part, theme] as const)
  else await page.goto(`${FIRST()}/backend/gallery?part=${part}&theme=${theme}`)
  await expect(page.locator(`#${part}`)).toBeVisible()
}

/** Stops the page's clock; `page.clock.runFor` then moves it by hand. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)

/** The card of a state; its `output` shows the current value. */
export const stateOf = (page: Page, part: string, name: string) =>
  page.locator(`#${part}`).getByRole('article', { name, exact: true })
export const fieldOf = (state: Locator) => state.getByRole('combobox')
export const expectValue = (state: Locator, value: unknown) =>
  expect(state.locator('output')).toHaveText(JSON.stringify(value), { timeout: 10_000 })
export const tree = (page: Page) => page.getByRole('tree', { name: '逐级选择' })
export const node = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true })
export const found = (page: Page) => page.getByRole('listbox', { name: '搜索结果' })
export const options = (page: Page) => page.getByRole('listbox', { name: '选项' })
/** Layout height, unaffected by scale animations. */
export const heightOf = (element: Locator) =>
  element.evaluate((node) => (node instanceof HTMLElement ? node.offsetHeight : 0))

/** Expects the text of the field's `aria-activedescendant`. */
export async function expectActive(field: Locator, name: string | RegExp): Promise<void> {
  await expect
    .poll(async () => {
      const id = await field.getAttribute('aria-activedescendant')
      return id && (await field.page().locator(`[id="${id}"]`).textContent())
    })
    .toMatch(name)
}
