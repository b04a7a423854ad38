// The select over very many options, the date range, the area and the transfer list (spec §2, §5, §9), in the gallery.
import type { Locator } from '@playwright/test'
import { expect, test as freshTest } from '../fixtures.ts'
import {
  expectActive,
  expectValue,
  fieldOf,
  heightOf,
  openGallery,
  options,
  stateOf,
  stopClock,
  test,
} from '../gallery.ts'
import { choose } from '../page.ts'

test('§2 the select has rows of 34 px over 100,000 options, of which it renders those in view', async ({ page }) => {
  await openGallery(page, 'select')
  const state = stateOf(page, 'select', '十万个选项')
  const field = fieldOf(state)
  await field.click()
  const rows = options(page).getByRole('option')
  // the list opens scrolled to the chosen option
  await expectActive(field, / 价格 50001$/)
  await expect(rows.filter({ hasText: /价格 50001$/ })).toBeInViewport()
  expect(await heightOf(rows.first())).toBe(34)
  expect(await rows.count()).toBeLessThan(40)
  await expect(rows.first()).toHaveAttribute('aria-setsize', '100000')
  await options(page).evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await rows.filter({ hasText: /价格 100000$/ }).click()
  await expectValue(state, '200000')
})

test('§9 the select filters 500 ms after typing, whatever its label and value keys', async ({ page }) => {
  await openGallery(page, 'select')
  await stopClock(page)
  const state = stateOf(page, 'select', '十万个选项')
  await fieldOf(state).fill('价格 77777')
  await page.clock.runFor(499)
  await expect(options(page).getByRole('option').first()).toHaveAttribute('aria-setsize', '100000')
  await page.clock.runFor(1)
  await expect(options(page).getByRole('option')).toHaveText(['华东 价格 77777'])
  await expectActive(fieldOf(state), / 价格 77777$/)
  await page.keyboard.press('Enter')
  await expectValue(state, '177777')
  await expect(state.locator('.ant-select-content')).toHaveText('华东 价格 77777')
})

test('§9 until the debounce has passed the select keeps its results; then the first new row is active', async ({
  page,
}) => {
  await openGallery(page, 'select')
  await stopClock(page)
  const field = fieldOf(stateOf(page, 'select', '十万个选项'))
  const rows = options(page).getByRole('option')
  await field.fill('7777')
  await page.clock.runFor(500)
  await expect(rows.first()).toHaveAttribute('aria-setsize', '19')
  await expectActive(field, / 价格 7777$/)
  await page.keyboard.press('ArrowDown')
  await expectActive(field, / 价格 17777$/)
  await field.fill('77777')
  await page.clock.runFor(499)
  await expect(rows.first().locator('mark')).toHaveText('7777')
  await expectActive(field, / 价格 17777$/)
  await page.clock.runFor(1)
  await expect(rows.locator('mark')).toHaveText(['77777'])
  await expectActive(field, / 价格 77777$/)
})

