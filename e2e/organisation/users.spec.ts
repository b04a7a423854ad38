// An administrator finds, creates, edits, disables and deletes staff accounts; others cannot.
import { addOrUpdateUser, deleteUser, updateUserPasswordById } from '#contract/organisation/users.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, query, SignInPage, signInByCalls, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  choose,
  dialog,
  field,
  find,
  LIST,
  passDialogGuard,
  pickNode,
  row,
  rowAct,
  shown,
  tick,
  toast,
} from '../page.ts'

test('an administrator adds, finds, edits, disables, locks and deletes an account', async ({ page }) => {
  await addPerson('keeps.accounts')
  await enter(page, 'keeps.accounts', LIST)
  await act(shown(page), '新增').click()
  await expect(page).toHaveURL(/\/userControl\/createAccount/)
  await act(shown(page), '保存').click()
  await expect(shown(page).getByText('手机号码不能为空')).toBeVisible()
  await field(shown(page), '用户名').fill('journey.one')
  await field(shown(page), '姓名').fill('程远行')
  await field(shown(page), '手机号码').fill('1381234')
  await expect(shown(page).getByText('手机号码长度不为11位')).toBeVisible()
  await field(shown(page), '手机号码').fill('13812340001')
  await field(shown(page), '密码').fill('Given@1234')
  await pickNode(shown(page).getByRole('combobox', { name: /^(\* )?部门$/ }), '总公司')
  await choose(shown(page), /^(\* )?角色$/, '审核主管')
  await act(shown(page), '保存').click()
  await test.step('name and password of the new account are copied, to be passed on', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: FIRST() })
    const message = toast(page).filter({ hasText: '新增成功' })
    await button(message, '复制用户名和密码').click()
    await expect(toast(page).filter({ hasText: '已复制' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('用户名：journey.one\n初始密码：Given@1234')
  })

  await find(page, '用户名', 'journey.one')
  await expect(row(page, 'journey.one')).toContainText('程远行')
  await rowAct(page, 'journey.one', '编辑')
  await expect(page).toHaveURL(/editAccount\?id=\d+/)
  // the list stays visible until the form has loaded, and has a field of the same name
  await expect(field(shown(page), '手机号码')).toHaveValue('13812340001')
  await field(shown(page), '姓名').fill('程远航')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('编辑成功')).toBeVisible()
  await expect(row(page, 'journey.one')).toContainText('程远航')

  await rowAct(page, 'journey.one', '禁用')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page, { within: ['.ant-modal'] })
  await answer(dialog(page), /禁\s*用/)
  const cell = (text: string) => row(page, 'journey.one').getByRole('cell', { name: text, exact: true })
  await expect(cell('已禁用')).toBeVisible()
  await rowAct(page, 'journey.one', '启用')
  await expect(cell('已禁用')).toHaveCount(0)
  await rowAct(page, 'journey.one', '锁定')
  await answer(dialog(page), /锁\s*定/)
  await expect(page.getByText('锁定成功')).toBeVisible()
  await expect(cell('已锁定')).toBeVisible()
  await rowAct(page, 'journey.one', '解锁')
  await expect(page.getByText('解锁成功')).toBeVisible()
  await expect(cell('已锁定')).toHaveCount(0)

  await test.step('deleting an account with subordinates is refused with the reason', async () => {
    await query(
      `update users set sale_parent_id = (select id from users where user_name = 'journey.one')
      where user_name = 'keeps.accounts'`,
    )
    await rowAct(page, 'journey.one', '删除')
    await act(dialog(page), '删除').click()
    const refused = dialog(page).filter({ hasText: '下级' })
    await expect(refused).toBeVisible()
    await expectAccessible(page, { within: ['.ant-modal'] })
    await answer(refused, '知道了')
    await expect(dialog(page)).toHaveCount(0)
    await query("update users set sale_parent_id = null where user_name = 'keeps.accounts'")
  })
  await passDialogGuard(page)
  await rowAct(page, 'journey.one', '删除')
  await answer(dialog(page), /删\s*除/)
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(row(page, 'journey.one')).toHaveCount(0)
})

