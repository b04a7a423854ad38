// How journeys find their way in the gallery.
import { expect, type Locator, type Page } from '@playwright/test'
import { FIRST } from './fixtures.ts'

type Part =
  | 'category'
  | 'lazy'
  | 'select'
  | 'range'
  | 'area'
  | 'transfer'
  | 'people'
  | 'forms'
  | 'acts'
  | 'files'
  | 'image'
  | 'avatar'
  | 'table'
  | 'list'
  | 'sheet'
  | 'richText'
  | 'chart'
  | 'job'

export async function openGallery(page: Page, part: Part, theme = 'default'): Promise<void> {
  await page.goto(`${FIRST()}/backend/gallery?part=${part}&theme=${theme}`)
  await expect(page.locator(`#${part}`)).toBeVisible()
}

/** The card of a state; its value stands in its output. */
export const stateOf = (page: Page, part: string, name: string) =>
  page.locator(`#${part}`).getByRole('article', { name, exact: true })
export const fieldOf = (state: Locator) => state.getByRole('combobox')
export const expectValue = (state: Locator, value: unknown) =>
  expect(state.locator('output')).toHaveText(JSON.stringify(value), { timeout: 10_000 })
export const tree = (page: Page) => page.getByRole('tree', { name: '逐级选择' })
export const node = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true })
export const found = (page: Page) => page.getByRole('listbox', { name: '搜索结果' })
export const options = (page: Page) => page.getByRole('listbox', { name: '选项' })
/** Its height as laid out, whatever is still growing or fading around it. */
export const heightOf = (element: Locator) =>
  element.evaluate((node) => (node instanceof HTMLElement ? node.offsetHeight : 0))

/** The row that the field names as its active one. */
export async function expectActive(field: Locator, name: string | RegExp): Promise<void> {
  await expect
    .poll(async () => {
      const id = await field.getAttribute('aria-activedescendant')
      return id && (await field.page().locator(`[id="${id}"]`).textContent())
    })
    .toMatch(name)
}
