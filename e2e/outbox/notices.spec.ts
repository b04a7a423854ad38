// A notice: switched on by the reviewer, caused by the analyst, shown live, and found in the outbox.
import { messageChannels } from '#contract/outbox/message-labels.ts'
import { submitPrices } from '#contract/prices/prices.ts'
import { addPerson, enter, expect, FIRST, query, signInByCalls, test } from '../fixtures.ts'
import { act, active, button, dialog, openOwn, row, rowAct, shown } from '../page.ts'

test.use({ live: true })

/** Adds a draft price in a product that both people have. @returns the price's id */
async function makeDraft(name: string, analyst: string, reviewer: string): Promise<string> {
  const [price] = await query<{ id: string }>(
    `with p as (insert into products (name) values ($1) returning id),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from users u, p where u.user_name = any($2)),
      i as (insert into quote_items (product_id, name, market, unit, decimals) select id, $1, '上海', '元/吨', 0 from p
        returning id, product_id)
    insert into prices (quote_item_id, product_id, day, low, high, average)
      select id, product_id, current_date, 3900, 3960, 3930 from i returning id::text`,
    [name, [analyst, reviewer]],
  )
  return price?.id ?? ''
}

test('§2 a notice is switched on, shows live in the bell, leads to the queue, and is in the outbox', async ({
  page,
  browser,
}) => {
  await addPerson('tells.prices', 'priceAnalyst')
  const reviewerId = await addPerson('hears.prices', 'reviewer')
  await query('update users set price_review = 0 where id = $1', [reviewerId])
  const draft = await makeDraft('试验卷板', 'tells.prices', 'hears.prices')

  const channelOpen = page.waitForResponse('**/memberRegisterNotice/pushNoticeByUser')
  await enter(page, 'hears.prices')
  await channelOpen
  const settings = await openOwn(page, '系统设置')
  const saved = page.waitForResponse('**/updateUserReview')
  await settings.getByRole('switch', { name: '价格审核' }).click()
  await saved
  await expect(settings.getByRole('switch', { name: '价格审核' })).toBeChecked()
  await page.keyboard.press('Escape')

  const { access_token: token } = await signInByCalls(page.request, 'tells.prices')
  const submitted = await page.request.post(`${FIRST()}${submitPrices.path}`, {
    data: { rows: [{ id: draft, version: 1 }] },
    headers: { 'console-auth': token },
  })
  expect((await submitted.json()).code).toBe(200)

  const box = page.locator('.ant-notification-notice').filter({ hasText: '1 条价格待审核' })
  await expect(box).toContainText('tells.prices 提交了试验卷板的价格')
  // unread, it stays in the bell, and does not pop up at every load
  await page.reload()
  await expect(button(page, '消息，1 条未读')).toBeVisible()
  await expect(box).toHaveCount(0)
  await button(page, '消息，1 条未读').click()
  await dialog(page, '消息')
    .getByRole('button', { name: /1 条价格待审核/ })
    .click()
  await expect(active(page)).toContainText('价格审核')
  await expect(row(page, '试验卷板')).toHaveCount(1)
  await expect(box).toHaveCount(0)
  await expect(button(page, '消息')).toBeVisible()

  await addPerson('keeps.outbox')
  const other = await (await browser.newContext()).newPage()
  await enter(other, 'keeps.outbox', '/system/messages?recipient=hears.prices')
  await expect(row(other, '站内消息')).toContainText('已发送')
  await expect(row(other, '企业微信机器人')).toContainText('排队中')
  const channels = other.getByRole('region', { name: '通道概况' })
  await expect(channels).toContainText('WECOM_ROBOT_URLS')
  await expect(channels.getByRole('heading', { level: 2 })).toHaveCount(messageChannels.length)
  await rowAct(other, '企业微信机器人', '取消发送')
  await act(dialog(other), '取消发送').click()
  await expect(row(other, '企业微信机器人')).toContainText('未发送')
  await expect(shown(other)).toContainText('由 keeps.outbox 取消')
})
