// How many clicks everyday acts take; typing is not counted. The fifth, from home to an account that
// expires, is one link: home.spec.ts.
import type { Page } from '@playwright/test'
import { addPerson, enter, expect, FIRST, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  choose,
  closeChoice,
  dialog,
  expectAfterJob,
  field,
  goTo,
  item,
  LIST,
  rowAct,
  rows,
  shown,
  toast,
} from '../page.ts'

const ACCOUNTS = '/application/bigData/accounts/index'

/** Counts presses from now on. @returns a function that returns the count and resets it */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number }
    counted.presses = 0
    addEventListener('pointerdown', () => counted.presses++, { capture: true })
  })
  return () =>
    page.evaluate(() => {
      const counted = window as unknown as { presses: number }
      const { presses } = counted
      counted.presses = 0
      return presses
    })
}

test('§1 an extension, a batch of grants and a staff account take the promised number of clicks', async ({ page }) => {
  const seller = await addPerson('clicks.seller')
  const [product] = await query<{ id: string }>(
    `insert into products (name, category_id)
    select '点击试验油', id from categories where level = 2 and is_show order by id limit 1 returning id::text`,
  )
  await query(
    `with e as (insert into enterprises (name, owner_id) values ('点击试验公司', $1) returning id),
      made as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select e.id, 'clicks' || lpad(n::text, 2, '0'), '点击' || n, '1861' || lpad(n::text, 7, '0'), $1 from e, generate_series(1, 20) n
        returning id, login_name),
      opened as (insert into member_accounts (member_id, sub_product) select id, 'bigData' from made returning id, member_id)
    insert into grants (account_id, product_id, kind, starts_on, ends_on)
    select o.id, $2, 'formal', current_date - 300, current_date + 5
    from opened o join made m on m.id = o.member_id where m.login_name = 'clicks20'`,
    [seller, product?.id],
  )
  await query(
    `update member_accounts set starts_on = current_date - 300, ends_on = current_date + 5, grant_kind = 'formal'
    where member_id = (select id from members where login_name = 'clicks20')`,
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: FIRST() })
  await enter(page, 'clicks.seller', `${ACCOUNTS}?loginName=clicks`)
  await expect(rows(page).first()).toBeVisible()
  const presses = await countPresses(page)

  await test.step('an account’s grants are extended with 3', async () => {
    await rowAct(page, '正式', '授权')
    const grant = dialog(page, /^授权：/)
    await button(grant, '续 1 年').click()
    await act(grant, '保存').click()
    await expect(grant).toBeHidden()
    expect(await presses()).toBeLessThanOrEqual(3)
  })

  await test.step('20 accounts are granted together with 6', async () => {
    await button(shown(page), /按筛选结果批量操作/).click()
    await item(page, '批量授权').click()
    const grant = dialog(page, /^批量授权：/)
    const products = grant.getByRole('combobox', { name: '产品' })
    await products.click()
    await expect(page.getByRole('treeitem').first()).toBeVisible()
    await products.fill('点击试验油')
    await expect(page.getByRole('option').filter({ hasText: '点击试验油' }).first()).toBeVisible()
    await products.press('Enter')
    await closeChoice(page)
    await button(grant, '1 个月').click()
    await button(grant, '下一步').click()
    await answer(page.getByRole('dialog', { name: '批量授权', exact: true }), '开始授权')
    expect(await presses()).toBeLessThanOrEqual(6)
    await expectAfterJob(grant, '共 20 个账号')
  })

  await test.step('a staff account is opened with 5, its name and password on the clipboard', async () => {
    await goTo(page, LIST)
    await act(shown(page), '新增').click()
    await field(shown(page), '用户名').fill('clicks.new')
    await field(shown(page), '姓名').fill('程晓路')
    await field(shown(page), '手机号码').fill('18620000001')
    await field(shown(page), '密码').fill('Given@1234')
    const department = shown(page).getByRole('combobox', { name: /^(\* )?部门$/ })
    await department.click()
    await expect(page.locator('.ant-select-tree-node-content-wrapper:visible').first()).toBeVisible()
    await department.fill('总公司')
    await department.press('ArrowDown')
    await department.press('Enter')
    const role = shown(page).getByRole('combobox', { name: /^(\* )?角色$/ })
    await role.click()
    await role.fill('审核主管')
    await role.press('Enter')
    await act(shown(page), '保存').click()
    await button(toast(page).filter({ hasText: '新增成功' }), '复制用户名和密码').click()
    expect(await presses()).toBeLessThanOrEqual(5)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('clicks.new')
  })
})

test.describe('arriving', () => {
  test.use({ live: true })

  test('§1 a registration comes from its notice to a copied password with 6 presses', async ({ page }) => {
    const seller = await addPerson('clicks.called', 'sales')
    await query(
      `insert into grant_presets (sub_product, name, kind, days, product_ids)
      select 'steel', '点击试用', 'trial', 10, array(select id from products where is_show order by id limit 2)`,
    )
    const [registration] = await query<{ id: string }>(
      `insert into registrations (company, contact, mobile, sub_product, province, owner_id)
      values ('点击试验钢铁', '李想', '18630000001', 'steel', '上海市', $1) returning id::text`,
      [seller],
    )
    await query(
      `insert into push_messages (user_id, type, data) values ($1, 'register', jsonb_build_object('registrationId', $2::text,
        'company', '点击试验钢铁', 'contact', '李想', 'mobile', '', 'subProduct', 'steel', 'time', now()))`,
      [seller, registration?.id],
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: FIRST() })
    await enter(page, 'clicks.called')
    const notice = page.locator('.ant-notification-notice').filter({ hasText: '点击试验钢铁' })
    await expect(notice).toBeVisible()
    const presses = await countPresses(page)
    await button(notice, '查看详情').click()
    await act(dialog(page, '点击试验钢铁').first(), '开通试用').click()
    const grant = dialog(page, /^开通试用：/)
    await choose(grant, /快捷授权/, '点击试用')
    await act(grant, '开通').click()
    await expect(grant).toContainText('初始密码只显示这一次')
    await button(grant, '复制').click()
    expect(await presses()).toBeLessThanOrEqual(6)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/密码/)
  })
})
