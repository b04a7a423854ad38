// Departments, roles and menus: a new department with its role and staff, and editing each tree.
import type { Page } from '@playwright/test'
import { TABLE_BOTTOM_PX } from '#contract/limits.ts'
import { getDepartmentTree } from '#contract/organisation/departments.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  dialog,
  expectStanding,
  field,
  findInTree,
  goTo,
  nextFrame,
  pickFound,
  pickNode,
  shown,
} from '../page.ts'

const DEPARTMENTS = '/userControl/accountCenter/department'
const ROLES = '/permission/role'
const MENUS = '/permission/menu'
/** Label of the search in a role's rights. */
const RIGHTS = '搜索菜单、按钮或编码'

const tree = (page: Page, name: string) => shown(page).getByRole('tree', { name })
const node = (page: Page, name: string | RegExp) => shown(page).getByRole('treeitem', { name })
const inDialog = { within: ['.ant-modal'] }

/** Fills the dialog's fields, saves, and waits until it is closed. */
async function save(page: Page, values: Readonly<Record<string, string>>, verb = '保存'): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(dialog(page), name).fill(value)
  await act(dialog(page), verb).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Drags a row by its handle onto another one: onto its middle, or near its upper or lower edge. */
async function drag(page: Page, from: string, to: string, where: 'before' | 'into' | 'after'): Promise<void> {
  const handle = await node(page, new RegExp(from)).locator('.tree-handle').boundingBox()
  const target = await node(page, new RegExp(to)).boundingBox()
  if (!handle || !target) throw new Error('nothing to drag')
  const share = { before: 0.1, into: 0.5, after: 0.9 }[where]
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + 80, target.y + target.height / 2, { steps: 4 })
  // move and release in one task, so that React does not render between the two
  const at = { clientX: target.x + 80, clientY: target.y + target.height * share, bubbles: true }
  await page.evaluate((place) => {
    for (const type of ['pointermove', 'pointerup']) document.body.dispatchEvent(new PointerEvent(type, place))
  }, at)
  await page.mouse.up()
}

/** Titles of the rows that match `start`, from top to bottom. */
const rowsOf = (page: Page, start: string) =>
  node(page, new RegExp(start))
    .allTextContents()
    .then((texts) => texts.map((text) => text.replace(/\d+ 人$/, '')))

