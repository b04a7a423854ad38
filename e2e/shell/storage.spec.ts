// Storage full or denied: signing in works for the tab, and the shell says what does not last (imports.md; experience.md).
import { addPerson, DEMO_PASSWORD, expect, FIRST, test } from '../fixtures.ts'
import { shown } from '../page.ts'

const denied = () => {
  const deny = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { get: deny, configurable: true })
}
const full = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

for (const [name, script] of Object.entries({ denied, full })) {
  test(`signing in works for the tab where storage is ${name}`, async ({ page, signInPage }) => {
    await addPerson(`storage.${name}`)
    await page.addInitScript(script)
    await signInPage.open(`${FIRST()}/backend/login`)
    await signInPage.submit(`storage.${name}`, DEMO_PASSWORD)
    await page.waitForURL(/\/backend\/home/)
    const bar = page.getByRole('status').filter({ hasText: '浏览器的存储已满或被禁用' })
    await expect(bar).toBeVisible()
    await expect(shown(page)).toBeVisible()
    expect(await page.evaluate(() => window.name)).toBe('')
    await page.screenshot({ path: test.info().outputPath('storage.png') })
    await bar.getByRole('button').click()
    await expect(bar).toBeHidden()
  })
}