test('§2 the multiple select works by keyboard, a disabled option cannot be chosen, an empty or failed list shows a text', async ({
  page,
}) => {
  await openGallery(page, 'select')
  const state = stateOf(page, 'select', '多选')
  await fieldOf(state).click()
  await expectActive(fieldOf(state), / 价格 1$/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expectValue(state, ['100001', '100002', '200000'])
  for (const key of ['ArrowDown', 'PageDown', 'PageUp', 'Enter']) await page.keyboard.press(key)
  await expectValue(state, ['100002', '200000'])
  await page.keyboard.press('Backspace')
  await expectValue(state, ['100002'])
  await page.keyboard.press('Escape')
  await expect(options(page)).toBeHidden()

  const few = stateOf(page, 'select', '几个选项')
  await fieldOf(few).click()
  const stopped = options(page).getByRole('option', { disabled: true })
  await expect(stopped).toBeInViewport({ ratio: 1 })
  await stopped.dispatchEvent('click')
  await expectValue(few, null)
  await page.keyboard.press('Escape')
  await expect(options(page)).toBeHidden()

  await fieldOf(stateOf(page, 'select', '没有选项')).click()
  await expect(options(page).getByRole('option')).toHaveText('暂无数据')
  await page.keyboard.press('Escape')
  await expect(options(page)).toBeHidden()
  await fieldOf(stateOf(page, 'select', '选项加载失败')).click()
  await expect(options(page).getByRole('option')).toHaveText('加载失败，重试')
  await page.keyboard.press('Enter')
  await expect(options(page).getByRole('option')).toHaveCount(6)
})

test('§2 people are listed below their departments in rows of 34 px and found by both after 500 ms; a disabled person stays if chosen', async ({
  page,
}) => {
  await openGallery(page, 'people')
  const state = stateOf(page, 'people', '选择人员')
  const rows = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await fieldOf(state).click()
  await expect(rows.first()).toBeVisible()
  expect(await heightOf(rows.first())).toBe(34)
  await expect(rows.first()).toHaveText('赵宁')
  await stopClock(page)
  const find = async (text: string) => {
    await fieldOf(state).fill(text)
    await page.clock.runFor(500)
  }
  await fieldOf(state).fill('王敏')
  await page.clock.runFor(499)
  await expect(rows.first()).toHaveText('赵宁')
  await page.clock.runFor(1)
  // nobody is their own superior, namesakes have their user names, disabled ones are not offered
  await expect(rows).toHaveText(['王敏（staff9）'])
  await find('吴迪')
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveText('暂无数据')
  await find('华南')
  await expect(rows).toHaveText(['李想', '周洁', '孙悦', '何静'])
  // Enter picks the active row, which is set after the rows have rendered
  await expect(rows.first()).toHaveClass(/option-active/)
  await page.keyboard.press('Enter')
  await expectValue(state, '2')

  await expect(stateOf(page, 'people', '已选的人停用').locator('.ant-select-content')).toHaveText('吴迪（已禁用）')
  const depts = stateOf(page, 'people', '选择多个部门')
  await expect(depts.locator('.ant-select-selection-item')).toHaveText(['华东组', '资讯部'])
})

test('§2 the advanced search shows only where there is one, and replaces the simple one; a pager of its own has 15 rows', async ({
  page,
}) => {
  await openGallery(page, 'list')
  const plain = stateOf(page, 'list', '普通搜索')
  await expect(plain.getByRole('button')).toHaveText(['查询', '重置'])
  const state = stateOf(page, 'list', '高级搜索已展开')
  await expect(state.getByRole('combobox', { name: '审核' })).toBeVisible()
  // hidden filters no longer apply
  await state.getByRole('button', { name: '普通搜索' }).click()
  await expectValue(state, {})
  await expect(state.getByRole('combobox', { name: '审核' })).toHaveCount(0)

  await expect(stateOf(page, 'list', '只有一页').locator('.ant-pagination')).toHaveCount(0)
  const pages = (name: string) => stateOf(page, 'list', name).locator('.ant-pagination-item')
  await expect(pages('多页').last()).toHaveText('18')
  // a new page size starts at page 1, since pages have other rows then
  const many = stateOf(page, 'list', '多页')
  await many.locator('.ant-pagination-item-3').click()
  await expectValue(many, { current: 3, size: 14 })
  await choose(many, '每页条数', '50 条/页')
  await expectValue(many, { current: 1, size: 50 })
  await expect(stateOf(page, 'list', '总数为估计')).toContainText('约 36,000 条')
  await expect(pages('小表格')).toHaveText(['1', '2', '3'])
  await expect(pages('小表格：没有数据')).toHaveCount(0)
})

test('§2 the date range has 至, 开始日期 and 结束日期, shows days as yyyy-MM-dd, and can be typed', async ({
  page,
}) => {
  await openGallery(page, 'range')
  const state = stateOf(page, 'range', '未选')
  const [start, end] = [state.getByPlaceholder('开始日期'), state.getByPlaceholder('结束日期')]
  await expect(state.locator('.ant-picker-range-separator')).toHaveText('至')
  await start.fill('20261102')
  await page.keyboard.press('Enter')
  await expect(end).toBeFocused()
  await end.fill('2026/11/20')
  await page.keyboard.press('Enter')
  await expectValue(state, { start: '2026-11-02', end: '2026-11-20' })
  await expect(start).toHaveValue('2026-11-02')
  await expect(end).toHaveValue('2026-11-20')
  await expect(stateOf(page, 'range', '另一种格式').getByPlaceholder('开始日期')).toHaveValue('2026.11.02')
})

test('§5 a start later than the end is swapped, whether typed or passed as value', async ({ page }) => {
  await openGallery(page, 'range')
  const swapped = stateOf(page, 'range', '颠倒的值')
  await expect(swapped.getByPlaceholder('开始日期')).toHaveValue('2026-11-02')
  await expect(swapped.getByPlaceholder('结束日期')).toHaveValue('2026-11-20')
  const state = stateOf(page, 'range', '未选')
  await state.getByPlaceholder('开始日期').fill('2026-11-20')
  await page.keyboard.press('Enter')
  await expect(state.getByPlaceholder('结束日期')).toBeFocused()
  await state.getByPlaceholder('结束日期').fill('2026-11-02')
  await page.keyboard.press('Enter')
  await expectValue(state, { start: '2026-11-02', end: '2026-11-20' })
  await expect(state.getByPlaceholder('开始日期')).toHaveValue('2026-11-02')
})

// needs a fixed date, hence a page of its own
test('§2 what is typed as a moment, a day or a range stays while the page renders anew', async ({ page }) => {
  await openGallery(page, 'range')
  const cases = [
    ['时间', '时间', '2026-11-01 02:30', '2026-11-01T02:30:00+08:00'],
    ['日期', '日期', '2026-11-01', '2026-11-01'],
    ['日期范围', '开始日期', '2026-11-01', { start: '2026-11-01', end: '2026-11-20' }],
  ] as const
  for (const [what, label, typed, value] of cases) {
    const state = stateOf(page, 'range', `${what}，页面在更新`)
    const renders = async () => Number(await state.locator('[data-renders]').getAttribute('data-renders'))
    const input = what === '日期范围' ? state.getByPlaceholder(label) : state.getByRole('textbox', { name: label })
    await input.fill(typed)
    const before = await renders()
    await expect.poll(renders).toBeGreaterThan(before + 2)
    await expect(input).toHaveValue(typed)
    await input.press('Tab')
    if (what === '日期范围') await page.keyboard.press('Tab')
    await expectValue(state, value)
  }
})

freshTest('§9 the date range emits a change after 20 ms; its presets are relative to today', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T10:00:00+08:00') })
  await openGallery(page, 'range')
  const state = stateOf(page, 'range', '未选')
  await state.getByPlaceholder('开始日期').click()
  await expect(page.getByTitle('2026.11.16 - 2026.11.22')).toHaveText('本周')
  await expect(page.getByTitle('2026.10 - 2026.12')).toHaveText('本季度')
  // the clock also drives the pop-up's animation: wait for it before stopping the clock
  await expect(page.getByText('近 7 天')).toBeInViewport({ ratio: 1 })
  await page.getByText('近 7 天').hover()
  await page.clock.pauseAt(new Date('2026-11-21T10:10:00+08:00'))
  await page.getByText('近 7 天').click()
  await expect(state.getByPlaceholder('开始日期')).toHaveValue('2026-11-15')
  await page.clock.runFor(19)
  await expectValue(state, { start: null, end: null })
  await page.clock.runFor(1)
  await expectValue(state, { start: '2026-11-15', end: '2026-11-21' })
})

