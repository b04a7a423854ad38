// An article is shared, read on a phone, brings a lead, and the figures lead to the lists behind them.
import { getCaptcha } from '#contract/identity/sign-in.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, knowCaptcha, query, test } from '../fixtures.ts'
import { act, button, dialog, overflow, pickFound, row, rowAct, shown } from '../page.ts'
import { PUBLIC_WEIGHT_MAX, watchPublic } from '../public-page.ts'

const SHARES = '/application/shareArticlesOnWeChat'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.54'

/** A published article about no product, in a category that this person works in. @returns its title */
async function publish(userId: string, title: string): Promise<string> {
  await query(
    `with c as (insert into news_categories (name) values ($2) returning id),
      u as (insert into user_news_categories (user_id, news_category_id) select $1, id from c),
      a as (insert into articles (edition, kind, title, state, news_category_id, published_at)
        select 'zh', 'daily', $2, 'published', id, now() from c returning id)
    select id from a`,
    [userId, title],
  )
  const text = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })
  const body = { type: 'doc', content: ['开头的一段', '第二段'.repeat(100), '收费的一段'].map(text) }
  await query(
    `with v as (insert into article_versions (article_id, number, kind, title, summary, channels, body, html, text, by_name)
      select id, 1, 'daily', title, '一句话摘要', '{bigData}', $2, '', '', '测试' from articles where title = $1 returning id, article_id)
    update articles a set head_id = v.id, passed_id = v.id, published_id = v.id from v where a.id = v.article_id`,
    [title, JSON.stringify(body)],
  )
  return title
}

test('product.md "An article share has its own link" shared, read on a phone, and a lead of the sharer', async ({
  page,
  browser,
}) => {
  const seller = 'share.seller'
  const title = await publish(await addPerson(seller, 'sales'), '浏览器分享日评')
  await enter(page, seller, '/data/actciles/articles')
  await rowAct(page, title, '分享到微信')
  const sharing = dialog(page, `分享到微信：${title}`)
  await sharing.getByText('微信群', { exact: true }).click()
  await act(sharing, '生成链接').click()
  await expect(sharing.getByLabel('二维码')).toBeVisible()
  await expect(sharing.getByRole('region', { name: '卡片预览' })).toContainText('一句话摘要')
  await expectAccessible(page, { within: ['.ant-modal-wrap'] })
  const url = await sharing.getByLabel('链接').inputValue()
  const saved = page.waitForEvent('download')
  await act(sharing, '下载海报').click()
  expect((await saved).suggestedFilename()).toBe(`${title}.png`)

  const phone = await browser.newContext({ userAgent: PHONE, viewport: { width: 390, height: 844 } })
  const reader = await phone.newPage()
  const watched = watchPublic(reader)
  const reported = reader.waitForResponse('**/api/open/share/visit')
  await reader.goto(`${url}?from=groupmessage`)
  await expect(reader.getByRole('heading', { name: title })).toBeVisible()
  await expect(reader.getByText('开头的一段')).toBeVisible()
  await expect(reader.getByText('收费的一段')).toHaveCount(0)
  expect((await reported).status()).toBe(200)
  expect(await overflow(reader)).toBeLessThanOrEqual(0)
  await expectAccessible(reader, { contrast: true })

  const asked = reader.waitForResponse(`**${getCaptcha.path}`)
  await reader.getByLabel('公司名称').fill('浏览器线索有限公司')
  const { data } = (await (await asked).json()) as { data: { key: string } }
  await reader.getByLabel('联系人').fill('读者')
  await reader.getByLabel('手机号码').fill('1380013')
  await reader.getByLabel('验证码', { exact: true }).fill('wrong')
  await knowCaptcha(data.key)
  await button(reader, '提交申请').click()
  await expect(reader.getByRole('alert')).toHaveText('请先阅读并同意隐私政策')
  await reader.getByLabel('我已阅读并同意隐私政策').check()
  const renewed = reader.waitForResponse(`**${getCaptcha.path}`)
  await button(reader, '提交申请').click()
  await expect(reader.getByRole('alert')).toHaveText('手机号码长度不为11位')
  const second = (await (await renewed).json()) as { data: { key: string } }
  await reader.getByLabel('手机号码').fill('13800138991')
  await reader.getByLabel('验证码', { exact: true }).fill(await knowCaptcha(second.data.key))
  await button(reader, '提交申请').click()
  await expect(reader.getByRole('status')).toHaveText('提交成功，我们会尽快与您联系。')
  expect(watched.errors.filter((text) => !text.includes('400'))).toEqual([])
  expect(watched.weight).toBeLessThanOrEqual(PUBLIC_WEIGHT_MAX)
  expect([...watched.hosts]).toEqual([new URL(url).host])
  await phone.close()

  await enter(page, seller, SHARES)
  await expect(row(page, title).getByRole('cell', { name: '1', exact: true }).first()).toBeVisible()
  await row(page, title).getByRole('button', { name: '1', exact: true }).click()
  await expect(dialog(page, '线索')).toContainText('浏览器线索有限公司')
  await dialog(page, '线索')
    .getByRole('button', { name: /Close|关闭/ })
    .click()

  await rowAct(page, title, '结束')
  await act(dialog(page, `结束分享“${title}”（微信群）？`), '结束').click()
  await expect(row(page, title)).toContainText('已结束')
  await button(row(page, title), title).first().click()
  await expect(shown(page).getByRole('heading', { name: title })).toBeVisible()
  await expect(shown(page).getByRole('region', { name: '线索' })).toContainText('浏览器线索有限公司')
})

