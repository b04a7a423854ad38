// Pages that 油气资讯 alone has (spec §2): which preset a registration is proposed, by rules; and documents for its customers.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, expect, query, test } from './fixtures.ts'

const main = (page: Page) => page.locator('main')
const row = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text })
const button = (within: Page | Locator, name: RegExp | string) => within.getByRole('button', { name })
const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })

async function rowAct(page: Page, text: string, act: string): Promise<void> {
  await expect(row(page, text)).toBeVisible()
  const direct = button(row(page, text), new RegExp(`^${act} `))
  if (await direct.isVisible()) return direct.click()
  await button(row(page, text), /更多/).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

async function choose(page: Page, within: Locator, label: RegExp, text: string): Promise<void> {
  const select = within.getByRole('combobox', { name: label })
  await select.click()
  await select.fill(text)
  await page.locator('.ant-select-item-option:visible', { hasText: text }).first().click()
}

/** An act that asks first, done. */
async function sure(page: Page, act: string): Promise<void> {
  const asking = dialog(page, new RegExp(`^${act}`))
  await button(asking, new RegExp(`^${act.split('').join('\\s*')}$`)).click()
  await expect(asking).toBeHidden()
}

test('§2 authorizationRules: a rule is added, put first, tried and deleted', async ({ page }) => {
  await query(
    `insert into grant_presets (sub_product, name, kind, days, product_ids)
    select 'oilGas', '规则旅程方案', 'trial', 12, array(select id from products where is_show order by id limit 1)`,
  )
  await enter(page, 'admin', '/application/oilGas/list/authorizationRules')
  await button(main(page), /新\s*增/).click()
  const adding = dialog(page, '新增授权规则')
  await adding.getByRole('textbox', { name: /规则名称/ }).fill('旅程规则')
  await choose(page, adding, /省份/, '西藏自治区')
  await choose(page, adding, /授权方案/, '规则旅程方案')
  await expectAccessible(page)
  await button(adding, /保\s*存/).click()
  await expect(adding).toBeHidden()
  await expect(row(page, '旅程规则')).toContainText('西藏自治区')
  await rowAct(page, '旅程规则', '移到最前')
  await expect(main(page).getByRole('row').nth(1)).toContainText('旅程规则')

  await button(main(page), '试算').click()
  const trial = dialog(page, '授权规则试算')
  await choose(page, trial, /省份/, '西藏自治区')
  await expect(trial.getByRole('status')).toContainText('规则旅程方案')
  await expect(trial.getByRole('status')).toContainText('由规则“旅程规则”决定')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(trial).toBeHidden()

  await rowAct(page, '旅程规则', '删除')
  await sure(page, '删除')
  await expect(row(page, '旅程规则')).toHaveCount(0)
})

test('§2 moduleHistory: a document is a draft until its file is there, is launched and taken down', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404 .*document\/form/)
  await enter(page, 'sjgly', '/application/oilGas/moduleHistory')
  await button(main(page), /新\s*增/).click()
  const adding = dialog(page, '新增文档')
  await adding.getByRole('textbox', { name: /标题/ }).fill('旅程周报')
  await button(adding, /保\s*存/).click()
  await expect(adding).toBeHidden()
  await expect(row(page, '旅程周报')).toContainText('草稿')
  await expect(row(page, '旅程周报')).toContainText('未上传')

  await rowAct(page, '旅程周报', '编辑')
  const editing = dialog(page, '编辑文档：旅程周报')
  await editing
    .locator('input[type="file"]')
    .setInputFiles({ name: '周报.csv', mimeType: 'text/csv', buffer: Buffer.from('产品,价格\n柴油,7000\n') })
  // a link once it has arrived
  await expect(editing.getByRole('link', { name: '周报.csv' })).toBeVisible()
  await expectAccessible(page)
  await button(editing, /保\s*存/).click()
  await expect(editing).toBeHidden()
  await expect(row(page, '旅程周报')).toContainText('周报.csv')
  await rowAct(page, '旅程周报', '发布')
  await sure(page, '发布')
  await expect(row(page, '旅程周报')).toContainText('已发布')
  await expect(button(row(page, '旅程周报'), /^编辑/)).toHaveCount(0)
  await rowAct(page, '旅程周报', '下架')
  await sure(page, '下架')
  await expect(row(page, '旅程周报')).toContainText('已下架')

  // somebody else has deleted it: the reason is told, and no dialog stands open without it
  await query("delete from documents where title = '旅程周报'")
  await rowAct(page, '旅程周报', '编辑')
  await expect(page.getByText('数据不存在')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
