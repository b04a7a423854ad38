// The frame of the console (spec §2): bars and menus by width and by right, the person's menu, the own password (§5).
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, changeRights, DEMO_PASSWORD, enter, expect, FIRST, query, test } from './fixtures.ts'
import { changeMenu, rowOf } from './menus.ts'
import { lastAsked } from './page.ts'

const LIST = '/userControl/accountCenter/userList'

const sidebar = (page: Page) => page.locator('nav.sidebar')
const topMenu = (page: Page) => page.getByRole('navigation', { name: '顶部菜单' })
const tabs = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('listitem')
const main = (page: Page) => page.locator('main')
const personMenu = (page: Page) => page.getByRole('button', { name: /的账号菜单$/ })

/** Changes the width and waits until the page has been told; the listener is there before anything changes. */
async function resize(page: Page, width: number): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 1080 }
  const told = await page.evaluateHandle((wanted) => {
    const heard = new Promise<void>((resolve) => {
      window.addEventListener('resize', () => window.innerWidth === wanted && resolve())
    })
    return { heard }
  }, width)
  await page.setViewportSize({ ...size, width })
  await told.evaluate(({ heard }) => heard)
}

test('§2 the sidebar is collapsed below 1680, with tooltips, and open from there, 300 ms after the last change', async ({
  page,
}) => {
  await addPerson('looks.wide', 'reviewer')
  await page.clock.install()
  await page.setViewportSize({ width: 1680, height: 1080 })
  await enter(page, 'looks.wide')
  await expect(sidebar(page)).not.toHaveAttribute('data-collapsed')
  await expect(page).toHaveTitle('首页 - 后台管理系统')

  await page.clock.pauseAt(Date.now() + 60_000)
  await resize(page, 1600)
  await page.clock.runFor(200)
  await resize(page, 1679)
  await page.clock.runFor(299)
  await expect(sidebar(page)).not.toHaveAttribute('data-collapsed')
  await page.clock.runFor(1)
  await expect(sidebar(page)).toHaveAttribute('data-collapsed')
  await page.clock.resume()

  await sidebar(page).getByRole('menuitem').first().hover()
  await expect(page.getByRole('tooltip').filter({ hasText: '首页' })).toBeVisible()
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect(sidebar(page)).not.toHaveAttribute('data-collapsed')
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect(sidebar(page)).toHaveAttribute('data-collapsed')
  await resize(page, 1680)
  await expect(sidebar(page)).not.toHaveAttribute('data-collapsed')
})

test('§2 below 1200 a dropdown stands for the sidebar: refresh first, then the top menu, to the first page of each', async ({
  page,
}) => {
  await addPerson('looks.narrow', 'reviewer')
  await page.setViewportSize({ width: 1199, height: 900 })
  await enter(page, 'looks.narrow')
  await expect(sidebar(page)).toHaveCount(0)
  await expect(topMenu(page)).toHaveCount(0)
  const dropdown = page.getByRole('button', { name: '顶部菜单' })
  await dropdown.click()
  const items = page.getByRole('menuitem')
  await expect(items.first()).toHaveText('刷新')
  await expect(items.nth(1)).toHaveText('首页')
  // a button fades while it becomes one
  await expect(main(page).getByRole('button', { name: '编辑', exact: true })).toBeEnabled()
  await expectAccessible(page)
  await items.filter({ hasText: '用户中心' }).click()
  await expect(page).toHaveURL(`${FIRST()}/backend${LIST}/index`)
  await expect(page).toHaveTitle('员工账号 - 后台管理系统')
  await expect(dropdown).toHaveText('用户中心')

  await main(page).getByRole('textbox', { name: '用户名' }).fill('typed')
  await dropdown.click()
  await items.filter({ hasText: '刷新' }).click()
  await expect(main(page).getByRole('textbox', { name: '用户名' })).toHaveValue('')

  await page.getByRole('button', { name: '打开菜单' }).click()
  const drawer = page.getByRole('dialog', { name: '菜单' })
  await expect(drawer.getByRole('menuitem', { name: '员工账号' })).toBeVisible()
  await drawer.getByRole('menuitem', { name: '首页' }).click()
  await expect(page).toHaveURL(/\/backend\/home\/index/)
  await expect(drawer).toBeHidden()

  for (const width of [992, 768, 390]) {
    await resize(page, width)
    await expect(dropdown).toBeVisible()
    await expect(personMenu(page)).toBeVisible()
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over, `nothing hangs over at ${width}`).toBeLessThanOrEqual(0)
  }
  await resize(page, 1200)
  await expect(sidebar(page)).toBeVisible()
  await expect(dropdown).toHaveCount(0)
})

