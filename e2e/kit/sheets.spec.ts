// Import and export of staff accounts: template, correcting errors in the grid, import; export and its file.
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { answer, button, check, dialog, expectAfterJob, LIST, row, shown } from '../page.ts'

const press = (page: Page, name: string | RegExp) => button(dialog(page), name).click()
const inDialog = { within: ['.ant-modal'] }

const bytesOf = async (download: Download) => readFileSync(await download.path())
const rowsOf = async (download: Download) => (await readXlsx(await bytesOf(download))).sheets[0]?.rows ?? []
const downloaded = async (page: Page, act: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return download
}

const header = ['用户名', '姓名', '手机号码', '邮箱', '部门', '角色', '销售上级', '有效期', '备注']
const sheet = (...rows: string[][]) => [header, ...rows].map((row) => row.join(',')).join('\n')

test('an administrator imports accounts: template, errors corrected, saved once, passwords downloaded once', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of (400|409)/)
  await addPerson('sheets.importer')
  await enter(page, 'sheets.importer', LIST)
  await button(shown(page), /导入$/).click()
  const template = await downloaded(page, () => press(page, '下载模板'))
  expect(template.suggestedFilename()).toBe('员工账号导入模板.xlsx')
  expect((await rowsOf(template))[0]).toEqual(header)
  await expectAccessible(page, inDialog)

  const input = dialog(page).locator('input[type=file]')
  await input.setInputFiles({ name: '员工.csv', mimeType: 'text/csv', buffer: Buffer.from('用户名,电话\na,b') })
  await expect(dialog(page).getByRole('status')).toContainText('还缺少列：“姓名”')
  await press(page, '重新选择文件')
  const rows = sheet(
    ['sheets.first', '林知远', '13911110001', '', '总公司', '审核主管', 'sales', '2031-05-01', '新人'],
    ['sheets second', '', '1391111', 'x', '火星', '审核主管', '', '2031年5月', ''],
    ['sheets.third', '陈新', '13911110003', '', '总公司', '审核主管', '', '', ''],
  )
  await input.setInputFiles({ name: '员工.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await expect(dialog(page).getByText('1 行有错误')).toBeVisible()
  await expect(dialog(page).getByText('用户名为2至32位字母、数字或 . _ -')).toBeVisible()
  await expect(dialog(page).getByText('有效期应为 YYYY-MM-DD')).toBeVisible()
  await expectAccessible(page, inDialog)
  const failed = await downloaded(page, () => press(page, '下载错误行'))
  expect((await rowsOf(failed))[1]?.[0]).toBe('sheets second')

  const cell = (name: string) => dialog(page).getByRole('textbox', { name: `第 3 行 ${name}` })
  for (const [name, text] of [
    ['用户名', 'sheets.second'],
    ['姓名', '何静'],
    ['手机号码', '13911110002'],
    ['邮箱', ''],
  ] as const) {
    await cell(name).fill(text)
  }
  // Escape asks before corrections are lost
  await page.keyboard.press('Escape')
  const confirm = dialog(page, '放弃改动')
  await expect(confirm).toContainText('表格的改动还没有保存，确定关闭？')
  await answer(confirm, '继续编辑')
  await expect(cell('姓名')).toHaveValue('何静')
  // a column with fixed values is a select that works by keyboard
  const department = page.getByRole('combobox', { name: '第 3 行 部门' })
  const place = dialog(page).getByRole('cell').filter({ has: department })
  await expect(place).toContainText('火星')
  await expect(department).toHaveAttribute('aria-invalid', 'true')
  await department.focus()
  await department.press('ArrowDown')
  const list = page.locator('.ant-select-dropdown:visible')
  await expect(list.getByTitle('总公司', { exact: true })).toBeVisible()
  await department.pressSequentially('总公司')
  await expect(department).toHaveValue('总公司')
  await expectAccessible(page, { within: ['.ant-modal', '.ant-select-dropdown'] })
  await department.press('Enter')
  await expect(list).toBeHidden()
  await expect(place).not.toContainText('火星')
  await press(page, '重新检查')
  // the hint under the cell is gone once the server has answered
  await expect(dialog(page).getByText('手机号码长度不为11位')).toBeHidden()
  await expect(cell('有效期')).toBeEnabled()
  await expect(dialog(page).getByText('有效期应为 YYYY-MM-DD')).toBeVisible()
  // hidden while a correction is unchecked, since it would be lost
  await expect(button(dialog(page), '导入正确的行')).toBeVisible()
  await cell('有效期').fill('2031-05-01')
  await expect(button(dialog(page), '导入正确的行')).toHaveCount(0)
  await press(page, '重新检查')
  await expect(dialog(page).getByText('全部正确，可以导入')).toBeVisible()
  await press(page, '导入 3 行')
  await expectAfterJob(dialog(page), '已完成')
  const result = await downloaded(page, () => press(page, /下载导入结果/))
  const resultRows = await rowsOf(result)
  expect(resultRows.map((row) => row[1])).toEqual(['用户名', 'sheets.first', 'sheets.second', 'sheets.third'])
  await press(page, /下载导入结果/)
  await expect(page.getByText('只能下载一次').last()).toBeVisible()
  await button(dialog(page), '关闭').last().click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'sheets.second')).toBeVisible()
  expect(await query(`select 1 from users where user_name like 'sheets.%' and must_change_password`)).toHaveLength(3)

  await test.step('a pasted block is checked too, and on request only its valid rows are saved', async () => {
    await button(shown(page), /导入$/).click()
    await dialog(page).getByRole('tab', { name: '粘贴内容' }).click()
    const block = [
      ['paste.first', '周一', '13922220001', '', '总公司', '审核主管'],
      ['paste.second', '周二', '139', '', '总公司', '审核主管'],
    ]
    await dialog(page)
      .getByRole('textbox', { name: '粘贴的内容' })
      .fill(block.map((row) => row.join('\t')).join('\n'))
    // the same for pasted rows
    await page.keyboard.press('Escape')
    await answer(confirm, '继续编辑')
    await press(page, '检查 2 行')
    await expect(dialog(page).getByText('手机号码长度不为11位')).toBeVisible()
    await press(page, '导入正确的行')
    await expect(dialog(page)).toHaveCount(2)
    await answer(dialog(page, '只导入正确的 1 行？'), /^导\s*入$/)
    await expectAfterJob(dialog(page), '部分完成')
    expect(
      await query(`select user_name from users where user_name like 'paste.f%' or user_name = 'paste.second'`),
    ).toEqual([{ user_name: 'paste.first' }])
  })

  await test.step('§6 a finished import is undone after a preview of what is removed', async () => {
    await press(page, '撤销导入')
    const preview = dialog(page, '撤销导入')
    await expect(preview).toContainText('paste.first')
    await expectAccessible(page, inDialog)
    await answer(preview, '撤销导入')
    await expect(page.getByText('已撤销导入')).toBeVisible()
    await expect(button(dialog(page), '撤销导入')).toHaveCount(0)
    expect(await query(`select 1 from users where user_name = 'paste.first'`)).toEqual([])
  })
})

