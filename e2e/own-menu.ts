// The menu under the person's name and what it opens, for the journeys that begin there.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const trigger = (page: Page) => page.getByRole('button', { name: /的账号菜单$/ })
export const items = (page: Page) => page.locator('.user-panel').getByRole('menuitem')
export const toast = (page: Page) => page.locator('.ant-message-notice-content, .ant-message-notice')
export const success = (page: Page) => page.locator('.ant-message-success')
export const failure = (page: Page) => page.locator('.ant-message-error')

export async function openOwn(page: Page, item: string): Promise<Locator> {
  await trigger(page).click()
  await items(page).filter({ hasText: item }).click()
  const dialog = page.getByRole('dialog', { name: item })
  await expect(dialog).toBeVisible()
  return dialog
}

export const widthOf = async (dialog: Locator) => (await dialog.boundingBox())?.width

/** Answers a call with another reply than the server's, once it has done its work or instead of it. */
export const reply = (code: number, msg: string) => ({
  status: code === 500 ? 500 : 200,
  json: { code, success: code === 200, data: null, msg },
})
