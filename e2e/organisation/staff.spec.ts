// Staff: superiors and work handover, product and category rights, staff of a role, active sessions.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, query, signInByCalls, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  dialog,
  field,
  find,
  goTo,
  LIST,
  pickFound,
  row,
  rowAct,
  shown,
  tick,
} from '../page.ts'

const inDialog = { within: ['.ant-modal'] }

test('§6 superiors, subordinates, and the handover of a leaver’s work', async ({ page, request }) => {
  await addPerson('staff.keeper')
  const head = await addPerson('staff.head', 'sales')
  const to = await addPerson('staff.receiver', 'sales')
  const low = await addPerson('staff.low', 'sales')
  await query('update users set sale_parent_id = $1 where id = $2', [head, low])

  await enter(page, 'staff.keeper', `${LIST}?userName=staff.receiver`)
  await rowAct(page, 'staff.receiver', '设置角色与归属')
  const relation = dialog(page, /设置角色与归属/)
  await pickFound(relation.getByRole('combobox', { name: '销售上级' }), 'staff.head')
  await expectAccessible(page, inDialog)
  await act(relation, '保存').click()
  await expect(relation).toBeHidden()

  await goTo(page, `/userControl/SubsidiaryAccount?userId=${head}`)
  await expect(shown(page).getByRole('treeitem')).toHaveCount(2)
  await expect(shown(page).getByText('直接下级 2 人，共 2 人')).toBeVisible()

  // the transfer list moves a subordinate away and back
  await goTo(page, `/userControl/accountCenter/userSubsidiaryAccount?userId=${head}`)
  await expect(button(shown(page), /导出/)).toBeEnabled()
  const below = shown(page).getByRole('listbox', { name: /直接下级/ })
  await below.getByRole('option', { name: /staff\.low/ }).click()
  await button(shown(page), /移到其他员工/).click()
  await act(shown(page), '保存').click()
  await expect(page.getByText('下级已保存')).toBeVisible()
  await expect(below.getByRole('option')).toHaveCount(1)
  expect(await query('select 1 from users where id = $1 and sale_parent_id is null', [low])).toHaveLength(1)
  await query('update users set sale_parent_id = $1 where id = $2', [head, low])

  await goTo(page, `${LIST}?userName=staff.head`)
  await rowAct(page, 'staff.head', '工作交接')
  const handover = dialog(page, /工作交接：staff.head（/)
  await pickFound(handover.getByRole('combobox', { name: /接收人/ }), 'staff.receiver')
  await button(handover, /下一步/).click()
  await expect(page.getByText('销售下级（1）')).toBeVisible()
  await expectAccessible(page, inDialog)
  await act(page.getByRole('dialog', { name: '工作交接：staff.head', exact: true }), '移交').click()
  await expect(page.getByText('交接完成')).toBeVisible()
  expect(await query('select 1 from users where id = $1 and sale_parent_id = $2', [low, to])).toHaveLength(1)

  await test.step('§2 a sign-in lock is lifted, the visited pages are listed, and a session is ended', async () => {
    await addPerson('staff.online', 'reviewer')
    await query(
      `insert into sign_in_failures (user_name, address, reason) values ('staff.online', '192.0.2.9', 'wrongPassword')`,
    )
    await query(
      `insert into sign_in_locks (user_name, address, until) values ('staff.online', '192.0.2.9', now() + interval '20 minutes')`,
    )
    const session = await signInByCalls(request, 'staff.online')
    await goTo(page, '/userControl/accountCenter/loginFail?userName=staff.online')
    await rowAct(page, 'staff.online', '解除限制')
    await expect(page.getByText('登录限制已解除')).toBeVisible()
    await expect(row(page, 'staff.online').getByText(/^至 /)).toHaveCount(0)
    await goTo(page, '/userControl/accountCenter/visitLog?module=signIn.unLock')
    await expect(row(page, 'staff.keeper')).toHaveCount(1)
    await goTo(page, '/userControl/accountCenter/onlineUsers?userName=staff.online')
    await rowAct(page, 'staff.online', '强制下线')
    await answer(dialog(page), /强制下线/)
    await expect(page.getByText('已强制下线')).toBeVisible()
    await expect(row(page, 'staff.online')).toHaveCount(0)
    const headers = { 'console-auth': session.access_token }
    expect((await request.post(`${FIRST()}/api/backend/getLoginUserInfo`, { headers })).status()).toBe(401)
  })
})

