// Registrations from arrival to a member with a trial: live notice, assignment, call, grant.
import { takeRegistration } from '#contract/members/registration-handling.ts'
import { applyRegistration } from '#contract/members/registrations.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, knowCaptcha, query, SECOND, signInByCalls, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  choose,
  dialog,
  find,
  goTo,
  passDialogGuard,
  pickFound,
  row,
  rowAct,
  shown,
} from '../page.ts'

const LIST = '/userControl/customerManagement/registration'
const listOf = (company: string) => `${LIST}?company=${encodeURIComponent(company)}`
const inDialog = { within: ['.ant-modal'] }

let mobiles = 0
const mobile = () => `135000${String(++mobiles).padStart(5, '0')}`

/** Adds a pending registration from 200 minutes ago. @returns its id */
async function addRegistration(company: string, ownerName?: string): Promise<string> {
  const [added] = await query<{ id: string }>(
    `insert into registrations (company, contact, mobile, sub_product, province, owner_id, created_at)
    values ($1, '王敏', $2, 'oilGas', '上海市', (select id from users where user_name = $3),
      now() - interval '200 minutes') returning id::text`,
    [company, mobile(), ownerName ?? null],
  )
  return added?.id ?? ''
}

test.describe('arriving', () => {
  test.use({ live: true })

  test('§1 a registration that arrives while the list is open shows a notice, and a row after a click', async ({
    page,
  }) => {
    await addPerson('reg.live', 'customerService')
    const channelOpen = page.waitForResponse('**/memberRegisterNotice/pushNoticeByUser')
    await enter(page, 'reg.live', listOf('临江特钢'))
    await channelOpen
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()

    const captcha = await page.request.get(`${await SECOND()}/api/adminauth/login/captcha`)
    const { key } = (await captcha.json()).data as { key: string }
    const applied = await page.request.post(`${await SECOND()}${applyRegistration.path}`, {
      data: {
        company: '临江特钢贸易有限公司',
        contact: '李想',
        mobile: mobile(),
        subProduct: 'steel',
        consent: true,
        'captcha-key': key,
        'captcha-code': await knowCaptcha(key),
      },
    })
    expect((await applied.json()).code).toBe(200)
    const notice = page.locator('.ant-notification-notice').filter({ hasText: '临江特钢贸易有限公司' })
    await expect(notice).toBeVisible()
    await expect(row(page, '临江特钢')).toHaveCount(0)
    await button(page, '有 1 条新注册').click()
    await expect(row(page, '临江特钢')).toContainText('钢铁资讯')
    await expect(row(page, '临江特钢')).toContainText('待分配')
    await expect(button(page, /条新注册/)).toHaveCount(0)

    await test.step('§2 查看详情 leads to the home page, which opens it; who calls first becomes its owner', async () => {
      await button(notice, '查看详情').click()
      await expect(page).toHaveURL(/\/home/)
      await expect(notice).toBeHidden()
      const details = dialog(page, '临江特钢贸易有限公司').first()
      await expect(details).toContainText('待分配')
      await act(details, '联系').click()
      const contact = dialog(page, /^联系：/)
      await expect(contact.getByRole('link', { name: /^135\d{8}$/ })).toBeVisible()
      await expect(contact).toContainText('记录后由您负责')
      await contact.getByLabel('联系情况').fill('已通话')
      await act(contact, '记录').click()
      await expect(contact).toBeHidden()
      await expect(details).toContainText('reg.live')
      await page.keyboard.press('Escape')
      await expect(details).toBeHidden()
      await expect(page).not.toHaveURL(/registration=/)
    })

    await test.step('a registration handled by somebody else is no longer announced', async () => {
      const other = page.locator('.ant-notification-notice').filter({ hasText: '别人处理的公司' })
      const id = await addRegistration('别人处理的公司')
      await query(
        `insert into push_messages (user_id, type, data) select id, 'register', jsonb_build_object('registrationId', $1::text,
          'company', '别人处理的公司', 'contact', '', 'mobile', '', 'subProduct', '', 'time', now()) from users where user_name = 'reg.live'`,
        [id],
      )
      await page.reload()
      await expect(other).toBeVisible()
      await addPerson('reg.quicker', 'customerService')
      const { access_token } = await signInByCalls(page.request, 'reg.quicker')
      const headers = { 'console-auth': access_token }
      await page.request.post(`${await SECOND()}${takeRegistration.path}`, { headers, data: { id } })
      await expect(other).toBeHidden()
    })
  })
})

