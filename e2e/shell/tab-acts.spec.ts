// Acts on tabs other than closing (spec §2, §4): pinning, moving, keyboard navigation, lost permissions.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, changeRights, enter, expect, FIRST, query, test } from '../fixtures.ts'
import {
  act,
  active,
  addAccounts,
  chooseTabAct,
  closeMenu,
  cross,
  edit,
  elapse,
  field,
  goTo,
  item,
  LIST,
  listOf,
  mounted,
  nextFrame,
  rows,
  shown,
  strip,
  tab,
  tabs,
} from '../page.ts'

const titleOf = (name: string) => `编辑账号 ${name}`

/** Opens the list and two forms; the second form is active. */
async function openThree(page: Page, prefix: string): Promise<[string, string]> {
  const [one = '', two = ''] = await addAccounts(prefix, 2)
  await enter(page, `${prefix}.person`, listOf(`${prefix}.0`))
  await edit(page, one)
  await tab(page, '员工账号').getByRole('link').click()
  await edit(page, two)
  await expect(tabs(page)).toHaveText(['首页', '员工账号', titleOf(one), titleOf(two)])
  return [titleOf(one), titleOf(two)]
}

test('§2 a pinned tab is placed after home and cannot be closed until it is unpinned, also after a reload', async ({
  page,
}) => {
  await addPerson('pins.person')
  const [one, two] = await openThree(page, 'pins')
  await tab(page, '首页').click({ button: 'right' })
  await expect(item(page, '固定')).toHaveAttribute('aria-disabled', 'true')
  await closeMenu(page, item(page, '固定'))
  await chooseTabAct(page, tab(page, two), '固定')
  await expect(tabs(page)).toHaveText(['首页', two, '员工账号', one])
  await chooseTabAct(page, tab(page, one), '固定')
  const pinned = ['首页', two, one, '员工账号']
  await expect(tabs(page)).toHaveText(pinned)
  await expect(strip(page).getByRole('img', { name: '已固定' })).toHaveCount(2)
  await expectAccessible(page, { within: ['nav'] })

  await expect(cross(page, two)).toHaveCount(0)
  await tab(page, two).click({ button: 'middle' })
  await tab(page, two).getByRole('link').focus()
  await page.keyboard.press('Delete')
  await tab(page, two).click({ button: 'right' })
  await expect(item(page, '关闭')).toHaveAttribute('aria-disabled', 'true')
  await closeMenu(page, item(page, '关闭'))
  await expect(tabs(page)).toHaveText(pinned)

  await tab(page, '员工账号').click({ button: 'right' })
  await expect(item(page, '关闭其他')).toHaveAttribute('aria-disabled', 'true')
  await closeMenu(page, item(page, '关闭其他'))
  await chooseTabAct(page, tab(page, two), '关闭其他')
  await expect(tabs(page)).toHaveText(['首页', two, one])
  await expect(active(page)).toHaveText(two)
  await goTo(page, listOf('pins.0'))
  await expect(tabs(page)).toHaveText(pinned)
  await chooseTabAct(page, tab(page, '员工账号'), '关闭全部')
  await expect(tabs(page)).toHaveText(['首页', two, one])
  await expect(active(page)).toHaveText('首页')

  await page.reload()
  await expect(tabs(page)).toHaveText(['首页', two, one])
  await expect(strip(page).getByRole('img', { name: '已固定' })).toHaveCount(2)
  await chooseTabAct(page, tab(page, two), '取消固定')
  await expect(tabs(page)).toHaveText(['首页', one, two])
  await cross(page, two).click()
  await expect(tabs(page)).toHaveText(['首页', one])

  await test.step('§2 a pinned form that is discarded starts empty and keeps its tab', async () => {
    await goTo(page, listOf('pins.0'))
    await tab(page, one).getByRole('link').click()
    await expect(strip(page).getByRole('img', { name: '已固定' })).toHaveCount(1)
    await field(shown(page), '备注').fill('不要了')
    await act(shown(page), '取消').click()
    await act(page.getByRole('dialog'), '离开').click()
    await expect(active(page)).toHaveText('员工账号')
    await tab(page, one).getByRole('link').click()
    await expect(field(shown(page), '用户名')).toHaveValue('pins.01')
    await expect(field(shown(page), '备注')).toHaveValue('')
  })
})

