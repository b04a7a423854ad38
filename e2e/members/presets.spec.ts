// Presets: added, edited, applied to two accounts with a preview of what each would get.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, closeChoice, dialog, field, row, rowAct, shown } from '../page.ts'

const LIST = '/application/officialWebsite/quickAuthorization'
const inDialog = { within: ['.ant-modal'] }

/** Adds a member with an account. @returns the account's id */
async function addAccount(loginName: string, status = 'enabled'): Promise<string> {
  const [enterprise] = await query<{ id: string }>('insert into enterprises (name) values ($1) returning id::text', [
    `快捷企业${loginName}`,
  ])
  const [member] = await query<{ id: string }>(
    `insert into members (enterprise_id, login_name, real_name, mobile)
    values ($1, $2, $3, $4) returning id::text`,
    [enterprise?.id, loginName, `会员${loginName}`, `1880000555${loginName.slice(-1)}`],
  )
  const [account] = await query<{ id: string }>(
    `insert into member_accounts (member_id, sub_product, status) values ($1, 'officialWebsite', $2) returning id::text`,
    [member?.id, status],
  )
  return account?.id ?? ''
}

test('a preset is added, edited and applied to two accounts', async ({ page }) => {
  const ids = [await addAccount('preset.e2e.1'), await addAccount('preset.e2e.2')]
  await addAccount('preset.e2e.3', 'disabled')
  await query(
    `with gone as (insert into products (name, is_show) values ('旅程停售品', false) returning id)
    insert into grant_presets (sub_product, name, kind, days, product_ids)
    select 'officialWebsite', '含停售品方案', 'trial', 5,
      array_append(array(select id from products where is_show order by id limit 2), id) from gone`,
  )
  await addPerson('presets.keeper')
  await enter(page, 'presets.keeper', LIST)
  await act(shown(page), '新增').click()
  await expect(page).toHaveURL(/quickAuthorization\/addForm/)
  // the list stays visible until the form has loaded, and has a field of the same name
  await expect(shown(page).getByRole('heading', { name: '授权内容' })).toBeVisible()
  await field(shown(page), '方案名称').fill('旅程方案')
  await shown(page).getByRole('combobox', { name: /产品/ }).click()
  const list = page.locator('.ant-select-dropdown:visible')
  await expect(list).toBeVisible()
  await page.keyboard.type('原油')
  await list.getByRole('option').first().click()
  await closeChoice(page)
  await act(shown(page), '保存').click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(row(page, '旅程方案')).toContainText('试用')

  await rowAct(page, '旅程方案', '编辑')
  await expect(page).toHaveURL(/editForm\?id=\d+/)
  await expect(field(shown(page), '方案名称')).toHaveValue('旅程方案')
  await shown(page)
    .getByRole('spinbutton', { name: /授权天数/ })
    .fill('15')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('编辑成功')).toBeVisible()
  await expect(row(page, '旅程方案').getByRole('cell', { name: '15', exact: true })).toBeVisible()

  await rowAct(page, '旅程方案', '授权')
  const choosing = dialog(page, /^按方案“旅程方案”授权$/).first()
  await choosing.getByRole('tab', { name: '粘贴登录名' }).click()
  await field(choosing, '登录名').fill('preset.e2e.1\npreset.e2e.2\npreset.e2e.3\nnobody.e2e')
  await button(choosing, '加入 4 个').click()
  await expect(choosing.getByText('已选 3 个账号')).toBeVisible()
  await expect(field(choosing, '登录名')).toHaveValue('nobody.e2e')
  await expectAccessible(page, inDialog)
  await button(choosing, '下一步').click()
  const preview = dialog(page).filter({ hasText: '现截止日期' })
  await expect(preview.getByText('不处理：账号已禁用，请先启用')).toBeVisible()
  await expect(preview.getByText(/授权至 \d{4}-\d{2}-\d{2}/)).toHaveCount(2)
  await expectAccessible(page, inDialog)
  await act(preview, '授权').click()
  const outcome = dialog(page).filter({ hasText: '复制失败项' })
  await expect(outcome).toContainText('账号已禁用，请先启用')
  const granted = await query<{ n: number }>(
    `select count(distinct account_id)::int as n from grants
    where account_id = any($1::bigint[]) and revoked_at is null and kind = 'trial' and ends_on = (now() at time zone 'Asia/Shanghai')::date + 14`,
    [ids],
  )
  expect(granted).toEqual([{ n: 2 }])
  await answer(outcome, '知道了')
  await expect(dialog(page)).toHaveCount(0)

  await test.step('§6 a product that was hidden later is marked in its preset, and removed with one click', async () => {
    await expect(row(page, '含停售品方案')).toContainText('1 个已隐藏')
    await rowAct(page, '含停售品方案', '编辑')
    await expect(field(shown(page), '方案名称')).toHaveValue('含停售品方案')
    const alert = shown(page).getByRole('alert').filter({ hasText: '旅程停售品' })
    await expect(alert).toContainText('已隐藏的产品授权时会跳过')
    await expectAccessible(page, { within: ['main'] })
    await button(alert, '移除已隐藏的产品').click()
    await expect(alert).toBeHidden()
    await act(shown(page), '保存').click()
    await expect(row(page, '含停售品方案')).toBeVisible()
    await expect(row(page, '含停售品方案')).not.toContainText('已隐藏')
  })
})
