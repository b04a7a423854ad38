// Customers: a salesperson adds one and grants cells of its matrix, an administrator deals two out to somebody else.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, test } from './fixtures.ts'
import { pickFound, pressAgain } from './page.ts'

const LIST = '/userControl/customerManagement/customerList'

/** The page that is shown; the others of the tab strip are kept hidden beside it. */
const shown = (page: Page) => page.locator('main')
const field = (within: Page | Locator, name: string) =>
  within.getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })
const rowOf = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })

async function find(page: Page, name: string, count = 1): Promise<void> {
  const search = shown(page).getByRole('button', { name: /查\s*询/ })
  // a form that was saved is shown until the list is there, and has a field of this name too
  await expect(search).toBeVisible()
  await field(shown(page), '企业名称').fill(name)
  await search.click()
  await expect(rowOf(page, name)).toHaveCount(count)
  // the list before may have them too, and what is chosen in it is given up with it
  await expect(shown(page).locator('.table-row:visible')).toHaveCount(count)
}

async function rowAct(page: Page, name: string, act: string): Promise<void> {
  await rowOf(page, name).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** An enterprise with one member, both in the care of that person. */
async function addCustomer(name: string, owner: string): Promise<string> {
  const [made] = await query<{ id: string }>(
    `insert into enterprises (name, owner_id) select $1, id from users where user_name = $2 returning id::text`,
    [name, owner],
  )
  const id = made?.id ?? ''
  await query(
    `insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
      select $1::text::bigint, 'journey.' || $1::text, '程远', '1660' || lpad($1::text, 7, '0'), id from users where user_name = $2`,
    [id, owner],
  )
  return id
}

test('a salesperson adds a customer with a contact, and edits it', async ({ page }) => {
  await enter(page, 'sales', LIST)
  await expect(shown(page).getByRole('row')).not.toHaveCount(0)
  await expectAccessible(page)
  await shown(page)
    .getByRole('button', { name: /新\s*增/ })
    .click()
  await expect(page).toHaveURL(/addCustomer/)
  const form = shown(page)
  await field(form, '信用代码').fill('91350100M000100Y44')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByText('请输入企业名称')).toBeVisible()
  await expect(form.getByText('统一社会信用代码的校验位不正确')).toBeVisible()
  await field(form, '信用代码').fill('91350100M000100Y43')
  await field(form, '企业名称').fill('旅程石化有限公司')
  await form.getByRole('radio', { name: 'A 级' }).check()
  await field(form, '联系人').fill('李听雨')
  await field(form, '联系电话').fill('13900002222')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('新增成功')).toBeVisible()

  await find(page, '旅程石化')
  await expect(rowOf(page, '旅程石化')).toContainText('A 级')
  await rowOf(page, '旅程石化').getByRole('button', { name: '旅程石化有限公司', exact: true }).click()
  const details = page.getByRole('dialog', { name: '旅程石化有限公司' })
  await expect(details.getByRole('table', { name: '联系人' })).toContainText('13900002222')
  await details.getByRole('button', { name: /^编\s*辑$/ }).click()
  await expect(page).toHaveURL(/editCustomer\?id=\d+/)
  await expect(field(shown(page), '信用代码')).toHaveValue('91350100M000100Y43')
  // while a drawer is in view the form does not hear the key
  await expect(details).toBeHidden()
  await field(shown(page), '详细地址').fill('滨江路 8 号')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('编辑成功')).toBeVisible()
  await expect(rowOf(page, '旅程石化')).toHaveCount(1)
})

