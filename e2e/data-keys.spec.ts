// Keys: of an account to our data, and of other systems to the console. Each is shown once.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, test } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })

async function choose(page: Page, within: Locator, name: string, word: string): Promise<void> {
  await within.getByRole('combobox', { name }).click()
  await page.locator('.ant-select-item-option:visible').filter({ hasText: word }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
}

/** Reads the key in the dialog that shows it, and closes it. */
async function takeKey(page: Page): Promise<string> {
  const shown = page.getByRole('dialog', { name: '密钥已创建' })
  await expect(shown).toContainText('密钥只显示这一次')
  const key = await shown.getByRole('textbox', { name: '密钥' }).inputValue()
  await expectAccessible(page)
  await button(shown, '我已保存').click()
  await expect(shown).toBeHidden()
  return key
}

const expectGone = (page: Page, key: string) =>
  expect.poll(async () => (await page.content()).includes(key), 'the key is in the page').toBe(false)

test('§2 a key of an API account is created, shown once, its calls drawn, and it is revoked', async ({ page }) => {
  await addPerson('keeps.keys')
  const [account] = await query<{ id: string }>(
    `with e as (insert into enterprises (name) values ('取数公司') returning id),
    m as (insert into members (enterprise_id, login_name, real_name, mobile)
      select e.id, 'data.reader', '取数会员', '16612340002' from e returning id)
    insert into member_accounts (member_id, sub_product) select m.id, 'apiData' from m returning id::text`,
  )
  await enter(page, 'keeps.keys', '/application/apiDate/account/info?loginName=data.reader')
  const row = main(page).getByRole('row').filter({ hasText: 'data.reader' })
  await button(row, '密钥').click()
  const drawer = page.getByRole('dialog', { name: '数据密钥：取数会员（data.reader）' })
  await button(drawer, '创建密钥').click()
  const dialog = page.getByRole('dialog', { name: '创建密钥' })
  await dialog.getByRole('textbox', { name: '密钥名称' }).fill('生产环境')
  await choose(page, dialog, '数据集', '价格日度')
  await dialog.getByRole('combobox', { name: '允许的地址' }).fill('10.0.0.0/8 ')
  await button(dialog, /^创\s*建$/).click()
  const key = await takeKey(page)
  expect(key).toMatch(/^dk_/)
  await expect(drawer.getByRole('row').filter({ hasText: '生产环境' })).toContainText(key.slice(0, 10))
  await expectGone(page, key)

  await query(
    `insert into data_key_days (key_id, day, data_set, calls, refused)
    select k.id, (now() at time zone 'Asia/Shanghai')::date - d, s, 40 + d * 7, d from data_keys k, generate_series(0, 6) d,
      unnest(array['priceDaily', 'stock']) s where k.account_id = $1`,
    [account?.id],
  )
  await drawer.getByText('7 天', { exact: true }).click()
  await expect(drawer.getByRole('img', { name: /近 7 天调用次数/ })).toBeVisible()
  await expectAccessible(page)

  await button(drawer, '吊销 生产环境').click()
  await button(page.getByRole('dialog', { name: '吊销密钥“生产环境”？' }), '吊销').click()
  await expect(drawer.getByRole('row').filter({ hasText: '生产环境' })).toContainText('已吊销')
})

test('a key of another system is created, shown once, and revoked', async ({ page }) => {
  await addPerson('keeps.systems')
  await enter(page, 'keeps.systems', '/system/apiKeys')
  await button(main(page), '创建密钥').click()
  const dialog = page.getByRole('dialog', { name: '创建密钥' })
  await dialog.getByRole('textbox', { name: '名称' }).fill('海外站点接口')
  await choose(page, dialog, '用途', '提交试用注册')
  await expectAccessible(page)
  await button(dialog, /^创\s*建$/).click()
  const key = await takeKey(page)
  const row = main(page).getByRole('row').filter({ hasText: '海外站点接口' })
  await expect(row).toContainText(key.slice(0, 10))
  await expectGone(page, key)
  await button(row, '吊销').click()
  await button(page.getByRole('dialog'), '吊销').click()
  await expect(row).toContainText('已吊销')
})
