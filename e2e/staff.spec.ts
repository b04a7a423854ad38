// Staff and what they may work on: relations and a handover, products and categories, staff of a role, who is signed in.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, signInByCalls, test } from './fixtures.ts'
import { findInTree } from './page.ts'

const shown = (page: Page) => page.locator('main')
const rowOf = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const press = (within: Locator, name: RegExp) => within.getByRole('button', { name }).click()

async function search(page: Page, label: string, text: string): Promise<void> {
  await shown(page).getByRole('textbox', { name: label, exact: true }).fill(text)
  await press(shown(page), /查\s*询/)
  await expect(rowOf(page, text)).toHaveCount(1)
}

async function rowAct(page: Page, text: string, act: string): Promise<void> {
  const row = rowOf(page, text)
  await expect(row).toBeVisible()
  const direct = row.getByRole('button', { name: new RegExp(`^${act} `) })
  if (await direct.isVisible()) return direct.click()
  await row.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** Chooses a person in a picker of people by typing. */
async function pick(page: Page, field: Locator, name: string): Promise<void> {
  await field.click()
  await field.fill(name)
  const option = page.locator('.ant-select-item-option').filter({ hasText: name })
  await expect(option).toHaveCount(1)
  await option.click()
}

/** Ticks what a tree of checks finds. */
async function tick(within: Locator, searchText: string, name: string): Promise<void> {
  await findInTree(within, searchText, name)
  const item = within.getByRole('treeitem', { name }).last()
  await item.click()
  await expect(item).toHaveAttribute('aria-checked', 'true')
}

const LIST = '/userControl/accountCenter/userList'

test('§6 relations, subordinates, and a leaver’s work that goes to somebody else', async ({ page }) => {
  await addPerson('staff.keeper')
  const head = await addPerson('staff.head', 'sales')
  const to = await addPerson('staff.receiver', 'sales')
  const low = await addPerson('staff.low', 'sales')
  await query('update users set sale_parent_id = $1 where id = any($2)', [head, [low]])

  await enter(page, 'staff.keeper', `${LIST}?userName=staff.receiver`)
  await rowAct(page, 'staff.receiver', '设置角色与归属')
  const relation = dialogOf(page, /设置角色与归属/)
  await pick(page, relation.getByRole('combobox', { name: '销售上级' }), 'staff.head')
  await expectAccessible(page)
  await press(relation, /保\s*存/)
  await expect(relation).toBeHidden()

  await page.goto(page.url().replace(/userControl.*/, `userControl/SubsidiaryAccount?userId=${head}`))
  await expect(shown(page).getByRole('treeitem')).toHaveCount(2)
  await expect(shown(page).getByText('直接下级 2 人，共 2 人')).toBeVisible()
  await expectAccessible(page)

  // the receiver moves out of the leaver's way by the transfer widget, and back in
  const accounts = `userControl/accountCenter/userSubsidiaryAccount?userId=${head}`
  await page.goto(page.url().replace(/userControl.*/, accounts))
  await expectAccessible(page)
  await expect(shown(page).getByRole('button', { name: /导出/ })).toBeEnabled()
  const below = shown(page).getByRole('listbox', { name: /直接下级/ })
  await below.getByRole('option', { name: /staff\.low/ }).click()
  await press(shown(page), /移到其他员工/)
  await press(shown(page), /保\s*存/)
  await expect(page.getByText('下级已保存')).toBeVisible()
  await expect(below.getByRole('option')).toHaveCount(1)
  expect(await query('select 1 from users where id = $1 and sale_parent_id is null', [low])).toHaveLength(1)
  await query('update users set sale_parent_id = $1 where id = $2', [head, low])

  await page.goto(page.url().replace(/userControl.*/, `${LIST.slice(1)}?userName=staff.head`))
  await rowAct(page, 'staff.head', '工作交接')
  const handover = dialogOf(page, /工作交接：staff.head（/)
  await pick(page, handover.getByRole('combobox', { name: /接收人/ }), 'staff.receiver')
  await press(handover, /下一步/)
  await expect(page.getByText('销售下级（1）')).toBeVisible()
  await expectAccessible(page)
  await press(dialogOf(page, '工作交接：staff.head'), /移\s*交/)
  await expect(page.getByText('交接完成')).toBeVisible()
  expect(await query('select 1 from users where id = $1 and sale_parent_id = $2', [low, to])).toHaveLength(1)
})

test.describe('an open page', () => {
  test.use({ live: true })

  test('§6 why somebody does not see a product is found out and granted; their open page follows', async ({
    page,
    browser,
  }) => {
    await addPerson('staff.granter')
    await addPerson('staff.editor', 'newsEditor')
    await query(
      `insert into products (name, code, category_id, sort) select '旅程精铟', 'JOURNEY-IN', min(id), 9999
       from categories where level = 2`,
    )
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const other = await context.newPage()
    await enter(other, 'staff.editor', '/data/goodsManage/product?name=旅程精铟')
    await expect(shown(other).locator('.ant-empty-description')).toBeVisible()

    await enter(page, 'staff.granter', '/permission/productAuthorisation')
    await expectAccessible(page)
    // who works on it: the editor is not among them
    await shown(page).getByRole('textbox', { name: '产品', exact: true }).fill('旅程精铟')
    await press(shown(page), /查\s*询/)
    await expect(rowOf(page, '价格分析师')).toHaveCount(0)
    await expect(rowOf(page, 'staff.editor')).toHaveCount(0)
    await press(shown(page), /重\s*置/)
    // what is typed before everybody is shown again goes with what was typed before
    await expect(rowOf(page, '价格分析师').first()).toBeVisible()
    await search(page, '姓名', 'staff.editor')
    await rowAct(page, 'staff.editor', '授权')
    const dialog = dialogOf(page, /产品授权：staff.editor/)
    await tick(dialog, '搜索分类或产品', '旅程精铟')
    await expectAccessible(page)
    await press(dialog, /保\s*存/)
    await expect(dialog).toBeHidden()
    await expect(rowOf(other, '旅程精铟')).toHaveCount(1)
    await context.close()
  })
})

test('§6 categories for one and many, and staff put into a role with all that belongs to it', async ({ page }) => {
  await addPerson('staff.giver')
  const [one, two] = [
    await addPerson('staff.cat.one', 'customerService'),
    await addPerson('staff.cat.two', 'customerService'),
  ]
  await enter(page, 'staff.giver', '/permission/categoryAuthorisation?realName=staff.cat')
  await expect(rowOf(page, 'staff.cat')).toHaveCount(2)
  await expectAccessible(page)
  await rowAct(page, 'staff.cat.one', '授权')
  const dialog = dialogOf(page, /分类授权：staff.cat.one/)
  const tree = dialog.getByRole('tree', { name: '分类', exact: true })
  await tree.getByRole('treeitem').first().click()
  await expect(tree.getByRole('treeitem').first()).toHaveAttribute('aria-checked', 'true')
  await expectAccessible(page)
  await press(dialog, /保\s*存/)
  await expect(dialog).toBeHidden()
  expect(await query('select 1 from user_categories where user_id = $1', [one])).not.toHaveLength(0)

  for (const name of ['staff.cat.one', 'staff.cat.two']) {
    await shown(page)
      .getByRole('checkbox', { name: `选择 ${name}` })
      .check()
  }
  await press(shown(page), /^批量授权资讯分类$/)
  const choose = dialogOf(page, /批量授权资讯分类：2 人/)
  await tick(choose, '搜索产品或资讯分类', '行业政策')
  await press(choose, /下一步/)
  await expect(page.getByText('共 2 人：新增资讯分类授权 2 项，取消 0 项')).toBeVisible()
  await press(dialogOf(page, '批量授权资讯分类'), /授\s*权/)
  await expect(page.getByText('批量授权成功')).toBeVisible()
  expect(await query('select 1 from user_news_categories where user_id = any($1)', [[one, two]])).toHaveLength(2)

  await page.goto(page.url().replace(/permission.*/, 'permission/staff'))
  await expectAccessible(page)
  await press(shown(page), /新增人员/)
  await expect(page).toHaveURL(/staffInsert/)
  const form = shown(page)
  // the list has a field of that name too, until its page steps back
  await expect(form.getByRole('heading', { name: '新增人员' })).toBeVisible()
  const role = form.getByRole('combobox', { name: /^(\* )?角色$/ })
  await role.click()
  await role.fill('运营')
  await page.locator('.ant-select-item-option').filter({ hasText: '运营' }).click()
  await tick(form, '搜索部门或姓名', 'staff.cat.two')
  await expectAccessible(page)
  await press(form, /保\s*存/)
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(page).toHaveURL(/permission\/staff/)
  const held = 'select 1 from user_deputy_roles d join roles r on r.id = d.role_id where d.user_id = $1 and r.code = $2'
  expect(await query(held, [two, 'operations'])).toHaveLength(1)
})

test('§2 a lifted sign-in lock, what was opened, and somebody put out', async ({ page, request }) => {
  await addPerson('staff.watch')
  await addPerson('staff.online', 'reviewer')
  await query(
    `insert into sign_in_failures (user_name, address, reason) values ('staff.online', '192.0.2.9', 'wrongPassword')`,
  )
  await query(
    `insert into sign_in_locks (user_name, address, until) values ('staff.online', '192.0.2.9', now() + interval '20 minutes')`,
  )
  const session = await signInByCalls(request, 'staff.online')
  await enter(page, 'staff.watch', '/userControl/accountCenter/loginFail?userName=staff.online')
  await expectAccessible(page)
  await rowAct(page, 'staff.online', '解除限制')
  await expect(page.getByText('登录限制已解除')).toBeVisible()
  await expect(rowOf(page, 'staff.online').getByText(/^至 /)).toHaveCount(0)

  await page.goto(page.url().replace(/userControl.*/, 'userControl/accountCenter/visitLog?module=signIn.unLock'))
  await expect(rowOf(page, 'staff.watch')).toHaveCount(1)
  await expectAccessible(page)

  await page.goto(page.url().replace(/userControl.*/, 'userControl/accountCenter/onlineUsers?userName=staff.online'))
  await expect(rowOf(page, 'staff.online')).toHaveCount(1)
  await expectAccessible(page)
  await rowAct(page, 'staff.online', '强制下线')
  await press(page.getByRole('dialog'), /强制下线/)
  await expect(page.getByText('已强制下线')).toBeVisible()
  await expect(rowOf(page, 'staff.online')).toHaveCount(0)
  const headers = { 'console-auth': session.access_token }
  const origin = new URL(page.url()).origin
  expect((await request.post(`${origin}/api/backend/getLoginUserInfo`, { headers })).status()).toBe(401)
})
