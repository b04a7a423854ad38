// Forms and acts: drafts survive a crash, a lost reply is retried without a second write, conflicting versions are
// merged field by field, acts can be undone, and dialogs ask before input is lost.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, draftsIn, enter, expect, FIRST, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  choose,
  dialog,
  elapse,
  field,
  goTo,
  LIST,
  nextFrame,
  passDialogGuard,
  pickNode,
  row,
  rowAct,
  shown,
} from '../page.ts'

const inDialog = { within: ['.ant-modal'] }
const bar = (page: Page) => shown(page).getByRole('alert').filter({ hasText: '有未保存的草稿' })
const storedDrafts = async (page: Page) => (await draftsIn(page)).join('\n')

/** The dialog that opens when somebody else has saved a newer version (601). */
const conflictOf = (page: Page) => dialog(page, '数据已被他人修改，请核对后再保存')

test('a new account: the first error has the focus, input survives a crash without its password, a lost reply adds nothing twice', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await addPerson('forms.adds')
  const id = await addPerson('forms.edited', 'operations')
  const editing = `/userControl/editAccount?id=${id}`
  await enter(page, 'forms.adds', '/userControl/createAccount')
  await expect(field(shown(page), '用户名')).toBeVisible()
  // a new page attaches its key listeners after rendering
  await nextFrame(page)
  await page.keyboard.press('Control+s')
  await expect(shown(page).getByText('请输入用户名')).toBeVisible()
  await expect(field(shown(page), '用户名')).toBeFocused()
  await field(shown(page), '用户名').fill('forms.added')
  await field(shown(page), '密码').fill('Given@1234')
  await field(shown(page), '姓名').fill('陈一帆')
  await page.keyboard.press('Control+s')
  await expect(field(shown(page), '手机号码')).toBeFocused()
  await field(shown(page), '手机号码').fill('13812340077')
  await expect.poll(() => storedDrafts(page)).toContain('13812340077')
  expect(await storedDrafts(page)).not.toContain('Given@1234')
  // a second draft of the same person
  await goTo(page, editing)
  await field(shown(page), '备注').fill('崩溃前')
  await expect.poll(() => storedDrafts(page)).toContain('崩溃前')

  // like a crash: the page closes without a prompt
  await page.close()
  const again = await context.newPage()
  await again.clock.install()
  await again.goto(`${FIRST()}/backend/userControl/createAccount`)
  const form = shown(again)
  await expect(bar(again)).toBeVisible()
  await expect(field(form, '姓名')).toHaveValue('')
  await expectAccessible(again, { within: ['main'] })
  await act(bar(again), '恢复').click()
  await expect(bar(again)).toHaveCount(0)
  await expect(field(form, '姓名')).toHaveValue('陈一帆')
  await expect(field(form, '手机号码')).toHaveValue('13812340077')
  await field(form, '密码').fill('Given@1234')
  await pickNode(form.getByRole('combobox', { name: /^(\* )?部门$/ }), '总公司')
  await choose(form, /^(\* )?角色$/, '审核主管')

  // the server handles the call, but the reply is lost
  const keys: (string | undefined)[] = []
  await again.route('**/api/backend/addOrUpdateUser', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await act(form, '保存').click()
  await expect(again.getByText('网络连接失败，请检查网络后重试')).toBeVisible()
  expect(await query('select 1 from users where user_name = $1', ['forms.added'])).toHaveLength(1)
  await passDialogGuard(again)
  await act(form, '保存').click()
  await expect(again.getByText('新增成功')).toBeVisible()
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await query('select 1 from users where user_name = $1', ['forms.added'])).toHaveLength(1)
  expect(await storedDrafts(again)).not.toContain('13812340077')
  await again.unrouteAll()

  await test.step('§8 601: a version is chosen for each field; a draft can be discarded', async () => {
    await goTo(again, editing)
    await act(bar(again), '丢弃').click()
    await expect(bar(again)).toHaveCount(0)
    await expect(field(form, '备注')).toHaveValue('')
    expect(await storedDrafts(again)).toBe('')

    await field(form, '备注').fill('我写的')
    await field(form, '姓名').fill('我改的')
    await query(
      `update users set version = version + 1, real_name = '他改的', email = 'new@example.cn', remark = '他写的' where id = $1`,
      [id],
    )
    await again.keyboard.press('Control+s')
    const conflict = conflictOf(again)
    const choice = (name: string) => conflict.getByRole('radio', { name })
    await expect(conflict.getByRole('row')).toHaveCount(4)
    await expect(choice('姓名：我的内容')).toBeChecked()
    await expect(choice('邮箱：最新版本')).toBeChecked()
    await expect(conflict.getByRole('row').filter({ hasText: '邮箱' })).toContainText('未修改')
    await expectAccessible(again, inDialog)
    await check(choice('姓名：最新版本'))
    // Ctrl+S does not submit the form behind the dialog
    await again.keyboard.press('Control+s')
    await expect(conflict).toBeVisible()
    await button(conflict, '按选择保存').click()
    await expect(again.getByText('编辑成功')).toBeVisible()
    expect(await query('select real_name, email, remark from users where id = $1', [id])).toEqual([
      { real_name: '他改的', email: 'new@example.cn', remark: '我写的' },
    ])
  })
})

