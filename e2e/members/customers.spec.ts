// Customers: a salesperson adds one and grants cells of its matrix, an administrator reassigns two.
import { expectAccessible } from '../accessible.ts'
import { addHolder, addPerson, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  closeChoice,
  dialog,
  field,
  find,
  goTo,
  passDialogGuard,
  pickFound,
  row,
  rowAct,
  shown,
} from '../page.ts'

const LIST = '/userControl/customerManagement/customerList'
const inDialog = { within: ['.ant-modal'] }

/** Adds an enterprise with one member, both owned by that person. */
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
  await addPerson('customers.seller', 'sales')
  await enter(page, 'customers.seller', LIST)
  await act(shown(page), '新增').click()
  await expect(page).toHaveURL(/addCustomer/)
  await field(shown(page), '信用代码').fill('91350100M000100Y44')
  await act(shown(page), '保存').click()
  await expect(shown(page).getByText('请输入企业名称')).toBeVisible()
  await expect(shown(page).getByText('统一社会信用代码的校验位不正确')).toBeVisible()
  await field(shown(page), '信用代码').fill('91350100M000100Y43')
  await field(shown(page), '企业名称').fill('旅程石化有限公司')
  await check(shown(page).getByRole('radio', { name: 'A 级' }))
  await field(shown(page), '联系人').fill('李听雨')
  await field(shown(page), '联系电话').fill('13900002222')
  await field(shown(page), '邮箱').fill('li.tingyu.purchasing@journey-petrochemical.example.com')
  await act(shown(page), '保存').click()
  await expect(page.getByText('新增成功')).toBeVisible()

  await find(page, '企业名称', '旅程石化')
  await expect(row(page, '旅程石化')).toContainText('A 级')
  await row(page, '旅程石化').getByRole('button', { name: '旅程石化有限公司', exact: true }).click()
  const details = dialog(page, '旅程石化有限公司')
  const contacts = details.getByRole('table', { name: '联系人' })
  await expect(contacts).toContainText('13900002222')
  const beyond = (table: HTMLElement) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)
  expect(await contacts.evaluate(beyond), 'a long address stays in the drawer').toBeLessThanOrEqual(0)
  await act(details, '编辑').click()
  await expect(page).toHaveURL(/editCustomer\?id=\d+/)
  await expect(field(shown(page), '信用代码')).toHaveValue('91350100M000100Y43')
  // the form ignores Ctrl+S while a drawer is visible
  await expect(details).toBeHidden()
  await field(shown(page), '详细地址').fill('滨江路 8 号')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('编辑成功')).toBeVisible()
  await expect(row(page, '旅程石化')).toHaveCount(1)

  await test.step('a salesperson grants two cells of the matrix, and undoes it', async () => {
    const id = await addCustomer('矩阵旅程有限公司', 'customers.seller')
    await goTo(page, `${LIST}/grantMatrix?id=${id}`)
    const table = page.getByRole('table', { name: '授权总览' })
    const cell = (title: string) => table.getByRole('button', { name: `程远 ${title}`, exact: true })
    await cell('AI 问答').click()
    await cell('API 数据服务').click()
    await expect(shown(page).getByText('已选 2 个')).toBeVisible()
    await act(shown(page), '授权').click()
    const change = dialog(page, '授权：已选 2 个账号')
    await check(change.getByRole('radio', { name: '正式' }))
    await button(change, '3 个月').click()
    await act(change, '填入').click()
    await expect(change).toBeHidden()
    await expect(shown(page).getByText('待保存 2 项')).toBeVisible()
    await shown(page).getByRole('textbox', { name: '原因' }).fill('签约')
    await button(shown(page), '预览并保存').click()
    const preview = dialog(page, /授权变更/)
    await expect(preview.getByRole('table', { name: '变更预览' }).getByRole('row')).toHaveCount(3)
    await answer(preview, /保\s*存/)
    await expect(cell('AI 问答')).toContainText('正式')
    await expect(cell('API 数据服务')).toContainText('正式')
    await act(page, '撤销').click()
    await expect(page.getByText('已撤销')).toBeVisible()
    await expect(cell('AI 问答')).toContainText('未授权')
    await button(shown(page), '变更记录').click()
    const acts = page.getByRole('table', { name: '变更记录' })
    await expect(acts.getByRole('row')).toHaveCount(3)
    await expect(acts).toContainText('签约')
    await page.keyboard.press('Escape')
    await expect(acts).toBeHidden()
  })

  await test.step('a 601 shows both versions of a customer side by side, with regions by name', async () => {
    const id = await addCustomer('并排化工有限公司', 'customers.seller')
    const place = (region: string) =>
      query(
        `update enterprises set version = version + 1, region_id = (select r.id from regions r join regions p on p.id = r.parent_id
        where r.level = 2 and p.name = $2 order by r.sort, r.id limit 1) where id = $1 returning region_id`,
        [id, region],
      )
    await place('浙江省')
    await goTo(page, `${LIST}/editCustomer?id=${id}`)
    await expect(field(shown(page), '企业名称')).toHaveValue('并排化工有限公司')
    await place('江苏省')
    await field(shown(page), '详细地址').fill('滨江路 1 号')
    await act(shown(page), '保存').click()
    const conflict = dialog(page, '数据已被他人修改，请核对后再保存')
    await expect(conflict).toContainText('浙江省 ')
    await expect(conflict).toContainText('江苏省 ')
    await expect(conflict).toContainText('滨江路 1 号')
  })
})

