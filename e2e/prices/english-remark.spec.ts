// English remarks of a day, with the dictionary's terms for those used in the Chinese remark.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, field, shown, success } from '../page.ts'

const DAY = '2026-11-20'

test('prices.md "Screens": a remark is put into English, and a term that is not used is named', async ({ page }) => {
  await addPerson('translates.prices', 'priceAnalyst')
  await query(
    `with u as (select id, role_id from users where user_name = $1),
      p as (insert into products (name) values ('备注钢') returning id),
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, english_name, market, unit, decimals, analyst_id, sort, frequency, weekdays)
        select p.id, '备注钢 上海', 'Remark steel, Shanghai', '上海', '元/吨', 0, u.id, 1, 'weekdays', '{1,2,3,4,5}'
          from u, p returning id, product_id)
    insert into prices (quote_item_id, product_id, day, low, high, average, remark)
      select id, product_id, $2, 3800, 3860, 3830, '钢厂检修' from i`,
    ['translates.prices', DAY],
  )
  await enter(page, 'translates.prices', '/data/priceService/price/englishRemark')
  await field(shown(page), '日期').fill(DAY)
  await field(shown(page), '日期').press('Enter')
  await expect(shown(page).getByText('，未译 1 条')).toBeVisible()
  const row = shown(page).getByRole('row', { name: '备注钢 上海' })
  await expect(row).toContainText('检修 maintenance')
  const typed = row.locator('[aria-colindex="7"]')
  await typed.click()
  await page.keyboard.type('mill repair')
  await page.keyboard.press('Enter')
  await expect(typed).toHaveAttribute('title', '译文没有用术语：maintenance')
  await typed.click()
  await page.keyboard.type('mill maintenance')
  await page.keyboard.press('Enter')
  await act(shown(page), '保存（1）').click()
  await expect(success(page)).toHaveText('保存成功')
  await expect(shown(page).getByText('，未译 0 条')).toBeVisible()
})
