// Sign-ups of a meeting: full, waiting, a cancelled seat moves up, checked in without a network; and an invitation.
import { addDays, dayOf } from '#contract/days.ts'
import { acceptInvitation } from '#contract/meetings/invitations.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, button, check, dialog, field, find, goTo, overflow, pickFound, row, rowAct, shown } from '../page.ts'

const MEETINGS = '/application/meetingExhibition/managementMeeting'

async function addMeeting(name: string, seats: number): Promise<string> {
  const day = addDays(dayOf(Date.now()), 9)
  const [made] = await query<{ id: string }>(
    `with m as (insert into meetings (name, kind, starts_on, ends_on, seats, body, state, sign_up_fields, author_id) values ($1,
      'conference', $2::date, $2::date, $3, '{"type":"doc"}', 'published', '{diet}',
      (select id from users where user_name = 'admin')) returning id)
      insert into meeting_quotas (meeting_id, name, seats) select id, '正式', $3 from m returning meeting_id::text as id`,
    [name, day, seats],
  )
  return made?.id ?? ''
}

test('meetings-visits-sharing.md sign-ups: the last seat, waiting, a cancelled seat moves up, in details and counts', async ({
  page,
}) => {
  const id = await addMeeting('澄湖炉料论坛', 2)
  await enter(page, 'operator', `${MEETINGS}/signUps?id=${id}`)
  const signUpOf = async (name: string, mobile: string, companions: string) => {
    await act(shown(page), '新增').click()
    const adding = dialog(page, '登记报名')
    await field(adding, '姓名').fill(name)
    await field(adding, '单位').fill(`${name}公司`)
    await field(adding, '手机号码').fill(mobile)
    if (companions !== '') {
      await adding.getByRole('combobox', { name: '随行人员' }).fill(companions)
      await page.keyboard.press('Enter')
    }
    await act(adding, '登记').click()
    await expect(adding).toHaveCount(0)
  }

  await test.step('the last seats go, the next one waits', async () => {
    await signUpOf('甲来宾', '13322220001', '甲随行')
    await expect(row(page, '甲来宾公司')).toContainText('已确认')
    await signUpOf('乙来宾', '13322220002', '')
    await expect(row(page, '乙来宾公司')).toContainText('候补')
    await expect(shown(page)).toContainText('名额 2 · 已占 2 · 还剩 0 · 候补 1 人')
    await expect(row(page, '甲来宾公司')).toContainText('133****0001')
  })

  await test.step('its details and counts', async () => {
    await row(page, '乙来宾公司').getByRole('button', { name: '乙来宾', exact: true }).click()
    await expect(dialog(page, '乙来宾')).toContainText('13322220002')
    await expectAccessible(page, { within: ['.ant-drawer'] })
    await page.keyboard.press('Escape')
    await button(shown(page), '统计').click()
    const counts = dialog(page, /^报名统计/)
    await expect(counts.getByRole('region', { name: '来源人数' })).toContainText('手工登记')
    await button(counts, /^已报名 2，查看明细/).click()
    const guests = dialog(page, '来宾明细：已报名')
    await expect(guests.getByRole('row', { name: '甲来宾' })).toContainText('手工登记')
    await expect(guests.getByRole('row', { name: '乙来宾' })).toContainText('候补')
    await page.keyboard.press('Escape')
    await expect(guests).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(counts).toHaveCount(0)
  })

  await test.step('a cancelled seat moves up', async () => {
    await rowAct(page, '甲来宾公司', '取消报名')
    const cancelling = dialog(page, '取消报名：甲来宾')
    await cancelling.getByRole('textbox', { name: '取消原因' }).fill('行程有变')
    await act(cancelling, '取消报名').click()
    await expect(page.getByText('报名已取消，乙来宾由候补得到名额')).toBeVisible()
    await expect(row(page, '乙来宾公司')).toContainText('已确认')
  })
})

test('meetings-visits-sharing.md "invitations with QR code": a contact is invited and signs up on their phone', async ({
  page,
  browser,
}) => {
  const seller = 'meeting.seller'
  const sellerId = await addPerson(seller, 'sales')
  const id = await addMeeting('澄湖煤焦年会', 50)
  await query(
    `with e as (insert into enterprises (name, level, owner_id) values ('澄湖焦化', 'A', $1) returning id)
    insert into enterprise_contacts (enterprise_id, name, mobile) select id, '周受邀', '13344440001' from e`,
    [sellerId],
  )
  await enter(page, seller, MEETINGS)
  await find(page, '会议名称', '澄湖煤焦年会')
  await rowAct(page, '澄湖煤焦年会', '邀请')
  const invitations = dialog(page, /^邀请函：澄湖煤焦年会/)
  await button(invitations, '邀请联系人').click()
  const inviting = dialog(page, '邀请联系人')
  await pickFound(inviting.getByRole('combobox', { name: '客户' }), '澄湖焦化')
  await check(inviting.getByRole('checkbox', { name: '周受邀' }))
  await button(inviting, '生成邀请函').click()
  await button(invitations, '二维码 周受邀').click()
  const shared = dialog(page, '邀请函：周受邀')
  await expect(shared.getByLabel('二维码')).toBeVisible()
  const url = await shared.getByLabel('链接').inputValue()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const guest = await phone.newPage()
  const violations: string[] = []
  guest.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
  await guest.goto(url)
  await expect(guest.getByRole('heading', { name: '澄湖煤焦年会' })).toBeVisible()
  expect(await overflow(guest)).toBeLessThanOrEqual(0)
  await expectAccessible(guest, { contrast: true })
  await guest.getByLabel('随行人员').fill('赵随行、钱随行')
  await guest.getByLabel('饮食要求').fill('素食')
  await guest.getByLabel('同意主办方').check()
  const sent = guest.waitForResponse(`**${acceptInvitation.path}`)
  await guest.getByRole('button', { name: '确认报名' }).click()
  expect((await sent).status()).toBe(200)
  await expect(guest.getByRole('status')).toContainText('报名成功，票号')
  expect(violations).toEqual([])
  await phone.close()

  await goTo(page, `${MEETINGS}/signUps?id=${id}`)
  await expect(row(page, '澄湖焦化')).toContainText('邀请函')
})
