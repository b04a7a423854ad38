// The steps of an import that are asked only where there is something to choose: sheet, header, columns; what an update changes.
import type { Page } from '@playwright/test'
import { workbookOf } from '#test/sheet-fixtures.ts'
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { button, dialog, expectAfterJob, shown } from '../page.ts'

const CUSTOMERS = '/userControl/customerManagement/customerList'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const inDialog = { within: ['.ant-modal'] }
const press = (page: Page, name: string | RegExp) => button(dialog(page), name).click()

test('imports.md "The steps": sheet, header and columns are chosen, remembered, and an update shows before and after', async ({
  page,
}) => {
  await query(
    `insert into enterprises (name, level, remark) values ('步骤甲公司', 'B', '原备注'), ('步骤乙公司', 'C', '')`,
  )
  await enter(page, 'admin', `${CUSTOMERS}?name=步骤`)
  const rows = [
    ['2026 年客户名单', null, null],
    ['买家全名', '等第', '随想'],
    ['步骤甲公司', 'A', '好'],
    ['步骤乙公司', 'C', '好'],
  ]
  const buffer = await workbookOf([
    { name: '说明', rows: [['本表由销售部维护']] },
    { name: '客户', rows },
    { name: '旧表', hidden: true, rows: [['旧']] },
  ])
  const file = { name: '客户.xlsx', mimeType: XLSX, buffer }

  await button(shown(page), /导入$/).click()
  await dialog(page).getByRole('radio', { name: '只更新已有的' }).check()
  await dialog(page).locator('input[type=file]').setInputFiles(file)
  await expect(dialog(page).getByText('隐藏的工作表不读取：“旧表”')).toBeVisible()
  // by keyboard: the other sheet, then the header's line
  await dialog(page).getByRole('radio', { name: '说明', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: '客户', exact: true })).toBeChecked()
  const header = dialog(page).getByRole('radio', { name: '第 2 行是表头' })
  await header.click()
  await expect(header).toBeChecked()
  await expect(dialog(page).getByText('还缺少列：“企业名称”')).toBeVisible()
  for (const [heading, column] of [
    ['买家全名', '企业名称（必填）'],
    ['等第', '级别'],
  ] as const) {
    const target = dialog(page).getByRole('combobox', { name: `“${heading}”导入到` })
    await target.focus()
    await target.pressSequentially(column.slice(0, 4))
    await target.press('Enter')
  }
  await expect(dialog(page).getByText('不导入：“随想”')).toBeVisible()
  await expectAccessible(page, inDialog)
  await page.screenshot({ path: 'test-results/import-layout.png' })
  await press(page, /^检\s*查$/)

  await expect(dialog(page).getByText('更新 1 行，1 行没有变化')).toBeVisible()
  await expect(dialog(page).getByText('原值：B')).toBeVisible()
  await expect(dialog(page).getByText('没有使用的列：“随想”。')).toBeVisible()
  await expectAccessible(page, inDialog)
  await page.screenshot({ path: 'test-results/import-update.png' })
  await press(page, '导入 2 行')
  await expectAfterJob(dialog(page), '已完成')
  const stored = await query(`select level, remark from enterprises where name like '步骤%' order by level`)
  expect(stored).toEqual([
    { level: 'A', remark: '原备注' },
    { level: 'C', remark: '' },
  ])

  await test.step('the headings are known the next time: only the sheet is asked', async () => {
    await button(dialog(page), '关闭').last().click()
    await expect(dialog(page)).toBeHidden()
    await button(shown(page), /导入$/).click()
    await dialog(page).locator('input[type=file]').setInputFiles(file)
    const target = dialog(page).getByRole('row', { name: /买家全名/ })
    await expect(target.getByText('企业名称（必填）')).toBeVisible()
    await expect(target.getByText('沿用上次的选择')).toBeVisible()
  })
})
