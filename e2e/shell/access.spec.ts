// Permissions: how guarded elements are shown, the explanation of a right, impersonation.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addHolder, addPerson, changeRights, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  askSignOut,
  button,
  closeMenu,
  dialog,
  elapse,
  field,
  goTo,
  LIST,
  main,
  rowAct,
  rows,
  shown,
} from '../page.ts'

const EXPLAINED = '/permission/accessExplained'
const CHECK_MS = 200
const REFUSED = '暂无操作权限'

type Sighting = { text: string; shown: string; at: number }

/** Records the `data-shown` states of guarded elements, and the ms since each was made or had the state before. */
async function watchGuarded(page: Page): Promise<() => Promise<Sighting[]>> {
  await page.addInitScript(() => {
    const seen: { text: string; shown: string; at: number }[] = []
    const known = new WeakMap<Element, { since: number; shown: string }>()
    Object.assign(window, { seenGuarded: seen })
    // an observer hears of an insertion only after the effects that start the check's timer, late on a busy page
    const create = document.createElement
    document.createElement = (...made: Parameters<typeof create>) => {
      const element = create.apply(document, made)
      if (element.localName === 'fieldset') known.set(element, { since: performance.now(), shown: '' })
      return element
    }
    const note = (element: Element) => {
      const shown = element.getAttribute('data-shown') ?? ''
      const before = known.get(element)
      if (before?.shown === shown) return
      const since = before?.since ?? performance.now()
      known.set(element, { since, shown })
      seen.push({ text: element.textContent ?? '', shown, at: performance.now() - since })
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'attributes') note(target as Element)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          if (node.matches('.permission')) note(node)
          for (const each of node.querySelectorAll('.permission')) note(each)
        }
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-shown'] })
  })
  return () => page.evaluate(() => (window as unknown as { seenGuarded: Sighting[] }).seenGuarded)
}

/** Grants a role a button of the staff list, and makes the page refresh its permissions. */
async function grant(page: Page, role: string, alias: string): Promise<void> {
  await changeRights(page, () =>
    query(
      `with granted as (insert into role_menus (role_id, menu_id) select r.id, b.id from roles r, menus b
        join menus p on p.id = b.parent_id where r.code = $1 and p.code = 'userList' and b.alias = $2 returning 1)
      select pg_notify('console_changes', '{"type":"permissions"}') from granted`,
      [role, alias],
    ),
  )
  await elapse(page, 60_000)
  await page.keyboard.press('Shift')
}

test('§6 the check is made 200 ms after insert: until then nothing guarded is seen or pressed', async ({ page }) => {
  await addHolder('may.add', ['userList', 'view', 'add'])
  const sightings = await watchGuarded(page)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/menu/buttons', async (route) => {
    await held
    await route.continue()
  })
  const requested = page.waitForRequest('**/api/admin/menu/buttons')
  const others = page.waitForResponse('**/api/admin/menu/routes_v2')
  await enter(page, 'may.add', LIST)

  await test.step('§2 a page renders only once the button permissions are loaded', async () => {
    await Promise.all([requested, others])
    await expect(page.getByRole('navigation', { name: '已打开的页面' })).toHaveCount(0)
    await expect(main(page)).toHaveCount(0)
    release()
  })
  await expect(button(main(page), '新增')).toBeVisible()
  const seen = (await sightings()).filter(({ text }) => text === '新增')
  expect(seen.map(({ shown }) => shown)).toEqual(['place', 'element'])
  expect(seen[1]?.at).toBeGreaterThanOrEqual(CHECK_MS)
})

