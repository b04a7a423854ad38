// What who may not grant sees of granting: nothing of the acts, and of the sub-products only those where it is allowed.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from './fixtures.ts'

const REGISTRATIONS = '/userControl/customerManagement/registration'
const MATRIX = '/userControl/customerManagement/customerList/grantMatrix'

const main = (page: Page) => page.locator('main')
const row = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text })
const button = (within: Page | Locator, name: RegExp | string) => within.getByRole('button', { name })
const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })

/** A person whose role holds exactly these rights: a menu and a button of it. Answers the id. */
async function addHolder(
  userName: string,
  rights: readonly (readonly [menu: string, ...aliases: string[]])[],
): Promise<string> {
  // behind the others, which other journeys pick from a list
  const [role] = await query<{ id: string }>(
    'insert into roles (code, name, sort) values ($1, $1, 1000) returning id::text',
    [userName],
  )
  for (const [menu, ...aliases] of rights) {
    const given = await query(
      `insert into role_menus (role_id, menu_id) select $1, b.id from menus b join menus p on p.id = b.parent_id
      where p.code = $2 and b.alias = any ($3) returning menu_id`,
      [role?.id, menu, aliases],
    )
    expect(given, menu).toHaveLength(aliases.length)
  }
  return addPerson(userName, userName)
}

/** A registration in somebody's care. */
async function addRegistration(company: string, mobile: string, ownerId: string): Promise<void> {
  await query(
    `insert into registrations (company, contact, mobile, sub_product, province, owner_id)
    values ($1, '王敏', $2, 'oilGas', '上海市', $3)`,
    [company, mobile, ownerId],
  )
}

/** A member with accounts in 大数据 and APP, of an enterprise of the same owner; answers the enterprise's id. */
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

