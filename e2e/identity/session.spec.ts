// The session in the browser (spec §4): one renewal for all tabs, signing out in all tabs, and nothing left in storage.
import type { BrowserContext, Page, Request } from '@playwright/test'
import { getLoginUserInfo } from '#contract/identity/own-account.ts'
import { getOwnMessages } from '#contract/live/messages.ts'
import { recordVisits } from '#contract/organisation/visit-log.ts'
import { queryOwnJobs } from '#contract/system/jobs.ts'
import { keyOf, unpackEntry } from '#web/lib/storage.ts'
import { addPerson, DEMO_PASSWORD, enter, expect, FIRST, openStorage, query, SignInPage, test } from '../fixtures.ts'
import { act, askSignOut, button, elapse, field, LIST, main, row, rows, shown, tabs } from '../page.ts'

const TOKEN = '**/api/adminauth/oauth/token'
const EXPIRED = '登录失效，请重新登录！'
const LIFE_S = 32_399
const SESSION = keyOf('session')

type Stored = { session: { access_token: string; expires_in: number }; receivedAt: number }

const storedIn = async (page: Page) =>
  unpackEntry(await page.evaluate((name) => localStorage.getItem(name), SESSION)) as Stored | undefined

const tokenIn = async (page: Page) => (await storedIn(page))?.session.access_token

/** Backdates the stored token so that `seconds` of its lifetime are left. Open pages receive the storage event. */
async function leaveS(context: BrowserContext, seconds: number): Promise<void> {
  const beside = await context.newPage()
  await openStorage(beside)
  await beside.evaluate(
    ([name, left]) => {
      const entry = JSON.parse(localStorage.getItem(name) ?? '')
      entry.content.receivedAt = Date.now() - (entry.content.session.expires_in - left) * 1000
      localStorage.setItem(name, JSON.stringify(entry))
    },
    [SESSION, seconds] as const,
  )
  await beside.close()
}

const isTokenCall = (request: Request) => request.url().includes('/oauth/token')

/** Calls that a page sends on its own at any time. */
const background = [recordVisits, queryOwnJobs, getOwnMessages, getLoginUserInfo].map(({ path }) => path)

/** Records token calls and authenticated calls, without those in the background. */
function watchCalls(context: BrowserContext) {
  const calls: Request[] = []
  context.on('request', (request) => {
    if (background.some((path) => request.url().includes(path))) return
    if (isTokenCall(request) || request.headers()['console-auth'] !== undefined) calls.push(request)
  })
  return { renewals: () => calls.filter(isTokenCall), others: () => calls.filter((each) => !isTokenCall(each)) }
}