test('§2 the strip by keyboard: focus, move, close, menu; Alt+PageUp and Alt+PageDown switch', async ({
  page,
  context,
}) => {
  await addPerson('keys.person')
  const [one, two] = await openThree(page, 'keys')
  const link = (name: string) => tab(page, name).getByRole('link')
  // the Tab key enters the strip at the active tab and leaves it with the next press
  await strip(page).getByRole('button', { name: '更多' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(link(two)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(link('首页')).toBeFocused()
  await page.keyboard.press('End')
  await expect(link(two)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(link(one)).toBeFocused()
  await expect(active(page)).toHaveText(two)
  await page.keyboard.press('Enter')
  await expect(active(page)).toHaveText(one)

  await link(one).focus()
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(tabs(page)).toHaveText(['首页', one, '员工账号', two])
  await expect(link(one)).toBeFocused()
  await expect(strip(page).getByRole('status')).toHaveText(`${one}移到第 2 个，共 4 个`)
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(tabs(page)).toHaveText(['首页', one, '员工账号', two])

  await page.keyboard.press('Shift+F10')
  await expect(item(page, '左移')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, { within: ['.ant-dropdown'] })
  await closeMenu(page, item(page, '左移'))
  await expect(link(one)).toBeFocused()
  await page.keyboard.press('ContextMenu')
  const chosen = page.locator('.ant-dropdown-menu-item-active')
  await expect(chosen).toHaveText('刷新当前')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveText('固定')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveText('右移')
  await expect(chosen).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tabs(page)).toHaveText(['首页', '员工账号', one, two])

  await link(one).focus()
  await page.keyboard.press('Delete')
  await expect(tabs(page)).toHaveText(['首页', '员工账号', two])
  await expect(link(two)).toBeFocused()
  await expect(active(page)).toHaveText(two)

  await field(shown(page), '备注').focus()
  await page.keyboard.press('Alt+PageDown')
  await expect(active(page)).toHaveText('首页')
  await page.keyboard.press('Alt+PageUp')
  await expect(active(page)).toHaveText(two)
  await page.keyboard.press('Alt+PageUp')
  await expect(active(page)).toHaveText('员工账号')
  await expect(rows(page)).toHaveCount(2)

  await test.step('an open dialog blocks the keys that switch tabs', async () => {
    const search = page.getByRole('dialog', { name: '搜索菜单' })
    await page.keyboard.press('Control+k')
    await expect(search.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Alt+PageUp')
    await nextFrame(page)
    await expect(active(page)).toHaveText('员工账号')
    await page.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
    await page.keyboard.press('Alt+PageUp')
    await expect(active(page)).toHaveText('首页')
    await page.keyboard.press('Alt+PageDown')
    await expect(active(page)).toHaveText('员工账号')
  })

  await test.step('§2 a tab is dragged to its place; Escape puts it back; home stays first', async () => {
    await edit(page, one.slice(titleOf('').length))
    await tab(page, two).getByRole('link').click()
    await expect(tabs(page)).toHaveText(['首页', '员工账号', two, one])
    await chooseTabAct(page, tab(page, two), '右移')
    await expect(tabs(page)).toHaveText(['首页', '员工账号', one, two])
    const middle = async (name: string) => {
      const box = await tab(page, name).boundingBox()
      if (!box) throw new Error(`no tab ${name}`)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
    }
    const drag = async (name: string, to: string) => {
      const from = await middle(name)
      const goal = await middle(to)
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(goal.x + (goal.x < from.x ? -8 : 8), goal.y, { steps: 8 })
    }
    await drag(one, '员工账号')
    await expect(tab(page, one)).toHaveAttribute('data-dragged')
    await page.mouse.up()
    await expect(tabs(page)).toHaveText(['首页', one, '员工账号', two])
    // the press was a drag, not a click
    await expect(active(page)).toHaveText(two)
    await expect(page).toHaveURL(/editAccount/)

    await drag(two, '首页')
    await expect(tabs(page)).toHaveText(['首页', two, one, '员工账号'])
    await page.keyboard.press('Escape')
    await expect(tabs(page)).toHaveText(['首页', one, '员工账号', two])
    await page.mouse.up()
    await drag('首页', two)
    await page.mouse.up()
    await expect(tabs(page)).toHaveText(['首页', one, '员工账号', two])
  })

  await test.step('§4 tabs, their order and addresses survive a reload; a new window begins with its own', async () => {
    await page.reload()
    await expect(tabs(page)).toHaveText(['首页', one, '员工账号', two])
    await expect(active(page)).toHaveText(two)
    await expect(field(shown(page), '用户名')).toHaveValue('keys.02')
    await tab(page, '员工账号').getByRole('link').click()
    await expect(page).toHaveURL(/userName=keys\.0&size=50$/)
    await expect(rows(page)).toHaveCount(2)
    const other = await context.newPage()
    await other.goto(`${FIRST()}/backend${LIST}`)
    await expect(tabs(other)).toHaveText(['首页', '员工账号'])
  })
})

const grant = (role: string, alias: string) =>
  query(
    `with granted as (insert into role_menus (role_id, menu_id)
      select r.id, b.id from roles r, menus b join menus p on p.id = b.parent_id
      where r.code = $1 and p.code = 'userList' and b.alias = $2 returning 1)
    select pg_notify('console_changes', '{"type":"permissions"}') from granted`,
    [role, alias],
  )
const revoke = (role: string, alias: string) =>
  query(
    `with gone as (delete from role_menus using roles r, menus b, menus p
      where role_id = r.id and menu_id = b.id and p.id = b.parent_id
      and r.code = $1 and p.code = 'userList' and b.alias = $2 returning 1)
    select pg_notify('console_changes', '{"type":"permissions"}') from gone`,
    [role, alias],
  )

test('§6 tabs that a change of rights forbids close with a message; a form with input stays, to be copied', async ({
  page,
}) => {
  const role = 'strip.revoked'
  await query("insert into roles (code, name, sort) values ($1, '页签撤权', 1000) on conflict do nothing", [role])
  for (const alias of ['view', 'add', 'edit']) await grant(role, alias)
  const id = await addPerson('loses.rights', role)
  await enter(page, 'loses.rights', `${LIST}?userName=loses`)
  await expect(rows(page).nth(0)).toBeVisible()
  await goTo(page, `/userControl/editAccount?id=${id}&tagName=loses.rights`)
  await expect(field(shown(page), '用户名')).toHaveValue('loses.rights')
  await chooseTabAct(page, tab(page, titleOf('loses.rights')), '固定')
  await goTo(page, '/userControl/createAccount')
  await expect(field(shown(page), '姓名')).toHaveValue('')
  await expect(tabs(page)).toHaveText(['首页', titleOf('loses.rights'), '员工账号', '新增账号'])

  const learn = async () => {
    await elapse(page, 60_000)
    await page.keyboard.press('Shift')
  }
  for (const alias of ['add', 'edit']) await changeRights(page, () => revoke(role, alias))
  await learn()
  // the active tab was closed: its neighbour is active
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await expect(active(page)).toHaveText('员工账号')
  await expect(page).toHaveURL(new RegExp(`${LIST}\\?userName=loses`))
  await expect(page.locator('.ant-message')).toContainText(
    `您的权限已变更，已关闭“${titleOf('loses.rights')}”、“新增账号”`,
  )
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toHaveCount(0)
  await expect(mounted(page)).toHaveCount(1)

  await changeRights(page, () => grant(role, 'add'))
  await learn()
  await shown(page).getByRole('button', { name: '新增' }).click()
  await field(shown(page), '备注').fill('还没保存')
  for (const alias of ['add', 'view']) await changeRights(page, () => revoke(role, alias))
  await learn()
  await expect(page.locator('.ant-message')).toContainText('您已没有“新增账号”的权限')
  await expect(tabs(page)).toHaveText(['首页', '新增账号'])
  await expect(field(shown(page), '备注')).toHaveValue('还没保存')

  // a reload of a forbidden page shows the 403 page in place
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${FIRST()}/backend${LIST}`)
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页'])
})
