// Paths and what they open (spec §2 routes, §4 navigation guard): the head of the route list, and two-level pages.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from '../fixtures.ts'
import { changeMenu, type MenuRow, rowOf } from '../menus.ts'
import {
  act,
  active,
  addAccounts,
  cross,
  dialog,
  edit,
  field,
  goTo,
  LIST,
  listOf,
  mounted,
  row,
  rows,
  shown,
  tab,
  tabs,
} from '../page.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const back = (page: Page) => act(page.locator('main'), '返回')

/** Records full page loads. */
function documents(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loaded.push(new URL(request.url()).pathname))
  return loaded
}

test('§2 the head of the route list', async ({ page }) => {
  await addPerson('paths.walks')
  const [one = ''] = await addAccounts('paths.row', 1)
  await enter(page, 'paths.walks', '/')

  await test.step('§2 / leads to /home; /home and /home/index, and a path with and without /index, are one tab', async () => {
    await expect(page).toHaveURL(`${FIRST()}/backend/home/index`)
    await goTo(page, '/home')
    await expect(shown(page)).not.toBeEmpty()
    await expect(page).toHaveURL(`${FIRST()}/backend/home`)
    await expect(tabs(page)).toHaveText(['首页'])
    await expect(mounted(page)).toHaveCount(1)
    await goTo(page, `${LIST}/index`)
    await expect(rows(page).first()).toBeVisible()
    await goTo(page, LIST)
    await expect(page).toHaveURL(`${FIRST()}/backend${LIST}`)
    await expect(rows(page).first()).toBeVisible()
    await expect(tabs(page)).toHaveText(['首页', '员工账号'])
    await expect(mounted(page)).toHaveCount(2)
  })

  await test.step('§4 the list has one tab, which takes the new parameters', async () => {
    await goTo(page, listOf('paths.row'))
    await expect(tabs(page)).toHaveText(['首页', '员工账号'])
    await expect(rows(page)).toHaveCount(1)
    await expect(field(shown(page), '用户名')).toHaveValue('paths.row')
    await expect(mounted(page)).toHaveCount(2)
  })

  await test.step('§2 /404, /403 and /500 have no tab and one button to go on', async () => {
    for (const [path, title] of [
      ['/404', '页面不存在'],
      ['/403', '没有访问权限'],
      ['/500', '服务出错'],
    ] as const) {
      await goTo(page, path)
      await expect(heading(page, title)).toBeVisible()
      await expect(tabs(page)).toHaveText(['首页', '员工账号'])
      await expect(active(page)).toHaveCount(0)
      await expect(shown(page).getByRole('button')).toHaveCount(1)
      await act(shown(page), '返回首页').click()
      await expect(page).toHaveURL(`${FIRST()}/backend/home/index`)
      await expect(active(page)).toHaveText('首页')
    }
  })

  await test.step('§4 somebody signed in who goes to /login within the console goes home', async () => {
    await tab(page, '员工账号').getByRole('link').click()
    await expect(active(page)).toHaveText('员工账号')
    await goTo(page, '/login')
    await expect(page).toHaveURL(`${FIRST()}/backend/home/index`)
  })

  await test.step('§2 /redirect remounts the page at its address, asks before unsaved input is lost, and adds no tab', async () => {
    await goTo(page, listOf('paths.row'))
    await field(shown(page), '姓名').fill('typed')
    await goTo(page, `/redirect${listOf('paths.row')}`)
    await expect(page).toHaveURL(`${FIRST()}/backend${listOf('paths.row')}`)
    await expect(field(shown(page), '姓名')).toHaveValue('')
    await expect(field(shown(page), '用户名')).toHaveValue('paths.row')

    await edit(page, one)
    await field(shown(page), '备注').fill('尚未保存')
    const address = page.url().slice(`${FIRST()}/backend`.length)
    await goTo(page, `/redirect${address}`)
    await expect(dialog(page)).toContainText(`“编辑账号 ${one}”有未保存的内容`)
    await act(dialog(page), '取消').click()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/editAccount/)
    await expect(field(shown(page), '备注')).toHaveValue('尚未保存')
    await goTo(page, `/redirect${address}`)
    await act(dialog(page), '继续').click()
    await expect(field(shown(page), '备注')).toHaveValue('')
    await expect(field(shown(page), '用户名')).toHaveValue(one)
    await expect(tabs(page)).toHaveText(['首页', '员工账号', `编辑账号 ${one}`])
  })

  await test.step('§2 §4 page-open method 0: the same page is a tab of its own, without a header', async () => {
    await expect(page).not.toHaveURL(/towLevelPage/)
    await expect(back(page)).toHaveCount(0)
    // towLevelPage in a shared link has no effect
    await page.goto(`${page.url()}&towLevelPage=1`)
    await expect(field(shown(page), '用户名')).toHaveValue(one)
    await expect(back(page)).toHaveCount(0)
    await expect(tabs(page)).toHaveText(['首页', '员工账号', `编辑账号 ${one}`])
  })

  await test.step('§2 /redirect opens a page that is not open yet, and refuses another host', async () => {
    await goTo(page, '/redirect/userControl/createAccount')
    await expect(active(page)).toHaveText('新增账号')
    await goTo(page, '/redirect//example.com/x')
    await expect(page).toHaveURL(`${FIRST()}/backend/404`)
  })

  await test.step('§4 an unknown path is tried once more with sec and a full reload, then it is /404, without a tab', async () => {
    const before = await tabs(page).allTextContents()
    const loaded = documents(page)
    await goTo(page, '/nobody/knows?x=1')
    await expect.poll(() => loaded).toEqual(['/backend/nobody/knows'])
    await expect(page).toHaveURL(`${FIRST()}/backend/404`)
    await expect(heading(page, '页面不存在')).toBeVisible()
    await expect(tabs(page)).toHaveText(before)
    await expect(active(page)).toHaveCount(0)
    // a path that is known after the reload loses sec and keeps the rest of its query
    await page.goto(`${FIRST()}/backend${LIST}?sec=1&userName=paths`)
    await expect(rows(page).first()).toBeVisible()
    await expect(page).toHaveURL(`${FIRST()}/backend${LIST}?userName=paths`)
  })
})

