// Acts on one or several staff members beyond editing the account, done by an administrator, or by the head of a
// department with a role of just these rights.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addHolder, addPerson, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  dialog,
  field,
  goTo,
  item,
  LIST,
  passDialogGuard,
  pickFound,
  row,
  rowAct,
  shown,
  tick,
} from '../page.ts'

const inDialog = { within: ['.ant-modal'] }

/** Opens the list filtered to that person, and presses an act of the row. */
async function personAct(page: Page, userName: string, name: string): Promise<void> {
  await goTo(page, `${LIST}?userName=${userName}`)
  await rowAct(page, userName, name)
}

test('§6 the head of a department moves a leaver’s people, categories and customers in one act, and no more than that', async ({
  page,
}) => {
  const head = await addHolder('unit.leads', ['userList', 'view', 'edit'])
  await addHolder('unit.clerk')
  const leaver = await addPerson('unit.leaves', 'unit.clerk')
  const heir = await addPerson('unit.inherits', 'unit.clerk')
  const seller = await addPerson('unit.sells', 'unit.clerk')
  const low = await addPerson('unit.stays', 'unit.clerk')
  await query('update users set sale_parent_id = $1 where id = any($2)', [head, [leaver, heir]])
  await query('update users set sale_parent_id = $1 where id = $2', [leaver, low])
  await query(
    `insert into user_categories (user_id, category_id)
    select u, (select min(id) from categories where level = 2) from unnest($1::bigint[]) u`,
    [[head, leaver]],
  )
  await query(`insert into enterprises (name, owner_id) values ('交接旅程公司', $1)`, [leaver])

  await enter(page, 'unit.leads', `${LIST}?userName=unit.leaves`)
  await expect(row(page, 'unit.leaves')).toHaveCount(1)
  for (const name of [/^新增$/, /导入$/, /^删除/, /^禁用/, /^重置密码/]) {
    await expect(button(shown(page), name)).toHaveCount(0)
  }
  await shown(page).getByRole('button', { name: 'unit.leaves', exact: true }).click()
  const details = dialog(page, /unit\.leaves/)
  await expect(details.getByText('unit.leads')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await rowAct(page, 'unit.leaves', '工作交接')
  const handover = dialog(page, /工作交接：unit\.leaves（/)
  for (const [label, name] of [
    [/接收人/, 'unit.inherits'],
    [/^客户.*交给/, 'unit.sells'],
  ] as const) {
    await pickFound(handover.getByRole('combobox', { name: label }), name)
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
  }
  await button(handover, /下一步/).click()
  for (const group of ['请注意（1）', '“客户列表”的查看权限', '销售下级（1）', '服务的分类（1）', '客户（1）'])
    await expect(page.getByText(group)).toBeVisible()
  await act(page.getByRole('dialog', { name: '工作交接：unit.leaves', exact: true }), '移交').click()
  await expect(page.getByText('交接完成')).toBeVisible()
  const moved = await query(
    `select (select sale_parent_id from users where id = $2)::text low,
      (select owner_id from enterprises where name = '交接旅程公司')::text owner,
      (select count(*)::int from user_categories where user_id = $1) categories,
      (select count(*)::int from audit_log where action = 'user.handOver' and target_id = $3) acts`,
    [heir, low, leaver],
  )
  expect(moved).toEqual([{ low: heir, owner: seller, categories: 1, acts: 1 }])
})

test('§6 a superior whose account has been disabled is shown by name, but no longer offered', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409/)
  await addPerson('acts.all')
  const gone = await addPerson('was.superior', 'sales')
  const low = await addPerson('has.superior', 'sales')
  await query('update users set sale_parent_id = $1 where id = $2', [gone, low])
  await query(`update users set status = 'disabled' where id = $1`, [gone])
  const id = await addPerson('is.linked', 'sales')
  await enter(page, 'acts.all', `${LIST}?userName=has.superior`)
  await rowAct(page, 'has.superior', '设置角色与归属')
  const relation = dialog(page, /设置角色与归属/)
  await expect(relation.getByText('was.superior（已禁用）')).toBeVisible()
  await relation.getByRole('combobox', { name: '编辑上级' }).fill('was.superior')
  await expect(page.locator('.ant-select-dropdown:visible')).toContainText('暂无数据')
  await act(relation, '取消').click()
  await expect(relation).toBeHidden()

  await test.step('§6 mini-programs, the sender of pushes, and bindings of a person', async () => {
    await personAct(page, 'is.linked', '关联小程序')
    const applets = dialog(page, /关联小程序：is\.linked/)
    const endOf = async (within: Locator) => {
      const box = await within.boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    }
    // the dialog's opening animation changes its size
    await expect(async () => {
      const end = await endOf(applets.locator('.ant-modal-footer'))
      expect(await endOf(applets.locator('.transfer-list')), 'the lists end where the buttons end').toBe(end)
    }).toPass()
    await applets.getByRole('option').first().click()
    await button(applets, /移到已关联/).click()
    await act(applets, '保存').click()
    await expect(page.getByText('小程序已保存')).toBeVisible()
    await expect(applets).toBeHidden()
    expect(await query('select 1 from user_applets where user_id = $1', [id])).toHaveLength(1)

    await rowAct(page, 'is.linked', '发件信息')
    const sender = dialog(page, /发件信息/)
    await field(sender, '发件人名称').fill('华东销售部')
    await expectAccessible(page, inDialog)
    await act(sender, '保存').click()
    await expect(sender).toBeHidden()
    expect(await query('select sender_name from user_send_info where user_id = $1', [id])).toEqual([
      { sender_name: '华东销售部' },
    ])

    // without a binding no 解除 is offered; with one, the dialog lists what is removed before it is done
    await button(row(page, 'is.linked'), /更多/).click()
    await expect(item(page, '工作交接')).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^解除/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await query(`insert into external_identities (user_id, provider, subject) values ($1, 'wechat', 'open-e2e')`, [id])
    await query(`insert into visiting_assistants (user_id, device_hash, device) values ($1, 'visit-e2e', '旅程手机')`, [
      id,
    ])
    await act(shown(page), '查询').click()
    await rowAct(page, 'is.linked', '解除微信绑定')
    await answer(dialog(page), /解除绑定/)
    await expect(page.getByText('微信已解除绑定')).toBeVisible()
    expect(await query('select 1 from external_identities where user_id = $1', [id])).toHaveLength(0)
    await passDialogGuard(page)
    await rowAct(page, 'is.linked', '解除拜访助手绑定')
    await expect(dialog(page)).toContainText(/旅程手机 于 .* 绑定，未完成的拜访 0 条/)
    await answer(dialog(page), /解除绑定/)
    await expect(page.getByText('拜访助手已解除绑定')).toBeVisible()
    expect(await query('select 1 from visiting_assistants where user_id = $1', [id])).toHaveLength(0)
  })

  await test.step('§6 members that a person owns are listed, locked and unlocked', async () => {
    await rowAct(page, 'is.linked', '关联客户')
    const drawer = dialog(page, /关联客户：is\.linked/)
    await expect(drawer.locator('.ant-empty')).toContainText('没有关联的会员')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await query(
      `with e as (insert into enterprises (name, owner_id) values ('关联旅程公司', $1) returning id)
      insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
      select id, 'care.member', '顾客', '16612349901', $1 from e`,
      [id],
    )
    await rowAct(page, 'is.linked', '关联客户')
    const member = drawer.getByRole('row').filter({ hasText: 'care.member' })
    await expect(member).toContainText('正常')
    for (const [verb, state] of [
      ['锁定', '已锁定'],
      ['解锁', '正常'],
    ] as const) {
      await check(drawer.getByRole('checkbox', { name: '选择 care.member' }))
      await act(drawer, verb).click()
      await expect(member).toContainText(state)
      await passDialogGuard(page)
    }
  })
})

