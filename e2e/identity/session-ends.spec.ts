// How a session ends, sentence by sentence (spec §4 "Session", "Navigation guard"; §8).
import type { Page } from '@playwright/test'
import { keyOf } from '#web/lib/storage.ts'
import { addPerson, enter, expect, FIRST, query, test } from '../fixtures.ts'
import { act, askSignOut, goTo, LIST, lastInitialRead, rows, stopClock, tabs } from '../page.ts'
import { settled } from '../settled.ts'

const EXPIRED = '登录失效，请重新登录！'

/** Counts navigations of the page to /login. */
function countLogins(page: Page): () => number {
  let count = 0
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && new URL(frame.url()).pathname === '/backend/login') count += 1
  })
  return () => count
}

test('§8 many calls refused with 401 at once: one message for 5 s, one way to /login', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401/)
  await addPerson('many.refused')
  const logins = countLogins(page)
  let refused = 0
  // the shell loads; then all calls of the first page are refused, the first two once the third has been sent
  const waiting: (() => void)[] = []
  await page.route(/\/(?:api|admin)\//, async (route) => {
    if (/refesh|routes_v2|menu\/buttons|captcha/.test(route.request().url())) return route.continue()
    refused += 1
    if (refused < 3) await new Promise<void>((resolve) => waiting.push(resolve))
    else for (const go of waiting) go()
    await route.fulfill({ status: 401, json: { code: 401, success: false, data: null, msg: EXPIRED } })
  })
  await enter(page, 'many.refused', '/home/index?from=here')
  await expect(page).toHaveURL(`${FIRST()}/backend/login?redirect=${encodeURIComponent('/home/index?from=here')}`)
  await expect(page.getByRole('alert')).toHaveText(EXPIRED)
  // the message is already shown; from here on only the test advances the clock
  await stopClock(page)
  await expect(page.getByText(EXPIRED)).toHaveCount(1)
  expect(refused).toBeGreaterThanOrEqual(3)
  expect(logins()).toBe(1)
  await page.clock.runFor(1_500)
  await expect(page.getByRole('alert')).toHaveText(EXPIRED)
  await page.clock.runFor(3_500)
  await expect(page.getByRole('alert')).toBeEmpty()
})

test('§4 logout clears token, menus, roles, permissions, tags and the page-open setting, then goes to /login', async ({
  page,
  context,
}) => {
  const id = await addPerson('clears.all')
  await query('update users set page_open_method = 1 where id = $1', [id])
  const initialRead = lastInitialRead(page)
  await enter(page, 'clears.all', LIST)
  await expect(rows(page).nth(3)).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页', '员工账号'])
  await initialRead

  await test.step('§2 退出系统 asks, stays on 取消 and leaves on 确定', async () => {
    const question = await askSignOut(page)
    await act(question, '取消').click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(new RegExp(LIST))
    await settled(page)
    await act(await askSignOut(page), '确定').click()
    await expect(page).toHaveURL(`${FIRST()}/backend/login`)
  })

  const left = await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])
  // the appearance belongs to the browser; the last opened pages are stored under the person's id
  const isKept = (name: string) => name === keyOf('settings') || name === keyOf(`recent-${id}`)
  expect(left.filter(([name]) => !isKept(name))).toEqual([])
  expect((await context.cookies(`${FIRST()}/backend/`)).filter(({ value }) => value)).toEqual([])
  const sessions = await query('select 1 from sessions where user_id = $1 and ended_at is null', [id])
  expect(sessions).toHaveLength(0)
})

test('§4 without a session only the public pages open; any other leads to /login with its target', async ({ page }) => {
  await page.goto(`${FIRST()}/backend/404`)
  for (const [address, title] of [['/404', '页面不存在'] as const, ['/403', '没有访问权限'], ['/500', '服务出错']]) {
    await goTo(page, address)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveURL(`${FIRST()}/backend${address}`)
  }
  await goTo(page, '/userControl/createAccount')
  await expect(page).toHaveURL(`${FIRST()}/backend/login?redirect=%2FuserControl%2FcreateAccount`)
  for (const address of [`${LIST}?size=50`, '/never/was/here']) {
    await page.goto(`${FIRST()}/backend${address}`)
    await expect(page).toHaveURL(`${FIRST()}/backend/login?redirect=${encodeURIComponent(address)}`)
  }
})
