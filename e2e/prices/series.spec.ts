// A derived series: errors of its formula, the corrected formula tried out, and its chart over two years.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, dialog, field, pickFound, pickInCascade, row, shown } from '../page.ts'

const DAYS = 731

/** Adds two items of one product, published daily for two years, the second 100 above the first. @returns the codes */
async function makeItems(userName: string, prefix: string): Promise<string[]> {
  const rows = await query<{ code: string }>(
    `with u as (select id, role_id from users where user_name = $1),
      p as (insert into products (name) values ($2) returning id),
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, decimals) select p.id, $2 || n, '上海', '元/吨', 0
        from p, generate_series(1, 2) n returning id, product_id, code),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', $3 from price_publications returning number),
      e as (insert into prices (quote_item_id, product_id, day, low, high, average, status, publication, verified_at)
        select i.id, i.product_id, date '2026-11-20' - d, v, v, v, 'verified', n.number, now()
          from i, n, generate_series(0, $3::int - 1) d,
            lateral (select 3000 + d % 40 + 100 * (i.id - (select min(id) from i)) as v) of)
    select code from i order by id`,
    [userName, prefix, DAYS],
  )
  return rows.map(({ code }) => code)
}

test('§2 a formula’s error is shown at its position, corrected, and the series drawn over two years', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\).*series\/add/)
  await addPerson('derives.series', 'priceAnalyst')
  const [first = '', second = ''] = await makeItems('derives.series', '推演钢')
  await enter(page, 'derives.series', '/data/priceService/series')
  await act(shown(page), '新增').click()
  await pickInCascade(shown(page).getByRole('combobox', { name: /产品/ }), '推演钢')
  await field(shown(page), '系列名称').fill('推演钢价差')
  const formula = field(shown(page), '公式')
  const preview = shown(page).locator('.formula-preview')
  await formula.fill(`${second} - sum(${first})`)
  await expect(preview.locator('mark')).toHaveText('sum')
  await expect(preview).toContainText('没有名为“sum”的函数')
  await formula.fill(`${second} - Q999999`)
  await expect(preview).toContainText('没有编号为 Q999999 的报价项')
  await act(shown(page), '保存').click()
  await expect(shown(page).getByText('第 11 个字符：没有编号为 Q999999 的报价项')).toBeVisible()

  await formula.fill(`${second} - `)
  await pickFound(shown(page).getByRole('combobox', { name: '插入报价项或系列' }), '推演钢1')
  await expect(formula).toHaveValue(`${second} - ${first}`)
  const results = preview.getByRole('table', { name: '最近 10 期结果' })
  await expect(results.getByRole('row')).toHaveCount(10)
  await expect(results).toContainText('100.00')
  await act(shown(page), '保存').click()

  await expect(row(page, '推演钢价差')).toContainText('价差')
  await expect(row(page, '推演钢价差')).toContainText('2026-11-20')
  await row(page, '推演钢价差').getByRole('button', { name: '推演钢价差', exact: true }).click()
  const details = dialog(page, '推演钢价差')
  await expect(details.getByRole('img', { name: /推演钢价差走势/ })).toHaveAttribute(
    'aria-label',
    new RegExp(`日期 2024-11-20 至 2026-11-20，共 ${DAYS} 项`),
  )
  await expect(details).toContainText(`${second} - ${first}`)
})