test('§2 province, city and district follow each other, and changing a higher level clears the lower ones', async ({
  page,
}) => {
  await openGallery(page, 'area')
  const state = stateOf(page, 'area', '未选')
  const [province, city, district] = ['省', '市', '区县'].map((name) =>
    state.getByRole('combobox', { name, exact: true }),
  )
  if (!province || !city || !district) throw new Error('three levels')
  await expect(city).toBeDisabled()
  const choose = async (level: Locator, region: string) => {
    const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await level.click()
    await options.filter({ hasText: region }).click()
    await expect(options).toHaveCount(0)
  }
  await choose(province, '山东省')
  await choose(city, '淄博市')
  await expectValue(state, { province: '37', city: '3703', district: null })
  await choose(district, '临淄区')
  await expectValue(state, { province: '37', city: '3703', district: '370305' })
  await choose(city, '济南市')
  await expectValue(state, { province: '37', city: '3701', district: null })
  await choose(district, '历下区')
  await choose(province, '江苏省')
  await expectValue(state, { province: '32', city: null, district: null })
  await expect(district).toBeDisabled()

  // names of chosen areas are looked up; if that fails, the text of §8 is shown
  const namesOf = (name: string) => stateOf(page, 'area', name).locator('.ant-select-content')
  await expect(namesOf('已选')).toHaveText(['山东省', '淄博市', '临淄区'])
  await expect(namesOf('下级加载失败')).toHaveText(['山东省', '暂无数据', '暂无数据'])
  const once = stateOf(page, 'area', '加载失败一次')
  await choose(once.getByRole('combobox', { name: '省', exact: true }), '江苏省')
  await expectValue(once, { province: '32', city: null, district: null })
})

