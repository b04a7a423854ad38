// The live channel in a browser (spec §4): notices, permission changes, and reconnecting.
import type { Locator, Page } from '@playwright/test'
import { applyRegistration } from '#contract/members/registrations.ts'
import { expectAccessible } from '../accessible.ts'
import {
  addHolder,
  addPerson,
  enter,
  expect,
  FIRST,
  knowCaptcha,
  query,
  SECOND,
  signInByCalls,
  test,
} from '../fixtures.ts'
import { active, elapse, LIST, lastInitialRead, stopClock, tabs } from '../page.ts'
import { settled } from '../settled.ts'

test.use({ live: true })

const SOCKET = /\/ws\/pushMessage\//
const CHECK_MS = 3_000

const box = (page: Page, text: string | RegExp) => page.locator('.ant-notification-notice').filter({ hasText: text })
const lostBar = (page: Page) => page.getByRole('status').filter({ hasText: '实时通知已断开' })

/** Enters and waits until the channel is open and the page has read the unacknowledged messages. */
async function enterLive(page: Page, userName: string, address = LIST): Promise<void> {
  const unacknowledged = page.waitForResponse('**/memberRegisterNotice/pushNoticeByUser')
  await enter(page, userName, address)
  await unacknowledged
}

/** Sends one person a registration's message, as the other process would. */
async function pushRegistration(userId: string, company: string): Promise<void> {
  await query(
    `with sent as (insert into push_messages (user_id, type, data)
      values ($1, 'register', jsonb_build_object('registrationId', '1', 'company', $2::text, 'contact', '王敏',
        'mobile', '139****0000', 'subProduct', '大数据', 'time', now())) returning id)
    select pg_notify('console_changes', json_build_object('type', 'pushes', 'ids', json_build_array(id::text))::text)
    from sent`,
    [userId, company],
  )
}

const unread = (userId: string) =>
  query('select 1 from push_messages where user_id = $1 and read_at is null', [userId]).then(({ length }) => length)

test('§1 §4 a new registration shows at the bottom right, stays, and 查看详情 leads to /home/index', async ({
  page,
}) => {
  const id = await addPerson('live.service')
  await enterLive(page, 'live.service')

  const captcha = await page.request.get(`${await SECOND()}/api/adminauth/login/captcha`)
  const { key } = (await captcha.json()).data as { key: string }
  const applied = await page.request.post(`${await SECOND()}${applyRegistration.path}`, {
    data: {
      company: '华泰钢贸有限公司',
      contact: '李想',
      mobile: '13700000001',
      subProduct: 'steel',
      consent: true,
      'captcha-key': key,
      'captcha-code': await knowCaptcha(key),
    },
  })
  expect((await applied.json()).code).toBe(200)

  const notice = box(page, '华泰钢贸有限公司')
  await expect(notice).toContainText('新注册')
  await expect(notice).toContainText(/李想 137\*{4}\d{4}/)
  await expect(notice).toContainText('钢铁资讯')
  await expect(notice).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/)
  const [at, size] = [await notice.boundingBox(), page.viewportSize()]
  expect((size?.width ?? 0) - (at?.x ?? 0) - (at?.width ?? 0)).toBeLessThan(40)
  expect((at?.y ?? 0) + (at?.height ?? 0)).toBeGreaterThan((size?.height ?? 0) / 2)
  await expectAccessible(page, { within: ['.ant-notification'] })
  const bottomOf = async (of: Locator) => {
    const found = await of.boundingBox()
    return (found?.y ?? 0) + (found?.height ?? 0)
  }
  const pager = page.locator('main .page-box:visible .pager')
  const top = (await pager.boundingBox())?.y ?? 0
  expect(await bottomOf(notice), 'above the pager').toBeLessThanOrEqual(top)
  await page.screenshot({ path: test.info().outputPath('box.png') })

  await test.step('it folds to a line below the pager, and stays folded when the page is loaded again', async () => {
    await elapse(page, 600_000)
    await expect(notice).toHaveCount(0)
    const line = page.getByRole('button', { name: '新注册 华泰钢贸有限公司' })
    expect((await line.boundingBox())?.y ?? 0, 'below the pager').toBeGreaterThanOrEqual(await bottomOf(pager))
    await page.reload()
    await expect(line).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('line.png') })
    await line.click()
    await expect(notice).toBeVisible()
  })

  await test.step('the notice does not cover an open menu', async () => {
    const below = page.locator('main').getByRole('button', { name: /^更多/ }).first()
    await below.click()
    const menu = page.locator('.ant-dropdown:visible')
    await expect(menu).toBeVisible()
    const depth = (of: typeof menu) => of.evaluate((element) => Number(getComputedStyle(element).zIndex))
    expect(await depth(menu)).toBeGreaterThan(await depth(page.locator('.ant-notification').first()))
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  })

  await notice.getByRole('button', { name: '查看详情' }).press('Enter')
  await expect(page).toHaveURL(/\/backend\/home\/index/)
  await expect(notice).toHaveCount(0)
  // acknowledged: it is not shown again
  await expect.poll(() => unread(id)).toBe(0)
})

