// Paths and what they open (spec §2 routes, §4 navigation guard): the head of the route list, and two-level pages.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from './fixtures.ts'
import {
  active,
  addAccounts,
  cross,
  edit,
  field,
  goTo,
  LIST,
  listOf,
  mounted,
  rows,
  shown,
  strip,
  tab,
  tabs,
} from './page.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Pages loaded whole, as by a reload. */
function documents(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loaded.push(new URL(request.url()).pathname))
  return loaded
}

test('§2 / leads to /home; /home and /home/index, and a path with and without /index, are one tab', async ({
  page,
}) => {
  await addPerson('paths.home')
  await enter(page, 'paths.home', '/')
  await expect(page).toHaveURL(`${FIRST()}/backend/home/index`)
  await goTo(page, '/home')
  await expect(shown(page)).not.toBeEmpty()
  await expect(page).toHaveURL(`${FIRST()}/backend/home`)
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(mounted(page)).toHaveCount(1)
  await goTo(page, `${LIST}/index`)
  await expect(rows(page).nth(0)).toBeVisible()
  await goTo(page, LIST)
  await expect(page).toHaveURL(`${FIRST()}/backend${LIST}`)
  await expect(rows(page).nth(0)).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await expect(mounted(page)).toHaveCount(2)
})

test('§4 an unknown path is tried once more with sec and a full reload, then it is /404, without a tab', async ({
  page,
}) => {
  await addPerson('paths.lost')
  await enter(page, 'paths.lost')
  await expect(tabs(page)).toHaveText(['首页'])
  const loaded = documents(page)
  await goTo(page, '/nobody/knows?x=1')
  await expect(page).toHaveURL(`${FIRST()}/backend/404`)
  await expect(heading(page, '页面不存在')).toBeVisible()
  expect(loaded).toEqual(['/backend/nobody/knows'])
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(active(page)).toHaveCount(0)

  // a path that the reload knows loses the mark, and keeps the rest of its query
  await page.goto(`${FIRST()}/backend${LIST}?sec=1&userName=paths`)
  await expect(rows(page).nth(0)).toBeVisible()
  await expect(page).toHaveURL(`${FIRST()}/backend${LIST}?userName=paths`)
})

test('§2 /404, /403 and /500 stand without a tab, with one way on', async ({ page }) => {
  await addPerson('paths.states')
  for (const [path, title] of [
    ['/404', '页面不存在'],
    ['/403', '没有访问权限'],
    ['/500', '服务出错'],
  ] as const) {
    await enter(page, 'paths.states', path)
    await expect(heading(page, title)).toBeVisible()
    await expect(tabs(page)).toHaveText(['首页'])
    await expect(page.locator('main').getByRole('button')).toHaveCount(1)
    await page.locator('main').getByRole('button', { name: '返回首页' }).click()
    await expect(page).toHaveURL(`${FIRST()}/backend/home/index`)
    await expect(active(page)).toHaveText('首页')
  }
})

test('§2 /redirect starts the page anew at its address, asks before unsaved input, and adds no tab', async ({
  page,
}) => {
  await addPerson('paths.anew')
  const [one = ''] = await addAccounts('anew.row', 1)
  await enter(page, 'paths.anew', listOf('anew.row'))
  await expect(rows(page)).toHaveCount(1)
  await field(shown(page), '姓名').fill('typed')
  await goTo(page, `/redirect${listOf('anew.row')}`)
  await expect(page).toHaveURL(`${FIRST()}/backend${listOf('anew.row')}`)
  await expect(field(shown(page), '姓名')).toHaveValue('')
  await expect(field(shown(page), '用户名')).toHaveValue('anew.row')

  await edit(page, one)
  await field(shown(page), '备注').fill('尚未保存')
  const address = page.url().slice(`${FIRST()}/backend`.length)
  await goTo(page, `/redirect${address}`)
  await expect(dialog(page)).toContainText(`“编辑账号 ${one}”有未保存的内容`)
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/editAccount/)
  await expect(field(shown(page), '备注')).toHaveValue('尚未保存')
  await goTo(page, `/redirect${address}`)
  await dialog(page).getByRole('button', { name: '继续' }).click()
  await expect(field(shown(page), '备注')).toHaveValue('')
  await expect(field(shown(page), '用户名')).toHaveValue(one)
  await expect(tabs(page)).toHaveText(['首页', '员工账号', `编辑账号 ${one}`])

  // a page that is not open yet is opened; another host is no path
  await goTo(page, '/redirect/userControl/createAccount')
  await expect(active(page)).toHaveText('新增账号')
  await goTo(page, '/redirect//example.com/x')
  await expect(page).toHaveURL(`${FIRST()}/backend/404`)
})

