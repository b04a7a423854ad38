// The gallery of the reusable pickers: accessibility, and the cascaders in it (spec §2, §8, §9).
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect } from '../fixtures.ts'
import {
  expectActive,
  expectValue,
  fieldOf,
  found,
  heightOf,
  node,
  openGallery,
  options,
  type Part,
  parts,
  stateOf,
  stopClock,
  test,
  tree,
} from '../gallery.ts'

/** Dialogs of the gallery: part, button, title. */
const dialogs = [
  ['sheet', '导入：选择文件', '导入员工账号'],
  ['sheet', '导出', '导出员工账号'],
  ['acts', '正在使用', '数据正在使用，不能删除'],
  ['job', '下载中心', '下载中心'],
] as const

for (const theme of ['light', 'dark']) {
  test(`§2 axe finds nothing serious in any part of the gallery, in its pickers when open and in its dialogs, ${theme}`, async ({
    page,
  }) => {
    const accessible = () => expectAccessible(page, { contrast: true })
    const open = async (field: Locator, list: Locator) => {
      await field.click()
      await expect(list).toBeVisible()
      await accessible()
    }
    const opened: Partial<Record<Part, () => Promise<void>>> = {
      category: async () => {
        await expect(stateOf(page, 'category', '选择任意层级').getByText('石油化工 > 芳烃 > 纯苯')).toBeVisible()
        await open(fieldOf(stateOf(page, 'category', '选择任意层级')), node(page, '石油化工'))
        await fieldOf(stateOf(page, 'category', '选择产品')).fill('聚')
        await expect(found(page).getByRole('option')).toHaveCount(4)
        await accessible()
      },
      lazy: () => open(fieldOf(stateOf(page, 'lazy', '单选，任意层级')), node(page, '石油化工')),
      select: () => open(fieldOf(stateOf(page, 'select', '多选')), options(page).getByRole('option').first()),
      range: () => open(stateOf(page, 'range', '未选').getByRole('textbox').first(), page.getByText('本季度')),
    }
    for (const part of parts) {
      await test.step(part, async () => {
        await openGallery(page, part, theme)
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await expect(page.locator('.gallery-part')).toHaveCount(1)
        await accessible()
        await opened[part]?.()
      })
    }
    for (const [part, state, title] of dialogs) {
      await test.step(title, async () => {
        await openGallery(page, part, theme)
        await stateOf(page, part, state).getByRole('button').click()
        await expect(page.getByRole('dialog', { name: title })).toBeVisible()
        await accessible()
      })
    }
  })
}

test('§2 the gallery shows every picker, one below the other', async ({ page }) => {
  await page.evaluate(() => window.mount(null, null))
  const contents = page.getByRole('navigation', { name: '目录' }).getByRole('link')
  const ids = await page.locator('.gallery-part').evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.toSorted()).toEqual(parts.toSorted())
  await expect(page.locator('.gallery-part > h2')).toHaveText((await contents.allTextContents()).slice(1, -1))
})

test('§2 the category cascader asks for a category name or number, is 400 px wide, and its tag area at least 40 px high', async ({
  page,
}) => {
  await openGallery(page, 'category')
  const state = stateOf(page, 'category', '选择产品')
  await expect(state.getByText('请输入分类名称或编号')).toBeVisible()
  const box = await state.locator('.picker-field').boundingBox()
  expect(box).toMatchObject({ width: 400, height: 40 })
  await expect(stateOf(page, 'category', '选择任意层级').getByText('石油化工 > 芳烃 > 纯苯')).toBeVisible()
  // many fold to one line, with their names on hover
  const many = stateOf(page, 'category', '已选很多')
  await many.getByText('已选 7 个').hover()
  await expect(page.locator('.picker-folded').getByText('石油化工 > 成品油 > 92# 汽油')).toBeVisible()
  expect(await heightOf(many.locator('.picker-field'))).toBe(40)
})

test('§2 levels are fetched one after the other, and only the third, the product, is chosen where it is asked for', async ({
  page,
}) => {
  await openGallery(page, 'category')
  const state = stateOf(page, 'category', '选择产品')
  await fieldOf(state).click()
  await expect(tree(page).getByRole('group')).toHaveCount(1)
  await node(page, '石油化工').click()
  await node(page, '芳烃').click()
  await expect(tree(page).getByRole('group')).toHaveCount(3)
  await expectValue(state, [])
  await node(page, '纯苯').click()
  await expectValue(state, ['P10201'])
  await node(page, '甲苯').click()
  await expectValue(state, ['P10201', 'P10202'])
  await expect(node(page, '甲苯')).toHaveAttribute('aria-selected', 'true')
  await node(page, '纯苯').click()
  await expectValue(state, ['P10202'])
  // another node of the first column closes the columns after it
  await node(page, '钢铁').click()
  await expect(tree(page).getByRole('group')).toHaveCount(2)
  // one list at a time
  await page.keyboard.press('Escape')
  await expect(tree(page)).toBeHidden()

  const any = stateOf(page, 'category', '选择任意层级')
  await fieldOf(any).click()
  await node(page, '钢铁').locator('.lazy-check').click()
  await expectValue(any, ['C1', 'P10201', 'C2'])
})

