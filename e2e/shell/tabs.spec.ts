// The tab strip and the pages kept mounted behind it (spec §2, §4, §9).
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { changeMenu, rowOf } from '../menus.ts'
import {
  act,
  active,
  addAccounts,
  answer,
  button,
  chooseTabAct,
  closeMenu,
  cross,
  edit,
  field,
  goTo,
  item,
  LIST,
  listOf,
  mounted,
  row,
  rowAct,
  rows,
  shown,
  strip,
  success,
  tab,
  tabs,
} from '../page.ts'

test('§2 closing: not home nor the last one; a neighbour becomes active; others, all, refresh by right-click and by 更多', async ({
  page,
}) => {
  await addPerson('strip.closes')
  const [one = '', two = ''] = await addAccounts('strip.row', 3)
  await enter(page, 'strip.closes')
  await expect(tabs(page)).toHaveText(['首页'])
  // shown before there is a job, so that the bar does not shift when one starts
  await expect(button(page, '下载中心')).toBeVisible()
  await expect(strip(page).getByRole('button', { name: /^关闭/ })).toHaveCount(0)
  await tab(page, '首页').click({ button: 'middle' })
  await expect(tabs(page)).toHaveText(['首页'])
  await strip(page).getByRole('button', { name: '更多' }).click()
  for (const name of ['关闭其他', '关闭全部']) await expect(item(page, name)).toHaveAttribute('aria-disabled', 'true')
  await expect(item(page, '刷新当前')).not.toHaveAttribute('aria-disabled', 'true')
  await closeMenu(page, item(page, '刷新当前'))

  await goTo(page, listOf('strip.row'))
  await expect(row(page, one)).toHaveCount(1)
  await edit(page, one)
  await tab(page, '员工账号').getByRole('link').click()
  await edit(page, two)
  await expect(tabs(page)).toHaveText(['首页', '员工账号', `编辑账号 ${one}`, `编辑账号 ${two}`])
  await expect(active(page)).toHaveText(`编辑账号 ${two}`)
  await expect(page).toHaveTitle(`编辑账号 ${two} - 后台管理系统`)
  await expectAccessible(page, { within: ['main', 'nav'] })

  // 更多 lists the open pages as links
  await strip(page).getByRole('button', { name: '更多' }).click()
  await item(page, `编辑账号 ${one}`).getByRole('link').click()
  await expect(active(page)).toHaveText(`编辑账号 ${one}`)

  // opening the same page again activates its tab
  await tab(page, '员工账号').getByRole('link').click()
  await shown(page)
    .getByRole('button', { name: `编辑 ${one}`, exact: true })
    .click()
  await expect(active(page)).toHaveText(`编辑账号 ${one}`)
  await expect(tabs(page)).toHaveCount(4)

  // closing the active tab activates the next one, or the previous one if it was the last
  await expect(mounted(page)).toHaveCount(4)
  await cross(page, `编辑账号 ${one}`).click()
  await expect(active(page)).toHaveText(`编辑账号 ${two}`)
  await expect(page).toHaveURL(/editAccount/)
  await expect(field(shown(page), '用户名')).toHaveValue(two)
  await expect(mounted(page)).toHaveCount(3)
  await tab(page, `编辑账号 ${two}`).click({ button: 'middle' })
  await expect(active(page)).toHaveText('员工账号')
  await expect(page).toHaveURL(new RegExp(LIST))
  // closing a background tab keeps the active one
  await edit(page, one)
  await tab(page, '员工账号').click({ button: 'middle' })
  await expect(tabs(page)).toHaveText(['首页', `编辑账号 ${one}`])
  await expect(active(page)).toHaveText(`编辑账号 ${one}`)

  // right-click on a background tab: 关闭其他 keeps and activates it
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

  await test.step('§2 更多: refresh remounts the page with fresh rows, close others keeps it, close all leads home', async () => {
    const more = async (act: string) => {
      await strip(page).getByRole('button', { name: '更多' }).click()
      await item(page, act).press('Enter') // the list of pages above may still move it
    }
    await goTo(page, listOf('strip.row'))
    await edit(page, one)
    await tab(page, '员工账号').getByRole('link').click()
    await expect(row(page, one)).toHaveCount(1)
    await field(shown(page), '姓名').fill('typed')
    await query("update users set real_name = '改名者' where user_name = $1", [one])
    await more('刷新当前')
    await expect(row(page, '改名者')).toHaveCount(1)
    await expect(field(shown(page), '姓名')).toHaveValue('')
    await expect(field(shown(page), '用户名')).toHaveValue('strip.row')
    await more('关闭其他')
    await expect(tabs(page)).toHaveText(['首页', '员工账号'])
    await more('关闭全部')
    await expect(tabs(page)).toHaveText(['首页'])
    await expect(page).toHaveURL(/\/home\/index/)
  })
})