test('§2 without a menu there is the home menu; isOpen 2 opens a window; §3 rows have a group and a query', async ({
  page,
  context,
}) => {
  await addPerson('paths.menu', 'reviewer')
  let change = (menu: MenuRow[]) => void menu.splice(0, menu.length)
  await changeMenu(page, (menu) => change(menu))
  await enter(page, 'paths.menu')
  const top = page.getByRole('navigation', { name: '顶部菜单' })
  await expect(top).toHaveText('首页')
  await expect(tabs(page)).toHaveText(['首页'])

  change = (menu) => {
    const list = rowOf(menu, 'userList')
    list.group = '常用'
    list.query = 'userName=paths'
    list.isOpen = 2
  }
  await page.reload()
  await top.getByText('用户中心').click()
  const sidebar = page.locator('nav.sidebar')
  await sidebar.getByText('账号中心').click()
  const link = sidebar.getByRole('link', { name: '员工账号' })
  await expect(link).toBeVisible()
  await expect(sidebar.getByText('常用')).toBeVisible()
  const opened = context.waitForEvent('page')
  await link.click()
  await expect(await opened).toHaveURL(`${FIRST()}/backend${LIST}/index?userName=paths`)
  await expect(tabs(page)).toHaveText(['首页'])
})

test('§2 §4 page-open method 1: a page of the list opens inside the current tab, and 返回 leads to the list as it was', async ({
  page,
  context,
}) => {
  const id = await addPerson('level.one')
  await query('update users set page_open_method = 1 where id = $1', [id])
  const [one = '', two = ''] = await addAccounts('level.row', 2)
  const [stored] = await query<{ id: string }>('select id::text from users where user_name = $1', [two])
  await enter(page, 'level.one', listOf('level.row'))
  await expect(rows(page)).toHaveCount(2)
  const list = `${FIRST()}/backend${listOf('level.row')}`
  const remark = field(shown(page), '备注')
  await field(shown(page), '姓名').fill('还没查')
  await edit(page, one)
  await expect(page).toHaveURL(/[?&]towLevelPage=1/)
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await expect(active(page)).toHaveText('员工账号')
  await expect(heading(page, `员工账号 ${one}`)).toBeVisible()
  await expect(page).toHaveTitle(`编辑账号 ${one} - 后台管理系统`)
  await expect(mounted(page)).toHaveCount(2)
  await expectAccessible(page, { within: ['main'] })

  await back(page).click()
  await expect(page).toHaveURL(list)
  await expect(field(shown(page), '姓名')).toHaveValue('还没查')
  await expect(rows(page)).toHaveCount(2)
  await expect(heading(page, `员工账号 ${one}`)).toHaveCount(0)
  await expect(mounted(page)).toHaveCount(1)

  await test.step('§2 §4 unsaved input of a two-level page: 返回 and the browser’s back ask before it is lost', async () => {
    await edit(page, one)
    await remark.fill('尚未保存')
    for (const leave of [() => back(page).click(), () => page.goBack()]) {
      await leave()
      await expect(dialog(page)).toContainText(`“编辑账号 ${one}”有未保存的内容`)
      await act(dialog(page), '取消').click()
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL(/editAccount/)
      await expect(remark).toHaveValue('尚未保存')
    }
    await page.goBack()
    await act(dialog(page), '继续').click()
    await expect(page).toHaveURL(list)
    await expect(mounted(page)).toHaveCount(1)

    // saving closes the page and activates the list
    await edit(page, one)
    await expect(remark).toHaveValue('')
    await remark.fill('已保存')
    await act(shown(page), '保存').click()
    await expect(page).toHaveURL(list)
    await expect(row(page, '已保存')).toHaveCount(1)
    await expect(mounted(page)).toHaveCount(1)
  })

  const deeper = `/userControl/editAccount?id=${stored?.id}&tagName=${two}&towLevelPage=1&isSubsidiary=1`
  await test.step('§2 返回: the browser’s own where isSubsidiary is set, else the configured page, also from a link', async () => {
    await edit(page, one)
    await remark.fill('留在下面')
    await goTo(page, deeper)
    await expect(heading(page, `员工账号 ${two}`)).toBeVisible()
    await expect(tabs(page)).toHaveText(['首页', '员工账号'])
    await expect(mounted(page)).toHaveCount(3)
    await back(page).click()
    await expect(heading(page, `员工账号 ${one}`)).toBeVisible()
    await expect(remark).toHaveValue('留在下面')
    await expect(mounted(page)).toHaveCount(2)
    await back(page).click()
    await act(dialog(page), '继续').click()
    await expect(page).toHaveURL(list)

    // a link in a new window has no history: 返回 leads to the configured page
    const other = await context.newPage()
    await other.goto(`${FIRST()}/backend${deeper}`)
    await expect(heading(other, `员工账号 ${two}`)).toBeVisible()
    await expect(tabs(other)).toHaveText(['首页', '员工账号'])
    await back(other).click()
    await expect(other).toHaveURL(`${FIRST()}/backend${LIST}`)
    await expect(rows(other).nth(1)).toBeVisible()
    await other.close()
  })

  // the page stays in its tab over a switch, a reload, and a visit of its address without towLevelPage
  await edit(page, two)
  await tab(page, '首页').getByRole('link').click()
  await expect(back(page)).toHaveCount(0)
  await tab(page, '员工账号').getByRole('link').click()
  await expect(field(shown(page), '用户名')).toHaveValue(two)
  await page.goto(page.url().replace('&towLevelPage=1', ''))
  await expect(heading(page, `员工账号 ${two}`)).toBeVisible()
  await expect(page).toHaveURL(/[?&]towLevelPage=1/)
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await page.reload()
  await expect(heading(page, `员工账号 ${two}`)).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await back(page).click()
  await expect(page).toHaveURL(list)
  await edit(page, two)
  await cross(page, '员工账号').click()
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(mounted(page)).toHaveCount(1)
})