test('§6 the three modes of guarded elements, before and after a change of the permissions', async ({ page }) => {
  const role = 'may.view'
  await addHolder(role, ['userList', 'view'])
  const id = await addPerson('seen.guarded')
  const sightings = await watchGuarded(page)
  const form = async () => {
    await goTo(page, `/userControl/editAccount?id=${id}`)
    await expect(field(shown(page), '姓名')).toBeEnabled()
  }
  const details = dialog(page)
  const openDetails = () => main(page).getByRole('button', { name: 'seen.guarded', exact: true }).click()
  const refusedEdit = details.getByRole('group', { name: REFUSED }).getByRole('button', { name: '编辑' })

  await enter(page, role, `${LIST}?userName=seen.guarded`)
  await test.step('§6 (a) hide: without the right to add the button never shows', async () => {
    await expect(rows(page)).toHaveCount(1)
    await expect(page.locator('.permission')).toHaveCount(0)
    await expect(button(main(page), '新增')).toHaveCount(0)
    const seen = (await sightings()).map(({ shown: state }) => state)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((state) => state !== 'place')).toEqual([])
  })

  await test.step('§6 (c) hide, then disable: the details’ 编辑; one of the codes is enough for 更多', async () => {
    await openDetails()
    await expect(refusedEdit).toBeDisabled()
    await button(details, /^更多/).click()
    await expect(page.locator('.ant-dropdown:visible').getByRole('menuitem')).toHaveText(['关联客户', '下属'])
    await closeMenu(page, page.locator('.ant-dropdown:visible'))
    const seen = (await sightings()).filter(({ text }) => text === '编辑')
    expect(seen.slice(-2).map(({ shown: state }) => state)).toEqual(['place', 'lookalike'])
    await expectAccessible(page, { within: ['.ant-drawer'] })

    await grant(page, role, 'lock')
    await button(details, /^更多/).click()
    await expect(refusedEdit).toBeDisabled()
    await expect(page.locator('.ant-dropdown:visible').getByRole('menuitem')).toHaveText(['锁定', '关联客户', '下属'])
    await closeMenu(page, page.locator('.ant-dropdown:visible'))

    await grant(page, role, 'edit')
    await button(details, '编辑').click()
    await expect(page).toHaveURL(/\/userControl\/editAccount\?id=\d+/)
  })

  await test.step('§6 (b) disable: a lookalike titled 暂无操作权限 replaces the control of the status', async () => {
    await form()
    const lookalike = shown(page).getByRole('group', { name: REFUSED })
    await expect(lookalike).toHaveAttribute('title', REFUSED)
    await expect(lookalike.getByRole('radio', { name: '启用' })).toBeDisabled()
    await expect(lookalike.getByRole('radio', { name: '启用' })).toBeChecked()
    await expect(lookalike.getByRole('radio', { name: '已禁用' })).toBeDisabled()
    await expectAccessible(page, { within: ['main'] })

    await grant(page, role, 'disable')
    await expect(shown(page).getByRole('radio', { name: '启用' })).toBeEnabled()
    await expect(shown(page).getByRole('group', { name: REFUSED })).toHaveCount(0)
  })

  await test.step('§6 access explained is for administrators only', async () => {
    await goTo(page, EXPLAINED)
    await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
  })
})

async function explain(page: Page, text: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: '搜索页面或按钮' }).fill(text)
  return page.getByRole('region', { name: '权限说明' })
}

test('§6 access explained: an administrator reads why somebody has a right, or lacks it', async ({ page }) => {
  await addPerson('explains.all')
  await addHolder('is.explained', ['userList', 'view', 'lock'])
  await enter(page, 'explains.all', `${LIST}?userName=is.explained`)
  await rowAct(page, 'is.explained', '权限说明')
  await expect(page).toHaveURL(new RegExp(`${EXPLAINED}\\?userId=\\d+`))
  const content = main(page)
  await expect(content.getByText('is.explained（is.explained）')).toBeVisible()
  await expect(content.getByText('可以登录')).toBeVisible()

  const detail = await explain(page, 'userList')
  await page.getByRole('treeitem', { name: /员工账号/ }).click()
  await expect(detail.getByRole('status')).toHaveText(/^可以，因为主角色“is\.explained”授予了其下的“查看”/)
  await expect(detail.getByText('数据范围')).toBeVisible()
  await expectAccessible(page, { within: ['main'] })
  await page.getByRole('tree').getByText('新增', { exact: true }).click()
  await expect(detail.getByRole('status')).toHaveText('不可以，因为主角色“is.explained”没有授予按钮“新增”')
  await expect(detail.getByRole('heading')).toContainText('userList.add')

  await page.reload()
  await expect(detail.getByRole('status')).toHaveText(/^不可以/)
  await page.getByRole('checkbox', { name: '只看有权限的' }).check()
  await page.getByRole('searchbox', { name: '搜索页面或按钮' }).fill('锁定')
  await expect(page.getByText('lock', { exact: true })).toBeVisible()
  await expect(page.getByText('unLock', { exact: true })).toHaveCount(0)
})