test('§2 the top bar holds, in this order, toggle, top menu, search box, fullscreen toggle and the person', async ({
  page,
}) => {
  await addPerson('reads.bar')
  await enter(page, 'reads.bar')
  const bar = page.getByRole('banner')
  // the last to come
  await expect(personMenu(page)).toHaveAccessibleName('reads.bar（reads.bar）的账号菜单')
  await expect(topMenu(page)).toContainText('用户中心')
  await expect(bar.getByRole('button').first()).toHaveAccessibleName('收起菜单')
  const names = await bar.getByRole('button').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  const order = ['收起菜单', '搜索菜单', '全屏', '外观', 'reads.bar（reads.bar）的账号菜单']
  expect(names.filter((name) => order.includes(name ?? ''))).toEqual(order)
  const left = async (of: Locator) => (await of.boundingBox())?.x ?? Number.NaN
  const menuAt = await left(topMenu(page))
  expect(menuAt).toBeGreaterThan(await left(page.getByRole('button', { name: '收起菜单' })))
  expect(menuAt).toBeLessThan(await left(page.getByRole('button', { name: '搜索菜单' })))
})

test('§2 a long menu name ends in an ellipsis, and its tooltip says all of it, open and collapsed', async ({
  page,
}) => {
  const name = '全国各地区大宗商品现货价格与库存数据的员工账号管理'
  await addPerson('reads.long')
  await changeMenu(page, (rows) => {
    rowOf(rows, 'userList').name = name
  })
  await enter(page, 'reads.long', LIST)
  const line = sidebar(page).getByRole('menuitem', { name })
  expect((await line.boundingBox())?.width).toBeLessThan(208)
  const tooltip = page.getByRole('tooltip').filter({ hasText: name })
  await expect(tooltip).toHaveCount(0)
  await line.hover()
  await expect(tooltip).toBeVisible()
  await expect(sidebar(page).getByTitle(name)).toHaveCount(0)
  await page.getByRole('button', { name: '收起菜单' }).click()
  await topMenu(page).getByRole('link', { name: '首页' }).click()
  await sidebar(page).getByRole('menuitem', { name: '首页' }).hover()
  await expect(page.getByRole('tooltip').filter({ hasText: '首页' })).toBeVisible()
})

