// Accounts of a sub-product: opened, found, changed, disabled and enabled; sub-accounts added and moved.
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, check, dialog, field, find, goTo, row, rowAct, shown } from '../page.ts'

const LIST = '/application/bigData/accounts'
const inDialog = { within: ['.ant-modal'] }

let mobiles = 0
const mobile = () => `187000${String(++mobiles).padStart(5, '0')}`

/** Adds a member of that owner with an account of 大数据, in the enterprise of that name. @returns the account's id */
async function addAccount(login: string, ownerId: string, enterprise: string, quota = 0): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with e as (insert into enterprises (name, owner_id) values ($3, $2)
        on conflict (text_key(name), namesake) do update set owner_id = $2 returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select id, $1, $1, $4, $2 from e returning id)
    insert into member_accounts (member_id, sub_product, sub_quota) select id, 'bigData', $5 from m returning id::text`,
    [login, ownerId, enterprise, mobile(), quota],
  )
  return made?.id ?? ''
}

async function notePassword(passwordDialog: Locator): Promise<void> {
  await expect(passwordDialog.getByRole('textbox', { name: '初始密码' })).toHaveValue(/^.{16}$/)
  await answer(passwordDialog, '我已保存')
}

test('§2 at 1440 the list shows expiry, quota and last use; its row menu is grouped, an empty list offers the next step', async ({
  page,
}) => {
  const seller = await addPerson('acc.narrow', 'sales')
  await addAccount('acc.in.view', seller, '窄屏企业')
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, 'acc.narrow', LIST)
  await expect(row(page, 'acc.in.view')).toBeVisible()

  const topOf = async (box: Locator) => Math.round(((await box.boundingBox())?.y ?? 0) / 8)
  expect(await topOf(act(shown(page), '查询'))).toBe(await topOf(field(shown(page), '登录名')))
  await expect(shown(page).getByText('截止日期', { exact: true }).first()).toBeVisible()
  const edge = (await shown(page).getByRole('columnheader', { name: '操作' }).boundingBox())?.x ?? 0
  for (const name of ['截止日期', '授权数', '最近访问']) {
    const head = await shown(page).getByRole('columnheader', { name }).boundingBox()
    expect((head?.x ?? 0) + (head?.width ?? 0), name).toBeLessThanOrEqual(edge + 1)
  }
  await expect(row(page, 'acc.in.view')).not.toContainText('启用')

  await button(row(page, 'acc.in.view'), /更多/).click()
  const menu = page.getByRole('menu').filter({ hasText: '授权变更记录' })
  await expect(menu.locator('.ant-dropdown-menu-item-group-title')).toHaveText(['客户', '使用情况'])
  await page.keyboard.press('Escape')

  await goTo(page, '/application/appApplicationManagement/account/info')
  await expect(shown(page)).toContainText('新增账号，或在试用注册里开通后，会列在这里。')
})

test('a salesperson opens an account for a new customer, finds it, reads it and changes it', async ({ page }) => {
  const seller = await addPerson('acc.seller', 'sales')
  await enter(page, 'acc.seller', LIST)
  await act(shown(page), '新增').click()
  const adding = dialog(page, /新增账号/)
  await field(adding, '新企业名称').fill('云帆化工有限公司')
  await field(adding, '登录名').fill('yunfan.wang')
  await field(adding, '手机号码').fill('1381234')
  await act(adding, '保存').click()
  await expect(adding.getByText('手机号码长度不为11位')).toBeVisible()
  await expect(adding.getByText('请输入姓名')).toBeVisible()
  await expectAccessible(page, inDialog)
  await field(adding, '手机号码').fill(mobile())
  await field(adding, '姓名').fill('王云帆')
  await check(adding.getByRole('checkbox', { name: '价格行情' }))
  await expect(adding.getByText('手机号码长度不为11位')).toBeHidden()
  await act(adding, '保存').click()
  const passwordDialog = dialog(page, '初始密码')
  await expect(passwordDialog).toBeVisible()
  await expectAccessible(page, inDialog)
  await notePassword(passwordDialog)

  await find(page, '登录名', 'yunfan.wang')
  await expect(row(page, 'yunfan.wang')).toContainText('云帆化工有限公司')
  await rowAct(page, 'yunfan.wang', '编辑')
  const editing = dialog(page, /编辑账号/)
  await field(editing, '姓名').fill('王远帆')
  await act(editing, '保存').click()
  await expect(editing).toBeHidden()
  await expect(row(page, 'yunfan.wang')).toContainText('王远帆')
  await button(row(page, 'yunfan.wang'), 'yunfan.wang').click()
  const drawer = dialog(page, '王远帆（yunfan.wang）')
  await expect(drawer.getByText('开通账号')).toBeVisible()
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await test.step('a member of another sub-product is offered while the name is typed', async () => {
    await addAccount('acc.known', seller, '已知企业')
    await goTo(page, '/application/appApplicationManagement/account/info')
    await act(shown(page), '新增').click()
    await field(adding, '登录名').fill('acc.known')
    await button(adding, '为其开通').click()
    await expect(adding.getByText('沿用其登录名、密码与归属。')).toBeVisible()
    await act(adding, '保存').click()
    await expect(adding).toBeHidden()
    await expect(row(page, 'acc.known')).toHaveCount(1)
  })
})

test('customer service disables an account, opens it again and resets the password', async ({ page }) => {
  const owner = await addPerson('acc.service', 'customerService')
  const marked = [
    await addAccount('acc.one', owner, '账号一号企业'),
    await addAccount('acc.other', owner, '账号一号企业'),
  ]
  await query(
    `insert into account_signals (account_id, kind, count, samples, from_at, to_at)
    select id, 'addresses', 6, '{10.0.0.1}', now() - interval '1 day', now() from unnest($1::bigint[]) id`,
    [marked],
  )
  await enter(page, 'acc.service', LIST)
  await rowAct(page, 'acc.one', '禁用')
  await answer(dialog(page, /禁用账号/), /禁\s*用/)
  const disabled = row(page, 'acc.one').getByRole('cell', { name: /^已禁用/ })
  await expect(disabled).toBeVisible()
  await rowAct(page, 'acc.one', '启用')
  await expect(disabled).toHaveCount(0)
  await rowAct(page, 'acc.one', '重置密码')
  await act(dialog(page, /重置密码/), '重置').click()
  await notePassword(dialog(page, '初始密码'))
  await rowAct(page, 'acc.one', '统计')
  const figures = dialog(page, /统计/)
  await expect(figures.getByText('没有授权')).toBeVisible()
  await expectAccessible(page, { within: ['.ant-modal', '.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(figures).toBeHidden()

  await test.step('§2 at a width of 390 a range of days is as wide as other fields', async () => {
    await page.setViewportSize({ width: 390, height: 900 })
    // filters collapse to one field, and a row's acts stay in view
    await expect(shown(page).locator('.search-bar-field')).toHaveCount(1)
    await button(row(page, 'acc.one'), /更多/).click()
    await expect(page.getByRole('menuitem', { name: '编辑', exact: true })).toBeInViewport()
    await page.keyboard.press('Escape')
    await button(shown(page), '筛选').click()
    await button(shown(page), '高级搜索').click()
    const range = shown(page).locator('.date-range')
    await expect(range).toBeVisible()
    const endOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    }
    // the advanced search changes its size while it opens
    const other = shown(page).locator('.search-bar-field > .ant-input-affix-wrapper').first()
    await expect.poll(async () => (await endOf(range)) - (await endOf(other))).toBe(0)
    await page.setViewportSize({ width: 1920, height: 1080 })
  })

  await test.step('§2 the mark of an account used from too many places leads to its signals', async () => {
    await button(shown(page), '查看 acc.one 的异常').click()
    await expect(page).toHaveURL(/accountSignals\?/)
    await expect(row(page, 'acc.one')).toContainText('多地登录')
    await expect(row(page, 'acc.other')).toHaveCount(0)
  })
})

test('§2 sub-accounts: added within the quota, and moved to another main account', async ({ page }) => {
  const owner = await addPerson('acc.subs', 'customerService')
  await addAccount('acc.main', owner, '主账号企业', 2)
  await addAccount('acc.second', owner, '主账号企业', 1)
  await enter(page, 'acc.subs', '/application/bigData/subsidiaryAccount')
  await expect(row(page, 'acc.main')).toContainText('0 / 2')
  await rowAct(page, 'acc.main', '新增子账号')
  const adding = dialog(page, /新增子账号/)
  await field(adding, '登录名').fill('acc.child')
  await field(adding, '姓名').fill('子号')
  await field(adding, '手机号码').fill(mobile())
  await act(adding, '保存').click()
  await notePassword(dialog(page, '初始密码'))
  await expect(row(page, 'acc.child')).toHaveCount(1)
  await expect(row(page, 'acc.main')).toContainText('1 / 2')
  await button(row(page, 'acc.child'), 'acc.child').click()
  const details = dialog(page, '子号（acc.child）')
  await expect(details).toContainText('acc.main')
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await rowAct(page, 'acc.main', '移动子账号')
  const moving = dialog(page, /移动子账号/)
  const save = act(moving, '保存')
  await expect(save).toBeDisabled()
  await expect(save).toHaveAttribute('title', '没有要移动的子账号')
  await moving.getByText('子号（acc.child）').click()
  await button(moving, '移到acc.second（acc.second）').click()
  // Enter in the search does not submit the dialog
  await moving.getByRole('textbox', { name: '搜索acc.second（acc.second）' }).fill('子号')
  await moving.getByRole('textbox', { name: '搜索acc.second（acc.second）' }).press('Enter')
  await expectAccessible(page, inDialog)
  await save.click()
  await expect(moving).toBeHidden()
  await expect(row(page, 'acc.second')).toContainText('1 / 1')
  await expect(row(page, 'acc.main')).toContainText('0 / 2')
})
