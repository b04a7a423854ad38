// The second factor as a person meets it: turning it on, signing in with it, the recovery codes, turning it off.
import type { Page } from '@playwright/test'
import { codeOf } from '../test/one-time-codes.ts'
import { expectAccessible } from './accessible.ts'
import { addPerson, DEMO_PASSWORD, enter, expect, query, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: '账号安全' })

async function openSecurity(page: Page, userName: string) {
  await page.getByRole('button', { name: new RegExp(`${userName}.*账号菜单`) }).click()
  await page.getByRole('button', { name: '账号安全' }).click()
  await expect(dialog(page)).toBeVisible()
}

/** As if a while had passed since the last code, so that the present one may be used again. */
const rewind = (userName: string) =>
  query(
    'update second_factors set last_step = last_step - 4 where user_id = (select id from users where user_name = $1)',
    [userName],
  )

/** Turns it on in the open dialog; answers the secret and the recovery codes. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  const box = dialog(page)
  await box.getByRole('button', { name: '开启', exact: true }).click()
  await box.getByLabel('登录密码').fill(DEMO_PASSWORD)
  await box.getByRole('button', { name: '下一步' }).click()
  const secret = ((await box.locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(box.getByRole('img', { name: '双因素验证的二维码' })).toBeVisible()
  await expectAccessible(page)
  await box.getByLabel('输入 App 中显示的 6 位验证码').fill(codeOf(secret))
  await box.getByRole('button', { name: '确认开启' }).click()
  const codes = box.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { secret, codes: await codes.allTextContents() }
}

test('§7 somebody turns the second factor on, keeps the recovery codes and signs in with the device’s code', async ({
  page,
  context,
  signInPage,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await addPerson('factor.on')
  await enter(page, 'factor.on')
  await openSecurity(page, 'factor.on')
  const box = dialog(page)
  await expect(box.getByText('未开启')).toBeVisible()
  await expectAccessible(page)
  const { secret, codes } = await turnOn(page)
  await expectAccessible(page)

  await box.getByRole('button', { name: '复制' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim().split(/\s+/)).toEqual(codes)
  const saving = page.waitForEvent('download')
  await box.getByRole('button', { name: '下载' }).click()
  expect((await saving).suggestedFilename()).toBe('恢复码.txt')
  await box.getByRole('button', { name: '我已保存' }).click()
  await expect(box.getByText('恢复码剩余 10 个')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()

  await page.getByRole('button', { name: /factor\.on.*账号菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出系统' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/backend\/login/)
  await rewind('factor.on')
  await signInPage.submit('factor.on', DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: '双因素验证' })).toBeVisible()
  await expectAccessible(page)
  const field = page.getByLabel('6 位验证码')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  // the sixth digit is enough
  await field.pressSequentially('000000')
  await expect(page.getByRole('alert')).toHaveText('验证码不正确或已使用')
  await expect(field).toHaveValue('')
  await field.pressSequentially(codeOf(secret))
  await expect(page).toHaveURL(/\/backend\/home/)
})

test('a recovery code stands in for the device; 返回登录 begins anew', async ({ page, context, signInPage }) => {
  await addPerson('factor.lost')
  await enter(page, 'factor.lost')
  await openSecurity(page, 'factor.lost')
  const { codes } = await turnOn(page)
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await signInPage.open()
  await signInPage.submit('factor.lost', DEMO_PASSWORD)
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(page.getByRole('heading', { name: '后台管理系统' })).toBeVisible()
  await signInPage.submit('factor.lost', DEMO_PASSWORD)
  await page.getByRole('button', { name: /使用恢复码/ }).click()
  const field = page.getByLabel('恢复码', { exact: true })
  await expect(field).toBeFocused()
  await field.fill(codes[0] ?? '')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/backend\/home/)
})

test('turning it off takes the password and a code; a wrong password is named at its field', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400/)
  await addPerson('factor.off')
  await enter(page, 'factor.off')
  await openSecurity(page, 'factor.off')
  const { secret } = await turnOn(page)
  const box = dialog(page)
  await box.getByRole('button', { name: '我已保存' }).click()
  await rewind('factor.off')
  await box.getByRole('button', { name: '关闭双因素验证' }).click()
  await box.getByLabel('登录密码').fill('Wrong#2026')
  await box.getByLabel('验证码或恢复码').fill(codeOf(secret))
  await box.getByRole('button', { name: '关闭双因素验证' }).click()
  await expect(box.getByText('登录密码不正确')).toBeVisible()
  await box.getByLabel('登录密码').fill(DEMO_PASSWORD)
  await box.getByRole('button', { name: '关闭双因素验证' }).click()
  await expect(box.getByText('未开启')).toBeVisible()
})

test('the second factor comes before a new password, and both before the session', async ({
  page,
  context,
  signInPage,
}) => {
  await addPerson('factor.both')
  await enter(page, 'factor.both')
  await openSecurity(page, 'factor.both')
  const { secret } = await turnOn(page)
  await query("update users set must_change_password = true where user_name = 'factor.both'")
  await rewind('factor.both')
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await signInPage.open()
  await signInPage.submit('factor.both', DEMO_PASSWORD)
  await page.getByLabel('6 位验证码').fill(codeOf(secret))
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill('Newer#2027')
  await page.getByLabel('确认新密码').fill('Newer#2027')
  await page.getByRole('button', { name: '保存并登录' }).click()
  await expect(page).toHaveURL(/\/backend\/home/)
})

test('an administrator removes the second factor of somebody who lost the device', async ({
  page,
  browser,
  signInPage,
}) => {
  await addPerson('factor.gone')
  await addPerson('factor.admin')
  const theirs = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await enter(theirs, 'factor.gone')
  await openSecurity(theirs, 'factor.gone')
  await turnOn(theirs)
  await enter(page, 'factor.admin', '/userControl/accountCenter/userList?userName=factor.gone')
  const row = page.locator('main').getByRole('row').filter({ hasText: 'factor.gone' })
  await row.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '解除双因素验证' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解除' }).click()
  await expect(page.getByText('双因素验证已解除')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await signInPage.open()
  await signInPage.submit('factor.gone', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/backend\/home/)
  await theirs.context().close()
})