/** Blocks the token call until the returned function is called. */
async function holdRenewal(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route(TOKEN, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const warning = (page: Page) => page.getByRole('status').filter({ hasText: '登录即将过期' })
const reloadList = (page: Page) => act(shown(page), '刷新').click()

/** Opens a page and waits for the calls that it sends on its own, some of them delayed. */
async function openAndSettle(page: Page, open: () => Promise<unknown>): Promise<void> {
  const known = [getLoginUserInfo, getOwnMessages, queryOwnJobs].map(({ path }) => page.waitForResponse(`**${path}`))
  await open()
  await Promise.all(known)
  await page.waitForLoadState('networkidle')
}

async function openHome(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await openAndSettle(page, () => page.goto(`${FIRST()}/backend/home/index`))
  await expect(main(page)).toContainText('系统管理员')
  return page
}

/** Starts three calls that wait for the renewal: the list and a row's form in one tab, the list in the other. */
async function startCalls(page: Page, other: Page): Promise<void> {
  await page.bringToFront()
  await reloadList(page)
  await button(shown(page), /^编辑/).first().click()
  await expect(page).toHaveURL(/editAccount/)
  await other.bringToFront()
  await other.getByRole('link', { name: '员工账号' }).first().click()
  await expect(other).toHaveURL(new RegExp(LIST))
}

test('§4 one refresh serves every tab and every waiting call, and they go on with the new token', async ({
  page,
  context,
}) => {
  await addPerson('renew.one')
  await openAndSettle(page, () => enter(page, 'renew.one', LIST))
  const before = await tokenIn(page)
  const other = await openHome(context)
  await expect(rows(page).nth(3)).toBeVisible()

  const calls = watchCalls(context)
  await leaveS(context, 3_700)
  await page.bringToFront()
  await reloadList(page)
  await expect.poll(() => calls.others().length).toBe(1)
  expect(calls.renewals()).toHaveLength(0)

  const release = await holdRenewal(context)
  await leaveS(context, 1_800)
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()
  await startCalls(page, other)
  await expect.poll(() => calls.renewals().length).toBe(1)
  await expect(main(other).locator('[aria-busy="true"]')).toBeVisible()
  expect(calls.others()).toHaveLength(1)

  release()
  await expect(field(shown(page), '用户名')).toBeVisible()
  await expect(rows(other).nth(3)).toBeVisible()
  await expect(warning(page)).toHaveCount(0)
  await expect(warning(other)).toHaveCount(0)
  const token = await tokenIn(page)
  expect(token).not.toBe(before)
  expect(calls.renewals()).toHaveLength(1)
  const waited = calls.others().slice(1)
  expect(waited.length).toBeGreaterThanOrEqual(3)
  for (const each of waited) expect(await each.headerValue('console-auth')).toBe(`bearer ${token}`)
  const cookie = (await context.cookies(`${FIRST()}/backend/`)).find(({ name }) => name === keyOf('token'))
  expect(cookie).toMatchObject({ value: token, sameSite: 'Strict', path: '/backend' })
  const left = (cookie?.expires ?? 0) - Date.now() / 1000
  expect(left).toBeGreaterThan(LIFE_S - 60)
  expect(left).toBeLessThanOrEqual(LIFE_S)
})

test('§4 §8 a refused refresh signs out once, with one message, and no waiting call is sent', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/401/)
  const id = await addPerson('renew.two')
  await openAndSettle(page, () => enter(page, 'renew.two', LIST))
  const other = await openHome(context)
  await expect(rows(page).nth(3)).toBeVisible()

  await query('update sessions set ended_at = now() where user_id = $1', [id])
  const release = await holdRenewal(context)
  const calls = watchCalls(context)
  await leaveS(context, 1_800)
  await expect(warning(other)).toBeVisible()
  await expect(warning(page)).toBeVisible()
  await startCalls(page, other)
  await expect.poll(() => calls.renewals().length).toBe(1)
  release()
  await expect(page).toHaveURL(/\/backend\/login\?redirect=%2FuserControl%2FeditAccount/)
  await expect(page.getByText(EXPIRED)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveText(EXPIRED)
  await expect(other).toHaveURL(/\/backend\/login/)
  await elapse(page, 5_000)
  await expect(page.getByRole('alert')).toBeEmpty()
  await page.reload()
  await expect(page.getByRole('img', { name: /验证码/ })).toBeVisible()
  await expect(page.getByText(EXPIRED)).toHaveCount(0)
  expect(calls.renewals()).toHaveLength(1)
  expect(calls.others()).toHaveLength(0)
})

test('§8 a session that ended elsewhere: the next call says so and leads to /login, in every tab', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/401/)
  await addPerson('ended.elsewhere')
  await openAndSettle(page, () => enter(page, 'ended.elsewhere', `${LIST}?size=20`))
  const token = await tokenIn(page)
  const other = await openHome(context)
  await expect(rows(page).nth(3)).toBeVisible()
  await page.request.get(`${FIRST()}/api/adminauth/login/removeToken?token=${token}`)
  const calls = watchCalls(context)
  await page.bringToFront()
  await reloadList(page)
  await expect(page).toHaveURL(/\/backend\/login\?redirect=/)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`${LIST}?size=20`)
  await expect(page.getByRole('alert')).toHaveText(EXPIRED)
  // the other tab shows the same message, and its redirect is its own address
  await expect(other).toHaveURL(`${FIRST()}/backend/login?redirect=%2Fhome%2Findex`)
  await expect(other.getByRole('alert')).toHaveText(EXPIRED)
  expect(calls.others()).toHaveLength(1)
  expect(await tokenIn(page)).toBeUndefined()
})