test('meetings-visits-sharing.md "by person, article, day" each figure opens the list behind it', async ({ page }) => {
  await enter(page, 'admin', `${SHARES}/component/getNum`)
  const opened = shown(page).locator('.table-row a').nth(1)
  const text = await opened.textContent()
  await opened.click()
  await expect(page).toHaveURL(/shareArticlesOnWeChat\?sharerId=/)
  await expect(row(page, '合计')).toContainText(text ?? '')

  await enter(page, 'admin', `${SHARES}/component/count`)
  await expect(shown(page).getByRole('figure', { name: '每日打开与线索' })).toBeVisible()
  await shown(page).getByText('按日期', { exact: true }).click()
  await expect(page).toHaveURL(/by=day/)
  // the rows by person stay until those by day have come
  await expect(shown(page).locator('.table-row').first()).toContainText(/\d{4}-\d\d-\d\d/)
  // 打开次数 of the newest day that was opened: a day may have leads alone, just after midnight
  const ofDay = shown(page).locator('.table-row > :nth-child(3) a').first()
  const dayText = await ofDay.textContent()
  await ofDay.click()
  await expect(page).toHaveURL(/shareArticlesOnWeChat\?days=/)
  await expect(row(page, '合计')).toContainText(dayText ?? '')
})

test('§2 an article is chosen and shared from the page of shares', async ({ page }) => {
  const seller = 'share.chooser'
  const title = await publish(await addPerson(seller, 'sales'), '选择分享日评')
  await enter(page, seller, SHARES)
  await button(shown(page), '分享资讯').click()
  const sharing = dialog(page, '分享到微信')
  await pickFound(sharing.getByRole('combobox', { name: '资讯' }), title)
  await act(sharing, '生成链接').click()
  await expect(sharing.getByLabel('链接')).toHaveValue(/\/s\/\w{10}$/)
  await page.keyboard.press('Escape')
  await expect(row(page, title)).toContainText('微信好友')
})

test('meetings-visits-sharing.md "the card needs WECHAT_MP_APP_ID" in WeChat the page sets its card', async ({
  page,
  browser,
}) => {
  const title = await publish(await addPerson('share.card', 'sales'), '卡片分享日评')
  await enter(page, 'share.card', SHARES)
  await button(shown(page), '分享资讯').click()
  const sharing = dialog(page, '分享到微信')
  await pickFound(sharing.getByRole('combobox', { name: '资讯' }), title)
  await act(sharing, '生成链接').click()
  await expect(sharing.getByText('尚未配置微信公众号')).toBeVisible()
  const url = await sharing.getByLabel('链接').inputValue()

  const phone = await browser.newContext({ userAgent: PHONE, viewport: { width: 390, height: 844 } })
  const reader = await phone.newPage()
  // as an installation with an official account sends it, before WeChat's platform
  await reader.route(url, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.text()).replace('data-sdk=""', 'data-sdk="/s/-/stub.js"')
    await route.fulfill({ response: reply, body })
  })
  await reader.route('**/s/-/stub.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.set = []; window.wx = { config: (given) => window.set.push(given), ready: (then) => then(),
        updateAppMessageShareData: (card) => window.set.push(card), updateTimelineShareData: () => undefined }`,
    }),
  )
  const signature = { appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's' }
  await reader.route('**/api/open/share/card', (route) =>
    route.fulfill({ json: { code: 200, success: true, data: signature, msg: '' } }),
  )
  const signed = reader.waitForRequest('**/api/open/share/card')
  await reader.goto(url)
  expect((await signed).postDataJSON()).toMatchObject({ address: url })
  await expect
    .poll(() => reader.evaluate(() => (window as unknown as { set?: unknown[] }).set ?? []))
    .toMatchObject([signature, { title, desc: '一句话摘要', link: url, imgUrl: '' }])
  await phone.close()
})
