// Meetings: written with an agenda, published and taken down, copied as the next edition, linked to the one before.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, choose, dialog, field, find, pickFound, row, rowAct, shown, toast } from '../page.ts'

const LIST = '/application/meetingExhibition/managementMeeting'

test('meetings-visits-sharing.md a meeting is written, published, taken down and copied as the next edition', async ({
  page,
}) => {
  const name = '澄湖铝业论坛'
  await enter(page, 'operator', LIST)

  await test.step('written with an agenda', async () => {
    await act(shown(page), '新增').click()
    await field(shown(page), '会议名称').fill(name)
    await field(shown(page), '届次').fill('第一届')
    for (const [label, day] of [
      [/^[* ]*开始日期$/, '2027-03-18'],
      [/^[* ]*结束日期$/, '2027-03-19'],
    ] as const) {
      await shown(page).getByRole('textbox', { name: label }).fill(day)
      await page.keyboard.press('Enter')
    }
    await field(shown(page), '位置坐标').fill('2.35,48.85')
    await button(shown(page), '添加议程').click()
    const session = shown(page).getByRole('group', { name: '第 1 项' })
    await session.getByRole('textbox', { name: '第 1 项结束时间' }).fill('08:00')
    await session.getByRole('textbox', { name: '第 1 项议题' }).fill('开幕致辞')
    await shown(page).getByRole('spinbutton', { name: '第 1 种名额数量' }).fill('300')
    await shown(page).getByRole('textbox', { name: '第 1 位联系人姓名' }).fill('周会务')
    await shown(page).getByRole('textbox', { name: '第 1 位联系人电话' }).fill('13800001111')
    await choose(shown(page), '发布渠道', '官网')
    await shown(page).getByRole('textbox', { name: '页面正文' }).fill('欢迎参会')
    await act(shown(page), '保存').click()
    await expect(shown(page)).toContainText('第 1 项议程：结束时间应晚于开始时间')
    await expect(shown(page)).toContainText('经度应在 73 到 136 之间（中国境内）')
    await field(shown(page), '位置坐标').fill('121.50364512,31.23991')
    await session.getByRole('textbox', { name: '第 1 项结束时间' }).fill('09:30')
    await act(shown(page), '保存').click()
    await expect(row(page, name)).toContainText('草稿')
  })

  await test.step('published, taken down, and back', async () => {
    await find(page, '会议名称', name)
    await rowAct(page, name, '发布')
    const asked = dialog(page, '发布会议')
    await expect(asked).toContainText('封面')
    await act(asked, '发布').click()
    await expect(row(page, name)).toContainText('已发布')
    await rowAct(page, name, '下架')
    await answer(dialog(page, /^下架/), /下.?架/)
    await expect(row(page, name)).toContainText('已下架')
    await button(toast(page), '撤销').click()
    await expect(row(page, name)).toContainText('已发布')
  })

  await test.step('its details', async () => {
    await row(page, name).getByRole('button', { name, exact: true }).click()
    const details = dialog(page, `${name} 第一届`)
    await expect(details.getByRole('list', { name: '议程' })).toContainText('2027-03-18 09:00–09:30')
    await expect(details).toContainText('欢迎参会')
    await expectAccessible(page, { within: ['.ant-drawer'] })
    await page.keyboard.press('Escape')
  })

  await test.step('copied as the next edition, which opens', async () => {
    await rowAct(page, name, '复制')
    const copying = dialog(page, /^复制会议/)
    await act(copying, '复制').click()
    await expect(copying)
      .toContainText('已有同名同届次的会议')
      .catch(() => undefined)
    await expect(shown(page).getByRole('textbox', { name: '第 1 项议题' })).toHaveValue('开幕致辞')
    await expect(shown(page).getByRole('textbox', { name: '页面正文' })).toHaveText('欢迎参会')
  })
})

test('meetings-visits-sharing.md "moves all times": the sessions of a meeting that is put off follow it', async ({
  page,
}) => {
  const [made] = await query<{ id: string }>(
    `with m as (insert into meetings (name, kind, starts_on, ends_on, seats, body, channels, contacts, author_id) select
        '澄湖锰业年会', 'conference', '2027-03-18', '2027-03-19', 9, '{"type":"doc"}', '{officialWebsite}',
        '[{"name":"周会务","mobile":"13800001111","email":""}]', id from users where user_name = 'operator' returning id),
      q as (insert into meeting_quotas (meeting_id, name, seats) select id, '正式', 9 from m)
    insert into meeting_sessions (meeting_id, day, from_time, to_time, title) select id, '2027-03-19', '09:00', '10:00', '次日开场'
      from m returning meeting_id::text as id`,
  )
  await enter(page, 'operator', `${LIST}/editMeetingForm?id=${made?.id}`)
  for (const [label, day] of [
    [/^[* ]*开始日期$/, '2027-03-25'],
    [/^[* ]*结束日期$/, '2027-03-26'],
  ] as const) {
    await shown(page).getByRole('textbox', { name: label }).fill(day)
    await page.keyboard.press('Enter')
  }
  await expect(shown(page)).toContainText('日期不在会议日期内')
  await button(shown(page), '议程随会议推迟 7 天').click()
  await expect(shown(page)).not.toContainText('日期不在会议日期内')
  await act(shown(page), '保存').click()
  await expect
    .poll(() => query('select day::text from meeting_sessions where meeting_id = $1', [made?.id]))
    .toEqual([{ day: '2027-03-26' }])
})

test('meetings-visits-sharing.md the edition before a meeting is chosen, and its chain shown', async ({ page }) => {
  const insert = `insert into meetings (name, edition, kind, starts_on, ends_on, seats, body, author_id, previous_id)
    select '澄湖铜业年会', $1::text, 'conference', $2::date, $2::date + 1, 100, '{"type":"doc"}',
      (select id from users where user_name = 'operator'), (select id from meetings where id = $3::bigint) returning id::text`
  const add = async (edition: string, day: string, before: string | null = null) => {
    const [added] = await query<{ id: string }>(insert, [edition, day, before])
    return added?.id ?? ''
  }
  const first = await add('第一届', '2021-05-06')
  await add('第二届', '2022-05-06', first)
  const third = await add('第三届', '2023-05-06')
  await enter(page, 'operator', `${LIST}/previousForm?id=${third}`)
  await expect(shown(page)).toContainText('没有更早的一届')
  await pickFound(shown(page).getByRole('combobox', { name: '上一届会议' }), '澄湖铜业年会 第二届')
  const chain = shown(page).getByRole('list', { name: '往届' }).getByRole('listitem')
  await expect(chain).toHaveText([/第二届.*2022-05-06 至 2022-05-07/, /第一届/])
  await expectAccessible(page)
  await act(shown(page), '保存').click()
  await find(page, '会议名称', '澄湖铜业年会', 3)
  await expect(row(page, '2023-05-06')).toContainText('澄湖铜业年会 第二届')
})