test('§4 somebody signed in who goes to /login within the console goes home', async ({ page }) => {
  await addPerson('paths.login')
  await enter(page, 'paths.login', LIST)
  await expect(rows(page).nth(0)).toBeVisible()
  await goTo(page, '/login')
  await expect(page).toHaveURL(`${FIRST()}/backend/home/index`)
})

test('§2 without a menu there is the home menu; isOpen 2 opens a window; roles restrict a row', async ({
  page,
  context,
}) => {
  await addPerson('paths.menu', 'reviewer')
  let change = (_row: Record<string, unknown>) => undefined as unknown
  let isEmpty = true
  await page.route('**/api/admin/menu/routes_v2', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: Record<string, unknown>[] }
    const walk = (rows: Record<string, unknown>[]): void => {
      for (const row of rows) {
        change(row)
        walk((row.children ?? []) as Record<string, unknown>[])
      }
    }
    walk(body.data)
    await route.fulfill({ response: reply, json: { ...body, data: isEmpty ? [] : body.data } })
  })
  await enter(page, 'paths.menu')
  const top = page.getByRole('navigation', { name: '顶部菜单' })
  await expect(top).toHaveText('首页')
  await expect(tabs(page)).toHaveText(['首页'])

  isEmpty = false
  await page.reload()
  await expect(top).toContainText('用户中心')
  change = (row) =>
    row.code === 'userList' && Object.assign(row, { meta: { ...(row.meta as object), roles: ['sales'] } })
  await page.reload()
  await expect(top).toContainText('首页')
  await expect(top).not.toContainText('用户中心')

  await addPerson('paths.window')
  change = (row) => row.code === 'userList' && Object.assign(row, { isOpen: 2 })
  await enter(page, 'paths.window')
  await top.getByText('用户中心').click()
  const sidebar = page.locator('nav.sidebar')
  await sidebar.getByText('账号中心').click()
  const opened = context.waitForEvent('page')
  await sidebar.getByRole('link', { name: '员工账号' }).click()
  await expect(await opened).toHaveURL(`${FIRST()}/backend${LIST}/index`)
  await expect(tabs(page)).toHaveText(['首页'])
})

test('§2 no page is drawn before the button permissions are there', async ({ page }) => {
  await addPerson('paths.waits')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const asked = page.waitForRequest('**/api/admin/menu/buttons')
  await page.route('**/api/admin/menu/buttons', async (route) => {
    await held
    await route.continue()
  })
  await enter(page, 'paths.waits', LIST)
  await asked
  await expect(strip(page)).toHaveCount(0)
  await expect(page.locator('main')).toHaveCount(0)
  release()
  await expect(rows(page).nth(0)).toBeVisible()
})

/** Somebody who has chosen to enter pages in the current tab. */
async function enterInTab(page: Page, name: string, prefix: string): Promise<[string, string]> {
  const id = await addPerson(name)
  await query('update users set page_open_method = 1 where id = $1', [id])
  const [one = '', two = ''] = await addAccounts(prefix, 2)
  await enter(page, name, listOf(prefix))
  await expect(rows(page)).toHaveCount(2)
  return [one, two]
}

const back = (page: Page) => page.locator('main').getByRole('button', { name: '返回', exact: true })

test('§2 §4 page-open method 1: a page of the list opens inside the current tab, and 返回 leads to the list as it was', async ({
  page,
}) => {
  const [one, two] = await enterInTab(page, 'level.one', 'level.row')
  await field(shown(page), '姓名').fill('还没查')
  await edit(page, one)
  await expect(page).toHaveURL(/[?&]towLevelPage=1/)
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await expect(active(page)).toHaveText('员工账号')
  await expect(heading(page, `员工账号 ${one}`)).toBeVisible()
  await expect(page).toHaveTitle(`编辑账号 ${one} - 后台管理系统`)
  await expect(mounted(page)).toHaveCount(2)
  await expectAccessible(page)

  await back(page).click()
  await expect(page).toHaveURL(`${FIRST()}/backend${listOf('level.row')}`)
  await expect(field(shown(page), '姓名')).toHaveValue('还没查')
  await expect(rows(page)).toHaveCount(2)
  await expect(heading(page, `员工账号 ${one}`)).toHaveCount(0)
  await expect(mounted(page)).toHaveCount(1)

  // it waits in its tab; a reload finds it there; so does its address without the mark
  await edit(page, two)
  await tab(page, '首页').getByRole('link').click()
  await expect(back(page)).toHaveCount(0)
  await tab(page, '员工账号').getByRole('link').click()
  await expect(field(shown(page), '用户名')).toHaveValue(two)
  await page.reload()
  await expect(heading(page, `员工账号 ${two}`)).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await page.goto(page.url().replace('&towLevelPage=1', ''))
  await expect(heading(page, `员工账号 ${two}`)).toBeVisible()
  await expect(page).toHaveURL(/[?&]towLevelPage=1/)
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await back(page).click()
  await expect(page).toHaveURL(`${FIRST()}/backend${listOf('level.row')}`)
  await edit(page, two)
  await cross(page, '员工账号').click()
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(mounted(page)).toHaveCount(1)
})

