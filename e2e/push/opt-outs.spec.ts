// A recipient who opts out of reports, keeps prices, and comes back: on the page of the link, and by a call to staff.
import { unsubscribeLink } from '#server/core/mail/unsubscribe.ts'
import { addPerson, enter, expect, FIRST, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, field, shown } from '../page.ts'
import { SECRET_KEY } from '../world.ts'

const LIST = '/application/bigData/emailPushReport'
const ADDRESS = 'weiyang.reader@example.com'
const PHONE = { width: 390, height: 844 }

/** The page that the link of a mail about reports leads to. */
function pageOfLink(): string {
  const link = unsubscribeLink({ secretKey: SECRET_KEY, publicUrl: '', host: '', port: 0 }, ADDRESS, 'reports')
  return `${FIRST()}/backend/unsubscribe${new URL(link, 'http://x').search}`
}
const stored = () =>
  query(
    `select topic, restored_by_name as by from message_opt_outs where channel = 'mail' and address = $1 order by topic`,
    [ADDRESS],
  )

test('pushes.md a recipient opts out of reports, keeps prices, and comes back', async ({ page, browser }) => {
  await addPerson('optout.keeper', 'administrator')
  const reader = await (await browser.newContext({ viewport: PHONE })).newPage()
  await reader.goto(pageOfLink())
  const kept = (name: string) => reader.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  await expect(reader.getByText('w***@example.com')).toBeVisible()
  // what the mail is about is unticked; nothing is stored before the person says so
  await expect(kept('报告')).not.toBeChecked()
  await expect(kept('价格')).toBeChecked()
  expect(await stored()).toEqual([])
  await act(reader.getByRole('main'), '保存').click()
  await expect(reader.getByRole('status')).toContainText('不再接收报告邮件，继续接收价格、营销邮件')
  expect(await stored()).toEqual([{ topic: 'reports', by: '' }])

  await kept('报告').check()
  await expect(reader.getByRole('status')).toContainText('选择还没有保存')
  await act(reader.getByRole('main'), '保存').click()
  await expect(reader.getByRole('status')).toContainText('继续接收全部邮件')
  expect(await stored()).toEqual([{ topic: 'reports', by: '本人' }])

  await reader.reload()
  await act(reader.getByRole('main'), '保存').click()
  await expect(reader.getByRole('status')).toContainText('不再接收报告邮件')

  await enter(page, 'optout.keeper', LIST)
  await button(shown(page), '退订邮箱').click()
  const drawer = dialog(page)
  await drawer.getByRole('searchbox', { name: '邮箱' }).fill(ADDRESS)
  await drawer.getByRole('searchbox', { name: '邮箱' }).press('Enter')
  const optOut = drawer.getByRole('row').filter({ hasText: 'w***@example.com' })
  await expect(optOut).toContainText('报告')
  await button(optOut, '恢复接收').click()
  const restoring = page.getByRole('dialog', { name: /恢复接收报告/ })
  await field(restoring, '恢复原因').fill('本人来电')
  await button(restoring, '恢复接收').click()
  await answer(page.getByRole('dialog').filter({ hasText: '恢复后，报告邮件会再次发给它' }).last(), '恢复接收')
  await expect(optOut).toContainText('已恢复接收')
  await expect(optOut).toContainText('本人来电')
})