test('an administrator reassigns two customers', async ({ page, expectConsole }) => {
  expectConsole(/400/)
  await addPerson('customers.keeper')
  await addPerson('customers.receiver', 'sales')
  const ids = [await addCustomer('分配旅程甲公司', 'operator'), await addCustomer('分配旅程乙公司', 'operator')]
  await enter(page, 'customers.keeper', LIST)
  await find(page, '企业名称', '分配旅程', 2)
  for (const name of ['甲', '乙']) await check(row(page, `分配旅程${name}公司`).getByRole('checkbox'))
  await button(shown(page), '更换销售').click()
  const dealing = dialog(page, '更换销售：2 个客户')
  await pickFound(dealing.getByRole('combobox', { name: /接收人/ }), 'customers.receiver')
  await dealing.getByRole('textbox', { name: /原因/ }).fill('区域调整')
  await button(dealing, '下一步').click()
  await answer(dialog(page).filter({ hasText: '4 项变更归属' }), /更\s*换/)
  await expect(page.getByText('4 项归属已变更')).toBeVisible()
  await expect(row(page, '分配旅程甲公司')).toContainText('customers.receiver')
  const owners = await query<{ n: number }>(
    `select count(*)::int as n from enterprises e join users u on u.id = e.owner_id
    where u.user_name = 'customers.receiver' and e.id = any($1)`,
    [ids],
  )
  expect(owners).toEqual([{ n: 2 }])
  await expect(dialog(page)).toHaveCount(0)

  await test.step('§6 a member of another customer is linked to this one, after a preview that names the other', async () => {
    const into = await addCustomer('并入旅程甲公司', 'operator')
    const from = await addCustomer('并入旅程乙公司', 'operator')
    const login = `journey.${from}`
    await find(page, '企业名称', '并入旅程', 2)
    await rowAct(page, '并入旅程甲公司', '关联会员')
    const linking = dialog(page, '关联会员：并入旅程甲公司')
    const member = linking.getByRole('combobox', { name: '会员' })
    await member.click()
    await member.pressSequentially(login)
    const option = page.locator('.ant-select-item-option', { hasText: login })
    await expect(option).toContainText('并入旅程乙公司')
    await option.click()
    await closeChoice(page)
    await expectAccessible(page, inDialog)
    await button(linking, '下一步').click()
    const preview = dialog(page).filter({ hasText: '以下会员将成为“并入旅程甲公司”的会员' })
    await expect(preview).toContainText(`来自并入旅程乙公司（1）${login}`)
    await answer(preview, /^关\s*联$/)
    await expect(page.getByText('会员已关联')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await shown(page).getByRole('button', { name: '并入旅程甲公司', exact: true }).click()
    const details = dialog(page, '并入旅程甲公司')
    await details.getByRole('tab', { name: '会员' }).click()
    const people = details.getByRole('table', { name: '会员' }).getByRole('row')
    await expect(people).toHaveCount(3)
    await expect(people.filter({ hasText: login })).toHaveCount(1)
    expect(await query('select enterprise_id::text as id from members where login_name = $1', [login])).toEqual([
      { id: into },
    ])
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })

  const name = '窄屏地图旅程石油化工贸易有限公司'
  const id = await addCustomer(name, 'operator')
  const details = dialog(page, name)
  const opens = () => shown(page).getByRole('button', { name, exact: true }).click()
  await test.step('§6 a customer’s map position is set and removed; the dialog starts with the stored position', async () => {
    await find(page, '企业名称', name)
    const map = dialog(page, `地图位置：${name}`)
    await rowAct(page, name, '地图位置')
    await field(map, '经度').fill('东经120')
    await expect(map.getByText('经度应为最多6位小数的度数')).toBeVisible()
    await field(map, '经度').fill('181')
    await field(map, '纬度').fill('30.287459')
    await act(map, '保存').click()
    await expect(map.getByText('经度在 -180 到 180 之间')).toBeVisible()
    await expectAccessible(page, inDialog)
    await field(map, '经度').fill('120.153576')
    await passDialogGuard(page)
    await act(map, '保存').click()
    await expect(page.getByText('地图位置已保存')).toBeVisible()
    await expect(map).toBeHidden()

    await opens()
    await expect(details).toContainText('120.153576，30.287459')
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()

    // somebody else has changed the position meanwhile
    await query('update enterprises set longitude = 121.5, latitude = 31.2 where id = $1', [id])
    await rowAct(page, name, '地图位置')
    await expect(field(map, '经度')).toHaveValue('121.500000')
    await field(map, '经度').fill('')
    await field(map, '纬度').fill('')
    await act(map, '保存').click()
    await expect(map).toBeHidden()
    expect(await query('select longitude, latitude from enterprises where id = $1', [id])).toEqual([
      { longitude: null, latitude: null },
    ])
  })

  await test.step('§2 details of a customer fit a width of 390, one fact a line', async () => {
    await query('update enterprises set address = $2 where id = $1', [id, '滨江区江南大道 3888 号 8 楼'])
    await page.setViewportSize({ width: 390, height: 844 })
    await opens()
    await expect(details.getByText('滨江区江南大道 3888 号 8 楼')).toBeVisible()
    await expect(details).not.toContainText('121.5')
    const body = details.locator('.ant-drawer-body')
    expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const edges = await details
      .getByText(/^(?:企业名称|级别|归属人|来源|更新时间)$/)
      .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().left)))
    expect(edges).toHaveLength(5)
    expect(new Set(edges).size, 'labels below each other').toBe(1)
  })
})

