// Two analysts in one product: each sees what the other saves, nobody's input is lost, and what is submitted was shown.
import type { Page } from '@playwright/test'
import { addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import { act, button, shown } from '../page.ts'

test.use({ live: true })

const [ITEM, LOW, HIGH, STATE] = [1, 5, 6, 10]
const cell = (page: Page, name: string, column: number) =>
  shown(page).getByRole('row', { name }).locator(`[aria-colindex="${column}"]`)

async function makeItems(names: readonly string[], ...people: string[]): Promise<string> {
  const [product] = await query<{ id: string }>(
    `with p as (insert into products (name) values ($2) returning id),
      ${everyDay},
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from users u, p where u.user_name = any($1)),
      i as (insert into quote_items (product_id, name, market, unit, decimals, sort, calendar_id)
        select p.id, n, '上海', '元/吨', 0, at, c.id
          from p, c, unnest($3::text[]) with ordinality as t(n, at) returning id)
    select id::text from p where exists (select from i)`,
    [people, names[0], names],
  )
  return product?.id ?? ''
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await cell(page, name, LOW).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('prices.md "Entering": two analysts in one product see each other, choose between both values, and lose nothing', async ({
  page,
  browser,
}) => {
  await addPerson('first.analyst', 'priceAnalyst')
  await addPerson('second.analyst', 'priceAnalyst')
  const productId = await makeItems(['同录钢甲', '同录钢乙', '同录钢丙'], 'first.analyst', 'second.analyst')
  const address = `/data/priceService/price/batchAdd?productIds=${productId}`
  await enter(page, 'first.analyst', address)
  const other = await (await browser.newContext()).newPage()
  await enter(other, 'second.analyst', address)
  await expect(shown(other).getByText('待填 3 项')).toBeVisible()

  // what one saves appears with the other, who is shown in their row
  await type(page, '同录钢甲', '3800-3860')
  // the active cell is an input
  await expect(cell(other, '同录钢甲', HIGH)).toHaveText('3,860')
  await cell(other, '同录钢丙', LOW).click()
  await expect(cell(page, '同录钢丙', ITEM)).toContainText('second.analyst 正在录入')

  // both type into one cell: the later one is asked, and neither value is lost
  await other.route('**/prices/price/save', (route) => route.abort())
  await type(other, '同录钢甲', '3900-3960')
  await expect(shown(other).getByText(/网络中断/)).toBeVisible()
  await type(page, '同录钢甲', '3810-3870')
  const contested = shown(other).getByRole('list', { name: '与他人的修改冲突' })
  await expect(contested).toContainText('first.analyst')
  await expect(contested).toContainText('3,810 – 3,870')
  await expect(contested).toContainText('我填的 3,900 – 3,960')
  await other.unroute('**/prices/price/save')

  // a half-typed row and a contested one stay as they are while the others are submitted
  await cell(other, '同录钢乙', LOW).click()
  await other.keyboard.type('约3700')
  await other.keyboard.press('Enter')
  await type(page, '同录钢丙', '4000-4010')
  await expect(cell(other, '同录钢丙', HIGH)).toHaveText('4,010')
  await act(shown(other), '提交审核（1）').click()
  await expect(cell(other, '同录钢丙', STATE)).toHaveText('待审核')
  await expect(cell(other, '同录钢乙', LOW)).toHaveText('约3700')
  await expect(cell(other, '同录钢甲', LOW)).toHaveText('3,900')
  await expect(cell(page, '同录钢丙', STATE)).toHaveText('待审核')

  await button(contested, '同录钢甲 保留我的').click()
  await expect(cell(page, '同录钢甲', LOW)).toHaveText('3,900')
  await expect(contested).toHaveCount(0)
})
