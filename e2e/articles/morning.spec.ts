// The morning report: drafted from a template for ten products in one act, one of them edited, kept apart from a later save.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, closeChoice, dialog, field, pickInCascade, rowAct, shown, success } from '../page.ts'

const DAY = '2026-11-20'

// who is in an article is told by the live channel
test.use({ live: true })

const PRODUCTS = 10

/** Products with a quote item each, published that day, behind those that other journeys read; and a template for all. */
async function makeMorning(prefix: string): Promise<void> {
  await query(
    `with p as (insert into products (name, category_id, sort) select $1 || n,
        (select id from categories where level = 2 order by id limit 1), 1000 from generate_series(1, $3::int) n returning id),
      i as (insert into quote_items (product_id, name, market, unit, decimals)
        select p.id, $1 || '报价', '上海', '元/吨', 0 from p returning id, product_id),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', $3::int from price_publications returning number),
      e as (insert into prices (quote_item_id, product_id, day, low, high, average, change, percent, status, publication)
        select i.id, i.product_id, $2::date, 3800, 3860, 3830, 30, 0.79, 'verified', n.number from i, n
        returning id, quote_item_id, day, publication)
    insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
      select e.id, e.quote_item_id, e.day, 1, 'verify', 3800, 3860, 3830, 'grid', e.publication, 'e2e' from e`,
    [prefix, DAY, PRODUCTS],
  )
  await query(
    `with t as (insert into article_templates (name, edition, kind, news_category_id)
        select $1 || '早报', 'zh', 'morning', (select id from news_categories where product_id is null order by id limit 1) returning id),
      v as (insert into article_template_versions (template_id, number, title, channels, source, body, by_name)
        select t.id, 1, '{{产品}}{{日期}}早报', '{officialWebsite}', '本站', $2::jsonb, 'e2e' from t)
    select 1`,
    [
      prefix,
      '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"均价 {{价格:#1}} {{价格:#1|单位}}，{{上涨:#1}}较上一期上调 {{价格:#1|涨跌}}{{/上涨}}。"}]},{"type":"paragraph","content":[{"type":"text","text":"{{价格表:本产品}}"}]}]}',
    ],
  )
  await query(
    `update article_templates a set head_id = v.id from article_template_versions v
      where v.template_id = a.id and a.head_id is null`,
  )
}

/** What a person may write about: those products, and the general categories. */
const giveAll = (userName: string, prefix: string) =>
  query(
    `with u as (select id, role_id from users where user_name = $1),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from u, products p where p.name like $2 || '%')
    insert into user_news_categories (user_id, news_category_id)
      select u.id, c.id from u, news_categories c where c.product_id is null`,
    [userName, prefix],
  )

const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>.xl65{text-align:right}</style></head><body>
<!--StartFragment--><table><col width=72><tr><td class=xl65 style='mso-number-format:"\\@"'>装置</td><td>负荷</td></tr>
<tr><td rowspan=2>甲厂</td><td class=xl65>85%</td></tr><tr><td class=xl65>90%</td></tr></table><!--EndFragment--></body></html>`

test('§2 the morning reports are drafted in one act, one is edited by two people, and nothing is lost', async ({
  page,
  browser,
}) => {
  await addPerson('writes.morning', 'newsEditor')
  await addPerson('helps.morning', 'newsEditor')
  await makeMorning('晨钢')
  await giveAll('writes.morning', '晨钢')
  await giveAll('helps.morning', '晨钢')

  await enter(page, 'writes.morning', '/data/actciles/template')
  await rowAct(page, '晨钢早报', '生成草稿')
  const form = dialog(page, '生成草稿')
  await pickInCascade(form.getByRole('combobox', { name: /产品/ }), '晨钢', '晨钢1')
  for (let n = 2; n <= PRODUCTS; n++)
    await page
      .getByRole('option')
      .filter({ hasText: `晨钢${n}` })
      .click()
  await closeChoice(page)
  await field(form, '日期').fill(DAY)
  await field(form, '日期').press('Tab')
  await act(form, '生成').click()
  const drafts = dialog(page, `已生成 ${PRODUCTS} 篇草稿`)
  await button(drafts, '晨钢111月20日早报').click()

  const text = shown(page).getByRole('textbox', { name: '正文' })
  await expect(text).toContainText('均价 3830 元/吨，较上一期上调 30。')
  await expect(text.getByRole('table')).toContainText('3860')
  await text.getByText('较上一期上调').click()
  await page.keyboard.press('Home')
  await page.keyboard.insertText('今日成交一般，')
  await page.keyboard.press('Control+End')
  await page.evaluate((html) => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, EXCEL)
  await expect(text.getByRole('cell', { name: '甲厂' })).toHaveAttribute('rowspan', '2')
  await page.keyboard.press('Control+s')
  await expect(success(page)).toHaveText('保存成功')

  const address = new URL(page.url())
  const context = await browser.newContext()
  const other = await context.newPage()
  await enter(other, 'helps.morning', `${address.pathname.replace('/backend', '')}${address.search}`)
  await expect(shown(other).getByText('writes.morning（编辑） 也打开了这篇资讯')).toBeVisible()
  await field(shown(other), '摘要').fill('两家装置负荷上升')
  await other.keyboard.press('Control+s')
  await expect(success(other)).toHaveText('保存成功')
  await context.close()

  await text.getByText('今日成交一般').click()
  await page.keyboard.press('Home')
  await page.keyboard.insertText('早间：')
  await page.keyboard.press('Control+s')
  const clash = dialog(page, '他人已保存了新版本')
  await expect(clash).toContainText('helps.morning')
  await act(clash, '合并并继续编辑').click()
  await expect(clash).toBeHidden()
  await expect(field(shown(page), '摘要')).toHaveValue('两家装置负荷上升')
  await expect(text).toContainText('早间：今日成交一般')
  await page.keyboard.press('Control+s')
  await expect
    .poll(() =>
      query('select count(*)::int as n from article_versions where article_id = $1', [address.searchParams.get('id')]),
    )
    .toEqual([{ n: 4 }])
})
