// The frame of the console (spec §2): bars and menus by width and by right.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, changeRights, enter, expect, FIRST, query, test } from '../fixtures.ts'
import { changeMenu, rowOf } from '../menus.ts'
import {
  act,
  button,
  elapse,
  field,
  LIST,
  main,
  overflow,
  personItems,
  personMenu,
  rows,
  shown,
  stopClock,
  tab,
  tabs,
} from '../page.ts'

const sidebar = (page: Page) => page.locator('nav.sidebar')
const topMenu = (page: Page) => page.getByRole('navigation', { name: '顶部菜单' })

/** Changes the width and waits for the page's resize event; the listener is added first. */
async function resize(page: Page, width: number): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 1080 }
  const listener = await page.evaluateHandle((wanted) => {
    const resized = new Promise<void>((resolve) => {
      window.addEventListener('resize', () => window.innerWidth === wanted && resolve())
    })
    return { resized }
  }, width)
  await page.setViewportSize({ ...size, width })
  await listener.evaluate(({ resized }) => resized)
}

test('§2 the sidebar is collapsed below 1680, with tooltips, and open from there, 300 ms after the last change', async ({
  page,
}) => {
  await addPerson('looks.wide', 'reviewer')
  await page.setViewportSize({ width: 1680, height: 1080 })
  await enter(page, 'looks.wide')
  await expect(sidebar(page)).not.toHaveAttribute('data-collapsed')
  await expect(page).toHaveTitle('首页 - 后台管理系统')

  await stopClock(page)
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
  await button(page, '展开菜单').click()
  await expect(sidebar(page)).not.toHaveAttribute('data-collapsed')
  await button(page, '收起菜单').click()
  await expect(sidebar(page)).toHaveAttribute('data-collapsed')
  await resize(page, 1680)
  await expect(sidebar(page)).not.toHaveAttribute('data-collapsed')

  const dropdown = page.getByRole('button', { name: '顶部菜单' })
  const shell = page.locator('.shell')
  await test.step('§2 screen size classes: from 1200 on 3, from 992 on 2, from 768 on 1, else 0', async () => {
    for (const [width, size] of [
      [1200, '3'],
      [1199, '2'],
      [992, '2'],
      [991, '1'],
      [768, '1'],
      [767, '0'],
      [390, '0'],
    ] as const) {
      await resize(page, width)
      await expect(shell, `at ${width}`).toHaveAttribute('data-size', size)
      await expect(dropdown).toHaveCount(width < 1200 ? 1 : 0)
      await expect(sidebar(page)).toHaveCount(width < 1200 ? 0 : 1)
      await expect(personMenu(page)).toBeVisible()
      await expect.poll(() => overflow(page), `nothing hangs over at ${width}`).toBeLessThanOrEqual(0)
    }
    await expect(page.locator('.page-box')).toHaveCSS('padding-top', '8px')
  })

  await test.step('§2 below 1200 a dropdown replaces the sidebar: refresh first, then the top menu, to the first page of each', async () => {
    await resize(page, 1199)
    await expect(shell).toHaveAttribute('data-size', '2')
    await expect(topMenu(page)).toHaveCount(0)
    await dropdown.click()
    const items = page.getByRole('menuitem')
    await expect(items.first()).toHaveText('刷新')
    await expect(items.nth(1)).toHaveText('首页')
    await expectAccessible(page, { within: ['.ant-dropdown'] })
    await items.filter({ hasText: '用户中心' }).click()
    await expect(page).toHaveURL(`${FIRST()}/backend${LIST}/index`)
    await expect(page).toHaveTitle('员工账号 - 后台管理系统')
    await expect(dropdown).toHaveText('用户中心')

    await field(shown(page), '用户名').fill('typed')
    await dropdown.click()
    await items.filter({ hasText: '刷新' }).click()
    await expect(field(shown(page), '用户名')).toHaveValue('')

    await button(page, '打开菜单').click()
    const drawer = page.getByRole('dialog', { name: '菜单' })
    await expect(drawer.getByRole('menuitem', { name: '员工账号' })).toBeVisible()
    await drawer.getByRole('menuitem', { name: '首页' }).click()
    await expect(page).toHaveURL(/\/backend\/home\/index/)
    await expect(drawer).toBeHidden()
  })
})