test('a registration without owner is assigned to a salesperson, and the assignment undone', async ({ page }) => {
  await addPerson('reg.service', 'customerService')
  const seller = await addPerson('reg.seller', 'sales')
  const company = '安澜船舶燃料'
  await addRegistration(company)
  await enter(page, 'reg.service', LIST)
  await find(page, '公司名称', company)
  await rowAct(page, company, '分配')
  const assign = dialog(page, `分配：${company}`)
  await pickFound(assign.getByRole('combobox', { name: '负责人' }), 'reg.seller')
  await act(assign, '分配').click()
  await expect(assign).toBeHidden()
  await expect(row(page, company)).toHaveCount(0)
  await button(page.getByText('已分配给reg.seller').locator('..'), '撤销').click()
  await expect(row(page, company)).toContainText('待分配')

  await test.step('several registrations are assigned together, once a salesperson is chosen', async () => {
    const companies = ['并案能源甲', '并案能源乙']
    for (const each of companies) await addRegistration(each)
    const owners = () => query('select distinct owner_id::text from registrations where company = any($1)', [companies])
    await goTo(page, listOf('并案能源'))
    for (const each of companies) await check(row(page, each).getByRole('checkbox'))
    await act(shown(page), '分配').click()
    const together = dialog(page, '分配 2 条注册')
    await act(together, '分配').click()
    await expect(page.getByText('请选择负责人').last()).toBeVisible()
    expect(await owners()).toEqual([{ owner_id: null }])
    await pickFound(together.getByRole('combobox', { name: '负责人' }), 'reg.seller')
    await together.getByLabel('说明').fill('华东客户')
    await expectAccessible(page, inDialog)
    await passDialogGuard(page)
    await together.getByLabel('说明').press('Enter')
    await expect(together).toBeHidden()
    await expect(row(page, '并案能源')).toHaveCount(0)
    expect(await owners()).toEqual([{ owner_id: seller }])
    const steps = await query(
      `select distinct s.action, s.remark from registration_steps s join registrations r on r.id = s.registration_id
      where r.company = any($1)`,
      [companies],
    )
    expect(steps).toEqual([{ action: 'assign', remark: expect.stringContaining('华东客户') }])
  })
})