test('impersonation: a window of its own, read-only, recorded; the administrator’s own window stays as it is', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/403/)
  const adminId = await addPerson('looks.on')
  const id = await addHolder('is.seen', ['userList', 'view', 'edit', 'lock'])
  await enter(page, 'looks.on', `${EXPLAINED}?userId=${id}`)
  const opening = context.waitForEvent('page')
  await button(main(page), /以此人身份查看/).click()
  const look = await opening
  const bar = look.getByRole('status').filter({ hasText: '正在以 is.seen（is.seen）的身份只读查看' })
  await expect(bar).toBeVisible()
  await expect(button(look, /is\.seen（is\.seen）的账号菜单/)).toBeVisible()
  await expect(look.locator('.top-menu, nav').getByText('权限管理')).toHaveCount(0)
  await expectAccessible(look, { within: ['[role="status"]'] })

  const otherId = await addPerson('seen.locked')
  await goTo(look, `${LIST}?userName=seen.locked`)
  await expect(rows(look)).toHaveCount(1)
  await expect(button(main(look), '新增')).toHaveCount(0)
  await button(main(look), /^锁定/).click()
  await look.getByRole('dialog').getByRole('button', { name: '锁定' }).click()
  await expect(look.getByText('只读查看中，不能进行操作')).toBeVisible()
  const [other] = await query<{ locked: boolean }>('select locked from users where id = $1', [otherId])
  expect(other?.locked).toBe(false)

  await act(await askSignOut(look), '确定').click()
  await expect(look.getByText('只读查看中，不能进行操作').last()).toBeVisible()
  await expect(bar).toBeVisible()

  await page.reload()
  await expect(button(page, /looks\.on（looks\.on）的账号菜单/)).toBeVisible()
  await expect(page.getByText('只读查看', { exact: true })).toHaveCount(0)
  await goTo(page, LIST)
  await expect(button(main(page), '新增')).toBeVisible()

  await look.reload()
  await expect(bar).toBeVisible()
  const closed = look.waitForEvent('close')
  await button(look, '退出查看').click()
  await closed
  await expect(button(page, /looks\.on（looks\.on）的账号菜单/)).toBeVisible()
  const acts = await query<{ action: string; by: string }>(
    `select action, actor_id::text as by from audit_log where target_type = 'user' and target_id = $1 order by id`,
    [id],
  )
  expect(acts).toEqual([
    { action: 'impersonation.begin', by: adminId },
    { action: 'impersonation.end', by: adminId },
  ])

  await test.step('an expired impersonation shows nothing more, and never the administrator’s own console', async () => {
    await goTo(page, `${EXPLAINED}?userId=${id}`)
    const again = context.waitForEvent('page')
    await button(main(page), /以此人身份查看/).click()
    const late = await again
    await expect(button(late, /is\.seen（is\.seen）的账号菜单/)).toBeVisible()
    await query('update looks set expires_at = now() where user_id = $1', [id])
    await late.reload()
    await expect(late.getByText('只读查看已结束，请关闭此窗口')).toBeVisible()
    await expect(late.getByRole('heading', { name: '菜单和权限加载失败' })).toBeVisible()
    const over = late.waitForEvent('close')
    await button(late, '退出查看').click()
    await over
  })
})
