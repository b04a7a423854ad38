// product.md "Service": the people of one customer, as a salesperson keeps them: add one with role and WeChat, make it the
// main one, mark another as left, merge a double.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, choose, dialog, field, find, row, rowAct, shown, success } from '../page.ts'

const LIST = '/userControl/customerManagement/customerList'
const inDialog = { within: ['.ant-modal'] }

test('product.md "Service" a salesperson keeps the contacts of a customer', async ({ page }) => {
  const owner = await addPerson('contacts.seller', 'sales')
  const [made] = await query<{ id: string }>(
    `with customer as (insert into enterprises (name, owner_id) values ('人脉旅程石化有限公司', $1) returning id),
      people as (insert into enterprise_contacts (enterprise_id, name, mobile, is_main)
        select id, name, mobile, is_main from customer,
          (values ('陶远', '13900005555', true), ('陶总', '13900006666', false)) p(name, mobile, is_main)
        returning id, enterprise_id, name),
      followed as (insert into follow_ups (enterprise_id, contact_id, contact_name, way, at, result, content, author_id)
        select enterprise_id, id, name, 'phone', now(), 'reached', '确认续费', $1 from people where name = '陶总')
      select id::text from customer`,
    [owner],
  )
  const stored = () =>
    query(
      `select name, wechat, role, is_main as main, left_on is not null as left,
        (select count(*)::int from follow_ups f where f.contact_id = c.id) as followed
      from enterprise_contacts c where enterprise_id = $1 order by id`,
      [made?.id],
    )

  const rowOf = (name: string) => shown(page).getByRole('row', { name: new RegExp(`^${name}`) })

  await enter(page, 'contacts.seller', LIST)
  await find(page, '企业名称', '人脉旅程')
  await rowAct(page, '人脉旅程', '联系人')
  await expect(page).toHaveURL(/enterpriseContact\?id=\d+/)
  await expect(row(page, '陶远')).toContainText('主要')

  await test.step('adds one with role and WeChat', async () => {
    await act(shown(page), '新增').click()
    const form = dialog(page, '新增联系人')
    await field(form, '联系人').fill('许知')
    await choose(form, '角色', '采购')
    await field(form, '联系电话').fill('13900006666')
    await field(form, '微信').fill('xu_zhi')
    await expectAccessible(page, inDialog)
    await act(form, '保存').click()
    await expect(success(page).getByText('新增成功')).toBeVisible()
    await expect(form).toBeHidden()
    for (const text of ['采购', 'xu_zhi', '与陶总联系电话相同']) await expect(rowOf('许知')).toContainText(text)
  })

  await test.step('makes it the main one, and marks the former as left', async () => {
    await button(rowOf('许知'), /更多/).click()
    await page.getByRole('menuitem', { name: '设为主要', exact: true }).click()
    const main = (name: string) => rowOf(name).getByText('主要', { exact: true })
    await expect(main('许知')).toBeVisible()
    await expect(main('陶远')).toHaveCount(0)
    await button(rowOf('陶远'), /^离职/).click()
    const form = dialog(page, '标记离职：陶远')
    await expect(form).toBeVisible()
    await expectAccessible(page, inDialog)
    await act(form, '保存').click()
    await expect(form).toBeHidden()
    await expect(rowOf('陶远').getByText(/^\d{4}-\d\d-\d\d 离职$/)).toBeVisible()
  })

  await test.step('merges a double into the one that is kept, after a preview', async () => {
    await button(rowOf('许知'), /^合并/).click()
    const form = dialog(page, '合并联系人：许知').filter({ has: page.getByRole('table') })
    await expect(form.getByRole('table', { name: '两个联系人' })).toContainText('xu_zhi')
    await expect(form.getByRole('radio', { name: '许知（主要）' })).toBeChecked()
    await expectAccessible(page, inDialog)
    await button(form, '下一步').click()
    const preview = dialog(page).filter({ hasText: '“陶总（13900006666）”并入“许知（13900006666）”后删除' })
    await expect(preview).toContainText('归到“许知”名下的跟进记录（1）')
    await answer(preview, /^合\s*并$/)
    await expect(page.getByText('联系人已合并')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(rowOf('陶总')).toHaveCount(0)
    await expect(rowOf('许知')).toContainText('已沟通')
  })
  expect(await stored()).toEqual([
    { name: '陶远', wechat: '', role: null, main: false, left: true, followed: 0 },
    { name: '许知', wechat: 'xu_zhi', role: 'purchase', main: true, left: false, followed: 1 },
  ])
})
