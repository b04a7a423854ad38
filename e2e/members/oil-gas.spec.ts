// Pages that only 油气资讯 has (spec §2): rules for the preset proposed to a registration, and documents for customers.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, goTo, pickFound, row, rowAct, shown } from '../page.ts'

const inDialog = { within: ['.ant-modal'] }

test('§2 authorizationRules: a rule is added, put first, tried and deleted', async ({ page, expectConsole }) => {
  expectConsole(/404 .*document\/form/)
  await addPerson('oil.keeper')
  await query(
    `insert into grant_presets (sub_product, name, kind, days, product_ids)
    select 'oilGas', '规则旅程方案', 'trial', 12, array(select id from products where is_show order by id limit 1)`,
  )
  await enter(page, 'oil.keeper', '/application/oilGas/list/authorizationRules')
  await act(shown(page), '新增').click()
  const adding = dialog(page, '新增授权规则')
  await adding.getByRole('textbox', { name: /规则名称/ }).fill('旅程规则')
  await pickFound(adding.getByRole('combobox', { name: /省份/ }), '西藏自治区')
  await pickFound(adding.getByRole('combobox', { name: /授权方案/ }), '规则旅程方案')
  await expectAccessible(page, inDialog)
  await act(adding, '保存').click()
  await expect(adding).toBeHidden()
  await expect(row(page, '旅程规则')).toContainText('西藏自治区')
  await rowAct(page, '旅程规则', '移到最前')
  await expect(shown(page).getByRole('row').nth(1)).toContainText('旅程规则')

  await button(shown(page), '试算').click()
  const trial = dialog(page, '授权规则试算')
  await pickFound(trial.getByRole('combobox', { name: /省份/ }), '西藏自治区')
  await expect(trial.getByRole('status')).toContainText('规则旅程方案')
  await expect(trial.getByRole('status')).toContainText('由规则“旅程规则”决定')
  await expectAccessible(page, inDialog)
  await page.keyboard.press('Escape')
  await expect(trial).toBeHidden()

  await rowAct(page, '旅程规则', '删除')
  await answer(dialog(page, /^删除/), /^删\s*除$/)
  await expect(row(page, '旅程规则')).toHaveCount(0)

  await test.step('§2 moduleHistory: a document is a draft, gets its file, is published and taken down', async () => {
    await goTo(page, '/application/oilGas/moduleHistory')
    await act(shown(page), '新增').click()
    const document = dialog(page, '新增文档')
    await document.getByRole('textbox', { name: /标题/ }).fill('旅程周报')
    await act(document, '保存').click()
    await expect(document).toBeHidden()
    await expect(row(page, '旅程周报')).toContainText('草稿')
    await expect(row(page, '旅程周报')).toContainText('未上传')

    await rowAct(page, '旅程周报', '编辑')
    const editing = dialog(page, '编辑文档：旅程周报')
    await editing
      .locator('input[type="file"]')
      .setInputFiles({ name: '周报.csv', mimeType: 'text/csv', buffer: Buffer.from('产品,价格\n柴油,7000\n') })
    // the file is a link once uploaded
    await expect(editing.getByRole('link', { name: '周报.csv' })).toBeVisible()
    await expectAccessible(page, inDialog)
    await act(editing, '保存').click()
    await expect(editing).toBeHidden()
    await expect(row(page, '旅程周报')).toContainText('周报.csv')
    await rowAct(page, '旅程周报', '发布')
    await answer(dialog(page, /^发布/), /^发\s*布$/)
    await expect(row(page, '旅程周报')).toContainText('已发布')
    await expect(button(row(page, '旅程周报'), /^编辑/)).toHaveCount(0)
    await rowAct(page, '旅程周报', '下架')
    await answer(dialog(page, /^下架/), /^下\s*架$/)
    await expect(row(page, '旅程周报')).toContainText('已下架')

    // deleted by somebody else: the reason is shown and no dialog opens
    await query("delete from documents where title = '旅程周报'")
    await rowAct(page, '旅程周报', '编辑')
    await expect(page.getByText('数据不存在')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })
})
