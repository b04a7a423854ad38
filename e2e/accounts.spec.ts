// Accounts of a sub-product: opened, found, changed, shut out and let in again; sub-accounts added and moved.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, test } from './fixtures.ts'

const LIST = '/application/bigData/accounts'
const shown = (page: Page) => page.locator('main').last()
const rowOf = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })
const field = (within: Page | Locator, name: string) =>
  within.getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })

async function find(page: Page, login: string): Promise<void> {
  await field(shown(page), '登录名').fill(login)
  await shown(page)
    .getByRole('button', { name: /查\s*询/ })
    .click()
  await expect(rowOf(page, login)).toHaveCount(1)
  // the list before may have had it too, in another place
  await expect(shown(page).locator('.table-row:visible')).toHaveCount(1)
}

async function rowAct(page: Page, text: string, act: string): Promise<void> {
  const row = rowOf(page, text)
  const direct = row.getByRole('button', { name: new RegExp(`^${act}`) })
  if (await direct.isVisible()) return direct.click()
  await row.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

const mobileOf = () => `187${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** A member of that owner with an account there; in the enterprise of that name. */
async function addAccount(login: string, ownerId: string, enterprise: string, quota = 0): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with e as (insert into enterprises (name, owner_id) values ($3, $2)
        on conflict (lower(name)) do update set owner_id = $2 returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select id, $1, $1, $4, $2 from e returning id)
    insert into member_accounts (member_id, sub_product, sub_quota) select id, 'bigData', $5 from m returning id::text`,
    [login, ownerId, enterprise, mobileOf(), quota],
  )
  return made?.id ?? ''
}

test('a salesperson opens an account for a new customer, finds it, reads it and changes it', async ({ page }) => {
  await addPerson('acc.seller', 'sales')
  await enter(page, 'acc.seller', LIST)
  await shown(page)
    .getByRole('button', { name: /新\s*增/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /新增账号/ })
  await field(dialog, '新企业名称').fill('云帆化工有限公司')
  await field(dialog, '登录名').fill('yunfan.wang')
  await field(dialog, '手机号码').fill('1381234')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog.getByText('手机号码长度不为11位')).toBeVisible()
  await expect(dialog.getByText('请输入姓名')).toBeVisible()
  await expectAccessible(page)
  await field(dialog, '手机号码').fill(mobileOf())
  await field(dialog, '姓名').fill('王云帆')
  await dialog.getByRole('checkbox', { name: '价格行情' }).check()
  await expect(dialog.getByText('手机号码长度不为11位')).toBeHidden()
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  const told = page.getByRole('dialog', { name: '初始密码' })
  await expect(told.getByRole('textbox', { name: '初始密码' })).toHaveValue(/^.{16}$/)
  await expectAccessible(page)
  await told.getByRole('button', { name: '我已保存' }).click()
  await expect(told).toBeHidden()

  await find(page, 'yunfan.wang')
  await expect(rowOf(page, 'yunfan.wang')).toContainText('云帆化工有限公司')
  await rowAct(page, 'yunfan.wang', '编辑')
  const editing = page.getByRole('dialog', { name: /编辑账号/ })
  await field(editing, '姓名').fill('王远帆')
  await editing.getByRole('button', { name: /保\s*存/ }).click()
  await expect(editing).toBeHidden()
  await expect(rowOf(page, 'yunfan.wang')).toContainText('王远帆')

  await rowOf(page, 'yunfan.wang').getByRole('button', { name: 'yunfan.wang' }).click()
  const drawer = page.getByRole('dialog', { name: '王远帆（yunfan.wang）' })
  await expect(drawer.getByText('开通账号')).toBeVisible()
  await expectAccessible(page)
})

test('customer service disables an account, opens it again and resets the password', async ({ page }) => {
  const owner = await addPerson('acc.service', 'customerService')
  await addAccount('acc.one', owner, '账号一号企业')
  await enter(page, 'acc.service', LIST)
  await expect(rowOf(page, 'acc.one')).toHaveCount(1)
  await rowAct(page, 'acc.one', '禁用')
  const asking = page.getByRole('dialog', { name: /禁用账号/ })
  await asking.getByRole('button', { name: /禁\s*用/ }).click()
  await expect(asking).toBeHidden()
  await expect(rowOf(page, 'acc.one').getByRole('cell', { name: '已禁用', exact: true })).toBeVisible()
  await rowAct(page, 'acc.one', '启用')
  await expect(rowOf(page, 'acc.one').getByRole('cell', { name: '已禁用', exact: true })).toHaveCount(0)

  await rowAct(page, 'acc.one', '重置密码')
  const dialog = page.getByRole('dialog', { name: /重置密码/ })
  await dialog.getByRole('button', { name: /重\s*置/ }).click()
  const told = page.getByRole('dialog', { name: '初始密码' })
  await expect(told.getByRole('textbox', { name: '初始密码' })).toHaveValue(/^.{16}$/)
  await told.getByRole('button', { name: '我已保存' }).click()
  await expect(told).toBeHidden()
  await rowAct(page, 'acc.one', '统计')
  const figures = page.getByRole('dialog', { name: /统计/ })
  await expect(figures.getByText('没有授权')).toBeVisible()
  await expectAccessible(page)
})

