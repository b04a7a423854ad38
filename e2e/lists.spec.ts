// Lists as people set them up: columns and views kept on the server, the keyboard, selection over pages, and their states
// (spec §2 "Table with pagination", experience.md "Lists").
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, test } from './fixtures.ts'
import { openGallery, stateOf } from './gallery.ts'
import { nextFrame } from './page.ts'

const LIST = '/userControl/accountCenter/userList'

const main = (page: Page) => page.locator('main')
const rows = (page: Page) => main(page).locator('.table-row')
const heads = (page: Page) => main(page).locator('th[data-key]')
const head = (page: Page, name: string) => heads(page).filter({ hasText: name })
const panel = (page: Page) => page.getByRole('tooltip').filter({ hasText: '列设置' })
const views = (page: Page) => main(page).getByRole('button', { name: /^eye / })
const menu = (page: Page) => page.locator('.saved-views-menu')
const box = (page: Page) => main(page).getByRole('region', { name: '列表' })

async function chooseView(page: Page, name: string | RegExp): Promise<void> {
  await views(page).click()
  await menu(page).getByRole('menuitem', { name }).click()
  await expect(menu(page)).toBeHidden()
}

/** When what was changed is on the server. */
const saved = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/list/settings/save') && reply.ok())

test('§2 columns are hidden, ordered, widened and pinned, the last one stays, and another browser shows the same', async ({
  page,
  browser,
}) => {
  const id = await addPerson('lists.columns')
  await enter(page, 'lists.columns', LIST)
  await expect(rows(page).first()).toBeVisible()
  await expect(heads(page).first()).toHaveText('用户名')

  // wider by its edge
  const before = await head(page, '姓名').boundingBox()
  const edge = await head(page, '姓名').locator('.column-edge').boundingBox()
  if (!before || !edge) throw new Error('no heading')
  const widened = saved(page)
  await page.mouse.move(edge.x + 4, edge.y + 10)
  await page.mouse.down()
  await page.mouse.move(edge.x + 64, edge.y + 10, { steps: 4 })
  await page.mouse.up()
  await widened
  await expect
    .poll(async () => Math.abs(((await head(page, '姓名').boundingBox())?.width ?? 0) - before.width - 60))
    .toBeLessThan(4)

  await main(page).getByRole('button', { name: '列设置' }).click()
  await expect(panel(page)).toBeVisible()
  await expectAccessible(page)
  await panel(page).getByRole('checkbox', { name: '手机号码' }).uncheck()
  await expect(head(page, '手机号码')).toHaveCount(0)
  await panel(page).getByRole('button', { name: '固定 部门' }).click()
  await expect(heads(page).first()).toHaveText('部门')
  // in order from the keyboard
  const handle = panel(page).getByRole('button', { name: '移动 姓名' })
  await handle.focus()
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(panel(page).locator('[data-lifted]')).toHaveCount(1)
  await nextFrame(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('姓名 移到第 1 位')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(heads(page).nth(1)).toHaveText('姓名')
  // changes made together are saved together, some time after the last of them
  const first = "select columns -> 0 ->> 'key' as key from list_settings where user_id = $1"
  await expect.poll(() => query(first, [id])).toEqual([{ key: 'realName' }])

  const other = await browser.newPage()
  await enter(other, 'lists.columns', LIST)
  await expect(rows(other).first()).toBeVisible()
  await expect(heads(other).nth(0)).toHaveText('部门')
  await expect(heads(other).nth(1)).toHaveText('姓名')
  await expect(head(other, '手机号码')).toHaveCount(0)
  await other.close()

  // spec §2: the last visible column cannot be hidden
  for (let left = await heads(page).count(); left > 1; left = await heads(page).count()) {
    await panel(page).getByRole('checkbox', { checked: true }).first().click()
    await expect(heads(page)).toHaveCount(left - 1)
  }
  await expect(panel(page).getByRole('checkbox', { checked: true })).toBeDisabled()
  await panel(page).getByRole('button', { name: '恢复默认' }).click()
  await expect(heads(page)).toHaveCount(10)
  await expect(heads(page).first()).toHaveText('用户名')
})

test('views are saved with filters, order and columns, shared, made the default, renamed and deleted', async ({
  page,
  browser,
}) => {
  const owner = await addPerson('views.owner')
  await addPerson('views.reader', 'reviewer')
  await enter(page, 'views.owner', `${LIST}?userName=views.`)
  await expect(rows(page).first()).toBeVisible()
  await head(page, '用户名').getByRole('button').click()
  await expect(page).toHaveURL(/sort=userName/)
  // the next press goes on from what is drawn
  await expect(head(page, '用户名')).toHaveAttribute('aria-sort', 'ascending')
  await head(page, '用户名').getByRole('button').click()
  await expect(page).toHaveURL(/sort=-userName/)
  await expect(head(page, '用户名')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toContainText('views.reader')

  await chooseView(page, '另存为视图')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('列表测试视图')
  await dialog.getByRole('combobox', { name: /共享范围/ }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '所有人' }).click()
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog).toBeHidden()
  await expect(views(page)).toHaveText(/列表测试视图$/)
  await expect(page).toHaveURL(/view=\d+/)

  // columns that change now belong to the view, once it is updated
  await main(page).getByRole('button', { name: '列设置' }).click()
  await panel(page).getByRole('checkbox', { name: '备注' }).uncheck()
  await expect(views(page)).toHaveText(/列表测试视图（已修改）$/)
  await chooseView(page, /更新/)
  await expect(page.getByText('视图已更新')).toBeVisible()
  await expect(views(page)).toHaveText(/列表测试视图$/)
  await chooseView(page, '设为默认视图')
  await chooseView(page, '全部数据')
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
  await expect(head(page, '备注')).toHaveCount(1)
  await expect
    .poll(() => query('select 1 from list_settings where user_id = $1 and default_view_id is not null', [owner]))
    .toHaveLength(1)

  // the list opens with it, and a colleague may apply it but not change it
  await enter(page, 'views.owner', LIST)
  await expect(page).toHaveURL(/userName=views\.&sort=-userName&view=\d+/)
  await expect(rows(page).first()).toContainText('views.reader')
  const other = await browser.newPage()
  await enter(other, 'views.reader', LIST)
  await expect(rows(other).first()).toBeVisible()
  await chooseView(other, /列表测试视图/)
  await expect(rows(other).first()).toContainText('views.reader')
  await expect(head(other, '备注')).toHaveCount(0)
  await views(other).click()
  await expect(other.getByRole('menuitem', { name: '另存为视图' })).toBeVisible()
  await expect(other.getByRole('menuitem', { name: '删除视图' })).toHaveCount(0)
  await other.close()

  await chooseView(page, '重命名与共享')
  await dialog.getByRole('textbox').fill('列表改名视图')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog).toBeHidden()
  await expect(views(page)).toHaveText(/列表改名视图$/)
  await chooseView(page, '删除视图')
  await expect(dialog).toContainText('列表改名视图')
  await dialog.getByRole('button', { name: /删\s*除/ }).click()
  await expect(dialog).toBeHidden()
  await expect(views(page)).toHaveText(/视图$/)
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
})

