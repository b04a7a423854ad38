// What was heard at a visit reaches the analyst, who takes it up; the price's trace leads back to the visit.
import { addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, goTo, row, shown } from '../page.ts'

const PRODUCT = '听闻试验钢'
const [LOW] = [5]

/** Two items that the person enters on any day, published the day before, and two prices that were heard of their product. */
async function makeHeard(userName: string): Promise<void> {
  await query(
    `with u as (select id, role_id from users where user_name = $1),
      p as (insert into products (name, unit) values ($2, '元/吨') returning id),
      ${everyDay},
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, decimals, analyst_id, sort, calendar_id)
        select p.id, $2 || n, '上海', '元/吨', 0, u.id, n, c.id from u, p, c, generate_series(1, 2) n
        returning id, product_id),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', 2 from price_publications returning number)
    insert into prices (quote_item_id, product_id, day, low, high, average, status, publication, verified_at)
      select i.id, i.product_id, current_date - 1, 3800, 3860, 3830, 'verified', n.number, now() from i, n`,
    [userName, PRODUCT],
  )
  await query(
    `with s as (insert into visit_enterprises (name, kind, owner_id)
        select $1 || '厂', 'mill', id from users where user_name = 'sales' returning id, owner_id),
      v as (insert into visits (enterprise_id, owner_id, created_by_id, planned_at, aim, state, arrived_at, reported_at, result)
        select id, owner_id, owner_id, now(), '看库存', 'reported', now(), now(), '库存偏高' from s returning id)
    insert into visit_heard (visit_id, product_id, price_low, price_high, unit, mood, is_confidential)
      select v.id, p.id, low, low + 20, '元/吨', 'down', low > 3850 from v, products p, unnest(array[3850, 3900]) low
        where p.name = $1`,
    [PRODUCT],
  )
}

test('meetings-visits-sharing.md a heard price is taken up beside the grid, and the trace leads to the visit', async ({
  page,
}) => {
  await addPerson('quotes.heard', 'priceAnalyst')
  await makeHeard('quotes.heard')
  await enter(page, 'quotes.heard', '/data/priceService/price/batchAdd')
  await button(shown(page), '听到的价格（2）').click()
  const panel = shown(page).getByRole('complementary', { name: '拜访中听到的价格' })
  const heard = panel.getByRole('listitem').filter({ hasText: '3850–3870 元/吨' })
  const secret = panel.getByRole('listitem').filter({ hasText: '3900–3920 元/吨' })

  await test.step('it stands against the last published price, and names its source unless that is confidential', async () => {
    await expect(heard).toContainText(`${PRODUCT}1 3,830 元/吨`)
    await expect(heard).toContainText(`今天`)
    await expect(heard).toContainText(`${PRODUCT}厂`)
    await expect(secret).toContainText('来源保密')
    await expect(secret).not.toContainText(`${PRODUCT}厂`)
    await expect(button(heard, `采用 ${PRODUCT}`).first()).toBeDisabled()
  })

  await test.step('the analyst enters a price of their own, and refers to it', async () => {
    await shown(page)
      .getByRole('row', { name: `${PRODUCT}1` })
      .locator(`[aria-colindex="${LOW}"]`)
      .click()
    await page.keyboard.type('3850-3860')
    await page.keyboard.press('Enter')
    await expect(shown(page).getByText('已保存为草稿')).toBeVisible()
    await heard.getByRole('button', { name: `采用 ${PRODUCT}`, exact: true }).click()
    const taking = dialog(page, /^采用：/)
    await act(taking, '采用').click()
    await expect(heard).toContainText('已采用')
  })

  await test.step('another is not taken up, with a reason', async () => {
    await button(secret, `不采用 ${PRODUCT}`).click()
    const declining = dialog(page, /^不采用：/)
    await declining.getByRole('textbox').fill('偏离市场')
    await act(declining, '不采用').click()
    await expect(secret).toContainText('偏离市场')
  })

  await test.step('the trace of the price leads to what was heard at the visit', async () => {
    const [{ id = '' } = {}] = await query<{ id: string }>('select id::text from products where name = $1', [PRODUCT])
    await goTo(page, `/data/priceService/price?productId=${id}`)
    await row(page, '3,855')
      .getByRole('button', { name: `${PRODUCT}1`, exact: true })
      .click()
    const trace = dialog(page, new RegExp(`^${PRODUCT}1`))
    await button(trace, '来自拜访').click()
    const source = dialog(page, '拜访中听到的价格')
    await expect(source).toContainText('3850–3870 元/吨')
    await expect(source).toContainText(`${PRODUCT}厂`)
    await expect(source).toContainText('只有拜访人、其上级和同行人可以打开')
  })
})
