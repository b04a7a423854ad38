// Third parties, partners with a permission set that becomes their members' grants.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, test } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const row = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text })
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })

/** Chooses in a multiple select by its words, and closes its list. */
async function choose(page: Page, name: string, ...words: string[]): Promise<void> {
  const field = page.getByRole('combobox', { name })
  await field.click()
  for (const word of words) {
    await field.fill(word)
    await page.locator('.ant-select-item-option:visible').filter({ hasText: word }).first().click()
  }
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
}

async function chooseProduct(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: /^(\* )?产品$/ })
  await field.click()
  await expect(page.getByRole('tree')).toBeVisible()
  await field.fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
}

/** A member of an enterprise of their own, found by login name. */
async function addMember(loginName: string, mobile: string): Promise<void> {
  await query(
    `with e as (insert into enterprises (name) values ($1) returning id)
    insert into members (enterprise_id, login_name, real_name, mobile) select e.id, $2, '嵌入会员', $3 from e`,
    [`${loginName}公司`, loginName, mobile],
  )
}

test('§2 a third party is added with products and addresses, edited, disabled', async ({ page, expectConsole }) => {
  expectConsole(/400 \(Bad Request\).*thirdPower\/add/)
  await addPerson('keeps.third')
  const list = '/application/bigData/systemLog/thirdPower'
  await enter(page, 'keeps.third', list)
  await button(main(page), '新增').click()
  await button(main(page), '保存').click()
  await expect(page.getByText('请输入第三方名称')).toBeVisible()
  await page.getByRole('textbox', { name: '* 第三方名称' }).fill('云帆数据')
  await page.getByRole('textbox', { name: 'App ID' }).fill('yunfan-01')
  await chooseProduct(page, '螺纹钢')
  await choose(page, '模块', '价格行情')
  const addresses = page.getByRole('combobox', { name: '允许的地址' })
  await addresses.fill('10.1.0.0/16 999.1.1.1 ')
  await page.keyboard.press('Tab')
  await button(main(page), '保存').click()
  await expect(main(page).getByText('允许的地址应为 IP 地址或网段，如 10.0.0.0/8')).toBeVisible()
  await addresses.press('Backspace')
  await expect(main(page).getByText('999.1.1.1')).toHaveCount(0)
  await expectAccessible(page)
  await button(main(page), '保存').click()

  await expect(row(page, '云帆数据')).toContainText('10.1.0.0/16')
  await expectAccessible(page)
  await button(row(page, '云帆数据'), '详情').click()
  const details = page.getByRole('dialog', { name: '云帆数据' })
  await expect(details).toContainText('螺纹钢')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await button(row(page, '云帆数据'), '编辑').click()
  await page.getByRole('textbox', { name: '* 第三方名称' }).fill('云帆数据科技')
  await button(main(page), '保存').click()
  await button(row(page, '云帆数据科技'), '禁用').click()
  await button(page.getByRole('dialog'), '禁用').click()
  await expect(row(page, '云帆数据科技')).toContainText('已禁用')
})

test('§2 a partner is added, gets a member, and its permission set becomes the member’s grants', async ({ page }) => {
  await addPerson('keeps.partners')
  await addMember('embed.member', '16612340001')
  await enter(page, 'keeps.partners', '/application/embedManager/permission')
  await button(main(page), '新增').click()
  await page.getByRole('textbox', { name: '* 方案名称' }).fill('嵌入基础版')
  await choose(page, '子产品', '大数据中文版', 'AI 问答')
  await chooseProduct(page, '螺纹钢')
  await choose(page, '模块', '资讯')
  await expectAccessible(page)
  await button(main(page), '保存').click()
  await expect(row(page, '嵌入基础版')).toContainText('大数据中文版、AI 问答')

  await page.goto(page.url().replace('/permission', '/partner/add'))
  await page.getByRole('textbox', { name: '* 合作伙伴名称' }).fill('江海资讯网')
  await page.getByRole('textbox', { name: '* 合作伙伴编码' }).fill('jianghai')
  await page.getByRole('combobox', { name: '嵌入域名' }).fill('www.example.com *.example.cn ')
  await page.getByRole('combobox', { name: '权限方案' }).click()
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '嵌入基础版' }).click()
  await expectAccessible(page)
  await button(main(page), '保存').click()

  await expect(row(page, '江海资讯网')).toContainText('嵌入基础版')
  await button(row(page, '江海资讯网'), '江海资讯网').first().click()
  const drawer = page.getByRole('dialog', { name: '江海资讯网（jianghai）' })
  await button(drawer, '添加会员').click()
  const adding = page.getByRole('dialog', { name: '添加会员' })
  await adding.getByRole('combobox', { name: '登录名' }).fill('embed.member ')
  await button(adding, /^添\s*加$/).click()
  await expect(adding).toBeHidden()
  await expect(drawer.getByRole('row').filter({ hasText: 'embed.member' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await button(row(page, '江海资讯网'), '授权').click()
  const dialog = page.getByRole('dialog', { name: '应用权限方案：江海资讯网' })
  await dialog.getByRole('textbox', { name: '截止日期' }).fill('2030-12-31')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: '授权原因' }).fill('合作试用')
  await button(dialog, '下一步').click()
  await expect(page.getByText('获得授权的会员（1）')).toBeVisible()
  await button(page, /^授\s*权$/).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const granted = await query(
    `select a.sub_product, g.kind, g.ends_on::text from grants g join member_accounts a on a.id = g.account_id
    join members m on m.id = a.member_id where m.login_name = 'embed.member' order by 1`,
  )
  expect(granted).toEqual([
    { sub_product: 'aiWeb', kind: 'trial', ends_on: '2030-12-31' },
    { sub_product: 'bigDataChinese', kind: 'trial', ends_on: '2030-12-31' },
  ])
  await button(row(page, '江海资讯网'), '更多').click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('dialog'), '删除').click()
  await expect(page.getByRole('dialog', { name: '数据正在使用，不能删除' })).toContainText('会员 1 个')
})
