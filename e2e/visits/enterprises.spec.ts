// Enterprises for visits: added with people, found again, placed by a pasted position, linked, distributed.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, check, dialog, field, find, pickFound, row, rowAct, rows, shown } from '../page.ts'

const LIST = '/application/visitingAssistants/enterpriseManageme'
const inDialog = { within: ['.ant-modal'] }

test('meetings-visits-sharing.md an enterprise is added, placed by a pasted position and linked to a customer', async ({
  page,
}) => {
  const name = '澄湖新港码头'
  await query(
    `insert into enterprises (name, level, owner_id) values ('澄湖航运公司', 'A', (select id from users where user_name = 'sales'))`,
  )
  await enter(page, 'sales', LIST)

  await test.step('added on the form page', async () => {
    await act(shown(page), '新增').click()
    await field(shown(page), '企业名称').fill(name)
    await check(shown(page).getByRole('radio', { name: '港口' }))
    await field(shown(page), '经营产品').fill('甲醇')
    await button(shown(page), '添加产能').click()
    await shown(page).getByRole('textbox', { name: '产能第 1 行产品' }).fill('甲醇')
    await shown(page).getByRole('textbox', { name: '产能第 1 行数量' }).fill('12.5')
    await button(shown(page), '添加装置').click()
    await shown(page).getByRole('textbox', { name: '装置第 1 行名称' }).fill('1 号卸船机')
    await button(shown(page), '添加人员').click()
    await shown(page).getByRole('textbox', { name: '第 1 人姓名' }).fill('周站长')
    await shown(page).getByRole('textbox', { name: '第 1 人手机号码' }).fill('13800001111')
    await act(shown(page), '保存').click()
    await expect(row(page, name)).toContainText('港口')
  })

  await test.step('placed and linked from the list', async () => {
    await find(page, '企业名称', name)
    await rowAct(page, name, '地图标注')
    const placing = dialog(page, `地图标注：${name}`)
    await field(placing, '粘贴坐标').fill('2.35, 48.85')
    await act(placing, '保存').click()
    await expect(placing).toContainText('经度应在 73 到 136 之间（中国境内）')
    await field(placing, '粘贴坐标').fill('121.50364512,31.23991')
    await expect(field(placing, '经度')).toHaveValue('121.503645')
    await expectAccessible(page, inDialog)
    await act(placing, '保存').click()
    await expect(row(page, name)).toContainText('121.503645, 31.239910')
    await rowAct(page, name, '关联客户')
    const linking = dialog(page, `关联客户：${name}`)
    await pickFound(linking.getByRole('combobox', { name: '客户' }), '澄湖航运公司')
    await act(linking, '保存').click()
    // it has its customer's name from then on
    await find(page, '企业名称', '澄湖航运公司')
    await expect(row(page, '澄湖航运公司')).toContainText('甲醇 12.5 万吨/年')
  })

  await test.step('its page tells people and changes', async () => {
    await row(page, '澄湖航运公司').getByRole('button', { name: '澄湖航运公司', exact: true }).click()
    await expect(shown(page)).toContainText('1 号卸船机（运行）')
    await expect(shown(page).getByRole('list', { name: '人员' })).toContainText('13800001111')
    await expect(shown(page).getByRole('list', { name: '变更记录' }).getByRole('listitem')).toHaveText([
      /关联客户/,
      /标注位置/,
      /新增/,
    ])
  })
})

test('product.md "Reallocation" an administrator distributes enterprises after a preview', async ({ page }) => {
  const names = ['岱湖一号库', '岱湖二号库']
  for (const name of names) {
    await query(
      `insert into visit_enterprises (name, kind, owner_id) values ($1, 'warehouse', (select id from users where user_name = 'sales'))`,
      [name],
    )
  }
  await enter(page, 'admin', LIST)
  await find(page, '企业名称', '岱湖', 2)
  for (const name of names) await check(row(page, name).getByRole('checkbox'))
  await button(shown(page), '更换销售').click()
  const dealing = dialog(page, '更换销售：2 家企业').first()
  await dealing.getByRole('combobox', { name: '接收人' }).click()
  await dealing.getByRole('combobox', { name: '接收人' }).fill('陆立诚')
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '陆立诚' }).first().click()
  await page.keyboard.press('Escape')
  await button(dealing, '下一步').click()
  const preview = page.getByRole('dialog').filter({ hasText: '2 家企业变更归属' })
  await expect(preview).toContainText('给陆立诚的拜访企业')
  await button(preview, /更.?换/).click()
  for (const name of names) await expect(row(page, name)).toContainText('陆立诚')
})

test('issue 32 企业分布: a figure and a bar open the enterprises that they count', async ({ page }) => {
  const owner = await addPerson('sites.counter', 'sales')
  await query(
    `insert into visit_enterprises (name, kind, owner_id, longitude, latitude)
    values ('有标注港口', 'port', $1, 120.15, 30.28), ('未标注工厂', 'mill', $1, null, null)`,
    [owner],
  )
  await enter(page, 'sites.counter', LIST)
  const figures = dialog(page, '企业分布')
  await button(shown(page), '分布').click()
  await expectAccessible(page, inDialog)
  await figures.getByRole('link', { name: '已标注位置 1，查看明细' }).click()
  await expect(figures).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, '有标注港口')).toBeVisible()
  await button(shown(page), '分布').click()
  await figures.getByRole('region', { name: '企业类型' }).getByRole('link', { name: '生产企业 1，查看明细' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, '未标注工厂')).toBeVisible()
})