test('§2 a top menu without room keeps the rest under 更多, and nothing is cut', async ({ page }) => {
  await addPerson('has.much')
  await changeMenu(page, (rows) => {
    const own = rowOf(rows, 'userControl')
    rows.splice(0, rows.length, own)
    const areas = ['数据管理', '应用服务', '数据监测', '运营统计', '会议会展', '客户服务', '帮助中心']
    areas.push('价格审核', '文章管理', '资讯发布', '企业走访', '系统设置', '开放平台')
    areas.forEach((area, n) => {
      const copy = structuredClone(own)
      rows.push({ ...copy, id: `area-${n}`, code: `area${n}`, name: area, path: `/area${n}`, sort: 1_000 + n })
    })
  })
  await page.setViewportSize({ width: 1200, height: 900 })
  await enter(page, 'has.much')
  const more = topMenu(page).getByRole('button', { name: '更多' })
  await expect(more).toBeVisible()
  for (const width of [1240, 1366, 1500]) {
    await resize(page, width)
    await expect(more).toBeVisible()
    const items = topMenu(page).locator('.top-menu-item:not([data-over]), .top-menu-more')
    const overPx = async () => {
      const edge = await topMenu(page).evaluate((nav) => nav.getBoundingClientRect().right)
      const ends = await items.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
      return Math.max(...ends) - edge
    }
    await expect.poll(overPx, `at ${width}`).toBeLessThanOrEqual(0)
    await expect(topMenu(page).getByRole('button', { name: '开放平台' })).toHaveCount(0)
  }
  await more.click()
  await expect(page.getByRole('menuitem', { name: '开放平台' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: '开放平台' }).click()
  await expect(page.getByRole('navigation', { name: '开放平台菜单' })).toBeVisible()
  await expect(more).toHaveAttribute('aria-current', 'true')
  await resize(page, 1920)
  await expect(more).toHaveCount(0)
  await expect(topMenu(page).getByRole('button', { name: '开放平台' })).toBeVisible()
})

test('§2 screen size classes: from 1200 on 3, from 992 on 2, from 768 on 1, else 0', async ({ page }) => {
  await addPerson('has.sizes', 'reviewer')
  await page.setViewportSize({ width: 1200, height: 900 })
  await enter(page, 'has.sizes')
  const shell = page.locator('.shell')
  await expect(shell).toHaveAttribute('data-size', '3')
  for (const [width, size] of [
    [1199, '2'],
    [992, '2'],
    [991, '1'],
    [768, '1'],
    [767, '0'],
    [390, '0'],
  ] as const) {
    await resize(page, width)
    await expect(shell, `at ${width}`).toHaveAttribute('data-size', size)
  }
  await expect(page.locator('.page-box')).toHaveCSS('padding-top', '8px')
})

test('§2 §6 the server’s menu decides what is seen, and a change arrives after the permission time', async ({
  page,
}) => {
  await query("insert into roles (code, name, sort) values ('shell.granted', '逐项授权', 1000) on conflict do nothing")
  const grant = (code: string) =>
    changeRights(page, () =>
      query(
        `with given as (insert into role_menus (role_id, menu_id)
          select r.id, b.id from roles r, menus b join menus p on p.id = b.parent_id
          where r.code = 'shell.granted' and p.code = 'userList' and b.alias = $1 returning 1)
        select pg_notify('console_changes', '{"type":"permissions"}') from given`,
        [code],
      ),
    )
  await addPerson('gets.more', 'shell.granted')
  await page.clock.install()
  await enter(page, 'gets.more', LIST)
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/backend\/home\/index/)
  await expect(sidebar(page)).toContainText('暂无菜单权限，请联系管理员')
  await expect(topMenu(page).getByText('用户中心')).toHaveCount(0)
  await expect(topMenu(page)).toHaveText('首页')
  await expect(tabs(page)).toHaveText(['首页'])

  await grant('view')
  await page.clock.fastForward(59_000 - 20_000)
  await personMenu(page).click()
  await expect(page.getByRole('menuitem', { name: '修改密码' })).toBeVisible()
  await expect(topMenu(page)).toHaveText('首页')
  await page.clock.fastForward(21_000)
  await page.keyboard.press('Escape')
  await topMenu(page).getByRole('button', { name: '用户中心' }).click()
  await sidebar(page).getByText('账号中心').click()
  await sidebar(page).getByRole('link', { name: '员工账号' }).click()
  await expect(main(page).getByRole('row').nth(3)).toBeVisible()
  for (const name of ['新增', /^编辑/, /^删除/, /^更多/]) {
    await expect(main(page).getByRole('button', { name })).toHaveCount(0)
  }
  await expect(sidebar(page).getByText('暂无菜单权限')).toHaveCount(0)

  await grant('add')
  await page.clock.fastForward(60_000)
  await tabs(page).filter({ hasText: '员工账号' }).click()
  await expect(main(page).getByRole('button', { name: '新增' })).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^删除/ })).toHaveCount(0)
})

test('§6 each role sees its own menu: an administrator all of it, a seller no staff accounts', async ({
  page,
  context,
}) => {
  await addPerson('sees.all')
  await addPerson('sells.only', 'sales')
  await enter(page, 'sees.all')
  await topMenu(page).getByRole('button', { name: '用户中心' }).click()
  await sidebar(page).getByText('账号中心').click()
  await expect(sidebar(page).getByRole('link', { name: '员工账号' })).toBeVisible()
  const calls: string[] = []
  context.on('response', async (reply) => {
    if (reply.url().endsWith('/menu/routes_v2')) calls.push(await reply.text().catch(() => ''))
  })
  await enter(page, 'sells.only')
  await expect(personMenu(page)).toContainText('sells.only')
  await expect(topMenu(page)).toContainText('首页')
  await expect(page.getByText('员工账号')).toHaveCount(0)
  await expect.poll(() => calls.join('')).toContain('customerList')
  expect(calls.join('')).not.toContain('userList')
})

