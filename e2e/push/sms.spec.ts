// A push by short message: its class, what it says, to how many at what price, on its way, and what the provider was given.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, choose, dialog, field, row, rowAct, shown } from '../page.ts'

const LISTS = '/data/actciles/sms/components'

async function addReader(name: string, owner: string): Promise<void> {
  await query(
    `with o as (select id from users where user_name = $2),
      e as (insert into enterprises (name, owner_id) select $1 || '公司', id from o returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, email, owner_id)
        select e.id, $3, $1, $4, '', o.id from e, o returning id),
      a as (insert into member_accounts (member_id, sub_product) select id, 'bigData' from m returning id)
    insert into grants (account_id, kind, starts_on, ends_on) select id, 'formal', '2026-01-01', '2036-01-01' from a`,
    [name, owner, 'e2e.sms.reader', '18700009922'],
  )
}

test('articles.md a class of short messages is written, and pushed to those who may have it', async ({
  page,
  browser,
}) => {
  await addPerson('sms.keeper')
  await addPerson('sms.writer', 'operations')
  await addReader('短信读者', 'sms.writer')
  await enter(page, 'sms.keeper', `${LISTS}/smsClassAttr`)
  await act(shown(page), '新增').click()
  await field(dialog(page), '分类名称').fill('休市通知')
  await field(dialog(page), '签名').fill('价格中心')
  await field(dialog(page), '模板编号').fill('SMS_9001')
  await field(dialog(page), '短信内容').fill('{{姓名}}您好，下周一休市一天')
  await expect(dialog(page)).toContainText('腾讯云模板：{1}您好，下周一休市一天')
  await act(dialog(page), '保存').click()
  await expect(row(page, '休市通知')).toContainText('【价格中心】{{姓名}}您好')

  const other = await (await browser.newContext()).newPage()
  await enter(other, 'sms.writer', `${LISTS}/smsListPush`)
  await act(shown(other), '新增').click()
  await choose(dialog(other), '短信分类', '休市通知')
  await field(dialog(other), '推送名称').fill('休市一天')
  await button(dialog(other), '预览短信').click()
  await expect(dialog(other).getByRole('status', { name: '短信预览' })).toContainText(
    '【价格中心】短信读者您好，下周一休市一天',
  )
  await button(dialog(other), '查看收件人').click()
  await expect(dialog(other)).toContainText('计费 1 条，约 0.05 元')
  await act(dialog(other), '保存').click()
  await rowAct(other, '休市一天', '提交')
  await expect(dialog(other)).toContainText('发送给 1 人。计费 1 条')
  await answer(dialog(other), '提交')
  await expect(row(other, '休市一天')).toContainText('待审核')

  await enter(page, 'sms.keeper', `${LISTS}/smsListPush?title=休市一天`)
  await rowAct(page, '休市一天', '通过')
  await answer(dialog(page), '通过')
  await expect(row(page, '休市一天')).not.toContainText('待审核')
  await button(shown(other), '刷新').click()
  // its acts change with its state
  await expect(row(other, '休市一天')).not.toContainText('待审核')
  await rowAct(other, '休市一天', '明细')
  await expect(dialog(other)).toContainText('187****9922', { timeout: 15_000 })
})