test('§2 the transfer list has rows of 30 px, moves what is checked, keeps its order and never moves a disabled item', async ({
  page,
}) => {
  await openGallery(page, 'transfer')
  const state = stateOf(page, 'transfer', '少量')
  const [source, target] = [
    state.getByRole('listbox', { name: '可选账号' }),
    state.getByRole('listbox', { name: '已关联账号' }),
  ]
  const [to, back] = [
    state.getByRole('button', { name: '移到已关联账号' }),
    state.getByRole('button', { name: '移到可选账号' }),
  ]
  expect(await heightOf(source.getByRole('option').first())).toBe(30)
  await expect(to).toBeDisabled()
  await source.getByRole('option', { name: '子账号 08' }).dispatchEvent('click')
  await expect(to).toBeDisabled()
  await source.getByRole('option', { name: '子账号 12' }).click()
  await source.getByRole('option', { name: '子账号 01' }).click()
  await expect(state.getByText('2 / 10 项')).toBeVisible()
  await to.click()
  await expectValue(state, ['1', '2', '3', '12'])
  await expect(target.getByRole('option')).toHaveText([/^子账号 01/, /^子账号 02/, /^子账号 03/, /^子账号 12/])
  await expect(state.locator('.transfer-status')).toHaveText('已移动 2 项到已关联账号')

  // select all of one side, except disabled items
  await state.getByRole('checkbox', { name: '全选已关联账号' }).click()
  await expect(state.getByText('3 / 4 项')).toBeVisible()
  await back.click()
  await expectValue(state, ['3'])

  // the keyboard alone: down to the second, check it, over to the button
  await source.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(to).toBeFocused()
  await page.keyboard.press('Enter')
  await expectValue(state, ['2', '3'])
})

test('§2 each side of the transfer list has its own search, over thousands of items', async ({ page }) => {
  await openGallery(page, 'transfer')
  const state = stateOf(page, 'transfer', '一万项')
  const source = state.getByRole('listbox', { name: '可选账号' })
  expect(await source.getByRole('option').count()).toBeLessThan(40)
  await state.getByRole('textbox', { name: '搜索可选账号' }).fill('0999')
  await expect(source.getByRole('option').first()).toHaveText('member_00999')
  await state.getByRole('checkbox', { name: '全选可选账号' }).click()
  await state.getByRole('button', { name: '移到已关联账号' }).click()
  await expectValue(state, ['999', ...Array.from({ length: 10 }, (_key, i) => String(9990 + i))])
  await state.getByRole('textbox', { name: '搜索已关联账号' }).fill('9995')
  await expect(state.getByRole('listbox', { name: '已关联账号' }).getByRole('option')).toHaveText(['member_09995'])

  const failed = stateOf(page, 'transfer', '加载失败').getByRole('listbox', { name: '可选账号' })
  await expect(failed).toContainText('加载失败')
  await failed.focus()
  await page.keyboard.press('Enter')
  await expect(failed.getByRole('option')).toHaveCount(12)
  await expect(stateOf(page, 'transfer', '禁用').getByRole('checkbox').first()).toBeDisabled()
})
