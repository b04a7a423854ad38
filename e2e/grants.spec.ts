// Grants: given to an account by its dialog, extended, told of by the ledger; and given to many at once by a job.
import type { Locator, Page } from '@playwright/test'
import { addEntry as enterAccount } from '../contract/manual-entry.ts'
import { expectAccessible } from './accessible.ts'
import { enter, expect, FIRST, query, signInByCalls, test } from './fixtures.ts'
import { JOB, pressAgain } from './page.ts'

const button = (within: Page | Locator, name: RegExp | string) => within.getByRole('button', { name })
const row = (page: Page, text: string) => page.locator('main').getByRole('row').filter({ hasText: text })

/** The real name of `admin`. */
const GRANTER = '程向东'

/** Accounts of the journey's own in 大数据, with their own enterprise. */
async function addAccounts(name: string, count: number): Promise<void> {
  await query(
    `with enterprise as (insert into enterprises (name) values ($1 || '公司') returning id),
      made as (insert into members (enterprise_id, login_name, real_name, mobile)
        select e.id, $1 || n, $1 || '会员' || n, '188' || lpad((hashtext($1) & 9999)::text, 4, '0') || lpad(n::text, 4, '0')
        from enterprise e, generate_series(1, $2::int) n returning id)
    insert into member_accounts (member_id, sub_product) select id, 'bigData' from made`,
    [name, count],
  )
}

async function addProduct(name: string): Promise<void> {
  await query(
    `insert into products (name, category_id) select $1, id from categories where level = 2 and is_show order by id limit 1`,
    [name],
  )
}

async function choose(page: Page, within: Locator, label: string, text: string): Promise<void> {
  const picker = within.getByRole('combobox', { name: label })
  await picker.click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await picker.fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().click()
}

test('a trial is given to an account, extended to formal, and the ledger tells both', async ({ page }) => {
  await addAccounts('grantone', 1)
  await addProduct('授权试验油')
  await enter(page, 'admin', '/application/bigData/accounts/index?loginName=grantone')
  await button(row(page, 'grantone1'), /^授权/).click()
  const dialog = page.getByRole('dialog', { name: /授权：/ })
  await choose(page, dialog, '选择产品', '授权试验油')
  await page.keyboard.press('Escape')
  await button(dialog, /添\s*加/).click()
  await expect(dialog.getByRole('row').filter({ hasText: '授权试验油' })).toContainText('新增')
  await button(dialog, '7 天试用').click()
  await expect(dialog.getByRole('row').filter({ hasText: '授权试验油' })).toContainText('剩 6 天')
  await expectAccessible(page)
  await button(dialog, /保\s*存/).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'grantone1')).toContainText('试用')

  await button(row(page, 'grantone1'), /^授权/).click()
  const granted = dialog.getByRole('row').filter({ hasText: '授权试验油' })
  await granted.getByRole('checkbox').check()
  await button(dialog, '续 1 年').click()
  await granted.getByRole('combobox').click()
  await page.getByTitle('正式', { exact: true }).click()
  await expect(granted).toContainText('已修改')
  await dialog.getByRole('textbox', { name: '原因' }).fill('已签合同')
  await dialog.getByRole('textbox', { name: '原因' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'grantone1')).toContainText('正式')

  await page.goto(page.url().replace(/accounts.*/, 'grantChange/index?member=grantone'))
  await expect(row(page, '延期')).toContainText('试用 → 正式')
  await expect(row(page, '延期')).toContainText('已签合同')
  await expect(row(page, '延期')).toContainText(GRANTER)
  await button(row(page, '延期'), 'grantone1').click()
  const details = page.getByRole('dialog', { name: '授权变更：延期' })
  await expect(details.getByRole('row').filter({ hasText: '类型' })).toContainText('正式')
  await expect(details.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  // one account's alone, until the tag that says so is taken away
  const [account] = await query<{ id: string }>(
    `select a.id::text from member_accounts a join members m on m.id = a.member_id where m.login_name = 'grantone1'`,
  )
  await page.goto(page.url().replace(/\?.*/, `?accountId=${account?.id}`))
  const narrowed = page.locator('main').getByText('只看 grantone1（grantone会员1，grantone公司）')
  await expect(narrowed).toBeVisible()
  await expect(row(page, 'grantone1')).toHaveCount(2)
  await expectAccessible(page)
  await button(page.locator('main'), '查看全部账号').click()
  await expect(narrowed).toBeHidden()
  await expect(page).not.toHaveURL(/accountId/)
})

test('what was paid for is revoked only with a reason and after asking; it can be put back before', async ({
  page,
}) => {
  await addAccounts('granttwo', 1)
  await addProduct('退订试验油')
  await query(
    `with g as (insert into grants (account_id, product_id, kind, starts_on, ends_on)
      select a.id, p.id, 'formal', current_date, current_date + 300
      from member_accounts a join members m on m.id = a.member_id, products p
      where m.login_name = 'granttwo1' and p.name = '退订试验油' returning account_id, starts_on, ends_on)
    update member_accounts a set starts_on = g.starts_on, ends_on = g.ends_on, grant_kind = 'formal' from g where a.id = g.account_id`,
  )
  await enter(page, 'admin', '/application/bigData/accounts/index?loginName=granttwo')
  await button(row(page, 'granttwo1'), /^授权/).click()
  const dialog = page.getByRole('dialog', { name: /^授权：/ })
  await button(dialog, '取消授权 退订试验油').click()
  await button(dialog, '恢复 退订试验油').click()
  await expect(button(dialog, /保\s*存/)).toBeDisabled()
  await button(dialog, '取消授权 退订试验油').click()
  await button(dialog, /保\s*存/).click()
  await expect(dialog.getByRole('alert').filter({ hasText: '请填写原因' })).toBeVisible()
  await dialog.getByRole('textbox', { name: /原因/ }).fill('客户退订')
  await dialog.getByRole('textbox', { name: /原因/ }).press('Enter')
  const asked = page.getByRole('dialog', { name: /确认修改授权/ })
  await expect(asked).toContainText('取消正式授权（1）')
  await button(asked, '确认修改').click()
  await expect(asked).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'granttwo1')).toContainText('未授权')
})

