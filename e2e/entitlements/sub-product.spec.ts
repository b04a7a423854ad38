// A member in a sub-product that signs in at the console and asks it what they may use.
import { hash, randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#contract/days.ts'
import { clearMember } from '#contract/members/accounts.ts'
import { grantsOfAccount, saveGrants } from '#contract/members/grants.ts'
import { createSubProduct } from '../../examples/sub-product/sub-product.ts'
import { expectAccessible } from '../accessible.ts'
import { DEMO_PASSWORD, enter, expect, FIRST, query, signInByCalls, test } from '../fixtures.ts'
import { act, button, choose, dialog, field, overflow, passDialogGuard, shown } from '../page.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const holder = createServer().listen(0, 'localhost', () => {
      const { port } = holder.address() as { port: number }
      holder.close(() => resolve(port))
    })
  })

/** A member of 大数据 with the demo's password, and two products, the first of them granted. */
async function addMember(loginName: string) {
  const products = await query<{ id: string; name: string }>('select id::text, name from products order by id limit 2')
  const [account] = await query<{ id: string }>(
    `with member as (
      insert into members (enterprise_id, login_name, real_name, mobile, password_hash)
      select (select min(id) from enterprises), $1, '钱塘', '19900007788', password_hash from users where user_name = 'operator'
      returning id), account as (
      insert into member_accounts (member_id, sub_product) select id, 'bigData' from member returning id), granted as (
      insert into grants (account_id, product_id, kind, starts_on, ends_on)
      select id, $2, 'trial', current_date - 1, current_date + 30 from account)
    select id::text from account`,
    [loginName, products[0]?.id],
  )
  return { accountId: account?.id ?? '', products }
}

async function addKey(): Promise<string> {
  const key = `key_${randomBytes(32).toString('base64url')}`
  await query(
    `insert into api_keys (name, key_hash, hint, scopes, sub_product, daily_quota)
    values ('示例子产品', $1, $2, '{entitlements}', 'bigData', 100000)`,
    [hash('sha256', key, 'hex'), key.slice(0, 10)],
  )
  return key
}

/** Adds the client in the console. @returns its id and secret */
async function addClient(page: Page, origin: string) {
  await enter(page, 'admin', '/application/integration')
  await choose(shown(page), '子产品', '大数据')
  await button(shown(page), '新增客户端').click()
  const form = dialog(page, '新增客户端')
  await field(form, '名称').fill('示例站点')
  const addresses = form.getByRole('combobox', { name: /登录后的地址/ })
  await addresses.fill(`${origin}/callback`)
  await addresses.press('Enter')
  await field(form, '下线通知地址').fill(`${origin}/backchannel-logout`)
  await passDialogGuard(page)
  await act(form, '新增').click()
  const made = dialog(page, '客户端密钥')
  const clientSecret = await made.getByRole('textbox', { name: '密钥' }).inputValue()
  await button(made, '我已保存').click()
  const line = shown(page).getByRole('row').filter({ hasText: '示例站点' })
  await expect(line).toContainText('启用')
  await expectAccessible(page)
  return { clientId: (await line.locator('code').textContent()) ?? '', clientSecret }
}

test('entitlements.md "A sample sub-product": grants and ends of sessions reach an open page', async ({
  page,
  context,
}) => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { accountId, products } = await addMember('qiantang')
  const [held, other] = products
  const client = await addClient(page, origin)
  const settings = { issuer: `${FIRST()}/oidc`, api: FIRST(), apiKey: await addKey(), origin, ...client }
  const names = Object.fromEntries(products.map(({ id, name }) => [id, name]))
  const subProduct = await createSubProduct({ ...settings, products: names })
  await subProduct.listen({ port, host: 'localhost' })

  const { access_token } = await signInByCalls(page.request, 'admin')
  const call = async (path: string, data: object) => {
    const reply = await page.request.post(`${FIRST()}${path}`, { data, headers: { 'console-auth': access_token } })
    const { code, data: answer } = await reply.json()
    expect(code).toBe(200)
    return answer
  }
  const site = await context.newPage()

  await test.step('signs in at the console', async () => {
    await site.goto(origin)
    await site.getByRole('link', { name: '登录' }).click()
    await expect(site.getByRole('heading', { name: '登录大数据' })).toBeVisible()
    await expectAccessible(site)
    await site.getByLabel('登录名或手机号码').fill('qiantang')
    await site.keyboard.press('Tab')
    await site.keyboard.type('wrong')
    await site.keyboard.press('Enter')
    await expect(site.getByRole('alert')).toHaveText('登录名或密码错误')
    await expect(site.getByLabel('密码')).toBeFocused()
    await site.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(site)).toBe(0)
    await site.keyboard.type(DEMO_PASSWORD)
    await site.keyboard.press('Enter')
    await expect(site.getByText('您好，钱塘')).toBeVisible()
    await expect(site.getByRole('listitem').filter({ hasText: held?.name ?? '' })).toContainText('可用')
    await expect(site.getByRole('listitem').filter({ hasText: other?.name ?? '' })).toContainText('不可用：尚未开通')
  })

  await test.step('sees a grant at once, and its end', async () => {
    const today = dayOf(Date.now())
    const terms = { kind: 'trial', startsOn: today, endsOn: addDays(today, 20), quota: null }
    const set = [{ productId: other?.id, version: null, ...terms }]
    await call(saveGrants.path, { accountId, set, revoke: [], reason: '' })
    const line = site.getByRole('listitem').filter({ hasText: other?.name ?? '' })
    await expect(line).toContainText(`：可用，至 ${terms.endsOn}`)
    const { grants } = await call(grantsOfAccount.path, { accountId })
    const { version } = grants.find((each: { productId: string }) => each.productId === other?.id)
    await call(saveGrants.path, { accountId, set: [], revoke: [{ productId: other?.id, version }], reason: '试用结束' })
    expect(await (await site.request.get(origin)).text()).toContain(`${other?.name}：不可用：尚未开通`)
    await expect(line).toContainText('不可用：尚未开通')
  })

  await test.step('is signed out by force', async () => {
    await call(clearMember.path, { id: accountId })
    const notices = () =>
      query(`select state, error from job_runs where name = 'signIn.tellLogout' and input->>'clientId' = $1`, [
        client.clientId,
      ])
    await expect.poll(notices).toEqual([{ state: 'done', error: '' }])
    await expect(site.getByText('请先登录')).toBeVisible()
    await site.getByRole('link', { name: '登录' }).click()
    await expect(site.getByLabel('密码')).toBeVisible()
  })
  await site.close()
  await subProduct.close()
})
