// The error catalogue of spec §8 in the browser: messages, their length, and redirects. The handling of each code and
// transport error has unit tests in web/lib/call.test.ts and outcome.rules.test.ts.
import type { Page, Route } from '@playwright/test'
import { keyOf } from '#web/lib/storage.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from '../fixtures.ts'
import {
  act,
  button,
  dialog,
  errorOf,
  field,
  goTo,
  LIST,
  main,
  passDialogGuard,
  row,
  rows,
  shown,
  tab,
  tabs,
} from '../page.ts'

const QUERY = '**/api/admin/queryUserList'
const UNREACHED = '网络连接失败，请检查网络后重试'
const LONG = '一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十'

const toast = (page: Page, text: string) => page.locator('.ant-message').getByText(text, { exact: true })

const refuse =
  (code: number, msg: string, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: { code, success: false, msg, data: null } })

/** Mocks the list call. */
async function answer(page: Page, how: (route: Route) => Promise<void>): Promise<void> {
  await page.unroute(QUERY)
  await page.route(QUERY, how)
}

/** Advances the clock until no message is shown. */
const untilQuiet = (page: Page) =>
  expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return await page.locator('.ant-message-notice').count()
    })
    .toBe(0)

test('§8 messages: 500 cut to 20 characters, others to 25, no envelope, no network, and the rows stay', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/500|409|ERR_FAILED|502|401/)
  const id = await addPerson('errs.often')
  await enter(page, 'errs.often', LIST)
  await expect(rows(page).nth(3)).toBeVisible()
  const cases: [(route: Route) => Promise<void>, string][] = [
    [refuse(500, LONG, 500), LONG.slice(0, 20)],
    [refuse(409, LONG, 409), LONG.slice(0, 25)],
    [(route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }), '响应格式错误'],
    [(route) => route.abort(), UNREACHED],
  ]
  for (const [how, text] of cases) {
    await answer(page, how)
    await act(shown(page), '刷新').click()
    await expect(toast(page, text)).toBeVisible()
    await expect(rows(page).nth(3)).toBeVisible()
    await untilQuiet(page)
  }
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))

  await test.step('§8 a transport error with 401 asks whether to sign in again; 取消 stays, 重新登录 leads to /login', async () => {
    await answer(page, (route) => route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>401</h1>' }))
    await act(shown(page), '刷新').click()
    const confirm = dialog(page, '系统提示')
    await expect(confirm).toContainText('可以继续留在该页面，或者重新登录')
    await expectAccessible(page, { within: ['.ant-modal'] })
    await act(confirm, '取消').click()
    await expect(confirm).toBeHidden()
    await expect(rows(page).nth(3)).toBeVisible()
    await act(shown(page), '刷新').click()
    await act(confirm, '重新登录').click()
    await expect(page).toHaveURL(`${FIRST()}/backend/login?redirect=${encodeURIComponent(LIST)}`)
    expect(await page.evaluate((name) => localStorage.getItem(name), keyOf('session'))).toBeNull()
    // signing in again ends the session on the server too
    const sessions = await query('select 1 from sessions where user_id = $1 and ended_at is null', [id])
    expect(sessions).toHaveLength(0)
  })
})

