// /register (spec §2): public application for a trial, by keyboard and on a narrow screen.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, FIRST, knowCaptcha, query, test } from '../fixtures.ts'
import { overflow } from '../page.ts'

const picture = (page: Page) => page.getByRole('img', { name: '验证码图片' })
const captcha = (page: Page) => page.getByLabel('验证码', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: '提交申请' })

/** An unused mobile number. */
async function newMobile(): Promise<string> {
  const [row] = await query<{ mobile: string }>(
    "select '136' || lpad(nextval(pg_get_serial_sequence('users', 'id'))::text, 8, '0') as mobile",
  )
  return row?.mobile ?? ''
}

/** Opens the form. @returns a function that reads the key of the current captcha */
async function open(page: Page): Promise<() => Promise<string>> {
  let key = ''
  page.on('response', async (response) => {
    if (!response.url().includes('/login/captcha')) return
    // a reply that arrives as the test ends has no body
    const reply = (await response.json().catch(() => null)) as { data: { key: string } } | null
    key = reply?.data.key ?? key
  })
  await page.goto(`${FIRST()}/backend/register`)
  await expect(picture(page)).toBeVisible()
  return async () => {
    await expect.poll(() => key).not.toBe('')
    const shown = key
    key = ''
    return await knowCaptcha(shown)
  }
}

const reply = (data: unknown) => ({ code: 200, success: true, msg: '操作成功', data })

async function fill(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('公司名称').fill('东海石化贸易有限公司')
  await page.getByLabel('联系人').fill('王敏')
  await page.getByLabel('手机号码').fill(mobile)
  await page.getByLabel('试用产品').click()
  await page.getByTitle('油气资讯').click()
  await page.getByLabel('我已阅读并同意隐私政策').check()
}

test('§2 /register is public, shows errors beside the fields, and has no link to the sign-in', async ({ page }) => {
  const answer = await open(page)
  await expect(page).toHaveTitle('注册试用 - 后台管理系统')
  await submit(page).click()
  for (const text of ['请输入公司名称', '请输入联系人', '手机号码不能为空', '请选择试用产品', '请输入验证码']) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByText('请先阅读并同意隐私政策')).toBeVisible()
  await expect(page.getByLabel('公司名称')).toBeFocused()
  await expectAccessible(page, { within: ['form'] })

  await test.step('§5 the three error texts of the mobile number, while it is typed', async () => {
    const mobile = page.getByLabel('手机号码')
    for (const [typed, text] of [
      ['1391234567', '手机号码长度不为11位'],
      ['23912345678', '手机号码格式不正确'],
      ['', '手机号码不能为空'],
    ] as const) {
      await mobile.fill(typed)
      if (typed === '') await mobile.blur()
      await expect(page.getByText(text)).toBeVisible()
    }
    await mobile.fill('13912345678')
    await expect(page.getByText(/^手机号码.+/)).toHaveCount(0)
  })

  await test.step('a wrong captcha is reported beside it and replaced; a click on the picture replaces it too', async () => {
    await fill(page, await newMobile())
    const first = await picture(page).getAttribute('src')
    await page.getByRole('button', { name: '换一张验证码' }).click()
    await expect(picture(page)).not.toHaveAttribute('src', first ?? '')
    await answer()
    const second = await picture(page).getAttribute('src')
    await captcha(page).fill('wrong')
    await submit(page).click()
    await expect(page.getByText('验证码错误或已过期')).toBeVisible()
    await expect(picture(page)).not.toHaveAttribute('src', second ?? '')
    await expect(captcha(page)).toBeFocused()
    await expect(page.getByLabel('公司名称')).toHaveValue('东海石化贸易有限公司')
  })

  await test.step('the form fits a screen of 390 px', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await submit(page).scrollIntoViewIfNeeded()
    await expect(submit(page)).toBeInViewport()
  })

  // customers have no account in this console: nothing here leads to its sign-in
  await expect(page.getByRole('link')).toHaveText(['隐私政策'])
})

