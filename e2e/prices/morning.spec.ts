// A morning of 30 prices by keyboard alone, from the home page to 提交, with the keys counted.
import type { Page } from '@playwright/test'
import { addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import { shown, success } from '../page.ts'

const ITEMS = 30
const MOST_KEYS = 120

/** Prices of the morning, in the order of the rows; empty: as yesterday. */
const prices = [
  ...['', '+10', '', '-10', '3820-3880', '', '+20', '+1%', '', ''],
  ...['+10', '', '3790-3850', '-20', '', '+10', '', '-1%', '', '+30'],
  ...['', '-10', '', '+5', '', '+10', '-0.5%', '', '', '+10'],
]

async function makeItems(userName: string, product = '晨录钢'): Promise<void> {
  await query(
    `with u as (select id, role_id from users where user_name = $1),
      p as (insert into products (name) values ($3) returning id),
      ${everyDay},
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, decimals, analyst_id, sort, calendar_id)
        select p.id, $3 || lpad(n::text, 2, '0'), '上海', '元/吨', 0, u.id, n, c.id
          from u, p, c, generate_series(1, $2::int) n returning id, product_id),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', $2 from price_publications returning number)
    insert into prices (quote_item_id, product_id, day, low, high, average, status, publication, verified_at)
      select i.id, i.product_id, '2026-11-20', 3800, 3860, 3830, 'verified', n.number, now() from i, n`,
    [userName, ITEMS, product],
  )
}

test('prices.md "Entering": 30 mixed prices are entered and submitted by keyboard alone from the home page', async ({
  page,
}, info) => {
  await addPerson('types.prices', 'priceAnalyst')
  await makeItems('types.prices')
  await enter(page, 'types.prices')
  let keys = 0
  const press = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key)
    keys += all.length
  }
  const focused = (at: Page) => at.evaluate(() => document.activeElement?.closest('a')?.textContent ?? '')
  await expect(shown(page).getByRole('link', { name: '晨录钢01' })).toBeVisible()
  while (!/今日待录价格|晨录钢01/.test(await focused(page)) && keys < MOST_KEYS) await press('Tab')
  await press('Enter')
  // the grid has the focus
  await expect(page.getByRole('textbox', { name: '晨录钢01 低价' })).toBeFocused()
  const fromHome = keys
  await press('Alt+=')
  await expect(shown(page).getByText('待填 0 项')).toBeVisible()
  const last = prices.findLastIndex((text) => text !== '')
  for (const [at, text] of prices.slice(0, last + 1).entries())
    await press(...(text === '' ? ['ArrowDown'] : [...text, ...(at === last ? [] : ['Enter'])]))
  await press('Control+Shift+Enter')
  await expect(success(page)).toContainText('已提交审核')
  // submitted cells are closed: the grid keeps the focus all the same
  await expect(shown(page).getByRole('textbox', { name: /^晨录钢/ })).toHaveCount(0)
  await expect(shown(page).getByRole('grid').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await expect(shown(page).getByRole('gridcell', { name: '晨录钢' }).first()).toBeVisible()
  info.annotations.push({ type: 'keys', description: `${keys}, of them ${fromHome} on the home page` })
  expect(keys).toBeLessThanOrEqual(MOST_KEYS)
  const stored = await query<{ n: string; same: string }>(
    `select count(*)::text as n, (count(*) filter (where e.low = 3800))::text as same from prices e
      join quote_items i on i.id = e.quote_item_id where i.name like '晨录钢%' and e.status = 'submitted'`,
  )
  expect(stored).toEqual([{ n: String(ITEMS), same: String(prices.filter((text) => text === '').length) }])

  // Esc, then Shift+Tab or Tab leaves the grid
  await page.getByRole('gridcell', { name: '晨录钢30' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await expect(shown(page).getByRole('grid').locator(':focus')).toHaveCount(0)
})

test('prices.md "Entering": the home page opens the grid at the item that was clicked', async ({ page }) => {
  await addPerson('clicks.prices', 'priceAnalyst')
  await makeItems('clicks.prices', '首页钢')
  await enter(page, 'clicks.prices')
  await shown(page).getByRole('link', { name: '首页钢03' }).click()
  await expect(page.getByRole('textbox', { name: '首页钢03 低价' })).toBeFocused()
  await expect(shown(page).locator('.price-recent')).toContainText('3,800 – 3,860')

  // at 390 px name and prices are side by side, and the name stays in view
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(shown(page).getByRole('columnheader', { name: '高价' })).toBeInViewport({ ratio: 1 })
  await shown(page)
    .getByRole('grid')
    .evaluate((grid) => grid.scrollTo({ left: 500 }))
  await expect(shown(page).getByRole('gridcell', { name: '首页钢03' })).toBeInViewport()
  await expect(shown(page).getByRole('columnheader', { name: '涨跌', exact: true })).toBeInViewport()
})
