// Dinner of a meeting: guests get a seat each.
import { enter, expect, test } from '../fixtures.ts'
import { act, button, dialog, field, item, rows } from '../page.ts'

test('meetings-visits-sharing.md "dinnerRegister": guests get a seat each, the next one free is offered', async ({
  page,
}) => {
  await enter(page, 'operator', '/application/meetingExhibition/managementMeeting')
  await button(rows(page).first(), /更多/).click()
  await item(page, '晚宴登记').click()
  const dinner = dialog(page, /^晚宴登记/)
  for (const [guest, seat] of [
    ['张来宾', '1'],
    ['李来宾', '2'],
  ] as const) {
    await button(dinner, '登记来宾').click()
    const form = dialog(page, '登记来宾')
    await expect(form.getByLabel('座位')).toHaveValue(seat)
    await field(form, '姓名').fill(guest)
    await act(form, '保存').click()
    await expect(dinner.getByRole('row').filter({ hasText: guest })).toBeVisible()
  }
  await button(dinner, '编辑 李来宾').click()
  const editing = dialog(page, '编辑来宾：李来宾')
  await editing.getByLabel('座位').fill('5')
  await act(editing, '保存').click()
  await expect(dinner.getByRole('row').filter({ hasText: '李来宾' })).toContainText('5')
  await expect(editing).toHaveCount(0)
  await button(dinner, '取消登记 李来宾').click()
  await act(dialog(page, /取消李来宾/), '取消登记').click()
  await expect(dinner.getByRole('row').filter({ hasText: '李来宾' })).toHaveCount(0)
})