test('§7 an administrator creates a department with a role and staff; its staff sees just that menu', async ({
  page,
  browser,
}) => {
  await addPerson('organisation.journey')
  await enter(page, 'organisation.journey', DEPARTMENTS)
  await expect(node(page, /总公司/)).toBeVisible()
  await act(shown(page), '新增下级').click()
  await act(dialog(page), '保存').click()
  await expect(dialog(page).getByText('请输入部门名称')).toBeVisible()
  await save(page, { 部门名称: '航运事业部' })
  await shown(page).getByRole('searchbox', { name: '搜索部门' }).fill('航运')
  await node(page, /航运事业部/).click()
  await expect(shown(page).getByRole('heading', { name: '航运事业部' })).toBeVisible()

  await goTo(page, ROLES)
  await act(shown(page), '新增角色').click()
  await save(page, { 角色编码: 'shippingClerk', 角色名称: '航运专员' })
  await node(page, /航运专员/).click()
  const rights = tree(page, '菜单与按钮')
  await findInTree(shown(page), RIGHTS, '部门管理')
  await rights.getByRole('treeitem', { name: '查看', exact: true }).click()
  // ancestors are derived: half checked, since only some of their rights are granted
  await expect(rights.getByRole('treeitem', { name: /用户中心/ })).toHaveAttribute('aria-checked', 'mixed')
  await expect(shown(page).getByText('新增 1 项，取消 0 项')).toBeVisible()
  await expectAccessible(page, { within: ['main'] })

  // the matrix shows the same, with one checkbox for a page that every sub-product has
  await shown(page).getByText('矩阵', { exact: true }).click()
  await expect(shown(page).getByRole('checkbox', { name: '部门管理（账号中心）：查看' })).toBeChecked()
  await shown(page).getByRole('tab', { name: '应用管理' }).click()
  const accounts = shown(page).getByRole('checkbox', { name: /^账号管理（\d+ 个子产品）：查看$/ })
  await accounts.click()
  await expect(accounts).toBeChecked()
  await expectAccessible(page, { within: ['main'] })
  await shown(page).getByRole('checkbox', { name: '各子产品相同' }).click()
  await expect(shown(page).getByRole('checkbox', { name: '账号管理（大数据英文版）：查看', exact: true })).toBeChecked()
  await shown(page).getByRole('checkbox', { name: '各子产品相同' }).click()
  await accounts.click()
  await expect(shown(page).getByText('新增 1 项，取消 0 项')).toBeVisible()

  await act(shown(page), '保存权限').click()
  await expect(page.getByText('权限已保存')).toBeVisible()
  await shown(page).getByRole('tab', { name: '菜单预览' }).click()
  const preview = shown(page).getByRole('navigation', { name: '菜单预览' })
  await expect(preview.getByText('部门管理')).toBeVisible()
  await expect(preview.getByText('员工账号')).toHaveCount(0)

  await goTo(page, '/userControl/createAccount')
  await field(shown(page), '用户名').fill('shipping.clerk')
  await field(shown(page), '姓名').fill('海若澜')
  await field(shown(page), '手机号码').fill('13877770001')
  await field(shown(page), '密码').fill('Given@1234')
  await pickNode(shown(page).getByRole('combobox', { name: /^(\* )?部门$/ }), '航运事业部')
  await pickFound(shown(page).getByRole('combobox', { name: /^(\* )?角色$/ }), '航运专员')
  await act(shown(page), '保存').click()
  await expect(page.getByText('新增成功')).toBeVisible()
  // setting a new password at the first sign-in is tested in sign-in.spec.ts
  await query("update users set must_change_password = false where user_name = 'shipping.clerk'")

  const theirs = await browser.newPage()
  const isLive = theirs.waitForResponse('**/memberRegisterNotice/pushNoticeByUser')
  await enter(theirs, 'shipping.clerk')
  await isLive
  const lines = (name: string) => theirs.getByRole('navigation', { name: '顶部菜单' }).getByRole('button', { name })
  await expect(lines('用户中心')).toBeVisible()
  await expect(lines('权限管理')).toHaveCount(0)
  await goTo(theirs, DEPARTMENTS)
  await theirs.getByRole('searchbox', { name: '搜索部门' }).fill('航运')
  await theirs.getByRole('treeitem', { name: /航运事业部/ }).click()
  await expect(theirs.locator('main').getByRole('cell', { name: '海若澜' })).toBeVisible()
  await expect(theirs.locator('main').getByRole('button', { name: '新增下级' })).toHaveCount(0)

  // the other person's open page follows the new rights without signing in again
  await goTo(page, ROLES)
  await node(page, /航运专员/).click()
  await findInTree(shown(page), RIGHTS, '角色管理')
  await rights.getByRole('treeitem', { name: '查看', exact: true }).click()
  await findInTree(shown(page), RIGHTS, '部门管理')
  await rights.getByRole('treeitem', { name: '新增', exact: true }).click()
  await act(shown(page), '保存权限').click()
  const confirm = dialog(page, '修改“航运专员”的权限')
  await expect(confirm).toContainText('受影响的人员（1）海若澜')
  await act(confirm, '保存').click()
  await expect(lines('权限管理')).toBeVisible()
  await expect(theirs.locator('main').getByRole('button', { name: '新增下级' })).toBeVisible()
  await shown(page).getByRole('tab', { name: /^人员/ }).click()
  await expect(shown(page).getByRole('cell', { name: 'shipping.clerk' })).toBeVisible()

  // neither the role nor the department can be deleted while in use
  await act(shown(page), '删除').click()
  await expectStanding(dialog(page))
  await act(dialog(page), '删除').click()
  await answer(dialog(page).filter({ hasText: '主角色人员 1 个' }), '知道了')
  await theirs.close()
})

