// Logs of one account with filters; access statistics; an account used from too many places.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, choose, dialog, goTo, row, shown } from '../page.ts'

const inDialog = { within: ['.ant-modal'] }
const inDrawer = { within: ['.ant-drawer'] }

/** Adds a member of that owner with an account in the sub-product. @returns the account's id */
async function addAccount(login: string, ownerId: string, subProduct: string): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with e as (insert into enterprises (name, owner_id) values ($1 || '有限公司', $2) returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select id, $1, '日志', '188' || lpad(nextval(pg_get_serial_sequence('members', 'id'))::text, 8, '0'), $2 from e returning id)
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
    from unnest($3::text[]) with ordinality as input(kind, n)`,
    [accountId, subProduct, kinds],
  )

test('customer service reads logs, statistics and signals of accounts', async ({ page }) => {
  const owner = await addPerson('logs.service', 'customerService')
  const mine = await addAccount('logs.mine', owner, 'bigData')
  await addLogs(mine, 'bigData', ['download', 'view', 'failed', 'signIn'])
  await addLogs(await addAccount('logs.other', owner, 'bigData'), 'bigData', ['view'])
  const visitor = await addAccount('visits.mine', owner, 'officialWebsite')
  await addLogs(visitor, 'officialWebsite', ['view', 'view', 'search'])
  const marked = await addAccount('signal.mine', owner, 'bigData')
  await enter(page, 'logs.service', '/application/bigData/appAccountLog')

  await test.step('§2 the log of one account: filtered by account and kind, its details with the rows around one', async () => {
    await expect(row(page, 'logs.mine')).toHaveCount(4)
    await expect(row(page, 'logs.other')).toHaveCount(1)
    await button(row(page, '沥青日报 2').filter({ hasText: 'logs.mine' }), /^只看该账号/).click()
    const narrowed = shown(page).getByText('只看 logs.mine（日志，logs.mine有限公司）')
    await expect(narrowed).toBeVisible()
    await expect(row(page, 'logs.other')).toHaveCount(0)
    await choose(shown(page), '类型', '下载')
    await act(shown(page), '查询').click()
    await expect(row(page, 'logs.mine')).toHaveCount(1)
    await button(row(page, 'logs.mine'), /^详情/).click()
    const drawer = dialog(page, 'logs.mine 下载')
    await expect(drawer.getByRole('table', { name: '前后操作' }).getByRole('row')).toHaveCount(5)
    await expectAccessible(page, inDrawer)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await button(shown(page), '查看全部账号').click()
    await expect(narrowed).toBeHidden()
    await act(shown(page), '重置').click()
    await expect(row(page, 'logs.other')).toHaveCount(1)
  })

  await test.step('§2 access statistics: totals, a ranking of one’s own customers and the details of each', async () => {
    await goTo(page, '/application/officialWebsite/systemLog/visitsInfo')
    const chart = shown(page).getByRole('figure', { name: '每日访问次数' })
    await chart.getByText('表格').click()
    await expect(chart.getByRole('row')).toHaveCount(8)
    await expect(shown(page).getByText('活跃占比')).toBeVisible()
    await shown(page).getByRole('tab', { name: '会员排行' }).click()
    await expect(row(page, 'visits.mine')).toContainText('3')
    await expectAccessible(page, { within: ['main'] })
    await button(row(page, 'visits.mine'), /^明细/).click()
    const drawer = dialog(page, /^visits\.mine/)
    await expect(drawer.getByRole('table', { name: '访问明细' }).getByRole('row')).toHaveCount(4)
    await expectAccessible(page, inDrawer)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  await test.step('§2 an account used from many addresses is marked handled with a finding, and reopened', async () => {
    await addLogs(marked, 'bigData', ['view', 'view', 'view', 'view', 'view', 'view'])
    await query(
      `insert into account_signals (account_id, kind, count, samples, from_at, to_at)
      select $1, 'addresses', 6, array_agg(address order by at desc), min(at), max(at) from account_logs where account_id = $1
      on conflict do nothing`,
      [marked],
    )
    await goTo(page, '/userControl/customerManagement/accountSignals')
    const signal = row(page, 'signal.mine')
    await expect(signal).toContainText('多地登录')
    await button(signal, /^signal\.mine$/).click()
    const drawer = dialog(page, /^signal\.mine/)
    await expect(drawer.getByRole('table', { name: 'IP 地址' }).getByRole('row')).toHaveCount(7)
    await expectAccessible(page, inDrawer)
    await act(drawer, '处理').click()
    await expect(drawer).toBeHidden()
    const handling = dialog(page, '处理异常：signal.mine')
    await button(handling, '多人共用，已提醒客户').click()
    await expect(handling.getByRole('textbox', { name: '处理说明' })).toHaveValue('多人共用，已提醒客户')
    await expectAccessible(page, inDialog)
    await act(handling, '处理').click()
    await expect(handling).toBeHidden()
    await expect(signal).toContainText('多人共用，已提醒客户')
    await act(page, '撤销').click()
    await expect(signal).toContainText('未处理')
    await button(signal, /^账号日志/).click()
    await expect(page).toHaveURL(new RegExp(`bigData/appAccountLog\\?accountId=${marked}`))
    await expect(row(page, 'signal.mine')).toHaveCount(6)
  })
})
