// Guards against repeated clicks (spec §4, §9), and messages after an act (spec §8).
import type { Page } from '@playwright/test'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, LIST, row, rows, stopClock } from '../page.ts'

const toast = (page: Page, text: string) => page.locator('.ant-message').getByText(text, { exact: true })

/** Mocks the act with `answer`, so that the row does not change and still offers it. @returns the number of calls */
async function watchActs(page: Page, verb: string, answer: object): Promise<() => number> {
  let calls = 0
  await page.route(`**/api/backend/organisation/user/${verb}`, (route) => {
    calls += 1
    return route.fulfill({ json: { code: 200, success: true, msg: '操作成功', data: null, ...answer } })
  })
  return () => calls
}

test('§4 §9 acts are guarded against repeated clicks', async ({ page }) => {
  await addPerson('clicks.twice')
  for (const name of ['guarded.act', 'guarded.refused', 'guarded.dialog']) await addPerson(name, 'operations')
  await query("update users set status = 'disabled' where user_name in ('guarded.act', 'guarded.refused')")
  await enter(page, 'clicks.twice', `${LIST}?userName=guarded`)
  await expect(rows(page)).toHaveCount(3)
  await stopClock(page)

  await test.step('§4 §9 the same act is locked for 3000 ms: a double click is one act, a later click shows a message', async () => {
    const acts = await watchActs(page, 'open', {})
    const open = button(row(page, 'guarded.act'), /^启用/)
    await open.dispatchEvent('click')
    await open.dispatchEvent('click')
    await expect.poll(acts).toBe(1)
    await expect(toast(page, '启用成功')).toBeVisible()
    await page.clock.runFor(900)
    await open.dispatchEvent('click')
    await page.clock.runFor(2_000)
    await expect(toast(page, '操作过于频繁，请稍后再试')).toHaveCount(0)
    await open.dispatchEvent('click')
    await expect(toast(page, '操作过于频繁，请稍后再试')).toBeVisible()
    expect(acts()).toBe(1)
    await page.clock.runFor(100)
    await open.dispatchEvent('click')
    await expect.poll(acts).toBe(2)
    await page.unroute('**/api/backend/organisation/user/open')
  })

  await test.step('§4 §8 a refused act shows its reason in full, and can be retried after 1000 ms', async () => {
    const why = '接收人是“沈晓岚”的上级，请先调整其上级，再启用此账号'
    const acts = await watchActs(page, 'open', { code: 409, success: false, msg: why })
    const open = button(row(page, 'guarded.refused'), /^启用/)
    await open.dispatchEvent('click')
    await expect(toast(page, why)).toBeVisible()
    await page.clock.runFor(999)
    await open.dispatchEvent('click')
    expect(acts()).toBe(1)
    await page.clock.runFor(1)
    await open.dispatchEvent('click')
    await expect.poll(acts).toBe(2)
  })

  await test.step('§4 §9 a dialog’s button is locked for 1000 ms', async () => {
    const acts = await watchActs(page, 'disable', {})
    const disable = async () => {
      await button(row(page, 'guarded.dialog'), /^禁用/).dispatchEvent('click')
      const confirm = act(dialog(page), '禁用')
      await confirm.dispatchEvent('click')
      await confirm.dispatchEvent('click')
      // the reply takes real time, the closing animation runs on the page's clock
      let passedMs = 0
      await expect
        .poll(async () => {
          await page.clock.runFor(100)
          passedMs += 100
          return await dialog(page).isVisible()
        })
        .toBe(false)
      return passedMs
    }
    const passedMs = await disable()
    expect(acts()).toBe(1)
    await expect(toast(page, '禁用成功')).toBeVisible()
    await page.clock.runFor(Math.max(0, 1_000 - passedMs))
    await disable()
    expect(acts()).toBe(2)
  })
})
