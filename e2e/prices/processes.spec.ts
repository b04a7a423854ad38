// Processes and tables of price differences: created, tried out, and updated by published prices.
import { addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import { act, answer, dialog, field, goTo, passDialogGuard, pickFound, pickInCascade, row, shown } from '../page.ts'

/** Two items of one product, published at 3,000 and 1,000 the day before. */
async function makeItems(userName: string, name: string): Promise<void> {
  await query(
    `with u as (select id, role_id from users where user_name = $1),
      p as (insert into products (name) values ($2) returning id),
      ${everyDay},
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, decimals, calendar_id)
        select p.id, $2 || v.name, '上海', '元/吨', 0, c.id
          from p, c, (values ('成材'), ('原料')) v(name) returning id, product_id, name),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', 2 from price_publications returning number)
    insert into prices (quote_item_id, product_id, day, low, high, average, status, publication, verified_at)
      select i.id, i.product_id, current_date - 1, v, v, v, 'verified', n.number, now()
        from i, n, lateral (select case when i.name like '%成材' then 3000 else 1000 end as v) of`,
    [userName, name],
  )
}

test('prices.md a process is created, its profit previewed, and drawn', async ({ page }) => {
  await addPerson('makes.processes', 'priceAnalyst')
  await makeItems('makes.processes', '工序钢')
  await enter(page, 'makes.processes', '/data/goodsManage/goodsProcessVariable')
  await act(shown(page), '新增').click()
  await pickInCascade(shown(page).getByRole('combobox', { name: /产品/ }), '工序钢')
  await field(shown(page), '工序名称').fill('短流程炼钢')
  await pickFound(shown(page).getByRole('combobox', { name: '产出 1 报价项或系列' }), '工序钢成材')
  await pickFound(shown(page).getByRole('combobox', { name: '投入 1 报价项或系列' }), '工序钢原料')
  await field(shown(page).getByRole('group', { name: '投入 1' }), '系数').fill('1.6')
  await expect(shown(page).getByRole('table', { name: /结果/ })).toContainText('1,400')
  await act(shown(page), '保存').click()
  await row(page, '短流程炼钢').getByRole('button', { name: '短流程炼钢', exact: true }).click()
  const details = dialog(page, '短流程炼钢')
  await expect(details.getByRole('img', { name: /利润 最低 1,400元\/吨.*成本 最低 1,600元\/吨/ })).toBeVisible()

  // what changes published days asks first, and leaves the form when it is done
  const [made] = await query<{ id: string }>(`select id::text as id from processes where name = '短流程炼钢'`)
  await goTo(page, `/data/goodsManage/goodsProcessVariable/edit?id=${made?.id}`)
  await shown(page)
    .getByRole('spinbutton', { name: /小数位数/ })
    .fill('1')
  await act(shown(page), '保存').click()
  const asked = dialog(page, '保存')
  await expect(asked).toContainText('小数位数有变化，全部日期的成本与利润随之改变。')
  await passDialogGuard(page)
  await act(asked, '保存').click()
  await expect(row(page, '短流程炼钢')).toContainText('1,400.0')
})

test('prices.md a table of price differences is created, filled in and submitted', async ({ page }) => {
  await addPerson('makes.differences', 'priceAnalyst')
  await makeItems('makes.differences', '价差钢')
  await enter(page, 'makes.differences', '/application/gangtie/price/priceDiffAdd')
  await act(shown(page), '新增').click()
  await pickInCascade(shown(page).getByRole('combobox', { name: /产品/ }), '价差钢')
  await field(shown(page), '价差表名称').fill('价差钢牌号差')
  await pickFound(shown(page).getByRole('combobox', { name: /基准报价项/ }), '价差钢成材')
  await field(shown(page), '第 1 行 牌号或地区').fill('HRB500')
  await act(shown(page), '保存').click()
  await row(page, '价差钢牌号差').getByRole('button', { name: '价差钢牌号差', exact: true }).click()
  const sheet = dialog(page, '价差钢牌号差')
  await field(sheet, 'HRB500 价差').fill('150')
  await page.keyboard.press('Escape')
  await answer(dialog(page, '放弃改动'), '继续编辑')
  await expect(field(sheet, 'HRB500 价差')).toHaveValue('150')
  await act(sheet, '提交审核（1）').click()
  await expect(sheet.getByRole('row', { name: /HRB500/ })).toContainText('待审核')
})
