// The page 子产品接入: a webhook is added with a secret that is shown once, and a question is asked as a member.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, shown } from '../page.ts'

const KEEPER = 'integration.keeper'

test('entitlements.md "Screens" a webhook is added, and a question is answered as a sub-product hears it', async ({
  page,
}) => {
  await addPerson(KEEPER)
  const [member] = await query<{ loginName: string }>(
    `select m.login_name as "loginName" from members m join member_accounts a on a.member_id = m.id
      where a.sub_product = 'bigData' and a.deleted_at is null and m.deleted_at is null order by a.id limit 1`,
  )
  await enter(page, KEEPER, '/application/integration?subProduct=bigData')
  await act(shown(page), '新增推送地址').click()
  await dialog(page).getByLabel('名称').fill('旅程地址')
  await dialog(page).getByLabel('推送地址').fill('https://hooks.example.com/entitlements')
  await act(dialog(page), '新增').click()
  await act(dialog(page, '推送密钥'), '我已保存').click()
  await expect(dialog(page)).toHaveCount(0)
  const webhooks = shown(page).getByRole('region', { name: '变更推送' })
  await expect(webhooks.getByRole('row').filter({ hasText: 'hooks.example.com' })).toContainText('启用')

  const trial = shown(page).getByRole('region', { name: '以会员身份试问' })
  await trial.getByLabel('登录名或手机号码').fill(member?.loginName ?? '')
  await button(trial, /^试\s*问$/).click()
  await expect(trial.getByRole('row').filter({ hasText: '子产品' })).toBeVisible()
  await expectAccessible(page, { contrast: true })
})