test('§6 products are granted to many and revoked, each after a preview of the changes', async ({ page }) => {
  await addPerson('gives.many')
  await query(
    `insert into products (name, code, category_id, sort) select '旅程精镓', 'JOURNEY-GA', min(id), 9999
    from categories where level = 2`,
  )
  const ids = [await addPerson('takes.one', 'newsEditor'), await addPerson('takes.two', 'newsEditor')]
  const granted = () => query('select 1 from user_products where user_id = any($1)', [ids])
  await enter(page, 'gives.many', '/permission/productAuthorisation?realName=takes.')
  await expect(row(page, 'takes.')).toHaveCount(2)
  for (const [verb, count, left] of [
    ['批量授权', '新增产品授权 2 项', 2],
    ['批量取消授权', '取消产品授权 2 项', 0],
  ] as const) {
    for (const name of ['takes.one', 'takes.two']) {
      await check(shown(page).getByRole('checkbox', { name: `选择 ${name}` }))
    }
    await button(shown(page), new RegExp(`^${verb}$`)).click()
    const choosing = dialog(page, `${verb}：2 人`)
    await tick(choosing, '搜索分类或产品', '旅程精镓')
    await button(choosing, /下一步/).click()
    await expect(page.getByText(`共 2 人：${count}`)).toBeVisible()
    const preview = page.getByRole('dialog', { name: verb, exact: true })
    await answer(preview, new RegExp(`^${[...verb.slice(2)].join('\\s*')}$`))
    await expect(page.getByText(`${verb}成功`)).toBeVisible()
    await expect.poll(granted).toHaveLength(left)
    await expect(choosing).toBeHidden()
  }

  await test.step('§6 a role is copied; its products are saved, and synchronised to its people after a preview', async () => {
    const [editor] = await query<{ id: string }>(`select id::text from roles where code = 'newsEditor'`)
    await goTo(page, `/permission/role?roleId=${editor?.id}&tab=rights`)
    await act(shown(page), '复制').click()
    const copying = dialog(page, /复制角色/)
    await field(copying, '角色编码').fill('copiedEditor')
    await field(copying, '角色名称').fill('复制的编辑')
    await act(copying, '保存').click()
    await expect(copying).toBeHidden()
    const [copied] = await query<{ id: string; buttons: number; same: number }>(
      `select r.id::text, count(m.*)::int buttons, (select count(*)::int from role_menus where role_id = $1) same
      from roles r join role_menus m on m.role_id = r.id where r.code = 'copiedEditor' group by r.id`,
      [editor?.id],
    )
    expect(copied?.buttons).toBe(copied?.same)

    const holder = await addPerson('holds.copy', 'copiedEditor')
    await goTo(page, `/permission/role?roleId=${copied?.id}&tab=products`)
    const save = button(shown(page), '保存产品')
    await expect(shown(page).getByRole('heading', { name: /复制的编辑/ })).toBeVisible()
    await expect(shown(page).getByRole('treeitem').first()).toBeVisible()
    // the tree scrolls inside its box: the save button stays in view
    await expect(save).toBeInViewport()
    await tick(shown(page), '搜索分类或产品', '旅程精镓')
    // switching tabs asks before the selection is lost
    await shown(page).getByRole('tab', { name: '菜单预览' }).click()
    await expect(dialog(page)).toContainText('放弃未保存的修改')
    await answer(dialog(page), /取\s*消/)
    await save.click()
    await expect(page.getByText('产品已保存')).toBeVisible()
    await button(shown(page), /同步到人员/).click()
    await page.getByRole('menuitem', { name: /只增加/ }).click()
    const preview = dialog(page, /产品同步到其全部人员/)
    await expect(preview).toContainText('holds.copy')
    await expectAccessible(page, inDialog)
    await answer(preview, /同\s*步/)
    await expect(page.getByText('同步成功')).toBeVisible()
    expect(
      await query(
        `select 1 from user_products u join products p on p.id = u.product_id where u.user_id = $1 and p.code = 'JOURNEY-GA'`,
        [holder],
      ),
    ).toHaveLength(1)
  })
})
