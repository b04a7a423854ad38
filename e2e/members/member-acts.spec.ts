// Acts on many members at once: extend, revoke, paste closing dates; each recorded in ledgers.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { answer, button, check, dialog, expectAfterJob, goTo, row, shown } from '../page.ts'

/** Adds accounts of one enterprise in 大数据, each with two formal grants that have 20 days left. */
async function addGranted(name: string, count: number): Promise<void> {
  await query(
    `with enterprise as (insert into enterprises (name) values ($1 || '公司') returning id),
      made as (insert into members (enterprise_id, login_name, real_name, mobile)
        select e.id, $1 || n, '会员' || n, '137' || lpad(nextval(pg_get_serial_sequence('members', 'id'))::text, 8, '0')
        from enterprise e, generate_series(1, $2::int) n returning id),
      opened as (insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind)
        select id, 'bigData', current_date, current_date + 20, 'formal' from made returning id)
    insert into grants (account_id, product_id, kind, starts_on, ends_on)
    select o.id, p.id, 'formal', current_date, current_date + 20
    from opened o, (select id from products where is_show order by id limit 2) p`,
    [name, count],
  )
}

/** Adds a partner with that member. */
async function addPartner(name: string, loginName: string): Promise<void> {
  await query(
    `with made as (insert into partners (name, code) values ($1, $2) returning id)
    insert into partner_members (member_id, partner_id)
    select m.id, made.id from members m, made where m.login_name = $2`,
    [name, loginName],
  )
}

const daysLeft = (name: string) =>
  query<{ login_name: string; days: number[] }>(
    `select m.login_name, array_agg(g.ends_on - current_date) as days from members m
    join member_accounts a on a.member_id = m.id left join grants g on g.account_id = a.id
    where m.login_name like $1 || '%' group by 1 order by 1`,
    [name],
  )

test('chosen accounts are extended together, one has all grants revoked with a reason; the partner’s ledger shows its own', async ({
  page,
}) => {
  await addGranted('batchtwo', 3)
  await addPartner('同舟资讯', 'batchtwo1')
  await addPerson('batch.keeper')
  await enter(page, 'batch.keeper', '/application/bigData/accounts?loginName=batchtwo')
  for (const name of ['batchtwo1', 'batchtwo2']) await check(row(page, name).getByRole('checkbox'))
  await button(shown(page), '批量延期').click()
  const extend = dialog(page, '批量延期：已选 2 个账号')
  await button(extend, '90 天').click()
  await expect(extend.getByLabel('延长天数')).toHaveValue('90')
  // these accounts are formal ones: what trials become is not asked
  await expect(extend.getByRole('radio', { name: '仍为试用' })).toHaveCount(0)
  await extend.getByLabel('原因').fill('合同续签')
  await button(extend, '下一步').click()
  const confirm = dialog(page, /^批量延期$/)
  await expect(confirm).toContainText('共 2 个账号：2 个将变更。')
  await answer(confirm, '开始延期')
  await expectAfterJob(extend, '共 2 个账号：已办理 2 个')
  await page.keyboard.press('Escape')
  await expect(extend).toBeHidden()
  expect(await daysLeft('batchtwo')).toEqual([
    { login_name: 'batchtwo1', days: [110, 110] },
    { login_name: 'batchtwo2', days: [110, 110] },
    { login_name: 'batchtwo3', days: [20, 20] },
  ])

  await expect(row(page, 'batchtwo1').getByRole('checkbox')).not.toBeChecked()
  await check(row(page, 'batchtwo1').getByRole('checkbox'))
  await button(shown(page), '批量取消授权').click()
  const revoke = dialog(page, '批量取消授权：已选 1 个账号')
  await button(revoke, '下一步').click()
  await expect(revoke.getByText('取消授权请填写原因')).toBeVisible()
  await revoke.getByLabel('原因').fill('客户退订')
  await revoke.getByLabel('原因').press('Enter')
  await answer(dialog(page, /^批量取消授权$/), '开始取消授权')
  await expectAfterJob(revoke, '共 1 个账号：已办理 1 个')
  await page.keyboard.press('Escape')
  await expect(revoke).toBeHidden()
  await expect(row(page, 'batchtwo1')).toContainText('未授权')
  await expect(row(page, 'batchtwo2')).toContainText('正式')
  const ledger = await query(
    `select c.action, a.reason, count(*)::int as n from grant_changes c join grant_acts a on a.id = c.act_id
    join member_accounts ma on ma.id = c.account_id join members m on m.id = ma.member_id
    where m.login_name like 'batchtwo%' group by 1, 2 order by 1`,
  )
  expect(ledger).toEqual([
    { action: 'extend', reason: '合同续签', n: 4 },
    { action: 'revoke', reason: '客户退订', n: 2 },
  ])

  const ledgers = '/application/embedManager/member/grantChange'
  await goTo(page, `${ledgers}/bigData?partner=${encodeURIComponent('同舟')}`)
  const changes = shown(page).locator('tbody').getByRole('row')
  await expect(changes).toHaveCount(4)
  for (const each of await changes.all()) {
    await expect(each).toContainText('同舟资讯')
    await expect(each).toContainText('batchtwo1')
  }
  await button(changes.first(), 'batchtwo1').click()
  const details = dialog(page, '授权变更：取消')
  await expect(details).toContainText('客户退订')
  await expect(details).toContainText('同舟资讯')
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await goTo(page, `${ledgers}/officialWebsite?partner=${encodeURIComponent('同舟')}`)
  await expect(shown(page).getByText('没有符合条件的数据')).toBeVisible()

  await test.step('closing dates are pasted: the wrong line is reported, the valid one changes the end of its account’s grants', async () => {
    await addGranted('closing', 2)
    const lines = [
      ['子产品', '登录名', '产品', '截止日期', '原因'],
      ['大数据', 'closing1', '', '2031-12-31', '续签三年'],
      ['大数据', 'closing2', '', '2020-01-01', '续签三年'],
    ]
    await goTo(page, '/application/bigData/accounts?loginName=closing')
    await button(shown(page), '导入截止日期').click()
    const importing = dialog(page, '导入授权截止日期')
    await importing.getByRole('tab', { name: '粘贴内容' }).click()
    const block = lines.map((line) => line.join('\t')).join('\n')
    await importing.getByRole('textbox', { name: '粘贴的内容' }).fill(block)
    await button(importing, '检查 2 行').click()
    await expect(importing.getByText('截止日期不能早于开始日期')).toBeVisible()
    await button(importing, '导入正确的行').click()
    await answer(dialog(page, '只导入正确的 1 行？'), /^导\s*入$/)
    await expectAfterJob(importing, '部分完成')
    const ends = await query(
      `select distinct m.login_name, g.ends_on::text from members m join member_accounts a on a.member_id = m.id
      join grants g on g.account_id = a.id where m.login_name = 'closing1'`,
    )
    expect(ends).toEqual([{ login_name: 'closing1', ends_on: '2031-12-31' }])
    expect(await daysLeft('closing2')).toEqual([{ login_name: 'closing2', days: [20, 20] }])
  })
})
