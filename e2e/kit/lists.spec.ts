// Lists and their settings: columns and views stored on the server, keyboard, selection across pages, and states
// (spec §2 "Table with pagination", experience.md "Lists").
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from '../fixtures.ts'
import { act, answer, button, check, choose, dialog, field, item, LIST, lift, rows, shown } from '../page.ts'

const heads = (page: Page) => shown(page).locator('th[data-key]')
const head = (page: Page, name: string) => heads(page).filter({ hasText: name })
const panel = (page: Page) => page.getByRole('tooltip').filter({ hasText: '列设置' })
const views = (page: Page) => button(shown(page), /^eye /)
const menu = (page: Page) => page.locator('.saved-views-menu')
const box = (page: Page) => shown(page).getByRole('region', { name: '列表' })

async function chooseView(page: Page, name: string | RegExp): Promise<void> {
  await views(page).click()
  await menu(page).getByRole('menuitem', { name }).click()
  await expect(menu(page)).toBeHidden()
}

/** Waits for the list settings to be saved. */
const saved = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/list/settings/save') && reply.ok())

test('§2 columns are hidden, ordered, widened and pinned, the last one stays, and another browser shows the same', async ({
  page,
  browser,
}) => {
  const id = await addPerson('lists.columns')
  await enter(page, 'lists.columns', LIST)
  await expect(rows(page).first()).toBeVisible()
  await expect(heads(page).first()).toHaveText('用户名')

  // dragging a column's edge changes its width
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

  await button(shown(page), '列设置').click()
  await expect(panel(page)).toBeVisible()
  await expectAccessible(page, { within: ['.ant-popover'] })
  await check(panel(page).getByRole('checkbox', { name: '手机号码' }), false)
  await expect(head(page, '手机号码')).toHaveCount(0)
  await panel(page).getByRole('button', { name: '固定 部门' }).click()
  await expect(heads(page).first()).toHaveText('部门')
  // reordering by keyboard
  await lift(button(panel(page), '移动 姓名'))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('姓名 移到第 1 位')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(heads(page).nth(1)).toHaveText('姓名')
  // changes in quick succession are saved together, after a debounce
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
  // the next click depends on the rendered sort order
  await expect(head(page, '用户名')).toHaveAttribute('aria-sort', 'ascending')
  await head(page, '用户名').getByRole('button').click()
  await expect(page).toHaveURL(/sort=-userName/)
  await expect(head(page, '用户名')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toContainText('views.reader')

  await chooseView(page, '另存为视图')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page, { within: ['.ant-modal'] })
  await dialog(page).getByRole('textbox').fill('列表测试视图')
  await choose(dialog(page), /共享范围/, '所有人')
  await answer(dialog(page), /保\s*存/)
  await expect(views(page)).toHaveText(/列表测试视图$/)
  await expect(page).toHaveURL(/view=\d+/)

  // columns that change now belong to the view, once it is updated
  await button(shown(page), '列设置').click()
  await check(panel(page).getByRole('checkbox', { name: '备注' }), false)
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
  await page.goto(`${FIRST()}/backend${LIST}`)
  await expect(page).toHaveURL(/userName=views\.&sort=-userName&view=\d+/)
  await expect(rows(page).first()).toContainText('views.reader')
  const other = await browser.newPage()
  await enter(other, 'views.reader', LIST)
  await expect(rows(other).first()).toBeVisible()
  await chooseView(other, /列表测试视图/)
  await expect(rows(other).first()).toContainText('views.reader')
  await expect(head(other, '备注')).toHaveCount(0)
  await views(other).click()
  await expect(item(other, '另存为视图')).toBeVisible()
  await expect(item(other, '删除视图')).toHaveCount(0)
  await other.close()

  await chooseView(page, '重命名与共享')
  await dialog(page).getByRole('textbox').fill('列表改名视图')
  await answer(dialog(page), /保\s*存/)
  await expect(views(page)).toHaveText(/列表改名视图$/)
  await chooseView(page, '删除视图')
  await expect(dialog(page)).toContainText('列表改名视图')
  await answer(dialog(page), /删\s*除/)
  await expect(views(page)).toHaveText(/视图$/)
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
})

