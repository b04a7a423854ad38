// Forms and acts: what was typed survives a crash, a lost reply does nothing twice, two versions are chosen between field by
// field, what was done can be taken back, and what reaches far asks first.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from './fixtures.ts'
import { openGallery, stateOf } from './gallery.ts'
import { answer, nextFrame, pressAgain } from './page.ts'

const main = (page: Page) => page.locator('main')
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })
const save = (page: Page) => main(page).getByRole('button', { name: /保\s*存/ })
const bar = (page: Page) => main(page).getByRole('alert').filter({ hasText: '有未保存的草稿' })
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('console-draft-'))
      .map((key) => localStorage.getItem(key) ?? '')
      .join('\n'),
  )

test('a new account: the first error has the focus, input survives a crash without its password, a lost reply adds nothing twice', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await addPerson('forms.adds')
  await enter(page, 'forms.adds', '/userControl/createAccount')
  await expect(field(page, '用户名')).toBeVisible()
  // a page that has just been drawn hears keys a moment later
  await nextFrame(page)
  await page.keyboard.press('Control+s')
  await expect(main(page).getByText('请输入用户名')).toBeVisible()
  await expect(field(page, '用户名')).toBeFocused()
  await field(page, '用户名').fill('forms.added')
  await field(page, '密码').fill('Given@1234')
  await field(page, '姓名').fill('陈一帆')
  await page.keyboard.press('Control+s')
  await expect(field(page, '手机号码')).toBeFocused()
  await field(page, '手机号码').fill('13812340077')
  await expect.poll(() => kept(page)).toContain('13812340077')
  expect(await kept(page)).not.toContain('Given@1234')

  // as after a crash: nothing is asked, nothing is told
  await page.close()
  const again = await context.newPage()
  await again.goto(`${FIRST()}/backend/userControl/createAccount`)
  await expect(bar(again)).toBeVisible()
  await expect(field(again, '姓名')).toHaveValue('')
  await expectAccessible(again)
  await bar(again)
    .getByRole('button', { name: /恢\s*复/ })
    .click()
  await expect(bar(again)).toHaveCount(0)
  await expect(field(again, '姓名')).toHaveValue('陈一帆')
  await expect(field(again, '手机号码')).toHaveValue('13812340077')
  await field(again, '密码').fill('Given@1234')
  await main(again)
    .getByRole('combobox', { name: /^(\* )?部门$/ })
    .click()
  await again.locator('.ant-select-tree-node-content-wrapper').first().click()
  await main(again)
    .getByRole('combobox', { name: /^(\* )?角色$/ })
    .click()
  await again.locator('.ant-select-item-option').filter({ hasText: '审核主管' }).first().click()

  // the server does it, and its reply is lost on the way
  const keys: (string | undefined)[] = []
  await again.route('**/api/backend/addOrUpdateUser', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await save(again).click()
  await expect(again.getByText('网络连接失败，请检查网络后重试')).toBeVisible()
  expect(await query('select 1 from users where user_name = $1', ['forms.added'])).toHaveLength(1)
  await pressAgain(save(again), () => again.getByText('新增成功').isVisible())
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await query('select 1 from users where user_name = $1', ['forms.added'])).toHaveLength(1)
  expect(await kept(again)).toBe('')
})

test('§8 601: each field is chosen by itself; a draft can be thrown away', async ({ page, context }) => {
  await addPerson('forms.edits')
  const id = await addPerson('forms.edited', 'operations')
  const address = `/userControl/editAccount?id=${id}`
  await enter(page, 'forms.edits', address)
  await field(page, '备注').fill('崩溃前')
  await expect.poll(() => kept(page)).toContain('崩溃前')
  await page.close()
  const again = await context.newPage()
  await again.goto(`${FIRST()}/backend${address}`)
  await bar(again)
    .getByRole('button', { name: /丢\s*弃/ })
    .click()
  await expect(bar(again)).toHaveCount(0)
  await expect(field(again, '备注')).toHaveValue('')
  expect(await kept(again)).toBe('')

  await field(again, '备注').fill('我写的')
  await field(again, '姓名').fill('我改的')
  await query(
    `update users set version = version + 1, real_name = '他改的', email = 'new@example.cn', remark = '他写的' where id = $1`,
    [id],
  )
  await again.keyboard.press('Control+s')
  const dialog = again.getByRole('dialog', { name: '数据已被他人修改，请核对后再保存' })
  const choice = (name: string) => dialog.getByRole('radio', { name })
  await expect(dialog.getByRole('row')).toHaveCount(4)
  await expect(choice('姓名：我的内容')).toBeChecked()
  await expect(choice('邮箱：最新版本')).toBeChecked()
  await expect(dialog.getByRole('row').filter({ hasText: '邮箱' })).toContainText('未修改')
  await expectAccessible(again)
  await choice('姓名：最新版本').check()
  // a key meant for the form does nothing behind the dialog
  await again.keyboard.press('Control+s')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '按选择保存' }).click()
  await expect(again.getByText('编辑成功')).toBeVisible()
  expect(await query('select real_name, email, remark from users where id = $1', [id])).toEqual([
    { real_name: '他改的', email: 'new@example.cn', remark: '我写的' },
  ])
})

