// The gallery as built, without a server (none serves it in production), in a browser whose processor is slowed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { root } from './harness.ts'

export const SLOWDOWN = 4

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
export async function inGallery<T>(part: string, ready: string, measure: (page: Page) => Promise<T>): Promise<T> {
  if (!existsSync(join(root, 'dist/gallery.html'))) throw new Error('浏览器端尚未构建：npm run build')
  const { CHROMIUM_PATH } = process.env
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' })
    const devtools = await page.context().newCDPSession(page)
    await open(page, part)
    await page.locator(ready).waitFor()
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return await measure(page)
  } finally {
    await browser.close()
  }
}
