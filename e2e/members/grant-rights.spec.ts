// What people with limited grant rights see: acts and sub-products only where they may grant.
import { expectAccessible } from '../accessible.ts'
import { addHolder, enter, expect, query, test } from '../fixtures.ts'
import { act, button, check, dialog, goTo, row, shown } from '../page.ts'

const REGISTRATIONS = '/userControl/customerManagement/registration'
const CUSTOMERS = '/userControl/customerManagement/customerList'
const APP = '/application/appApplicationManagement/account/info'

/** Adds a registration with that owner. */
async function addRegistration(company: string, mobile: string, ownerId: string): Promise<void> {
  await query(
    `insert into registrations (company, contact, mobile, sub_product, province, owner_id)
    values ($1, '王敏', $2, 'oilGas', '上海市', $3)`,
    [company, mobile, ownerId],
  )
}

/** Adds a member with accounts in 大数据 and APP, and an enterprise of the same owner. @returns the enterprise's id */
async function addMember(loginName: string, mobile: string, ownerId: string): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with e as (insert into enterprises (name, owner_id) values ($1 || '公司', $3) returning id),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select id, $1, '沈清和', $2, $3 from e returning id, enterprise_id),
      a as (insert into member_accounts (member_id, sub_product)
        select m.id, s from m, unnest(array['bigData', 'app']) s)
    select enterprise_id::text as id from m`,
    [loginName, mobile, ownerId],
  )
  return made?.id ?? ''
}

const registrationRights = ['registration', 'view', 'edit', 'details', 'empower'] as const

test('§6 accounts are granted where the right on that sub-product is held, and nowhere else', async ({ page }) => {
  const id = await addHolder(
    'grants.some',
    registrationRights,
    ['bigData.accounts', 'view', 'edit', 'details', 'generateAIAccount'],
    ['app.accounts', 'view', 'edit', 'details', 'empower', 'batchEmpower', 'revokeBatchEmpower'],
    ['aiWeb.accounts', 'empower'],
    ['customerList', 'view', 'details'],
  )
  const enterpriseId = await addMember('rights.some', '13511220003', id)
  await enter(page, 'grants.some', '/application/bigData/accounts?loginName=rights.some')
  await expect(button(row(page, 'rights.some'), '编辑 沈清和')).toBeVisible()
  await expect(button(row(page, 'rights.some'), '授权 沈清和')).toHaveCount(0)
  await expect(button(shown(page), /按筛选结果批量操作/)).toHaveCount(0)
  await button(row(page, 'rights.some'), 'rights.some').click()
  const details = dialog(page, /rights\.some/)
  await expect(details.getByRole('region', { name: '授权（0）' })).toBeVisible()
  await expect(button(details, '编辑')).toBeVisible()
  await expect(button(details, '授权')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await test.step('§6 AI accounts are offered to people who may grant in AI 问答', async () => {
    await check(row(page, 'rights.some').getByRole('checkbox'))
    await expect(button(shown(page), '生成 AI 账号')).toBeVisible()
    await expect(button(shown(page), '批量授权')).toHaveCount(0)
  })

  await goTo(page, `${APP}?loginName=rights.some`)
  await expect(button(row(page, 'rights.some'), '授权 沈清和')).toBeVisible()
  await button(shown(page), /按筛选结果批量操作/).click()
  await expect(page.locator('.ant-dropdown').getByRole('menuitem')).toHaveText(['批量授权', '批量延期', '批量取消授权'])
  await page.keyboard.press('Escape')
  await check(row(page, 'rights.some').getByRole('checkbox'))
  await expect(button(shown(page), '批量授权')).toBeVisible()
  await button(row(page, 'rights.some'), 'rights.some').click()
  await expect(button(details, '授权')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await test.step('§6 a trial is opened only in sub-products where granting is allowed; a message says if the requested one is not among them', async () => {
    const company = '权限试用能源'
    await addRegistration(company, '13511220001', id)
    await goTo(page, `${REGISTRATIONS}?company=${encodeURIComponent(company)}`)
    await button(row(page, company), `开通试用 ${company}`).click()
    const trial = dialog(page, `开通试用：${company}`)
    await expect(trial).toContainText('客户申请的“油气资讯”不在您可以授权的子产品中。')
    await trial.getByRole('combobox', { name: '试用产品' }).click()
    const options = page.locator('.ant-select-item-option:visible')
    await expect(options).toHaveText(['APP', 'AI 问答'])
    await options.first().click()
    await expect(trial.getByTitle('APP', { exact: true })).toBeVisible()
    await expectAccessible(page, { within: ['.ant-modal'] })
  })

  await test.step('§6 the matrix is changed in the columns where granting is allowed; the others are only read', async () => {
    await goTo(page, `${CUSTOMERS}/grantMatrix?id=${enterpriseId}`)
    const table = page.getByRole('table', { name: '授权总览' })
    const cell = (title: string) => table.getByRole('button', { name: `沈清和 ${title}`, exact: true })
    await expect(cell('大数据')).toHaveAttribute('aria-disabled', 'true')
    await expect(cell('APP')).toHaveAttribute('aria-disabled', 'false')
    await expect(button(table, 'APP').and(table.getByTitle('选择整列'))).toBeVisible()
    await expect(table.getByTitle('选择整列')).toHaveCount(2)
    await table.getByText('大数据', { exact: true }).hover()
    await expect(page.getByRole('tooltip', { name: '没有此子产品的授权权限，只能查看' })).toBeVisible()

    // aria-disabled does not stop key events: Enter must have no effect
    await cell('大数据').press('Enter')
    await expect(shown(page).getByText('已选 0 个')).toBeVisible()
    await expect(act(shown(page), '授权')).toBeDisabled()
    // 选择整行 selects only the cells that may be changed
    await table.getByTitle('选择整行').click()
    await expect(shown(page).getByText('已选 2 个')).toBeVisible()
    await expect(cell('APP')).toHaveAttribute('aria-pressed', 'true')
    await expect(act(shown(page), '授权')).toBeEnabled()
    await expectAccessible(page, { within: ['main'] })
  })
})

test('§6 who may grant in no sub-product finds no trial to open, in the list and in the details', async ({ page }) => {
  const company = '无权试用能源'
  const id = await addHolder(
    'grants.none',
    registrationRights,
    ['bigData.accounts', 'view', 'details', 'batchEmpower', 'generateAIAccount'],
    ['customerList', 'view', 'details'],
  )
  await addRegistration(company, '13511220002', id)
  await addMember('rights.none', '13511220005', id)
  await enter(page, 'grants.none', `${REGISTRATIONS}?company=${encodeURIComponent(company)}`)
  await expect(button(row(page, company), `联系 ${company}`)).toBeVisible()
  await expect(button(row(page, company), /开通试用/)).toHaveCount(0)
  await page.getByRole('button', { name: company, exact: true }).click()
  const details = dialog(page, company)
  await expect(details.getByRole('region', { name: '处理记录' })).toBeVisible()
  await expect(button(details, '联系')).toBeVisible()
  await expect(button(details, '开通试用')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await test.step('§6 AI accounts are not offered to people who may not grant in AI 问答', async () => {
    await goTo(page, '/application/bigData/accounts?loginName=rights.none')
    await check(row(page, 'rights.none').getByRole('checkbox'))
    await expect(button(shown(page), '批量授权')).toBeVisible()
    await expect(button(shown(page), '生成 AI 账号')).toHaveCount(0)
  })

  await test.step('§6 who may grant nowhere opens the matrix read-only, and the button says so', async () => {
    await goTo(page, CUSTOMERS)
    await expect(button(row(page, 'rights.none公司'), /^授权/)).toHaveCount(0)
    await button(row(page, 'rights.none公司'), /^查看授权/).click()
    const table = page.getByRole('table', { name: '授权总览' })
    const cell = table.getByRole('button', { name: '沈清和 大数据', exact: true })
    await expect(cell).toHaveAttribute('aria-disabled', 'true')
  })
})
