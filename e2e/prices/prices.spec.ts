// The day's price: entered by its analyst, reviewed by keyboard, corrected, and its record of revisions.
import { addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, field, passDialogGuard, pickFound, row, rowAct, shown, success } from '../page.ts'

/** Adds an item of a product that all these people have. @returns the product's id */
async function makeItem(name: string, ...people: string[]): Promise<string> {
  const [product] = await query<{ id: string }>(
    `with ${everyDay}, p as (insert into products (name) values ($1) returning id),
      i as (insert into quote_items (product_id, name, market, unit, decimals, calendar_id)
        select p.id, $1, '上海', '元/吨', 0, c.id from p, c returning id),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from users u, p where u.user_name = any($2))
    select id::text from p`,
    [name, people],
  )
  return product?.id ?? ''
}

test('§2 a price is entered, overruled, passed by keyboard, corrected and traced', async ({
  page,
  browser,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\).*price\/saveOne/)
  await addPerson('enters.prices', 'priceAnalyst')
  await addPerson('reviews.prices', 'reviewer')
  const productId = await makeItem('试验钢坯', 'enters.prices', 'reviews.prices')
  await enter(page, 'enters.prices', `/data/priceService/price?productId=${productId}`)
  await act(shown(page), '新增').click()
  const form = dialog(page, '新增价格')
  await pickFound(form.getByRole('combobox', { name: /报价项/ }), '试验钢坯')
  await field(form, '低价').fill('3,900')
  await field(form, '高价').fill('3800')
  await act(form, '保存草稿').click()
  await expect(page.getByText('低价不能高于高价')).toBeVisible()
  await passDialogGuard(page)
  await field(form, '高价').fill('3960')
  await act(form, '保存草稿').click()
  await expect(row(page, '试验钢坯')).toContainText('3,930')
  await rowAct(page, '试验钢坯', '提交')
  await expect(row(page, '试验钢坯')).toContainText('待审核')

  const other = await (await browser.newContext()).newPage()
  await enter(other, 'reviews.prices', `/data/priceService/priceReview?productId=${productId}`)
  await rowAct(other, '试验钢坯', '驳回')
  await field(dialog(other), '驳回意见').fill('与成交不符')
  await answer(dialog(other), '驳回')
  await expect(row(other, '试验钢坯')).toHaveCount(0)

  await button(shown(page), '刷新').click()
  await expect(row(page, '试验钢坯')).toContainText('与成交不符')
  await rowAct(page, '试验钢坯', '提交')
  await expect(row(page, '试验钢坯')).toContainText('待审核')

  // the review queue updates live
  await row(other, '试验钢坯').focus()
  await other.keyboard.press('a')
  await act(shown(other), '立即发布').click()
  await expect(success(other).filter({ hasText: '审核通过，已发布' }).first()).toBeVisible()

  await button(shown(page), '刷新').click()
  await rowAct(page, '试验钢坯', '更正')
  const correction = dialog(page, /更正价格/)
  await field(correction, '低价').fill('3910')
  await field(correction, '更正原因').fill('录入时看错一行')
  await act(correction, '提交更正').click()
  await expect(row(page, '试验钢坯')).toContainText('更正待审核')
  await expect(row(page, '试验钢坯')).toContainText('3,930')

  // else it would be taken for that of the next
  await expect(success(other), 'the message of the first publication is gone').toHaveCount(0)
  await button(shown(other), '刷新').click()
  await row(other, '试验钢坯').focus()
  await other.keyboard.press('A')
  await act(shown(other), '立即发布').click()
  await expect(success(other).filter({ hasText: '审核通过，已发布' }).first()).toBeVisible()
  await other.context().close()

  await button(shown(page), '刷新').click()
  await expect(row(page, '试验钢坯').locator('del', { hasText: '3,930' })).toBeVisible()
  await expect(row(page, '试验钢坯')).toContainText('3,935')
  await button(row(page, '试验钢坯'), /^试验钢坯$/).click()
  const drawer = dialog(page, /试验钢坯/)
  await expect(drawer.locator('del', { hasText: '均 3,930' })).toBeVisible()
  await expect(drawer.getByText('还没有导出')).toBeVisible()
  await expect(drawer.getByText('更正类型：录入有误')).toBeVisible()

  // a phone shows name and price side by side
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(button(row(page, '试验钢坯'), /^试验钢坯$/)).toBeInViewport({ ratio: 1 })
  await expect(row(page, '试验钢坯').getByRole('cell', { name: '3,935' })).toBeInViewport({ ratio: 1 })
})