test('disabling an account can be undone for a while, by click and by Ctrl+Z', async ({ page }) => {
  await addPerson('forms.undoes')
  const id = await addPerson('forms.undone', 'operations')
  await enter(page, 'forms.undoes', `${LIST}?userName=forms.undone`)
  const status = async () =>
    (await query<{ status: string }>('select status from users where id = $1', [id]))[0]?.status
  const undo = act(page.getByRole('alert').filter({ hasText: '禁用成功' }), '撤销')
  const disable = async () => {
    await rowAct(page, 'forms.undone', '禁用')
    await answer(dialog(page), /禁\s*用/)
    await expect(undo).toHaveCount(1)
    await expect(row(page, 'forms.undone')).toContainText('已禁用')
  }
  await disable()
  // the message stays while hovered
  await undo.hover()
  await expectAccessible(page, { within: ['.ant-message'] })
  await undo.click()
  await expect(page.getByText('启用成功')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(row(page, 'forms.undone')).not.toContainText('已禁用')
  expect(await status()).toBe('enabled')

  // Ctrl+S in a dialog submits the dialog's form, not the page's
  await rowAct(page, 'forms.undone', '重置密码')
  const reset = dialog(page, /^重置密码/)
  await expect(reset.getByLabel('密码', { exact: true })).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(reset.getByText(/^请输入/)).toBeVisible()
  await act(reset, '取消').click()
  await expect(reset).toBeHidden()

  await elapse(page, 4_000)
  await disable()
  await page.keyboard.press('Control+z')
  await expect(row(page, 'forms.undone')).not.toContainText('已禁用')
  expect(await status()).toBe('enabled')

  await elapse(page, 4_000)
  await disable()
  await elapse(page, 9_000)
  await expect(undo).toHaveCount(0)
  await page.keyboard.press('Control+z')
  expect(await status()).toBe('disabled')

  await test.step('§2 a form’s skeleton has the place of the form’s fields', async () => {
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/admin/getUserInfoById**', async (route) => {
      await answered.promise
      await route.continue()
    })
    await goTo(page, `/userControl/editAccount?id=${id}`)
    const placeOf = async (selector: string) => {
      const box = await shown(page).locator(selector).first().boundingBox()
      return [box?.x, box?.y, box?.width, box?.height].map((px) => Math.round(px ?? 0))
    }
    await expect(shown(page).locator('.form-page-waiting li').first()).toBeVisible()
    const line = await placeOf('.form-page-waiting li')
    answered.resolve()
    await expect(field(shown(page), '用户名')).toBeVisible()
    await expect.poll(() => placeOf('.form-page .ant-form-item-control')).toEqual(line)
  })
})