test('many accounts are granted at once: a preview, a job with its progress, the outcome of each', async ({ page }) => {
  await addAccounts('grantmany', 30)
  await query(`update member_accounts set status = 'disabled' where member_id =
    (select id from members where login_name = 'grantmany7')`)
  await addProduct('批量试验油')
  await enter(page, 'admin', '/application/bigData/accounts/index?loginName=grantmany')
  await expect(row(page, 'grantmany').first()).toBeVisible()
  await button(page, /对筛选结果/).click()
  await page.getByRole('menuitem', { name: '批量授权' }).click()
  const dialog = page.getByRole('dialog', { name: /^批量授权：/ })
  await choose(page, dialog, '产品', '批量试验油')
  await page.keyboard.press('Escape')
  await button(dialog, '1 个月').click()
  await button(dialog, '下一步').click()
  const asked = page.getByRole('dialog', { name: '批量授权', exact: true })
  await expect(asked).toContainText('新授权（29）')
  await expect(asked).toContainText('不能办理（1）')
  await button(asked, '开始授权').click()
  await expect(asked).toBeHidden()
  await expect(dialog).toContainText('共 30 个账号：已办理 29 个，没有变化 0 个，未能办理 1 个', JOB)
  await expect(dialog.getByRole('row').nth(1)).toContainText('账号已禁用，不能授权')
  await expectAccessible(page)
  await button(dialog, /关\s*闭/)
    .last()
    .click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'grantmany').filter({ hasText: '试用' }).first()).toBeVisible()

  await page.goto(page.url().replace(/accounts.*/, 'systemLog/component/grantChange/index?via=batch'))
  await expect(row(page, '批量授权').first()).toContainText('29')
  await button(row(page, '批量授权').first(), /^\d+$/).click()
  await expect(page.getByRole('dialog', { name: /29 个账号，29 项变更/ })).toContainText('批量试验油')
})

/** Enters an account of 周泽研究 by hand, with one product granted formally until that day. */
async function addEntry(page: Page, loginName: string, productName: string, endsOn: string): Promise<void> {
  await addProduct(productName)
  const [product] = await query<{ id: string }>('select id::text from products where name = $1', [productName])
  const { access_token } = await signInByCalls(page.request, 'admin')
  const reply = await page.request.post(`${FIRST()}${enterAccount.path}`, {
    headers: { 'console-auth': access_token },
    data: {
      ...{ subProduct: 'zhouzeyanjiu', enterprise: `${loginName}公司`, realName: '纪云舟', mobile: '13611330001' },
      ...{ loginName, productIds: [product?.id], kind: 'formal', endsOn },
    },
  })
  expect((await reply.json()).code).toBe(200)
}

test('§6 an entry by hand asks before it shortens what was paid for: 取消 keeps what was typed, 保存 does it', async ({
  page,
}) => {
  const [days] = await query<{ soon: string; late: string }>(
    'select (current_date + 9)::text as soon, (current_date + 90)::text as late',
  )
  const { soon = '', late = '' } = days ?? {}
  await addEntry(page, 'entryone', '手工试验油', late)
  await enter(page, 'admin', '/application/zhouzeyanjiu/info/manualEntry?loginName=entryone')
  const stored = row(page, 'entryone')
  await expect(stored).toContainText(late)
  await button(stored, '编辑 entryone').click()
  const form = page.getByRole('dialog', { name: '编辑 entryone' }).filter({ has: page.getByLabel('姓名') })
  const asked = page.getByRole('dialog', { name: '编辑 entryone' }).filter({ hasText: '缩短正式授权（1）' })
  const day = form.getByRole('textbox', { name: '截止日期' })
  await form.getByRole('textbox', { name: '姓名' }).fill('纪云帆')
  await day.fill(soon)
  await day.press('Tab')
  await button(form, /^保\s*存$/).click()
  await expect(asked).toContainText(soon)
  await expectAccessible(page)
  await button(asked, /^取\s*消$/).click()
  await expect(asked).toBeHidden()
  await expect(form.getByRole('textbox', { name: '姓名' })).toHaveValue('纪云帆')
  await expect(day).toHaveValue(soon)
  await expect(stored).toContainText(late)

  // the sign of the call before may still be leaving the button
  await pressAgain(button(form, /保\s*存$/), () => asked.isVisible())
  await button(asked, /^保\s*存$/).click()
  await expect(asked).toBeHidden()
  await expect(form).toBeHidden()
  await expect(stored).toContainText('纪云帆')
  await expect(stored).toContainText(soon)

  await button(stored, '删除 entryone').click()
  const ending = page.getByRole('dialog', { name: '删除手工录入' })
  await expect(ending).toContainText('取消正式授权（1）')
  await button(ending, /^取\s*消$/).click()
  await expect(ending).toBeHidden()
  await expect(stored).toContainText(soon)
  // the same act again at once is taken for a double press
  await pressAgain(button(stored, '删除 entryone'), () => ending.isVisible())
  await button(ending, /^删\s*除$/).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(stored).toHaveCount(0)
})
