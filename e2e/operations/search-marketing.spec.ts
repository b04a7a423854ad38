// A day of search marketing: a report is imported, a word is excluded and taken back, and a campaign leads to its registrations.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, goTo, row, rowAct, shown } from '../page.ts'

const DAYS = '2024-03-01~2024-03-02'

const report = `关键词报告
日期,账户,推广计划,关键词,搜索词,展现量,点击量,消费
2024-03-01,旅程账户,旅程计划,钢价,钢价招聘,"1,000",10,"1,000.50"
2024-03-02,旅程账户,旅程计划,钢价,钢价招聘,500,5,99.50
合计,,,,,"1,500",15,"1,100.00"
`

/** The same two days by campaign, and a registration that came of it. */
async function addFigures(): Promise<void> {
  await query(
    `with account as (insert into search_accounts (source, name) values ('baidu', '旅程账户') returning id),
      unit as (insert into search_units (account_id, level, campaign) select id, 'campaign', '旅程计划' from account returning id, account_id),
      day as (insert into search_days (account_id, day, grain) select account_id, '2024-03-01', 4 from unit)
    insert into search_figures (account_id, day, grain, unit_id, shows, clicks, cost)
      select account_id, '2024-03-01', 4, id, 2000, 20, 1500.25 from unit`,
  )
  await query(
    `insert into registrations (company, contact, mobile, sub_product, created_at, owner_id, last_touch)
      select '推广旅程钢铁', '王', '13900007777', 'bigData', '2024-03-01T10:00:00+08:00', id,
        '{"source":"baidu","medium":"cpc","campaign":"旅程计划","term":"钢价","referrer":"","engine":"baidu"}'
      from users where user_name = 'sales'`,
  )
}

test('operations-service-ai.md "Operations" from a report to an excluded word, and from a campaign to its leads', async ({
  page,
}) => {
  await addFigures()
  await enter(page, 'operator', `/operate/SemDeta?days=${DAYS}`)
  await expect(row(page, '旅程计划')).toContainText('1,500.25')
  await expectAccessible(page)

  await test.step('the report of search words', async () => {
    await button(shown(page), /导入/).click()
    await page.getByRole('menuitem', { name: '百度报表' }).click()
    const importing = dialog(page, '导入百度推广数据')
    await importing
      .locator('input[type=file]')
      .setInputFiles({ name: '搜索词.csv', mimeType: 'text/csv', buffer: Buffer.from(report) })
    await expect(importing).toContainText('按表头识别为“搜索词”层级的数据')
    await expect(importing).toContainText('1 行合计或说明没有导入：合计')
    await act(importing, '导入 2 行').click()
    await expect(importing).toContainText('导入 2 行')
    await act(importing, '关闭').first().click()
    await expect(importing).toBeHidden()
    // words are listed, never summed
    await expect(row(page, '旅程计划')).toContainText('1,500.25')
  })

  await test.step('one campaign down to its leads', async () => {
    await button(row(page, '旅程计划'), '旅程计划').click()
    await expect(shown(page).getByRole('heading', { name: '百度 旅程计划' })).toBeVisible()
    await expect(shown(page).getByRole('region', { name: '带来的注册' })).toContainText('推广旅程钢铁')
    await expectAccessible(page)
  })

  await test.step('a word is excluded and taken back', async () => {
    await goTo(page, `/operate/SemSearch?days=${DAYS}`)
    await expect(row(page, '钢价招聘')).toContainText('1,100.00')
    await rowAct(page, '钢价招聘', '排除')
    await expect(row(page, '钢价招聘').getByText('取消标记')).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(row(page, '钢价招聘').getByText('取消标记')).toBeHidden()
    await expectAccessible(page)
  })
})