test('§4 signing out signs out the other tab too, and leaves nothing for the next person', async ({
  page,
  context,
  signInPage,
}) => {
  await query("insert into roles (code, name, sort) values ('session.none', '尚无权限', 1000) on conflict do nothing")
  await addPerson('leaves.first', 'reviewer')
  await addPerson('comes.next', 'session.none')
  await signInPage.signIn('leaves.first')
  await page.getByRole('link', { name: '员工账号' }).first().click()
  await field(shown(page), '用户名').fill('leaves')
  await act(shown(page), '查询').click()
  await expect(row(page, 'leaves.first')).toHaveCount(1)
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  const other = await context.newPage()
  // no call may be in flight when the session ends
  await openAndSettle(other, () => other.goto(`${FIRST()}/backend${LIST}`))
  await expect(rows(other).nth(3)).toBeVisible()
  const token = (await tokenIn(page)) ?? ''

  await page.bringToFront()
  await act(await askSignOut(page), '确定').click()
  for (const each of [page, other]) {
    await expect(each).toHaveURL(`${FIRST()}/backend/login`)
    await expect(each.getByRole('alert')).toBeEmpty()
  }
  const storage = await page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))
  expect(storage).not.toContain('leaves')
  expect(storage).not.toContain(token)
  expect((await context.cookies(`${FIRST()}/backend/`)).filter(({ value }) => value)).toEqual([])
  const gone = await page.request.post(`${FIRST()}/api/backend/getLoginUserInfo`, {
    headers: { 'console-auth': token },
  })
  expect(gone.status()).toBe(401)

  await signInPage.submit('comes.next', DEMO_PASSWORD)
  // signing in in one tab signs in the other
  for (const each of [page, other]) {
    await expect(each).toHaveURL(/\/backend\/home/)
    await expect(each.getByRole('button', { name: /comes\.next/ })).toBeVisible()
    await expect(tabs(each)).toHaveText(['首页'])
    await expect(each.getByRole('link', { name: '员工账号' })).toHaveCount(0)
    await expect(each.getByText(/leaves/)).toHaveCount(0)
  }
})

test('signing in in one tab continues the other one; another person’s sign-in resets it', async ({ page, context }) => {
  await addPerson('shift.early')
  await addPerson('shift.late', 'reviewer')
  await new SignInPage(page).open(`${FIRST()}/backend${LIST}`)
  const other = await context.newPage()
  await enter(other, 'shift.early')
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
  await expect(button(main(page), '新增')).toBeVisible()
  await enter(other, 'shift.late')
  await expect(page).toHaveURL(/\/backend\/home/)
  await expect(button(page, /shift\.late/)).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页'])
})

test('§4 §9 an idle window is warned in the last hour; 继续使用 renews once', async ({ page, context }) => {
  await addPerson('only.reads')
  await enter(page, 'only.reads')
  const before = await tokenIn(page)
  // a late call of the home page would renew the session, and the bar would not appear
  await page.waitForLoadState('networkidle')
  await expect(tabs(page)).toHaveText(['首页'])
  const calls = watchCalls(context)
  await elapse(page, (LIFE_S - 3_600 - 300) * 1000)
  await expect(warning(page)).toHaveCount(0)
  await elapse(page, 300_000)
  await expect(warning(page)).toBeVisible()
  expect(calls.renewals()).toHaveLength(0)
  // no pointer: pointerdown counts as activity and may renew the session before the click
  await warning(page).getByRole('button', { name: '继续使用' }).dispatchEvent('click')
  await expect(warning(page)).toHaveCount(0)
  expect(calls.renewals()).toHaveLength(1)
  expect(await tokenIn(page)).not.toBe(before)

  await test.step('§4 a logged-in user with an empty token is logged out and sent to /login', async () => {
    await page.evaluate((name) => {
      const entry = JSON.parse(localStorage.getItem(name) ?? '')
      entry.content.session.access_token = ''
      localStorage.setItem(name, JSON.stringify(entry))
    }, SESSION)
    await page.goto(`${FIRST()}/backend${LIST}`)
    await expect(page).toHaveURL(`${FIRST()}/backend/login?redirect=${encodeURIComponent(LIST)}`)
    await expect.poll(() => tokenIn(page)).toBeUndefined()
    expect((await context.cookies(`${FIRST()}/backend/`)).filter(({ value }) => value)).toEqual([])
  })
})
