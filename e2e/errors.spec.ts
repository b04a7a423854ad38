// The error catalogue of spec §8 as people meet it: what is said, how much of it, and where it leads.
import type { Page, Route } from '@playwright/test'
import { keyOf } from '../web/lib/storage.ts'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from './fixtures.ts'
import { lastAsked } from './page.ts'

const LIST = '/userControl/accountCenter/userList'
const QUERY = '**/api/admin/queryUserList'
const UNREACHED = '网络连接失败，请检查网络后重试'
const LONG = '一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十'

const main = (page: Page) => page.locator('main')
const rows = (page: Page) => main(page).getByRole('row')
const reload = (page: Page) => main(page).getByRole('button', { name: '刷新' }).click()
const toast = (page: Page, text: string) => page.locator('.ant-message').getByText(text, { exact: true })
const tabs = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('listitem')
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })

const refuse =
  (code: number, msg: string, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: { code, success: false, msg, data: null } })

/** What the list call answers, from now on. */
async function answer(page: Page, how: (route: Route) => Promise<void>): Promise<void> {
  await page.unroute(QUERY)
  await page.route(QUERY, how)
}

/** Lets time pass until nothing is said any more. */
async function untilQuiet(page: Page): Promise<void> {
  const shown = page.locator('.ant-message-notice')
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1_000)
        return await shown.count()
      },
      { intervals: [50] },
    )
    .toBe(0)
}

/** Answers the id of the person who opened it. */
async function openList(page: Page, userName: string): Promise<string> {
  const id = await addPerson(userName)
  await enter(page, userName, LIST)
  await expect(rows(page).nth(3)).toBeVisible()
  return id
}

test('§8 messages: 500 cut to 20 characters, others to 25, no envelope, no network, and the rows stay', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/500|409|ERR_FAILED|502/)
  await page.clock.install()
  await openList(page, 'errs.often')
  const cases: [(route: Route) => Promise<void>, string][] = [
    [refuse(500, LONG, 500), LONG.slice(0, 20)],
    [refuse(409, LONG, 409), LONG.slice(0, 25)],
    [refuse(10_003, '短消息'), '短消息'],
    [(route) => route.fulfill({ status: 502, json: { code: 200, success: true, msg: '', data: null } }), UNREACHED],
    [refuse(10_004, 'Invalid refresh token: x'), '登录失效，请重新登录！'],
    [(route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }), '响应格式错误'],
    [(route) => route.fulfill({ json: { rows: [] } }), '响应格式错误'],
    [(route) => route.abort(), UNREACHED],
  ]
  for (const [how, text] of cases) {
    await answer(page, how)
    await reload(page)
    await expect(toast(page, text)).toBeVisible()
    await expect(rows(page).nth(3)).toBeVisible()
    await untilQuiet(page)
  }
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
})

test('§8 §9 a call that takes longer than 20 s is given up: 响应超时，请稍后重试', async ({ page }) => {
  // the page's own time limit, on the clock that the test moves
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const late = new AbortController()
      setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms)
      return late.signal
    }
  })
  await page.clock.install()
  await openList(page, 'waits.long')
  await answer(page, () => new Promise(() => undefined))
  const asked = page.waitForRequest(QUERY)
  const givenUp: string[] = []
  // of the list alone: what the page reports beside it may be given up before
  page.on('requestfailed', (request) => {
    if (request.url().includes('queryUserList')) givenUp.push(request.url())
  })
  await page.clock.pauseAt(Date.now() + 600_000)
  await main(page).getByRole('button', { name: '刷新' }).dispatchEvent('click')
  await asked
  await page.clock.runFor(19_999)
  expect(givenUp).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => givenUp).toHaveLength(1)
  await page.clock.resume()
  await expect(toast(page, '响应超时，请稍后重试')).toBeVisible()
  await expect(rows(page).nth(3)).toBeVisible()
})

test('§8 a list that cannot be loaded at first says why and offers another try', async ({ page, expectConsole }) => {
  expectConsole(/500/)
  await addPerson('tries.again')
  await page.route(QUERY, refuse(500, '数据库正在维护', 500))
  await enter(page, 'tries.again', LIST)
  await expect(main(page).getByRole('alert')).toContainText('数据库正在维护')
  await expectAccessible(page)
  await page.unroute(QUERY)
  await main(page).getByRole('button', { name: '重试' }).click()
  await expect(rows(page).nth(3)).toBeVisible()
  await expect(main(page).getByRole('alert')).toHaveCount(0)
})

