// The table, confirmations and outcomes of acts, in the gallery (spec §2, §8).
import { expectAccessible } from '../accessible.ts'
import { expect } from '../fixtures.ts'
import { openGallery, stateOf, test } from '../gallery.ts'
import { answer, check, dialog } from '../page.ts'

test('§2 two rows of headings, explanations, a parent row that selects its children, ten thousand rows', async ({
  page,
}) => {
  await openGallery(page, 'table')
  await expect(page.getByText('加载失败：请检查网络后重试')).toBeVisible()

  const plain = stateOf(page, 'table', '两行表头、选择与操作')
  await expect(plain.locator('th[data-group]')).toHaveText('价格（元/吨）')
  await expect(plain.locator('th[data-group]')).toHaveAttribute('colspan', '2')
  await expect(plain.locator('th').filter({ hasText: '品种' })).toHaveAttribute('rowspan', '2')
  await plain.getByRole('button', { name: '最高价：当日成交的最高价' }).hover()
  await expect(page.getByRole('tooltip', { name: '当日成交的最高价' })).toBeVisible()
  await expect(plain.locator('.table-row').first().getByRole('button')).toHaveCount(5)

  const tree = stateOf(page, 'table', '树形行')
  await expect(tree.locator('.table-row')).toHaveCount(12)
  await check(tree.locator('.table-row').first().getByRole('checkbox'))
  await expect(tree.locator('.table-row').getByRole('checkbox', { checked: true })).toHaveCount(4)
  await tree.getByRole('button', { name: /^收起/ }).first().click()
  await expect(tree.locator('.table-row')).toHaveCount(9)
  await check(tree.locator('.table-row').first().getByRole('checkbox'), false)
  await tree.getByRole('button', { name: /^展开/ }).click()
  await expect(tree.locator('.table-row')).toHaveCount(12)
  await expect(tree.locator('.table-row').getByRole('checkbox', { checked: true })).toHaveCount(0)
  // arrow keys reach child rows too
  await tree.locator('.table-row').first().focus()
  for (let row = 1; row < 12; row++) await page.keyboard.press('ArrowDown')
  await expect(tree.locator('.table-row').last()).toBeFocused()
  await page.keyboard.press('Space')
  await expect(tree.locator('.table-row').last().getByRole('checkbox')).toBeChecked()
  await expect(tree.getByRole('table')).toHaveAttribute('aria-rowcount', '13')

  const many = stateOf(page, 'table', '一万行')
  expect(await many.locator('.table-row').count()).toBeLessThan(60)
  await many.locator('.table-box').evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(many.locator('.table-row').last()).toContainText(' 10000')
  await many.locator('.table-row').last().focus()
  await page.keyboard.press('ArrowUp')
  await expect(many.locator('.table-row:focus')).toContainText(' 9999')
})

test('§2 a name cut by an ellipsis has its full text in a tooltip, and a name that fits has no tooltip', async ({
  page,
}) => {
  await page.setViewportSize({ width: 760, height: 900 })
  await openGallery(page, 'table')
  const list = stateOf(page, 'table', '两行表头、选择与操作')
  const tip = page.getByRole('tooltip').filter({ visible: true })
  await expect(async () => {
    await list.locator('thead').hover()
    await list
      .getByRole('button', { name: /^聚丙烯/ })
      .first()
      .hover()
    await expect(tip).toHaveText(/^聚丙烯拉丝级 T30S（含税自提，现款现货）/, { timeout: 1_000 })
  }).toPass()
  await list
    .getByRole('button', { name: /^中厚板/ })
    .first()
    .hover()
  await expect(tip).toHaveCount(0)
})

