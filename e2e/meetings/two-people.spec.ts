// Two people change one meeting: each field that differs is shown as it is read, and chosen.
import { getMeeting } from '#contract/meetings/meetings.ts'
import { pngOf } from '#test/files.ts'
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, button, check, dialog, field, shown } from '../page.ts'

const MEETINGS = '/application/meetingExhibition/managementMeeting'

/** A meeting whose text has a picture, whose file is another page's to show. */
async function addMeeting(name: string): Promise<string> {
  const [made] = await query<{ id: string }>(
    `with c as (insert into file_contents (sha256, size) values (repeat('7', 64), 100) returning sha256),
      f as (insert into files (sha256, name, type, purpose, owner_id) select c.sha256, '会场.png', 'image/png', 'image', u.id
        from c, users u where u.user_name = 'operator' returning id, owner_id),
      m as (insert into meetings (name, kind, starts_on, ends_on, seats, body, channels, contacts, author_id) select $1,
        'conference', '2027-03-18', '2027-03-19', 300, jsonb_build_object('type', 'doc', 'content', jsonb_build_array(
          '{"type":"paragraph","content":[{"type":"text","text":"欢迎参会"}]}'::jsonb,
          jsonb_build_object('type', 'picture', 'attrs', jsonb_build_object('fileId', f.id::text, 'alt', '会场')))),
        '{officialWebsite}', '[{"name":"周会务","mobile":"13800001111","email":""}]', f.owner_id from f returning id),
      q as (insert into meeting_quotas (meeting_id, name, seats) select id, '正式', 300 from m)
    insert into file_uses (file_id, target_type, target_id) select f.id, 'meeting', m.id::text from f, m
      returning target_id as id`,
    [name],
  )
  return made?.id ?? ''
}

test('§9 two people change one meeting: what differs is shown by its words, a picture of another half hour is no difference', async ({
  page,
}) => {
  const id = await addMeeting('澄湖锰硅论坛')
  await page.route('**/api/backend/file/*', (route) => route.fulfill({ contentType: 'image/png', body: pngOf(40, 30) }))
  // read half an hour ago: the picture's link was signed otherwise
  await page.route(`**${getMeeting.path}?*`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      response: reply,
      body: (await reply.text()).replace(/signature=[\w-]+/g, 'signature=earlier'),
    })
  })
  await enter(page, 'operator', `${MEETINGS}/editMeetingForm?id=${id}`)
  await field(shown(page), '城市').fill('宁波')
  await query(
    `update meetings set version = version + 1, venue = '一号馆', contacts = '[{"name":"吴会务","mobile":"13800002222","email":""}]'
      where id = $1`,
    [id],
  )
  await act(shown(page), '保存').click()
  const conflict = dialog(page, '数据已被他人修改，请核对后再保存')
  const lines = conflict.getByRole('row')
  await expect(lines.filter({ hasText: '城市' })).toContainText('宁波')
  await expect(lines.filter({ hasText: '联系人' })).toContainText('吴会务 13800002222')
  await expect(lines, 'a heading, city, venue and contacts').toHaveCount(4)
  await expect(conflict.getByRole('radio', { name: '会场地址：最新版本' })).toBeChecked()
  await expectAccessible(page, { within: ['.ant-modal'] })
  await check(conflict.getByRole('radio', { name: '联系人：我的内容' }))
  await button(conflict, '按选择保存').click()
  await expect(conflict).toHaveCount(0)
  await expect
    .poll(() =>
      query(
        `select city, venue, contacts -> 0 ->> 'name' as name, body #>> '{content,1,type}' as last from meetings where id = $1`,
        [id],
      ),
    )
    .toEqual([{ city: '宁波', venue: '一号馆', name: '周会务', last: 'picture' }])
})
