// A person's sessions: one browser lists the other and signs it out.
import type { Page } from '@playwright/test'
import { keyOf } from '#web/lib/storage.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, SECOND, signInByCalls, test } from '../fixtures.ts'
import { act, goTo, LIST, openSecurity, rows } from '../page.ts'

const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(
    (name) => JSON.parse(localStorage.getItem(name) ?? '').content.session.access_token as string,
    keyOf('session'),
  )

test('§4 one device signs another out and stays signed in', async ({ page, browser, request }) => {
  await addPerson('device.one')
  const second = await SECOND()
  /** Status of a call with that token at the second process. */
  const statusOf = async (token: string) =>
    (await request.post(`${second}/api/backend/getLoginUserInfo`, { headers: { 'console-auth': token } })).status()

  await enter(page, 'device.one')
  const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await enter(other, 'device.one')
  const token = await tokenIn(other)
  expect(await statusOf(token)).toBe(200)
  const box = await openSecurity(page, '登录设备')
  const devices = box.getByRole('tabpanel').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('本机')
  await expect(devices.nth(1)).toContainText('Chrome')
  await expect(devices.nth(1)).toContainText('127.0.0.1')
  await expectAccessible(page, { within: ['.ant-modal'] })
  await devices.nth(1).getByRole('button', { name: /^退出/ }).click()
  await expect(page.getByText('已退出该设备')).toBeVisible()
  await expect(devices).toHaveCount(1)
  // also in the second process, before its session cache expires after a minute
  await expect.poll(() => statusOf(token)).toBe(401)
  // the open page goes to /login on its own, and so does a new one in that browser
  await expect(other).toHaveURL(/\/backend\/login/)
  const opened = await other.context().newPage()
  await opened.goto(`${FIRST()}/backend/home/index`)
  await expect(opened).toHaveURL(/\/backend\/login/)
  await other.context().close()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()

  await test.step('§4 all other devices are signed out together, after a confirmation', async () => {
    const others = [await signInByCalls(request, 'device.one'), await signInByCalls(request, 'device.one')]
    await openSecurity(page, '登录设备')
    await expect(devices).toHaveCount(3)
    await act(box, '退出其他全部设备').click()
    await expect(page.getByText('退出其他 2 个登录设备？')).toBeVisible()
    await act(page.getByRole('tooltip'), '退出').click()
    await expect(page.getByText('没有其他登录设备。')).toBeVisible()
    for (const { access_token } of others) await expect.poll(() => statusOf(access_token)).toBe(401)
    await page.keyboard.press('Escape')
    await expect(box).toBeHidden()
    await goTo(page, LIST)
    await expect(rows(page).first()).toBeVisible()
  })
})
