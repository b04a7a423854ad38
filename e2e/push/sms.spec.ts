// A push by short message: its class, text, recipients and cost, sending, and correction of a price that it carried.
import type { APIRequestContext } from '@playwright/test'
import { type Correction, correctPrices } from '#contract/prices/prices.ts'
import { passPrices } from '#contract/prices/reviews.ts'
import { addPerson, enter, expect, FIRST, query, signInByCalls, test } from '../fixtures.ts'
import { act, answer, button, choose, dialog, field, find, row, rowAct, shown } from '../page.ts'

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
  await expect(dialog(page)).toBeHidden()
  // it comes last, after a page of others
  await find(page, '分类名称', '休市通知')
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
  // the row's acts depend on its state: wait for the refetch
  await expect(row(other, '休市一天')).not.toContainText('待审核')
  await rowAct(other, '休市一天', '明细')
  await expect(dialog(other)).toContainText('187****9922')
})

type SentPush = { id: string; title: string; recipients: string[] }

/** A finished push of the demo with sent and failed messages, and the recipients of the sent ones. */
async function findSentPush(): Promise<SentPush> {
  const [push] = await query<SentPush>(
    `select p.id::text as id, p.title, array(select m.recipient_id::text from messages m
        where m.push_id = p.id and m.state in ('sent', 'unsure') order by m.recipient_id) as recipients
      from pushes p join sms_classes c on c.id = p.sms_class_id and c.correction_text <> ''
      where p.kind = 'sms' and p.state = 'finished'
        and exists (select from messages m where m.push_id = p.id and m.state = 'failed')
        and exists (select from push_prices r where r.push_id = p.id)
      order by p.id desc limit 1`,
  )
  if (!push) throw new Error('the demo has no such push')
  return push
}

/** Corrects the newest price that a push carried: submitted by one person, passed by another. */
async function correctPushedPrice(
  request: APIRequestContext,
  pushId: string,
  [by, passer]: [string, string],
): Promise<void> {
  const entry = async () => {
    const [found] = await query<Correction & { reviewing: string }>(
      `select e.id::text as id, e.version, (e.low + 10)::text as low, (e.high + 10)::text as high,
          (e.average + 10)::text as average, e.remark, e.reviewing::text as reviewing
        from push_prices c join prices e on e.quote_item_id = c.quote_item_id and e.day = c.day
        where c.push_id = $1 order by c.day desc, e.id limit 1`,
      [pushId],
    )
    if (!found) throw new Error('the push carried no price')
    return found
  }
  const call = async (userName: string, path: string, data: object) => {
    const { access_token } = await signInByCalls(request, userName)
    const reply = await request.post(FIRST() + path, { data, headers: { 'console-auth': access_token } })
    expect(await reply.json()).toMatchObject({ code: 200 })
  }
  const { reviewing: _, ...row } = await entry()
  await call(by, correctPrices.path, { cause: 'error', reason: '录入有误', rows: [row] })
  const { id, reviewing: revisionId } = await entry()
  await call(passer, passPrices.path, { rows: [{ id, revisionId }] })
}

test('articles.md "SMS": a corrected price is sent by short message to exactly those who received the old one', async ({
  page,
  browser,
}) => {
  await addPerson('sms.corrects', 'operations')
  await addPerson('sms.passes')
  await addPerson('sms.prices')
  const { id, title, recipients } = await findSentPush()
  await correctPushedPrice(page.request, id, ['sms.prices', 'sms.passes'])
  await enter(page, 'sms.corrects', `${LISTS}/smsListPush?title=${encodeURIComponent(title)}`)
  await rowAct(page, title, '通知更正')
  const correction = `更正：${title}`
  await expect(row(page, correction)).toContainText('草稿')
  await rowAct(page, correction, '提交')
  await answer(dialog(page), '提交')
  await expect(row(page, correction)).toContainText('待审核')

  const other = await (await browser.newContext()).newPage()
  await enter(other, 'sms.passes', `${LISTS}/smsListPush?title=${encodeURIComponent(correction)}`)
  await rowAct(other, correction, '通过')
  await answer(dialog(other), '通过')
  await expect(row(other, correction)).not.toContainText('待审核')
  await expect
    .poll(() =>
      query(
        `select array(select m.recipient_id::text from messages m where m.push_id = p.id order by m.recipient_id) as recipients
          from pushes p where p.title = $1`,
        [correction],
      ),
    )
    .toEqual([{ recipients }])
})
