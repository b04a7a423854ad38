// The review of a day's prices by keyboard: what is skipped stays skipped, and what was passed by mistake is taken back
// before readers see it.
import type { Page } from '@playwright/test'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, field, row, shown } from '../page.ts'

const DAY = '2026-11-20'

/** Prices of one product that wait for the reviewer, named by the prefix and a number. */
async function makeWaiting(reviewer: string, prefix: string, count: number): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with p as (insert into products (name) values ($2) returning id),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from users u, p where u.user_name = $1),
      i as (insert into quote_items (product_id, name, market, unit, decimals, sort)
        select p.id, $2 || lpad(n::text, 2, '0'), '上海', '元/吨', 0, n from p, generate_series(1, $4::int) n
        returning id, product_id),
      e as (insert into prices (quote_item_id, product_id, day, low, high, average, submitted_at)
        select id, product_id, $3, 3800, 3860, 3830, now() from i returning id, quote_item_id, day, product_id),
      r as (insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, by_name)
        select id, quote_item_id, day, 1, 'submit', 3800, 3860, 3830, 'grid', '分析师' from e)
    select product_id::text as id from e limit 1`,
    [reviewer, prefix, DAY, count],
  )
  const id = made?.id ?? ''
  await query(
    `update prices p set reviewing = r.id from price_revisions r where r.price_id = p.id and p.product_id = $1`,
    [id],
  )
  return id
}

const published = async (productId: string): Promise<string[]> =>
  (
    await query<{ name: string }>(
      `select i.name from prices p join quote_items i on i.id = p.quote_item_id
        where p.product_id = $1 and p.publication is not null order by i.sort`,
      [productId],
    )
  ).map(({ name }) => name)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('prices.md "Review": 47 rows by keyboard, four of them skipped and not published', async ({ page }) => {
  await addPerson('keys.reviewer', 'reviewer')
  const productId = await makeWaiting('keys.reviewer', '键审钢', 47)
  const names = Array.from({ length: 47 }, (_, at) => `键审钢${String(at + 1).padStart(2, '0')}`)
  const skipped = [names[2], names[3], names[10], names[30]]
  await enter(page, 'keys.reviewer', `/data/priceService/priceReview?productId=${productId}&size=50`)
  await expect(row(page, names[46] ?? '')).toBeVisible()
  await expect(shown(page).getByText('A 通过，R 驳回')).toBeVisible()
  // a row's checkbox does not swallow the keys
  await row(page, names[0] ?? '')
    .getByRole('checkbox')
    .click()
  await page.keyboard.press('a')
  for (const name of names.slice(1, 12)) {
    await expect.poll(() => focused(page)).toContain(name)
    await page.keyboard.press(skipped.includes(name) ? 'j' : 'a')
  }
  await expect.poll(() => focused(page)).toContain(names[12])
  // the dialog of an overruled price gives the focus back to the next one
  await page.keyboard.press('r')
  await field(dialog(page), '驳回意见').fill('与成交不符')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => focused(page)).toContain(names[13])
  for (const name of names.slice(13, 31)) {
    await expect.poll(() => focused(page)).toContain(name)
    await page.keyboard.press(skipped.includes(name) ? 'j' : 'a')
  }
  // the rest at once: named before it is published, without what was skipped
  await expect.poll(() => focused(page)).toContain(names[31])
  await page.keyboard.press('p')
  const asked = dialog(page, '通过并发布本页 16 条常规价格？')
  await expect(asked.getByRole('listitem')).toHaveText(names.slice(31).map((name) => `${name} ${DAY}3,830`))
  await answer(asked, '通过')
  await act(shown(page), '立即发布').click()
  const left = names.filter((name) => name !== names[12] && !skipped.includes(name))
  await expect.poll(() => published(productId)).toEqual(left)
  await expect(shown(page).locator('tr[data-row-key]')).toHaveCount(skipped.length)
})

test('prices.md "Review": a price that was passed can be taken back for five seconds', async ({ page }) => {
  await addPerson('undoes.reviewer', 'reviewer')
  const productId = await makeWaiting('undoes.reviewer', '缓发钢', 3)
  await page.clock.install()
  await enter(page, 'undoes.reviewer', `/data/priceService/priceReview?productId=${productId}`)
  await row(page, '缓发钢01').focus()
  await page.keyboard.press('a')
  await expect(shown(page).getByText('1 条价格将在 5 秒内发布')).toBeVisible()
  await expect(row(page, '缓发钢01')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(row(page, '缓发钢01')).toBeVisible()
  await row(page, '缓发钢02').focus()
  await page.keyboard.press('a')
  await expect(row(page, '缓发钢02')).toHaveCount(0)
  await page.clock.runFor(5_000)
  await expect.poll(() => published(productId)).toEqual(['缓发钢02'])
  // several are named before they are passed
  await row(page, '缓发钢01').getByRole('checkbox').click()
  await row(page, '缓发钢03').getByRole('checkbox').click()
  await button(shown(page).locator('.toolbar'), /^通\s?过$/).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  await answer(dialog(page), '取消')
})
