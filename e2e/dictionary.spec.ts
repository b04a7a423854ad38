// The dictionary's words: added, changed, switched off, put in order and deleted.
import { addPerson, enter, expect, expectAccessible, nextFrame, test } from './fixtures.ts'

test('§2 a word of the dictionary is added, changed, switched off, moved to the front and deleted', async ({
  page,
}) => {
  await addPerson('keeps.words')
  await enter(page, 'keeps.words', '/system/dictionary?dictionary=position')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '词条' }).fill('总工程师')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()

  const row = main.getByRole('row').filter({ hasText: '总工' })
  await row.getByRole('button', { name: '编辑' }).click()
  await dialog.getByRole('textbox', { name: '备注' }).fill('技术负责人')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('技术负责人')
  await row.getByRole('button', { name: '停用' }).click()
  await expect(row).toContainText('已停用')

  await main.getByRole('button', { name: '调整顺序' }).click()
  const handle = dialog.getByRole('button', { name: '移动 总工程师' })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/已拿起 总工程师/)).toBeAttached()
  await expect(dialog.locator('[data-lifted]')).toHaveCount(1)
  await nextFrame(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/总工程师 移到第 10 位/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText(/总工程师 已放在第 10 位/)).toBeAttached()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('row').last()).not.toContainText('总工程师')

  await row.getByRole('button', { name: '删除' }).click()
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
})
