// The tab strip and the pages behind it, as the journeys look at them.
import type { Locator, Page } from '@playwright/test'
import { addPerson, expect } from './fixtures.ts'

export const LIST = '/userControl/accountCenter/userList'

export const strip = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' })
export const tabs = (page: Page) => strip(page).getByRole('listitem')
export const tab = (page: Page, name: string) => tabs(page).filter({ hasText: new RegExp(`^${name}$`) })
export const active = (page: Page) => strip(page).locator('[aria-current="page"]')
export const cross = (page: Page, name: string) =>
  strip(page).getByRole('button', { name: `关闭 ${name}`, exact: true })
export const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

const main = (page: Page) => page.locator('main')
/** Every page that is mounted, in front or behind. */
export const mounted = (page: Page) => main(page).locator('[data-page]')
export const shown = (page: Page) => main(page).locator('.page-box:visible')
export const field = (page: Page, name: string) =>
  shown(page).getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })
export const rows = (page: Page) => shown(page).getByRole('row')

/** Accounts that hold still: other journeys change theirs. */
export async function addAccounts(prefix: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `${prefix}.${String(at + 1).padStart(2, '0')}`)
  await Promise.all(names.map((name) => addPerson(name, 'reviewer')))
  return names
}

export const listOf = (prefix: string) => `${LIST}?userName=${prefix}&size=50`

/** Opens the form of an account from its row in the list. */
export async function edit(page: Page, name: string): Promise<void> {
  await shown(page)
    .getByRole('button', { name: `编辑 ${name}`, exact: true })
    .click()
  await expect(field(page, '用户名')).toHaveValue(name)
}

/** Moves the address as a link in the console does; the browser's own back leads from there. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    history.pushState({ idx: idx + 1, usr: null, key: to }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, `/backend${address}`)
}

/** Right-click on a tab, and a line of the menu. */
export async function choose(page: Page, on: Locator, act: string): Promise<void> {
  await on.click({ button: 'right' })
  await item(page, act).click()
  await expect(item(page, act)).toHaveCount(0)
}