test('§6 further acts of the list: products for several accounts, a forced sign-out, the log of acts', async ({
  page,
  browser,
}) => {
  await addPerson('offers.all')
  await addPerson('offered.one', 'reviewer')
  await addPerson('offered.two', 'reviewer')
  await query(
    `insert into products (name, code, category_id, sort) select '旅程粗铟', 'JOURNEY-RAW', min(id), 9999
    from categories where level = 2`,
  )
  const other = await browser.newPage()
  await enter(other, 'offered.one')
  await enter(page, 'offers.all', `${LIST}?userName=offered.`)

  for (const name of ['offered.one', 'offered.two']) await check(row(page, name).getByRole('checkbox'))
  await button(shown(page), '批量授权产品').click()
  const batch = dialog(page, '批量授权产品：2 人')
  await tick(batch, '搜索分类或产品', '旅程粗铟')
  await button(batch, /下一步/).click()
  await answer(page.getByRole('dialog', { name: '批量授权产品', exact: true }), /^授\s*权$/)
  await expect(page.getByText('批量授权成功')).toBeVisible()
  await expect(batch).toBeHidden()
  const countGranted = `select count(distinct p.user_id)::int as people from user_products p join users u on u.id = p.user_id
    where u.user_name like 'offered.%'`
  expect(await query(countGranted)).toEqual([{ people: 2 }])

  await rowAct(page, 'offered.one', '强制下线')
  await answer(dialog(page), '强制下线')
  await expect(page.getByText('已强制下线')).toBeVisible()
  await expect(other).toHaveURL(/\/backend\/login/)
  await other.close()

  await find(page, '用户名', 'offers.all')
  await rowAct(page, 'offers.all', '操作日志')
  const acts = dialog(page, /^操作日志：.*offers\.all/)
  await expect(acts.getByRole('row').filter({ hasText: '强制下线' })).toBeVisible()
  await expectAccessible(page, { within: ['.ant-drawer'] })
})

test('a reset password ends the sessions, and must be changed at the next sign-in', async ({ page, browser }) => {
  await addPerson('gives.it')
  await addPerson('forgets.it', 'reviewer')
  const other = await browser.newPage()
  const theirs = new SignInPage(other)
  await enter(other, 'forgets.it')
  await enter(page, 'gives.it', `${LIST}?userName=forgets.it`)
  await rowAct(page, 'forgets.it', '重置密码')
  const reset = dialog(page)
  await field(reset, '密码').fill('Given@1234')
  await button(reset, /确\s*定|重置密码|重\s*置/)
    .last()
    .click()
  await expect(reset).toBeHidden()
  // their open page is notified and goes to /login
  await expect(other).toHaveURL(/\/backend\/login/)
  await theirs.submit('forgets.it', 'Given@1234')
  await expect(other.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await other.close()
})

test('§6 a person with read rights only sees no button, and the server refuses the calls too', async ({ page }) => {
  await addPerson('only.looks', 'reviewer')
  await enter(page, 'only.looks', `${LIST}?userName=only.looks`)
  await expect(row(page, 'only.looks')).toBeVisible()
  for (const name of [/新\s*增/, '编辑', '重置密码', '禁用', '锁定', '删除', /更多操作/, /导入$/, /导出$/]) {
    await expect(button(shown(page), name)).toHaveCount(0)
  }
  const { access_token } = await signInByCalls(page.request, 'only.looks')
  for (const { path } of [addOrUpdateUser, deleteUser, updateUserPasswordById]) {
    const reply = await page.request.post(FIRST() + path, { data: {}, headers: { 'console-auth': access_token } })
    expect(reply.status()).toBe(403)
  }
  // a page without any right is forbidden
  await page.goto(`${FIRST()}/backend/userControl/createAccount`)
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
})
