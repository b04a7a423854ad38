// Orders: one is moved through its states, its amount changed with a question, and closed; its history says so.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, expect, query, test } from './fixtures.ts'

const LIST = '/application/appApplicationManagement/orderManagement'

const shown = (page: Page) => page.locator('main')
const rowOf = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })

async function rowAct(page: Page, text: string, act: string): Promise<void> {
  const row = rowOf(page, text)
  const direct = row.getByRole('button', { name: act })
  if (await direct.isVisible()) return direct.click()
  await row.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

async function addOrder(number: string): Promise<void> {
  const [enterprise] = await query<{ id: string }>('insert into enterprises (name) values ($1) returning id::text', [
    `订单企业${number}`,
  ])
  const [member] = await query<{ id: string }>(
    `insert into members (enterprise_id, login_name, real_name, mobile)
    values ($1, $2, '订单会员', $3) returning id::text`,
    [enterprise?.id, number.toLowerCase(), `187${String(Date.now()).slice(-8)}`],
  )
  await query(
    `with account as (insert into member_accounts (member_id, sub_product) values ($1, 'app') returning id)
    insert into orders (number, account_id, sub_product, item, months, amount)
    select $2, id, 'app', '年度会员', 12, 1000 from account`,
    [member?.id, number],
  )
}

test('an order goes through its states, and its history tells them', async ({ page }) => {
  const number = 'E2E-ORDER-1'
  await addOrder(number)
  await enter(page, 'admin', `${LIST}?number=${number}`)
  await expect(rowOf(page, number)).toContainText('1,000.00')
  await expect(shown(page).locator('tfoot').getByRole('row')).toHaveText('合计1,000.00')
  await expectAccessible(page)

  const asked = page.getByRole('dialog')
  await rowAct(page, number, '预售')
  await asked.getByRole('button', { name: /^预\s*售$/ }).click()
  await expect(asked).toBeHidden()
  await expect(rowOf(page, number).getByRole('cell', { name: '预售', exact: true })).toBeVisible()
  await rowAct(page, number, '开售')
  await asked.getByRole('button', { name: /^开\s*售$/ }).click()
  await expect(asked).toBeHidden()
  await expect(rowOf(page, number).getByRole('cell', { name: '在售', exact: true })).toBeVisible()

  await rowAct(page, number, '改金额')
  await asked.getByRole('textbox', { name: /金额/ }).fill('1500')
  await asked.getByRole('textbox', { name: /修改原因/ }).fill('加购两个席位')
  await expectAccessible(page)
  await asked.getByRole('button', { name: /^修\s*改$/ }).click()
  const sure = page.getByRole('dialog').filter({ hasText: '+50.0%' })
  await expect(sure).toBeVisible()
  await sure.getByRole('button', { name: '确认修改' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(page, number)).toContainText('1,500.00')

  await rowAct(page, number, '关闭')
  await asked.getByRole('combobox', { name: /关闭原因/ }).fill('客户退款')
  await asked.getByRole('button', { name: '关闭订单' }).click()
  await expect(asked).toBeHidden()
  await expect(rowOf(page, number).getByRole('cell', { name: '已关闭', exact: true })).toBeVisible()

  await rowAct(page, number, '变更记录')
  await expect(page).toHaveURL(/orderManagement\/moduleHistory\?id=\d+/)
  const changes = shown(page).getByRole('region', { name: '变更记录' }).getByRole('listitem')
  await expect(changes).toHaveCount(4)
  await expect(changes.first()).toContainText('客户退款')
  await expect(changes.nth(1)).toContainText('1,000.00 元 → 1,500.00 元')
  await expectAccessible(page)
})