test('§8 a transport error with 401 asks whether to sign in again; 取消 stays, 重新登录 leads to /login', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401/)
  const id = await openList(page, 'proxy.refuses')
  await answer(page, (route) => route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>401</h1>' }))
  await reload(page)
  const dialog = page.getByRole('dialog', { name: '系统提示' })
  await expect(dialog).toContainText('可以继续留在该页面，或者重新登录')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page).nth(3)).toBeVisible()
  await reload(page)
  await dialog.getByRole('button', { name: '重新登录' }).click()
  await expect(page).toHaveURL(`${FIRST()}/backend/login?redirect=${encodeURIComponent(LIST)}`)
  expect(await page.evaluate((name) => localStorage.getItem(name), keyOf('session'))).toBeNull()
  // re-login logs out, on the server too
  const sessions = await query('select 1 from sessions where user_id = $1 and ended_at is null', [id])
  expect(sessions).toHaveLength(0)
})

test('§8 the codes 10010, 10009, 600 to 603, 10017, 10000 and 10019 resolve: nothing is told as an error', async ({
  page,
}) => {
  await addPerson('hears.codes')
  await page.clock.install()
  await enter(page, 'hears.codes')
  await page.getByRole('button', { name: /hears\.codes.*账号菜单/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('旧密码').fill('Older#2025')
  await dialog.getByLabel('新密码', { exact: true }).fill('Newer#2027')
  await dialog.getByLabel('确认新密码').fill('Newer#2027')
  for (const code of [10_010, 10_009, 600, 601, 602, 603, 10_017, 10_000, 10_019]) {
    await page.unroute('**/api/admin/updateUserPassword')
    await page.route('**/api/admin/updateUserPassword', refuse(code, `${code} ${LONG}`))
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(page.locator('.ant-message-success')).toHaveText(`${code} ${LONG}`)
    await expect(page.locator('.ant-message-error')).toHaveCount(0)
    await untilQuiet(page)
  }
  await expect(dialog).toBeVisible()
})

test('§7 §8 what the server says to a sign-in is shown in full, a 500 too', async ({
  page,
  signInPage,
  expectConsole,
}) => {
  expectConsole(/500|409/)
  await signInPage.open()
  let code = 0
  // one route for all: taking one away would lose the body of the captcha that is on its way
  await page.route('**/api/adminauth/oauth/token', (route) =>
    refuse(code, `${code} ${LONG}`, code < 600 ? code : 200)(route),
  )
  for (code of [500, 409, 10_019]) {
    await signInPage.submit('nobody', 'Whatever#1')
    await expect(page.getByRole('alert')).toHaveText(`${code} ${LONG}`)
  }
})

test('§8 404, and 500 with Failed to handle request, sign out in silence', async ({ page, expectConsole }) => {
  expectConsole(/404|500/)
  await openList(page, 'is.sent.away')
  for (const [code, msg] of [[404, '接口不存在'] as const, [500, 'x Failed to handle request y'] as const]) {
    await answer(page, refuse(code, msg, code))
    await reload(page)
    await expect(page).toHaveURL(/\/backend\/login\?redirect=/)
    await expect(page.getByRole('alert')).toBeEmpty()
    await page.unroute(QUERY)
    await enter(page, 'is.sent.away', LIST)
    await expect(rows(page).nth(3)).toBeVisible()
  }
})

test('permissions that cannot be loaded: a page with another try, then the shell', async ({ page, expectConsole }) => {
  expectConsole(/500/)
  await addPerson('no.menu.yet')
  await page.route('**/api/admin/menu/buttons', refuse(500, '稍后再来', 500))
  await enter(page, 'no.menu.yet', LIST)
  await expect(page.getByRole('heading', { name: '菜单和权限没能加载' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/admin/menu/buttons')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(rows(page).nth(3)).toBeVisible()
})

test('a page whose part cannot be fetched is not white: the shell stays, and a try later opens it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|dynamically imported module|preload/)
  await addPerson('misses.part')
  // whatever the list still has to fetch once home stands
  const parts = /\/assets\/[\w-]+\.(?:js|css)$/
  await enter(page, 'misses.part')
  await expect(tabs(page)).toHaveText(['首页'])
  for (const kind of ['js', 'css']) {
    const isMeant = (address: URL) => parts.test(address.pathname) && address.pathname.endsWith(kind)
    const link = page.getByRole('link', { name: '员工账号' }).first()
    await expect(link).toBeVisible()
    await page.route(isMeant, (route) => route.abort())
    await link.click()
    await expect(main(page).getByRole('heading', { name: /^页面(没能加载|出错了)$/ })).toBeVisible()
    await expectAccessible(page)
    // the others go on
    await tabs(page).filter({ hasText: '首页' }).getByRole('link').click()
    await expect(main(page)).toContainText('misses.part')
    await tabs(page).filter({ hasText: '员工账号' }).getByRole('link').click()
    await page.unroute(isMeant)
    await main(page)
      .getByRole('button', { name: /^(刷新|重新加载)$/ })
      .click()
    await expect(rows(page).nth(3)).toBeVisible()
    await page.getByRole('button', { name: '关闭 员工账号' }).click()
    await page.goto(`${FIRST()}/backend/home/index`)
  }
})

test('a shell that cannot be drawn is not white: it says so with a number, and another try loads it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/TypeError|error occurred/)
  await addPerson('breaks.shell')
  await page.route('**/api/admin/menu/routes_v2', (route) =>
    route.fulfill({ json: { code: 200, success: true, msg: '操作成功', data: [null] } }),
  )
  await enter(page, 'breaks.shell')
  await expect(page.getByRole('heading', { name: '页面出错了' })).toBeVisible()
  await expect(page.getByText(/^错误编号 [0-9A-Z]{7}$/)).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/admin/menu/routes_v2')
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(main(page)).toContainText('breaks.shell')
})

test('without a connection a bar says so, until it is back', async ({ page, context, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await addPerson('goes.offline')
  const asked = lastAsked(page)
  await enter(page, 'goes.offline')
  const bar = page.getByRole('status').filter({ hasText: '网络已断开' })
  await expect(main(page)).toContainText('系统管理员')
  await expect(bar).toHaveCount(0)
  await asked
  // the icons of the menu come after the page
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(bar).toHaveCount(0)
})

test('§8 503: a read waits as long as the server asks, says so, and is made once more', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503/)
  await openList(page, 'is.patient')
  let asked = 0
  await answer(page, async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    const json = { code: 503, success: false, msg: '系统繁忙，请稍后重试', data: null }
    await route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json })
  })
  await reload(page)
  await expect(toast(page, '系统繁忙，2 秒后自动重试')).toBeVisible()
  await expect.poll(() => asked).toBe(2)
  await expect(toast(page, '系统繁忙，请稍后重试')).toHaveCount(0)
})

