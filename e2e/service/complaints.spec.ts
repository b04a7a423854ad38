// A complaint from its entry to its end: entered at the customer's page, told in the bell, handled and solved.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, dialog, overflow, row, rowAct, shown } from '../page.ts'

const LIST = '/userControl/customerManagement/complaint'
const CUSTOMER = '/userControl/customerManagement/customerList/customerServiceDetails'

test('issue 36.4 "a complaint from its entry to its end": entered, handled, solved', async ({ page }) => {
  const customer = '澄湖投诉贸易有限公司'
  const [added] = await query<{ id: string }>(
    `insert into enterprises (name, level, owner_id)
    values ($1, 'A', (select id from users where user_name = 'service')) returning id::text`,
    [customer],
  )
  await enter(page, 'service', `${CUSTOMER}?id=${added?.id}`)

  await test.step('entered at the customer’s page, where the stream tells of it', async () => {
    await act(shown(page), '登记投诉').click()
    const adding = dialog(page, '登记投诉')
    await adding.getByRole('radio', { name: '微信' }).check()
    await adding.getByRole('textbox', { name: '投诉内容' }).fill('日报发得太晚，采购例会用不上')
    await expectAccessible(page, { within: ['.ant-modal'] })
    await act(adding, '保存').click()
    await expect(adding).toBeHidden()
    const stream = shown(page).getByRole('region', { name: '服务动态' })
    await expect(stream).toContainText('投诉（待处理） · 微信')
  })

  await test.step('handled and solved in the list', async () => {
    await enter(page, 'service', `${LIST}?${new URLSearchParams({ enterpriseName: customer })}`)
    await expect(row(page, customer)).toContainText('待处理')
    const handle = async (label: string, note: string) => {
      await rowAct(page, customer, label)
      const handling = dialog(page, label)
      await handling.getByRole('textbox', { name: '处理说明' }).fill(note)
      await act(handling, '保存').click()
      await expect(handling).toBeHidden()
    }
    await handle('开始处理', '已请编辑部核对排班')
    await expect(row(page, customer)).toContainText('处理中')
    await handle('解决', '改为九点前发布，客户认可')
    await expect(row(page, customer)).toContainText('已解决')
  })

  await test.step('its history stands in the details', async () => {
    await row(page, customer).getByRole('button', { name: customer, exact: true }).click()
    const details = dialog(page, `投诉：${customer}`)
    const steps = details.getByRole('region', { name: '处理过程' })
    await expect(steps.getByRole('listitem')).toHaveCount(3)
    await expect(steps).toContainText('已请编辑部核对排班')
    await expect(act(details, '重新处理')).toBeVisible()
    await expectAccessible(page, { within: ['.ant-drawer'] })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})