test('a salesperson grants two cells of the matrix, and takes it back', async ({ page }) => {
  const id = await addCustomer('矩阵旅程有限公司', 'sales')
  await enter(page, 'sales', `${LIST}/grantMatrix?id=${id}`)
  const table = page.getByRole('table', { name: '授权总览' })
  const cell = (title: string) => table.getByRole('button', { name: `程远 ${title}`, exact: true })
  await cell('AI 问答').click()
  await cell('API 数据服务').click()
  await expect(shown(page).getByText('已选 2 格')).toBeVisible()
  await expectAccessible(page)
  await shown(page)
    .getByRole('button', { name: /^授\s*权$/ })
    .click()
  const change = page.getByRole('dialog', { name: '授权：2 格' })
  await change.getByRole('radio', { name: '正式' }).check()
  await change.getByRole('button', { name: '90 天' }).click()
  await change.getByRole('button', { name: /填\s*入/ }).click()
  await expect(change).toBeHidden()
  await expect(shown(page).getByText('待保存 2 格')).toBeVisible()
  await shown(page).getByRole('textbox', { name: '变更原因' }).fill('签约')
  await shown(page).getByRole('button', { name: '预览并保存' }).click()
  const preview = page.getByRole('dialog', { name: /授权变更/ })
  await expect(preview.getByRole('table', { name: '变更预览' }).getByRole('row')).toHaveCount(3)
  await preview.getByRole('button', { name: /保\s*存/ }).click()
  await expect(preview).toBeHidden()
  await expect(cell('AI 问答')).toContainText('正式')
  await expect(cell('API 数据服务')).toContainText('正式')
  await page.getByRole('button', { name: /撤\s*销/ }).click()
  await expect(page.getByText('已撤销')).toBeVisible()
  await expect(cell('AI 问答')).toContainText('未授权')
  await shown(page).getByRole('button', { name: '变更记录' }).click()
  const acts = page.getByRole('table', { name: '变更记录' })
  await expect(acts.getByRole('row')).toHaveCount(3)
  await expect(acts).toContainText('签约')
})

test('an administrator deals two customers out', async ({ page }) => {
  const ids = [await addCustomer('分配旅程甲公司', 'operator'), await addCustomer('分配旅程乙公司', 'operator')]
  await enter(page, 'admin', LIST)
  await find(page, '分配旅程', 2)
  for (const name of ['甲', '乙']) await rowOf(page, `分配旅程${name}公司`).getByRole('checkbox').check()
  await shown(page).getByRole('button', { name: '重新分配' }).click()
  const dialog = page.getByRole('dialog', { name: '重新分配：2 个客户' })
  const [sales] = await query<{ name: string }>(`select real_name as name from users where user_name = 'sales'`)
  await pickFound(dialog.getByRole('combobox', { name: /接收人/ }), sales?.name ?? '')
  await page.keyboard.press('Escape')
  await dialog.getByRole('textbox', { name: /原因/ }).fill('区域调整')
  await dialog.getByRole('button', { name: '下一步' }).click()
  const preview = page.getByRole('dialog').filter({ hasText: '4 项变更归属' })
  await preview.getByRole('button', { name: /分\s*配/ }).click()
  await expect(page.getByText('4 项归属已变更')).toBeVisible()
  await expect(rowOf(page, '分配旅程甲公司')).toContainText(sales?.name ?? '')
  const owners = await query<{ n: number }>(
    `select count(*)::int as n from enterprises e join users u on u.id = e.owner_id where u.user_name = 'sales' and e.id = any($1)`,
    [ids],
  )
  expect(owners).toEqual([{ n: 2 }])
})