test('§2 §4 page-open method 0: the same page is a tab of its own, without a header', async ({ page }) => {
  await addPerson('level.none')
  const [one = ''] = await addAccounts('none.row', 1)
  await enter(page, 'level.none', listOf('none.row'))
  await edit(page, one)
  await expect(page).not.toHaveURL(/towLevelPage/)
  await expect(tabs(page)).toHaveText(['首页', '员工账号', `编辑账号 ${one}`])
  await expect(back(page)).toHaveCount(0)
  // the mark in an address that somebody else passed on changes nothing
  await page.goto(`${page.url()}&towLevelPage=1`)
  await expect(field(shown(page), '用户名')).toHaveValue(one)
  await expect(back(page)).toHaveCount(0)
  await expect(tabs(page)).toHaveText(['首页', '员工账号', `编辑账号 ${one}`])
})

test('§2 返回: the browser’s own where isSubsidiary is set, else the configured page, also from a link', async ({
  page,
}) => {
  const [one, two] = await enterInTab(page, 'level.two', 'deeper.row')
  const stored = await query<{ id: string; name: string }>(
    "select id::text, user_name as name from users where user_name like 'deeper.row.%' order by user_name",
  )
  const formOf = (name: string) =>
    `/userControl/editAccount?id=${stored.find((row) => row.name === name)?.id}&tagName=${name}`
  await edit(page, one)
  await field(shown(page), '备注').fill('留在下面')
  await goTo(page, `${formOf(two)}&towLevelPage=1&isSubsidiary=1`)
  await expect(heading(page, `员工账号 ${two}`)).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await expect(mounted(page)).toHaveCount(3)
  await back(page).click()
  await expect(heading(page, `员工账号 ${one}`)).toBeVisible()
  await expect(field(shown(page), '备注')).toHaveValue('留在下面')
  await expect(mounted(page)).toHaveCount(2)

  // a link in a new window: there is nothing to go back to but the configured page
  const other = await page.context().newPage()
  await other.goto(`${FIRST()}/backend${formOf(two)}&towLevelPage=1&isSubsidiary=1`)
  await expect(heading(other, `员工账号 ${two}`)).toBeVisible()
  await expect(tabs(other)).toHaveText(['首页', '员工账号'])
  await back(other).click()
  await expect(other).toHaveURL(`${FIRST()}/backend${LIST}`)
  await expect(rows(other).nth(1)).toBeVisible()
  await other.close()
})

test('§2 §4 unsaved input of a two-level page: 返回 and the browser’s back ask before it is lost', async ({ page }) => {
  const [one] = await enterInTab(page, 'level.asks', 'asks.row')
  await edit(page, one)
  await field(shown(page), '备注').fill('尚未保存')
  await back(page).click()
  await expect(dialog(page)).toContainText(`“编辑账号 ${one}”有未保存的内容`)
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(field(shown(page), '备注')).toHaveValue('尚未保存')

  await page.goBack()
  await expect(dialog(page)).toContainText(`“编辑账号 ${one}”有未保存的内容`)
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/editAccount/)
  await expect(field(shown(page), '备注')).toHaveValue('尚未保存')

  await page.goBack()
  await dialog(page).getByRole('button', { name: '继续' }).click()
  await expect(page).toHaveURL(`${FIRST()}/backend${listOf('asks.row')}`)
  await expect(mounted(page)).toHaveCount(1)

  // saved, it closes itself and the list is in front again
  await edit(page, one)
  await expect(field(shown(page), '备注')).toHaveValue('')
  await field(shown(page), '备注').fill('已保存')
  await shown(page).getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(`${FIRST()}/backend${listOf('asks.row')}`)
  await expect(rows(page).filter({ hasText: '已保存' })).toHaveCount(1)
  await expect(mounted(page)).toHaveCount(1)
})
