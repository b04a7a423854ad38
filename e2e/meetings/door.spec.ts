// A helper at the door of a meeting: by a link and its PIN, on a phone, with and without a network.
import type { Locator, Page } from '@playwright/test'
import { sendHelperScans } from '#contract/meetings/door.ts'
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, field, overflow, shown } from '../page.ts'

const MEETINGS = '/application/meetingExhibition/managementMeeting'

/** @param codes two letters that its codes are made of, as tests of one worker share its database */
async function addMeeting(name: string, codes: string): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with m as (insert into meetings (name, kind, starts_on, ends_on, seats, body, state, author_id) select $1,
        'conference', (now() at time zone 'Asia/Shanghai')::date, (now() at time zone 'Asia/Shanghai')::date, 9,
        '{"type":"doc"}', 'published', id from users where user_name = 'admin' returning id),
      q as (insert into meeting_quotas (meeting_id, name, seats, taken) select id, '正式', 9, 3 from m returning id, meeting_id),
      u as (insert into meeting_sign_ups (meeting_id, quota_id, ticket, name, company, mobile, companions, state, source)
        select meeting_id, id, upper(repeat($2, 2)) || '2345', '门甲', '门甲公司', '13355550001', 2, 'confirmed', 'hand' from q returning id, quota_id),
      p as (insert into sign_up_people (sign_up_id, quota_id, name, position, code)
        select id, quota_id, n, i, repeat($2, 6) || c from u, (values ('门甲', 0, '2345'), ('门乙', 1, '6789'), ('门丙', 2, 'ABCD')) v (n, i, c)
        returning id)
      select m.id::text from m, (select count(*) from p) done`,
    [name, codes],
  )
  return made?.id ?? ''
}

/** Adds a check list with a link for helpers. */
async function addLink(page: Page, meetingId: string): Promise<{ made: Locator; url: string; pin: string }> {
  await enter(page, 'operator', `${MEETINGS}/checkIn?id=${meetingId}`)
  await button(shown(page), '添加签到点').click()
  const adding = dialog(page, '添加签到点')
  await field(adding, '签到点').fill('东门')
  await act(adding, '添加').click()
  await button(shown(page), '签到链接 东门').click()
  const made = dialog(page, '签到链接：东门')
  const url = await made.getByLabel('链接').inputValue()
  return { made, url, pin: (await made.locator('.check-in-pin').textContent()) ?? '' }
}

async function endLink(page: Page, made: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(made).toBeHidden()
  await button(shown(page), '结束链接 东门').click()
  await answer(dialog(page, /^结束“东门”的链接/), /^结.?束$/)
  await expect(button(shown(page), '结束链接 东门')).toHaveCount(0)
}

test('meetings-visits-sharing.md "Check-in page": a helper scans by PIN at 390 px, also without a network', async ({
  page,
  browser,
}) => {
  const id = await addMeeting('澄湖门口论坛', 'Dr')
  const { made, url, pin } = await addLink(page, id)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  const violations: string[] = []
  phone.on('console', (message) => {
    if (message.type() === 'error' && /Content Security/.test(message.text())) violations.push(message.text())
  })
  await phone.goto(url)
  await phone.getByLabel('PIN').fill(pin === '000000' ? '111111' : '000000')
  await phone.getByRole('button', { name: '开始签到' }).click()
  await expect(phone.getByRole('alert')).toContainText('还可以试 4 次')
  await phone.getByLabel('PIN').fill(pin)
  await phone.getByRole('button', { name: '开始签到' }).click()
  await expect(phone.getByRole('heading', { name: '澄湖门口论坛' })).toBeVisible()
  const code = phone.getByLabel('签到码', { exact: true })
  const result = phone.locator('#result')
  await code.fill('https://example.com/other')
  await code.press('Enter')
  await expect(result).toContainText('不是本会议的签到码')
  await code.fill('DrDrDrDrDrDr2345')
  await code.press('Enter')
  await expect(result).toContainText('门甲签到成功')
  await expectAccessible(phone, { contrast: true })
  expect(await overflow(phone)).toBeLessThanOrEqual(0)
  await phone.waitForFunction(async () => {
    const kept = (await (await caches.open('check-in-1')).keys()).map(({ url }) => new URL(url).pathname)
    return kept.includes('/backend/checkin') && kept.some((path) => /decode\.worker.*\.js$/.test(path))
  })

  await phone.reload()
  await expect(phone.getByRole('heading', { name: '澄湖门口论坛' })).toBeVisible()
  await context.setOffline(true)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: '澄湖门口论坛' })).toBeVisible()
  await code.fill('DrDrDrDrDrDr6789')
  await code.press('Enter')
  await expect(result).toContainText('门乙')
  await expect(phone.locator('#network')).toContainText('离线，可以继续签到 · 1 条待提交')
  await context.setOffline(false)
  await expect(phone.locator('#network')).toHaveText('')

  // the link is ended while the phone is away again: what it scanned until then is brought, though the page was loaded anew
  await context.setOffline(true)
  await code.fill('DrDrDrDrDrDrABCD')
  await code.press('Enter')
  await expect(phone.locator('#network')).toContainText('1 条待提交')
  await endLink(page, made)
  await context.setOffline(false)
  await phone.reload()
  await expect(phone.getByRole('alert')).toContainText('签到链接已失效')
  expect(violations).toEqual([])
  await context.close()
  const stored = await query<{ name: string }>(
    `select p.name from check_ins c join check_in_lists l on l.id = c.list_id join sign_up_people p on p.id = c.person_id
      where l.meeting_id = $1 and c.state = 'valid' order by p.position`,
    [id],
  )
  expect(stored.map(({ name }) => name)).toEqual(['门甲', '门乙', '门丙'])
})

test('meetings-visits-sharing.md "Check-in page": a late answer changes its own line alone; an ended link is said', async ({
  page,
  browser,
}) => {
  const id = await addMeeting('澄湖慢门论坛', 'Ds')
  const { made, url, pin } = await addLink(page, id)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.clock.install()
  await phone.goto(url)
  await phone.getByLabel('PIN').fill(pin)
  await phone.getByRole('button', { name: '开始签到' }).click()
  const code = phone.getByLabel('签到码', { exact: true })
  const result = phone.locator('#result')
  const lines = phone.getByRole('list', { name: '最近签到' }).getByRole('listitem')

  // the answer to the first scan comes after that to the second
  const first = Promise.withResolvers<void>()
  await phone.route(
    `**${sendHelperScans.path}`,
    async (route) => {
      await first.promise
      await route.continue()
    },
    { times: 1 },
  )
  await code.fill('DsDsDsDsDsDs2345')
  await code.press('Enter')
  await expect(lines).toHaveText([/门甲 可以入场$/])
  await code.fill('DsDsDsDsDsDs6789')
  await code.press('Enter')
  await expect(result).toContainText('门乙签到成功')
  first.resolve()
  await expect(lines).toHaveText([/门乙 签到成功$/, /门甲 签到成功$/])
  await expect(result).toContainText('门乙签到成功')

  await endLink(page, made)
  await phone.clock.fastForward(60_000)
  await expect(result).toContainText('不能入场：签到链接已失效')
  await expect(phone.getByRole('alert')).toContainText('签到链接已失效')
  await context.setOffline(true)
  await code.fill('DsDsDsDsDsDsABCD')
  await code.press('Enter')
  await expect(result).toContainText('门丙不能入场：签到链接已失效')
  await expect(phone.getByRole('alert')).toContainText('签到链接已失效')
  await context.close()
})
