// Signing in through WeChat Work, against the world's provider on loopback.
import type { Page } from '@playwright/test'
import { getOauthProviders } from '#contract/identity/oauth.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, DEMO_PASSWORD, expect, FIRST, query, SignInPage, test, world } from '../fixtures.ts'
import { act, button, LIST, openSecurity } from '../page.ts'

/** Sets who authorises at the provider; null refuses. */
async function scanAs(page: Page, subject: string | null): Promise<void> {
  await page.route(`${world().provider.base}/authorize*`, (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('as', subject ?? '')
    return route.continue({ url: address.href })
  })
}

const wecom = (page: Page) => page.getByRole('button', { name: '企业微信登录' })

/** Fills and submits the form of /bind. */
const bindAs = async (page: Page, form: SignInPage, userName: string, password = DEMO_PASSWORD) => {
  await expect(page).toHaveURL(/\/backend\/bind$/)
  await form.fill(userName, password)
  await button(page, '绑定并登录').click()
}

test('§2 /auth-redirect and /bind: the first time binds with name and password, the next time signs in', async ({
  page,
  context,
  signInPage,
}) => {
  const id = await addPerson('oauth.first')
  await scanAs(page, 'wecom-of-first')
  await signInPage.open(`${FIRST()}/backend${LIST}?size=20`)
  const form = new SignInPage(page)
  await wecom(page).click()
  await expect(page.getByRole('heading', { name: '绑定企业微信' })).toBeVisible()
  await expectAccessible(page)
  expect(page.url()).not.toContain('code=')
  await bindAs(page, form, 'oauth.first', 'Wrong#2026')
  await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
  await bindAs(page, form, 'oauth.first')
  await expect(page).toHaveURL(new RegExp(`${LIST}\\?size=20`))
  await expect(button(page, /oauth\.first/)).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await signInPage.open(`${FIRST()}/backend/login?redirect=${encodeURIComponent('//evil.example')}`)
  await wecom(page).click()
  await expect(page).toHaveURL(`${FIRST()}/backend/home/index`)
  await expect(button(page, /oauth\.first/)).toBeVisible()

  await test.step('§4 somebody signed in who opens /auth-redirect or /bind goes home', async () => {
    for (const path of ['/auth-redirect?code=a&state=b', '/bind']) {
      await page.goto(`${FIRST()}/backend${path}`)
      await expect(page).toHaveURL(/\/backend\/home/)
    }
  })

  await test.step('§2 a bound account is shown in 账号安全 and can be unbound', async () => {
    const box = await openSecurity(page, '第三方账号')
    await expect(box.getByRole('listitem').first()).toContainText('企业微信')
    await expectAccessible(page, { within: ['.ant-modal'] })
    await act(box, '解除绑定 企业微信').click()
    await act(page.getByRole('tooltip'), '解除绑定').click()
    await expect(box.getByRole('listitem').first()).toContainText('未绑定')
    expect(await query('select 1 from external_identities where user_id = $1', [id])).toEqual([])
  })
})

test('§2 a refusal at the provider, and a used or foreign callback address, show an error and a link back to /login', async ({
  page,
  signInPage,
}) => {
  await scanAs(page, null)
  await signInPage.open()
  await wecom(page).click()
  await expect(page.getByRole('alert')).toHaveText('已取消企业微信登录')
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('登录已过期，请回到登录页重新扫码')
  // a link with another person's code and state: this browser has not started a sign-in
  await page.goto(`${FIRST()}/backend/auth-redirect?code=stolen&state=${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toHaveText('登录已过期，请回到登录页重新扫码')
  expect(page.url()).toBe(`${FIRST()}/backend/auth-redirect`)
  await expectAccessible(page)
  await page.getByRole('link', { name: '返回登录' }).click()
  await expect(page).toHaveURL(`${FIRST()}/backend/login`)
})

test('§2 where no provider is configured there is no button, and both pages say so', async ({ page, signInPage }) => {
  await page.route(`**${getOauthProviders.path}`, (route) =>
    route.fulfill({ json: { code: 200, success: true, msg: '操作成功', data: [] } }),
  )
  const answered = page.waitForResponse(`**${getOauthProviders.path}`)
  await signInPage.open()
  await answered
  await expect(page.getByText('其他登录方式')).toHaveCount(0)
  for (const path of ['auth-redirect', 'bind']) {
    await page.goto(`${FIRST()}/backend/${path}`)
    await expect(page.getByRole('alert')).toHaveText('尚未配置企业微信或微信登录，请联系管理员')
  }
})
