// The board of a day: an overdue item is excused, another person's board updates, a missing price opens its grid.
import { addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, field, row, rowAct, shown, success } from '../page.ts'

const BOARD = '/dataMonitoring/visualization/dataToBeUpdatedToday'
const [ANALYST, HEAD] = ['watches.own', 'watches.below']

/** Adds two items of the analyst, whose superior is the head; both were due an hour ago. */
async function makeDues(): Promise<void> {
  await query(
    `with u as (update users set edit_parent_id = (select id from users where user_name = $2) where user_name = $1
        returning id, role_id),
      p as (insert into products (name) values ('看板钢') returning id),
      ${everyDay},
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, analyst_id, sort, calendar_id)
        select p.id, '看板钢' || n, '上海', '元/吨', u.id, n, c.id from u, p, c, generate_series(1, 2) n
        returning id, product_id)
    insert into dues (kind, subject_id, day, product_id, warn_at, due_at, late_at, owner_id, responsible_id)
      select 'price', i.id, (now() at time zone 'Asia/Shanghai')::date, i.product_id, now() - interval '2 hours',
          now() - interval '1 hour', now() - interval '1 hour', u.id, u.id from i, u`,
    [ANALYST, HEAD],
  )
}

test('§2 an overdue item is excused, another person’s board updates, a missing price opens its grid', async ({
  page,
  browser,
}) => {
  await addPerson(ANALYST, 'priceAnalyst')
  await addPerson(HEAD, 'reviewer')
  await makeDues()
  const other = await (await browser.newContext()).newPage()
  await enter(other, HEAD, `${BOARD}?whose=below`)
  await expect(row(other, '看板钢1')).toContainText('逾期')

  await enter(page, ANALYST, `${BOARD}?whose=mine`)
  await expect(button(shown(page), /2 ?逾期/)).toBeVisible()
  await rowAct(page, '看板钢1', '赶不上')
  const excuse = dialog(page, /说明赶不上/)
  await field(excuse, '原因').fill('主力商家未开盘')
  await answer(excuse, '确定')
  await expect(success(page)).toBeVisible()
  await expect(row(page, '看板钢1')).toContainText('主力商家未开盘')
  await expect(row(other, '看板钢1')).toContainText('已说明')
  await expect(button(shown(other), /1 ?逾期/)).toBeVisible()
  await other.context().close()

  await rowAct(page, '看板钢2', '去录入')
  await expect(shown(page).getByText('待填 2 项')).toBeVisible()
  // with the focus in the row of that item, not in the first
  const own = shown(page).getByRole('row', { name: /看板钢2/ })
  await expect(own.getByRole('gridcell', { selected: true })).toBeVisible()
})

test('monitoring.md "wall screen": every row that has its turn is in the window', async ({ page }) => {
  await addPerson('watches.wall', 'priceAnalyst')
  await query(
    `with u as (select id, role_id from users where user_name = 'watches.wall'),
      p as (insert into products (name) values ('大屏钢') returning id),
      ${everyDay},
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, analyst_id, sort, calendar_id)
        select p.id, '大屏钢' || n, '上海', '元/吨', u.id, n, c.id from u, p, c, generate_series(1, 60) n
        returning id, product_id, sort)
    insert into dues (kind, subject_id, day, product_id, warn_at, due_at, late_at, owner_id, responsible_id)
      select 'price', i.id, (now() at time zone 'Asia/Shanghai')::date, i.product_id, now() - interval '2 hours',
          now() + away, now() + away, u.id, u.id
        from i, u, lateral (select case when i.sort > 40 then interval '2 hours' else interval '-1 hour' end) as t(away)`,
  )
  // a window in full screen cannot be measured
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = async () => undefined
  })
  await enter(page, 'watches.wall', `${BOARD}?whose=mine`)
  await act(shown(page), '大屏').click()
  const wall = dialog(page, '大屏看板')
  await expect(wall.getByRole('list', { name: '即将到期' }).getByRole('listitem')).toHaveCount(8)
  await expect(wall.getByRole('list', { name: '逾期' }).getByRole('listitem')).toHaveCount(12)
  for (const row of await wall.getByRole('listitem').all()) await expect(row).toBeInViewport({ ratio: 1 })
})
