// Sign-ups of a meeting: full, waiting, a cancelled seat moves up, checked in without a network; and an invitation.
import { addDays, dayOf } from '../../contract/days.ts'
import { checkIn } from '../../contract/meetings/check-ins.ts'
import { acceptInvitation } from '../../contract/meetings/invitations.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  button,
  check,
  dialog,
  elapse,
  field,
  find,
  goTo,
  overflow,
  pickFound,
  row,
  rowAct,
  shown,
} from '../page.ts'

const MEETINGS = '/application/meetingExhibition/managementMeeting'

async function addMeeting(name: string, seats: number): Promise<string> {
  const day = addDays(dayOf(Date.now()), 9)
  const [made] = await query<{ id: string }>(
    `insert into meetings (name, kind, starts_on, ends_on, seats, body, state, sign_up_fields, author_id) values ($1,
      'conference', $2::date, $2::date, $3, '{"type":"doc"}', 'published', '{diet}',
      (select id from users where user_name = 'admin')) returning id::text`,
    [name, day, seats],
  )
  return made?.id ?? ''
}

test('meetings-visits-sharing.md sign-ups: the last seat, waiting, a cancelled seat moves up, checked in once', async ({
  page,
  expectConsole,
}) => {
  const id = await addMeeting('澄湖炉料论坛', 2)
  await enter(page, 'operator', `${MEETINGS}/signUps?id=${id}`)
  const signUpOf = async (name: string, mobile: string, companions: string) => {
    await act(shown(page), '新增').click()
    const adding = dialog(page, '登记报名')
    await field(adding, '姓名').fill(name)
    await field(adding, '单位').fill(`${name}公司`)
    await field(adding, '手机号码').fill(mobile)
    await adding.getByRole('spinbutton', { name: '随行人数' }).fill(companions)
    await act(adding, '登记').click()
    await expect(adding).toHaveCount(0)
  }

  await test.step('the last seats go, the next one waits', async () => {
    await signUpOf('甲来宾', '13322220001', '1')
    await expect(row(page, '甲来宾公司')).toContainText('已确认')
    await signUpOf('乙来宾', '13322220002', '0')
    await expect(row(page, '乙来宾公司')).toContainText('候补')
    await expect(shown(page)).toContainText('名额 2 · 已确认 2 人 · 还剩 0 · 候补 1 人')
    await expect(row(page, '甲来宾公司')).toContainText('133****0001')
  })

  await test.step('its details and counts', async () => {
    await row(page, '乙来宾公司').getByRole('button', { name: '乙来宾', exact: true }).click()
    await expect(dialog(page, '乙来宾')).toContainText('13322220002')
    await expectAccessible(page, { within: ['.ant-drawer'] })
    await page.keyboard.press('Escape')
    await button(shown(page), '统计').click()
    const counts = dialog(page, /^报名统计/)
    await expect(counts.getByRole('region', { name: '来源' })).toContainText('手工登记')
    await page.keyboard.press('Escape')
    await expect(counts).toHaveCount(0)
  })

  await test.step('a cancelled seat moves up', async () => {
    await rowAct(page, '甲来宾公司', '取消报名')
    const cancelling = dialog(page, '取消报名：甲来宾')
    await cancelling.getByRole('textbox', { name: '取消原因' }).fill('行程有变')
    await act(cancelling, '取消报名').click()
    await expect(page.getByText('报名已取消，乙来宾由候补转为确认')).toBeVisible()
    await expect(row(page, '乙来宾公司')).toContainText('已确认')
  })

  await test.step('on a phone: found by name without a network, sent later, and once', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await goTo(page, `${MEETINGS}/checkIn?id=${id}`)
    await button(shown(page), '添加签到点').click()
    const adding = dialog(page, '添加签到点')
    await field(adding, '签到点').fill('入场')
    await act(adding, '添加').click()
    const typed = shown(page).getByRole('textbox', { name: '票号、姓名或单位' })
    await typed.fill('乙来宾')
    const found = button(shown(page), '签到 乙来宾')
    await expect(found).toBeVisible()
    expectConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await page.route(`**${checkIn.path}`, (route) => route.abort())
    await found.click()
    await expect(shown(page).getByRole('status')).toContainText('乙来宾 已记录，联网后自动提交')
    await expect(shown(page)).toContainText('1 条待提交')
    await page.unroute(`**${checkIn.path}`)
    await elapse(page, 3_000)
    await expect(shown(page).getByRole('status')).toContainText('乙来宾 签到成功，共 1 人')
    await expect(shown(page)).toContainText('入场 已到 1 人，应到 1 人')
    const [stored] = await query<{ ticket: string }>(
      `select ticket from meeting_sign_ups where meeting_id = $1 and name = '乙来宾'`,
      [id],
    )
    await typed.fill(stored?.ticket.toLowerCase() ?? '')
    await typed.press('Enter')
    await expect(shown(page).getByRole('status')).toContainText(/乙来宾 已于 \d\d:\d\d 由 .+ 签到/)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
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
  await guest.getByLabel('随行人数').fill('2')
  await guest.getByLabel('饮食要求').fill('素食')
  const sent = guest.waitForResponse(`**${acceptInvitation.path}`)
  await guest.getByRole('button', { name: '确认报名' }).click()
  expect((await sent).status()).toBe(200)
  await expect(guest.getByRole('status')).toContainText('报名成功，票号')
  expect(violations).toEqual([])
  await phone.close()

  await goTo(page, `${MEETINGS}/signUps?id=${id}`)
  await expect(row(page, '澄湖焦化')).toContainText('邀请函')
})
