// A salesperson looks where a customer may be lost, reads why by keyboard, follows it, and finds contacts nobody called.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, choose, closeChoice, dialog, find, goTo, row, rowAct, rows, shown } from '../page.ts'

const VALUES = '/userControl/customerManagement/customerList/followValueDetails'
const CONTACTS = '/userControl/customerManagement/customerList/followConcatDetails'

/** Two customers of that person: one to be lost, one in order, each with a contact. */
async function addCustomers(owner: string): Promise<void> {
  await query(
    `with own as (select id from users where user_name = $1),
      made as (insert into enterprises (name, level, owner_id, created_at)
        select name, level, own.id, now() - interval '90 days'
        from own, (values ('风险旅程石化', 'A'), ('平稳旅程化工', 'C')) as new(name, level) returning id, name),
      people as (insert into enterprise_contacts (enterprise_id, name, role, mobile, left_on)
        select made.id, person.name, 'decision', '13900003333', person.left_on
        from made join (values ('风险旅程石化', '周决策', null), ('风险旅程石化', '旧同事', current_date - 9),
          ('平稳旅程化工', '林常联', null)) as person(customer, name, left_on) on person.customer = made.name
        returning id, enterprise_id, name)
    insert into follow_ups (enterprise_id, contact_id, contact_name, way, at, result, mood, content, next_on, author_id)
    select made.id, people.id, coalesce(people.name, ''), 'phone', now() - make_interval(days => said.days), 'reached',
      said.mood, '回访', current_date + said.next_in, own.id
    from own cross join made
      join (values ('风险旅程石化', '旧同事', 40, 'bad', -3), ('平稳旅程化工', '林常联', 2, 'good', 9))
        as said(customer, person, days, mood, next_in) on said.customer = made.name
      join people on people.enterprise_id = made.id and people.name = said.person`,
    [owner],
  )
}

test('a salesperson sees why a customer may be lost, and whom nobody has contacted', async ({ page }) => {
  await addPerson('values.seller', 'sales')
  await addCustomers('values.seller')
  await enter(page, 'values.seller', VALUES)
  // the riskiest first
  await expect(rows(page).first()).toContainText('风险旅程石化')
  await button(shown(page), /^流失风险/)
    .first()
    .click()
  await expect(page).toHaveURL(/score/)
  await expect(rows(page).first()).toContainText('平稳旅程化工')
  await button(shown(page), /^流失风险/)
    .first()
    .click()
  await expect(rows(page).first()).toContainText('风险旅程石化')

  await test.step('the reasons by keyboard', async () => {
    const score = row(page, '风险旅程石化').getByRole('button', { name: /^流失风险高，60 分/ })
    const reasons = page.getByRole('tooltip').filter({ hasText: '已 40 天没有跟进' })
    await button(row(page, '风险旅程石化'), /^风险旅程石化$/).focus()
    await page.keyboard.press('Tab')
    await expect(score).toBeFocused()
    await expect(reasons).toContainText('A 级客户不应超过 14 天（30 分）')
    await expect(reasons).toContainText('最近一次跟进时客户不满（15 分）')
    await expect(reasons).toContainText('待跟进已逾期 3 天（15 分）')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(reasons).toBeHidden()
  })

  await test.step('a follow-up takes them away', async () => {
    await rowAct(page, '风险旅程石化', '跟进')
    const adding = dialog(page, '新增跟进记录：风险旅程石化')
    await adding.getByRole('textbox', { name: '跟进内容' }).fill('上门致歉，客户愿意续约')
    await act(adding, '保存').click()
    await expect(adding).toBeHidden()
    await expect(
      row(page, '风险旅程石化').getByRole('button', { name: /流失风险低，0 分：没有流失迹象/ }),
    ).toBeVisible()
  })

  await test.step('contacts nobody has called', async () => {
    await goTo(page, CONTACTS)
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).last()).toContainText('离职')
    await expectAccessible(page)
    await button(shown(page), /高级搜索/).click()
    await choose(shown(page), '联系情况', '从未联系')
    await closeChoice(page)
    await find(page, '客户', '风险旅程')
    await expect(rows(page).first()).toContainText('周决策')
    await rowAct(page, '周决策', '跟进记录')
    await expect(page).toHaveURL(/followUp\?.*contactId=\d+/)
  })
})

test('issue 36.4 a silent customer, a task from the bell, is followed and is a task no more', async ({ page }) => {
  const owner = await addPerson('silence.seller', 'sales')
  await query(
    `with made as (insert into enterprises (name, level, owner_id, created_at)
        values ('沉默旅程石化', 'A', $1, now() - interval '85 days'), ('常联旅程石化', 'A', $1, now()) returning id, name)
      insert into silent_tasks (enterprise_id, owner_id, opened_on, return_on)
        select id, $1, current_date - 70, current_date + 5 from made where name = '沉默旅程石化'`,
    [owner],
  )
  await enter(page, 'silence.seller', `${VALUES}?task=returning`)
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, '沉默旅程石化')).toContainText('退回公海')
  await expectAccessible(page)
  await rowAct(page, '沉默旅程石化', '跟进')
  const adding = dialog(page, '新增跟进记录：沉默旅程石化')
  await adding.getByRole('textbox', { name: '跟进内容' }).fill('电话联系，约好下周见面')
  await act(adding, '保存').click()
  await expect(adding).toBeHidden()
  await expect(rows(page)).toHaveCount(0)
})
