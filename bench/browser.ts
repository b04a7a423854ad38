// The built console in a Chromium window of 1920 × 1080; a measurement slows its processor down once it is ready.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { root } from './harness.ts'

export const SLOWDOWN = 4

/** Throws where the console is not built. The window closes with the measurement. */
export async function inBrowser<T>(measure: (page: Page, devtools: CDPSession) => Promise<T>): Promise<T> {
  if (!existsSync(join(root, 'dist/gallery.html'))) throw new Error('浏览器端尚未构建：GALLERY=on npm run build')
  const { CHROMIUM_PATH } = process.env
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' })
    return await measure(page, await page.context().newCDPSession(page))
  } finally {
    await browser.close()
  }
}

export const slowDown = (devtools: CDPSession, rate = SLOWDOWN) =>
  devtools.send('Emulation.setCPUThrottlingRate', { rate })
