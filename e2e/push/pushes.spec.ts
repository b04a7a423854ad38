// A report push: written, recipients and mail previewed, submitted, reviewed by another person, tracked.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, closeChoice, dialog, field, pickFound, row, rowAct, shown } from '../page.ts'

const LIST = '/application/bigData/emailPushReport'

async function addReader(
  name: string,
  owner: string,
  login = 'e2e.push.reader',
  mobile = '18700009911',
): Promise<void> {
  await query(
    `with o as (select id from users where user_name = $2),
      e as (insert into enterprises (name, owner_id) select $1 || '公司', id from o returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, email, owner_id)
        select e.id, $3, $1, $4, $3 || '@example.com', o.id from e, o returning id),
      a as (insert into member_accounts (member_id, sub_product) select id, 'bigData' from m returning id)
    insert into grants (account_id, kind, starts_on, ends_on) select id, 'formal', '2026-01-01', '2036-01-01' from a`,
    [name, owner, login, mobile],
  )
}

test('§2 a report is written, previewed, submitted, reviewed and tracked', async ({ page, browser }) => {
  await addPerson('push.writer', 'operations')
  await addPerson('push.reviewer', 'operations')
  await query("update users set report_review = 1 where user_name = 'push.reviewer'")
  await addReader('推送读者', 'push.writer')
  await enter(page, 'push.writer', LIST)
  await act(shown(page), '新增').click()
  await field(shown(page), '推送名称').fill('试验周报推送')
  await field(shown(page), '邮件主题').fill('试验周报')
  await button(shown(page), '查看收件人').click()
  await expect(shown(page).getByRole('status', { name: '收件人预览' })).toContainText('将发送给 1 人')
  await button(shown(page), '预览邮件').click()
  await expect(
    dialog(page).frameLocator('iframe').getByRole('paragraph').filter({ hasText: '推送读者，您好' }),
  ).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()
  await act(shown(page), '保存').click()
  await rowAct(page, '试验周报推送', '提交')
  await expect(dialog(page)).toContainText('审核通过后发送给 1 人')
  await answer(dialog(page), '提交')
  await expect(row(page, '试验周报推送')).toContainText('待审核')

  const other = await (await browser.newContext()).newPage()
  await enter(other, 'push.reviewer', `${LIST}?title=试验周报推送`)
  await rowAct(other, '试验周报推送', '通过')
  await answer(dialog(other), '通过')
  await expect(row(other, '试验周报推送')).not.toContainText('待审核')

  await button(shown(page), '刷新').click()
  await row(page, '试验周报推送').getByRole('button', { name: '试验周报推送', exact: true }).click()
  await expect(shown(page).getByText('e2e.push.reader@example.com')).toBeVisible()
})

test('pushes.md opening is recorded only if the console allows it and the author chooses it', async ({ page }) => {
  await addPerson('push.tracker', 'operations')
  await enter(page, 'push.tracker', `${LIST}/add`)
  const records = shown(page).getByRole('switch', { name: '记录打开' })
  await expect(shown(page)).toContainText('未启用：需要设置 MAIL_TRACKING=on。')
  await expect(records).toBeDisabled()

  const data = { state: 'on' }
  await page.route('**/push/report/tracking', (route) =>
    route.fulfill({ json: { code: 200, success: true, data, msg: '' } }),
  )
  await page.reload()
  await expect(shown(page)).toContainText('记录每人是否打开、点击')
  await field(shown(page), '推送名称').fill('记录打开的推送')
  await field(shown(page), '邮件主题').fill('记录打开')
  await records.click()
  await act(shown(page), '保存').click()
  await row(page, '记录打开的推送').getByRole('button', { name: '记录打开的推送', exact: true }).click()
  await expect(shown(page)).toContainText('发送后记录')
})

test('pushes.md a list of recipients is saved, replaced and deleted, the last two after a confirmation', async ({
  page,
}) => {
  await addPerson('push.lister', 'operations')
  await addReader('名单读者甲', 'push.lister', 'e2e.push.first', '18700009912')
  await addReader('名单读者乙', 'push.lister', 'e2e.push.second', '18700009913')
  await enter(page, 'push.lister', `${LIST}/add`)
  const recipients = shown(page).getByRole('combobox', { name: '指定的人' })
  const lists = shown(page).locator('.ant-form-item').filter({ hasText: /^名单/ })
  const name = shown(page).getByRole('textbox', { name: '名单名称' })
  const saveList = button(shown(page), '把指定的人存为名单')

  await expect(saveList).toBeDisabled()
  await pickFound(recipients, '名单读者甲')
  await closeChoice(page)
  await name.fill('每周读者')
  await saveList.click()
  await expect(lists).toContainText('每周读者')

  await pickFound(recipients, '名单读者甲')
  await closeChoice(page)
  await pickFound(recipients, '名单读者乙')
  await closeChoice(page)
  await name.fill('每周读者')
  await saveList.click()
  await expect(dialog(page)).toContainText('原有 1 人换成现在指定的 2 人')
  await answer(dialog(page), '替换')
  const stored = () => query("select cardinality(account_ids) as count from push_lists where name = '每周读者'")
  await expect.poll(stored).toEqual([{ count: 2 }])

  await button(shown(page), '删除所选名单').click()
  await expect(dialog(page)).toContainText('不再发给其中的 2 人')
  await answer(dialog(page), '删除')
  await expect(lists).not.toContainText('每周读者')
})

test('pushes.md a plan that does not run says why, and is taken over', async ({ page }) => {
  await addPerson('push.leaver', 'operations')
  await addPerson('push.heir', 'operations')
  await addReader('定期读者', 'push.heir', 'e2e.push.planned', '18700009914')
  await query(
    `insert into pushes (kind, title, subject, text, audience, timing, send_time, state, note, author_id, pusher_id)
      select 'report', '离职人的日报', '日报', '正文', $1::jsonb, 'workday', '09:00', 'held',
        '2026-11-26 09:00 起没有发送：发送人已没有权限，请由他人接手', id, id from users where user_name = 'push.leaver'`,
    [{ rule: { productIds: [], kinds: [], levels: [], ownerIds: [] }, listIds: [], accountIds: [], excludedIds: [] }],
  )
  await enter(page, 'push.heir', `${LIST}?title=离职人的日报`)
  await expect(row(page, '离职人的日报')).toContainText('待处理')
  await row(page, '离职人的日报').getByRole('button', { name: '离职人的日报', exact: true }).click()
  await expect(shown(page)).toContainText('2026-11-26 09:00 起没有发送：发送人已没有权限')
  await button(shown(page), '接手').click()
  await expect(dialog(page)).toContainText('审核通过后发送给 1 人')
  await answer(dialog(page), '接手')
  await expect(shown(page)).toContainText('待审核')
})