test('§6 who holds 更换销售 alone changes the owner to one person, and is not offered several', async ({ page }) => {
  await addHolder('customers.changer', ['customerList', 'view', 'changeSalesman'])
  for (const name of ['customers.next', 'customers.after']) await addPerson(name, 'sales')
  const id = await addCustomer('单人更换旅程公司', 'customers.changer')
  await enter(page, 'customers.changer', LIST)
  await expect(row(page, '单人更换旅程公司')).toBeVisible()
  await expect(button(row(page, '单人更换旅程公司'), '设置归属')).toHaveCount(0)
  await check(row(page, '单人更换旅程公司').getByRole('checkbox'))
  await button(shown(page), '更换销售').click()
  const changing = dialog(page, '更换销售：1 个客户').filter({ has: page.getByRole('combobox') })
  await expect(changing).toContainText('已锁定的会员不变更。')
  await expect(changing).not.toContainText('多人')
  const receiver = changing.getByRole('combobox', { name: /接收人/ })
  // the second choice takes the place of the first
  for (const name of ['customers.next', 'customers.after']) await pickFound(receiver, name)
  await expect(changing).not.toContainText('customers.next')
  await changing.getByRole('textbox', { name: /原因/ }).fill('原销售调岗')
  await expectAccessible(page, inDialog)
  await button(changing, '下一步').click()
  await answer(dialog(page).filter({ hasText: '2 项变更归属' }), /更\s*换/)
  await expect(page.getByText('2 项归属已变更')).toBeVisible()
  // it has left the changer's own scope
  await expect(row(page, '单人更换旅程公司')).toHaveCount(0)
  const owners = await query(
    `select u.user_name as name from enterprises e join users u on u.id = e.owner_id where e.id = $1
      union all select u.user_name from members m join users u on u.id = m.owner_id where m.enterprise_id = $1`,
    [id],
  )
  expect(owners).toEqual([{ name: 'customers.after' }, { name: 'customers.after' }])
})