test('the keyboard moves over rows, opens and selects them; a selection stands over pages; empty and failed lists say how to go on', async ({
  page,
  expectConsole,
}) => {
  await addPerson('lists.keys')
  await enter(page, 'lists.keys', LIST)
  await expect(rows(page).nth(13)).toBeVisible()
  await box(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(rows(page).nth(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  const first = (await rows(page).nth(0).textContent()) ?? ''
  await main(page).getByTitle('2', { exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  // rows of the first page stand until those of the second have come
  await expect(rows(page).nth(0)).not.toHaveText(first)
  await rows(page).nth(0).getByRole('checkbox').check()
  await expect(main(page).getByText('已选 2 项')).toBeVisible()
  await main(page)
    .getByRole('button', { name: /清\s*空/ })
    .click()
  await expect(main(page).getByText(/已选/)).toHaveCount(0)
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0)

  await rows(page).nth(0).focus()
  await page.keyboard.press('/')
  const name = main(page).getByRole('textbox', { name: '用户名' })
  await expect(name).toBeFocused()
  await name.fill('没有这个人')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('没有符合条件的数据')).toBeVisible()
  await expectAccessible(page)
  await main(page).getByRole('button', { name: '清空筛选条件' }).click()
  await expect(rows(page).nth(13)).toBeVisible()
  await expect(name).toHaveValue('')

  await page.route('**/api/admin/queryUserList', (route) =>
    route.fulfill({ status: 500, json: { code: 500, success: false, data: null, msg: '服务器开小差了，请稍后重试' } }),
  )
  expectConsole(/500/)
  await name.fill('lists.keys')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('加载失败：服务器开小差了，请稍后重试')).toBeVisible()
  await page.unroute('**/api/admin/queryUserList')
  await main(page)
    .getByRole('button', { name: /重\s*试/ })
    .click()
  await expect(rows(page)).toHaveCount(1)
})

test('§2 §9 pages have 14 rows, or 20, 50 and 100; one page has no pager; the table ends 94 px above the end of the window', async ({
  page,
}) => {
  await addPerson('lists.sizes')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/queryUserList', async (route) => {
    await held.promise
    await route.continue()
  })
  await enter(page, 'lists.sizes', LIST)
  // what is waited for looks like rows
  await expect(main(page).getByRole('status', { name: '加载中' })).toBeVisible()
  await expect(main(page).locator('.data-table')).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect(rows(page)).toHaveCount(14)
  await expect(main(page).getByRole('status', { name: '加载中' })).toHaveCount(0)

  const leftPx = () =>
    main(page)
      .locator('.data-table')
      .evaluate((table) => Math.round(window.innerHeight - table.getBoundingClientRect().bottom))
  await expect.poll(leftPx).toBe(94)
  await main(page).getByRole('button', { name: '高级搜索' }).click()
  await expect.poll(leftPx).toBe(94)
  await page.setViewportSize({ width: 1_300, height: 800 })
  await expect.poll(leftPx).toBe(94)

  const sizes = main(page).getByRole('combobox', { name: '每页条数' })
  await sizes.click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect(options).toHaveText(['14 条/页', '20 条/页', '50 条/页', '100 条/页'])
  await options.filter({ hasText: '100 条/页' }).click()
  await expect(page).toHaveURL(/size=100/)
  await expect.poll(() => rows(page).count()).toBeGreaterThan(14)

  await main(page).getByRole('textbox', { name: '用户名' }).fill('lists.sizes')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(main(page).getByText('共 1 条')).toBeVisible()
  await expect(main(page).getByRole('list')).toHaveCount(0)
  await expect(sizes).toHaveCount(0)
})

