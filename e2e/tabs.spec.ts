// The strip of open pages and the pages kept behind it (spec §2, §4, §9).
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from './fixtures.ts'
import {
  active,
  addAccounts,
  answer,
  chooseTabAct as choose,
  cross,
  edit,
  field,
  goTo,
  item,
  LIST,
  listOf,
  mounted,
  rows,
  shown,
  strip,
  tab,
  tabs,
} from './page.ts'

test('§2 closing: not home nor the last one; a neighbour follows; others, all, refresh by right-click and by 更多', async ({
  page,
}) => {
  await addPerson('strip.closes')
  const [one = '', two = ''] = await addAccounts('strip.row', 3)
  await enter(page, 'strip.closes')
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(strip(page).getByRole('button', { name: /^关闭/ })).toHaveCount(0)
  await tab(page, '首页').click({ button: 'middle' })
  await expect(tabs(page)).toHaveText(['首页'])
  await strip(page).getByRole('button', { name: '更多' }).click()
  await expect(item(page, '关闭其他')).toHaveAttribute('aria-disabled', 'true')
  await expect(item(page, '关闭全部')).toHaveAttribute('aria-disabled', 'true')
  await expect(item(page, '刷新当前')).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  await page.goto(`${FIRST()}/backend${listOf('strip.row')}`)
  await expect(rows(page).filter({ hasText: one })).toHaveCount(1)
  await edit(page, one)
  await tab(page, '员工账号').getByRole('link').click()
  await edit(page, two)
  await expect(tabs(page)).toHaveText(['首页', '员工账号', `编辑账号 ${one}`, `编辑账号 ${two}`])
  await expect(active(page)).toHaveText(`编辑账号 ${two}`)
  await expect(page).toHaveTitle(`编辑账号 ${two} - 后台管理系统`)
  await expectAccessible(page)

  // the same page again is the same tab
  await tab(page, '员工账号').getByRole('link').click()
  await shown(page)
    .getByRole('button', { name: `编辑 ${one}`, exact: true })
    .click()
  await expect(active(page)).toHaveText(`编辑账号 ${one}`)
  await expect(tabs(page)).toHaveCount(4)

  // the active one goes: the next one follows; the last one goes: the one before
  await expect(mounted(page)).toHaveCount(3)
  await cross(page, `编辑账号 ${one}`).click()
  await expect(active(page)).toHaveText(`编辑账号 ${two}`)
  await expect(page).toHaveURL(/editAccount/)
  await expect(field(shown(page), '用户名')).toHaveValue(two)
  await expect(mounted(page)).toHaveCount(2)
  await tab(page, `编辑账号 ${two}`).click({ button: 'middle' })
  await expect(active(page)).toHaveText('员工账号')
  await expect(page).toHaveURL(new RegExp(LIST))
  // a tab behind goes: the one in front stays
  await edit(page, one)
  await tab(page, '员工账号').click({ button: 'middle' })
  await expect(tabs(page)).toHaveText(['首页', `编辑账号 ${one}`])
  await expect(active(page)).toHaveText(`编辑账号 ${one}`)

  // right-click on one that is not in front: it stays, and comes to the front
  await page.getByRole('link', { name: '员工账号' }).first().click()
  await expect(active(page)).toHaveText('员工账号')
  await tab(page, `编辑账号 ${one}`).click({ button: 'right' })
  await expect(item(page, '刷新当前')).toHaveAttribute('aria-disabled', 'true')
  await item(page, '关闭其他').click()
  await expect(tabs(page)).toHaveText(['首页', `编辑账号 ${one}`])
  await expect(active(page)).toHaveText(`编辑账号 ${one}`)
  await expect(page).toHaveURL(/editAccount/)
  await tab(page, `编辑账号 ${one}`).click({ button: 'right' })
  await item(page, '关闭全部').click()
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(page).toHaveURL(/\/home\/index/)
  await expect(mounted(page)).toHaveCount(1)
})

