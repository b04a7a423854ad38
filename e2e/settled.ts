// Tracks the API calls of a page, so that a test can wait until none is in flight.
import { expect, type Page, type Request } from '@playwright/test'

const openCalls = new WeakMap<Page, Set<Request>>()

/** Starts tracking the calls of a page, for `settled`. */
export function countCalls(page: Page): void {
  const open = new Set<Request>()
  openCalls.set(page, open)
  page.on('request', (request) => /\/(?:api|admin)\//.test(request.url()) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

const callsOf = (page: Page): string[] => [...(openCalls.get(page) ?? [])].map((request) => request.url())

/** Waits until no call is in flight; works with a stopped clock too, which draws no frame. */
export const callsEnded = (page: Page): Promise<void> => expect.poll(() => callsOf(page), 'calls in flight').toEqual([])

/** Waits until no call is in flight, nor sent by the render that follows the last reply. */
export async function settled(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      // rendering a reply may start more calls
      await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      return callsOf(page)
    }, 'calls in flight')
    .toEqual([])
}
