// The sign-in form: success, errors, lock, a required new password, and the redirect afterwards.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { keyOf, unpackEntry } from '#web/lib/storage.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, DEMO_PASSWORD, expect, FIRST, query, test } from '../fixtures.ts'
import { act, LIST, main } from '../page.ts'

const LONG = '一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十'
const LIFE_S = 32_399

/** Transfer size of files of the build, compressed where a `.br` exists, bytes. */
function sizeOf(parts: readonly string[]): number {
  const files = parts.map((part) => join(import.meta.dirname, '../../dist', part.replace('/backend/', '')))
  const sizes = files.map((file) => readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('§4 the correct name, password and captcha lead home, and the session survives a reload', async ({
  page,
  signInPage,
  context,
}) => {
  await addPerson('comes.in', 'reviewer')
  await signInPage.open()
  await signInPage.submit('comes.in', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/backend\/home/)
  await expect(page).toHaveTitle(/后台管理系统$/)
  await expect(page.getByRole('button', { name: /comes\.in/ })).toBeVisible()
  const stored = await page.evaluate((name) => sessionStorage.getItem(name), keyOf('token'))
  const token = (await context.cookies()).find(({ name }) => name === keyOf('token'))
  expect(token).toMatchObject({ value: unpackEntry(stored), sameSite: 'Strict' })
  expect(token?.value.length).toBeGreaterThan(20)
  const left = (token?.expires ?? 0) - Date.now() / 1000
  expect(left).toBeGreaterThan(LIFE_S - 60)
  expect(left).toBeLessThanOrEqual(LIFE_S)
  const loaded = new Set<string>()
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname))
  await page.reload()
  await expect(page).toHaveURL(/\/backend\/home/)

  await test.step('the first page is small', async () => {
    await expect(main(page).getByRole('region', { name: '菜单快捷入口' }).getByRole('link')).not.toHaveCount(0)
    const parts = [...loaded].filter((path) => path.startsWith('/backend/assets/'))
    expect(parts.length).toBeGreaterThan(5)
    expect(sizeOf(parts)).toBeLessThan(340_000)
  })

  await test.step('§4 somebody signed in who goes to /login goes home; §4 no redirect leads away', async () => {
    await page.goto(`${FIRST()}/backend/login?redirect=${encodeURIComponent('//evil.example')}`)
    await expect(page).toHaveURL(new RegExp(`^${FIRST()}/backend/home`))
  })
})