test('§2 更多: refresh starts the page anew with fresh rows, close others keeps it, close all leads home', async ({
  page,
}) => {
  await addPerson('strip.more')
  const [one = ''] = await addAccounts('more.row', 2)
  await enter(page, 'strip.more', listOf('more.row'))
  const more = async (act: string) => {
    await strip(page).getByRole('button', { name: '更多' }).click()
    await item(page, act).click()
  }
  await edit(page, one)
  await tab(page, '员工账号').getByRole('link').click()
  await expect(rows(page).filter({ hasText: one })).toHaveCount(1)
  await field(shown(page), '姓名').fill('typed')
  await query("update users set real_name = '改名者' where user_name = $1", [one])
  await more('刷新当前')
  await expect(rows(page).filter({ hasText: '改名者' })).toHaveCount(1)
  await expect(field(shown(page), '姓名')).toHaveValue('')
  await expect(field(shown(page), '用户名')).toHaveValue('more.row')
  await more('关闭其他')
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await more('关闭全部')
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(page).toHaveURL(/\/home\/index/)
})

test('§4 tabs and their addresses survive a reload; a new window begins with its own', async ({ page, context }) => {
  await addPerson('strip.stays')
  const [one = ''] = await addAccounts('stay.row', 2)
  await enter(page, 'strip.stays', listOf('stay.row'))
  await edit(page, one)
  const before = [`首页`, '员工账号', `编辑账号 ${one}`]
  await expect(tabs(page)).toHaveText(before)
  await page.reload()
  await expect(tabs(page)).toHaveText(before)
  await expect(active(page)).toHaveText(`编辑账号 ${one}`)
  await expect(field(shown(page), '用户名')).toHaveValue(one)
  await tab(page, '员工账号').getByRole('link').click()
  await expect(page).toHaveURL(/userName=stay\.row&size=50$/)
  await expect(rows(page).filter({ hasText: 'stay.row' })).toHaveCount(2)
  const other = await context.newPage()
  await other.goto(`${FIRST()}/backend${LIST}`)
  await expect(tabs(other)).toHaveText(['首页', '员工账号'])
})