test('a salesperson logs a call, and reads the history', async ({ page }) => {
  await addPerson('reg.calls', 'sales')
  const company = '远帆能源贸易'
  const id = await addRegistration(company, 'reg.calls')
  await query(
    `insert into registration_steps (registration_id, action, remark, actor_name) values ($1, 'assign', '何俊霖', '客服')`,
    [id],
  )
  await enter(page, 'reg.calls', listOf(company))
  await expect(row(page, company)).toContainText('已等 3 小时')
  await button(page, `联系 ${company}`).click()
  const contact = dialog(page, `联系：${company}`)
  await contact.getByLabel('联系情况').fill('已通话，想看汽柴油价格')
  await act(contact, '记录').click()
  await expect(contact).toBeHidden()
  await expect(row(page, company)).toContainText('已联系')
  await expect(row(page, company)).toContainText('用时 3 小时')

  await page.getByRole('button', { name: company, exact: true }).click()
  const details = dialog(page, company)
  const history = details.getByRole('region', { name: '处理记录' })
  await expect(history).toContainText('已通话，想看汽柴油价格')
  await expect(history).toContainText('分配')
  await expect(details).toContainText(/135\d{8}/)
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await test.step('a registration is marked invalid with a reason, and opened again', async () => {
    // for all that are selected; below by the row's own button
    await check(row(page, company).getByRole('checkbox'))
    await act(shown(page).locator('.selection-bar'), '标记无效').click()
    const reject = dialog(page, `标记无效：${company}`)
    await button(reject, '标记无效').click()
    await expect(reject.getByText('请输入无效原因')).toBeVisible()
    await choose(reject, /无效原因/, '号码有误')
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
    await expectAccessible(page, inDialog)
    await passDialogGuard(page)
    await button(reject, '标记无效').click()
    await expect(reject).toBeHidden()
    await expect(row(page, company)).toContainText('无效')
    await page.getByRole('button', { name: company, exact: true }).click()
    await expect(history).toContainText('号码有误')
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await button(row(page, company), '重新打开').click()
    await expect(page.getByText('已重新打开')).toBeVisible()
    await button(row(page, company), '标记无效').click()
    await expect(reject).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(reject).toBeHidden()
  })

  await test.step('a trial makes the customer a member; the password is shown once, the ledger has it', async () => {
    const wanted = '锦程油品销售'
    const wantedId = await addRegistration(wanted, 'reg.calls')
    await query(
      `insert into grant_presets (sub_product, name, kind, days, product_ids)
      select 'oilGas', '旅程试用', 'trial', 10, array(select id from products where is_show order by id limit 2)
      on conflict do nothing`,
    )
    await goTo(page, listOf(wanted))
    await button(page, `开通试用 ${wanted}`).click()
    const grant = dialog(page, `开通试用：${wanted}`)
    await expect(grant.getByLabel('企业名称')).toHaveValue(wanted)
    await expect(grant.getByLabel('姓名')).toHaveValue('王敏')
    await expectAccessible(page, inDialog)
    // prefilled values are not unsaved input: 取消 closes without asking
    await act(grant, '取消').click()
    await expect(grant).toBeHidden()
    await button(page, `开通试用 ${wanted}`).click()
    await choose(grant, /快捷授权/, '旅程试用')
    await expect(grant.getByLabel('天数')).toHaveValue('10')
    await act(grant, '取消').click()
    await answer(dialog(page, '放弃改动'), '继续编辑')
    await expect(grant.getByLabel('天数')).toHaveValue('10')
    await act(grant, '开通').click()
    await expect(grant).toContainText('初始密码只显示这一次')
    const password = (await grant.locator('.registration-secret').nth(1).textContent()) ?? ''
    expect(password).toMatch(/^\S{16}$/)
    await expectAccessible(page, inDialog)
    await answer(grant, '完成')
    await expect(row(page, wanted)).toContainText('已开通')

    const ledger = await query(
      `select g.kind, g.ends_on - g.starts_on + 1 as days, c.action, a.via, m.source, e.name
      from registrations r join members m on m.id = r.member_id join enterprises e on e.id = r.enterprise_id
        join member_accounts ma on ma.member_id = m.id join grants g on g.account_id = ma.id
        join grant_changes c on c.grant_id = g.id join grant_acts a on a.id = c.act_id
      where r.id = $1`,
      [wantedId],
    )
    const each = { kind: 'trial', days: 10, action: 'grant', via: 'registration', source: 'registration', name: wanted }
    expect(ledger).toEqual([each, each])
  })
})

test('the rule of a province is set and stored', async ({ page }) => {
  await addPerson('reg.rules')
  const seller = await addPerson('reg.west', 'sales')
  await enter(page, 'reg.rules', LIST)
  await button(page, '按省份分配').click()
  const rules = dialog(page, '按省份分配新注册')
  await pickFound(rules.getByRole('combobox', { name: '西藏自治区' }), 'reg.west')
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await act(rules, '保存').click()
  await expect(rules).toBeHidden()
  const stored = await query("select owner_id::text from registration_rules where province = '西藏自治区'")
  expect(stored).toEqual([{ owner_id: seller }])
})
