// The second factor: turning it on, signing in with it, recovery codes, turning it off.
import type { APIRequestContext } from '@playwright/test'
import { beginSecondFactor, confirmSecondFactor } from '#contract/identity/account-security.ts'
import { codeOf } from '#test/one-time-codes.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, DEMO_PASSWORD, enter, expect, FIRST, query, signInByCalls, test } from '../fixtures.ts'
import { act, askSignOut, LIST, openSecurity, passDialogGuard, rowAct } from '../page.ts'

/** Moves the last used step back, so that the current code is accepted again. */
const rewind = (userName: string) =>
  query(
    'update second_factors set last_step = last_step - 4 where user_id = (select id from users where user_name = $1)',
    [userName],
  )

/** Adds a person with the second factor turned on. @returns the recovery codes */
async function addProtected(request: APIRequestContext, userName: string): Promise<string[]> {
  await addPerson(userName)
  const { access_token } = await signInByCalls(request, userName)
  const send = async (path: string, data: object) => {
    const reply = await request.post(`${FIRST()}${path}`, { data, headers: { 'console-auth': access_token } })
    return (await reply.json()).data
  }
  const { secret } = (await send(beginSecondFactor.path, { password: DEMO_PASSWORD })) as { secret: string }
  const { recoveryCodes } = (await send(confirmSecondFactor.path, { code: codeOf(secret) })) as {
    recoveryCodes: string[]
  }
  return recoveryCodes
}

test('§7 somebody turns the second factor on, keeps the recovery codes and signs in with the device’s code', async ({
  page,
  context,
  signInPage,
  expectConsole,
}) => {
  expectConsole(/400/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await addPerson('factor.on')
  await enter(page, 'factor.on')
  const box = await openSecurity(page, '双因素验证')
  await expect(box.getByText('未开启')).toBeVisible()
  await act(box, '开启').click()
  await box.getByLabel('登录密码').fill(DEMO_PASSWORD)
  await act(box, '下一步').click()
  const secret = ((await box.locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(box.getByRole('img', { name: '双因素验证的二维码' })).toBeVisible()
  await expectAccessible(page, { within: ['.ant-modal'] })
  await box.getByLabel('输入 App 中显示的 6 位验证码').fill(codeOf(secret))
  await act(box, '确认开启').click()
  const codes = box.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page, { within: ['.ant-modal'] })

  await act(box, '复制').click()
  await expect(page.getByText('已复制')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim().split(/\s+/)).toEqual(await codes.allTextContents())
  const saving = page.waitForEvent('download')
  await act(box, '下载').click()
  expect((await saving).suggestedFilename()).toBe('恢复码.txt')
  await act(box, '我已保存').click()
  await expect(box.getByText('恢复码剩余 10 个')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()

  await act(await askSignOut(page), '确定').click()
  await expect(page).toHaveURL(/\/backend\/login/)
  await rewind('factor.on')
  await signInPage.submit('factor.on', DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: '双因素验证' })).toBeVisible()
  await expectAccessible(page, { contrast: true })
  const field = page.getByLabel('6 位验证码')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  // the sixth digit submits the form
  await field.pressSequentially('000000')
  await expect(page.getByRole('alert')).toHaveText('验证码不正确或已使用')
  await expect(field).toHaveValue('')
  await field.pressSequentially(codeOf(secret))
  await expect(page).toHaveURL(/\/backend\/home/)

  await test.step('turning it off takes the password and a code; a wrong password is reported at its field', async () => {
    await rewind('factor.on')
    await openSecurity(page, '双因素验证')
    await act(box, '关闭双因素验证').click()
    await box.getByLabel('登录密码').fill('Wrong#2026')
    await box.getByLabel('验证码或恢复码').fill(codeOf(secret))
    await act(box, '关闭双因素验证').click()
    await expect(box.getByText('登录密码不正确')).toBeVisible()
    await passDialogGuard(page)
    await box.getByLabel('登录密码').fill(DEMO_PASSWORD)
    await act(box, '关闭双因素验证').click()
    await expect(box.getByText('未开启')).toBeVisible()
  })
})

test('the second factor comes before a new password, and both before the session', async ({
  page,
  request,
  signInPage,
}) => {
  const codes = await addProtected(request, 'factor.both')
  await query("update users set must_change_password = true where user_name = 'factor.both'")
  await signInPage.open()
  await signInPage.submit('factor.both', DEMO_PASSWORD)

  await test.step('a recovery code replaces the device’s code; 返回登录 starts over', async () => {
    await act(page.locator('body'), '返回登录').click()
    await expect(page.getByRole('heading', { name: '后台管理系统' })).toBeVisible()
    await signInPage.submit('factor.both', DEMO_PASSWORD)
    await page.getByRole('button', { name: /使用恢复码/ }).click()
    const field = page.getByLabel('恢复码', { exact: true })
    await expect(field).toBeFocused()
    await field.fill(codes[0] ?? '')
    await field.press('Enter')
  })

  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill('Newer#2027')
  await page.getByLabel('确认新密码').fill('Newer#2027')
  await page.getByRole('button', { name: '保存并登录' }).click()
  await expect(page).toHaveURL(/\/backend\/home/)
})

test('an administrator removes the second factor of somebody who lost the device', async ({ page, request }) => {
  await addProtected(request, 'factor.gone')
  await addPerson('factor.admin')
  await enter(page, 'factor.admin', `${LIST}?userName=factor.gone`)
  await rowAct(page, 'factor.gone', '解除双因素验证')
  await act(page.getByRole('dialog'), '解除').click()
  await expect(page.getByText('双因素验证已解除')).toBeVisible()
  const left = await query(
    "select 1 from second_factors where user_id = (select id from users where user_name = 'factor.gone')",
  )
  expect(left).toEqual([])
})