test('§2 the cascader works from the keyboard: arrows, Enter, Escape, and Backspace for the last tag', async ({
  page,
}) => {
  await openGallery(page, 'category')
  const state = stateOf(page, 'category', '选择产品')
  const field = fieldOf(state)
  await field.focus()
  await page.keyboard.press('Enter')
  await expectActive(field, /^石油化工$/)
  await page.keyboard.press('ArrowDown')
  await expectActive(field, /^钢铁$/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expectActive(field, /^国际市场$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expectActive(field, /^成品油$/)
  await page.keyboard.press('Enter')
  await expectActive(field, /^92# 汽油$/)
  await page.keyboard.press('ArrowLeft')
  await expectActive(field, /^成品油$/)
  await page.keyboard.press('ArrowRight')
  await expectActive(field, /^92# 汽油$/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectValue(state, ['P10101', 'P10102'])
  await page.keyboard.press('Backspace')
  await expectValue(state, ['P10101'])
  await page.keyboard.press('Escape')
  await expect(tree(page)).toBeHidden()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
})

test('§2 the search finds by name and by number in the whole tree, with lazy loading beside it', async ({ page }) => {
  await openGallery(page, 'category')
  const state = stateOf(page, 'category', '选择产品')
  const field = fieldOf(state)
  await field.fill('p10302')
  await expect(found(page).getByRole('option')).toHaveText(['石油化工 > 塑料 > 聚丙烯 PP 拉丝'])
  await expectActive(field, /聚丙烯/)
  await page.keyboard.press('Enter')
  await expectValue(state, ['P10302'])

  // a category is found, but where products are asked for it cannot be chosen
  await field.fill('成品油')
  await expect(found(page).getByRole('option')).toHaveText(['石油化工 > 成品油'])
  await expect(found(page).getByRole('option')).toHaveAttribute('aria-disabled', 'true')
  await expect(found(page).getByRole('option')).toBeInViewport({ ratio: 1 })
  await found(page).getByRole('option').dispatchEvent('click')
  await page.keyboard.press('Enter')
  await expectValue(state, ['P10302'])

  await field.fill('没有这样的分类')
  await expect(found(page).getByRole('option')).toHaveText('暂无数据')
  await field.fill('')
  await expect(node(page, '石油化工')).toBeVisible()
})

test('§9 the search waits 500 ms after the last key, and asks once', async ({ page }) => {
  await openGallery(page, 'category')
  await stopClock(page)
  const field = fieldOf(stateOf(page, 'category', '选择产品'))
  await field.fill('聚乙')
  await page.clock.runFor(400)
  await field.fill('聚乙烯')
  await page.clock.runFor(499)
  await expect(found(page).getByRole('option')).not.toContainText('LLDPE')
  await page.clock.runFor(1)
  await expect(found(page).getByRole('option')).toHaveText(['石油化工 > 塑料 > 聚乙烯 LLDPE'])
})

test('§8 if the lookup of a chosen node fails its label is 暂无数据, and other failures can be retried', async ({
  page,
}) => {
  await openGallery(page, 'category')
  const unknown = stateOf(page, 'category', '名称查询失败')
  await expect(unknown.locator('.ant-select-selection-item')).toHaveText(['暂无数据', '暂无数据'])
  await openGallery(page, 'lazy')
  await expect(stateOf(page, 'lazy', '单选，名称查询失败').locator('.ant-select-content')).toHaveText('暂无数据')
  await openGallery(page, 'category')

  await fieldOf(stateOf(page, 'category', '加载失败一次')).click()
  await expect(tree(page).getByText('加载失败，重试')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(node(page, '石油化工')).toBeVisible()
  await page.keyboard.press('Escape')

  await fieldOf(stateOf(page, 'category', '搜索失败一次')).fill('聚乙烯')
  await found(page).getByText('加载失败，重试').click()
  await expect(found(page).getByRole('option')).toHaveText(['石油化工 > 塑料 > 聚乙烯 LLDPE'])
  await page.keyboard.press('Escape')

  await fieldOf(stateOf(page, 'category', '没有数据')).click()
  await expect(node(page, '暂无数据')).toBeVisible()
})

test('§2 a single cascader shows what is chosen in its columns, takes one, and can be cleared', async ({ page }) => {
  await openGallery(page, 'lazy')
  const state = stateOf(page, 'lazy', '单选')
  const field = fieldOf(state)
  await field.click()
  await expect(node(page, '聚乙烯 LLDPE')).toHaveAttribute('aria-selected', 'true')
  await expectActive(field, /^聚乙烯 LLDPE$/)
  await node(page, 'ABS 树脂').click()
  await expect(tree(page)).toBeHidden()
  await expectValue(state, 'P10304')
  await expect(state.locator('.ant-select-content')).toHaveText('石油化工 > 塑料 > ABS 树脂')
  await state.getByRole('button', { name: '清空' }).focus()
  await page.keyboard.press('Enter')
  await expectValue(state, null)

  // a disabled node neither opens nor can be chosen
  await fieldOf(stateOf(page, 'lazy', '单选，任意层级')).click()
  await expect(node(page, '停用分类')).toHaveAttribute('aria-disabled', 'true')
  await node(page, '停用分类').dispatchEvent('click')
  // an opened node would be marked at once, before its column loads
  await expect(node(page, '停用分类')).not.toHaveAttribute('data-active')
  await expect(tree(page).getByRole('group')).toHaveCount(1)
})
