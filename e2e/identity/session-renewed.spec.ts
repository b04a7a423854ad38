// A session that ends under a half-filled form is begun anew over it, by the same person only (experience.md "Nothing typed is ever lost").
import type { APIRequestContext, Page } from '@playwright/test'
import { beginSecondFactor, confirmSecondFactor } from '#contract/identity/account-security.ts'
import { codeOf } from '#test/one-time-codes.ts'
import { addPerson, DEMO_PASSWORD, enter, expect, FIRST, query, sessionIn, signInByCalls, test } from '../fixtures.ts'
import { act, button, field, shown } from '../page.ts'

const FORM = '/userControl/customerManagement/customerList/addCustomer'
const TYPED = '二次授权，请核对三月的合同'
const over = (page: Page) => page.getByRole('dialog').filter({ hasText: '登录已过期' })

async function endOf(page: Page, request: APIRequestContext): Promise<void> {
  const { access_token: token } = await sessionIn(page)
  await request.get(`${FIRST()}/api/adminauth/login/removeToken?token=${token}`)
}

test('the same person signs in over the form, and what they were saving is saved', async ({
  page,
  request,
  signInPage,
  expectConsole,
}) => {
  expectConsole(/401/)
  await addPerson('renewed.one')
  await enter(page, 'renewed.one', FORM)
  const company = `华东续期${Date.now()}有限公司`
  await field(shown(page), '企业名称').fill(company)
  await field(shown(page), '备注').fill(TYPED)
  await endOf(page, request)
  await act(shown(page), '保存').click()

  await signInPage.fillPassword('Wrong#2026')
  await act(over(page), '继续').click()
  await expect(over(page).getByRole('alert')).not.toBeEmpty()
  await expect(field(shown(page), '备注')).toHaveValue(TYPED)
  await signInPage.fillPassword(DEMO_PASSWORD)
  await page.screenshot({ path: test.info().outputPath('renew.png') })
  await act(over(page), '继续').click()
  await expect(over(page)).toBeHidden()
  await expect
    .poll(() => query('select remark from enterprises where name = $1', [company]))
    .toEqual([{ remark: TYPED }])
})

test('somebody with a second factor is asked for it over the form too', async ({
  page,
  request,
  signInPage,
  expectConsole,
}) => {
  expectConsole(/401/)
  await addPerson('renewed.factor')
  await enter(page, 'renewed.factor', FORM)
  const { access_token } = await signInByCalls(request, 'renewed.factor')
  const send = async (path: string, data: object) => {
    const reply = await request.post(`${FIRST()}${path}`, { data, headers: { 'console-auth': access_token } })
    return (await reply.json()).data
  }
  const { secret } = await send(beginSecondFactor.path, { password: DEMO_PASSWORD })
  const { recoveryCodes } = await send(confirmSecondFactor.path, { code: codeOf(secret) })
  const company = `华东双因素${Date.now()}有限公司`
  await field(shown(page), '企业名称').fill(company)
  await endOf(page, request)
  await act(shown(page), '保存').click()
  await signInPage.fillPassword(DEMO_PASSWORD)
  await act(over(page), '继续').click()
  await button(over(page), '手机不在身边？使用恢复码').click()
  await over(page).getByLabel('恢复码').fill(recoveryCodes[0])
  await page.screenshot({ path: test.info().outputPath('factor.png') })
  await over(page).locator('button[type=submit]').click()
  await expect(over(page)).toBeHidden()
  await expect.poll(() => query('select 1 as n from enterprises where name = $1', [company])).toHaveLength(1)
})

test('where another person signs in beside it, the page is left', async ({
  page,
  request,
  signInPage,
  expectConsole,
}) => {
  expectConsole(/401/)
  await addPerson('renewed.two')
  await addPerson('renewed.three')
  await enter(page, 'renewed.two', FORM)
  await field(shown(page), '备注').fill(TYPED)
  await endOf(page, request)
  await field(shown(page), '企业名称').fill('华东离开有限公司')
  await act(shown(page), '保存').click()
  await expect(over(page)).toBeVisible()
  await expect(over(page).getByLabel('用户名')).toHaveCount(0)
  await act(over(page), '离开此页，重新登录').click()
  await expect(page).toHaveURL(/\/backend\/login\?redirect=/)
  await signInPage.open(page.url())
  await signInPage.submit('renewed.three', DEMO_PASSWORD)
  await expect(field(shown(page), '备注')).toHaveValue('')
})
