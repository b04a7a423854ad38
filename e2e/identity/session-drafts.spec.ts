// What somebody typed outlives each end of their session, for them alone.
import type { APIRequestContext, Page } from '@playwright/test'
import {
  addPerson,
  DEMO_PASSWORD,
  draftsIn,
  enter,
  expect,
  FIRST,
  SECOND,
  sessionIn,
  signInByCalls,
  test,
} from '../fixtures.ts'
import { act, askSignOut, field, shown } from '../page.ts'

test.use({ live: true })

const FORM = '/userControl/customerManagement/customerList/addCustomer'
const SAVING = '**/api/backend/member/enterprise/save'
const COMPANY = '华东未存贸易有限公司'
const TYPED = '二次授权，请核对三月的合同'
const restored = (page: Page) => shown(page).getByRole('alert').filter({ hasText: '已恢复退出登录前填写的内容' })

/** Instead of signing in over the page. */
const leave = (page: Page) => act(page.getByRole('dialog'), '离开此页，重新登录').click()

type Ends = { page: Page; id: string; request: APIRequestContext }

const ends: Record<string, (ends: Ends) => Promise<unknown>> = {
  // while it is saved, so that no other call of the page finds it first: a renewal is refused too
  expiry: async ({ page, request }) => {
    const { access_token: token } = await sessionIn(page)
    await page.route(SAVING, async (route) => {
      await request.get(`${FIRST()}/api/adminauth/login/removeToken?token=${token}`)
      await route.continue()
    })
    await act(shown(page), '保存').click()
    await leave(page)
  },
  'a forced sign-out': async ({ id, request }) => {
    await addPerson('drafts.admin')
    const { access_token: token } = await signInByCalls(request, 'drafts.admin', await SECOND())
    const address = `${await SECOND()}/api/backend/message/userOffline?id=${id}`
    await request.get(address, { headers: { 'console-auth': token } })
  },
  'a sign-out in another tab': async ({ page }) => {
    const other = await page.context().newPage()
    await other.goto(`${FIRST()}/backend/home/index`)
    await act(await askSignOut(other), '确定').click()
    await other.waitForURL(/\/login/)
    await other.close()
  },
  'a refusal at saving': async ({ page }) => {
    await page.route(SAVING, (route) =>
      route.fulfill({ status: 401, json: { code: 401, success: false, data: null, msg: '登录失效，请重新登录！' } }),
    )
    await act(shown(page), '保存').click()
    await leave(page)
  },
}

for (const [name, end] of Object.entries(ends)) {
  test(`what was typed is back after ${name}, for that person only`, async ({
    page,
    request,
    signInPage,
    expectConsole,
  }) => {
    expectConsole(/401/)
    const userName = `drafts.${Object.keys(ends).indexOf(name)}`
    const id = await addPerson(userName)
    await addPerson(`${userName}.other`)
    await enter(page, userName, FORM)
    await field(shown(page), '企业名称').fill(COMPANY)
    // the last key right before the end
    await field(shown(page), '备注').fill(TYPED)
    await end({ page, id, request })
    await expect(page).toHaveURL(/\/backend\/login/)
    const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    for (const text of [TYPED, COMPANY]) expect(left).not.toContain(text)
    await page.unroute(SAVING)

    await signInPage.open(page.url())
    await signInPage.submit(`${userName}.other`, DEMO_PASSWORD)
    await page.waitForURL(/backend\/(?:userControl|home)/)
    await page.goto(`${FIRST()}/backend${FORM}`)
    await expect(field(shown(page), '备注')).toHaveValue('')
    await expect(restored(page)).toHaveCount(0)
    await act(await askSignOut(page), '确定').click()
    await expect(page).toHaveURL(/\/backend\/login/)

    await signInPage.open(`${FIRST()}/backend/login?redirect=${encodeURIComponent(FORM)}`)
    await signInPage.submit(userName, DEMO_PASSWORD)
    await expect(field(shown(page), '备注')).toHaveValue(TYPED)
    await expect(field(shown(page), '企业名称')).toHaveValue(COMPANY)
    await expect(restored(page)).toBeVisible()
    await act(shown(page), '丢弃').click()
    await expect(field(shown(page), '企业名称')).toHaveValue('')
    await expect.poll(() => draftsIn(page)).toEqual([])
  })
}