test('§2 a kept page keeps input, scroll and selection; one that is not kept starts empty', async ({ page }) => {
  await addPerson('strip.keeps')
  await changeMenu(page, (menu) => {
    Object.assign(rowOf(menu, 'clientLog'), { meta: { name: '', i18n: '', roles: [], isCached: false } })
  })
  await enter(page, 'strip.keeps', `${LIST}?size=100`)
  await expect(rows(page).nth(19)).toBeAttached()
  const body = () => shown(page).locator('.table-box')
  const top = () => body().evaluate(({ scrollTop }) => scrollTop)
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
  await act(shown(page), '清空').click()
  await shown(page).getByRole('button', { name: '新增' }).click()
  await expect(shown(page).getByRole('button', { name: '保存' })).toBeVisible()
  await field(shown(page), '姓名').fill('写到一半')
  await shown(page).evaluate((element) => element.scrollTo(0, 200))
  await tab(page, '首页').getByRole('link').click()
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await tab(page, '新增账号').getByRole('link').click()
  await expect(field(shown(page), '姓名')).toHaveValue('写到一半')
  await expect.poll(() => shown(page).evaluate((element) => element.scrollTop)).toBe(200)

  // a list whose menu row says that it is not kept
  await goTo(page, '/system/clientLog')
  await field(shown(page), '编号或信息').fill('不会留下')
  await tab(page, '首页').getByRole('link').click()
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await expect(mounted(page)).toHaveCount(3)
  await tab(page, '页面错误日志').getByRole('link').click()
  await expect(field(shown(page), '编号或信息')).toHaveValue('')
  await expect(mounted(page)).toHaveCount(4)
})

test('§2 an open dialog is hidden and shown with its page, and keeps its input', async ({ page }) => {
  await addPerson('strip.dialogs')
  const [one = ''] = await addAccounts('dialog.row', 2)
  await enter(page, 'strip.dialogs', listOf('dialog.row'))
  await shown(page)
    .getByRole('button', { name: `重置密码 ${one}`, exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  const typed = dialog.getByRole('textbox', { name: /密码$/ })
  await typed.fill('Given@1234')
  // the mask covers the strip, so the page is left by navigation
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

  await test.step('§2 an open list of options is hidden with its page; hidden pages take no focus', async () => {
    await tab(page, '员工账号').getByRole('link').click()
    await dialog.getByRole('button', { name: '关闭' }).first().click()
    await expect(dialog).toHaveCount(0)
    await edit(page, one)
    const open = page.locator('.ant-select-dropdown').filter({ visible: true })
    await shown(page).getByRole('combobox').first().click()
    await expect(open).toHaveCount(1)
    await goTo(page, '/home/index')
    await expect(shown(page).getByText('可用页面')).toBeVisible()
    await expect(open).toHaveCount(0)
    await expect(page.locator('[data-asleep] :focus')).toHaveCount(0)
    // neither Tab nor Shift+Tab enters a hidden page
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      await expect(page.locator('[data-asleep] :focus')).toHaveCount(0)
    }
    await tab(page, `编辑账号 ${one}`).getByRole('link').click()
    await expect(field(shown(page), '用户名')).toHaveValue(one)
  })
})

test('§9 at most 16 pages are kept: the least recently used is unmounted, its tab stays and loads again; §9 a page with unsaved input is never unmounted', async ({
  page,
}) => {
  await addPerson('strip.many')
  const names = await addAccounts('many.row', 16)
  const stored = await query<{ id: string; name: string }>(
    "select id::text, user_name as name from users where user_name like 'many.row.%' order by user_name",
  )
  await enter(page, 'strip.many', '/system/dictionary')
  await shown(page).getByRole('button', { name: '新增' }).click()
  const word = page.getByRole('dialog', { name: '新增词条' }).getByRole('textbox', { name: '词条' })
  await word.fill('对话框里的')
  for (const [at, { id, name }] of stored.entries()) {
    await goTo(page, `/userControl/editAccount?id=${id}&tagName=${name}`)
    await expect(field(shown(page), '用户名')).toHaveValue(name)
    if (at === 0) await field(shown(page), '备注').fill('第一个')
  }
  // 16 forms, home and the dictionary; home and the second form, without input, were unmounted
  await expect(tabs(page)).toHaveCount(18)
  await expect(mounted(page)).toHaveCount(16)
  const [first = '', second = '', third = ''] = names
  const last = names.at(-1) ?? ''
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('getUserInfoById') && reads.push(request.url()))
  const show = async (name: string) => {
    await tab(page, `编辑账号 ${name}`).getByRole('link').click()
    await expect(field(shown(page), '用户名')).toHaveValue(name)
  }
  await show(last)
  await show(first)
  await expect(field(shown(page), '备注')).toHaveValue('第一个')
  await tab(page, '数据字典').getByRole('link').click()
  await expect(word).toHaveValue('对话框里的')
  expect(reads).toHaveLength(0)
  await goTo(page, '/home/index')
  await expect(shown(page).getByText('可用页面')).toBeVisible()
  await show(second)
  expect(reads).toHaveLength(1)
  await expect(mounted(page)).toHaveCount(16)
  await expect(tab(page, `编辑账号 ${third}`)).toHaveCount(1)
  await chooseTabAct(page, tab(page, '首页'), '关闭全部')
  await page.getByRole('dialog', { name: '系统提示' }).getByRole('button', { name: '继续' }).click()
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

  const prompts: string[] = []
  page.once('dialog', (dialog) => {
    prompts.push(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => setTimeout(() => location.reload()))
  await expect.poll(() => prompts).toEqual(['beforeunload'])
  await expect(remark()).toHaveValue('尚未保存')

  // also for a background tab, closed together with others
  await tab(page, '员工账号').getByRole('link').click()
  await edit(page, two)
  await tab(page, `编辑账号 ${two}`).click({ button: 'right' })
  await item(page, '关闭其他').click()
  await expect(ask).toContainText(`“编辑账号 ${one}”有未保存的内容`)
  await ask.getByRole('button', { name: '继续' }).click()
  await expect(tabs(page)).toHaveText(['首页', `编辑账号 ${two}`])

  // a form without input closes without a prompt; a discarded form starts empty
  await cross(page, `编辑账号 ${two}`).click()
  await expect(tabs(page)).toHaveText(['首页'])
  await page.getByRole('link', { name: '员工账号' }).first().click()
  await expect(rows(page).nth(0)).toBeVisible()
  await goTo(page, listOf('ask.row'))
  await edit(page, one)
  await expect(remark()).toHaveValue('')
})

/** The sender dialog of an account, and a function that opens it. */
function senderOf(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name: /^发件信息/ })
  const sender = dialog.getByRole('textbox', { name: '发件人名称' })
  const open = async () => {
    await rowAct(page, name, '发件信息')
    await expect(sender).toBeFocused()
  }
  return { dialog, sender, open }
}

