// Grants: given and extended in the account's dialog, recorded in the ledger; and given to many at once by a job.
import type { Page } from '@playwright/test'
import { addEntry as enterAccount } from '#contract/members/manual-entry.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, query, signInByCalls, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  closeChoice,
  dialog,
  expectAfterJob,
  field,
  goTo,
  item,
  passDialogGuard,
  pickInCascade,
  row,
  rowAct,
  shown,
} from '../page.ts'

const ACCOUNTS = '/application/bigData/accounts/index'
const inDialog = { within: ['.ant-modal'] }

/** Adds accounts of 大数据 in a new enterprise. */
async function addAccounts(name: string, count: number): Promise<void> {
  await query(
    `with enterprise as (insert into enterprises (name) values ($1 || '公司') returning id),
      made as (insert into members (enterprise_id, login_name, real_name, mobile)
        select e.id, $1 || n, $1 || '会员' || n, '188' || lpad(nextval(pg_get_serial_sequence('members', 'id'))::text, 8, '0')
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

/** Adds an account of 周泽研究 by manual entry, with a formal grant of one product until that day. */
async function addEntry(page: Page, loginName: string, productName: string, endsOn: string): Promise<void> {
  await addProduct(productName)
  const [product] = await query<{ id: string }>('select id::text from products where name = $1', [productName])
  const { access_token } = await signInByCalls(page.request, 'grants.giver')
  const reply = await page.request.post(`${FIRST()}${enterAccount.path}`, {
    headers: { 'console-auth': access_token },
    data: {
      subProduct: 'zhouzeyanjiu',
      enterprise: `${loginName}公司`,
      realName: '纪云舟',
      mobile: '13611330001',
      loginName,
      productIds: [product?.id],
      kind: 'formal',
      endsOn,
    },
  })
  expect((await reply.json()).code).toBe(200)
}

test('a trial is given to an account, extended to formal, and the ledger records both', async ({ page }) => {
  await addPerson('grants.giver')
  await addAccounts('grantone', 1)
  await addProduct('授权试验油')
  await enter(page, 'grants.giver', `${ACCOUNTS}?loginName=grantone`)
  await rowAct(page, 'grantone1', '授权')
  const grant = dialog(page, /^授权：/)
  const granted = grant.getByRole('row').filter({ hasText: '授权试验油' })
  await pickInCascade(grant.getByRole('combobox', { name: '选择产品' }), '授权试验油')
  await closeChoice(page)
  await act(grant, '添加').click()
  await expect(granted).toContainText('新增')
  await button(grant, '7 天试用').click()
  await expect(granted).toContainText('剩 6 天')
  await expectAccessible(page, inDialog)
  await act(grant, '保存').click()
  await expect(grant).toBeHidden()
  await expect(row(page, 'grantone1')).toContainText('试用')
  await act(page, '撤销').click()
  await expect(page.getByText('已撤销')).toBeVisible()
  await expect(row(page, 'grantone1')).toContainText('未授权')
  await rowAct(page, 'grantone1', '授权')
  await pickInCascade(grant.getByRole('combobox', { name: '选择产品' }), '授权试验油')
  await closeChoice(page)
  await act(grant, '添加').click()
  await button(grant, '7 天试用').click()
  await act(grant, '保存').click()
  await expect(grant).toBeHidden()
  await expect(row(page, 'grantone1')).toContainText('试用')

  await rowAct(page, 'grantone1', '授权')
  await button(grant, '续 1 年').click()
  await item(page, '转为正式').click()
  await expect(granted).toContainText('已修改')
  await field(grant, '原因').fill('已签合同')
  await field(grant, '原因').press('Enter')
  await expect(grant).toBeHidden()
  await expect(row(page, 'grantone1')).toContainText('正式')

  await goTo(page, '/application/bigData/grantChange/index?member=grantone')
  const extended = row(page, '延期')
  for (const text of ['试用 → 正式', '已签合同', 'grants.giver']) await expect(extended).toContainText(text)
  await button(extended, 'grantone1').click()
  const details = dialog(page, '授权变更：延期')
  await expect(details.getByRole('row').filter({ hasText: '类型' })).toContainText('正式')
  await expect(details.getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await test.step('the ledger is filtered by one account, until its tag is removed', async () => {
    const [account] = await query<{ id: string }>(
      `select a.id::text from member_accounts a join members m on m.id = a.member_id where m.login_name = 'grantone1'`,
    )
    await goTo(page, `/application/bigData/grantChange/index?accountId=${account?.id}`)
    const narrowed = shown(page).getByText('只看 grantone1（grantone会员1，grantone公司）')
    await expect(narrowed).toBeVisible()
    await expect(row(page, 'grantone1')).toHaveCount(4)
    await button(shown(page), '查看全部账号').click()
    await expect(narrowed).toBeHidden()
    await expect(page).not.toHaveURL(/accountId/)
  })

  await test.step('a formal grant is revoked only with a reason and a confirmation; before saving it can be restored', async () => {
    await goTo(page, `${ACCOUNTS}?loginName=grantone`)
    await rowAct(page, 'grantone1', '授权')
    await button(grant, '取消授权 授权试验油').click()
    await button(grant, '恢复 授权试验油').click()
    await expect(act(grant, '保存')).toBeDisabled()
    await button(grant, '取消授权 授权试验油').click()
    await act(grant, '保存').click()
    await expect(grant.getByRole('alert').filter({ hasText: '请填写原因' })).toBeVisible()
    await grant.getByRole('textbox', { name: /原因/ }).fill('客户退订')
    await grant.getByRole('textbox', { name: /原因/ }).press('Enter')
    const confirm = dialog(page, /确认修改授权/)
    await expect(confirm).toContainText('取消正式授权（1）')
    await answer(confirm, '确认修改')
    await expect(grant).toBeHidden()
    await expect(row(page, 'grantone1')).toContainText('未授权')
  })

  await test.step('§6 manual entry asks before it shortens a formal grant: 取消 keeps the input, 保存 saves it', async () => {
    const [days] = await query<{ soon: string; late: string }>(
      'select (current_date + 9)::text as soon, (current_date + 90)::text as late',
    )
    const { soon = '', late = '' } = days ?? {}
    await addEntry(page, 'entryone', '手工试验油', late)
    await goTo(page, '/application/zhouzeyanjiu/info/manualEntry?loginName=entryone')
    const stored = row(page, 'entryone')
    await expect(stored).toContainText(late)
    await button(stored, '编辑 entryone').click()
    const form = dialog(page, '编辑 entryone').filter({ has: page.getByLabel('姓名') })
    const confirm = dialog(page, '编辑 entryone').filter({ hasText: '缩短正式授权（1）' })
    const day = form.getByRole('textbox', { name: '截止日期' })
    await form.getByRole('textbox', { name: '姓名' }).fill('纪云帆')
    await day.fill(soon)
    await day.press('Tab')
    await act(form, '保存').click()
    await expect(confirm).toContainText(soon)
    await expectAccessible(page, inDialog)
    await answer(confirm, /^取\s*消$/)
    await expect(form.getByRole('textbox', { name: '姓名' })).toHaveValue('纪云帆')
    await expect(day).toHaveValue(soon)
    await expect(stored).toContainText(late)
    await passDialogGuard(page)
    await act(form, '保存').click()
    await answer(confirm, /^保\s*存$/)
    await expect(form).toBeHidden()
    await expect(stored).toContainText('纪云帆')
    await expect(stored).toContainText(soon)

    await button(stored, '删除 entryone').click()
    const ending = dialog(page, '删除手工录入')
    await expect(ending).toContainText('取消正式授权（1）')
    await answer(ending, /^取\s*消$/)
    await expect(stored).toContainText(soon)
    await passDialogGuard(page)
    await button(stored, '删除 entryone').click()
    await answer(ending, /^删\s*除$/)
    await expect(page.getByText('删除成功')).toBeVisible()
    await expect(stored).toHaveCount(0)
  })
})

test('many accounts are granted at once: a preview, a job with its progress, the outcome of each', async ({ page }) => {
  await addPerson('grants.many')
  await addAccounts('grantmany', 30)
  await query(`update member_accounts set status = 'disabled' where member_id =
    (select id from members where login_name = 'grantmany7')`)
  await addProduct('批量试验油')
  await enter(page, 'grants.many', `${ACCOUNTS}?loginName=grantmany`)
  await expect(row(page, 'grantmany').first()).toBeVisible()
  await button(shown(page), /按筛选结果批量操作/).click()
  await item(page, '批量授权').click()
  const grant = dialog(page, /^批量授权：/)
  await pickInCascade(grant.getByRole('combobox', { name: '产品' }), '批量试验油')
  await closeChoice(page)
  await button(grant, '1 个月').click()
  await button(grant, '下一步').click()
  const confirm = page.getByRole('dialog', { name: '批量授权', exact: true })
  await expect(confirm).toContainText('共 30 个账号：29 个将变更，1 个不能办理。')
  const preview = confirm.getByRole('table', { name: '变更预览' }).getByRole('row')
  await expect(preview.nth(1)).toContainText('账号已禁用，不能授权。先启用账号（grantmany7）')
  await expect(preview.nth(2)).toContainText('未授权试用 至')
  await answer(confirm, '开始授权')
  await expectAfterJob(grant, '共 30 个账号：已办理 29 个，没有变化 0 个，未能办理 1 个')
  await expect(grant.getByRole('row').nth(1)).toContainText('账号已禁用，不能授权')
  await expectAccessible(page, inDialog)
  await act(grant, '撤销').click()
  await answer(dialog(page, '撤销这次授权变更？'), '撤销')
  await expect(act(grant, '撤销')).toBeDisabled()
  await act(grant, '关闭').last().click()
  await expect(grant).toBeHidden()
  await expect(row(page, 'grantmany').filter({ hasText: '未授权' }).first()).toBeVisible()

  await goTo(page, '/application/bigData/systemLog/component/grantChange/index?via=batch')
  await expect(row(page, '批量授权').first()).toContainText('29')
  await button(row(page, '批量授权').first(), /^\d+$/).click()
  await expect(dialog(page, /29 个账号，29 项变更/)).toContainText('批量试验油')
})
