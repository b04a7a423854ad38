// Assistants: a prompt is edited, compared, tried on a question, rated and published; then the article editor's button
// answers with it.
import { manners } from '../../test/ai-server.ts'
import { enter, expect, test, world } from '../fixtures.ts'
import { act, button, dialog, field, rowAct, shown, success } from '../page.ts'

test('operations-service-ai.md "AI": a prompt gets a new version, is tried beside the old one, rated, and published', async ({
  page,
}) => {
  const { ai } = world()
  ai.become(manners.streams('今日上海螺纹钢 3,900 元/吨，较上周涨 35 元/吨。'))
  await enter(page, 'operator', '/application/aiWeb/assistant')
  await rowAct(page, '价格问答', '详情')
  await expect(shown(page).getByRole('heading', { name: '价格问答' })).toBeVisible()
  const version = (number: number) =>
    shown(page)
      .getByRole('tabpanel')
      .getByRole('row')
      .filter({ hasText: `第 ${number} 版` })

  await test.step('a new version, from the newest', async () => {
    await button(version(2), '编辑').click()
    const editing = dialog(page, /编辑提示词/)
    await field(editing, '提示词').fill('请回答')
    await act(editing, '保存为新版本').click()
    await expect(editing).toContainText('提示词里需要 {{问题}}')
    await field(editing, '提示词').fill('简短回答：{{问题}}')
    await field(editing, '改动说明').fill('更短')
    await act(editing, '保存为新版本').click()
    await expect(version(3)).toContainText('更短')
    await button(version(3), '查看').click()
    await expect(dialog(page).locator('ins').filter({ hasText: '简短' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('tried beside the version before', async () => {
    await page.getByRole('tab', { name: '试运行' }).click()
    await button(shown(page), '试运行').click()
    for (const number of [3, 2]) {
      const answer = shown(page).getByRole('region', { name: `第 ${number} 版的回答` })
      await expect(answer).toContainText('今日上海螺纹钢 3,900 元/吨')
      await expect(answer).toContainText('请核对：3,900、35 在原文中没有出现')
    }
    await shown(page).getByRole('region', { name: '第 3 版的回答' }).getByRole('radio').nth(4).click()
    await expect(success(page).filter({ hasText: '已打分' })).toBeVisible()
  })

  await test.step('published', async () => {
    await page.getByRole('tab', { name: '提示词版本' }).click()
    await expect(version(3)).toContainText('5（1 次）')
    await button(version(3), '发布').click()
    await act(dialog(page), '发布').click()
    await expect(version(3)).toContainText('已发布')
  })
})

test('operations-service-ai.md "AI": the editor’s summary is streamed into a dialog, and gets into its field only by a click', async ({
  page,
}) => {
  const { ai } = world()
  const { manner, release } = manners.stalls('今日钢价平稳，')
  ai.become(manner)
  await enter(page, 'editor', '/data/actciles/articles')
  await shown(page).locator('.table-row').first().getByRole('button', { name: '编辑' }).first().click()
  const summary = field(shown(page), '摘要')
  const before = await summary.inputValue()
  await button(shown(page), 'AI 摘要').click()
  const answer = dialog(page, 'AI 摘要')
  await expect(answer).toContainText('今日钢价平稳，')
  await expect(button(answer, '填入摘要')).toBeDisabled()
  release()
  await expect(answer).toContainText('已完成')
  await expect(summary).toHaveValue(before)
  await button(answer, '填入摘要').click()
  await expect(summary).toHaveValue('今日钢价平稳，')
})
