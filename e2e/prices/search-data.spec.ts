// Comparison of published prices: chosen items, by month, chart, export, saved as a view and opened by its link.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, check, dialog, field, goTo, item, passDialogGuard, shown, success } from '../page.ts'

/** Two items and a series of one product, published; one of the first's prices was corrected. */
async function makeItems(userName: string): Promise<void> {
  await query(
    `with u as (select id, role_id from users where user_name = $1),
      p as (insert into products (name) values ('查询产品') returning id),
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, currency, decimals, sort)
        select p.id, v.name, '上海', v.unit, v.currency, 0, v.n from p,
          (values ('查询板卷', '元/吨', 'CNY', 1), ('查询矿石', '美元/吨', 'USD', 2)) v(name, unit, currency, n)
        returning id, product_id, name),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + k, 'e2e', 4 from price_publications, generate_series(1, 2) k
          group by k returning number),
      e as (insert into prices (quote_item_id, product_id, day, low, high, average, status, publication, verified_at)
        select i.id, i.product_id, d.day, d.price, d.price, d.price,
            case when d.day = '2026-11-03' and i.name = '查询板卷' then 'corrected' else 'verified' end,
            case when d.day = '2026-11-03' and i.name = '查询板卷' then (select max(number) from n) else (select min(number) from n) end,
            now()
          from i, (values ('2026-10-15'::date, 3700), ('2026-11-03', 3800), ('2026-11-05', 3900)) d(day, price)
        returning *),
      s as (insert into series (product_id, name, unit) select id, '查询价差', '元/吨' from p returning id),
      f as (insert into series_formulas (series_id, valid_from, formula, unit, by_name)
        select id, '1900-01-01', '1', '元/吨', 'e2e' from s),
      v as (insert into series_values (series_id, day, publication, value)
        select s.id, d.day, (select min(number) from n), d.value
          from s, (values ('2026-11-03'::date, 120.5), ('2026-11-05', 130.25)) d(day, value)),
      old as (insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
        select e.id, e.quote_item_id, e.day, 3, 'verify', 3650, 3650, 3650, 'grid', (select min(number) from n), 'e2e'
          from e where status = 'corrected' returning *)
    insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, replaces, by_name)
      select e.id, e.quote_item_id, e.day, 5, 'verify', e.low, e.high, e.average, 'grid', e.publication, old.id, 'e2e'
        from e join old on old.price_id = e.id`,
    [userName],
  )
}

test('§2 two items and a series are queried, drawn by month, exported, saved, and opened again by the link', async ({
  page,
}) => {
  await addPerson('asks.prices', 'priceAnalyst')
  await makeItems('asks.prices')
  await enter(page, 'asks.prices', '/data/priceService/searchData?range=own&from=2026-10-01&to=2026-11-30')
  await act(shown(page), '选择报价项').first().click()
  const choice = dialog(page, /选择报价项/)
  await field(choice, '名称或编码').fill('查询产品')
  await expect(choice.getByRole('checkbox')).toHaveCount(3)
  await check(choice.getByRole('checkbox', { name: /查询板卷/ }))
  await check(choice.getByRole('checkbox', { name: /查询矿石/ }))
  await check(choice.getByRole('checkbox', { name: /查询价差/ }))
  await passDialogGuard(page)
  await act(choice, '确定').click()
  await expect(choice).toBeHidden()

  const grid = shown(page).getByRole('grid', { name: '查询结果' })
  const day = grid.getByRole('row', { name: /2026-11-03/ })
  await expect(day.locator('del')).toHaveText('3,650')
  await expect(day).toContainText('3,800')
  await expect(shown(page).getByRole('img', { name: /走势对比，折线图.*查询矿石 最低 3,700美元\/吨/ })).toBeVisible()

  await act(shown(page), '添加标注').click()
  await field(dialog(page, '添加标注'), '标注').fill('港口检修')
  await passDialogGuard(page)
  await act(dialog(page, '添加标注'), '添加').click()
  await expect(dialog(page, '添加标注')).toBeHidden()
  await expect(shown(page).getByRole('img', { name: /走势对比.*标注：2026-11-05 港口检修/ })).toBeVisible()

  await expectAccessible(page)
  await shown(page).getByRole('radiogroup', { name: '频率' }).getByText('月').click()
  await expect(grid.getByRole('row', { name: /2026-11(?!-)/ })).toContainText('130.25')
  await shown(page).getByRole('radiogroup', { name: '画法' }).getByText('首值为 100').click()
  await expect(shown(page).getByRole('img', { name: /首值为 100.*最高 105.41/ })).toBeVisible()
  const link = page.url().replace(/^.*\/backend/, '')

  await button(shown(page), /导出$/).click()
  await field(dialog(page), '导出原因').fill('发给客户')
  await passDialogGuard(page)
  await act(dialog(page), '导出').click()
  await expect(success(page).filter({ hasText: '已开始导出' })).toBeVisible()

  await button(shown(page), /视图/).click()
  await item(page, '另存为视图').click()
  await field(dialog(page), '视图名称').fill('月度对比')
  await passDialogGuard(page)
  await act(dialog(page), '保存').click()
  await expect(button(shown(page), /月度对比/)).toBeVisible()

  await goTo(page, '/data/priceService/searchData')
  await expect(shown(page).getByText('选择报价项，或打开一个已保存的视图')).toBeVisible()
  await goTo(page, link)
  await expect(grid.getByRole('row', { name: /2026-11(?!-)/ })).toContainText('3,900')
  await expect(shown(page).getByRole('radio', { name: '首值为 100' })).toBeChecked()
  await button(shown(page), '移除查询矿石').press('Enter')
  await expect(button(shown(page), '移除查询矿石')).toHaveCount(0)
  await expect(grid.getByRole('columnheader')).toHaveCount(3)
})
