// Dinner of a meeting: tables, guests placed by keyboard and by dragging, exchanged, filled by rule, undone.
import { addDays, dayOf } from '#contract/days.ts'
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, button, choose, dialog, failure, field, find, overflow, rowAct } from '../page.ts'

const MEETINGS = '/application/meetingExhibition/managementMeeting'

async function addMeeting(name: string): Promise<void> {
  const day = addDays(dayOf(Date.now()), 9)
  await query(
    `with m as (insert into meetings (name, kind, starts_on, ends_on, seats, body, state, author_id) values ($1,
      'conference', $2::date, $2::date, 50, '{"type":"doc"}', 'published', (select id from users where user_name = 'admin'))
      returning id),
    q as (insert into meeting_quotas (meeting_id, name, seats, taken) select id, '正式', 50, 4 from m returning id, meeting_id),
    u as (insert into meeting_sign_ups (meeting_id, quota_id, ticket, name, company, mobile, companions, state, source)
      select q.meeting_id, q.id, 'DINE' || q.id || n, '甲来宾', '澄湖钢厂', '1332223000' || n, 3, 'confirmed', 'hand'
      from q, generate_series(1, 1) n returning id, quota_id)
    insert into sign_up_people (sign_up_id, quota_id, name, position)
      select u.id, u.quota_id, (array['甲来宾', '乙来宾', '丙来宾', '丁来宾'])[n + 1], n from u, generate_series(0, 3) n`,
    [name, day],
  )
}

test('meetings-visits-sharing.md "dinnerRegister": tables, seats by key and by dragging, a swap, fill by rule and undo', async ({
  page,
  expectConsole,
}) => {
  const meeting = '澄湖晚宴论坛'
  await addMeeting(meeting)
  await enter(page, 'operator', MEETINGS)
  await find(page, '会议名称', meeting)
  await rowAct(page, meeting, '晚宴登记')
  const dinner = dialog(page, /^晚宴登记/)
  const seat = (name: string) => button(dinner, name)

  await test.step('two tables', async () => {
    await button(dinner, '新增桌').click()
    const form = dialog(page, '新增桌')
    await form.getByRole('spinbutton', { name: '桌数' }).fill('2')
    await form.getByRole('spinbutton', { name: '座位数' }).fill('4')
    await act(form, '新增').click()
    await expect(form).toHaveCount(0)
    await expect(dinner).toContainText('2 桌 8 座，已入座 0 人，未入座 4 人')
  })

  await test.step('by keyboard: select a person, press a seat', async () => {
    await seat('未入座 甲来宾').focus()
    await page.keyboard.press('Enter')
    await expect(seat('未入座 甲来宾')).toHaveAttribute('aria-pressed', 'true')
    await seat('1 桌 3 座 空').focus()
    await page.keyboard.press('Enter')
    await expect(seat('1 桌 3 座 甲来宾')).toBeVisible()
  })

  await test.step('by dragging, onto a table', async () => {
    const from = await seat('未入座 乙来宾').boundingBox()
    const to = await seat('2 桌 2 座 空').boundingBox()
    if (!from || !to) throw new Error('no place on the screen')
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 })
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 })
    await page.mouse.up()
    await expect(seat('2 桌 2 座 乙来宾')).toBeVisible()
  })

  await test.step('exchanged: each has the other one’s seat', async () => {
    await seat('1 桌 3 座 甲来宾').click()
    const bar = dinner.getByRole('region', { name: '已选择 甲来宾' })
    await choose(bar, '桌', '2 桌')
    await choose(bar, '座', '2 座（与乙来宾互换）')
    await act(bar, '安排').click()
    await expect(seat('2 桌 2 座 甲来宾')).toBeVisible()
    await expect(seat('1 桌 3 座 乙来宾')).toBeVisible()
  })

  await test.step('the rest by rule, after a preview; and back', async () => {
    await act(dinner, '自动安排').click()
    await act(dialog(page, '自动安排座位'), '预览').click()
    const preview = dialog(page, '自动安排座位').filter({ hasText: '安排 2 人' })
    await expect(preview).toContainText('丙来宾')
    await act(preview, '安排').click()
    await expect(dinner).toContainText('已入座 4 人，未入座 0 人')
    await act(dinner, '撤销自动安排').click()
    await expect(dinner).toContainText('已入座 2 人，未入座 2 人')
    await expect(act(dinner, '撤销自动安排')).toHaveCount(0)
  })

  await test.step('wishes that the seating does not keep are named', async () => {
    await seat('1 桌 3 座 乙来宾').click()
    await act(dinner.getByRole('region', { name: '已选择 乙来宾' }), '要求').click()
    const wishes = dialog(page, '乙来宾的要求')
    await field(wishes, '饮食要求').fill('素食')
    await choose(wishes, '相邻', '甲来宾')
    await page.keyboard.press('Escape')
    await act(wishes, '保存').click()
    await expect(seat('1 桌 3 座 乙来宾')).toContainText('应与甲来宾相邻')
    await expect(seat('1 桌 3 座 乙来宾')).toContainText('素食')
    await act(dinner, '取消选择').click()
  })

  await test.step('somebody else has moved a guest: the act is refused, and the board shows where everybody sits', async () => {
    expectConsole(/409/)
    await seat('2 桌 2 座 甲来宾').click()
    await query(
      `delete from dinner_seats where guest_id in (select g.id from dinner_guests g join sign_up_people p on p.id = g.person_id
        join meetings m on m.id = g.meeting_id where m.name = $1 and p.name = '甲来宾')`,
      [meeting],
    )
    await act(dinner.getByRole('region', { name: '已选择 甲来宾' }), '移出').click()
    await expect(failure(page)).toContainText('甲来宾还没有座位')
    await expect(seat('2 桌 2 座 空')).toBeVisible()
    await act(dinner, '取消选择').click()
  })

  await test.step('reads and fits', async () => {
    await expectAccessible(page, { within: ['.ant-drawer'] })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await expect(seat('1 桌 3 座 乙来宾')).toBeVisible()
  })
})