test('a member of another sub-product is offered while the name is typed', async ({ page }) => {
  const owner = await addPerson('acc.offer', 'sales')
  await addAccount('acc.known', owner, '已知企业')
  await enter(page, 'acc.offer', '/application/appApplicationManagement/account/info')
  await shown(page)
    .getByRole('button', { name: /新\s*增/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /新增账号/ })
  await field(dialog, '登录名').fill('acc.known')
  await dialog.getByRole('button', { name: '为其开通' }).click()
  await expect(dialog.getByText('沿用其登录名、密码与归属。')).toBeVisible()
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'acc.known')).toHaveCount(1)
})

test('§2 sub-accounts: added within the places, and moved to another main account', async ({ page }) => {
  const owner = await addPerson('acc.subs', 'customerService')
  await addAccount('acc.main', owner, '主账号企业', 2)
  await addAccount('acc.second', owner, '主账号企业', 1)
  await enter(page, 'acc.subs', '/application/bigData/subsidiaryAccount')
  await expect(rowOf(page, 'acc.main')).toContainText('0 / 2')
  await rowAct(page, 'acc.main', '新增子账号')
  const dialog = page.getByRole('dialog', { name: /新增子账号/ })
  await field(dialog, '登录名').fill('acc.child')
  await field(dialog, '姓名').fill('子号')
  await field(dialog, '手机号码').fill(mobileOf())
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  const told = page.getByRole('dialog', { name: '初始密码' })
  await told.getByRole('button', { name: '我已保存' }).click()
  await expect(told).toBeHidden()
  await expect(rowOf(page, 'acc.child')).toHaveCount(1)
  await expect(rowOf(page, 'acc.main')).toContainText('1 / 2')
  await expectAccessible(page)
  await rowOf(page, 'acc.child').getByRole('button', { name: 'acc.child' }).click()
  const details = page.getByRole('dialog', { name: '子号（acc.child）' })
  await expect(details).toContainText('acc.main')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await rowAct(page, 'acc.main', '移动子账号')
  const moving = page.getByRole('dialog', { name: /移动子账号/ })
  const save = moving.getByRole('button', { name: /保\s*存/ })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAttribute('title', '没有要移动的子账号')
  await moving.getByText('子号（acc.child）').click()
  await moving.getByRole('button', { name: '移到acc.second（acc.second）' }).click()
  // what is searched for is not saved by Enter
  await moving.getByRole('textbox', { name: '搜索acc.second（acc.second）' }).fill('子号')
  await moving.getByRole('textbox', { name: '搜索acc.second（acc.second）' }).press('Enter')
  await expectAccessible(page)
  await save.click()
  await expect(moving).toBeHidden()
  await expect(rowOf(page, 'acc.second')).toContainText('1 / 1')
  await expect(rowOf(page, 'acc.main')).toContainText('0 / 2')
})

test('§2 at a width of 390 a range of days takes the width that other fields take', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await enter(page, 'admin', LIST)
  await shown(page).getByRole('button', { name: '高级搜索' }).click()
  const range = shown(page).locator('.date-range')
  await expect(range).toBeVisible()
  const endOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return Math.round((box?.x ?? 0) + (box?.width ?? 0))
  }
  // what has just opened is still finding its size
  const other = shown(page).locator('.search-bar-field > .ant-input-affix-wrapper').first()
  await expect.poll(async () => (await endOf(range)) - (await endOf(other))).toBe(0)
})

test('the list stands with the demo’s customers', async ({ page }) => {
  await enter(page, 'admin', LIST)
  await expect(shown(page).getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
})

test('§2 the mark of an account that is used from too many places leads to its signals', async ({ page }) => {
  const owner = await addPerson('acc.signals', 'customerService')
  const [mine, other] = [
    await addAccount('acc.marked', owner, '异常企业'),
    await addAccount('acc.other', owner, '异常企业'),
  ]
  await query(
    `insert into account_signals (account_id, kind, count, samples, from_at, to_at)
    select id, 'addresses', 6, '{10.0.0.1}', now() - interval '1 day', now() from unnest($1::bigint[]) id`,
    [[mine, other]],
  )
  await enter(page, 'acc.signals', LIST)
  await find(page, 'acc.marked')
  await shown(page).getByRole('button', { name: '查看 acc.marked 的异常' }).click()
  await expect(page).toHaveURL(/accountSignals\?/)
  await expect(rowOf(page, 'acc.marked')).toContainText('多地登录')
  await expect(rowOf(page, 'acc.other')).toHaveCount(0)
})