test('§2 a kept page keeps input, scroll and selection over a switch; one that is not kept starts anew', async ({
  page,
}) => {
  await addPerson('strip.keeps')
  await enter(page, 'strip.keeps', `${LIST}?size=100`)
  await expect(rows(page).nth(19)).toBeAttached()
  const body = () => shown(page).locator('.table-box')
  const top = () => body().evaluate((element) => element.scrollTop)
  await field(shown(page), '姓名').fill('还没查')
  await rows(page).nth(19).getByRole('checkbox').check()
  await body().evaluate((element) => element.scrollTo(0, 640))
  await tab(page, '首页').getByRole('link').click()
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await tab(page, '员工账号').getByRole('link').click()
  await expect(field(shown(page), '姓名')).toHaveValue('还没查')
  await expect.poll(top).toBe(640)
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(1)

  // the page's own box keeps its scroll too
  await page.setViewportSize({ width: 1700, height: 420 })
  await shown(page).getByRole('button', { name: '新增' }).click()
  await expect(shown(page).getByRole('button', { name: '保存' })).toBeVisible()
  await field(shown(page), '姓名').fill('写到一半')
  await shown(page).evaluate((element) => element.scrollTo(0, 200))
  await tab(page, '首页').getByRole('link').click()
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await tab(page, '新增账号').getByRole('link').click()
  await expect(field(shown(page), '姓名')).toHaveValue('写到一半')
  await expect.poll(() => shown(page).evaluate((element) => element.scrollTop)).toBe(200)

  // the same list, delivered as not kept
  await page.route('**/api/admin/menu/routes_v2', async (route) => {
    const reply = await route.fetch()
    const text = (await reply.text()).replaceAll('"isCached":true', '"isCached":false')
    await route.fulfill({ response: reply, body: text })
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${FIRST()}/backend${LIST}`)
  await expect(rows(page).nth(2)).toBeVisible()
  await field(shown(page), '姓名').fill('不会留下')
  await tab(page, '首页').getByRole('link').click()
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await expect(mounted(page)).toHaveCount(1)
  await tab(page, '员工账号').getByRole('link').click()
  await expect(rows(page).nth(2)).toBeVisible()
  await expect(field(shown(page), '姓名')).toHaveValue('')
})

test('§2 an open dialog goes with its page and comes back with it, typed input and all', async ({ page }) => {
  await addPerson('strip.dialogs')
  const [one = ''] = await addAccounts('dialog.row', 2)
  await enter(page, 'strip.dialogs', listOf('dialog.row'))
  await shown(page)
    .getByRole('button', { name: `重置密码 ${one}`, exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  const typed = dialog.getByRole('textbox', { name: /密码$/ })
  await typed.fill('Given@1234')
  // the mask lies over the strip, so the browser's own back is how one leaves
  await goTo(page, '/home/index')
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.ant-modal-mask:visible')).toHaveCount(0)
  await tab(page, '员工账号').getByRole('link').click()
  await expect(dialog).toBeVisible()
  await expect(typed).toHaveValue('Given@1234')
  await dialog.getByRole('button', { name: '取消' }).click()
  await answer(page.getByRole('dialog', { name: '放弃改动' }), '放弃')
  await expect(dialog).toHaveCount(0)

  await shown(page).getByRole('button', { name: one, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('副角色')
  await page.evaluate(() => history.back())
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('§2 an open list of choices goes with its page; nothing behind takes the focus', async ({ page }) => {
  await addPerson('strip.choices')
  const [one = ''] = await addAccounts('choices.row', 1)
  await enter(page, 'strip.choices', listOf('choices.row'))
  await edit(page, one)
  const open = page.locator('.ant-select-dropdown').filter({ visible: true })
  await shown(page).getByRole('combobox').first().click()
  await expect(open).toHaveCount(1)
  await goTo(page, '/home/index')
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await expect(open).toHaveCount(0)
  await expect(page.locator('[data-asleep] :focus')).toHaveCount(0)
  // from the first page's end backwards as well as forwards
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(page.locator('[data-asleep] :focus')).toHaveCount(0)
  }
  await tab(page, `编辑账号 ${one}`).getByRole('link').click()
  await expect(field(shown(page), '用户名')).toHaveValue(one)
})

test('§9 at most 16 pages are kept: the one longest unused goes, its tab stays and loads again', async ({ page }) => {
  await addPerson('strip.many')
  const names = await addAccounts('many.row', 17)
  const stored = await query<{ id: string; name: string }>(
    "select id::text, user_name as name from users where user_name like 'many.row.%' order by user_name",
  )
  await enter(page, 'strip.many', listOf('many.row'))
  await expect(rows(page).filter({ hasText: 'many.row' })).toHaveCount(17)
  for (const { id, name } of stored) {
    await goTo(page, `/userControl/editAccount?id=${id}&tagName=${name}`)
    await expect(field(shown(page), '用户名')).toHaveValue(name)
  }
  await expect(tabs(page)).toHaveCount(19)
  await expect(mounted(page)).toHaveCount(16)
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('getUserInfoById') && reads.push(request.url()))
  const [first = '', , third = ''] = names
  const last = names.at(-1) ?? ''
  await tab(page, `编辑账号 ${last}`).getByRole('link').click()
  await expect(field(shown(page), '用户名')).toHaveValue(last)
  expect(reads).toHaveLength(0)
  await tab(page, `编辑账号 ${first}`).getByRole('link').click()
  await expect(field(shown(page), '用户名')).toHaveValue(first)
  expect(reads).toHaveLength(1)
  await expect(mounted(page)).toHaveCount(16)
  await expect(tab(page, `编辑账号 ${third}`)).toHaveCount(1)
  await strip(page).getByRole('button', { name: '更多' }).click()
  await item(page, '关闭全部').click()
  await expect(mounted(page)).toHaveCount(1)
})

test('§2 unsaved input: closing its tab, 取消 and leaving the window ask first', async ({ page }) => {
  await addPerson('strip.asks')
  const [one = '', two = ''] = await addAccounts('ask.row', 2)
  await enter(page, 'strip.asks', listOf('ask.row'))
  await edit(page, one)
  const remark = () => field(shown(page), '备注')
  await remark().fill('尚未保存')
  const ask = page.getByRole('dialog')

  await cross(page, `编辑账号 ${one}`).click()
  await expect(ask).toContainText(`“编辑账号 ${one}”有未保存的内容`)
  await ask.getByRole('button', { name: '取消' }).click()
  await expect(ask).toBeHidden()
  await expect(remark()).toHaveValue('尚未保存')

  await shown(page).getByRole('button', { name: '取消', exact: true }).click()
  await expect(ask).toContainText('填写的内容尚未保存')
  await ask.getByRole('button', { name: '取消' }).click()
  await expect(ask).toBeHidden()
  await expect(remark()).toHaveValue('尚未保存')

  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => setTimeout(() => location.reload()))
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(remark()).toHaveValue('尚未保存')

  // also from behind, and with others
  await tab(page, '员工账号').getByRole('link').click()
  await edit(page, two)
  await tab(page, `编辑账号 ${two}`).click({ button: 'right' })
  await item(page, '关闭其他').click()
  await expect(ask).toContainText(`“编辑账号 ${one}”有未保存的内容`)
  await ask.getByRole('button', { name: '继续' }).click()
  await expect(tabs(page)).toHaveText(['首页', `编辑账号 ${two}`])

  // untouched, it closes without a word; the form given up starts anew
  await cross(page, `编辑账号 ${two}`).click()
  await expect(tabs(page)).toHaveText(['首页'])
  await page.getByRole('link', { name: '员工账号' }).first().click()
  await expect(rows(page).nth(0)).toBeVisible()
  await page.goto(`${FIRST()}/backend${listOf('ask.row')}`)
  await edit(page, one)
  await expect(remark()).toHaveValue('')
})

/** The dialog of an account's sender, and how it is opened. */
function senderOf(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name: /^发件信息/ })
  const sender = dialog.getByRole('textbox', { name: '发件人名称' })
  const open = async () => {
    await rows(page).filter({ hasText: name }).getByRole('button', { name: /更多/ }).click()
    await item(page, '发件信息').click()
    await expect(sender).toBeFocused()
  }
  return { dialog, sender, open }
}

test('§2 what was typed in a dialog: neither its tab nor the window is closed unasked, until it is saved or given up', async ({
  page,
}) => {
  await addPerson('strip.typed')
  const [one = ''] = await addAccounts('typed.row', 1)
  await enter(page, 'strip.typed', listOf(one))
  const { dialog, sender, open } = senderOf(page, one)
  const asked = page.getByRole('dialog', { name: '系统提示' })
  const away = async () => {
    await goTo(page, '/system/dictionary')
    await expect(active(page)).toHaveText('数据字典')
  }
  await open()
  await sender.fill('尚未保存')
  const leaving = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  expect((await leaving).type()).toBe('beforeunload')
  await (await leaving).dismiss()
  await expect(sender).toHaveValue('尚未保存')

  await away()
  await cross(page, '员工账号').click()
  await expect(asked).toContainText('“员工账号”有未保存的内容')
  await answer(asked, '取消')
  await choose(page, tab(page, '数据字典'), '关闭其他')
  await expect(asked).toContainText('“员工账号”有未保存的内容')
  await answer(asked, '取消')
  await choose(page, tab(page, '数据字典'), '关闭全部')
  await answer(asked, '取消')
  await expect(tabs(page)).toHaveText(['首页', '员工账号', '数据字典'])
  await tab(page, '员工账号').getByRole('link').click()
  await expect(sender).toHaveValue('尚未保存')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.locator('.ant-message-success')).toHaveText('发件信息已保存')
  await expect(dialog).toBeHidden()
  await away()
  await cross(page, '员工账号').click()
  await expect(tabs(page)).toHaveText(['首页', '数据字典'])

  await goTo(page, listOf(one))
  await open()
  await expect(sender).toHaveValue('尚未保存')
  await sender.fill('不要了')
  await page.keyboard.press('Escape')
  await answer(page.getByRole('dialog', { name: '放弃改动' }), '放弃')
  await expect(dialog).toBeHidden()
  await cross(page, '员工账号').click()
  await expect(tabs(page)).toHaveText(['首页', '数据字典'])
})

test('§2 a dialog saved while another tab is in front is over: the same act opens it again', async ({ page }) => {
  await addPerson('strip.slow')
  const [one = ''] = await addAccounts('slow.row', 1)
  await enter(page, 'strip.slow', listOf(one))
  const { dialog, sender, open } = senderOf(page, one)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/updateUserSendInfo', async (route) => {
    await held.promise
    await route.continue()
  })
  await open()
  await sender.fill('慢慢保存')
  const sent = page.waitForRequest('**/api/admin/updateUserSendInfo')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await sent
  await goTo(page, '/system/dictionary')
  await expect(active(page)).toHaveText('数据字典')
  await expect(dialog).toBeHidden()
  held.resolve()
  await expect(page.locator('.ant-message-success')).toHaveText('发件信息已保存')
  await tab(page, '员工账号').getByRole('link').click()
  await expect(active(page)).toHaveText('员工账号')
  await expect(dialog).toBeHidden()
  await open()
  await expect(sender).toHaveValue('慢慢保存')
})
