// An editor's morning: the drafts of twelve products from a favourite template, each looked at and submitted.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, dialog, field, row, shown } from '../page.ts'

const PRODUCTS = 12
const PREFIX = '十二早'
/** What the twelve took before: each draft chosen in the list, opened, saved, submitted and left. */
const CLICKS_MOST = 15

async function makeMorning(userName: string): Promise<void> {
  await query(
    `with p as (insert into products (name, category_id, sort) select $1 || lpad(n::text, 2, '0'),
        (select id from categories where level = 2 order by id limit 1), 1000 + n from generate_series(1, $2::int) n returning id),
      i as (insert into quote_items (product_id, name, market, unit, decimals)
        select p.id, $1 || '报价', '上海', '元/吨', 0 from p returning id, product_id),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', $2::int from price_publications returning number),
      e as (insert into prices (quote_item_id, product_id, day, low, high, average, change, percent, status, publication)
        select i.id, i.product_id, current_date, 3800, 3860, 3830, 30, 0.79, 'verified', n.number from i, n
        returning id, quote_item_id, day, publication)
    insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
      select e.id, e.quote_item_id, e.day, 1, 'verify', 3800, 3860, 3830, 'grid', e.publication, 'e2e' from e`,
    [PREFIX, PRODUCTS],
  )
  await query(
    `with t as (insert into article_templates (name, edition, kind, news_category_id)
        select $1 || '早报', 'zh', 'morning', (select id from news_categories where product_id is null order by id limit 1) returning id),
      v as (insert into article_template_versions (template_id, number, title, summary, channels, source, body, by_name)
        select t.id, 1, '{{产品}}{{日期}}早报', '市场成交一般，商家出货意愿增强，下游按单采购为主', '{officialWebsite}', '本站', $2::jsonb, 'e2e' from t),
      f as (insert into article_template_products (template_id, product_id)
        select t.id, p.id from t, products p where p.name like $1 || '%')
    insert into article_template_favourites (template_id, user_id) select t.id, u.id from t, users u where u.user_name = $3`,
    [
      PREFIX,
      JSON.stringify({
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              {
                type: 'text',
                text: '受成本支撑与库存小幅下降影响，今日早间商家报价以稳为主，部分小幅上调，今日市场成交一般，价格持稳，下游按单采购为主，商家出货意愿有所增强，均价 {{价格:#1}} {{价格:#1|单位}}。',
              },
            ],
          },
          { type: 'paragraph', content: [{ type: 'text', text: '{{价格表:本产品}}' }] },
        ],
      }),
      userName,
    ],
  )
  await query(
    `update article_templates a set head_id = v.id from article_template_versions v
      where v.template_id = a.id and a.head_id is null`,
  )
  await query(
    `with u as (select id, role_id from users where user_name = $1),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from u, products p where p.name like $2 || '%')
    insert into user_news_categories (user_id, news_category_id)
      select u.id, c.id from u, news_categories c where c.product_id is null`,
    [userName, PREFIX],
  )
}

test('product.md "Who works here": an editor’s morning of twelve products takes at most 15 clicks', async ({
  page,
}) => {
  test.slow()
  await addPerson('writes.twelve', 'newsEditor')
  await makeMorning('writes.twelve')
  await enter(page, 'writes.twelve', '/data/actciles/template')
  await expect(row(page, `${PREFIX}早报`)).toBeVisible()
  await page.evaluate(() => {
    const counted = window as { clicks?: number }
    counted.clicks = 0
    addEventListener(
      'click',
      () => {
        counted.clicks = (counted.clicks ?? 0) + 1
      },
      true,
    )
  })

  await act(shown(page), '收藏的今日草稿（1）').click()
  const made = dialog(page, `已生成 ${PRODUCTS} 篇草稿`)
  await expect(made.getByRole('listitem')).toHaveCount(PRODUCTS)
  await act(made, '打开第一篇').click()
  const standards = shown(page).getByRole('region', { name: '发布标准' })
  for (let n = 1; n <= PRODUCTS; n++) {
    const name = `${PREFIX}${String(n).padStart(2, '0')}`
    await expect(field(shown(page), '标题')).toHaveValue(new RegExp(`^${name}`))
    await expect(standards.getByRole('status')).toContainText('全部达到')
    await act(shown(page), '提交并打开下一篇').click()
  }
  await expect(page).toHaveURL(/\/data\/actciles\/articles/)
  const clicks = await page.evaluate(() => (window as { clicks?: number }).clicks)
  expect(clicks).toBeLessThanOrEqual(CLICKS_MOST)
  const waiting = await query<{ n: number }>(
    `select count(*)::int as n from articles where title like $1 || '%' and state = 'pending'`,
    [PREFIX],
  )
  expect(waiting).toEqual([{ n: PRODUCTS }])
})
