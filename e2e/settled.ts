// Which calls of a page are under way: what is looked at as a whole is looked at when none is.
import type { Page, Request } from '@playwright/test'
import { expect } from './polling.ts'

const openCalls = new WeakMap<Page, Set<Request>>()

/** Counts the calls of a page from here on, for `settled`. */
export function countCalls(page: Page): void {
  const open = new Set<Request>()
  openCalls.set(page, open)
  page.on('request', (request) => /\/(?:api|admin)\//.test(request.url()) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** No call is under way, and none follows the last one at once. */
export async function settled(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      // what a reply draws may ask for more
      await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      return [...(openCalls.get(page) ?? [])].map((request) => request.url())
    }, 'calls under way')
    .toEqual([])
}
