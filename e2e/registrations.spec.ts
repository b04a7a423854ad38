// Registrations from their arrival to a member with a trial, in a browser: seen live, given out, called, granted.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { applyRegistration } from '../contract/registrations.ts'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, knowCaptcha, query, SECOND, test } from './fixtures.ts'
import { answer } from './page.ts'

const LIST = '/userControl/customerManagement/registration'
const number = () => `135${String(randomInt(1e8)).padStart(8, '0')}`

const row = (page: Page, company: string) => page.getByRole('row').filter({ hasText: company })
const dialog = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title })

/** A registration that waits, as if it had come a while ago; answers its id. */
async function addRegistration(company: string, ownerName?: string): Promise<string> {
  const [added] = await query<{ id: string }>(
    `insert into registrations (company, contact, mobile, sub_product, province, owner_id, created_at)
    values ($1, '王敏', $2, 'oilGas', '上海市', (select id from users where user_name = $3),
      now() - interval '200 minutes') returning id::text`,
    [company, number(), ownerName ?? null],
  )
  return added?.id ?? ''
}

const find = async (page: Page, company: string) => {
  await page.getByLabel('公司名称').fill(company)
  await page.getByLabel('公司名称').press('Enter')
  await expect(row(page, company)).toBeVisible()
}

test.describe('arriving', () => {
  test.use({ live: true })

  test('§1 a registration that arrives while the list is open is told quietly, and shown when asked for', async ({
    page,
  }) => {
    await addPerson('reg.live', 'customerService')
    const asked = page.waitForResponse('**/memberRegisterNotice/pushNoticeByUser')
    await enter(page, 'reg.live', `${LIST}?company=${encodeURIComponent('临江特钢')}`)
    await asked
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()

    const captcha = await page.request.get(`${await SECOND()}/api/adminauth/login/captcha`)
    const { key } = (await captcha.json()).data as { key: string }
    const applied = await page.request.post(`${await SECOND()}${applyRegistration.path}`, {
      data: {
        company: '临江特钢贸易有限公司',
        contact: '李想',
        mobile: number(),
        subProduct: 'steel',
        'captcha-key': key,
        'captcha-code': await knowCaptcha(key),
      },
    })
    expect((await applied.json()).code).toBe(200)
    // beside those of other journeys
    await expect(page.locator('.ant-notification-notice').filter({ hasText: '临江特钢贸易有限公司' })).toBeVisible()
    await expect(row(page, '临江特钢')).toHaveCount(0)
    await page.getByRole('button', { name: '有 1 条新注册' }).click()
    await expect(row(page, '临江特钢')).toContainText('钢铁资讯')
    await expect(row(page, '临江特钢')).toContainText('待分配')
    await expect(page.getByRole('button', { name: /条新注册/ })).toHaveCount(0)
  })
})

test('what nobody owns is given to a salesperson; the wrong one gives it back', async ({ page }) => {
  const company = '安澜船舶燃料'
  await addRegistration(company)
  await enter(page, 'service', LIST)
  await find(page, company)
  await expectAccessible(page)
  await page.getByRole('button', { name: `分配 ${company}` }).click()
  const assign = dialog(page, `分配：${company}`)
  const picker = assign.getByRole('combobox', { name: '负责人' })
  await picker.click()
  const [seller] = await query<{ real_name: string }>("select real_name from users where user_name = 'sales'")
  await picker.fill(seller?.real_name ?? '')
  await page.locator('.ant-select-item-option', { hasText: seller?.real_name ?? '' }).click()
  await assign.getByRole('button', { name: '分配' }).click()
  await expect(assign).toBeHidden()
  await expect(row(page, company)).toHaveCount(0)
  const toast = page.getByText(`已分配给${seller?.real_name}`).locator('..')
  await toast.getByRole('button', { name: '撤销' }).click()
  await expect(row(page, company)).toContainText('待分配')
})