test('what a filter has chosen is chosen anew: open or being searched it is accessible', async ({ page }) => {
  await addPerson('lists.filter')
  await enter(page, 'lists.filter', LIST)
  await expect(rows(page).nth(1)).toBeVisible()
  await main(page).getByRole('button', { name: '高级搜索' }).click()
  const role = main(page).getByRole('combobox', { name: '角色' })
  const list = page.locator('.ant-select-dropdown:visible')
  await role.click()
  await list.getByTitle('审核主管', { exact: true }).click()
  await expect(list).toBeHidden()
  await role.click()
  await expect(list.getByTitle('审核主管', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await role.fill('审核')
  await expect(list.getByTitle('系统管理员', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('§2 two rows of headings, explanations, a parent row that selects its children, ten thousand rows', async ({
  page,
}) => {
  await openGallery(page, 'table')
  await expect(page.getByText('加载失败：请检查网络后重试')).toBeVisible()
  await expectAccessible(page)

  const plain = stateOf(page, 'table', '两行表头、选择与操作')
  await expect(plain.locator('th[data-group]')).toHaveText('价格（元/吨）')
  await expect(plain.locator('th[data-group]')).toHaveAttribute('colspan', '2')
  await expect(plain.locator('th').filter({ hasText: '品种' })).toHaveAttribute('rowspan', '2')
  await plain.getByRole('button', { name: '最高价：当日成交的最高价' }).hover()
  await expect(page.getByRole('tooltip', { name: '当日成交的最高价' })).toBeVisible()
  await expect(plain.locator('.table-row').first().getByRole('button')).toHaveCount(5)

  const tree = stateOf(page, 'table', '树形行')
  await expect(tree.locator('.table-row')).toHaveCount(12)
  await tree.locator('.table-row').first().getByRole('checkbox').check()
  await expect(tree.locator('.table-row').getByRole('checkbox', { checked: true })).toHaveCount(4)
  await tree.getByRole('button', { name: /^收起/ }).first().click()
  await expect(tree.locator('.table-row')).toHaveCount(9)
  await tree.locator('.table-row').first().getByRole('checkbox').uncheck()
  await tree.getByRole('button', { name: /^展开/ }).click()
  await expect(tree.locator('.table-row')).toHaveCount(12)
  await expect(tree.locator('.table-row').getByRole('checkbox', { checked: true })).toHaveCount(0)
  // the keys reach the rows below others too
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

test('§2 a name that ends in an ellipsis is shown in full when pointed at, and one that does not is not', async ({
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

test('§2 sums stay at the foot, say of what they are the sum, and follow the selection', async ({ page }) => {
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
  for (const n of [1, 2]) await list.locator('.table-row').nth(n).getByRole('checkbox').check()
  await expect(foot('合计：全部结果').getByRole('rowheader')).toHaveText('已选合计')
  await expect(sum('合计：全部结果')).toHaveText('10.0')
  expect(await heightPx()).toBe(before)
  // where rows scroll they go by behind it, and the keyboard brings a row above it
  await list.locator('.table-row').first().focus()
  for (let row = 1; row < 14; row++) await page.keyboard.press('ArrowDown')
  const last = list.locator('.table-row').last()
  await expect(last).toBeFocused()
  const [row, end, whole] = await Promise.all([last, foot('合计：全部结果'), box].map((each) => each.boundingBox()))
  if (!row || !end || !whole) throw new Error('no table')
  expect(row.y + row.height).toBeLessThanOrEqual(end.y + 1)
  expect(end.y + end.height).toBeLessThanOrEqual(whole.y + whole.height + 1)
})
