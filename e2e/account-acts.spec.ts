// What is done with one account of a list (spec §6), each act through its button: locked, unbound, signed out, linked, given
// to somebody, invited, opened for AI, and the pages that tell more of it.
import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { addPerson, enter, expect, expectAccessible, query, test } from './fixtures.ts'

const shown = (page: Page) => page.locator('main').last()
const row = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })
const button = (within: Page | Locator, name: RegExp | string) => within.getByRole('button', { name })
const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const number = () => `187${String(randomInt(1e8)).padStart(8, '0')}`
const listOf = (login: string) => `/application/bigData/accounts/index?loginName=${login}`

/** A member of the pool with an account of 大数据, bound to WeChat, in an enterprise of that name. */
async function addAccount(login: string, enterprise: string): Promise<void> {
  await query(
    `with e as (insert into enterprises (name) values ($2) returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, wx_open_id)
        select id, $1, '陆行之', $3, 'wx.' || $1 from e returning id)
    insert into member_accounts (member_id, sub_product) select id, 'bigData' from m`,
    [login, enterprise, number()],
  )
}

async function rowAct(page: Page, login: string, act: string): Promise<void> {
  const found = row(page, login)
  await expect(found).toBeVisible()
  const direct = button(found, new RegExp(`^${act} `))
  if (await direct.isVisible()) return direct.click()
  await button(found, /更多/).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** An act that asks first. */
async function rowActAsked(page: Page, login: string, act: string, verb = act): Promise<void> {
  await rowAct(page, login, act)
  const asking = page.getByRole('dialog').filter({ hasText: '陆行之' })
  const go = button(asking, new RegExp(`^${verb.split('').join('\\s*')}$`))
  await go.click()
  await expect(asking).toBeHidden()
}

test('§6 a member is locked, unlocked, unbound from WeChat and signed out everywhere', async ({ page }) => {
  await addPerson('acts.service', 'customerService')
  await addAccount('acts.locked', '锁定旅程公司')
  await query(`update members set owner_id = (select id from users where user_name = 'acts.service')
    where login_name = 'acts.locked'`)
  await enter(page, 'acts.service', listOf('acts.locked'))
  await rowActAsked(page, 'acts.locked', '锁定')
  await expect(row(page, 'acts.locked')).toContainText('已锁定')
  await rowAct(page, 'acts.locked', '解锁')
  await expect(row(page, 'acts.locked')).not.toContainText('已锁定')
  await rowActAsked(page, 'acts.locked', '解除微信绑定', '解除绑定')
  await expect(page.getByText('微信已解除绑定')).toBeVisible()
  await button(row(page, 'acts.locked'), /更多/).click()
  await expect(page.getByRole('menuitem', { name: '强制下线' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '解除微信绑定' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await rowActAsked(page, 'acts.locked', '强制下线')
  await expect(page.getByText('已强制下线')).toBeVisible()
  const [stored] = await query(
    `select locked, wx_open_id as wx, sessions_cleared_at is not null as cleared from members where login_name = 'acts.locked'`,
  )
  expect(stored).toEqual({ locked: false, wx: null, cleared: true })
})

test('§6 a member is linked to another enterprise, given to somebody, and the records tell it', async ({ page }) => {
  await addAccount('acts.moved', '关联旅程甲公司')
  await query(`insert into enterprises (name) values ('关联旅程乙公司')`)
  await enter(page, 'admin', listOf('acts.moved'))
  await rowAct(page, 'acts.moved', '关联企业')
  const linking = dialog(page, /^关联企业：/)
  const enterprise = linking.getByRole('combobox', { name: /企业/ })
  await enterprise.click()
  await enterprise.pressSequentially('关联旅程乙')
  await page.locator('.ant-select-item-option', { hasText: '关联旅程乙公司' }).click()
  await linking.getByRole('textbox', { name: /原因/ }).fill('客户更名')
  await expectAccessible(page)
  await button(linking, /^关\s*联$/).click()
  await expect(linking).toBeHidden()
  await expect(row(page, 'acts.moved')).toContainText('关联旅程乙公司')

  await rowAct(page, 'acts.moved', '设置归属')
  const giving = dialog(page, /^设置归属：/)
  const [seller] = await query<{ name: string }>(`select real_name as name from users where user_name = 'sales'`)
  const owner = giving.getByRole('combobox', { name: '归属人' })
  await owner.click()
  await owner.pressSequentially(seller?.name ?? '')
  await page
    .locator('.ant-select-item-option', { hasText: seller?.name ?? '' })
    .first()
    .click()
  await button(giving, /^保\s*存$/).click()
  await expect(giving).toBeHidden()
  await expect(row(page, 'acts.moved')).toContainText(seller?.name ?? '')

  await rowAct(page, 'acts.moved', '服务记录')
  const records = dialog(page, '服务记录：关联旅程乙公司')
  await records.getByText('归属', { exact: true }).first().click()
  await expect(records.getByRole('listitem')).toHaveCount(1)
  await expect(records.getByRole('listitem')).toContainText(seller?.name ?? '')
  await expectAccessible(page)
})

test('§6 colleagues are invited, AI accounts are opened, and the logs of one account are a press away', async ({
  page,
}) => {
  await addAccount('acts.told', '邀请旅程公司')
  await enter(page, 'admin', listOf('acts.told'))
  await rowAct(page, 'acts.told', '邀请')
  const invitation = dialog(page, '邀请注册')
  await expect(invitation.getByRole('textbox', { name: '邀请内容' })).toHaveValue(
    /\/backend\/register\?subProduct=bigData/,
  )
  await button(invitation, /^关\s*闭$/)
    .last()
    .click()
  await expect(invitation).toBeHidden()

  await row(page, 'acts.told').getByRole('checkbox').check()
  await button(shown(page), '生成 AI 账号').click()
  const ai = dialog(page, '生成 AI 账号：1 名会员')
  await button(ai, /^生\s*成$/).click()
  await expect(ai).toBeHidden()
  const opened = await query(
    `select a.grant_kind as kind, a.ends_on - current_date as days from member_accounts a
    join members m on m.id = a.member_id where m.login_name = 'acts.told' and a.sub_product = 'aiWeb'`,
  )
  expect(opened).toEqual([{ kind: 'trial', days: 6 }])

  await rowAct(page, 'acts.told', '访问日志')
  await expect(page).toHaveURL(/appAccountLog.*accountId=\d+.*kind=view/)
  await expect(shown(page).getByText('只看 acts.told')).toBeVisible()
})

test('§6 all accounts that a filter finds are given to somebody', async ({ page }) => {
  for (const each of ['one', 'two']) await addAccount(`acts.found.${each}`, `筛选旅程${each}公司`)
  await enter(page, 'admin', listOf('acts.found'))
  await expect(row(page, 'acts.found')).toHaveCount(2)
  await button(shown(page), /对筛选结果/).click()
  await page.getByRole('menuitem', { name: '重新分配' }).click()
  const giving = dialog(page, '重新分配：筛选出的会员').filter({ has: page.getByRole('combobox') })
  const [seller] = await query<{ name: string }>(`select real_name as name from users where user_name = 'sales'`)
  const receivers = giving.getByRole('combobox', { name: /接收人/ })
  await receivers.click()
  await receivers.pressSequentially(seller?.name ?? '')
  await page
    .locator('.ant-select-item-option', { hasText: seller?.name ?? '' })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await giving.getByRole('textbox', { name: /原因/ }).fill('区域调整')
  await button(giving, '下一步').click()
  const asked = page.getByRole('dialog').filter({ hasText: '2 项变更归属' })
  await expectAccessible(page)
  await button(asked, /^分\s*配$/).click()
  await expect(page.getByText('2 项归属已变更')).toBeVisible()
  await expect(row(page, seller?.name ?? '')).toHaveCount(2)
})
