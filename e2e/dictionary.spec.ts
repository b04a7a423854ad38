// The dictionary's words: added, changed, switched off, put in order and deleted.
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, test } from './fixtures.ts'
import { answer, nextFrame } from './page.ts'

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
  await row.getByRole('button', { name: '禁用' }).click()
  await expect(row).toContainText('已禁用')

  await main.getByRole('button', { name: '调整顺序' }).click()
  const handle = dialog.getByRole('button', { name: '移动 总工程师' })
  await handle.focus()
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(/已拿起 总工程师/)).toBeAttached()
  await expect(dialog.locator('[data-lifted]')).toHaveCount(1)
  await nextFrame(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/总工程师 移到第 10 位/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText(/总工程师 已放在第 10 位/)).toBeAttached()
  // what was moved is not lost by a key
  const order = page.getByRole('dialog', { name: '调整词条顺序' })
  const asked = page.getByRole('dialog', { name: '放弃改动' })
  await page.keyboard.press('Escape')
  await answer(asked, '继续编辑')
  await order.getByRole('combobox', { name: '字典' }).click()
  await page.locator('.ant-select-item-option', { hasText: '行业' }).click()
  await expect(asked).toContainText('确定切换？')
  await answer(asked, '继续编辑')
  await expect(order.getByRole('listitem').last()).not.toContainText('总工程师')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('row').last()).not.toContainText('总工程师')

  await main.getByRole('button', { name: '调整顺序' }).click()
  await expect(order.getByRole('button', { name: '保存' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(order).toBeHidden()

  await row.getByRole('button', { name: '删除' }).click()
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
})
