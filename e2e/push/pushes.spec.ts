// A report push: written, its recipients and mail looked at, submitted, reviewed by somebody else, followed.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, field, row, rowAct, shown } from '../page.ts'

const LIST = '/application/bigData/emailPushReport'

async function addReader(name: string, owner: string): Promise<void> {
  await query(
    `with o as (select id from users where user_name = $2),
      e as (insert into enterprises (name, owner_id) select $1 || '公司', id from o returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, email, owner_id)
        select e.id, $3, $1, $4, $3 || '@example.com', o.id from e, o returning id),
      a as (insert into member_accounts (member_id, sub_product) select id, 'bigData' from m returning id)
    insert into grants (account_id, kind, starts_on, ends_on) select id, 'formal', '2026-01-01', '2036-01-01' from a`,
    [name, owner, 'e2e.push.reader', '18700009911'],
  )
}

test('§2 a report is written, looked at, submitted, reviewed and followed', async ({ page, browser }) => {
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
  await expect(shown(page).getByText('e2e.push.reader@example.com')).toBeVisible({ timeout: 15_000 })
})
