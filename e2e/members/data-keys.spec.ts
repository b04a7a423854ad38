// Keys: data keys of an account, and API keys of other systems to the console. Each is shown once.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, choose, closeChoice, dialog, goTo, row, shown } from '../page.ts'

/** Reads the key in the dialog that shows it, and closes it. */
async function readKey(page: Page): Promise<string> {
  const created = dialog(page, '密钥已创建')
  await expect(created).toContainText('密钥只显示这一次')
  const key = await created.getByRole('textbox', { name: '密钥' }).inputValue()
  await expectAccessible(page, { within: ['.ant-modal'] })
  await answer(created, '我已保存')
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
  await button(row(page, 'data.reader'), '密钥').click()
  const drawer = dialog(page, '数据密钥：取数会员（data.reader）')
  await button(drawer, '创建密钥').click()
  const creating = dialog(page, '创建密钥')
  await creating.getByRole('textbox', { name: '密钥名称' }).fill('生产环境')
  await choose(creating, '数据集', '价格日度')
  await closeChoice(page)
  await creating.getByRole('combobox', { name: '允许的地址' }).fill('10.0.0.0/8 ')
  await act(creating, '创建').click()
  const key = await readKey(page)
  expect(key).toMatch(/^dk_/)
  const stored = drawer.getByRole('row').filter({ hasText: '生产环境' })
  await expect(stored).toContainText(key.slice(0, 10))
  await expectGone(page, key)

  await query(
    `insert into data_key_days (key_id, day, data_set, calls, refused)
    select k.id, (now() at time zone 'Asia/Shanghai')::date - d, s, 40 + d * 7, d from data_keys k, generate_series(0, 6) d,
      unnest(array['priceDaily', 'stock']) s where k.account_id = $1`,
    [account?.id],
  )
  await drawer.getByText('7 天', { exact: true }).click()
  await expect(drawer.getByRole('img', { name: /近 7 天调用次数/ })).toBeVisible()
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await button(drawer, '吊销 生产环境').click()
  await answer(dialog(page, '吊销密钥“生产环境”？'), '吊销')
  await expect(stored).toContainText('已吊销')
  // by its button: a tooltip under the mouse would take Escape for itself
  await answer(drawer, '关闭')

  await test.step('a key of another system is created, shown once, and revoked', async () => {
    await goTo(page, '/system/apiKeys')
    await button(shown(page), '创建密钥').click()
    await creating.getByRole('textbox', { name: '名称' }).fill('海外站点接口')
    await choose(creating, '用途', '提交试用注册')
    await closeChoice(page)
    await act(creating, '创建').click()
    const other = await readKey(page)
    await expect(row(page, '海外站点接口')).toContainText(other.slice(0, 10))
    await expectGone(page, other)
    await button(row(page, '海外站点接口'), '吊销').click()
    await answer(dialog(page), '吊销')
    await expect(row(page, '海外站点接口')).toContainText('已吊销')
  })
})