test('departments and roles are reordered by mouse and keyboard, and two roles are compared', async ({ page }) => {
  await addPerson('organisation.order')
  const [top] = await query<{ id: string }>(
    `insert into departments (name, parent_id, sort) select '排序部', id, 990 from departments where parent_id is null
    returning id::text`,
  )
  await query(
    `insert into departments (name, parent_id, sort)
    select '排序' || n || '组', $1, n::int * 10 from unnest(array['1', '2', '3']) n`,
    [top?.id],
  )
  // more departments than the window has rows
  await query(
    `insert into departments (name, parent_id, sort) select '高度' || n, d.id, 2000 + n from departments d, generate_series(1, 40) n
    where d.parent_id is null`,
  )
  // only the height changes: on a new width the sidebar would resize 300 ms later, during the drag
  await page.setViewportSize({ width: 1920, height: 700 })
  await enter(page, 'organisation.order', `${DEPARTMENTS}?deptId=${top?.id}`)
  await test.step('the tree of departments ends above the bottom of the window as tables do, whenever its acts appear', async () => {
    await expect(act(shown(page), '新增下级')).toBeVisible()
    const endPx = async () => {
      const box = await tree(page, '部门树').boundingBox()
      return (box?.y ?? Number.NaN) + (box?.height ?? 0)
    }
    await expect.poll(endPx).toBeLessThanOrEqual(700 - TABLE_BOTTOM_PX)
    await page.setViewportSize({ width: 1920, height: 1080 })
  })

  const below = '^排序\\d组'
  await shown(page).getByRole('searchbox', { name: '搜索部门' }).fill('排序')
  await expect.poll(() => rowsOf(page, below)).toEqual(['排序1组', '排序2组', '排序3组'])
  // each act needs the row version that the previous one wrote: wait for the refetch
  const reread = async (act: () => Promise<void>) => {
    const read = page.waitForResponse(`**${getDepartmentTree.path}`)
    await act()
    await read
  }
  await reread(() => drag(page, '排序3组', '排序1组', 'before'))
  await expect.poll(() => rowsOf(page, below)).toEqual(['排序3组', '排序1组', '排序2组'])
  await expect(page.getByText('移动成功')).toBeVisible()
  await reread(() => drag(page, '排序2组', '排序1组', 'into'))
  await expect(node(page, /排序2组/)).toHaveAttribute('aria-level', '4')
  await node(page, /排序3组/).click()
  await tree(page, '部门树').focus()
  await reread(() => page.keyboard.press('Alt+ArrowDown'))
  await nextFrame(page)
  await expect.poll(() => rowsOf(page, below)).toEqual(['排序1组', '排序2组', '排序3组'])

  await act(shown(page), '移动').click()
  await pickNode(dialog(page).getByRole('combobox'), '排序1组')
  await act(dialog(page), '移动').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(node(page, /排序3组/)).toHaveAttribute('aria-level', '4')
  await act(shown(page), '重命名').click()
  await save(page, { 部门名称: '排序末组' })
  await node(page, /排序1组/).click()
  await act(shown(page), '删除').click()
  await expectStanding(dialog(page))
  await act(dialog(page), '删除').click()
  await answer(dialog(page).filter({ hasText: '下级部门 2 个' }), '知道了')

  await goTo(page, ROLES)
  await node(page, /销售 sales/).click()
  await act(shown(page), '比较').click()
  await pickFound(dialog(page).getByRole('combobox', { name: '角色二' }), '审核主管')
  await expect(dialog(page).getByRole('region', { name: '只有“销售”有' })).toContainText('客户列表')
  await expect(dialog(page).getByRole('region', { name: '只有“审核主管”有' })).toContainText('核实')
  await expectAccessible(page, inDialog)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  // later tests of this worker count departments
  await query(`delete from departments where name ~ '^排序(2|末)组$'`)
  await query(`delete from departments where name = '排序1组'`)
  await query(`delete from departments where name = '排序部' or name ~ '^高度'`)

  await test.step('the menu tree is edited: a directory with an icon, a page with its buttons, hidden and deleted', async () => {
    await goTo(page, MENUS)
    await act(shown(page), '新增目录').click()
    await save(page, { 名称: '工具间', 编码: 'toolRoom', 路径: '/toolRoom' })
    await shown(page).getByRole('searchbox', { name: '搜索名称、编码或路径' }).fill('工具')
    await node(page, /工具间/).click()
    await expect(shown(page).getByRole('heading', { name: '工具间' })).toBeVisible()
    await shown(page).getByRole('button', { name: '图标' }).click()
    await page.getByRole('searchbox', { name: '搜索图标' }).fill('rocket')
    await page.getByRole('radio', { name: 'Rocket' }).click()
    await act(shown(page), '保存').click()
    await expect(page.getByText('编辑成功')).toBeVisible()
    await expect(node(page, /工具间/).getByRole('img', { name: 'rocket' })).toBeVisible()

    await act(shown(page), '新增页面').click()
    await save(page, { 名称: '工具台', 编码: 'toolBench', 路径: '/toolRoom/toolBench' })
    await node(page, /工具台/).click()
    await expect(node(page, /工具台/)).toContainText('没有对应的页面')
    const buttons = shown(page).getByRole('region', { name: '按钮' })
    await expect(buttons.getByText('查看', { exact: true })).toBeVisible()
    await act(buttons, '新增按钮').click()
    await pickFound(dialog(page).getByRole('combobox'), 'exportBtn')
    await save(page, { 名称: '导出' })
    await expect(buttons.getByText('导出', { exact: true })).toBeVisible()
    await expectAccessible(page, { within: ['main'] })
    await act(shown(page), '隐藏').click()
    await expect(node(page, /工具台/)).toContainText('已隐藏')

    await act(shown(page), '以角色预览').click()
    await pickFound(dialog(page).getByRole('combobox', { name: '角色' }), '审核主管')
    await expect(dialog(page).getByRole('navigation', { name: '菜单预览' })).toContainText('员工账号')
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)

    for (const name of ['工具台', '工具间']) {
      await node(page, new RegExp(name)).click()
      await expect(shown(page).getByRole('heading', { name })).toBeVisible()
      await shown(page)
        .locator('.tree-head')
        .first()
        .getByRole('button', { name: /删\s*除/ })
        .click()
      await answer(dialog(page), /删\s*除/)
      await expect(node(page, new RegExp(name))).toHaveCount(0)
    }
  })
})
