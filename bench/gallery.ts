// The gallery as built, without a server (none serves it in production), in a browser whose processor is slowed.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { inBrowser, slowDown } from './browser.ts'
import { root } from './harness.ts'

async function open(page: Page, part: string): Promise<void> {
  const base = 'http://gallery.localhost/backend'
  await page.route(`${base}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = pathname.replace('/backend/', '').replace(/^gallery$/, 'gallery.html')
    return route.fulfill({ path: join(root, 'dist', file) })
  })
  await page.goto(`${base}/gallery?part=${part}`)
}

/** Opens one part of it, and slows the browser down once `ready` is in the page. */
export function inGallery<T>(part: string, ready: string, measure: (page: Page) => Promise<T>): Promise<T> {
  return inBrowser(async (page, devtools) => {
    await open(page, part)
    await page.locator(ready).waitFor()
    await slowDown(devtools)
    return measure(page)
  })
}
