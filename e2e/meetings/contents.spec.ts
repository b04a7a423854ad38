// Contents of a meeting: news written and reviewed, a carousel sorted by keyboard, many pictures at once.
import { pngOf } from '#test/files.ts'
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, field, lift, nextFrame, shown } from '../page.ts'

const MEETINGS = '/application/meetingExhibition/managementMeeting'

async function addMeeting(name: string): Promise<string> {
  const [made] = await query<{ id: string }>(
    `insert into meetings (name, kind, starts_on, ends_on, seats, body, state, author_id) values ($1, 'conference',
      '2026-06-18', '2026-06-19', 300, '{"type":"doc"}', 'published', (select id from users where user_name = 'admin'))
      returning id::text`,
    [name],
  )
  return made?.id ?? ''
}

test('meetings-visits-sharing.md "newsForm": news is written, submitted, and published by somebody else', async ({
  page,
}) => {
  const id = await addMeeting('澄湖钢材论坛')
  const newsRow = shown(page).getByRole('row').filter({ hasText: '论坛报名须知' })
  await enter(page, 'operator', `${MEETINGS}/newsForm?id=${id}`)
  await expect(shown(page)).toContainText('这个会议还没有新闻')
  await field(shown(page), '标题').fill('论坛报名须知')
  await shown(page).getByRole('textbox', { name: '正文' }).fill('请携带名片签到。')
  await act(shown(page), '保存').click()
  await expect(newsRow).toContainText('草稿')
  await expect(field(shown(page), '标题'), 'ready for the next').toHaveValue('')
  await button(newsRow, '提交审核').click()
  await expect(newsRow).toContainText('待审核')
  await expect(button(newsRow, '发布'), 'one’s own').toHaveCount(0)

  await query(
    `update meeting_news set (author_id, editor_id) = (select id, id from users where user_name = 'admin') where meeting_id = $1`,
    [id],
  )
  await page.reload()
  await button(newsRow, '论坛报名须知').first().click()
  await expect(dialog(page, '论坛报名须知')).toContainText('请携带名片签到。')
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await button(newsRow, '发布 论坛报名须知').click()
  await act(dialog(page, '发布新闻“论坛报名须知”？'), '发布').click()
  await expect(newsRow).toContainText('已发布')
})

test('meetings-visits-sharing.md "carouselForm", "meetingPicturesForm": pictures are added, sorted by keyboard and edited', async ({
  page,
}) => {
  const id = await addMeeting('澄湖煤焦论坛')
  const items = shown(page).getByRole('list', { name: '会议图片的顺序' }).getByRole('listitem')
  await enter(page, 'operator', `${MEETINGS}/meetingPicturesForm?id=${id}`)

  await test.step('many at once', async () => {
    const files = ['签到', '展台', '晚宴'].map((name, at) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: pngOf(40 + at, 30),
    }))
    await shown(page).locator('input[type="file"]').setInputFiles(files)
    await expect(shown(page).getByRole('list', { name: '已上传' }).getByRole('listitem')).toHaveCount(3)
    await act(shown(page), '保存').click()
    await expect(items).toHaveCount(3)
  })

  await test.step('sorted by keyboard', async () => {
    const last = (await items.last().locator('strong').textContent()) ?? ''
    // the item is lifted over another by their places, which a picture that arrives moves
    for (const image of await items.locator('img').all()) await expect(image).toHaveJSProperty('complete', true)
    await lift(button(items.last(), `移动 ${last}`))
    await page.keyboard.press('ArrowUp')
    await nextFrame(page)
    await page.keyboard.press('Space')
    await expect(page.getByText('顺序已保存')).toBeVisible()
    await expect(items.nth(1)).toContainText(last)
  })

  await test.step('one edited', async () => {
    await items
      .first()
      .getByRole('button', { name: /^编辑 / })
      .click()
    await button(shown(page), '裁剪 图片').click()
    const cropping = dialog(page, '裁剪图片')
    await expect(cropping).toBeVisible()
    await expectAccessible(page, { within: ['.ant-modal-wrap'] })
    await cropping.getByText('1:1', { exact: true }).click()
    await cropping.getByRole('slider', { name: '缩放' }).press('ArrowRight')
    await act(cropping, '使用裁剪后的图片').click()
    await expect(cropping).toBeHidden()
    await expect(shown(page).getByRole('img', { name: /[.]jpg$/ })).toHaveJSProperty('naturalWidth', 30)
    await field(shown(page), '替代文字').fill('代表在签到台领取胸牌')
    await act(shown(page), '保存').click()
    await expect(items.first()).toContainText('代表在签到台领取胸牌')
  })

  await test.step('a carousel entry', async () => {
    const tabs = shown(page).getByRole('navigation', { name: '这个会议的页面' })
    await expect(tabs.getByRole('link', { name: '图片' })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('link', { name: '轮播图' }).click()
    await expect(tabs.getByRole('link', { name: '轮播图' })).toHaveAttribute('aria-current', 'page')
    const upload = async (label: string, name: string) => {
      const file = { name, mimeType: 'image/png', buffer: pngOf(60, 30) }
      await shown(page)
        .getByRole('group', { name: label, exact: true })
        .locator('input[type="file"]')
        .setInputFiles(file)
      await expect(shown(page).getByRole('img', { name })).toBeVisible()
    }
    await upload('图片', '主视觉.png')
    await upload('英文图片', 'key-visual.png')
    await field(shown(page), '标题').fill('论坛主视觉')
    await field(shown(page), '链接').fill('javascript:alert(1)')
    await act(shown(page), '保存').click()
    await expect(shown(page)).toContainText('链接应以 http:// 或 https:// 开头')
    await field(shown(page), '链接').fill('https://www.example.com/forum')
    await act(shown(page), '保存').click()
    await expect(shown(page).getByRole('list', { name: '轮播图的顺序' })).toContainText(/论坛主视觉.*英文图片.*展示中/)
  })
})
