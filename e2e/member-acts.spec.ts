// What is done with many members at once, and with what arrives: extended, revoked, given out, found invalid; told by ledgers.
import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, expect, query, test } from './fixtures.ts'
import { JOB, pressAgain } from './page.ts'

const REGISTRATIONS = '/userControl/customerManagement/registration'

const button = (within: Page | Locator, name: RegExp | string) => within.getByRole('button', { name })
const row = (page: Page, text: string) => page.locator('main').getByRole('row').filter({ hasText: text })
const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const mobile = () => `136${String(randomInt(1e8)).padStart(8, '0')}`

/** A registration that waits for somebody. */
async function addRegistration(company: string, ownerName?: string): Promise<void> {
  await query(
    `insert into registrations (company, contact, mobile, sub_product, province, owner_id)
    values ($1, '王敏', $2, 'oilGas', '上海市', (select id from users where user_name = $3))`,
    [company, mobile(), ownerName ?? null],
  )
}

/** Accounts of 大数据 with two formal grants that have 20 days left, of one enterprise. */
async function addGranted(name: string, count: number): Promise<void> {
  await query(
    `with enterprise as (insert into enterprises (name) values ($1 || '公司') returning id),
      made as (insert into members (enterprise_id, login_name, real_name, mobile)
        select e.id, $1 || n, '会员' || n, '137' || lpad((hashtext($1) & 9999)::text, 4, '0') || lpad(n::text, 4, '0')
        from enterprise e, generate_series(1, $2::int) n returning id),
      opened as (insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind)
        select id, 'bigData', current_date, current_date + 20, 'formal' from made returning id)
    insert into grants (account_id, product_id, kind, starts_on, ends_on)
    select o.id, p.id, 'formal', current_date, current_date + 20
    from opened o, (select id from products where is_show order by id limit 2) p`,
    [name, count],
  )
}

/** A partner whose member that person is. */
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

/** Selects rows of the list by what stands in them. */
async function select(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await row(page, text).getByRole('checkbox').check()
}

test('registrations are given to a salesperson together, once a person was chosen', async ({ page }) => {
  const companies = ['并案能源甲', '并案能源乙']
  for (const company of companies) await addRegistration(company)
  const [seller] = await query<{ id: string; name: string }>(
    "select id::text, real_name as name from users where user_name = 'sales'",
  )
  const owners = () =>
    query<{ owner_id: string | null }>('select distinct owner_id::text from registrations where company = any($1)', [
      companies,
    ])
  await enter(page, 'service', `${REGISTRATIONS}?company=${encodeURIComponent('并案能源')}`)
  await select(page, ...companies)
  await button(page.locator('main'), /^分\s*配$/).click()
  const assign = dialog(page, '分配 2 条注册')
  await button(assign, /^分\s*配$/).click()
  await expect(page.getByText('请选择负责人').last()).toBeVisible()
  expect(await owners()).toEqual([{ owner_id: null }])

  const picker = assign.getByRole('combobox', { name: '负责人' })
  await picker.click()
  await picker.fill(seller?.name ?? '')
  await page
    .locator('.ant-select-item-option', { hasText: seller?.name ?? '' })
    .first()
    .click()
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
  await assign.getByLabel('说明').fill('华东客户')
  await expectAccessible(page)
  await pressAgain(assign.getByLabel('说明'), () => assign.isHidden(), 'Enter')
  await expect(row(page, '并案能源')).toHaveCount(0)
  expect(await owners()).toEqual([{ owner_id: seller?.id }])
  const steps = await query(
    `select distinct s.action, s.remark from registration_steps s join registrations r on r.id = s.registration_id
    where r.company = any($1)`,
    [companies],
  )
  expect(steps).toEqual([{ action: 'assign', remark: expect.stringContaining('华东客户') }])
})

test('a registration is marked invalid with a reason, and opened again', async ({ page }) => {
  const company = '查无此司贸易'
  await addRegistration(company, 'sales')
  await enter(page, 'sales', `${REGISTRATIONS}?company=${encodeURIComponent(company)}`)
  await button(row(page, company), '标记无效').click()
  const reject = dialog(page, `标记无效：${company}`)
  await button(reject, '标记无效').click()
  await expect(reject.getByText('请输入无效原因')).toBeVisible()
  await reject.getByLabel('无效原因').click()
  await page.locator('.ant-select-item-option', { hasText: '号码有误' }).click()
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
  await expectAccessible(page)
  await pressAgain(button(reject, '标记无效'), () => reject.isHidden())
  await expect(row(page, company)).toContainText('无效')
  await page.getByRole('button', { name: company, exact: true }).click()
  await expect(dialog(page, company).getByRole('region', { name: '处理记录' })).toContainText('号码有误')
  await page.keyboard.press('Escape')
  await expect(dialog(page, company)).toBeHidden()

  await button(row(page, company), '重新打开').click()
  await expect(page.getByText('已重新打开')).toBeVisible()
  await expect(button(row(page, company), '标记无效')).toBeVisible()
})

