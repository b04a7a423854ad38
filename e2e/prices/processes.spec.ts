// Processes and tables of price differences: created, tried out, and updated by published prices.
import { addHolder, addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  dialog,
  field,
  goTo,
  passDialogGuard,
  pickFound,
  pickInCascade,
  row,
  shown,
  success,
} from '../page.ts'

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

  // each version opens and is mended by itself; later ones stay unless they are chosen
  await query(
    `with v as (insert into process_versions (process_id, valid_from, by_name)
        values ($1, '2026-01-05', 'e2e') returning id, process_id)
    insert into process_terms (version_id, side, place, name, quote_item_id, coefficient, conversion)
      select v.id, t.side, t.place, t.name, t.quote_item_id, case t.side when 'input' then 2 else t.coefficient end, t.conversion
        from v join process_versions o on o.process_id = v.process_id join process_terms t on t.version_id = o.id
        where o.id <> v.id`,
    [made?.id],
  )
  await goTo(page, `/data/goodsManage/goodsProcessVariable/edit?id=${made?.id}`)
  const coefficient = field(shown(page).getByRole('group', { name: '投入 1' }), '系数')
  await expect(coefficient).toHaveValue('2')
  await expect(shown(page).getByText('全部保留')).toHaveCount(0)
  await shown(page).getByText('最早', { exact: true }).click()
  await expect(coefficient).toHaveValue('1.6')
  await expect(shown(page).getByText('全部保留')).toBeVisible()
  await coefficient.fill('1.7')
  await act(shown(page), '保存').click()
  await expect(asked).toContainText('从最早起按这些投入产出计算，到 2026-01-05 前为止。')
  await passDialogGuard(page)
  await act(asked, '保存').click()
  await expect(row(page, '短流程炼钢')).toBeVisible()
  const versions = await query<{ coefficient: string }>(
    `select t.coefficient::text as coefficient from process_versions v join process_terms t on t.version_id = v.id
      where v.process_id = $1 and t.side = 'input' order by v.valid_from`,
    [made?.id],
  )
  expect(versions.map((version) => version.coefficient)).toEqual(['1.7', '2'])
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

test('prices.md "Derived": the differences of all tables are pasted by grade or place into one sheet, and submitted', async ({
  page,
}) => {
  // the roles of the demo have products with tables of their own
  await addHolder('pastes.differences', ['steel.priceDiff', 'view'], ['priceBatchAdd', 'view', 'add'])
  await query(
    `with u as (select id, role_id from users where user_name = 'pastes.differences'),
      p as (insert into products (name) values ('价差表钢') returning id),
      ${everyDay},
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      b as (insert into quote_items (product_id, name, market, unit, decimals)
        select id, '价差表钢 基准', '上海', '元/吨', 0 from p returning id, product_id),
      t as (insert into difference_tables (product_id, name, base_item_id)
        select b.product_id, name, b.id from b, unnest(array['牌号差', '地区差']) name returning id, product_id, name),
      i as (insert into quote_items (product_id, name, market, unit, decimals, kind, allows_negative, calendar_id)
        select t.product_id, t.name || ' ' || case t.name when '牌号差' then 'HRB500' else '天津' end, '上海', '元/吨', 0,
          'single', true, c.id from t, c returning id, name)
    insert into difference_rows (table_id, place, kind, name, quote_item_id)
      select t.id, 1, case t.name when '牌号差' then 'grade' else 'place' end, split_part(i.name, ' ', 2), i.id
        from t join i on split_part(i.name, ' ', 1) = t.name`,
  )
  await enter(page, 'pastes.differences', '/application/gangtie/price/priceDiffAdd')
  await act(shown(page), '录入当日价差').click()
  await expect(shown(page).getByText('待填 2 项')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /低价$/ })).toBeFocused()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '天津\t-30\r\nHRB500\t150')
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  })
  await expect(shown(page).getByText('已保存为草稿')).toBeVisible()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(success(page)).toContainText('已提交审核')
  const stored = await query<{ name: string; average: string; status: string }>(
    `select i.name, e.average::int::text as average, e.status from prices e join quote_items i on i.id = e.quote_item_id
      where i.name in ('牌号差 HRB500', '地区差 天津') order by i.name`,
  )
  expect(new Map(stored.map(({ name, average, status }) => [name, `${average} ${status}`]))).toEqual(
    new Map([
      ['牌号差 HRB500', '150 submitted'],
      ['地区差 天津', '-30 submitted'],
    ]),
  )
})
