// One quote item changed by two people at once: what differs is shown as its fields show it, never by ids and codes.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, button, choose, dialog, field, shown } from '../page.ts'

async function addItem(): Promise<string> {
  const [item] = await query<{ id: string }>(
    `with p as (insert into products (name, unit) values ('双版硅铁', '元/吨'), ('双版锰硅', '元/吨') returning id, name)
    insert into quote_items (product_id, name, market, unit, region_id)
      select id, '双版现货', '上海', '元/吨', (select id from regions where level = 2 and name like '南京%') from p
      where name = '双版硅铁' returning id::text`,
  )
  return item?.id ?? ''
}

test('§8 601 a quote item is changed by two people: product, region, people and choices are shown by their names', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409/)
  const id = await addItem()
  await enter(page, 'admin', `/data/priceService/quoteItem/edit?id=${id}`)
  await choose(shown(page), '更新频率', '每月末')
  await field(shown(page), '品牌或产地').fill('双版牌')
  await query(
    `update quote_items set version = version + 1, source = 'listing',
      product_id = (select id from products where name = '双版锰硅'), calendar_id = (select min(id) from calendars),
      region_id = (select id from regions where level = 2 and name like '无锡%'),
      analyst_id = (select id from users where user_name = 'analyst') where id = $1`,
    [id],
  )
  await act(shown(page), '保存').click()
  const conflict = dialog(page, '数据已被他人修改，请核对后再保存')
  const line = (label: string) => conflict.getByRole('row', { name: label })
  await expect(line('产品')).toContainText(/双版硅铁.*双版锰硅/)
  await expect(line('地区')).toContainText(/南京.*无锡/)
  await expect(line('更新频率')).toContainText(/每月末.*每个工作日/)
  await expect(line('分析师')).toContainText('贺文博')
  await expect(line('品牌或产地')).toContainText('双版牌')
  await expect(conflict.locator('.conflict-chosen :enabled'), 'they are shown, and not to be changed here').toHaveCount(
    0,
  )
  await expectAccessible(page, { within: ['.ant-modal'] })
  await button(conflict, '按选择保存').click()
  await expect(conflict).toHaveCount(0)
})
