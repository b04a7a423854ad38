// Sessions with assistants: customer service reads a long one with hostile Markdown and rates it; an administrator counts
// and deletes it.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, find, overflow, row, rowAct, shown } from '../page.ts'

const LIST = '/application/aiWeb/session'
const TITLE = '旅程会话：冷轧报价'
const MESSAGES = 120

const hostile = [
  '<script>window.hurt = 1</script><img src="https://evil.example/p.png" onerror="window.hurt = 1">',
  '[打开](javascript:window.hurt=1) ![图](https://evil.example/q.png) [日报](https://a.example/1)',
  '| 城市 | 价格 |\n| --- | ---: |\n| 上海 | 3,920 |',
].join('\n\n')

/** A session of a member whose owner is `service`; its last message is a hostile answer. */
async function addSession(): Promise<void> {
  await query(
    `with own as (select id from users where user_name = 'service'),
      enterprise as (insert into enterprises (name, owner_id) select '会话旅程钢贸', id from own returning id, owner_id),
      member as (insert into members (enterprise_id, owner_id, login_name, real_name, mobile)
        select id, owner_id, 'ai.journey', '冯问价', '13500004444' from enterprise returning id),
      session as (insert into ai_sessions (api_key_id, external_id, member_id, assistant_name, title, started_at, last_at,
          messages, tokens, downs, unanswered)
        select (select min(id) from api_keys), 'journey-1', id, '价格问答', $1, now() - interval '2 hours', now(), $2::int,
          9000, 1, 1 from member returning id)
    insert into ai_messages (session_id, number, role, content, at, feedback, is_unanswered, sources)
    select session.id, n, case when n % 2 = 0 then 'assistant' else 'user' end,
      case when n = $2 then $3 else '第 ' || n || ' 句' end, now() - interval '2 hours' + n * interval '1 minute',
      case when n = $2 then 'down' end, n = $2,
      case when n = $2 then '[{"title": "冷轧日报", "link": "https://a.example/2", "excerpt": "上海 3,920"}]'::jsonb
        else '[]'::jsonb end
    from session, generate_series(1, $2::int) n`,
    [TITLE, MESSAGES, hostile],
  )
}

test('operations-service-ai.md "AI" a long session is read from its end, rated, counted and deleted', async ({
  page,
}) => {
  await addSession()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await enter(page, 'service', LIST)

  const messages = shown(page).locator('.ai-message')
  const last = messages.last()
  await test.step('customer service finds it and reads', async () => {
    await find(page, '标题', '旅程会话')
    await expect(row(page, TITLE)).toContainText('未回答')
    await expect(act(shown(page), '统计')).toHaveCount(0)
    await row(page, TITLE).getByRole('button', { name: TITLE }).click()
    await expect(messages).toHaveCount(50)
    await expect(last.getByRole('cell', { name: '3,920' })).toBeVisible()
    await last.getByText('参考来源（1）').click()
    await expect(last).toContainText('冷轧日报（a.example）')
    await expect(last).toContainText('日报（a.example）')
    await expect(last.locator('img, script')).toHaveCount(0)
    await expect(last.getByRole('link'), 'another host is named, not linked').toHaveCount(0)
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    expect(asked.filter((address) => address.includes('evil.example'))).toEqual([])
    await expectAccessible(page, { within: ['.page-slot:not([data-asleep])'], contrast: true })
  })

  await test.step('earlier messages come 50 at a time, by keyboard', async () => {
    const earlier = button(shown(page), '加载更早的消息')
    await earlier.press('Enter')
    await expect(messages).toHaveCount(100)
    await earlier.press('Enter')
    await expect(messages).toHaveCount(MESSAGES)
    await expect(earlier).toHaveCount(0)
    await expect(messages.first()).toContainText('第 1 句')
    await expect(shown(page).locator('.ai-messages').first()).toBeFocused()
  })

  await test.step('the answer is rated and corrected', async () => {
    await button(last, '评价第 120 条回答').click()
    const rating = dialog(page, '评价第 120 条回答')
    await rating.getByRole('radio').nth(1).click()
    await expect(rating).toContainText('2 分，较差')
    await rating.getByRole('textbox', { name: '更正' }).fill('应说明含税')
    await expectAccessible(page, { within: ['.ant-modal'] })
    await act(rating, '保存').click()
    await expect(rating).toBeHidden()
    await expect(last).toContainText('员工评分 2 / 5')
    await expect(last).toContainText('应说明含税')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1920, height: 1080 })
  })

  await test.step('on a phone the filters stand below each other, and fold once they were used', async () => {
    await enter(page, 'admin', LIST)
    await page.setViewportSize({ width: 390, height: 844 })
    const panel = shown(page).getByRole('search')
    await button(panel, '筛选').click()
    await button(panel, /高级搜索/).click()
    const starts = await panel
      .locator('.search-bar-field > :not(label)')
      .evaluateAll((inputs) => inputs.map((input) => Math.round(input.getBoundingClientRect().left)))
    expect(starts.length).toBeGreaterThan(10)
    expect(new Set(starts).size).toBe(1)
    const ends = await panel.evaluate((own) =>
      [own, ...own.querySelectorAll('.search-bar-acts > *')].map((each) => each.getBoundingClientRect().right),
    )
    expect(Math.max(...ends)).toBe(ends[0])
    await expectAccessible(page)
    await panel.getByRole('textbox', { name: '标题' }).fill(TITLE)
    await act(panel, '查询').click()
    await expect(row(page, TITLE)).toBeInViewport()
    await expect(button(panel, '筛选 1')).toBeFocused()
    await page.setViewportSize({ width: 1920, height: 1080 })
  })

  await test.step('an administrator counts and deletes', async () => {
    await enter(page, 'admin', LIST)
    await button(shown(page), '统计').click()
    const figures = dialog(page, '会话统计')
    await expect(figures.getByRole('region', { name: '各助手的会话' })).toContainText('价格问答')
    await expectAccessible(page, { within: ['.ant-modal'] })
    await page.keyboard.press('Escape')
    await expect(figures).toBeHidden()
    await find(page, '标题', '旅程会话')
    await rowAct(page, TITLE, '删除')
    const question = dialog(page, `删除会话“${TITLE}”？`)
    await expect(question).toContainText('120 条消息')
    await answer(question, /^删\s*除$/)
    await expect(row(page, TITLE)).toHaveCount(0)
  })
})