test('§8 601: a newer version is put beside mine; back, theirs, or mine', async ({ page }) => {
  await addPerson('saves.late')
  const id = await addPerson('edited.twice', 'operations')
  const change = (realName: string) =>
    query('update users set version = version + 1, real_name = $1 where id = $2', [realName, id])
  const stored = async () =>
    (await query<{ real_name: string; remark: string }>('select real_name, remark from users where id = $1', [id]))[0]
  const dialog = page.getByRole('dialog', { name: '数据已被他人修改，请核对后再保存' })
  const save = () => main(page).getByRole('button', { name: '保存' }).click()

  await enter(page, 'saves.late', `/userControl/editAccount?id=${id}`)
  await field(page, '备注').fill('我写的')
  await change('他人改')
  await save()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: '姓名' })).toContainText('他人改')
  await expect(dialog.getByRole('row').filter({ hasText: '备注' })).toContainText('我写的')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '返回编辑' }).click()
  await expect(field(page, '备注')).toHaveValue('我写的')
  expect(await stored()).toEqual({ real_name: '他人改', remark: '' })

  await expect(dialog).toBeHidden()
  await page.clock.install()
  await page.clock.fastForward(1_000)
  await save()
  await dialog.getByRole('button', { name: '按选择保存' }).click()
  await expect(toast(page, '编辑成功')).toBeVisible()
  expect(await stored()).toEqual({ real_name: '他人改', remark: '我写的' })

  await page.goto(`${FIRST()}/backend/userControl/editAccount?id=${id}`)
  await field(page, '备注').fill('不要的')
  await change('又改了')
  await save()
  await dialog.getByRole('button', { name: '采用最新版本' }).click()
  await expect(field(page, '姓名')).toHaveValue('又改了')
  await expect(field(page, '备注')).toHaveValue('我写的')
  expect(await stored()).toEqual({ real_name: '又改了', remark: '我写的' })
})

test('400: what the server finds wrong stands at its field, and everything typed stays', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400|409/)
  const taken = await addPerson('has.mobile', 'operations')
  const id = await addPerson('wants.mobile', 'operations')
  const [row] = await query<{ mobile: string }>('select mobile from users where id = $1', [taken])
  await addPerson('checks.fields')
  await enter(page, 'checks.fields', `/userControl/editAccount?id=${id}`)
  await field(page, '备注').fill('留着')
  await field(page, '手机号码').fill(row?.mobile ?? '')
  await main(page).getByRole('button', { name: '保存' }).click()
  const error = main(page).locator('.ant-form-item', { has: page.getByRole('textbox', { name: /手机号码$/ }) })
  await expect(error.locator('.ant-form-item-explain-error')).toHaveText(/手机号码已/)
  await expect(field(page, '手机号码')).toBeFocused()
  await expect(field(page, '手机号码')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, '备注')).toHaveValue('留着')
  await expect(page).toHaveURL(/editAccount/)
})