test('§2 the fullscreen toggle', async ({ page }) => {
  await addPerson('fills.screen', 'reviewer')
  await enter(page, 'fills.screen')
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expect(page.getByRole('button', { name: '退出全屏' })).toBeVisible()
  expect(await isFull()).toBe(true)
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect(page.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
  expect(await isFull()).toBe(false)
})

async function chooseOwn(page: Page, item: string): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  const entry = page.getByRole('menuitem', { name: item })
  await personMenu(page).click()
  await expect(entry).toBeVisible()
  await expect(async () => {
    // while the menu finds its place a press on it may get lost
    if (await entry.isVisible()) await entry.click({ timeout: 2_000 })
    await expect(dialog).toBeVisible({ timeout: 2_000 })
  }).toPass()
  return dialog
}

test('§2 退出系统 asks, stays on 取消 and leaves on 确定', async ({ page }) => {
  await addPerson('stays.then.goes', 'reviewer')
  const asked = lastAsked(page)
  await enter(page, 'stays.then.goes')
  await personMenu(page).click()
  await expect(page.getByRole('menuitem')).toContainText(['修改密码', '退出系统'])
  await page.keyboard.press('Escape')
  const dialog = await chooseOwn(page, '退出系统')
  await expect(dialog).toContainText('退出系统, 是否继续？')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/backend\/home/)
  await asked
  await chooseOwn(page, '退出系统')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(`${FIRST()}/backend/login`)
})

test('§5 the own password: every rule with its text, then the other sessions end and this one stays', async ({
  page,
  browser,
  expectConsole,
}) => {
  expectConsole(/40[01]/)
  await addPerson('new.password', 'reviewer')
  await page.clock.install()
  const elsewhere = await browser.newPage()
  await enter(elsewhere, 'new.password')
  await expect(tabs(elsewhere)).toHaveText(['首页'])
  await enter(page, 'new.password')
  const dialog = await chooseOwn(page, '修改密码')
  await expect.poll(async () => (await page.locator('.ant-modal').boundingBox())?.width).toBe(600)
  await expectAccessible(page)

  const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })
  const [old, fresh, again] = [field('旧密码'), field('新密码'), field('确认新密码')]
  const said = (of: Locator) =>
    dialog.locator('.ant-form-item', { has: of }).locator('.ant-form-item-explain-error:not([class*="-leave"])')
  await expect(field('用户名')).toHaveValue('new.password')
  await expect(field('用户名')).toBeDisabled()
  const save = dialog.getByRole('button', { name: '确定' })

  await save.click()
  await expect(said(old)).toHaveText('请输入旧密码！')
  await expect(said(fresh)).toHaveText('请输入新密码！')
  await expect(said(again)).toHaveText('请输入确认密码！')
  await expect(old).toBeFocused()

  await fresh.fill('new.password')
  await expect(said(fresh)).toHaveText('密码不能与用户名相同！')
  await old.fill(DEMO_PASSWORD)
  await fresh.fill(DEMO_PASSWORD)
  await expect(said(fresh)).toHaveText('新密码不能与旧密码相同！')
  await expect(said(old)).toHaveText('旧密码不能与新密码相同!')
  await fresh.fill('Newer#2027')
  await expect(said(old)).toHaveCount(0)
  await expect(said(fresh)).toHaveCount(0)
  await again.fill('short')
  await expect(said(again)).toHaveText('长度至少8位')
  await expect(said(fresh)).toHaveText('新密码和确认新密码不一致！')
  await again.fill('Newer#2028')
  await expect(said(again)).toHaveText('两次输入密码不一致！')
  for (const weak of ['Aa#4567', 'abcdefgh#', '12345678#', 'abcd1234']) {
    await again.fill('')
    await fresh.fill(weak)
    await expect(said(fresh)).toHaveText('至少8位字符，且必须包含数字，字母，特殊字符')
  }
  // brackets are taken out as they are typed, blanks at the ends as well
  await fresh.fill(' [Newer]#2027 ')
  await expect(fresh).toHaveValue('Newer#2027')
  await again.fill('Newer#2027')

  await old.fill('Wrong#2026')
  await save.click()
  await expect(said(old)).toHaveText('旧密码不正确')
  await expect(dialog).toBeVisible()
  await expect(fresh).toHaveValue('Newer#2027')

  // §9: the dialog's button answers again after 1000 ms
  await page.clock.fastForward(1_000)
  await old.fill(DEMO_PASSWORD)
  await save.click()
  await expect(page.locator('.ant-message-success')).toHaveText('操作成功')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(elsewhere).toHaveURL(/\/backend\/login/)
  await elsewhere.close()

  await chooseOwn(page, '修改密码')
  await expect(old).toHaveValue('')
})