test('§2 what waits in a form’s place stands where the form will stand', async ({ page }) => {
  const id = await addPerson('forms.waits')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/admin/getUserInfoById**', async (route) => {
    await answered.promise
    await route.continue()
  })
  await enter(page, 'forms.waits', `/userControl/editAccount?id=${id}`)
  const placeOf = async (selector: string) => {
    const box = await main(page).locator(selector).first().boundingBox()
    return [box?.x, box?.y, box?.width, box?.height].map((px) => Math.round(px ?? 0))
  }
  await expect(main(page).locator('.form-page-waiting li').first()).toBeVisible()
  const line = await placeOf('.form-page-waiting li')
  answered.resolve()
  await expect(field(page, '用户名')).toBeVisible()
  await expect.poll(() => placeOf('.form-page .ant-form-item-control')).toEqual(line)
})

test('disabling an account offers to take it back, by click and by Ctrl+Z, for a while', async ({ page }) => {
  await addPerson('forms.undoes')
  const id = await addPerson('forms.undone', 'operations')
  await enter(page, 'forms.undoes', '/userControl/accountCenter/userList?userName=forms.undone')
  const row = main(page).getByRole('row').filter({ hasText: 'forms.undone' })
  const status = async () =>
    (await query<{ status: string }>('select status from users where id = $1', [id]))[0]?.status
  const undo = page
    .getByRole('alert')
    .filter({ hasText: '禁用成功' })
    .getByRole('button', { name: /撤\s*销/ })
  const disable = async () => {
    const direct = row.getByRole('button', { name: '禁用' })
    await expect(row).toHaveCount(1)
    if (await direct.isVisible()) await direct.click()
    else {
      await row.getByRole('button', { name: /更多/ }).click()
      await page.getByRole('menuitem', { name: '禁用' }).click()
    }
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /禁\s*用/ }).click()
    await expect(dialog).toBeHidden()
    await expect(undo).toHaveCount(1)
    await expect(row).toContainText('已禁用')
  }
  await disable()
  // under the pointer it waits
  await undo.hover()
  await expectAccessible(page)
  await undo.click()
  await expect(page.getByText('启用成功')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(row).not.toContainText('已禁用')
  expect(await status()).toBe('enabled')

  // Ctrl+S in a dialog is for its form, not for what stands behind
  await row.getByRole('button', { name: '重置密码' }).click()
  const reset = page.getByRole('dialog', { name: /^重置密码/ })
  await expect(reset.getByLabel('密码', { exact: true })).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(reset.getByText(/^请输入/)).toBeVisible()
  await reset.getByRole('button', { name: /取\s*消/ }).click()
  await expect(reset).toBeHidden()

  await page.clock.install()
  await page.clock.fastForward(4_000)
  await disable()
  await page.keyboard.press('Control+z')
  await expect(row).not.toContainText('已禁用')
  expect(await status()).toBe('enabled')

  await page.clock.fastForward(4_000)
  await disable()
  await page.clock.fastForward(9_000)
  await expect(undo).toHaveCount(0)
  await page.keyboard.press('Control+z')
  expect(await status()).toBe('disabled')
})

