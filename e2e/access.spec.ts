// Permissions as people meet them: the manners of guarded elements, why somebody may or may not, looking as somebody.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, changeRights, enter, expect, FIRST, query, test } from './fixtures.ts'

const LIST = '/userControl/accountCenter/userList'
const EXPLAINED = '/permission/accessExplained'
const CHECK_MS = 200
const REFUSED = '暂无操作权限'

const main = (page: Page) => page.locator('main')
const named = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })

/** A person whose role holds exactly these buttons of the list of accounts. */
async function addHolder(userName: string, ...buttons: string[]): Promise<void> {
  // behind the others, which other journeys pick from a list
  const [role] = await query<{ id: string }>(
    'insert into roles (code, name, sort) values ($1, $1, 1000) returning id::text',
    [userName],
  )
  await query(
    `insert into role_menus (role_id, menu_id) select $1, b.id from menus b join menus p on p.id = b.parent_id
    where p.code = 'userList' and b.alias = any ($2)`,
    [role?.id, buttons],
  )
  await addPerson(userName, userName)
}

async function openDetails(page: Page, userName: string): Promise<Locator> {
  await page.goto(`${FIRST()}/backend${LIST}?userName=${userName}`)
  await main(page).getByRole('button', { name: userName, exact: true }).click()
  return page.getByRole('dialog')
}

type Sighting = { text: string; shown: string; at: number }

/** Notes in the page what guarded elements show from their insertion on. */
async function watchGuarded(page: Page): Promise<() => Promise<Sighting[]>> {
  await page.addInitScript(() => {
    const seen: { text: string; shown: string; at: number }[] = []
    const known = new WeakMap<Element, { since: number; shown: string }>()
    Object.assign(window, { seenGuarded: seen })
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

test('§6 the check is made 200 ms after insert: until then nothing guarded is seen or pressed', async ({ page }) => {
  await addHolder('may.add', 'view', 'add')
  const sightings = await watchGuarded(page)
  await enter(page, 'may.add', LIST)
  await expect(named(main(page), '新增')).toBeVisible()
  const seen = (await sightings()).filter(({ text }) => text === '新增')
  expect(seen.map(({ shown }) => shown)).toEqual(['place', 'element'])
  // the timer of the check begins a moment before the observer is told of the insertion
  expect(seen[1]?.at).toBeGreaterThan(CHECK_MS - 50)
})

test('§6 (a) hide: who may not add finds no button, at no moment', async ({ page }) => {
  await addHolder('may.view', 'view')
  const sightings = await watchGuarded(page)
  await enter(page, 'may.view', LIST)
  await expect(main(page).getByRole('row').nth(3)).toBeVisible()
  await expect(page.locator('.permission')).toHaveCount(0)
  await expect(named(main(page), '新增')).toHaveCount(0)
  const seen = (await sightings()).map(({ shown }) => shown)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((shown) => shown !== 'place')).toEqual([])
})

test('§6 (b) disable: a lookalike titled 暂无操作权限 stands where the status would be changed', async ({ page }) => {
  await addHolder('may.edit', 'view', 'edit')
  await enter(page, 'may.edit', LIST)
  const [some] = await query<{ id: string }>("select id::text from users where user_name = 'editor'")
  await page.goto(`${FIRST()}/backend/userControl/editAccount?id=${some?.id}`)
  const lookalike = main(page).getByRole('group', { name: REFUSED })
  await expect(lookalike).toHaveAttribute('title', REFUSED)
  await expect(lookalike.getByRole('radio', { name: '启用' })).toBeDisabled()
  await expect(lookalike.getByRole('radio', { name: '启用' })).toBeChecked()
  await expect(lookalike.getByRole('radio', { name: '已禁用' })).toBeDisabled()
  await expect(main(page).getByRole('textbox', { name: '姓名' })).toBeEnabled()
  await expectAccessible(page)

  await addHolder('may.disable', 'view', 'edit', 'disable')
  await enter(page, 'may.disable', `/userControl/editAccount?id=${some?.id}`)
  await expect(main(page).getByRole('radio', { name: '启用' })).toBeEnabled()
  await expect(main(page).getByRole('group', { name: REFUSED })).toHaveCount(0)
})

test('§6 (c) hide, then disable: the details’ 编辑; one of the codes is enough for 更多', async ({ page }) => {
  await addHolder('reads.only', 'view')
  await enter(page, 'reads.only')
  const sightings = await watchGuarded(page)
  const readers = await openDetails(page, 'editor')
  await expect(readers.getByRole('group', { name: REFUSED }).getByRole('button', { name: '编辑' })).toBeDisabled()
  await expect(named(readers, /^更多/)).toHaveCount(0)
  const seen = (await sightings()).filter(({ text }) => text === '编辑')
  expect(seen.map(({ shown }) => shown)).toEqual(['place', 'lookalike'])
  await expectAccessible(page)

  await addHolder('locks.only', 'view', 'lock')
  await enter(page, 'locks.only')
  const locker = await openDetails(page, 'editor')
  await expect(locker.getByRole('group', { name: REFUSED }).getByRole('button', { name: '编辑' })).toBeDisabled()
  await named(locker, /^更多/).click()
  await expect(page.locator('.ant-dropdown').getByRole('menuitem')).toHaveText(['锁定', '关联客户', '下属'])
  await page.keyboard.press('Escape')

  await addHolder('edits.too', 'view', 'edit')
  await enter(page, 'edits.too')
  const editor = await openDetails(page, 'editor')
  await named(editor, '编辑').click()
  await expect(page).toHaveURL(/\/userControl\/editAccount\?id=\d+/)
})

test('§6 after a change of the permissions the check runs again', async ({ page }) => {
  await addHolder('gets.add', 'view')
  await page.clock.install()
  await enter(page, 'gets.add', LIST)
  await expect(main(page).getByRole('row').nth(3)).toBeVisible()
  await expect(named(main(page), '新增')).toHaveCount(0)
  await changeRights(page, () =>
    query(
      `with given as (insert into role_menus (role_id, menu_id) select r.id, b.id from roles r, menus b
        where r.code = 'gets.add' and b.code = 'userList.add' returning 1)
      select pg_notify('console_changes', '{"type":"permissions"}') from given`,
    ),
  )
  await page.clock.fastForward(60_000)
  await page.keyboard.press('Shift')
  await expect(named(main(page), '新增')).toBeVisible()
})

test('§2 a page renders only once the button permissions are loaded', async ({ page }) => {
  await addHolder('waits.first', 'view', 'add')
  await enter(page, 'waits.first', LIST)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/admin/menu/buttons', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/admin/menu/buttons')
  const others = page.waitForResponse('**/api/admin/menu/routes_v2')
  await page.reload()
  await Promise.all([asked, others])
  await expect(main(page)).toHaveCount(0)
  answer()
  await expect(named(main(page), '新增')).toBeVisible()
})

async function explain(page: Page, text: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: '搜索页面或按钮' }).fill(text)
  return page.getByRole('region', { name: '权限说明' })
}

