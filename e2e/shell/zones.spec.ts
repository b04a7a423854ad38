// Moments are Asia/Shanghai and today is the server's, in whatever browser (imports.md "Moments that people pick").
import { addDays, dayOf } from '#contract/days.ts'
import { addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, row, shown } from '../page.ts'

const LIST = '/userControl/customerManagement/followUp'
const YEAR_MS = 365 * 86_400_000

const browsers = {
  Shanghai: { timezoneId: 'Asia/Shanghai', aheadMs: 0, isTold: false },
  'Los Angeles': { timezoneId: 'America/Los_Angeles', aheadMs: 0, isTold: true },
  'a year ahead': { timezoneId: 'Asia/Shanghai', aheadMs: YEAR_MS, isTold: false },
}

for (const [name, { timezoneId, aheadMs, isTold }] of Object.entries(browsers)) {
  test(`a browser in ${name} enters the moment and the day of Shanghai`, async ({ browser }) => {
    const context = await browser.newContext({ locale: 'zh-CN', timezoneId })
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + aheadMs })
    const customer = `时区${name}贸易有限公司`
    await query(
      `insert into enterprises (name, owner_id) values ($1, (select id from users where user_name = 'service'))`,
      [customer],
    )
    const yesterday = addDays(dayOf(Date.now()), -1)

    await enter(page, 'service', LIST)
    await act(shown(page), '新增').click()
    const adding = dialog(page, '新增跟进记录')
    await adding.getByRole('combobox', { name: '客户' }).fill(customer)
    await page.locator('.ant-select-item-option').filter({ hasText: customer }).click()
    const at = adding.getByRole('textbox', { name: '跟进时间' })
    expect((await at.inputValue()).slice(0, 10)).toBe(dayOf(Date.now()))
    await expect(adding.getByText('北京时间')).toHaveCount(isTold ? 1 : 0)
    // an hour that the summer time of Los Angeles leaves out on one day of the year would be another one
    await at.fill(`${yesterday} 02:30`)
    // left without a click on 确定 or Enter: what was typed counts
    await at.press('Tab')
    await adding.getByRole('textbox', { name: '跟进内容' }).fill('时区')
    await button(adding, '明天').click()
    await adding.getByRole('textbox', { name: '下次要做' }).fill('再联系')
    await page.screenshot({ path: test.info().outputPath('zone.png') })
    await act(adding, '保存').click()
    await expect(adding).toBeHidden()
    await expect(row(page, customer)).toContainText(`${yesterday} 02:30`)
    const stored = await query(
      `select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at, next_on::text as next from follow_ups
        where enterprise_id = (select id from enterprises where name = $1)`,
      [customer],
    )
    expect(stored).toEqual([{ at: `${yesterday} 02:30`, next: addDays(dayOf(Date.now()), 1) }])
    await context.close()
  })

  test(`prices that a browser in ${name} enters are of the server’s day`, async ({ browser }) => {
    const context = await browser.newContext({ locale: 'zh-CN', timezoneId })
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + aheadMs })
    const person = `zone.${name.replaceAll(' ', '.').toLowerCase()}`
    const item = `时区价${name}`
    await addPerson(person, 'priceAnalyst')
    await query(
      `with u as (select id, role_id from users where user_name = $1),
        p as (insert into products (name) values ($2) returning id),
        ${everyDay},
        g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p)
      insert into quote_items (product_id, name, market, unit, decimals, kind, analyst_id, calendar_id)
        select p.id, $2, '上海', '元/吨', 0, 'single', u.id, c.id from u, p, c`,
      [person, item],
    )
    await enter(page, person, '/data/priceService/price/batchAdd')
    await shown(page).getByRole('row', { name: item }).locator('[aria-colindex="5"]').click()
    await page.keyboard.type('3850')
    await page.keyboard.press('Enter')
    await expect(shown(page).getByText('已保存为草稿')).toBeVisible()
    const stored = await query(
      `select p.day::text as day from prices p join quote_items i on i.id = p.quote_item_id where i.name = $1`,
      [item],
    )
    expect(stored).toEqual([{ day: dayOf(Date.now()) }])
    await context.close()
  })
}
