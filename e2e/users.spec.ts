// The main job: an administrator finds, creates, edits, disables and deletes staff accounts; others cannot.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, expect, FIRST, SECOND, SignInPage, test } from './fixtures.ts'

const LIST = '/backend/userControl/accountCenter/userList'

/** The page that is shown; the others of the tab strip are kept hidden beside it. */
const shown = (page: Page) => page.locator('main')
/** By its label, with or without the mark of a required one. */
const field = (within: Page | Locator, name: string) =>
  within.getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })
const rowOf = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })
const confirm = (page: Page, verb: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name: verb }).click()

async function find(page: Page, userName: string): Promise<void> {
  const search = shown(page).getByRole('button', { name: /查\s*询/ })
  // a form that was saved is shown until the list is there, and has a field of this name too
  await expect(search).toBeVisible()
  await field(page, '用户名').fill(userName)
  await search.click()
  await expect(shown(page).getByRole('row').filter({ hasText: userName })).toHaveCount(1)
}

async function rowAct(page: Page, userName: string, act: string): Promise<void> {
  const row = rowOf(page, userName)
  const direct = row.getByRole('button', { name: act })
  if (await direct.isVisible()) return direct.click()
  await row.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('an administrator adds, finds, edits, disables, locks and deletes an account', async ({ page, signInPage }) => {
  await signInPage.signIn('admin')
  await page.goto(FIRST() + LIST)
  await expect(shown(page).getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)

  await shown(page)
    .getByRole('button', { name: /新\s*增/ })
    .click()
  await expect(page).toHaveURL(/\/userControl\/createAccount/)
  const form = shown(page)
  await expect(form.getByRole('button', { name: /保\s*存/ })).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByText('手机号码不能为空')).toBeVisible()
  await field(page, '用户名').fill('journey.one')
  await field(page, '姓名').fill('程远行')
  await field(page, '手机号码').fill('1381234')
  await expect(form.getByText('手机号码长度不为11位')).toBeVisible()
  await field(page, '手机号码').fill('13812340001')
  await field(page, '密码').fill('Given@1234')
  await form.getByRole('combobox', { name: /^(\* )?部门$/ }).click()
  await page.locator('.ant-select-tree-node-content-wrapper').first().click()
  await form.getByRole('combobox', { name: /^(\* )?角色$/ }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '审核主管' }).first().click()
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(LIST))

  await find(page, 'journey.one')
  await expect(rowOf(page, 'journey.one')).toContainText('程远行')

  await rowAct(page, 'journey.one', '编辑')
  await expect(page).toHaveURL(/editAccount\?id=\d+/)
  // the list is shown until the form is there, and has a field of this name too
  await expect(field(page, '手机号码')).toHaveValue('13812340001')
  await field(page, '姓名').fill('程远航')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('编辑成功')).toBeVisible()
  await expect(rowOf(page, 'journey.one')).toContainText('程远航')

  await rowAct(page, 'journey.one', '禁用')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await confirm(page, /禁\s*用/)
  const cell = (text: string) => rowOf(page, 'journey.one').getByRole('cell', { name: text, exact: true })
  await expect(cell('已禁用')).toBeVisible()
  await rowAct(page, 'journey.one', '启用')
  await expect(cell('已禁用')).toHaveCount(0)
  await rowAct(page, 'journey.one', '锁定')
  await confirm(page, /锁\s*定/)
  await expect(page.getByText('锁定成功')).toBeVisible()
  await expect(cell('已锁定')).toBeVisible()
  await rowAct(page, 'journey.one', '解锁')
  await expect(page.getByText('解锁成功')).toBeVisible()
  await expect(cell('已锁定')).toHaveCount(0)

  await rowAct(page, 'journey.one', '删除')
  await confirm(page, /删\s*除/)
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(rowOf(page, 'journey.one')).toHaveCount(0)
})

test('a reset password ends the sessions, and the new one must be changed first', async ({
  page,
  signInPage,
  browser,
}) => {
  await addPerson('forgets.it', 'reviewer')
  await signInPage.signIn('admin')
  const other = await browser.newPage()
  const theirs = new SignInPage(other)
  await theirs.signIn('forgets.it')
  await page.goto(FIRST() + LIST)
  await find(page, 'forgets.it')
  await rowAct(page, 'forgets.it', '重置密码')
  const dialog = page.getByRole('dialog')
  await field(dialog, '密码').fill('Given@1234')
  await dialog
    .getByRole('button', { name: /确\s*定|重置密码|重\s*置/ })
    .last()
    .click()
  await expect(dialog).toBeHidden()
  // it is told at once, and leaves by itself
  await expect(other).toHaveURL(/\/backend\/login/)
  await theirs.submit('forgets.it', 'Given@1234')
  await expect(other.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await other.close()
})

test('deleting who has people below says what refuses it', async ({ page, signInPage }) => {
  await signInPage.signIn('admin')
  await page.goto(FIRST() + LIST)
  await find(page, 'sales')
  await rowAct(page, 'sales', '删除')
  await confirm(page, /删\s*除/)
  await expect(page.getByRole('dialog').filter({ hasText: '下级' })).toBeVisible()
  await expectAccessible(page)
})

test('§6 a person who may only look sees no button, and the server refuses all the same', async ({
  page,
  signInPage,
}) => {
  await signInPage.signIn('reviewer')
  await page.goto(`${FIRST() + LIST}?userName=reviewer`)
  await expect(rowOf(page, '审核主管').first()).toBeVisible()
  for (const name of [/新\s*增/, '编辑', '重置密码', '禁用', '锁定', '删除', /更多操作/]) {
    await expect(shown(page).getByRole('button', { name })).toHaveCount(0)
  }
  await page.goto(`${FIRST()}/backend/userControl/createAccount`)
  await expect(page.getByText('没有访问权限').first()).toBeVisible()
  const token = (await page.context().cookies()).find(({ value }) => value.length > 20)?.value ?? ''
  for (const path of ['/api/backend/addOrUpdateUser', '/api/admin/deleteUser', '/api/admin/updateUserPasswordById']) {
    const reply = await page.request.post(FIRST() + path, { data: {}, headers: { 'console-auth': token } })
    expect(reply.status()).toBe(403)
  }
})

test('a person without the menu is led to 403, and the cookie alone authorises nothing', async ({
  page,
  signInPage,
}) => {
  await signInPage.signIn('operator')
  await page.goto(FIRST() + LIST)
  await expect(page.getByText('没有访问权限').first()).toBeVisible()
  expect((await page.request.post(`${FIRST()}/api/admin/queryUserList`, { data: {} })).status()).toBe(401)
})

test('two processes: a sign-out in one is known to the other', async ({ page, signInPage, expectConsole }) => {
  expectConsole(/401/) // what home still asks while the session ends
  await signInPage.signIn('analyst')
  const token = (await page.context().cookies()).find(({ value }) => value.length > 20)?.value ?? ''
  const atSecond = async () => {
    const reply = await fetch(`${await SECOND()}/api/backend/getLoginUserInfo`, {
      method: 'POST',
      headers: { 'console-auth': token },
    })
    return reply.status
  }
  expect(await atSecond()).toBe(200)
  await page.getByRole('button', { name: /analyst/ }).click()
  await page.getByRole('menuitem', { name: '退出系统' }).click()
  await expect(page.getByText('退出系统, 是否继续？')).toBeVisible()
  await confirm(page, /确\s*定/)
  await expect(page).toHaveURL(/\/backend\/login/)
  await expect.poll(atSecond).toBe(401)
})
