// One customer in one page: opened from the list, followed there, with the record in its stream.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, dialog, find, overflow, rowAct, shown } from '../page.ts'

const LIST = '/userControl/customerManagement/customerList'

test('product.md "Service" one customer in one page: facts, people, and a stream with a quick entry', async ({
  page,
}) => {
  const name = '澄湖焦化有限公司'
  await query(
    `insert into enterprises (name, level, owner_id)
    values ($1, 'B', (select id from users where user_name = 'service'))`,
    [name],
  )
  await enter(page, 'service', LIST)
  await find(page, '企业名称', name)
  await rowAct(page, name, '服务记录')
  const stream = shown(page).getByRole('region', { name: '服务动态' })
  await expect(stream).toContainText('还没有记录')
  await expect(shown(page)).toContainText('还没有跟进过')

  await act(shown(page), '记录跟进').click()
  const adding = dialog(page, `新增跟进记录：${name}`)
  await adding.getByLabel('跟进内容').fill('询问焦炭价格区间图')
  await adding.getByRole('button', { name: '一周后' }).click()
  await act(adding, '保存').click()
  await expect(adding).toBeHidden()
  await expect(stream).toContainText('询问焦炭价格区间图')
  await expect(stream).toContainText(/下次 \d{4}-\d\d-\d\d/)
  await expect(shown(page)).toContainText(/最近跟进.*宋佳宁/)
  await expectAccessible(page)

  await stream.getByText('授权', { exact: true }).click()
  await expect(stream).toContainText('还没有记录')
  await stream.getByText('跟进', { exact: true }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await stream.getByRole('link', { name: /电话.*已沟通/ }).click()
  await expect(page).toHaveURL(/followUpRecordDetails\?id=\d+/)
  await expect(shown(page)).toContainText('询问焦炭价格区间图')
})