test('§2 sums stay at the foot, are labelled, and follow the selection', async ({ page }) => {
  await openGallery(page, 'table')
  const foot = (name: string) => stateOf(page, 'table', name).locator('tfoot')
  const sum = (name: string) => foot(name).locator('[data-align="right"]')
  await expect(foot('合计：没有数据')).toHaveCount(0)
  await expect(foot('合计：本页').getByRole('rowheader')).toHaveText('本页合计')
  await expect(sum('合计：本页')).toHaveText('280.0')
  await expect(foot('合计：全部结果').getByRole('rowheader')).toHaveText('合计')
  await expect(sum('合计：全部结果')).toHaveText('2,361.00')

  const list = stateOf(page, 'table', '合计：全部结果')
  const box = list.locator('.table-box')
  const heightPx = () => box.evaluate((element) => element.getBoundingClientRect().height)
  const before = await heightPx()
  for (const n of [1, 2]) await check(list.locator('.table-row').nth(n).getByRole('checkbox'))
  await expect(foot('合计：全部结果').getByRole('rowheader')).toHaveText('已选合计')
  await expect(sum('合计：全部结果')).toHaveText('10.0')
  expect(await heightPx()).toBe(before)
  // rows scroll behind the foot; a row focused by keyboard is scrolled above it
  await list.locator('.table-row').first().focus()
  for (let row = 1; row < 14; row++) await page.keyboard.press('ArrowDown')
  const last = list.locator('.table-row').last()
  await expect(last).toBeFocused()
  const [row, end, whole] = await Promise.all([last, foot('合计：全部结果'), box].map((each) => each.boundingBox()))
  if (!row || !end || !whole) throw new Error('no table')
  expect(row.y + row.height).toBeLessThanOrEqual(end.y + 1)
  expect(end.y + end.height).toBeLessThanOrEqual(whole.y + whole.height + 1)
})

test('§8 600 and 602: an act with many targets previews whom it concerns; its outcome lists failures first, to be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openGallery(page, 'acts')
  const changed = stateOf(page, 'acts', '确认：数据已变化')
  await changed.getByRole('button').click()
  const preview = dialog(page, '批量授权')
  await expect(preview).toContainText('新开通（5,204）')
  await expect(preview).toContainText('等 5,204 项')
  await expect(preview.getByRole('button', { name: /取\s*消/ })).toBeFocused()
  await answer(preview, /授\s*权/)
  await expect(changed.locator('output')).toHaveText('1')

  await stateOf(page, 'acts', '结果：部分失败').getByRole('button').click()
  const outcome = dialog(page, '批量授权')
  await expect(outcome).toContainText('共 4 项：失败 2 项，成功 2 项。')
  await expect(outcome.getByRole('row').nth(1)).toContainText('客户 2')
  await outcome.getByRole('button', { name: '复制失败项' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('客户 2\t账号已禁用\n客户 4\t没有此客户的权限')
  await answer(outcome, '知道了')
  await openGallery(page, 'forms', 'dark')
  await stateOf(page, 'forms', '两个版本：双方各改').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, { contrast: true })
})

test('operations.md "200 × 30 cells": a pivot of 200 rows draws those in sight; its heads and totals stay, and its columns do not move', async ({
  page,
}) => {
  await openGallery(page, 'pivot')
  const most = stateOf(page, 'pivot', '最多的行与列')
  await most.getByRole('button', { name: '画出' }).click()
  const rows = most.locator('tbody tr[aria-rowindex]')
  await expect(rows.first()).toHaveAttribute('aria-rowindex', '2')
  expect(await rows.count()).toBeLessThan(40)
  await expect(most.getByRole('table')).toHaveAttribute('aria-rowcount', '203')
  await expectAccessible(page)

  const head = most.getByRole('columnheader', { name: '第 2026 年周 2', exact: true })
  const before = await head.boundingBox()
  const box = most.getByRole('region', { name: /交叉统计$/ })
  await box.focus()
  await page.keyboard.press('End')
  await expect(rows.last()).toHaveAttribute('aria-rowindex', '202')
  expect(await rows.count()).toBeLessThan(40)
  expect(await head.boundingBox()).toEqual(before)
  await expect(most.locator('tfoot')).toBeInViewport()

  await most.getByRole('button', { name: /推广计划 201 第 2026 年周 5 [\d,.]+，查看明细/ }).click()
  await expect(most.locator('output')).toHaveText('"200 4"')
})