test('§8 a failed first load shows its reason and a retry', async ({ page, expectConsole }) => {
  expectConsole(/500/)
  await addPerson('tries.again')
  await page.route('**/api/admin/menu/buttons', refuse(500, '稍后再来', 500))
  await page.route(QUERY, refuse(500, '数据库正在维护', 500))
  await enter(page, 'tries.again', LIST)

  await test.step('permissions that fail to load: a page with a retry, then the shell', async () => {
    await expect(page.getByRole('heading', { name: '菜单和权限加载失败' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/admin/menu/buttons')
    await act(page.locator('body'), '重试').click()
  })

  await test.step('§8 a list whose first load fails shows the reason and a retry', async () => {
    await expect(shown(page).getByRole('alert')).toContainText('数据库正在维护')
    await expectAccessible(page, { within: ['main'] })
    await page.unroute(QUERY)
    await act(shown(page), '重试').click()
    await expect(rows(page).nth(3)).toBeVisible()
    await expect(shown(page).getByRole('alert')).toHaveCount(0)
  })
})

test('experience.md "The network is not a crash": a page opens by itself when the line is back', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|dynamically imported module|preload/)
  await addPerson('is.offline')
  await enter(page, 'is.offline')
  await expect(tabs(page)).toHaveText(['首页'])
  const link = page.getByRole('link', { name: '员工账号' }).first()
  await expect(link).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(shown(page).getByRole('heading', { name: '网络已断开' })).toBeVisible()
  await expectAccessible(page, { within: ['main'] })
  expect(await query(`select 1 from client_log where message ilike '%dynamically imported%'`)).toEqual([])
  await context.setOffline(false)
  await expect(rows(page).nth(3)).toBeVisible()
  // with its stylesheets, which were missing too
  await expect(shown(page).locator('.search-bar')).toHaveCSS('display', 'flex')
})

test('a page whose chunk fails to load is not blank: the shell stays, and a retry opens it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|dynamically imported module|preload/)
  await addPerson('misses.part')
  // the files that the list still has to load after the home page
  const parts = /\/assets\/[\w-]+\.(?:js|css)$/
  const isPage = (address: URL) => address.href === `${FIRST()}/backend/`
  const bar = page.getByRole('status').filter({ hasText: '系统已更新，请保存后刷新' })
  await page.route(isPage, (route) => route.fulfill({ headers: { 'x-release': 'newer' }, body: '' }))
  await enter(page, 'misses.part')
  await expect(tabs(page)).toHaveText(['首页'])
  for (const kind of ['js', 'css']) {
    const isBlocked = (address: URL) => parts.test(address.pathname) && address.pathname.endsWith(kind)
    const link = page.getByRole('link', { name: '员工账号' }).first()
    await expect(link).toBeVisible()
    await expect(bar).toHaveCount(0)
    await page.route(isBlocked, (route) => route.abort())
    await link.click()
    await expect(shown(page).getByRole('heading', { name: /^页面(加载失败|出错了)$/ })).toBeVisible()
    await expectAccessible(page, { within: ['main'] })
    await test.step('a missing chunk makes the console check for a new release at once', () =>
      expect(bar).toBeVisible())
    // other pages still work
    await tab(page, '首页').getByRole('link').click()
    await expect(shown(page)).toContainText('misses.part')
    await tab(page, '员工账号').getByRole('link').click()
    await page.unroute(isBlocked)
    await button(shown(page), /^(刷新|重新加载)$/).click()
    await expect(rows(page).nth(3)).toBeVisible()
    await button(page, '关闭 员工账号').click()
    if (kind === 'js') await page.goto(`${FIRST()}/backend/home/index`)
  }
})

test('a shell that fails to render is not blank: it shows an error number, and a retry loads it', async ({
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
  await button(page, '重新加载').click()
  await expect(main(page)).toContainText('breaks.shell')
})

test('§8 601: both versions are shown; keep editing, save the chosen fields, or take the newer version', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400|409/)
  await addPerson('saves.late')
  const id = await addPerson('edited.twice', 'operations')
  const change = (realName: string) =>
    query('update users set version = version + 1, real_name = $1 where id = $2', [realName, id])
  const stored = async () =>
    (await query<{ real_name: string; remark: string }>('select real_name, remark from users where id = $1', [id]))[0]
  const versions = dialog(page, '数据已被他人修改，请核对后再保存')
  const [remark, save] = [field(shown(page), '备注'), act(shown(page), '保存')]

  await enter(page, 'saves.late', `/userControl/editAccount?id=${id}`)
  await remark.fill('我写的')
  await change('他人改')
  await save.click()
  await expect(versions).toBeVisible()
  await expect(versions.getByRole('row').filter({ hasText: '姓名' })).toContainText('他人改')
  await expect(versions.getByRole('row').filter({ hasText: '备注' })).toContainText('我写的')
  await expectAccessible(page, { within: ['.ant-modal'] })
  await button(versions, '返回编辑').click()
  await expect(versions).toBeHidden()
  await expect(remark).toHaveValue('我写的')
  expect(await stored()).toEqual({ real_name: '他人改', remark: '' })

  await passDialogGuard(page)
  await save.click()
  await button(versions, '按选择保存').click()
  await expect(toast(page, '编辑成功')).toBeVisible()
  expect(await stored()).toEqual({ real_name: '他人改', remark: '我写的' })

  // saving leads back to the list
  await expect(row(page, '他人改')).toHaveCount(1)
  await goTo(page, `/userControl/editAccount?id=${id}`)
  await expect(remark).toHaveValue('我写的')
  await remark.fill('不要的')
  await change('又改了')
  await save.click()
  await button(versions, '采用最新版本').click()
  await expect(field(shown(page), '姓名')).toHaveValue('又改了')
  await expect(remark).toHaveValue('我写的')
  await expect(versions).toBeHidden()
  expect(await stored()).toEqual({ real_name: '又改了', remark: '我写的' })

  await test.step('400: the server’s errors are shown at their fields, and the input stays', async () => {
    const [taken] = await query<{ mobile: string }>("select mobile from users where user_name = 'saves.late'")
    const mobile = field(shown(page), '手机号码')
    await passDialogGuard(page)
    await remark.fill('留着')
    await mobile.fill(taken?.mobile ?? '')
    await save.click()
    await expect(errorOf(shown(page), field(page, '手机号码'))).toHaveText(/手机号码已/)
    await expect(mobile).toBeFocused()
    await expect(mobile).toHaveAttribute('aria-invalid', 'true')
    await expect(remark).toHaveValue('留着')
    await expect(page).toHaveURL(/editAccount/)
  })
})
