// Acts on one account of a list (spec §6), each through its button: lock, unbind, sign out, link, reassign, invite,
// open for AI, and the pages of its logs.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  dialog,
  goTo,
  item,
  passDialogGuard,
  pickFound,
  row,
  rowAct,
  shown,
} from '../page.ts'
import { settled } from '../settled.ts'

const listOf = (login: string) => `/application/bigData/accounts/index?loginName=${login}`
const inDialog = { within: ['.ant-modal'] }

/** Adds a member without owner, with an account of 大数据 and a WeChat binding, in an enterprise of that name. */
async function addAccount(login: string, enterprise: string): Promise<void> {
  await query(
    `with e as (insert into enterprises (name) values ($2) returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, wx_open_id)
        select id, $1, '陆行之', '187' || lpad(id::text, 8, '0'), 'wx.' || $1 from e returning id)
    insert into member_accounts (member_id, sub_product) select id, 'bigData' from m`,
    [login, enterprise],
  )
}

/** Presses a row's act and confirms it. */
async function confirmRowAct(page: Page, login: string, name: string, verb = name): Promise<void> {
  await rowAct(page, login, name)
  await answer(dialog(page).filter({ hasText: '陆行之' }), new RegExp(`^${[...verb].join('\\s*')}$`))
}

test('§6 a member is locked, unlocked, unbound from WeChat and signed out everywhere', async ({ page }) => {
  await addPerson('acts.service', 'customerService')
  await addAccount('acts.locked', '锁定旅程公司')
  await query(`update members set owner_id = (select id from users where user_name = 'acts.service')
    where login_name = 'acts.locked'`)
  await enter(page, 'acts.service', listOf('acts.locked'))
  await confirmRowAct(page, 'acts.locked', '锁定')
  await expect(row(page, 'acts.locked')).toContainText('已锁定')
  await rowAct(page, 'acts.locked', '解锁')
  await expect(row(page, 'acts.locked')).not.toContainText('已锁定')
  await confirmRowAct(page, 'acts.locked', '解除微信绑定', '解除绑定')
  await expect(page.getByText('微信已解除绑定')).toBeVisible()
  await button(row(page, 'acts.locked'), /更多/).click()
  await expect(item(page, '强制下线')).toBeVisible()
  await expect(item(page, '解除微信绑定')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await confirmRowAct(page, 'acts.locked', '强制下线')
  await expect(page.getByText('已强制下线')).toBeVisible()
  const [stored] = await query(
    `select locked, wx_open_id as wx, sessions_cleared_at is not null as cleared from members where login_name = 'acts.locked'`,
  )
  expect(stored).toEqual({ locked: false, wx: null, cleared: true })
})

test('§6 a member is linked to another enterprise, assigned to a salesperson, and the records show it', async ({
  page,
}) => {
  await addPerson('acts.changer')
  const receiver = await addPerson('acts.receiver', 'sales')
  await addAccount('acts.moved', '关联旅程甲公司')
  await query(`insert into enterprises (name) values ('关联旅程乙公司')`)
  for (const each of ['one', 'two']) await addAccount(`acts.found.${each}`, `筛选旅程${each}公司`)
  await addAccount('acts.changed', '更换旅程公司')

  await enter(page, 'acts.changer', listOf('acts.moved'))
  await rowAct(page, 'acts.moved', '关联企业')
  const linking = dialog(page, /^关联企业：/)
  await pickFound(linking.getByRole('combobox', { name: /企业/ }), '关联旅程乙')
  await linking.getByRole('textbox', { name: /原因/ }).fill('客户更名')
  await expectAccessible(page, inDialog)
  await act(linking, '关联').click()
  await expect(linking).toBeHidden()
  await expect(row(page, 'acts.moved')).toContainText('关联旅程乙公司')

  await rowAct(page, 'acts.moved', '设置归属')
  const giving = dialog(page, /^设置归属：/)
  await pickFound(giving.getByRole('combobox', { name: '归属人' }), 'acts.receiver')
  await act(giving, '取消').click()
  await answer(dialog(page, '放弃改动'), '继续编辑')
  await expect(giving).toContainText('acts.receiver')
  await act(giving, '保存').click()
  await expect(giving).toBeHidden()
  await expect(row(page, 'acts.moved')).toContainText('acts.receiver')

  await rowAct(page, 'acts.moved', '服务记录')
  const records = dialog(page, '服务记录：关联旅程乙公司')
  await records.getByText('归属', { exact: true }).first().click()
  await expect(records.getByRole('listitem')).toHaveCount(1)
  await expect(records.getByRole('listitem')).toContainText('acts.receiver')
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(records).toBeHidden()

  await test.step('§6 colleagues are invited, AI accounts are opened, and the logs of one account open from its row', async () => {
    await rowAct(page, 'acts.moved', '邀请')
    const invitation = dialog(page, '邀请注册')
    await expect(invitation.getByRole('textbox', { name: '邀请内容' })).toHaveValue(
      /\/backend\/register\?subProduct=bigData/,
    )
    await act(invitation, '关闭').last().click()
    await expect(invitation).toBeHidden()

    await check(row(page, 'acts.moved').getByRole('checkbox'))
    await button(shown(page), '生成 AI 账号').click()
    const ai = dialog(page, '生成 AI 账号：1 名会员')
    await act(ai, '生成').click()
    await expect(ai).toBeHidden()
    const opened = await query(
      `select a.grant_kind as kind, a.ends_on - current_date as days from member_accounts a
      join members m on m.id = a.member_id where m.login_name = 'acts.moved' and a.sub_product = 'aiWeb'`,
    )
    expect(opened).toEqual([{ kind: 'trial', days: 6 }])

    // the list refetches and re-renders the row's menu
    await settled(page)
    await rowAct(page, 'acts.moved', '访问日志')
    const visits = dialog(page, /^近 30 天访问日志：/)
    await expect(visits).toContainText('近 30 天没有访问日志')
    await expectAccessible(page, { within: ['.ant-drawer'] })
    await button(visits, '全部日志').click()
    await expect(page).toHaveURL(/appAccountLog.*accountId=\d+.*kind=view/)
    await expect(shown(page).getByText('只看 acts.moved')).toBeVisible()
  })

  await test.step('§6 all accounts that match a filter are assigned to a salesperson', async () => {
    await goTo(page, listOf('acts.found'))
    await expect(row(page, 'acts.found')).toHaveCount(2)
    await button(shown(page), /按筛选结果批量操作/).click()
    await item(page, '更换销售').click()
    const found = dialog(page, '更换销售：筛选出的会员').filter({ has: page.getByRole('combobox') })
    await pickFound(found.getByRole('combobox', { name: /接收人/ }), 'acts.receiver')
    await found.getByRole('textbox', { name: /原因/ }).fill('区域调整')
    await button(found, '下一步').click()
    const confirm = dialog(page).filter({ hasText: '2 项变更归属' })
    await expect(confirm).toBeVisible()
    await expectAccessible(page, inDialog)
    await answer(confirm, /^更\s*换$/)
    await expect(page.getByText('2 项归属已变更')).toBeVisible()
    await expect(row(page, 'acts.receiver')).toHaveCount(2)
  })

  await test.step('§6 one chosen account is assigned to another salesperson, with a reason, and the list shows it', async () => {
    await goTo(page, listOf('acts.changed'))
    await check(row(page, 'acts.changed').getByRole('checkbox'))
    await button(shown(page), '更换销售').click()
    const chosen = dialog(page, '更换销售：1 个会员').filter({ has: page.getByRole('combobox') })
    await pickFound(chosen.getByRole('combobox', { name: /接收人/ }), 'acts.receiver')
    // several can be chosen, so that the options stay open until the field is left
    await chosen.getByRole('textbox', { name: /原因/ }).focus()
    await button(chosen, '下一步').click()
    await expect(page.getByText('请输入原因')).toBeVisible()
    await chosen.getByRole('textbox', { name: /原因/ }).fill('原销售离职')
    await passDialogGuard(page)
    await button(chosen, '下一步').click()
    const confirm = dialog(page).filter({ hasText: '1 项变更归属' })
    await expect(confirm).toContainText('acts.receiver')
    await answer(confirm, /^更\s*换$/)
    await expect(page.getByText('1 项归属已变更')).toBeVisible()
    await expect(row(page, 'acts.changed')).toContainText('acts.receiver')
    const changes = await query(
      `select c.to_id::text as "to", c.reason from owner_changes c join members m on m.id = c.target_id
      where c.target = 'member' and m.login_name = 'acts.changed'`,
    )
    expect(changes).toEqual([{ to: receiver, reason: '原销售离职' }])
  })
})

test('§6 a main account is deleted after its sub-account, and the dialog lists what is deleted with it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409/)
  await addPerson('acts.remover')
  await addAccount('acts.gone.main', '删除旅程公司')
  await query(
    `with s as (insert into members (enterprise_id, main_id, login_name, real_name, mobile)
        select enterprise_id, id, 'acts.gone.sub', '陆行远', $1 from members where login_name = 'acts.gone.main' returning id)
    insert into member_accounts (member_id, sub_product) select id, 'bigData' from s`,
    ['18711112222'],
  )
  await query(
    `insert into grants (account_id, product_id, kind, starts_on, ends_on)
    select a.id, (select min(id) from products where is_show), 'formal', current_date, current_date + 30
    from member_accounts a join members m on m.id = a.member_id where m.login_name = 'acts.gone.main'`,
  )
  await enter(page, 'acts.remover', listOf('acts.gone'))
  // rows are found by the person's name: a sub-account's row contains the main account's login too
  const [main, sub] = ['陆行之', '陆行远']
  await expect(row(page, 'acts.gone')).toHaveCount(2)
  await rowAct(page, main, '删除')
  const refused = dialog(page, '数据正在使用，不能删除')
  await expect(refused).toContainText('陆行之（acts.gone.main）：子账号 1 个')
  await answer(refused, '知道了')

  const confirm = dialog(page, '删除账号')
  await rowAct(page, sub, '删除')
  await expect(confirm).toContainText('没有授权的账号（1）陆行远（acts.gone.sub）')
  await answer(confirm, /^删\s*除$/)
  await expect(row(page, 'acts.gone')).toHaveCount(1)

  await check(row(page, main).getByRole('checkbox'))
  await act(shown(page), '删除').click()
  await answer(confirm, /^取\s*消$/)
  await expect(row(page, 'acts.gone')).toHaveCount(1)
  await passDialogGuard(page)
  await act(shown(page), '删除').click()
  await expect(confirm).toContainText('同时取消 1 项授权')
  await expect(confirm).toContainText('没有账号的会员一并删除')
  await expectAccessible(page, inDialog)
  await answer(confirm, /^删\s*除$/)
  await expect(row(page, 'acts.gone')).toHaveCount(0)
  await expect(shown(page).getByText('没有符合条件的数据')).toBeVisible()
  const left = await query(
    `select 1 from members m left join member_accounts a on a.member_id = m.id
    left join grants g on g.account_id = a.id and g.revoked_at is null
    where m.login_name like 'acts.gone.%' and (m.deleted_at is null or g.id is not null)`,
  )
  expect(left).toEqual([])
})
