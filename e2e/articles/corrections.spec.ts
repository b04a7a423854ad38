// An article whose price is corrected: title, summary and body are brought up to date by one act, words that no longer
// fit and prices typed by hand are told.
import type { Page } from '@playwright/test'
import { articleCalls } from '#contract/articles/articles.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, field, goTo, pickFound, pickInCascade, row, shown } from '../page.ts'

const DAY = '2026-11-20'
const NAME = '更钢坯'

const body = JSON.stringify({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: '均价 {{价格:#1}} 元/吨，较上一期下跌 {{价格:#1|涨跌}}。' }] },
    { type: 'paragraph', content: [{ type: 'text', text: '{{价格表:本产品}}' }] },
  ],
})

/** A product with a published price, and a template for it. */
async function makePrice(): Promise<void> {
  await query(
    `with p as (insert into products (name, category_id, sort)
        values ($1, (select id from categories where level = 2 order by id limit 1), 1000) returning id),
      i as (insert into quote_items (product_id, name, market, unit, decimals)
        select p.id, $1 || '报价', '上海', '元/吨', 0 from p returning id, product_id),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', 1 from price_publications returning number),
      e as (insert into prices (quote_item_id, product_id, day, low, high, average, change, percent, status, publication)
        select i.id, i.product_id, $2::date, 7750, 7850, 7800, -20, -0.26, 'verified', n.number from i, n
        returning id, quote_item_id, day, publication)
    insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
      select e.id, e.quote_item_id, e.day, 1, 'verify', 7750, 7850, 7800, 'grid', e.publication, 'e2e' from e`,
    [NAME, DAY],
  )
  await query(
    `with t as (insert into article_templates (name, edition, kind, news_category_id)
        select $1 || '日评', 'zh', 'daily', (select id from news_categories where product_id is null order by id limit 1) returning id)
    insert into article_template_versions (template_id, number, title, summary, channels, source, body, by_name)
      select t.id, 1, '{{产品}}均价 {{价格:#1}}', '今日均价 {{价格:#1}} 元/吨，{{下跌:#1}}市场走弱{{/下跌}}', '{officialWebsite}', '本站',
        $2::jsonb, 'e2e' from t`,
    [NAME, body],
  )
  await query(
    `update article_templates a set head_id = v.id from article_template_versions v
      where v.template_id = a.id and a.head_id is null`,
  )
}

/** The analyst's correction, as its review publishes it. */
const correctPrice = () =>
  query(
    `with n as (insert into price_publications (number, by_name, entries)
        select max(number) + 1, 'e2e', 1 from price_publications returning number),
      e as (update prices p set low = 7850, high = 7950, average = 7900, change = 80, percent = 1.02, publication = n.number
        from n, quote_items i where i.id = p.quote_item_id and i.name = $1 || '报价' and p.day = $2::date
        returning p.id, p.quote_item_id, p.day, p.publication)
    insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
      select e.id, e.quote_item_id, e.day, 2, 'verify', 7850, 7950, 7900, 'grid', e.publication, 'e2e' from e`,
    [NAME, DAY],
  )

async function save(page: Page): Promise<void> {
  const { save: again, add } = articleCalls.zh
  const saved = page.waitForResponse((reply) => [again.path, add.path].some((path) => reply.url().endsWith(path)))
  await page.keyboard.press('Control+s')
  expect((await (await saved).json()) as { code: number }).toMatchObject({ code: 200 })
}

test('articles.md "Templates": an article is corrected in title, summary and body by one act, and says what no longer fits', async ({
  page,
}) => {
  await addPerson('writes.corrections', 'newsEditor')
  await makePrice()
  await query(
    `with u as (select id, role_id from users where user_name = 'writes.corrections'),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from u, products p where p.name = $1)
    insert into user_news_categories (user_id, news_category_id)
      select u.id, c.id from u, news_categories c where c.product_id is null`,
    [NAME],
  )
  await enter(page, 'writes.corrections', '/data/actciles/addDetail')
  await button(shown(page), '由模板生成').click()
  const form = dialog(page, '由模板生成')
  await pickFound(form.getByRole('combobox', { name: '模板' }), `${NAME}日评`)
  await pickInCascade(form.getByRole('combobox', { name: /产品/ }), NAME, NAME)
  // today has no price
  const lacking = form.getByText(/没有可用的价格/)
  await expect(lacking).toBeVisible()
  await field(form, '价格日期').fill(DAY)
  await field(form, '价格日期').press('Enter')
  await expect(lacking).toBeHidden()
  await act(form, '生成').click()
  // keys are the dialog's until it has closed
  await expect(form).toBeHidden()
  const text = shown(page).getByRole('textbox', { name: '正文' })
  const summary = field(shown(page), '摘要')
  await expect(summary).toHaveValue('今日均价 7800 元/吨，市场走弱')
  await expect(shown(page).getByText('引用的价格：').first()).toBeVisible()
  await expect(text.getByRole('table')).toContainText('7,800')
  // a person writes around the figure, and one by hand
  await summary.fill('成交 7800 吨，今日均价 7800 元/吨，市场走弱')
  await field(shown(page), '副标题').fill('均价 7,800 元/吨')
  await save(page)
  await expect(button(shown(page), '历史版本')).toBeVisible()

  await correctPrice()
  await page.reload()
  await button(shown(page), '查看更正').click()
  const checking = dialog(page, '核对引用的价格')
  for (const place of ['标题', '副标题', '摘要', '正文'])
    await expect(checking.getByRole('cell', { name: place, exact: true }).first()).toBeVisible()
  await button(checking, '全部更新').click()
  await expect(field(shown(page), '标题')).toHaveValue('更钢坯均价 7900')
  await expect(summary).toHaveValue('成交 7800 吨，今日均价 7900 元/吨，市场走弱')
  await expect(text).toContainText('均价 7900 元/吨')
  await expect(text.getByRole('table')).toContainText('7,900')
  // nothing claims that all is up to date: the typed figure, and the words of the move
  await button(checking, '按最新价格更新').click()
  await expect(field(shown(page), '副标题')).toHaveValue('均价 7,900 元/吨')
  await expect(checking.getByText('用词与更正后的涨跌不符')).toBeVisible()
  await checking.press('Escape')
  await expect(checking).toBeHidden()
  const standards = shown(page).getByRole('region', { name: '发布标准' })
  await expect(standards).toContainText('正文中“下跌”与 80 不符')

  await summary.fill('成交 7800 吨，今日均价 7900 元/吨，市场走强')
  await text.getByText('较上一期下跌').click()
  await button(shown(page), '查找替换').click()
  await page.getByRole('textbox', { name: '查找' }).fill('下跌')
  await page.getByRole('textbox', { name: '替换为' }).fill('上涨')
  await button(page, '全部替换').click()
  await page.keyboard.press('Escape')
  await expect(standards).not.toContainText('不符')
  await button(shown(page), '核对价格').click()
  await expect(checking.getByText('引用的价格都是最新发布的')).toBeVisible()
  await checking.press('Escape')
  await act(shown(page), '保存并提交审核').click()
  await goTo(page, `/data/actciles/articles?words=${encodeURIComponent(NAME)}`)
  await expect(row(page, '更钢坯均价 7900')).toContainText('待审核')
})
