// A calendar that changes while somebody enters prices: the open grid follows, and keeps what is typed.
import { dayOf } from '#contract/days.ts'
import { calendarCalls, saveCalendarYear } from '#contract/monitoring/calendars.ts'
import { addPerson, enter, expect, FIRST, query, signInByCalls, test } from '../fixtures.ts'
import { shown } from '../page.ts'

test.use({ live: true })

const [LOW, STATE] = [5, 10]

test('prices.md "Calendar": a day closed at noon, and opened again, in a grid that is open', async ({
  page,
  request,
}) => {
  await addPerson('noon.analyst', 'priceAnalyst')
  await addPerson('noon.keeper')
  const { access_token } = await signInByCalls(request, 'noon.keeper')
  const post = async (path: string, data: object) => {
    const reply = await request.post(`${FIRST()}${path}`, { data, headers: { 'console-auth': access_token } })
    expect(await reply.json()).toMatchObject({ code: 200 })
  }
  const week = { weekdays: [1, 2, 3, 4, 5, 6, 7], isYearly: false, remark: '' }
  await post(calendarCalls.add.path, { code: 'atNoon', name: '午间改动', ...week })
  const [made] = await query<{ calendarId: string; productId: string }>(
    `with c as (select id from calendars where code = 'atNoon'),
      p as (insert into products (name) values ('午间钢') returning id),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from users u, p where u.user_name = 'noon.analyst'),
      i as (insert into quote_items (product_id, name, market, unit, decimals, calendar_id)
        select p.id, '午间钢甲', '上海', '元/吨', 0, c.id from p, c returning id)
    select c.id::text as "calendarId", p.id::text as "productId" from c, p where exists (select from i)`,
  )
  const { calendarId = '', productId = '' } = made ?? {}
  const day = dayOf(Date.now())
  const year = Number(day.slice(0, 4))
  const announce = (number: number, isOpen: boolean) =>
    post(saveCalendarYear.path, {
      calendarId,
      year,
      number,
      source: '临时通知',
      days: [{ day, isOpen, name: '临时' }],
    })

  await enter(page, 'noon.analyst', `/data/priceService/price/batchAdd?productIds=${productId}&day=${day}`)
  const cell = (column: number) =>
    shown(page).getByRole('row', { name: '午间钢甲' }).locator(`[aria-colindex="${column}"]`)
  await expect(shown(page).getByText('待填 1 项')).toBeVisible()

  await announce(0, false)
  await expect(cell(STATE)).toHaveText('非发布日')
  await expect(shown(page).getByText('待填 1 项')).toHaveCount(0)
  await announce(1, true)
  await expect(shown(page).getByText('待填 1 项')).toBeVisible()
  await expect(cell(STATE)).not.toHaveText('非发布日')

  // half of an entry stays while the day is closed
  await cell(LOW).click()
  await page.keyboard.type('3900')
  await page.keyboard.press('Tab')
  await announce(2, false)
  await expect(cell(STATE)).toHaveText('非发布日')
  await expect(cell(LOW)).toContainText('3,900')
})
