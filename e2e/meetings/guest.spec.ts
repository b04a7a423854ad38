// A guest without an account, on a phone: a meeting's page, signing up, the ticket, giving the seat up.
import { addDays, dayOf } from '#contract/days.ts'
import { applyForMeeting } from '#contract/meetings/apply.ts'
import { expectAccessible } from '../accessible.ts'
import { enter, expect, FIRST, knowCaptcha, query, test } from '../fixtures.ts'
import { button, dialog, find, overflow, row, shown } from '../page.ts'
import { PUBLIC_WEIGHT_MAX, watchPublic } from '../public-page.ts'

const MEETINGS = '/application/meetingExhibition/managementMeeting'

async function addMeeting(name: string): Promise<string> {
  const day = addDays(dayOf(Date.now()), 9)
  const body = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '聚焦供需与价格，诚邀业界同仁参加。' }] }],
  }
  const own = [{ key: 'car', label: '乘坐大巴', kind: 'yesNo', isRequired: true, options: [] }]
  const [made] = await query<{ code: string }>(
    `with m as (insert into meetings (name, kind, starts_on, ends_on, city, venue, seats, body, state, published_at, sign_up_fields,
        own_fields, contacts, author_id)
      values ($1, 'conference', $2::date, $2::date, '湖州', '澄湖饭店一楼', 8, $3, 'published', now(), '{diet}', $4, $5,
        (select id from users where user_name = 'admin')) returning id, code),
      s as (insert into meeting_sessions (meeting_id, day, from_time, to_time, hall, title, speaker, company)
        select id, $2::date, '09:30', '10:30', '主会场', '焦煤供需展望', '', '' from m),
      q as (insert into meeting_quotas (meeting_id, name, seats, position)
        select id, n.name, 4, n.position from m, (values ('正式', 0), ('媒体', 1)) n (name, position))
    select code from m`,
    [
      name,
      day,
      JSON.stringify(body),
      JSON.stringify(own),
      JSON.stringify([{ name: '会务组', mobile: '0572-5550000', email: '' }]),
    ],
  )
  return made?.code ?? ''
}

test('meetings-visits-sharing.md a guest at 390 px: page, sign-up, ticket, giving the seat up', async ({
  page,
  browser,
}) => {
  const name = '澄湖焦煤交流会'
  const code = await addMeeting(name)

  const url = await test.step('staff have the link in the details', async () => {
    await enter(page, 'operator', MEETINGS)
    await find(page, '会议名称', name)
    await row(page, name).getByRole('button', { name, exact: true }).click()
    await button(dialog(page, name), '链接和二维码').click()
    const link = dialog(page, `报名页：${name}`)
    await expect(link.getByLabel('二维码')).toBeVisible()
    return link.getByLabel('链接').inputValue()
  })
  expect(new URL(url).pathname).toBe(`/m/${code}`)

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const guest = await phone.newPage()
  const watched = watchPublic(guest)
  let captchaKey = ''
  guest.on('response', async (response) => {
    if (response.url().includes('/login/captcha')) captchaKey = (await response.json()).data.key
  })

  await test.step('the page', async () => {
    await guest.goto(url)
    await expect(guest.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(guest.getByText('焦煤供需展望')).toBeVisible()
    expect(await overflow(guest)).toBeLessThanOrEqual(0)
    await expectAccessible(guest, { contrast: true })
  })

  await test.step('sends nothing that lacks an answer, and keeps what was typed', async () => {
    const captcha = guest.waitForResponse('**/login/captcha')
    await guest.getByLabel('姓名', { exact: true }).fill('韩来宾')
    await captcha
    await guest.getByLabel('单位').fill('澄湖钢贸')
    await guest.getByLabel('手机号码').fill('1332222')
    await guest.getByLabel('参会类型').selectOption('媒体')
    await guest.getByLabel('随行人员').fill('随行甲')
    await guest.getByRole('button', { name: '提交报名' }).click()
    await expect(guest.getByRole('alert')).toHaveText('请先同意信息的使用')
    await guest.getByLabel('同意主办方').check()
    await expect(guest.getByAltText('验证码图片')).toBeVisible()
    await guest.getByLabel('验证码', { exact: true }).fill(await knowCaptcha(captchaKey))
    await guest.getByRole('button', { name: '提交报名' }).click()
    await expect(guest.getByRole('alert')).toHaveText('手机号码长度不为11位')
    await expect(guest.getByLabel('手机号码')).toBeFocused()
    await expect(guest.getByLabel('随行人员')).toHaveValue('随行甲')
  })

  await test.step('signs up', async () => {
    await guest.getByLabel('手机号码').fill('13322229001')
    await guest.getByLabel('乘坐大巴').selectOption('是')
    await expect(guest.getByLabel('验证码', { exact: true })).toHaveValue('')
    await guest.getByLabel('验证码', { exact: true }).fill(await knowCaptcha(captchaKey))
    const sent = guest.waitForResponse(`**${applyForMeeting.path}`)
    await guest.getByRole('button', { name: '提交报名' }).click()
    expect((await sent).status()).toBe(200)
    await expect(guest.getByRole('status')).toContainText('只显示这一次')
    expect(watched.weight).toBeLessThanOrEqual(PUBLIC_WEIGHT_MAX)
    expect([...watched.hosts]).toEqual([new URL(FIRST()).host])
  })

  await test.step('the ticket has a code for each head', async () => {
    await guest.getByRole('link', { name: '查看报名和二维码' }).click()
    await expect(guest.getByRole('heading', { name: '已确认' })).toBeVisible()
    await expect(guest.getByRole('img', { name: '韩来宾的二维码' })).toBeVisible()
    await expect(guest.getByRole('img', { name: '随行甲的二维码' })).toBeVisible()
    expect(await overflow(guest)).toBeLessThanOrEqual(0)
    await expectAccessible(guest, { contrast: true })
  })

  await test.step('gives the seat up, asked once more: two taps in a row are one', async () => {
    await guest.getByRole('button', { name: '取消报名' }).dblclick()
    const again = guest.getByRole('button', { name: '再按一次确认取消' })
    await expect(again).toBeEnabled()
    await expect(guest.getByRole('heading', { name: '已确认' })).toBeVisible()
    await expect(async () => {
      await again.click({ timeout: 1_000 })
      await expect(guest.getByRole('heading', { name: '已取消' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(guest.getByRole('img')).toHaveCount(0)
  })

  // the browser reports the 400 of the mobile number by itself
  expect(watched.errors.filter((text) => !text.includes('status of 400'))).toEqual([])
  await phone.close()
  await page.keyboard.press('Escape')
  await expect(shown(page)).toBeVisible()
})
