// One customer's way through the console (product.md "Members", "Registrations"): a registration arrives live, is
// taken, granted a trial, extended to formal, gets a sub-account, is reassigned and revoked, all of it in the ledger.
import type { Page } from '@playwright/test'
import { applyRegistration } from '#contract/members/registrations.ts'
import { addPerson, enter, expect, knowCaptcha, query, SECOND, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  closeChoice,
  dialog,
  goTo,
  item,
  pickFound,
  pickInCascade,
  row,
  rowAct,
  shown,
} from '../page.ts'

test.use({ live: true })

const COMPANY = '启明储运有限公司'
const LOGIN = 'story.main'
const SUB = 'story.child'
const PRODUCT = '启程试验油'
const REGISTRATIONS = `/userControl/customerManagement/registration?company=${encodeURIComponent(COMPANY)}`
const LEDGER = `/application/bigData/grantChange/index?member=${LOGIN}`
const ACCOUNTS = `/application/bigData/accounts/index?loginName=${LOGIN}`

async function apply(page: Page): Promise<void> {
  const captcha = await page.request.get(`${await SECOND()}/api/adminauth/login/captcha`)
  const { key } = (await captcha.json()).data as { key: string }
  const applied = await page.request.post(`${await SECOND()}${applyRegistration.path}`, {
    data: {
      company: COMPANY,
      contact: '许衡',
      mobile: '13600000001',
      subProduct: 'bigData',
      consent: true,
      'captcha-key': key,
      'captcha-code': await knowCaptcha(key),
    },
  })
  expect((await applied.json()).code).toBe(200)
}

/** Waits until the live channel is open, then applies as the customer would. */
async function arrive(page: Page): Promise<void> {
  const channelOpen = page.waitForResponse('**/memberRegisterNotice/pushNoticeByUser')
  await enter(page, 'story.service', REGISTRATIONS)
  await channelOpen
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await apply(page)
  const notice = page.locator('.ant-notification-notice').filter({ hasText: COMPANY })
  await expect(notice).toBeVisible()
  await button(notice, '关闭').click()
  await expect(notice).toHaveCount(0)
  await button(page, '有 1 条新注册').click()
  await expect(row(page, COMPANY)).toBeVisible()
}

async function takeAndTry(page: Page): Promise<void> {
  await rowAct(page, COMPANY, '认领')
  await expect(row(page, COMPANY)).toContainText('story.service')

  await rowAct(page, COMPANY, '开通试用')
  const grant = dialog(page, /^开通试用：/)
  await grant.getByLabel('登录名').fill(LOGIN)
  await pickInCascade(grant.getByRole('combobox', { name: /^(\* )?产品$/ }), PRODUCT)
  await closeChoice(page)
  await act(grant, '开通').click()
  await expect(grant).toContainText('初始密码只显示这一次')
  await answer(grant, /完\s*成/)
  await expect(row(page, COMPANY)).toContainText('已开通')
}

async function extendToFormal(page: Page): Promise<void> {
  await rowAct(page, LOGIN, '授权')
  const grant = dialog(page, /^授权：/)
  const granted = grant.getByRole('row').filter({ hasText: PRODUCT })
  await button(grant, '续 1 年').click()
  await item(page, '转为正式').click()
  await expect(granted).toContainText('已修改')
  await grant.getByRole('textbox', { name: /原因/ }).fill('已签合同')
  await act(grant, '保存').click()
  await expect(grant).toBeHidden()
  await expect(row(page, LOGIN)).toContainText('正式')
}

async function addSubAccount(page: Page): Promise<void> {
  await rowAct(page, LOGIN, '编辑')
  const form = dialog(page, /^编辑账号：/)
  await form.getByRole('spinbutton', { name: /子账号名额/ }).fill('2')
  await act(form, '保存').click()
  await expect(form).toBeHidden()
  await rowAct(page, LOGIN, '子账号')
  await button(dialog(page, /^子账号：/), '管理子账号').click()
  // the list stays visible until the page has loaded, and has a row of the same name
  await expect(shown(page).getByText('只看一个主账号')).toBeVisible()
  await rowAct(page, LOGIN, '新增子账号')
  const adding = dialog(page, /^新增子账号：/)
  await adding.getByRole('textbox', { name: /登录名/ }).fill(SUB)
  await adding.getByRole('textbox', { name: /姓名/ }).fill('许副')
  await adding.getByRole('textbox', { name: /手机号码/ }).fill('13600000002')
  await act(adding, '保存').click()
  const passwordDialog = dialog(page, /初始密码/)
  await answer(passwordDialog, '我已保存')
  await expect(row(page, LOGIN)).toContainText('1 / 2')
}

async function assignTo(page: Page, name: string): Promise<void> {
  await check(row(page, LOGIN).getByRole('checkbox'))
  await button(shown(page), '更换销售').click()
  const assigning = dialog(page, /^更换销售：1 个会员/).filter({ has: page.getByRole('combobox') })
  await pickFound(assigning.getByRole('combobox', { name: /接收人/ }), name)
  await assigning.getByRole('textbox', { name: /原因/ }).fill('区域调整')
  await button(assigning, '下一步').click()
  // the sub-account is reassigned with its main account
  const confirm = page.getByRole('dialog').filter({ hasText: '2 项变更归属' })
  await answer(confirm, /更\s*换/)
  await expect(row(page, LOGIN)).toContainText(name)
}

async function revoke(page: Page): Promise<void> {
  await rowAct(page, LOGIN, '授权')
  const grant = dialog(page, /^授权：/)
  await button(grant, `取消授权 ${PRODUCT}`).click()
  await grant.getByRole('textbox', { name: /原因/ }).fill('客户退订')
  await act(grant, '保存').click()
  const confirm = dialog(page, /确认修改授权/)
  await expect(confirm).toContainText('取消正式授权（1）')
  await button(confirm, '确认修改').click()
  await expect(grant).toBeHidden()
  await expect(row(page, LOGIN)).toContainText('未授权')
}

test('a registration becomes a customer whose ledger records every change of the grant', async ({ page }) => {
  await addPerson('story.service', 'customerService')
  await addPerson('story.seller', 'sales')
  await query(
    `insert into products (name, category_id) select $1, id from categories where level = 2 and is_show order by id limit 1`,
    [PRODUCT],
  )
  await arrive(page)
  await takeAndTry(page)
  await goTo(page, ACCOUNTS)
  await extendToFormal(page)

  await enter(page, 'admin', ACCOUNTS)
  await addSubAccount(page)
  await goTo(page, ACCOUNTS)
  await assignTo(page, 'story.seller')
  await revoke(page)

  // the new owner sees the whole ledger
  await enter(page, 'story.seller', LEDGER)
  const changes = row(page, LOGIN)
  await expect(changes).toHaveCount(3)
  const [revoked, extended, granted] = [changes.nth(0), changes.nth(1), changes.nth(2)]
  for (const text of ['取消', '客户退订', '程向东']) await expect(revoked).toContainText(text)
  for (const text of ['延期', '试用 → 正式', '已签合同', 'story.service']) await expect(extended).toContainText(text)
  for (const text of ['授权', '注册转试用', 'story.service']) await expect(granted).toContainText(text)
  await button(revoked, LOGIN).click()
  const details = dialog(page, /^授权变更：取消/)
  await expect(details.getByRole('listitem')).toHaveCount(3)
  const owners = await query<{ name: string }>(
    `select u.user_name as name from members m join users u on u.id = m.owner_id where m.login_name = any($1) order by 1`,
    [[LOGIN, SUB]],
  )
  expect(owners).toEqual([{ name: 'story.seller' }, { name: 'story.seller' }])
})