test('§2 §9 pages have 14 rows, or 20, 50 and 100; one page has no pager; the table ends 94 px above the end of the window', async ({
  page,
  expectConsole,
}) => {
  await addPerson('lists.states')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/queryUserList', async (route) => {
    await held.promise
    await route.continue()
  })
  await enter(page, 'lists.states', LIST)
  // a skeleton of rows is shown while the list loads
  await expect(shown(page).getByRole('status', { name: '加载中' })).toBeVisible()
  await expect(shown(page).locator('.data-table')).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect(rows(page)).toHaveCount(14)
  await expect(shown(page).getByRole('status', { name: '加载中' })).toHaveCount(0)

  const leftPx = () =>
    shown(page)
      .locator('.data-table')
      .evaluate((table) => Math.round(window.innerHeight - table.getBoundingClientRect().bottom))
  await expect.poll(leftPx).toBe(94)
  await shown(page).getByRole('button', { name: '高级搜索' }).click()
  await expect.poll(leftPx).toBe(94)

  await test.step('a filter with a chosen value is accessible, open and while it is searched', async () => {
    const inChoice = { within: ['main', '.ant-select-dropdown'] }
    const role = shown(page).getByRole('combobox', { name: '角色' })
    const list = page.locator('.ant-select-dropdown:visible')
    await role.click()
    await list.getByTitle('审核主管', { exact: true }).click()
    await expect(list).toBeHidden()
    await role.click()
    await expect(list.getByTitle('审核主管', { exact: true })).toBeVisible()
    await expectAccessible(page, inChoice)
    await role.fill('审核')
    await expect(list.getByTitle('系统管理员', { exact: true })).toHaveCount(0)
    await expectAccessible(page, inChoice)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await act(shown(page), '重置').click()
  })

  await page.setViewportSize({ width: 1_300, height: 800 })
  await expect.poll(leftPx).toBe(94)

  const sizes = shown(page).getByRole('combobox', { name: '每页条数' })
  await sizes.click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect(options).toHaveText(['14 条/页', '20 条/页', '50 条/页', '100 条/页'])
  await options.filter({ hasText: '100 条/页' }).click()
  await expect(page).toHaveURL(/size=100/)
  await expect.poll(() => rows(page).count()).toBeGreaterThan(14)

  await shown(page).getByRole('textbox', { name: '用户名' }).fill('lists.states')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(shown(page).getByText('共 1 条')).toBeVisible()
  await expect(shown(page).getByRole('list')).toHaveCount(0)
  await expect(sizes).toHaveCount(0)
  await field(shown(page), '用户名').fill('')
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(13)).toBeVisible()
  await page.setViewportSize({ width: 1_920, height: 1_080 })

  await test.step('the keyboard moves over rows, opens and selects them; the selection is kept across pages; empty and failed lists offer the next step', async () => {
    await choose(shown(page), '每页条数', '14 条/页')
    await expect(rows(page)).toHaveCount(14)
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
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()

    const first = (await rows(page).nth(0).textContent()) ?? ''
    await shown(page).getByTitle('2', { exact: true }).click()
    await expect(page).toHaveURL(/page=2/)
    // the first page's rows stay visible while the second page loads
    await expect(rows(page).nth(0)).not.toHaveText(first)
    await check(rows(page).nth(0).getByRole('checkbox'))
    await expect(shown(page).getByText('已选 2 项')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('selection.png') })
    const selectedAt = await rows(page).nth(0).boundingBox()
    await act(shown(page), '清空').click()
    await expect(shown(page).getByText(/已选/)).toHaveCount(0)
    expect(await rows(page).nth(0).boundingBox(), 'selecting moves nothing').toEqual(selectedAt)
    await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0)

    await rows(page).nth(0).focus()
    await page.keyboard.press('/')
    const name = shown(page).getByRole('textbox', { name: '用户名' })
    await expect(name).toBeFocused()
    await name.fill('没有这个人')
    await page.keyboard.press('Enter')
    await expect(shown(page).getByText('没有符合条件的数据')).toBeVisible()
    await expectAccessible(page, { within: ['main'] })
    await shown(page).getByRole('button', { name: '清空筛选条件' }).click()
    await expect(rows(page).nth(13)).toBeVisible()
    await expect(name).toHaveValue('')

    await page.route('**/api/admin/queryUserList', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 500, success: false, data: null, msg: '服务器开小差了，请稍后重试' },
      }),
    )
    expectConsole(/500/)
    await name.fill('lists.states')
    await page.keyboard.press('Enter')
    await expect(shown(page).getByText('加载失败：服务器开小差了，请稍后重试')).toBeVisible()
    await page.unroute('**/api/admin/queryUserList')
    await act(shown(page), '重试').click()
    await expect(rows(page)).toHaveCount(1)
  })
})
