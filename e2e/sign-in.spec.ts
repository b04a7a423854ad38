// Signing in as a person does: right, wrong, locked, with a new password first, and where it leads.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from './accessible.ts'
import { DEMO_PASSWORD, expect, FIRST, query, test } from './fixtures.ts'

test('§4 a right name, password and captcha lead home, and the session survives a reload', async ({
  page,
  signInPage,
  context,
}) => {
  await signInPage.open()
  await expectAccessible(page)
  await signInPage.submit('admin', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/backend\/home/)
  await expect(page).toHaveTitle(/后台管理系统$/)
  await expect(page.getByText('admin', { exact: false }).first()).toBeVisible()
  const cookies = await context.cookies()
  const token = cookies.find(({ value }) => value.length > 20)
  expect(token).toMatchObject({ sameSite: 'Strict' })
  const left = (token?.expires ?? 0) - Date.now() / 1000
  expect(left).toBeGreaterThan(32_399 - 60)
  expect(left).toBeLessThanOrEqual(32_399)
  await page.reload()
  await expect(page).toHaveURL(/\/backend\/home/)
})

test('§4 somebody signed in who goes to /login goes home', async ({ page, signInPage }) => {
  await signInPage.signIn('editor')
  await page.goto(`${FIRST()}/backend/login`)
  await expect(page).toHaveURL(/\/backend\/home/)
})

test('§7 a wrong password says so in full, and asks for a new captcha', async ({ page, signInPage }) => {
  await signInPage.open()
  const picture = page.getByRole('img', { name: /验证码/ })
  const before = await picture.getAttribute('src')
  await signInPage.submit('sjgly', 'Wrong#2026')
  await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
  await expect(picture).not.toHaveAttribute('src', before ?? '')
  await signInPage.submit('sjgly', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/backend\/home/)
})

test('a wrong captcha says so; a click on the picture draws another', async ({ page, signInPage }) => {
  await signInPage.open()
  const picture = page.getByRole('img', { name: /验证码/ })
  const first = await picture.getAttribute('src')
  await picture.click()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  await signInPage.submit('sjgly', DEMO_PASSWORD, 'zzzzz')
  await expect(page.getByRole('alert')).toHaveText('验证码错误或已过期')
})

test('§8 10009 the fifth failure locks this name from here', async ({ page, signInPage }) => {
  await signInPage.open()
  for (let each = 1; each <= 5; each++) {
    await signInPage.submit('never.was.here', 'Wrong#2026')
    await expect(page.getByRole('alert')).toHaveText(
      each < 5 ? '用户名或密码错误' : /失败次数过多，请于 \d\d:\d\d 后再试/,
    )
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('')
  }
})

test('empty fields are named beside themselves, without a call', async ({ page, signInPage }) => {
  await signInPage.open()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  for (const text of ['请输入用户名', '请输入密码', '请输入验证码']) await expect(page.getByText(text)).toBeVisible()
})

test('caps lock is noticed in the password', async ({ page, signInPage }) => {
  await signInPage.open()
  const password = page.getByLabel('密码', { exact: true })
  await password.focus()
  await password.evaluate((input) =>
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true } as KeyboardEventInit),
    ),
  )
  await expect(page.getByText('大写锁定已打开')).toBeVisible()
})

test('§8 10010 an account that must change its password does so first', async ({ page, signInPage }) => {
  await query(`insert into users (user_name, real_name, mobile, password_hash, must_change_password, dept_id, role_id)
    select 'first.day', '新来者', '10099990001', password_hash, true, dept_id, role_id from users where user_name = 'operator'`)
  await signInPage.open()
  await signInPage.submit('first.day', DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await expectAccessible(page)
  const [fresh, again] = [page.getByLabel('新密码', { exact: true }), page.getByLabel('确认新密码')]
  await fresh.fill('short')
  await again.fill('Newer#2027')
  await page.getByRole('button', { name: '保存并登录' }).click()
  await expect(page.getByText('两次输入密码不一致！').first()).toBeVisible()
  await fresh.fill('Newer#2027')
  await page.getByRole('button', { name: '保存并登录' }).click()
  await expect(page).toHaveURL(/\/backend\/home/)
})

test('§4 a page that needs a session leads to /login and back', async ({ page, signInPage }) => {
  await signInPage.open(`${FIRST()}/backend/userControl/accountCenter/userList?size=20`)
  await expect(page).toHaveURL(/\/backend\/login\?redirect=/)
  await signInPage.submit('admin', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/userControl\/accountCenter\/userList\?size=20/)
})

const evil = [
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'http:/evil.example',
  '%2F%2Fevil.example',
  'https://evil.example',
]
test('§4 no redirect leads away', async ({ page, signInPage }) => {
  await signInPage.signIn('admin')
  for (const target of evil) {
    await page.goto(`${FIRST()}/backend/login?redirect=${encodeURIComponent(target)}`)
    await expect(page).toHaveURL(new RegExp(`^${FIRST()}/backend/home`))
  }
})

test('the sign-in page is small, fetches the next one’s parts meanwhile, and holds no inline script', async ({
  page,
  signInPage,
}) => {
  await signInPage.open()
  const served = await page.request.get(`${FIRST()}/backend/login`)
  const policy = served.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  // as it is served: what the page fetches later, when a step or a provider needs it, is not what it loads
  const html = await served.text()
  const tags =
    html.match(/<(?:script|link)[^>]*>/g)?.filter((tag) => /src=|"modulepreload"|"stylesheet"/.test(tag)) ?? []
  const parts = tags.map((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '')
  expect(parts.length).toBeGreaterThan(2)
  const sizeOf = (part: string) => {
    const file = join(import.meta.dirname, '../dist', part.replace('/backend/', ''))
    return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length
  }
  const sizes = parts.map(sizeOf)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(175_000)
  await expect(page.locator('link[rel="prefetch"]')).not.toHaveCount(0)
  expect(await page.locator('script:not([src])').count()).toBe(0)
  // the components' styles are a sheet: what is made here are the values of their variables alone
  const made = await page.locator('style').allTextContents()
  expect(made.filter((text) => /\.ant-btn[^{]*\{(?!--)/.test(text))).toEqual([])
})