/** Expects the sign-in page's initial files to be small, and its policy and styles to be strict. */
async function expectSmall(page: Page): Promise<void> {
  const served = await page.request.get(`${FIRST()}/backend/login`)
  const policy = served.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  // the served HTML: parts that the page fetches later do not count
  const html = await served.text()
  const tags =
    html.match(/<(?:script|link)[^>]*>/g)?.filter((tag) => /src=|"modulepreload"|"stylesheet"/.test(tag)) ?? []
  const parts = tags.map((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '')
  expect(parts.length).toBeGreaterThan(2)
  expect(sizeOf(parts)).toBeLessThan(175_000)
  await expect(page.locator('link[rel="prefetch"]')).not.toHaveCount(0)
  expect(await page.locator('script:not([src])').count()).toBe(0)
  // antd's rules come from a style sheet; style elements made at run time only set CSS variables
  const made = await page.locator('style').allTextContents()
  expect(made.filter((text) => /\.ant-btn[^{]*\{(?!--)/.test(text))).toEqual([])
}

test('§4 a page that needs a session leads to /login and back; errors in between are shown', async ({
  page,
  signInPage,
  context,
  expectConsole,
}) => {
  expectConsole(/500|409/)
  await addPerson('fails.first')
  await signInPage.open(`${FIRST()}/backend${LIST}?size=20`)
  await expect(page).toHaveURL(/\/backend\/login\?redirect=/)
  const alert = page.getByRole('alert')
  const password = page.getByLabel('密码', { exact: true })
  const picture = page.getByRole('img', { name: /验证码/ })
  const drawn = () => picture.getAttribute('src')

  await test.step('the sign-in page is small, fetches the next one’s parts meanwhile, and holds no inline script', () =>
    expectSmall(page))
  await expectAccessible(page, { contrast: true })

  await test.step('empty fields show their errors without a call', async () => {
    await act(page.locator('form'), '登录').click()
    for (const text of ['请输入用户名', '请输入密码', '请输入验证码']) await expect(page.getByText(text)).toBeVisible()
  })

  await test.step('caps lock is noticed in the password', async () => {
    await password.focus()
    await password.evaluate((input) =>
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true } as KeyboardEventInit),
      ),
    )
    await expect(page.getByText('大写锁定已打开')).toBeVisible()
  })

  await test.step('a wrong captcha says so; a click on the picture draws another', async () => {
    const first = await drawn()
    await picture.click()
    await expect(picture).not.toHaveAttribute('src', first ?? '')
    await signInPage.submit('fails.first', DEMO_PASSWORD, 'zzzzz')
    await expect(alert).toHaveText('验证码错误或已过期')
  })

  await test.step('§7 a wrong password says so in full, and asks for a new captcha', async () => {
    const before = await drawn()
    await signInPage.submit('fails.first', 'Wrong#2026')
    await expect(alert).toHaveText('用户名或密码错误')
    await expect(picture).not.toHaveAttribute('src', before ?? '')
    await expect(password).toHaveValue('')
  })

  await test.step('§8 10009 the fifth failure locks this name from here', async () => {
    await query(
      `insert into sign_in_failures (user_name, address, reason)
      select 'never.was.here', address, reason from sign_in_failures, generate_series(1, 4) where user_name = 'fails.first'`,
    )
    await signInPage.submit('never.was.here', 'Wrong#2026')
    await expect(alert).toHaveText(/失败次数过多，请于 \d\d:\d\d 后再试/)
    await expect(password).toHaveValue('')
  })

  type Reply = { code: number; msg: string; data: object | null }
  let reply: Reply | undefined
  await page.route('**/api/adminauth/oauth/token', (route) => {
    if (!reply) return route.continue()
    const { code } = reply
    return route.fulfill({ status: code < 600 ? code : 200, json: { ...reply, success: code === 200 } })
  })

  await test.step('§7 §8 what the server says to a sign-in is shown in full, a 500 too', async () => {
    for (const code of [500, 409, 10_019]) {
      reply = { code, msg: `${code} ${LONG}`, data: null }
      await signInPage.submit('nobody', 'Whatever#1')
      await expect(alert).toHaveText(reply.msg)
    }
  })

  await test.step('§4 a token is stored only if longer than 20 characters', async () => {
    const session = { refresh_token: 'r'.repeat(43), token_type: 'bearer', expires_in: LIFE_S, user_id: '1' }
    reply = { code: 200, msg: '操作成功', data: { ...session, userName: 'x', access_token: 'a'.repeat(20) } }
    await signInPage.submit('nobody', 'Whatever#1')
    await expect(alert).toHaveText(/凭据无效/)
    await expect(page).toHaveURL(/\/backend\/login/)
    expect(await page.evaluate((name) => localStorage.getItem(name), keyOf('session'))).toBeNull()
    expect(await page.evaluate((name) => sessionStorage.getItem(name), keyOf('token'))).toBeNull()
    expect(await context.cookies()).toEqual([])
  })

  reply = undefined
  await signInPage.submit('fails.first', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/userControl\/accountCenter\/userList\?size=20/)
})

test('§8 10010 an account that must change its password does so first', async ({ page, signInPage }) => {
  await addPerson('first.day', 'reviewer')
  await query("update users set must_change_password = true where user_name = 'first.day'")
  await signInPage.open()
  await signInPage.submit('first.day', DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await expectAccessible(page, { contrast: true })
  const [fresh, again] = [page.getByLabel('新密码', { exact: true }), page.getByLabel('确认新密码')]
  await fresh.fill('short')
  await again.fill('Newer#2027')
  await page.getByRole('button', { name: '保存并登录' }).click()
  await expect(page.getByText('两次输入密码不一致！').first()).toBeVisible()
  await fresh.fill('Newer#2027')
  await page.getByRole('button', { name: '保存并登录' }).click()
  await expect(page).toHaveURL(/\/backend\/home/)
})