test('§2 the top bar holds, in this order, toggle, top menu, search box, fullscreen toggle and the person', async ({
  page,
}) => {
  const name = '全国各地区大宗商品现货价格与库存数据的员工账号管理'
  await addPerson('reads.bar')
  await changeMenu(page, (menu) => {
    rowOf(menu, 'userList').name = name
  })
  await enter(page, 'reads.bar', LIST)
  const bar = page.getByRole('banner')
  // the last part of the bar to load
  await expect(personMenu(page)).toHaveAccessibleName('reads.bar（reads.bar）的账号菜单')
  await expect(topMenu(page)).toContainText('用户中心')
  await expect(bar.getByRole('button').first()).toHaveAccessibleName('收起菜单')
  const names = await bar.getByRole('button').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  const order = ['收起菜单', '搜索菜单', '全屏', '外观', 'reads.bar（reads.bar）的账号菜单']
  expect(names.filter((each) => order.includes(each ?? ''))).toEqual(order)
  const left = async (of: Locator) => (await of.boundingBox())?.x ?? Number.NaN
  const menuAt = await left(topMenu(page))
  expect(menuAt).toBeGreaterThan(await left(button(page, '收起菜单')))
  expect(menuAt).toBeLessThan(await left(button(page, '搜索菜单')))

  await test.step('§2 the fullscreen toggle', async () => {
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await expect(button(page, '退出全屏')).toBeVisible()
    expect(await isFull()).toBe(true)
    await button(page, '退出全屏').click()
    await expect(page.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
    expect(await isFull()).toBe(false)
  })

  await test.step('§2 a long menu name ends in an ellipsis, and its tooltip has all of it, open and collapsed', async () => {
    const line = sidebar(page).getByRole('menuitem', { name })
    expect((await line.boundingBox())?.width).toBeLessThan(208)
    const tooltip = page.getByRole('tooltip').filter({ hasText: name })
    await expect(tooltip).toHaveCount(0)
    await line.hover()
    await expect(tooltip).toBeVisible()
    await expect(sidebar(page).getByTitle(name)).toHaveCount(0)
    await button(page, '收起菜单').click()
    await topMenu(page).getByRole('link', { name: '首页' }).click()
    await sidebar(page).getByRole('menuitem', { name: '首页' }).hover()
    await expect(page.getByRole('tooltip').filter({ hasText: '首页' })).toBeVisible()
  })
})

test('§2 a top menu without room keeps the rest under 更多, and nothing is cut', async ({ page }) => {
  await addPerson('has.much')
  await changeMenu(page, (menu) => {
    const own = rowOf(menu, 'userControl')
    menu.splice(0, menu.length, own)
    const areas = ['数据管理', '应用服务', '数据监测', '运营统计', '会议会展', '客户服务', '帮助中心']
    areas.push('价格审核', '文章管理', '资讯发布', '企业走访', '系统设置', '开放平台')
    areas.forEach((area, n) => {
      const copy = structuredClone(own)
      menu.push({ ...copy, id: `area-${n}`, code: `area${n}`, name: area, path: `/area${n}`, sort: 1_000 + n })
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
  await expectAccessible(page, { within: ['.ant-dropdown'] })
  await page.getByRole('menuitem', { name: '开放平台' }).click()
  await expect(page.getByRole('navigation', { name: '开放平台菜单' })).toBeVisible()
  await expect(more).toHaveAttribute('aria-current', 'true')
  await resize(page, 1920)
  await expect(more).toHaveCount(0)
  await expect(topMenu(page).getByRole('button', { name: '开放平台' })).toBeVisible()
})

test('§2 §6 the server’s menu decides what is seen, and a change arrives after the permission time', async ({
  page,
}) => {
  await query("insert into roles (code, name, sort) values ('shell.granted', '逐项授权', 1000) on conflict do nothing")
  const grant = (code: string) =>
    changeRights(page, () =>
      query(
        `with granted as (insert into role_menus (role_id, menu_id)
          select r.id, b.id from roles r, menus b join menus p on p.id = b.parent_id
          where r.code = 'shell.granted' and p.code = 'userList' and b.alias = $1 returning 1)
        select pg_notify('console_changes', '{"type":"permissions"}') from granted`,
        [code],
      ),
    )
  await addPerson('gets.more', 'shell.granted')
  await enter(page, 'gets.more', LIST)
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
  await act(shown(page), '返回首页').click()
  await expect(page).toHaveURL(/\/backend\/home\/index/)
  await expect(sidebar(page)).toContainText('暂无菜单权限，请联系管理员')
  await expect(topMenu(page).getByText('用户中心')).toHaveCount(0)
  await expect(topMenu(page)).toHaveText('首页')
  await expect(tabs(page)).toHaveText(['首页'])

  await grant('view')
  await elapse(page, 59_000 - 20_000)
  await personMenu(page).click()
  await expect(personItems(page).first()).toHaveText('修改密码')
  await expect(topMenu(page)).toHaveText('首页')
  await elapse(page, 21_000)
  await page.keyboard.press('Escape')
  await topMenu(page).getByRole('button', { name: '用户中心' }).click()
  await sidebar(page).getByText('账号中心').click()
  await sidebar(page).getByRole('link', { name: '员工账号' }).click()
  await expect(rows(page).nth(3)).toBeVisible()
  for (const name of ['新增', /^编辑/, /^删除/, /^更多/]) {
    await expect(button(main(page), name)).toHaveCount(0)
  }
  await expect(sidebar(page).getByText('暂无菜单权限')).toHaveCount(0)

  await test.step('§6 after a change of the permissions the check runs again', async () => {
    await grant('add')
    await elapse(page, 60_000)
    await tab(page, '员工账号').click()
    await expect(button(main(page), '新增')).toBeVisible()
    await expect(button(main(page), /^删除/)).toHaveCount(0)
  })
})