test('chosen accounts are extended together, one loses everything for a reason; the partner’s ledger tells its own', async ({
  page,
}) => {
  await addGranted('batchtwo', 3)
  await addPartner('同舟资讯', 'batchtwo1')
  await enter(page, 'admin', '/application/bigData/accounts?loginName=batchtwo')
  await select(page, 'batchtwo1', 'batchtwo2')
  await button(page.locator('main'), '批量延期').click()
  const extend = dialog(page, '批量延期：已选 2 个账号')
  await button(extend, '90 天').click()
  await expect(extend.getByLabel('延长天数')).toHaveValue('90')
  await extend.getByLabel('原因').fill('合同续签')
  await button(extend, '下一步').click()
  const asked = dialog(page, /^批量延期$/)
  await expect(asked).toContainText('延长已有授权（2）')
  await button(asked, '开始延期').click()
  await expect(extend).toContainText('共 2 个账号：已办理 2 个', JOB)
  // a key goes to the question until it is out of sight
  await expect(asked).toBeHidden()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(extend).toBeHidden()
  expect(await daysLeft('batchtwo')).toEqual([
    { login_name: 'batchtwo1', days: [110, 110] },
    { login_name: 'batchtwo2', days: [110, 110] },
    { login_name: 'batchtwo3', days: [20, 20] },
  ])

  await expect(row(page, 'batchtwo1').getByRole('checkbox')).not.toBeChecked()
  await select(page, 'batchtwo1')
  await button(page.locator('main'), '批量取消授权').click()
  const revoke = dialog(page, '批量取消授权：已选 1 个账号')
  await button(revoke, '下一步').click()
  await expect(revoke.getByText('取消授权请填写原因')).toBeVisible()
  await revoke.getByLabel('原因').fill('客户退订')
  await revoke.getByLabel('原因').press('Enter')
  await button(dialog(page, /^批量取消授权$/), '开始取消授权').click()
  await expect(revoke).toContainText('共 1 个账号：已办理 1 个', JOB)
  await expect(dialog(page, /^批量取消授权$/)).toBeHidden()
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
  await page.goto(page.url().replace(/\/application\/.*/, `${ledgers}/bigData?partner=${encodeURIComponent('同舟')}`))
  const told = page.locator('main').locator('tbody').getByRole('row')
  await expect(told).toHaveCount(4)
  for (const each of await told.all()) {
    await expect(each).toContainText('同舟资讯')
    await expect(each).toContainText('batchtwo1')
  }
  await button(told.first(), 'batchtwo1').click()
  const details = dialog(page, '授权变更：取消')
  await expect(details).toContainText('客户退订')
  await expect(details).toContainText('同舟资讯')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await page.goto(page.url().replace('/bigData', '/officialWebsite'))
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
})

test('closing dates are pasted: the wrong line is told, the right one moves the grants of its account', async ({
  page,
}) => {
  await addGranted('closing', 2)
  const lines = [
    ['子产品', '登录名', '产品', '截止日期', '原因'],
    ['大数据', 'closing1', '', '2031-12-31', '续签三年'],
    ['大数据', 'closing2', '', '2020-01-01', '续签三年'],
  ]
  await enter(page, 'admin', '/application/bigData/accounts?loginName=closing')
  await button(page.locator('main'), '导入截止日期').click()
  const importing = dialog(page, '导入授权截止日期')
  await importing.getByRole('tab', { name: '粘贴内容' }).click()
  const block = lines.map((line) => line.join('\t')).join('\n')
  await importing.getByRole('textbox', { name: '粘贴的内容' }).fill(block)
  await button(importing, '检查 2 行').click()
  await expect(importing.getByText('截止日期不能早于开始日期')).toBeVisible()
  await button(importing, '导入正确的行').click()
  await button(dialog(page, '只导入正确的 1 行？'), /^导\s*入$/).click()
  await expect(importing.getByText('部分完成')).toBeVisible(JOB)
  const ends = await query(
    `select distinct m.login_name, g.ends_on::text from members m join member_accounts a on a.member_id = m.id
    join grants g on g.account_id = a.id where m.login_name = 'closing1'`,
  )
  expect(ends).toEqual([{ login_name: 'closing1', ends_on: '2031-12-31' }])
  expect(await daysLeft('closing2')).toEqual([{ login_name: 'closing2', days: [20, 20] }])
})

test('§2 details of a customer fit a width of 390, each fact in a line of its own', async ({ page }) => {
  const name = '窄屏试验石油化工贸易有限公司'
  await query('insert into enterprises (name, address) values ($1, $2)', [name, '滨江区江南大道 3888 号 8 楼'])
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'admin', `/userControl/customerManagement/customerList?name=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name, exact: true }).click()
  const details = dialog(page, name)
  await expect(details.getByText('滨江区江南大道 3888 号 8 楼')).toBeVisible()
  const body = details.locator('.ant-drawer-body')
  expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const edges = await details
    .getByText(/^(?:企业名称|级别|归属人|来源|更新时间)$/)
    .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().left)))
  expect(edges).toHaveLength(5)
  expect(new Set(edges).size, 'labels below each other').toBe(1)
})
