// Registration statistics: a figure opens the list of its registrations, in which one is opened, and 返回 keeps the period.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, row, rows, shown } from '../page.ts'

const AGENT = 'statistics.agent'
const DAYS = '2025-03-01~2025-03-31'

/** Three registrations of one March: two were contacted, one of them at 10 on a Monday. */
async function makeRegistrations(): Promise<void> {
  const id = await addPerson(AGENT, 'sales')
  await query(
    `insert into registrations (company, contact, mobile, sub_product, province, source, owner_id, created_at, first_contact_at, state)
    select made.company, '王采购', made.mobile, 'bigData', made.province, made.source, $1, made.at::timestamptz,
      made.at::timestamptz + made.wait::interval, case when made.wait is null then 'new' else 'contacted' end
    from (values
      ('统计甲有限公司', '17700000001', '上海市', 'page', '2025-03-03 10:15+08', '2 hours'),
      ('统计乙有限公司', '17700000002', '江苏省', 'open', '2025-03-05 15:00+08', '4 hours'),
      ('统计丙有限公司', '17700000003', '江苏省', 'page', '2025-03-08 09:00+08', null)
    ) made(company, mobile, province, source, at, wait)`,
    [id],
  )
}

test('operations-service-ai.md "Operations" every figure opens the list of exactly its registrations', async ({
  page,
}) => {
  await makeRegistrations()
  await enter(page, AGENT, `/operate/RegistrationServiceStatistics?days=${DAYS}`)
  await expect(button(shown(page), '注册 3，查看明细').first()).toBeVisible()
  await expect(shown(page)).toContainText('对比上期 2025-02-01 至 2025-02-28')
  await expect(shown(page).getByRole('figure', { name: '注册趋势' })).toBeVisible()
  const funnel = shown(page).getByRole('region', { name: '转化漏斗' })
  await expect(funnel.getByRole('row', { name: /^联系及以后/ })).toContainText('66.7%')
  const time = funnel.getByRole('row', { name: /^注册 → 首次联系/ })
  await expect(time).toContainText('3 小时')
  // 10:15 to 12:15 and 15:00 to 19:00, of which 18:00 ends the work
  await expect(time).toContainText('2.5 小时')
  await button(funnel, '联系及以后的公式').click()
  await expect(page.getByText('已联系，或未记联系但已开通试用、已转正式的注册数')).toBeVisible()
  const cohorts = shown(page).getByRole('region', { name: '同期群' })
  await cohorts.getByText('已联系', { exact: true }).click()
  await expect(button(cohorts, '2025-03-03 至 03-09 1 周内已联系 2，查看明细')).toBeVisible()
  // those who only sell compare no people
  await expect(shown(page).getByRole('region', { name: '按负责人' })).toHaveCount(0)
  await expectAccessible(page, { contrast: true })

  await shown(page).getByText('省份', { exact: true }).click()
  await button(shown(page), '江苏省 注册 2，查看明细').click()
  await expect(page).toHaveURL(/RegistrationServiceStatistics\/detail\?/)
  await expect(rows(page)).toHaveCount(2)
  await expect(shown(page)).toContainText(
    '2025-03-01 至 2025-03-31 注册（上海时间）；不含重复；省份：江苏省；本人可查看的注册',
  )
  await expect(row(page, '统计乙有限公司')).toContainText('177****0002')
  await expect(row(page, '统计乙有限公司')).toContainText('4 小时')
  await act(shown(page), '统计乙有限公司').click()
  await expect(dialog(page, '统计乙有限公司')).toContainText('17700000002')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  // the list is as it was
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/province=/)

  await page.goBack()
  await button(shown(page), '周一 10 时 1，查看明细').click()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, '统计甲有限公司')).toBeVisible()
  await expect(page).toHaveURL(/days=2025-03-01/)
})
