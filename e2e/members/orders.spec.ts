// Orders: moved through their states, an amount changed after a confirmation, closed; the history records it.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, field, row, rowAct, shown } from '../page.ts'

const LIST = '/application/appApplicationManagement/orderManagement'
const inDialog = { within: ['.ant-modal'] }

async function addOrder(number: string): Promise<void> {
  const [enterprise] = await query<{ id: string }>('insert into enterprises (name) values ($1) returning id::text', [
    `订单企业${number}`,
  ])
  const [member] = await query<{ id: string }>(
    `insert into members (enterprise_id, login_name, real_name, mobile)
    values ($1, $2, '订单会员', $3) returning id::text`,
    [enterprise?.id, number.toLowerCase(), '18700004444'],
  )
  await query(
    `with account as (insert into member_accounts (member_id, sub_product) values ($1, 'app') returning id)
    insert into orders (number, account_id, sub_product, item, months, amount)
    select $2, id, 'app', '年度会员', 12, 1000 from account`,
    [member?.id, number],
  )
}

test('an order goes through its states, and its history records them', async ({ page }) => {
  const number = 'E2E-ORDER-1'
  await addPerson('orders.keeper')
  await addOrder(number)
  await enter(page, 'orders.keeper', `${LIST}?number=${number}`)
  await expect(row(page, number)).toContainText('1,000.00')
  await expect(shown(page).locator('tfoot').getByRole('row')).toHaveText('合计1,000.00')
  const state = (text: string) => row(page, number).getByRole('cell', { name: text, exact: true })

  await rowAct(page, number, '预售')
  await answer(dialog(page), /^预\s*售$/)
  await expect(state('预售')).toBeVisible()
  await rowAct(page, number, '开售')
  await answer(dialog(page), /^开\s*售$/)
  await expect(state('在售')).toBeVisible()

  await rowAct(page, number, '改金额')
  const changing = dialog(page)
  await changing.getByRole('textbox', { name: /金额/ }).fill('1500')
  await field(changing, '修改原因').fill('加购两个席位')
  await expectAccessible(page, inDialog)
  await act(changing, '修改').click()
  await button(dialog(page).filter({ hasText: '+50.0%' }), '确认修改').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, number)).toContainText('1,500.00')

  await rowAct(page, number, '关闭')
  await dialog(page)
    .getByRole('combobox', { name: /关闭原因/ })
    .fill('客户退款')
  await answer(dialog(page), '关闭订单')
  await expect(state('已关闭')).toBeVisible()

  await rowAct(page, number, '变更记录')
  await expect(page).toHaveURL(/orderManagement\/moduleHistory\?id=\d+/)
  const changes = shown(page).getByRole('region', { name: '变更记录' }).getByRole('listitem')
  await expect(changes).toHaveCount(4)
  await expect(changes.first()).toContainText('客户退款')
  await expect(changes.nth(1)).toContainText('1,000.00 元 → 1,500.00 元')
})
