// A quote item's definition: changed from a day on, and corrected for days that are published.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, dialog, field, goTo, passDialogGuard, row, shown } from '../page.ts'

async function makeItem(userName: string, name: string): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with u as (select id, role_id from users where user_name = $1),
      p as (insert into products (name) values ($2) returning id),
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, decimals)
        select p.id, $2 || '现货', '上海', '元/吨', 0 from p returning id, product_id),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', 1 from price_publications returning number)
    insert into prices (quote_item_id, product_id, day, low, high, average, status, publication, verified_at)
      select i.id, i.product_id, '2090-01-02', 8270, 8270, 8270, 'verified', n.number, now() from i, n
      returning quote_item_id::text as id`,
    [userName, name],
  )
  return made?.id ?? ''
}

test('prices.md a changed unit holds from a day on, and published days are corrected by their own act', async ({
  page,
}) => {
  await addPerson('defines.items', 'sjgly')
  const id = await makeItem('defines.items', '定义油')
  await enter(page, 'defines.items', `/data/priceService/quoteItem/edit?id=${id}`)
  await expect(field(shown(page), '单位')).toHaveValue('元/吨')
  await expect(field(shown(page), '新定义生效日期')).toHaveCount(0)
  await field(shown(page), '单位').fill('美元/桶')
  await expect(field(shown(page), '新定义生效日期')).toHaveValue('2090-01-03')
  await act(shown(page), '保存').click()
  await expect(page).toHaveURL(/quoteItem(?:$|\?)/)
  await goTo(page, '/data/priceService/quoteItem?name=定义油')
  // the change is not there yet
  await expect(row(page, '定义油现货')).toContainText('元/吨')
  await row(page, '定义油现货').getByRole('button', { name: '定义油现货', exact: true }).click()
  const details = dialog(page, /^定义油现货$/)
  await expect(details).toContainText('2090-01-03 起，已发布 0 天')
  await expect(details).toContainText('2090-01-03 前，已发布 1 天')
  await act(details, '更正定义').last().click()
  const correcting = dialog(page, /更正“定义油现货”的定义/)
  await field(correcting, '单位').fill('元/桶')
  await field(correcting, '更正原因').fill('单位录错')
  await passDialogGuard(page)
  await act(correcting, '更正').click()
  const asked = dialog(page, /更正“定义油现货”的定义/).filter({ hasText: '已发布的日期' })
  await expect(asked).toContainText('2090-01-02')
  await passDialogGuard(page)
  await act(asked, '更正').click()
  await expect(details).toContainText('上海，元/桶')
})