test('a salesperson calls the customer, and reads what was done', async ({ page }) => {
  const company = '远帆能源贸易'
  const id = await addRegistration(company, 'sales')
  await query(
    `insert into registration_steps (registration_id, action, remark, actor_name) values ($1, 'assign', '何俊霖', '客服')`,
    [id],
  )
  await enter(page, 'sales', LIST)
  await find(page, company)
  await expect(row(page, company)).toContainText('已等 3 小时')
  await page.getByRole('button', { name: `联系 ${company}` }).click()
  const contact = dialog(page, `联系：${company}`)
  await contact.getByLabel('联系情况').fill('已通话，想看汽柴油价格')
  await contact.getByRole('button', { name: '记录' }).click()
  await expect(contact).toBeHidden()
  await expect(row(page, company)).toContainText('已联系')
  await expect(row(page, company)).toContainText('用时 3 小时')

  await page.getByRole('button', { name: company, exact: true }).click()
  const details = dialog(page, company)
  await expect(details.getByRole('region', { name: '处理记录' })).toContainText('已通话，想看汽柴油价格')
  await expect(details.getByRole('region', { name: '处理记录' })).toContainText('分配')
  await expect(details).toContainText(/135\d{8}/)
  await expectAccessible(page)
})

test('a trial makes the customer a member; the password is shown once, the ledger has it', async ({ page }) => {
  const company = '锦程油品销售'
  const id = await addRegistration(company, 'sales')
  await query(
    `insert into grant_presets (sub_product, name, kind, days, product_ids)
    select 'oilGas', '旅程试用', 'trial', 10, array(select id from products where is_show order by id limit 2)
    on conflict do nothing`,
  )
  await enter(page, 'sales', LIST)
  await find(page, company)
  await page.getByRole('button', { name: `开通试用 ${company}` }).click()
  const grant = dialog(page, `开通试用：${company}`)
  await expect(grant.getByLabel('企业名称')).toHaveValue(company)
  await expect(grant.getByLabel('姓名')).toHaveValue('王敏')
  await expectAccessible(page)
  // what the program filled in is nobody's work
  await grant.getByRole('button', { name: /^取\s*消$/ }).click()
  await expect(grant).toBeHidden()
  await page.getByRole('button', { name: `开通试用 ${company}` }).click()
  await grant.getByLabel('快捷授权').click()
  await page.locator('.ant-select-item-option', { hasText: '旅程试用' }).click()
  await expect(grant.getByLabel('天数')).toHaveValue('10')
  await grant.getByRole('button', { name: /^取\s*消$/ }).click()
  await answer(dialog(page, '放弃改动'), '继续编辑')
  await expect(grant.getByLabel('天数')).toHaveValue('10')
  await grant.getByRole('button', { name: '开通', exact: true }).click()
  await expect(grant).toContainText('初始密码只显示这一次')
  const password = (await grant.locator('.registration-secret').nth(1).textContent()) ?? ''
  expect(password).toMatch(/^\S{16}$/)
  await expectAccessible(page)
  await grant.getByRole('button', { name: '完成' }).click()
  await expect(grant).toBeHidden()
  await expect(row(page, company)).toContainText('已开通')

  const ledger = await query(
    `select g.kind, g.ends_on - g.starts_on + 1 as days, c.action, a.via, m.source, e.name
    from registrations r join members m on m.id = r.member_id join enterprises e on e.id = r.enterprise_id
      join member_accounts ma on ma.member_id = m.id join grants g on g.account_id = ma.id
      join grant_changes c on c.grant_id = g.id join grant_acts a on a.id = c.act_id
    where r.id = $1`,
    [id],
  )
  const each = { kind: 'trial', days: 10, action: 'grant', via: 'registration', source: 'registration', name: company }
  expect(ledger).toEqual([each, each])
})

test('a rule of a province is set, and kept', async ({ page }) => {
  await enter(page, 'admin', LIST)
  await page.getByRole('button', { name: '按省份分配' }).click()
  const rules = dialog(page, '按省份分配新注册')
  const picker = rules.getByRole('combobox', { name: '西藏自治区' })
  await picker.click()
  const [seller] = await query<{ id: string; real_name: string }>(
    "select id::text, real_name from users where user_name = 'sales'",
  )
  await picker.fill(seller?.real_name ?? '')
  await page.locator('.ant-select-item-option', { hasText: seller?.real_name ?? '' }).click()
  await expectAccessible(page)
  await rules.getByRole('button', { name: '保存' }).click()
  await expect(rules).toBeHidden()
  const stored = await query("select owner_id::text from registration_rules where province = '西藏自治区'")
  expect(stored).toEqual([{ owner_id: seller?.id }])
})