test('§6 a trial is opened only in sub-products where granting is allowed; another wish is told', async ({ page }) => {
  const company = '权限试用能源'
  const id = await addHolder('grants.one', [[...registrationRights], ['bigData.accounts', 'view', 'empower']])
  await addRegistration(company, '13511220001', id)
  await enter(page, 'grants.one', `${REGISTRATIONS}?company=${encodeURIComponent(company)}`)
  await button(row(page, company), `开通试用 ${company}`).click()
  const trial = dialog(page, `开通试用：${company}`)
  await expect(trial).toContainText('客户申请的“油气资讯”不在您可以授权的子产品中。')
  const choice = trial.getByRole('combobox', { name: '试用产品' })
  await choice.click()
  await expect(page.locator('.ant-select-item-option:visible')).toHaveText(['大数据'])
  await page.locator('.ant-select-item-option:visible').click()
  await expect(trial.getByTitle('大数据', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('§6 who may grant in no sub-product finds no trial to open, in the list and in the details', async ({ page }) => {
  const company = '无权试用能源'
  const id = await addHolder('grants.none', [[...registrationRights], ['bigData.accounts', 'view', 'details']])
  await addRegistration(company, '13511220002', id)
  await enter(page, 'grants.none', `${REGISTRATIONS}?company=${encodeURIComponent(company)}`)
  await expect(button(row(page, company), `联系 ${company}`)).toBeVisible()
  await expect(button(row(page, company), /开通试用/)).toHaveCount(0)
  await page.getByRole('button', { name: company, exact: true }).click()
  const details = dialog(page, company)
  await expect(details.getByRole('region', { name: '处理记录' })).toBeVisible()
  await expect(button(details, '联系')).toBeVisible()
  await expect(button(details, '开通试用')).toHaveCount(0)
})

test('§6 accounts are granted where the right on that sub-product is held, and nowhere else', async ({ page }) => {
  const id = await addHolder('grants.app', [
    ['bigData.accounts', 'view', 'edit', 'details'],
    ['app.accounts', 'view', 'edit', 'details', 'empower', 'batchEmpower', 'revokeBatchEmpower'],
  ])
  await addMember('rights.app', '13511220003', id)
  await enter(page, 'grants.app', '/application/bigData/accounts?loginName=rights.app')
  await expect(button(row(page, 'rights.app'), '编辑 沈清和')).toBeVisible()
  await expect(button(row(page, 'rights.app'), '授权 沈清和')).toHaveCount(0)
  await expect(button(main(page), /对筛选结果/)).toHaveCount(0)
  await button(row(page, 'rights.app'), 'rights.app').click()
  const readOnly = dialog(page, /rights\.app/)
  await expect(readOnly.getByRole('region', { name: '授权（0）' })).toBeVisible()
  await expect(button(readOnly, '编辑')).toBeVisible()
  await expect(button(readOnly, '授权')).toHaveCount(0)

  await page.goto(`${FIRST()}/backend/application/appApplicationManagement/account/info?loginName=rights.app`)
  await expect(button(row(page, 'rights.app'), '授权 沈清和')).toBeVisible()
  await button(main(page), /对筛选结果/).click()
  await expect(page.locator('.ant-dropdown').getByRole('menuitem')).toHaveText(['批量授权', '批量延期', '批量取消授权'])
  await page.keyboard.press('Escape')
  await row(page, 'rights.app').getByRole('checkbox').check()
  await expect(button(main(page), '批量授权')).toBeVisible()
  await button(row(page, 'rights.app'), 'rights.app').click()
  await expect(button(dialog(page, /rights\.app/), '授权')).toBeVisible()
})

for (const [who, mobile, mayGrant] of [
  ['noai', '13511220006', false],
  ['ai', '13511220007', true],
] as const) {
  test(`§6 AI accounts are ${mayGrant ? 'offered' : 'not offered'} to who may ${mayGrant ? '' : 'not '}grant in AI 问答`, async ({
    page,
  }) => {
    const id = await addHolder(`grants.${who}`, [
      ['bigData.accounts', 'view', 'batchEmpower', 'generateAIAccount'],
      ...(mayGrant ? [['aiWeb.accounts', 'empower'] as const] : []),
    ])
    await addMember(`rights.${who}`, mobile, id)
    await enter(page, `grants.${who}`, `/application/bigData/accounts?loginName=rights.${who}`)
    await row(page, `rights.${who}`).getByRole('checkbox').check()
    await expect(button(main(page), '批量授权')).toBeVisible()
    await expect(button(main(page), '生成 AI 账号')).toHaveCount(mayGrant ? 1 : 0)
  })
}

test('§6 the matrix is changed in the columns where granting is allowed; the others are only read', async ({
  page,
}) => {
  const id = await addHolder('grants.cells', [
    ['customerList', 'view', 'details'],
    ['bigData.accounts', 'view', 'empower'],
  ])
  const enterpriseId = await addMember('rights.cells', '13511220004', id)
  await enter(page, 'grants.cells', `${MATRIX}?id=${enterpriseId}`)
  const table = page.getByRole('table', { name: '授权总览' })
  const cell = (title: string) => table.getByRole('button', { name: `沈清和 ${title}`, exact: true })
  await expect(cell('APP')).toHaveAttribute('aria-disabled', 'true')
  await expect(cell('大数据')).toHaveAttribute('aria-disabled', 'false')
  await expect(button(table, '大数据').and(table.getByTitle('选择整列'))).toBeVisible()
  await expect(table.getByTitle('选择整列')).toHaveCount(1)
  await table.getByText('APP', { exact: true }).hover()
  await expect(page.getByRole('tooltip', { name: '没有此子产品的授权权限，只能查看' })).toBeVisible()

  // it says that it is disabled: a press all the same
  await cell('APP').click({ force: true })
  await expect(main(page).getByText('已选 0 格')).toBeVisible()
  await expect(button(main(page), /^授\s*权$/)).toBeDisabled()
  // the whole row takes what may be changed of it
  await table.getByTitle('选择整行').click()
  await expect(main(page).getByText('已选 1 格')).toBeVisible()
  await expect(cell('大数据')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(main(page), /^授\s*权$/)).toBeEnabled()
  await expectAccessible(page)
})

test('§6 who may grant nowhere looks at what a customer may use, and the button says so', async ({ page }) => {
  const id = await addHolder('grants.looks', [['customerList', 'view', 'details']])
  await addMember('rights.looks', '13511220005', id)
  await enter(page, 'grants.looks', '/userControl/customerManagement/customerList')
  await expect(button(row(page, 'rights.looks公司'), /^授权/)).toHaveCount(0)
  await button(row(page, 'rights.looks公司'), /^查看授权/).click()
  const table = page.getByRole('table', { name: '授权总览' })
  await expect(table.getByRole('button', { name: '沈清和 大数据', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})