test('the rows of a list are exported, and the file is in the download centre', async ({ page }) => {
  await addPerson('exporter.one')
  await enter(page, 'exporter.one', `${LIST}?userName=exporter.one`)
  await button(shown(page), /导出$/).click()
  await check(dialog(page).getByRole('checkbox', { name: '手机号码' }), false)
  // imports.md "long digit strings in exported CSV are told at the choice of the format"
  const hint = dialog(page).getByText('长数字会变成 1.23E+17；要用 Excel 打开，请选 xlsx')
  await expect(hint).toHaveCount(0)
  await dialog(page).getByRole('radio', { name: 'CSV（.csv）' }).check()
  await expect(hint).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'Excel（.xlsx）' }).check()
  await expect(hint).toHaveCount(0)
  await press(page, /^导\s*出$/)
  await expect(dialog(page).getByText('请输入导出原因')).toBeVisible()
  await expectAccessible(page, inDialog)
  await dialog(page).getByRole('textbox').fill('季度核对账号')
  await press(page, /^导\s*出$/)
  await expect(dialog(page)).toBeHidden()
  await button(page, '下载中心').click()
  const centre = dialog(page).filter({ hasText: '下载中心' })
  await expectAfterJob(centre, '已完成')
  await expectAccessible(page, { within: ['.ant-drawer'] })
  const file = await downloaded(page, () => centre.getByRole('link', { name: '下载文件' }).click())
  const rows = await rowsOf(file)
  expect(rows[0]?.[0]).toContain('导出人：exporter.one（exporter.one）')
  expect(rows[1]).toEqual([
    '用户名',
    '姓名',
    '邮箱',
    '部门',
    '角色',
    '状态',
    '锁定',
    '有效期',
    '最近登录',
    '创建时间',
    '备注',
  ])
  expect(rows.slice(2).map((row) => row[0])).toEqual(['exporter.one'])
  const [act] = await query<{ after: { reason: string } }>(
    `select after from audit_log where action = 'user.export' and actor_name = 'exporter.one'`,
  )
  expect(act?.after.reason).toBe('季度核对账号')
})
