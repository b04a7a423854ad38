// Contact ranking: the period is changed, and a person's details lead to the follow-ups behind the figures.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, dialog, row, rowAct, shown } from '../page.ts'

const AGENT = 'ranking.agent'
const CUSTOMER = '排行客户有限公司'

/** Somebody beneath `service`, with one follow-up today and two 60 days ago. */
async function makeFollowUps(): Promise<void> {
  const id = await addPerson(AGENT, 'customerService')
  await query(
    `insert into user_customer_parents (user_id, parent_id) select $1, id from users where user_name = 'service'`,
    [id],
  )
  await query(
    `with c as (insert into enterprises (name, owner_id) values ($2, $1) returning id)
    insert into follow_ups (enterprise_id, author_id, way, result, content, at)
      select c.id, $1, 'phone', made.result, '沟通续费', now() - made.ago
      from c, (values ('agreed', interval '0'), ('unreached', interval '60 days'), ('reached', interval '60 days')) made(result, ago)`,
    [id, CUSTOMER],
  )
}

test('product.md "Service" the ranking follows its period, and a person’s details lead to the records', async ({
  page,
}) => {
  await makeFollowUps()
  await enter(page, 'service', '/userControl/customerManagement/contactRanking')
  const cells = (text: string) => row(page, AGENT).getByRole('cell', { name: text, exact: true })
  await expect(cells('100.0')).toBeVisible()
  await expect(shown(page).getByRole('figure', { name: '跟进结果' })).toBeVisible()

  await shown(page).getByText('近 90 天', { exact: true }).click()
  await expect(cells('66.7')).toBeVisible()
  await expect(page).toHaveURL(/days=/)

  await rowAct(page, AGENT, '明细')
  const details = dialog(page, `${AGENT}的跟进`)
  await expect(details).toContainText('跟进 3 次，客户 1 家')
  await expect(details.getByRole('figure', { name: '每日跟进' })).toBeVisible()
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await act(details, CUSTOMER).click()
  await expect(page).toHaveURL(/customerManagement\/followUp\?/)
  await expect(row(page, CUSTOMER)).toHaveCount(3)
})
