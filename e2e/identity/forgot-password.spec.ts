// 忘记密码 on the sign-in page: how it is asked for, and what is kept. What a code opens is asked over HTTP (password-reset.test.ts).
import type { Page } from '@playwright/test'
import { getResetWays, requestPasswordReset, resetPassword } from '#contract/identity/password-reset.ts'
import { keyOf } from '#web/lib/storage.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, DEMO_PASSWORD, expect, SignInPage, test } from '../fixtures.ts'
import { overflow } from '../page.ts'

/** No channel is set up in these tests: these calls are answered here. */
async function answer(page: Page, path: string, data: unknown, refused?: { code: number; msg: string }) {
  const asked: unknown[] = []
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'POST') asked.push(route.request().postDataJSON())
    const { code, msg } = refused ?? { code: 200, msg: '' }
    await route.fulfill({ status: code, json: { code, success: code === 200, msg, data } })
  })
  return asked
}

test('§4 a forgotten password: where nothing can be sent, the page says who resets it', async ({
  page,
  signInPage,
}) => {
  await signInPage.open()
  await page.getByRole('button', { name: '忘记密码' }).click()
  await expect(page.getByText('系统没有配置邮件或企业微信')).toBeVisible()
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(page.getByRole('heading', { name: '后台管理系统' })).toBeVisible()
})

test('§4 a forgotten password: name, code, new password, at 390 px too', async ({ page, signInPage }) => {
  await answer(page, getResetWays.path, ['mail'])
  const asked = await answer(page, requestPasswordReset.path, { ticket: 'its-ticket' })
  await signInPage.open()
  await page.getByLabel('用户名', { exact: true }).fill('forgets.all')
  await page.getByRole('button', { name: '忘记密码' }).click()
  await expect(page.getByLabel('用户名', { exact: true })).toHaveValue('forgets.all')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByLabel('验证码', { exact: true }).fill('abcde')
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByRole('alert')).toContainText('如果账号存在并登记了邮箱')
  expect(asked).toMatchObject([{ userName: 'forgets.all', 'captcha-code': 'abcde' }])
  await expectAccessible(page)

  await page.getByLabel('收到的验证码').fill('12 34 56')
  await page.getByLabel('新密码', { exact: true }).fill('Fresh@2027')
  await page.getByLabel('确认新密码').fill('Fresh@2028')
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByText(/两次.*不一致/)).toBeVisible()
  await page.getByLabel('确认新密码').fill('Fresh@2027')
  const set = await answer(page, resetPassword.path, null)
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByRole('alert')).toHaveText('密码已重置，请用新密码登录')
  expect(set).toEqual([{ ticket: 'its-ticket', code: '123456', newPassword: 'Fresh@2027' }])
})

test('the user name is remembered where it was wanted, and forgotten again', async ({ page, signInPage, browser }) => {
  await addPerson('remembered.name', 'reviewer')
  const typed = (at: Page) => at.getByLabel('用户名', { exact: true })
  const tick = (at: Page) => at.getByLabel('记住用户名')
  /** In a browser that keeps no session, only the name. */
  const comeBack = async (from: Page) => {
    const { origins } = await from.context().storageState()
    for (const origin of origins)
      origin.localStorage = origin.localStorage.filter(({ name }) => name === keyOf('userName'))
    const next = new SignInPage(await (await browser.newContext({ storageState: { cookies: [], origins } })).newPage())
    await next.open()
    return next
  }
  await signInPage.open()
  await tick(page).check()
  await signInPage.submit('remembered.name', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/backend\/home/)
  const second = await comeBack(page)
  await expect(typed(second.page)).toHaveValue('remembered.name')
  await expect(second.page.getByLabel('密码', { exact: true })).toBeFocused()
  await tick(second.page).uncheck()
  await second.submit('remembered.name', DEMO_PASSWORD)
  await expect(second.page).toHaveURL(/\/backend\/home/)
  const third = await comeBack(second.page)
  await expect(typed(third.page)).toHaveValue('')
  await second.page.context().close()
  await third.page.context().close()
})
