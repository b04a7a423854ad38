// Two double customers are made one, with a preview, and the merge is taken back.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, find, row, rows, shown } from '../page.ts'

const LIST = '/userControl/customerManagement/customerList'

test('issue 36.4 "two customers merged and the merge undone"', async ({ page }) => {
  const [kept, double] = ['澄湖合并钢铁有限公司', '澄湖合并钢铁公司（旧）']
  await query(
    `with made as (insert into enterprises (name, industry) values ($1, ''), ($2, '钢铁') returning id, name)
    insert into enterprise_contacts (enterprise_id, name, is_main) select id, '李海', true from made`,
    [kept, double],
  )
  const contacts = async () =>
    (
      await query<{ name: string }>(
        `select e.name from enterprise_contacts c join enterprises e on e.id = c.enterprise_id
      where e.name in ($1, $2) order by c.id`,
        [kept, double],
      )
    ).map(({ name }) => name)
  await enter(page, 'admin', LIST)
  await find(page, '企业名称', '澄湖合并', 2)

  await test.step('merged after the preview', async () => {
    for (const name of [kept, double]) await row(page, name).getByRole('checkbox').check()
    await act(shown(page), '合并').click()
    const choosing = dialog(page, '合并客户')
    await choosing.getByRole('radio', { name: kept }).check()
    await expectAccessible(page, { within: ['.ant-modal'] })
    await button(choosing, '下一步').click()
    const preview = dialog(page, '合并客户').filter({ hasText: '7 天内可以撤销' })
    await expect(preview).toContainText('联系人')
    await expect(preview).toContainText('行业')
    await answer(preview, /^合\s*并$/)
    await expect(rows(page)).toHaveCount(1)
    expect(await contacts()).toEqual([kept, kept])
  })

  await test.step('taken back from the list of merges', async () => {
    await button(shown(page), '合并记录').click()
    const merges = dialog(page, '合并记录')
    await button(merges, `撤销合并 ${double}`).click()
    await expect(merges.getByRole('row').filter({ hasText: double })).toContainText('已撤销')
    await expectAccessible(page, { within: ['.ant-drawer'] })
    expect((await contacts()).toSorted()).toEqual([kept, double].toSorted())
    await page.keyboard.press('Escape')
    await expect(row(page, double)).toBeVisible()
  })
})
