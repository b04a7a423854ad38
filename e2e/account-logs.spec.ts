// Logs of accounts: of one account, found and looked into; access statistics; an account used from too many places.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, test } from './fixtures.ts'

const shown = (page: Page) => page.locator('main').last()
const rowOf = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })

/** A member of that owner with an account in the sub-product, and what it did in the last minutes. */
async function addAccount(login: string, ownerId: string, subProduct: string): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with e as (insert into enterprises (name, owner_id) values ($1 || '有限公司', $2) returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select id, $1, '日志', '188' || lpad((random() * 99999999)::int::text, 8, '0'), $2 from e returning id)
    insert into member_accounts (member_id, sub_product, starts_on, ends_on)
    select id, $3, current_date - 30, current_date + 30 from m returning id::text`,
    [login, ownerId, subProduct],
  )
  return made?.id ?? ''
}

const addLogs = (accountId: string, subProduct: string, kinds: readonly string[]) =>
  query(
    `insert into account_logs (at, account_id, sub_product, kind, module, detail, address, device, seconds)
    select now() - n * interval '1 minute', $1, $2, kind, '价格行情', '沥青日报 ' || n, '10.20.0.' || n, '电脑 ' || n % 2, n * 30
    from unnest($3::text[]) with ordinality as given(kind, n)`,
    [accountId, subProduct, kinds],
  )

test('§2 the log of one account: narrowed, filtered, with what was done around it', async ({ page }) => {
  const owner = await addPerson('logs.service', 'customerService')
  const mine = await addAccount('logs.mine', owner, 'bigData')
  await addLogs(mine, 'bigData', ['download', 'view', 'failed', 'signIn'])
  const other = await addAccount('logs.other', owner, 'bigData')
  await addLogs(other, 'bigData', ['view'])

  await enter(page, 'logs.service', '/application/bigData/appAccountLog')
  await expect(rowOf(page, 'logs.mine')).toHaveCount(4)
  await expect(rowOf(page, 'logs.other')).toHaveCount(1)
  await expectAccessible(page)
  await rowOf(page, '沥青日报 2')
    .filter({ hasText: 'logs.mine' })
    .getByRole('button', { name: /^只看该账号/ })
    .click()
  await expect(shown(page).getByText('只看 logs.mine（日志，logs.mine有限公司）')).toBeVisible()
  await expect(rowOf(page, 'logs.other')).toHaveCount(0)

  await shown(page).getByRole('combobox', { name: '类型' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '下载' }).click()
  await shown(page)
    .getByRole('button', { name: /查\s*询/ })
    .click()
  await expect(rowOf(page, 'logs.mine')).toHaveCount(1)

  await rowOf(page, 'logs.mine').getByRole('button', { name: /^详情/ }).click()
  const drawer = page.getByRole('dialog', { name: 'logs.mine 下载' })
  await expect(drawer.getByRole('table', { name: '前后操作' }).getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await shown(page).getByRole('button', { name: '查看全部账号' }).click()
  await expect(shown(page).getByText(/^只看 logs\.mine/)).toBeHidden()
  await shown(page)
    .getByRole('button', { name: /重\s*置/ })
    .click()
  await expect(rowOf(page, 'logs.other')).toHaveCount(1)
})

test('§2 access statistics: totals, one’s own customers and what they did', async ({ page }) => {
  const owner = await addPerson('visits.service', 'customerService')
  const mine = await addAccount('visits.mine', owner, 'officialWebsite')
  await addLogs(mine, 'officialWebsite', ['view', 'view', 'search'])
  await enter(page, 'visits.service', '/application/officialWebsite/systemLog/visitsInfo')
  const chart = shown(page).getByRole('figure', { name: '每日访问次数' })
  await chart.getByText('表格').click()
  await expect(chart.getByRole('row')).toHaveCount(8)
  await expect(shown(page).getByText('活跃占比')).toBeVisible()
  await expectAccessible(page)

  await shown(page).getByRole('tab', { name: '会员排行' }).click()
  await expect(rowOf(page, 'visits.mine')).toContainText('3')
  await rowOf(page, 'visits.mine').getByRole('button', { name: /^明细/ }).click()
  const drawer = page.getByRole('dialog', { name: /^visits\.mine/ })
  await expect(drawer.getByRole('table', { name: '访问明细' }).getByRole('row')).toHaveCount(4)
  await expectAccessible(page)
})

test('§2 an account used from many addresses is handled with a word, and that is taken back', async ({ page }) => {
  const owner = await addPerson('signal.service', 'customerService')
  const mine = await addAccount('signal.mine', owner, 'bigData')
  await addLogs(mine, 'bigData', ['view', 'view', 'view', 'view', 'view', 'view'])
  await query(
    `insert into account_signals (account_id, kind, count, samples, from_at, to_at)
    select $1, 'addresses', 6, array_agg(address order by at desc), min(at), max(at) from account_logs where account_id = $1
    on conflict do nothing`,
    [mine],
  )
  await enter(page, 'signal.service', '/userControl/customerManagement/accountSignals')
  const row = rowOf(page, 'signal.mine')
  await expect(row).toContainText('多地登录')
  await expectAccessible(page)

  await row.getByRole('button', { name: 'signal.mine', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /^signal\.mine/ })
  await expect(drawer.getByRole('table', { name: 'IP 地址' }).getByRole('row')).toHaveCount(7)
  await expectAccessible(page)
  await drawer.getByRole('button', { name: /处\s*理/ }).click()
  await expect(drawer).toBeHidden()

  const dialog = page.getByRole('dialog', { name: '处理异常：signal.mine' })
  await dialog.getByRole('button', { name: '多人共用，已提醒客户' }).click()
  await expect(dialog.getByRole('textbox', { name: '处理说明' })).toHaveValue('多人共用，已提醒客户')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /处\s*理$/ }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('多人共用，已提醒客户')

  await page.getByRole('button', { name: /撤\s*销$/ }).click()
  await expect(row).toContainText('未处理')

  await row.getByRole('button', { name: /^账号日志/ }).click()
  await expect(page).toHaveURL(new RegExp(`bigData/appAccountLog\\?accountId=${mine}`))
  await expect(rowOf(page, 'signal.mine')).toHaveCount(6)
})
