// Assistants: a prompt is edited, compared, tried on a question, rated and published; then the article editor's button
// answers with it.
import { getAnswer } from '#contract/ai/answers.ts'
import { manners } from '#test/ai-server.ts'
import { expectAccessible } from '../accessible.ts'
import { draftsIn, enter, expect, query, test, world } from '../fixtures.ts'
import { act, button, choose, dialog, field, rowAct, shown, success } from '../page.ts'

test('areas/ai.md "assistant": a version is written, tried, evaluated, refused, launched by somebody else, and rolled back', async ({
  page,
}) => {
  test.slow()
  const { ai } = world()
  ai.become(manners.streams('今日上海螺纹钢 3,900 元/吨，较上周涨 35 元/吨。'))
  await enter(page, 'operator', '/application/aiWeb/assistant')
  await rowAct(page, '价格问答', '详情')
  await expect(shown(page).getByRole('heading', { name: '价格问答' })).toBeVisible()
  const tab = (name: string) => shown(page).getByRole('tab', { name, exact: true }).click()
  const version = (number: number) =>
    shown(page)
      .getByRole('tabpanel')
      .getByRole('row')
      .filter({ hasText: `第 ${number} 版` })

  await test.step('a new version, from the newest, with a field from the panel', async () => {
    await button(version(3), '编辑').click()
    const editing = dialog(page, /编辑提示词/)
    await field(editing, '提示词').fill('简短回答：')
    await act(editing, '保存为新版本').click()
    await expect(editing).toContainText('提示词里需要 {{问题}}')
    // a lost page loses nothing of it
    await expect.poll(async () => (await draftsIn(page)).join()).toContain('简短回答')
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await button(version(3), '编辑').click()
    await act(editing, '恢复').click()
    await expect(field(editing, '提示词')).toHaveValue('简短回答：')
    await editing.getByRole('button', { name: '{{问题}}' }).click()
    await expect(field(editing, '提示词')).toHaveValue('简短回答：{{问题}}')
    await choose(editing, /可用工具/, '查日历')
    await field(editing, '改动说明').fill('更短')
    await act(editing, '保存为新版本').click()
    await expect(version(4)).toContainText('草稿')
    await button(version(4), '查看').click()
    await expect(dialog(page).locator('ins').filter({ hasText: '简短' })).toBeVisible()
    await expect(dialog(page).locator('del').filter({ hasText: '查日历' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('tried beside the version before', async () => {
    await tab('试运行')
    await button(shown(page), '试运行').click()
    for (const number of [4, 3]) {
      const answer = shown(page).getByRole('region', { name: `第 ${number} 版的回答` })
      await expect(answer).toContainText('今日上海螺纹钢 3,900 元/吨')
      await expect(answer).toContainText('请核对：3,900、35 没有出处')
    }
    await shown(page).getByRole('region', { name: '第 4 版的回答' }).getByRole('radio').nth(4).click()
    await expect(success(page).filter({ hasText: '已打分' })).toBeVisible()
  })

  await test.step('evaluated: each price is wrong', async () => {
    await tab('评测题')
    await expect(shown(page)).toContainText('最新发布的一天的')
    await button(shown(page), /运行评测/).click()
    await field(shown(page), '问题').fill('没有这样的题')
    await act(shown(page), '查询').click()
    await expect(page).toHaveURL(/tab=cases.*question=/)
    await tab('评测记录')
    // the place is kept, the other list's filters are not
    await expect(page).toHaveURL(/tab=runs$/)
    await page.reload()
    await expect(shown(page).getByRole('tab', { name: '评测记录' })).toHaveAttribute('aria-selected', 'true')
    // a list without filters has nothing to search by
    await expect(shown(page).getByRole('button', { name: '查询' })).toHaveCount(0)
    // the demo has runs of version 2
    const isOfVersion = page.getByRole('cell', { name: '4', exact: true })
    const run = shown(page).locator('.table-row').filter({ hasText: '报价' }).filter({ has: isOfVersion }).first()
    await expect(async () => {
      await button(shown(page), '刷新').click()
      await expect(run).toContainText('已完成', { timeout: 2_000 })
    }).toPass({ timeout: 120_000 })
    await run.getByRole('button', { name: '报价' }).click()
    await expect(dialog(page)).toContainText('报价：第 4 版')
    await expect(dialog(page)).toContainText('应给出')
    await page.keyboard.press('Escape')
  })

  await test.step('its author does not launch it; others are told which prices are wrong', async () => {
    await tab('提示词版本')
    await expect(button(version(4), '发布')).toBeDisabled()
    await enter(page, 'admin', '/application/aiWeb/assistant')
    await rowAct(page, '价格问答', '详情')
    await expect(shown(page).getByRole('heading', { name: '价格问答' })).toBeVisible()
    // before it is tried
    await expect(button(version(4), '发布')).toBeDisabled()
    await button(version(4), '发布').hover()
    await expect(page.getByRole('tooltip').filter({ hasText: '道题的价格不对' })).toBeVisible()
    await expect(version(4)).toContainText('草稿')
  })

  await test.step('what only misses a source is launched after a confirmation, and rolled back at once', async () => {
    await enter(page, 'admin', '/application/aiWeb/assistant')
    await rowAct(page, '钢材周报问答', '详情')
    for (const number of [3, 2]) {
      await tab('评测题')
      await choose(shown(page), '评测的版本', `第 ${number} 版`)
      await button(shown(page), /运行评测/).click()
      await tab('评测记录')
      await expect(async () => {
        await button(shown(page), '刷新').click()
        const run = shown(page)
          .locator('.table-row')
          .filter({ hasText: new RegExp(`周报\\s*${number}`) })
        await expect(run.first()).toContainText('已完成', { timeout: 2_000 })
      }).toPass({ timeout: 120_000 })
      await tab('提示词版本')
      await button(version(number), '发布').click()
      await act(dialog(page), '发布').click()
      await expect(dialog(page, '发布提示词')).toContainText('个回答不符合期望')
      await act(dialog(page, '发布提示词'), '仍要发布').click()
      await expect(version(number)).toContainText('已发布')
    }
    await expect(version(3)).toContainText('已停用')
    await button(version(3), '退回').click()
    await act(dialog(page), '退回').click()
    await expect(success(page).filter({ hasText: '已退回' })).toBeVisible()
    await expect(version(3)).toContainText('已发布')
    await expect(version(2)).toContainText('已停用')
  })
})

test('areas/ai.md "ai_models": the tab is in the address, and a model that somebody else has changed keeps what was typed', async ({
  page,
}) => {
  await query(
    `insert into ai_models (name, base_url, model, form) values ('旅程模型', 'https://models.example/v1', 'chat', 'openai')`,
  )
  await enter(page, 'admin', '/application/aiWeb/assistant')
  await shown(page).getByRole('tab', { name: '模型', exact: true }).click()
  await expect(page).toHaveURL(/tab=models$/)
  await page.reload()
  const model = (name: string) => shown(page).getByRole('row').filter({ hasText: name })
  await button(model('旅程模型'), '编辑').click()
  const editing = dialog(page, '编辑模型：旅程模型')
  await field(editing, '模型').fill('chat-2')
  await query(`update ai_models set version = version + 1, name = '旅程模型乙' where name = '旅程模型'`)
  await act(editing, '保存').click()
  const conflict = dialog(page, '数据已被他人修改，请核对后再保存')
  await expect(conflict).toContainText('chat-2')
  await expect(conflict).toContainText('旅程模型乙')
  await button(conflict, '按选择保存').click()
  await expect(editing).toBeHidden()
  await expect(model('旅程模型乙')).toContainText('chat-2')
  await expectAccessible(page)
})

test('areas/ai.md "Editor": answers are written into a panel, stopped, taken over in one step and undone', async ({
  page,
}) => {
  test.slow()
  const { ai } = world()
  const { manner, release } = manners.stalls('今日钢价平稳，报 77777 元，')
  ai.become(manner)
  await enter(page, 'editor', '/data/actciles/articles?state=draft')
  await shown(page).locator('.table-row').getByRole('button', { name: '编辑' }).first().click()
  const summary = field(shown(page), '摘要')
  await summary.fill('人写的摘要')
  // answers are heard, not polled, while they are written
  const polled: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(getAnswer.path)) polled.push(request.url())
  })
  await button(shown(page), 'AI 摘要').click()
  const panel = shown(page).getByRole('region', { name: 'AI 摘要', exact: true })
  const variant = (number: number) => panel.getByRole('region', { name: `第 ${number} 个回答` })

  await test.step('the first is written as it comes, and nothing of it is in the article', async () => {
    await expect(variant(1)).toContainText('今日钢价平稳，')
    await expect(button(variant(1), '填入摘要')).toHaveCount(0)
    await expect(summary).toHaveValue('人写的摘要')
    expect(polled.length).toBeLessThan(3)
  })

  await test.step('it is stopped, and what was said stays', async () => {
    await button(variant(1), '停止').click()
    await expect(variant(1)).toContainText('已停止')
    await expect(variant(1)).toContainText('今日钢价平稳，')
    release()
  })

  await test.step('figures that the article lacks are red; three stand side by side', async () => {
    await expect(variant(1).locator('mark')).toHaveText('77777')
    ai.become(manners.streams('钢价持平，成交一般。'))
    for (const number of [2, 3]) {
      await button(panel, '再写一个').click()
      await expect(variant(number)).toContainText('已完成')
    }
    await expect(variant(2)).toContainText('10 字，应为 80 至 200 字')
    await expect(button(panel, '再写一个')).toBeDisabled()
    await expect(summary).toHaveValue('人写的摘要')
    await expectAccessible(page, { within: ['.article-panel'], contrast: true })
  })

  await test.step('one is taken over, undone by one Ctrl+Z, and taken over again', async () => {
    await button(variant(2), '填入摘要').click()
    await expect(summary).toHaveValue('钢价持平，成交一般。')
    await page.keyboard.press('Control+z')
    await expect(summary).toHaveValue('人写的摘要')
    await button(variant(3), '填入摘要').click()
    await expect(summary).toHaveValue('钢价持平，成交一般。')
    await button(panel, '返回').click()
    await page.keyboard.press('Control+s')
    await expect(success(page).filter({ hasText: '保存成功' })).toBeVisible()
    await button(shown(page), '历史版本').click()
    await expect(page.getByRole('dialog', { name: '历史版本' }).getByRole('row').nth(1)).toContainText('AI 参与')
  })
})