test('several at once are one box with their count; closing it acknowledges them in every tab', async ({
  page,
  context,
}) => {
  const id = await addPerson('live.many', 'reviewer')
  for (const n of [1, 2, 3]) await pushRegistration(id, `第${n}家公司`)
  await enterLive(page, 'live.many', '/home/index')
  await expect(box(page, '3 条新注册')).toContainText('第3家公司')
  await expect(box(page, /./)).toHaveCount(1)
  const other = await context.newPage()
  await other.goto(`${FIRST()}/backend/home/index`)
  await expect(box(other, '3 条新注册')).toBeVisible()

  await pushRegistration(id, '第4家公司')
  for (const each of [page, other]) await expect(box(each, '4 条新注册')).toContainText('第4家公司')
  await box(page, /./).getByRole('button', { name: '收起' }).click()
  await expect(box(page, /./)).toHaveCount(0)
  await page.getByRole('button', { name: '4 条新注册 第4家公司' }).click()
  await box(page, '4 条新注册').getByRole('button', { name: '关闭' }).click()
  for (const each of [page, other]) await expect(box(each, /./)).toHaveCount(0)
  await expect.poll(() => unread(id)).toBe(0)
})

const changeRole = (id: string, code: string) =>
  query(
    `with changed as (update users set role_id = (select id from roles where code = $2) where id = $1 returning id)
      select pg_notify('console_changes', json_build_object('type', 'users', 'ids', json_build_array(id::text))::text)
      from changed`,
    [id, code],
  )

test('experience.md "Nothing covers" a change of many pages is told in a notice that scrolls', async ({ page }) => {
  const id = await addPerson('live.notice', 'newsEditor')
  await enterLive(page, 'live.notice', '/home/index')
  await changeRole(id, 'administrator')
  const notice = page.locator('.long-notice')
  await expect(notice).toContainText('权限已更新：新增')
  const { seen, whole } = await notice.evaluate((each) => ({ seen: each.clientHeight, whole: each.scrollHeight }))
  expect(seen).toBeLessThanOrEqual(112)
  expect(whole).toBeGreaterThan(seen)
  await page.screenshot({ path: test.info().outputPath('notice.png') })
})

test('§4 §6 rights changed elsewhere change the menu at once, and a message says what', async ({ page, request }) => {
  const id = await addPerson('live.rights', 'reviewer')
  const initialRead = lastInitialRead(page)
  await enterLive(page, 'live.rights', '/home/index')
  const entry = page.getByRole('navigation').getByRole('button', { name: '用户中心' })
  const change = (code: string) => changeRole(id, code)
  await expect(entry).toBeVisible()
  await change('newsEditor')
  await expect(page.getByText(/^权限已更新：.*移除“员工账号”/)).toBeVisible()
  await expect(entry).toHaveCount(0)
  await change('reviewer')
  await expect(page.getByText(/^权限已更新：新增 \d+ 个页面.*“员工账号”/)).toBeVisible()
  await expect(entry).toBeVisible()
  await initialRead
  await settled(page)

  await test.step('§6 a person forced offline in the other process lands on /login and reads why', async () => {
    await addPerson('live.admin')
    const { access_token: token } = await signInByCalls(request, 'live.admin', await SECOND())
    const reply = await request.get(`${await SECOND()}/api/backend/message/userOffline?id=${id}`, {
      headers: { 'console-auth': token },
    })
    expect((await reply.json()).code).toBe(200)
    await expect(page).toHaveURL(/\/backend\/login/)
    await expect(page.getByRole('alert').filter({ hasText: '您已被管理员强制下线' })).toBeVisible()
  })
})