test('two versions of a customer stand side by side with their regions by name', async ({ page }) => {
  const id = await addCustomer('并排化工有限公司', 'sales')
  const place = (region: string) =>
    query(
      `update enterprises set version = version + 1, region_id = (select r.id from regions r join regions p on p.id = r.parent_id
        where r.level = 2 and p.name = $2 order by r.sort, r.id limit 1) where id = $1 returning region_id`,
      [id, region],
    )
  await place('浙江省')
  await enter(page, 'sales', `${LIST}/editCustomer?id=${id}`)
  await expect(field(shown(page), '企业名称')).toHaveValue('并排化工有限公司')
  await place('江苏省')
  await field(shown(page), '详细地址').fill('滨江路 1 号')
  await shown(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  const conflict = page.getByRole('dialog', { name: '数据已被他人修改，请核对后再保存' })
  await expect(conflict).toContainText('浙江省 ')
  await expect(conflict).toContainText('江苏省 ')
  await expect(conflict).toContainText('滨江路 1 号')
})

test('§6 a member of another customer becomes this one’s, after a look at where it comes from', async ({ page }) => {
  await addPerson('customers.links')
  const into = await addCustomer('并入旅程甲公司', 'operator')
  const from = await addCustomer('并入旅程乙公司', 'operator')
  const login = `journey.${from}`
  await enter(page, 'customers.links', LIST)
  await find(page, '并入旅程', 2)
  await rowAct(page, '并入旅程甲公司', '关联会员')
  const linking = page.getByRole('dialog', { name: '关联会员：并入旅程甲公司' })
  const member = linking.getByRole('combobox', { name: '会员' })
  await member.click()
  await member.pressSequentially(login)
  const option = page.locator('.ant-select-item-option', { hasText: login })
  await expect(option).toContainText('并入旅程乙公司')
  await option.click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
  await expectAccessible(page)
  const preview = page.getByRole('dialog').filter({ hasText: '以下会员将成为“并入旅程甲公司”的会员' })
  await pressAgain(linking.getByRole('button', { name: '下一步' }), () => preview.isVisible())
  await expect(preview).toContainText(`来自并入旅程乙公司（1）${login}`)
  await preview.getByRole('button', { name: /^关\s*联$/ }).click()
  await expect(page.getByText('会员已关联')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await shown(page).getByRole('button', { name: '并入旅程甲公司', exact: true }).click()
  const details = page.getByRole('dialog', { name: '并入旅程甲公司' })
  await details.getByRole('tab', { name: '会员' }).click()
  const people = details.getByRole('table', { name: '会员' }).getByRole('row')
  await expect(people).toHaveCount(3)
  await expect(people.filter({ hasText: login })).toHaveCount(1)
  expect(await query('select enterprise_id::text as id from members where login_name = $1', [login])).toEqual([
    { id: into },
  ])
})

test('§6 a customer is put on the map and taken off it; the dialog begins with what is stored by then', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400/)
  await addPerson('customers.maps')
  const name = '地图旅程有限公司'
  const id = await addCustomer(name, 'operator')
  await enter(page, 'customers.maps', LIST)
  await find(page, name)
  const dialog = page.getByRole('dialog', { name: `地图位置：${name}` })
  const save = dialog.getByRole('button', { name: /保\s*存/ })
  await rowAct(page, name, '地图位置')
  await field(dialog, '经度').fill('东经120')
  await expect(dialog.getByText('经度应为最多6位小数的度数')).toBeVisible()
  await field(dialog, '经度').fill('181')
  await field(dialog, '纬度').fill('30.287459')
  await save.click()
  await expect(dialog.getByText('经度在 -180 到 180 之间')).toBeVisible()
  await expectAccessible(page)
  await field(dialog, '经度').fill('120.153576')
  await pressAgain(save, () => dialog.isHidden())
  await expect(page.getByText('地图位置已保存')).toBeVisible()

  const opens = () => shown(page).getByRole('button', { name, exact: true }).click()
  const details = page.getByRole('dialog', { name, exact: true })
  await opens()
  await expect(details).toContainText('120.153576，30.287459')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  // somebody else has moved it meanwhile
  await query('update enterprises set longitude = 121.5, latitude = 31.2 where id = $1', [id])
  await rowAct(page, name, '地图位置')
  await expect(field(dialog, '经度')).toHaveValue('121.500000')
  await field(dialog, '经度').fill('')
  await field(dialog, '纬度').fill('')
  await pressAgain(save, () => dialog.isHidden())
  await opens()
  await expect(details).not.toContainText('121.5')
  expect(await query('select longitude, latitude from enterprises where id = $1', [id])).toEqual([
    { longitude: null, latitude: null },
  ])
})