test('§8 601 in a dialog of the catalogue: both versions are side by side, and the chosen fields are saved', async ({
  page,
}) => {
  const owner = await addPerson('forms.dialogs')
  const [product] = await query<{ id: string }>(
    `insert into products (name, unit, category_id)
    select '试验冲突品', '吨', min(id) from categories where level = 2 returning id::text`,
  )
  await enter(page, 'forms.dialogs', '/data/goodsManage/product/index?name=试验冲突品')
  await rowAct(page, '试验冲突品', '编辑')
  const editing = dialog(page, '编辑产品：试验冲突品')
  await expect(field(editing, '产品名称')).toBeFocused()
  await field(editing, '产品名称').fill('试验冲突品甲')
  await field(editing, '产品编码').fill('MINE-1')
  await query(
    `update products set version = version + 1, name = '试验冲突品乙', unit = '千克',
      category_id = (select max(id) from categories where level = 2) where id = $1`,
    [product?.id],
  )
  await act(editing, '保存').click()
  const conflict = conflictOf(page)
  const choice = (name: string) => conflict.getByRole('radio', { name })
  await expect(conflict.getByRole('row')).toHaveCount(5)
  await expect(choice('产品名称：我的内容')).toBeChecked()
  await expect(choice('计量单位：最新版本')).toBeChecked()
  // a category is shown by its path, not by its id
  await expect(conflict.getByRole('row').filter({ hasText: '所属分类' })).toContainText(/ > .+未修改.* > /)
  await expectAccessible(page, inDialog)
  await check(choice('产品名称：最新版本'))
  await button(conflict, '按选择保存').click()
  await expect(editing).toBeHidden()
  await expect(row(page, '试验冲突品乙')).toContainText('MINE-1')
  expect(await query('select name, code, unit from products where id = $1', [product?.id])).toEqual([
    { name: '试验冲突品乙', code: 'MINE-1', unit: '千克' },
  ])

  await test.step('closing a dialog asks before input is lost, and only if there is input', async () => {
    const adding = dialog(page, '新增产品')
    const confirm = dialog(page, '放弃改动')
    const open = async () => {
      await button(shown(page), /新增$/).first().click()
      await expect(field(adding, '产品名称')).toBeFocused()
    }
    await open()
    await page.keyboard.press('Escape')
    await expect(adding).toBeHidden()
    await open()
    await field(adding, '产品名称').fill('尚未保存')
    await page.keyboard.press('Escape')
    await expect(confirm).toContainText('表单的改动还没有保存，确定关闭？')
    await answer(confirm, '继续编辑')
    await expect(field(adding, '产品名称')).toHaveValue('尚未保存')
    await act(adding, '取消').click()
    await answer(confirm, '放弃')
    await expect(adding).toBeHidden()
  })

  await test.step('§8 601 in a dialog of the members: the newer version is loaded, and the next save replaces it', async () => {
    const [account] = await query<{ id: string; member_id: string }>(
      `with e as (insert into enterprises (name, owner_id) values ('冲突试验企业', $1) returning id),
        m as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
          select id, 'forms.member', '原来的', '18700000601', $1 from e returning id)
      insert into member_accounts (member_id, sub_product) select id, 'bigData' from m
      returning id::text, member_id::text`,
      [owner],
    )
    await goTo(page, '/application/bigData/accounts?loginName=forms.member')
    await rowAct(page, 'forms.member', '编辑')
    const form = dialog(page, /^编辑账号/)
    await expect(field(form, '登录名')).toBeFocused()
    await field(form, '姓名').fill('我改的')
    await field(form, '备注').fill('我写的')
    await query(`update members set real_name = '他改的' where id = $1`, [account?.member_id])
    await query('update member_accounts set version = version + 1 where id = $1', [account?.id])
    await act(form, '保存').click()
    await expect(conflict.getByRole('row')).toHaveCount(3)
    await answer(conflict, '返回编辑')
    await expect(field(form, '姓名')).toHaveValue('我改的')
    await passDialogGuard(page)
    await act(form, '保存').click()
    await answer(conflict, '采用最新版本')
    await expect(field(form, '姓名')).toHaveValue('他改的')
    await expect(field(form, '备注')).toHaveValue('')
    await field(form, '备注').fill('后来写的')
    await passDialogGuard(page)
    await act(form, '保存').click()
    await expect(form).toBeHidden()
    expect(await query('select real_name, remark from members where id = $1', [account?.member_id])).toEqual([
      { real_name: '他改的', remark: '后来写的' },
    ])
  })
})
