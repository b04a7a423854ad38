// Calls that show a refusal's message in full or not at all (spec §8). The options themselves have unit tests in
// web/lib/call.test.ts.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { button, dialog, goTo, LIST, main, rows } from '../page.ts'

const LONG = '一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十'
const RESULT = '**/api/backend/import/result'
const STATE = '**/api/backend/import/state'
const HINT = '**/api/backend/usersPlatFormConfig/getBigDataHint'

const refusal = (code: number) => ({ status: code, json: { code, success: false, msg: LONG, data: null } })

test('§8 refusals that are shown in full, or not at all', async ({ page, expectConsole }) => {
  expectConsole(/500|409|400/)
  const id = await addPerson('hears.all')
  await query(
    `insert into job_runs (name, title, owner_id, author, input, state, tries, tries_left, attempts, started_at, ended_at)
    values ('users.import', '导入员工账号', $1, '{}', '{}', 'done', 1, 0, 1, now(), now())`,
    [id],
  )
  const toasts = page.locator('.ant-message-notice')

  await test.step('§8 with hideErrorMsg a 500 shows no message', async () => {
    await page.route(HINT, (route) => route.fulfill(refusal(500)))
    const answered = page.waitForResponse(HINT)
    await enter(page, 'hears.all')
    await answered
    await expect(page.getByRole('region', { name: '大数据跟进看板' })).toBeVisible()
    await expect(toasts).toHaveCount(0)
  })

  await test.step('§8 with noSlice the message of a 500, with messageAll any other one, is shown in full', async () => {
    const data = { hasResult: true, mayUndo: false }
    await page.route(STATE, (route) => route.fulfill({ json: { code: 200, success: true, data, msg: '' } }))
    await button(page, '下载中心').click()
    for (const code of [500, 409]) {
      await page.route(RESULT, (route) => route.fulfill(refusal(code)))
      await button(page, /下载导入结果/).click()
      await expect(toasts).toHaveText(LONG)
      await page.unroute(RESULT)
      // until the message is gone and the button's guard has passed
      await page.clock.runFor(10_000)
      await expect(toasts).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
  })

  await test.step('§8 a whitelisted code shows no message: the import shows the error beside its file', async () => {
    await goTo(page, LIST)
    await expect(rows(page).first()).toBeVisible()
    await button(main(page), /导入$/).click()
    const file = { name: '员工.csv', mimeType: 'text/csv', buffer: Buffer.from('用户名,姓名,手机号码,部门,角色') }
    await dialog(page).locator('input[type=file]').setInputFiles(file)
    await expect(dialog(page).getByRole('alert')).toContainText('表格中没有数据')
    await expect(toasts).toHaveCount(0)
  })
})