test('§8 600 and 602: what reaches far shows whom it concerns, and the outcome has what failed first, to be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openGallery(page, 'acts')
  const asked = stateOf(page, 'acts', '确认：数据已变化')
  await asked.getByRole('button').click()
  const preview = page.getByRole('dialog', { name: '批量授权' })
  await expect(preview).toContainText('新开通（5,204）')
  await expect(preview).toContainText('等 5,204 项')
  await expect(preview.getByRole('button', { name: /取\s*消/ })).toBeFocused()
  await expectAccessible(page)
  await preview.getByRole('button', { name: /授\s*权/ }).click()
  await expect(preview).toBeHidden()
  await expect(asked.locator('output')).toHaveText('1')

  await stateOf(page, 'acts', '结果：部分失败').getByRole('button').click()
  const outcome = page.getByRole('dialog', { name: '批量授权' })
  await expect(outcome).toContainText('共 4 项：失败 2 项，成功 2 项。')
  await expect(outcome.getByRole('row').nth(1)).toContainText('客户 2')
  await expectAccessible(page)
  await outcome.getByRole('button', { name: '复制失败项' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('客户 2\t账号已禁用\n客户 4\t没有此客户的权限')
  await outcome.getByRole('button', { name: '知道了' }).click()
  await expect(outcome).toBeHidden()

  await openGallery(page, 'forms', 'dark')
  await stateOf(page, 'forms', '两个版本：双方各改').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

/** A row that is edited in a dialog, while somebody else saves a newer one. */
const conflictOf = (page: Page) => page.getByRole('dialog', { name: '数据已被他人修改，请核对后再保存' })

test('§8 601 in a dialog of the catalogue: both versions side by side, and what is chosen is saved', async ({
  page,
}) => {
  await addPerson('forms.products', 'sjgly')
  const [product] = await query<{ id: string }>(
    `insert into products (name, unit, category_id)
    select '试验冲突品', '吨', min(id) from categories where level = 2 returning id::text`,
  )
  await enter(page, 'forms.products', '/data/goodsManage/product/index?name=试验冲突品')
  const row = main(page).getByRole('row').filter({ hasText: '试验冲突品' })
  await row.getByRole('button', { name: /编辑/ }).click()
  const dialog = page.getByRole('dialog', { name: '编辑产品：试验冲突品' })
  const box = (name: string) => dialog.getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })
  await expect(box('产品名称')).toBeFocused()
  await box('产品名称').fill('试验冲突品甲')
  await box('产品编码').fill('MINE-1')
  await query(
    `update products set version = version + 1, name = '试验冲突品乙', unit = '千克',
      category_id = (select max(id) from categories where level = 2) where id = $1`,
    [product?.id],
  )
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  const choice = (name: string) => conflictOf(page).getByRole('radio', { name })
  await expect(conflictOf(page).getByRole('row')).toHaveCount(5)
  await expect(choice('产品名称：我的内容')).toBeChecked()
  await expect(choice('计量单位：最新版本')).toBeChecked()
  // a place is said by its path, not by its number
  await expect(conflictOf(page).getByRole('row').filter({ hasText: '所属分类' })).toContainText(/ > .+未修改.* > /)
  await expectAccessible(page)
  await choice('产品名称：最新版本').check()
  await conflictOf(page).getByRole('button', { name: '按选择保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(main(page).getByRole('row').filter({ hasText: '试验冲突品乙' })).toContainText('MINE-1')
  expect(await query('select name, code, unit from products where id = $1', [product?.id])).toEqual([
    { name: '试验冲突品乙', code: 'MINE-1', unit: '千克' },
  ])
})

test('what was typed in a dialog is not given up by a key: it asks, once, and only where something was typed', async ({
  page,
}) => {
  await addPerson('forms.asks', 'sjgly')
  await enter(page, 'forms.asks', '/data/goodsManage/product/index')
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  const name = dialog.getByRole('textbox', { name: /产品名称$/ })
  const asked = page.getByRole('dialog', { name: '放弃改动' })
  const open = async () => {
    await main(page).getByRole('button', { name: /新增$/ }).first().click()
    await expect(name).toBeFocused()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open()
  await name.fill('尚未保存')
  await page.keyboard.press('Escape')
  await expect(asked).toContainText('表单的改动还没有保存，确定关闭？')
  await answer(asked, '继续编辑')
  await expect(name).toHaveValue('尚未保存')
  await dialog.getByRole('button', { name: /取\s*消/ }).click()
  await answer(asked, '放弃')
  await expect(dialog).toBeHidden()
})

test('§8 601 in a dialog of the members: somebody’s newer version is taken, and the next save replaces that one', async ({
  page,
}) => {
  const owner = await addPerson('forms.seller', 'sales')
  const [account] = await query<{ id: string; member_id: string }>(
    `with e as (insert into enterprises (name, owner_id) values ('冲突试验企业', $1) returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select id, 'forms.member', '原来的', '18700000601', $1 from e returning id)
    insert into member_accounts (member_id, sub_product) select id, 'bigData' from m
    returning id::text, member_id::text`,
    [owner],
  )
  await enter(page, 'forms.seller', '/application/bigData/accounts?loginName=forms.member')
  const row = main(page).getByRole('row').filter({ hasText: 'forms.member' })
  await row.getByRole('button', { name: /^编辑/ }).click()
  const dialog = page.getByRole('dialog', { name: /^编辑账号/ })
  const box = (name: string) => dialog.getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })
  await expect(box('登录名')).toBeFocused()
  await box('姓名').fill('我改的')
  await box('备注').fill('我写的')
  await query(`update members set real_name = '他改的' where id = $1`, [account?.member_id])
  await query('update member_accounts set version = version + 1 where id = $1', [account?.id])
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(conflictOf(page).getByRole('row')).toHaveCount(3)
  await conflictOf(page).getByRole('button', { name: '返回编辑' }).click()
  await expect(conflictOf(page)).toBeHidden()
  await expect(box('姓名')).toHaveValue('我改的')
  const saving = dialog.getByRole('button', { name: /保\s*存/ })
  await pressAgain(saving, () => conflictOf(page).isVisible())
  await conflictOf(page).getByRole('button', { name: '采用最新版本' }).click()
  await expect(conflictOf(page)).toBeHidden()
  await expect(box('姓名')).toHaveValue('他改的')
  await expect(box('备注')).toHaveValue('')
  await box('备注').fill('后来写的')
  await pressAgain(saving, () => dialog.isHidden())
  expect(await query('select real_name, remark from members where id = $1', [account?.member_id])).toEqual([
    { real_name: '他改的', remark: '后来写的' },
  ])
})