test('§6 access explained: an administrator reads why somebody may, and may not', async ({ page }) => {
  await addPerson('explains.all')
  await addHolder('is.explained', 'view', 'lock')
  await enter(page, 'explains.all', `${LIST}?userName=is.explained`)
  await named(main(page), '更多 is.explained').click()
  await page.getByRole('menuitem', { name: '权限说明' }).click()
  await expect(page).toHaveURL(new RegExp(`${EXPLAINED}\\?userId=\\d+`))
  const content = main(page)
  await expect(content.getByText('is.explained（is.explained）')).toBeVisible()
  await expect(content.getByText('可以登录')).toBeVisible()

  const detail = await explain(page, 'userList')
  await page.getByRole('treeitem', { name: /员工账号/ }).click()
  await expect(detail.getByRole('status')).toHaveText(/^可以，因为主角色“is\.explained”授予了其下的“查看”/)
  await expect(detail.getByText('数据范围')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tree').getByText('新增', { exact: true }).click()
  await expect(detail.getByRole('status')).toHaveText('不可以，因为主角色“is.explained”没有授予按钮“新增”')
  await expect(detail.getByRole('heading')).toContainText('userList.add')

  await page.reload()
  await expect(detail.getByRole('status')).toHaveText(/^不可以/)
  await page.getByRole('checkbox', { name: '只看可以的' }).check()
  await page.getByRole('searchbox', { name: '搜索页面或按钮' }).fill('锁定')
  await expect(page.getByText('lock', { exact: true })).toBeVisible()
  await expect(page.getByText('unLock', { exact: true })).toHaveCount(0)
})

test('§6 access explained is an administrator’s alone', async ({ page, expectConsole }) => {
  expectConsole(/403/)
  await addPerson('asks.too', 'sjgly')
  await enter(page, 'asks.too', `${LIST}?userName=editor`)
  await expect(main(page).getByText('资讯编辑').first()).toBeVisible()
  await expect(named(main(page), /^更多/)).toHaveCount(0)
  await page.goto(`${FIRST()}/backend${EXPLAINED}`)
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
  const token = (await page.context().cookies()).find(({ value }) => value.length > 20)?.value
  const session = await page.evaluate(() => localStorage.getItem('console-session') ?? '')
  const own = token ?? (JSON.parse(session).content.session.access_token as string)
  for (const path of ['access/explain', 'access/overview', 'look/begin', 'look/end']) {
    const reply = await page.request.post(`${FIRST()}/api/backend/${path}`, {
      data: {},
      headers: { 'console-auth': own },
    })
    expect([path, reply.status()]).toEqual([path, 403])
  }
})

test('a look that is over shows nothing more, and never the administrator’s own console', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/403/)
  await addPerson('looks.late')
  await addHolder('was.seen', 'view')
  const [seen] = await query<{ id: string }>("select id::text from users where user_name = 'was.seen'")
  await enter(page, 'looks.late', `${EXPLAINED}?userId=${seen?.id}`)
  const opening = context.waitForEvent('page')
  await named(main(page), /以此人身份查看/).click()
  const look = await opening
  await expect(named(look, /was\.seen（was\.seen）的账号菜单/)).toBeVisible()
  await query('update looks set expires_at = now() where user_id = $1', [seen?.id])
  await look.reload()
  await expect(look.getByText('只读查看已结束，请关闭此窗口')).toBeVisible()
  await expect(look.getByRole('heading', { name: '菜单和权限没能加载' })).toBeVisible()
  const closed = look.waitForEvent('close')
  await named(look, '退出查看').click()
  await closed
})