test('§6 a product that somebody does not see is granted; their open page follows', async ({ page, browser }) => {
  await addPerson('staff.granter')
  const editor = await addPerson('staff.editor', 'newsEditor')
  await query(`insert into user_deputy_roles (user_id, role_id) select $1, id from roles where code = 'reviewer'`, [
    editor,
  ])
  await query(
    `insert into products (name, code, category_id, sort) select '旅程精铟', 'JOURNEY-IN', min(id), 9999
       from categories where level = 2`,
  )
  // a new context: the page's own has no live channel
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const other = await context.newPage()
  await enter(other, 'staff.editor', '/data/goodsManage/product?name=旅程精铟')
  await expect(shown(other).locator('.ant-empty-description')).toBeVisible()

  await enter(page, 'staff.granter', '/permission/productAuthorisation')
  // the list filtered by product shows who has it: the editor does not
  await field(shown(page), '产品').fill('旅程精铟')
  await act(shown(page), '查询').click()
  await expect(row(page, '价格分析师')).toHaveCount(0)
  await expect(row(page, 'staff.editor')).toHaveCount(0)
  await act(shown(page), '重置').click()
  // wait for the reset list: text typed before it arrives would be reset too
  await expect(row(page, '价格分析师').first()).toBeVisible()
  await find(page, '姓名', 'staff.editor')
  await rowAct(page, 'staff.editor', '授权')
  const granting = dialog(page, /产品授权：staff.editor/)
  await tick(granting, '搜索分类或产品', '旅程精铟')
  await expectAccessible(page, inDialog)
  // another role shows other products: what is checked and not saved would be lost
  const roles = granting.getByRole('radiogroup', { name: '角色' })
  await roles.getByText('审核主管').click()
  await answer(dialog(page, '放弃改动'), '继续编辑')
  await expect(roles.getByRole('radio', { checked: true })).not.toHaveAccessibleName('审核主管')
  await act(granting, '保存').click()
  await expect(granting).toBeHidden()
  await expect(row(other, '旅程精铟')).toHaveCount(1)
  await context.close()
})

test('§6 categories are granted to one and to many, and staff are added to a role', async ({ page }) => {
  await addPerson('staff.giver')
  const [one, two] = [
    await addPerson('staff.cat.one', 'customerService'),
    await addPerson('staff.cat.two', 'customerService'),
  ]
  await enter(page, 'staff.giver', '/permission/categoryAuthorisation?realName=staff.cat')
  await expect(row(page, 'staff.cat')).toHaveCount(2)
  await rowAct(page, 'staff.cat.one', '授权')
  const granting = dialog(page, /分类授权：staff.cat.one/)
  const first = granting.getByRole('tree', { name: '分类', exact: true }).getByRole('treeitem').first()
  await first.click()
  await expect(first).toHaveAttribute('aria-checked', 'true')
  await expectAccessible(page, inDialog)
  await act(granting, '保存').click()
  await expect(granting).toBeHidden()
  expect(await query('select 1 from user_categories where user_id = $1', [one])).not.toHaveLength(0)

  for (const name of ['staff.cat.one', 'staff.cat.two']) {
    await check(shown(page).getByRole('checkbox', { name: `选择 ${name}` }))
  }
  await button(shown(page), /^批量授权资讯分类$/).click()
  const choosing = dialog(page, /批量授权资讯分类：2 人/)
  await tick(choosing, '搜索产品或资讯分类', '行业政策')
  await button(choosing, /下一步/).click()
  await expect(page.getByText('共 2 人：新增资讯分类授权 2 项')).toBeVisible()
  await answer(page.getByRole('dialog', { name: '批量授权资讯分类', exact: true }), /授\s*权/)
  await expect(page.getByText('批量授权成功')).toBeVisible()
  expect(await query('select 1 from user_news_categories where user_id = any($1)', [[one, two]])).toHaveLength(2)

  await goTo(page, '/permission/staff')
  await button(shown(page), /新增人员/).click()
  await expect(page).toHaveURL(/staffInsert/)
  // the list has a field of the same name until its page is hidden
  await expect(page.getByRole('heading', { name: '新增人员' })).toBeVisible()
  await pickFound(shown(page).getByRole('combobox', { name: /^(\* )?角色$/ }), '运营')
  await tick(shown(page), '搜索部门或姓名', 'staff.cat.two')
  await act(shown(page), '保存').click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(page).toHaveURL(/permission\/staff/)
  const held = 'select 1 from user_deputy_roles d join roles r on r.id = d.role_id where d.user_id = $1 and r.code = $2'
  expect(await query(held, [two, 'operations'])).toHaveLength(1)
})
