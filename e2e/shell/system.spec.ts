// Announcements from draft to reader, the bell, and their entries in the audit log.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, closeChoice, dialog, goTo, row, rowAct, shown } from '../page.ts'

test('§1 an announcement is written, launched, read behind the bell and on the home page, and counted', async ({
  page,
  browser,
}) => {
  await addPerson('writes.news')
  const reader = await addPerson('reads.news', 'newsEditor')
  const title = '十二月报价时间调整'
  await enter(page, 'writes.news', '/system/announcement')
  await act(shown(page), '新增').click()
  await act(shown(page), '保存').click()
  await expect(page.getByText('请输入标题')).toBeVisible()
  await page.getByRole('textbox', { name: '标题' }).fill(title)
  await page.getByRole('textbox', { name: '内容' }).fill('自十二月一日起，钢材报价提前到 9:30。\n请各位分析师留意。')
  await page.getByRole('radio', { name: '指定角色' }).click()
  await page.getByRole('combobox', { name: '接收对象' }).fill('资讯编辑')
  await page.getByTitle('资讯编辑').last().click()
  await closeChoice(page)
  await act(shown(page), '保存').click()

  await expect(row(page, title)).toContainText('草稿')
  await rowAct(page, title, '发布')
  await expect(dialog(page)).toContainText('接收范围：资讯编辑')
  await answer(dialog(page), /发\s*布/)
  await expect(row(page, title)).toContainText('已发布')

  const other = await browser.newContext({ reducedMotion: 'reduce' })
  const reading = await other.newPage()
  await enter(reading, 'reads.news')
  const box = reading.getByRole('status').filter({ hasText: title })
  await expect(box).toBeVisible()
  await button(reading, '消息，1 条未读').click()
  const panel = dialog(reading, '消息')
  await button(panel, title).click()
  await expect(panel).toContainText('请各位分析师留意。')
  await expect(box).toHaveCount(0)
  await expectAccessible(reading)
  await reading.keyboard.press('Escape')
  await expect(reading.getByRole('button', { name: '消息', exact: true })).toBeFocused()
  const news = reading.getByRole('region', { name: '系统公告' })
  await button(news, /共 \d+ 条/).click()
  const line = news.getByRole('listitem').filter({ hasText: title })
  await line.getByRole('button').click()
  const opened = dialog(reading, title)
  await expect(opened).toContainText('提前到 9:30')
  await reading.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expect(line).not.toContainText('未读')
  await other.close()

  await rowAct(page, title, '阅读情况')
  const drawer = dialog(page, /的阅读情况$/)
  await drawer.getByText('已读', { exact: true }).click()
  await expect(drawer.getByRole('row').filter({ hasText: 'reads.news' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await rowAct(page, title, '下架')
  await answer(dialog(page), /下\s*架/)
  await expect(row(page, title)).toContainText('已下架')
  expect(await query('select 1 from announcement_reads where user_id = $1', [reader])).toHaveLength(1)

  await test.step('contract.md the audit log shows what an act changed, and that its chain holds', async () => {
    const [entry] = await query<{ id: string }>(
      `insert into audit_log (actor_name, address, request_id, action, target_type, target_id, before, after)
      values ('reads.audit', '10.9.8.7', 'r', 'role.edit', 'role', '4711', '{"name": "旧名"}', '{"name": "新名"}')
      returning id::text`,
    )
    await goTo(page, '/system/auditLog?targetId=4711')
    const line = row(page, '角色 · 编辑')
    await expect(line).toContainText('名称')
    await button(line, entry?.id ?? '').click()
    const details = dialog(page, '角色 · 编辑')
    await expect(details.getByRole('row', { name: /名称/ })).toContainText('旧名新名')
    await expectAccessible(page, { within: ['.ant-drawer'] })
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await button(page, '校验审计链').click()
    await expect(dialog(page)).toContainText('审计链完整')
    await answer(dialog(page), '知道了')
  })
})