test('looking as somebody: another window, read-only, recorded; the administrator’s own window stays as it is', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/403/)
  const adminId = await addPerson('looks.on')
  await addHolder('is.seen', 'view', 'edit', 'lock')
  const [seen] = await query<{ id: string }>("select id::text from users where user_name = 'is.seen'")
  await enter(page, 'looks.on', `${EXPLAINED}?userId=${seen?.id}`)
  const opening = context.waitForEvent('page')
  await named(main(page), /以此人身份查看/).click()
  const look = await opening
  const bar = look.getByRole('status').filter({ hasText: '正在以 is.seen（is.seen）的身份只读查看' })
  await expect(bar).toBeVisible()
  await expect(named(look, /is\.seen（is\.seen）的账号菜单/)).toBeVisible()
  await expect(look.locator('.top-menu, nav').getByText('权限管理')).toHaveCount(0)
  await expectAccessible(look)

  await look.goto(`${FIRST()}/backend${LIST}?userName=editor`)
  await expect(bar).toBeVisible()
  await expect(named(main(look), '新增')).toHaveCount(0)
  await named(main(look), /^锁定/).click()
  await look.getByRole('dialog').getByRole('button', { name: '锁定' }).click()
  await expect(look.getByText('只读查看中，不能进行操作')).toBeVisible()
  const [editor] = await query<{ locked: boolean }>("select locked from users where user_name = 'editor'")
  expect(editor?.locked).toBe(false)

  await named(look, /的账号菜单/).click()
  await look.getByRole('menuitem', { name: '退出系统' }).click()
  await look.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(look.getByText('只读查看中，不能进行操作').last()).toBeVisible()
  await expect(bar).toBeVisible()

  await page.reload()
  await expect(named(page, /looks\.on（looks\.on）的账号菜单/)).toBeVisible()
  await expect(page.getByText('只读查看', { exact: true })).toHaveCount(0)
  await page.goto(`${FIRST()}/backend${LIST}`)
  await expect(named(main(page), '新增')).toBeVisible()

  await look.reload()
  await expect(bar).toBeVisible()
  const closed = look.waitForEvent('close')
  await named(look, '退出查看').click()
  await closed
  await expect(named(page, /looks\.on（looks\.on）的账号菜单/)).toBeVisible()
  const acts = await query<{ action: string; by: string }>(
    'select action, actor_id::text as by from audit_log where target_id = $1 order by id',
    [seen?.id],
  )
  expect(acts).toEqual([
    { action: 'look.begin', by: adminId },
    { action: 'look.end', by: adminId },
  ])
})