test('an application by keyboard is stored and acknowledged; a repeated one is refused', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409/)
  const answer = await open(page)
  const mobile = await newMobile()
  const { keyboard } = page
  await expect(page.getByLabel('公司名称')).toBeFocused()
  await keyboard.type('东海石化贸易有限公司')
  await keyboard.press('Tab')
  await keyboard.type('王敏')
  await keyboard.press('Tab')
  await keyboard.type(mobile)
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  const choice = page.getByRole('combobox', { name: '试用产品' })
  await expect(choice).toBeFocused()
  await keyboard.type('油气')
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('油气资讯')
  await keyboard.press('Enter')
  await expect(choice).toHaveAttribute('aria-expanded', 'false')
  await keyboard.press('Tab')
  const province = page.getByRole('combobox', { name: '所在省份' })
  await expect(province).toBeFocused()
  await keyboard.type('浙江')
  await expect(page.locator('.ant-select-item-option-active[title="浙江省"]')).toBeVisible()
  await keyboard.press('Enter')
  await expect(province).toHaveAttribute('aria-expanded', 'false')
  // skips the field's clear button
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(page.getByLabel('备注')).toBeFocused()
  await keyboard.type('年底前上线')
  await keyboard.press('Tab')
  await keyboard.type(await answer())
  // skips the picture of the captcha
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(page.getByLabel('我已阅读并同意隐私政策')).toBeFocused()
  await keyboard.press('Space')
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: '申请已提交' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText(mobile)
  await expect(page.getByRole('button', { name: '再申请一个产品' })).toBeFocused()
  await expectAccessible(page, { within: ['main'] })
  const stored = await query(
    'select company, contact, sub_product, province, remark from registrations where mobile = $1',
    [mobile],
  )
  expect(stored).toEqual([
    {
      company: '东海石化贸易有限公司',
      contact: '王敏',
      sub_product: 'oilGas',
      province: '浙江省',
      remark: '年底前上线',
    },
  ])

  await page.getByRole('button', { name: '再申请一个产品' }).click()
  await fill(page, mobile)
  await captcha(page).fill(await answer())
  await submit(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '24 小时内已申请过“油气资讯”' })).toBeVisible()
})

test('issue 39 where short messages are set up, /register sends a code to the number after the captcha', async ({
  page,
}) => {
  // no server of these tests sends short messages: what the page gets is theirs, what it asks for is looked at
  const asked: string[] = []
  await page.route('**/api/backend/register/form', (route) => route.fulfill({ json: reply({ asksCode: true }) }))
  await page.route('**/api/backend/register/code', async (route) => {
    asked.push((route.request().postDataJSON() as { mobile: string }).mobile)
    await route.fulfill({ json: reply(null) })
  })
  await page.goto(`${FIRST()}/backend/register`)
  const send = page.getByRole('button', { name: '获取验证码' })
  await send.click()
  await expect(page.getByText('手机号码不能为空')).toBeVisible()
  const mobile = await newMobile()
  await fill(page, mobile)
  await submit(page).click()
  await expect(page.getByText('请输入短信验证码')).toBeVisible()
  await send.click()
  const sending = page.getByRole('dialog', { name: '发送短信验证码' })
  await expect(sending).toContainText(mobile)
  await expect(captcha(page)).toBeFocused()
  await captcha(page).fill('abcde')
  await captcha(page).press('Enter')
  await expect(sending).toBeHidden()
  await expect(page.getByText(`已发送到 ${mobile}，10 分钟内有效`)).toBeVisible()
  await expect(page.getByRole('button', { name: /秒后重试$/ })).toBeDisabled()
  await expect(page.getByLabel('短信验证码')).toBeFocused()
  expect(asked).toEqual([mobile])
  await page.screenshot({ path: test.info().outputPath('code.png') })
})
