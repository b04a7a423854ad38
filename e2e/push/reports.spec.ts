// A customised report: ordered, written with its file, sent, and received.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, field, pickFound, row, shown } from '../page.ts'

const PAGE = '/application/others/customizedReportManagement'

test('§2 a customised report is ordered, written, sent and received', async ({ page }) => {
  await addPerson('report.writer', 'operations')
  // otherwise somebody else would have to review it first
  await query(
    `delete from role_menus where menu_id in (select b.id from menus b join menus p on p.id = b.parent_id
      and p.code = 'customizedReport' where b.alias = 'pass')`,
  )
  await query(
    "insert into enterprises (name, owner_id) select '试验定制客户', id from users where user_name = 'report.writer'",
  )
  await enter(page, 'report.writer', PAGE)
  await act(shown(page), '新增').click()
  const form = dialog(page)
  await pickFound(form.getByRole('combobox', { name: /客户/ }), '试验定制客户')
  await field(form, '报告名称').fill('试验月报')
  await field(form, '首期日期').fill('2026-01-15')
  await page.keyboard.press('Enter')
  await field(form, '结束日期').fill('2036-12-31')
  await page.keyboard.press('Enter')
  await field(form, '联系人').fill('周经理')
  await field(form, '联系邮箱').fill('zhou@example.com')
  await field(form, '金额（元）').fill('36000')
  await act(form, '保存').click()
  await expect(row(page, '试验月报')).toContainText('36,000')

  await row(page, '试验月报').getByText('试验月报').click()
  await button(shown(page), '写新一期').click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '月报.txt', mimeType: 'text/plain', buffer: Buffer.from('内容') })
  await expect(dialog(page).getByRole('link', { name: '月报.txt' })).toBeVisible()
  await act(dialog(page), '保存').click()
  await expect(shown(page).getByText('第 1 期')).toBeVisible()
  await button(shown(page), '提交').click()
  await button(shown(page), '发送').click()
  await expect(dialog(page)).toContainText('zhou@example.com')
  await answer(dialog(page), '发送')
  // there is no mail server here; the state set below shows without a reload
  await expect(shown(page).getByText('排队中')).toBeVisible()
  await query("update messages set state = 'sent', ended_at = now() where address = 'zhou@example.com'")
  await expect(shown(page).getByText('排队中')).toBeHidden()
  await button(shown(page), '登记签收').click()

  await test.step('§8 601 what was typed over an older version is offered over the newer one', async () => {
    await field(dialog(page), '签收人').fill('收发室王主任')
    await query("update report_issues set version = version + 1 where title like '试验月报%'")
    await act(dialog(page), '保存').click()
    await expect(page.getByText('内容已被他人修改，请核对后重试')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await button(shown(page), '登记签收').click()
    await act(dialog(page), '恢复').click()
    await expect(field(dialog(page), '签收人')).toHaveValue('收发室王主任')
  })
  await act(dialog(page), '保存').click()
  await expect(shown(page).getByText('已签收')).toBeVisible()
})
