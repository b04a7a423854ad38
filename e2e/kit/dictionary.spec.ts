// Entries of the dictionary: added, changed, disabled, reordered and deleted.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, test } from '../fixtures.ts'
import { act, answer, button, choose, dialog, field, lift, row, rowAct, shown } from '../page.ts'

test('§2 a word of the dictionary is added, changed, switched off, moved to the front and deleted', async ({
  page,
}) => {
  await addPerson('keeps.words')
  await enter(page, 'keeps.words', '/system/dictionary?dictionary=position')
  await act(shown(page), '新增').click()
  await field(dialog(page), '词条').fill('总工程师')
  await expectAccessible(page, { within: ['.ant-modal'] })
  await answer(dialog(page), /保\s*存/)

  const word = row(page, '总工')
  await rowAct(page, '总工', '编辑')
  await field(dialog(page), '备注').fill('技术负责人')
  await answer(dialog(page), /保\s*存/)
  await expect(word).toContainText('技术负责人')
  await rowAct(page, '总工', '禁用')
  await expect(word).toContainText('已禁用')

  await button(shown(page), '调整顺序').click()
  const order = dialog(page, '调整词条顺序')
  await lift(button(order, '移动 总工程师'))
  await expect(page.getByText(/已拿起 总工程师/)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/总工程师 移到第 10 位/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText(/总工程师 已放在第 10 位/)).toBeAttached()
  // Escape asks before the new order is lost
  const confirm = dialog(page, '放弃改动')
  await page.keyboard.press('Escape')
  await answer(confirm, '继续编辑')
  await choose(order, '字典', '行业')
  await expect(confirm).toContainText('确定切换？')
  await answer(confirm, '继续编辑')
  await expect(order.getByRole('listitem').last()).not.toContainText('总工程师')
  await act(order, '保存').click()
  await expect(order).toBeHidden()
  await expect(shown(page).getByRole('row').last()).not.toContainText('总工程师')

  await button(shown(page), '调整顺序').click()
  await expect(act(order, '保存')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(order).toBeHidden()
  await rowAct(page, '总工', '删除')
  await answer(dialog(page), /删\s*除/)
  await expect(word).toHaveCount(0)
})