test('after a lost connection no message is missed and none comes twice', async ({ page }) => {
  const id = await addPerson('live.cut', 'reviewer')
  const gate = { isOpen: true, tried: 0, cut: () => {} }
  /** Lets connections through or rejects them; `gate.cut` closes the open one. */
  await page.routeWebSocket(SOCKET, async (socket) => {
    // counted after the page was notified: its next attempt depends on the clock only
    if (!gate.isOpen) return await socket.close({ code: 4000 }).then(() => gate.tried++)
    const server = socket.connectToServer()
    gate.cut = () => {
      void server.close()
      void socket.close({ code: 4000 })
    }
  })
  await enterLive(page, 'live.cut', '/home/index')
  await pushRegistration(id, '断线之前')
  await expect(box(page, '断线之前')).toHaveCount(1)
  gate.isOpen = false
  gate.cut()
  await pushRegistration(id, '断线期间')
  gate.isOpen = true
  await page.clock.runFor(CHECK_MS)
  await expect(box(page, '断线期间')).toHaveCount(1)
  await pushRegistration(id, '恢复之后')
  await expect(box(page, '恢复之后')).toContainText('3 条新注册')
  await expect(box(page, /./)).toHaveCount(1)

  await test.step('§4 §9 after 5 tries the state is shown, and 重新连接 brings the messages back', async () => {
    // from here on the page reconnects only when the test advances the clock
    await stopClock(page)
    gate.isOpen = false
    gate.cut()
    for (let reconnect = 1; reconnect <= 5; reconnect++) {
      await expect(lostBar(page)).toHaveCount(0)
      await page.clock.runFor(CHECK_MS)
      await expect.poll(() => gate.tried).toBe(reconnect)
    }
    await expect(lostBar(page)).toBeVisible()
    await page.clock.runFor(CHECK_MS * 10)
    expect(gate.tried).toBe(5)
    await page.clock.resume()
    await expectAccessible(page, { within: ['[role="status"]'] })

    await pushRegistration(id, '再断线时来的公司')
    gate.isOpen = true
    await lostBar(page).getByRole('button', { name: '重新连接' }).press('Enter')
    await expect(lostBar(page)).toHaveCount(0)
    await expect(box(page, '再断线时来的公司')).toBeVisible()
  })
})

test('§6 without 查看 an open page closes, in one toast that names page and sub-product; a reload is the 403 page', async ({
  page,
  expectConsole,
}) => {
  // calls of the open page between the loss of the right and its closing
  expectConsole(/403 \(Forbidden\).*(?:account\/page|list\/)/)
  await addHolder('loses.view', ['bigData.accounts', 'view', 'edit', 'details'], ['customerList', 'view'])
  await enterLive(page, 'loses.view', '/application/bigData/accounts/index')
  await expect(active(page)).toHaveText('账号管理')
  await query(
    `with gone as (delete from role_menus using roles r, menus b where role_id = r.id and menu_id = b.id
      and r.code = 'loses.view' and b.code = 'bigData.accounts.view' returning 1)
    select pg_notify('console_changes', '{"type":"permissions"}') from gone`,
  )
  await expect(page.locator('.ant-message-notice')).toHaveText(['您的权限已变更，已关闭“账号管理 · 大数据”'])
  await expect(tabs(page)).toHaveText(['首页'])
  await page.goto(`${FIRST()}/backend/application/bigData/accounts/index`)
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
})