test('§2 what was typed in a dialog: its tab and the window ask before closing, until it is saved or discarded', async ({
  page,
}) => {
  await addPerson('strip.typed')
  const [one = ''] = await addAccounts('typed.row', 1)
  await enter(page, 'strip.typed', listOf(one))
  const { dialog, sender, open } = senderOf(page, one)
  const confirm = page.getByRole('dialog', { name: '系统提示' })
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
  await expect(confirm).toContainText('“员工账号”有未保存的内容')
  await answer(confirm, '取消')
  await chooseTabAct(page, tab(page, '数据字典'), '关闭其他')
  await expect(confirm).toContainText('“员工账号”有未保存的内容')
  await answer(confirm, '取消')
  await chooseTabAct(page, tab(page, '数据字典'), '关闭全部')
  await answer(confirm, '取消')
  await expect(tabs(page)).toHaveText(['首页', '员工账号', '数据字典'])
  await tab(page, '员工账号').getByRole('link').click()
  await expect(sender).toHaveValue('尚未保存')
  await act(dialog, '保存').click()
  await expect(success(page)).toHaveText('发件信息已保存')
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

  await test.step('§2 a dialog saved while another tab is active is closed: the same act opens it again', async () => {
    const call = '**/api/admin/updateUserSendInfo'
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      await held
      await route.continue()
    })
    await goTo(page, listOf(one))
    await open()
    await sender.fill('慢慢保存')
    const sent = page.waitForRequest(call)
    await act(dialog, '保存').click()
    await sent
    await away()
    await expect(dialog).toBeHidden()
    const saved = page.waitForResponse(call)
    release()
    await saved
    await expect(success(page).first()).toHaveText('发件信息已保存')
    await tab(page, '员工账号').getByRole('link').click()
    await expect(active(page)).toHaveText('员工账号')
    await expect(dialog).toBeHidden()
    await open()
    await expect(sender).toHaveValue('慢慢保存')
  })
})
