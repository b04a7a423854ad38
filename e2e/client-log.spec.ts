// Errors of the browser part: noted, sent, and found again by whoever is asked about them (spec §4 "Client errors").
import type { Page } from '@playwright/test'
import { sendClientLog } from '../contract/client-log.ts'
import { keyOf, unpackEntry } from '../web/lib/storage.ts'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from './fixtures.ts'

const LIST = '/userControl/accountCenter/userList'
const LOG = '/system/clientLog'
const REPORT = `**${sendClientLog.path}`

type Row = { type: string; message: string; count: number; user_id: string | null; url: string; info: string }

const stored = (part: string) => query<Row>('select * from client_log where message like $1 order by id', [`%${part}%`])

type Kept = { message: string; count: number }
const keptIn = async (page: Page) =>
  (unpackEntry(await page.evaluate((name) => localStorage.getItem(name), keyOf('errors'))) ?? []) as Kept[]

/** An exception that nobody catches. */
const fail = (page: Page, message: string) =>
  page.evaluate((text) => {
    const handleFail = () => {
      throw new Error(text)
    }
    document.body.addEventListener('fail', handleFail, { once: true })
    document.body.dispatchEvent(new Event('fail'))
  }, message)

/** From now on time passes only where the test says so: what waits to be sent waits. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Lets time pass until everything was sent: a timer begins only once the call before it is over. */
const untilSent = (page: Page, stepMs: number) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs)
        return await keptIn(page)
      },
      { intervals: [50] },
    )
    .toEqual([])

const main = (page: Page) => page.locator('main')
const isHome = (page: Page) => expect(main(page)).toContainText('系统管理员')

test('§4 §8 unhandled client errors go to the local log; sending clears it', async ({ page, expectConsole }) => {
  expectConsole(/boom|404/)
  const id = await addPerson('meets.errors')
  await enter(page, 'meets.errors', '/home/index?token=secret-in-address')
  await isHome(page)
  await stopClock(page)
  await fail(page, 'boom one')
  await fail(page, 'boom one')
  await page.evaluate(() => void Promise.reject(new Error('boom two')))
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { src: '/backend/assets/boom-three.png' }))
  })
  await expect
    .poll(async () => (await keptIn(page)).map(({ message }) => message))
    .toEqual(['Error: boom one', 'Error: boom two', 'img /backend/assets/boom-three.png'])
  expect((await keptIn(page))[0]).toMatchObject({ count: 2 })
  await page.clock.runFor(3_000)
  await expect.poll(() => keptIn(page)).toEqual([])
  const rows = await stored('boom ').then((found) => found.filter(({ user_id }) => user_id === id))
  expect(rows).toMatchObject([
    { type: 'error', count: 2 },
    { type: 'rejection', count: 1 },
  ])
  expect(await stored('boom-three')).toMatchObject([{ type: 'resource', user_id: id }])
  expect(rows[0]?.url).toContain('token=***')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('secret-in-address')
})

test('§4 without a connection errors stay in the log, and go when it is back', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/boom|ERR_INTERNET_DISCONNECTED/)
  await addPerson('errs.offline')
  await enter(page, 'errs.offline')
  await isHome(page)
  await stopClock(page)
  await context.setOffline(true)
  await fail(page, 'boom offline')
  await expect.poll(async () => (await keptIn(page)).length).toBe(1)
  await page.clock.runFor(60_000)
  expect(await keptIn(page)).toHaveLength(1)
  await context.setOffline(false)
  await untilSent(page, 1)
  expect(await stored('boom offline')).toHaveLength(1)
})

test('§4 a log that cannot be sent says nothing, makes no error of its own, and is sent later', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/boom|500/)
  await addPerson('errs.unheard')
  await enter(page, 'errs.unheard')
  await isHome(page)
  await stopClock(page)
  let asked = 0
  await page.route(REPORT, (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: { code: 500, success: false, data: null, msg: '服务器开小差了' } })
  })
  await fail(page, 'boom unheard')
  await expect.poll(async () => (await keptIn(page)).length).toBe(1)
  await page.clock.runFor(3_000)
  await expect.poll(() => asked).toBe(1)
  expect(await keptIn(page)).toMatchObject([{ message: 'Error: boom unheard', count: 1 }])
  await expect(page.locator('.ant-message-notice')).toHaveCount(0)
  await page.unroute(REPORT)
  await untilSent(page, 30_000)
  expect(await stored('boom unheard')).toHaveLength(1)
})

test('§4 what a page left behind when it was closed goes at the next start, before the sign-in as well', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/boom/)
  await page.goto(`${FIRST()}/backend/login`)
  await stopClock(page)
  await fail(page, 'boom left behind')
  await expect.poll(async () => (await keptIn(page)).length).toBe(1)
  await page.close()
  const next = await context.newPage()
  await next.goto(`${FIRST()}/backend/login`)
  await untilSent(next, 3_000)
  expect(await stored('boom left behind')).toMatchObject([{ user_id: null, count: 1 }])
})

test('§4 a page that cannot be drawn shows a number, and by that number the error is found', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/TypeError|error occurred/)
  const id = await addPerson('calls.support')
  const broken = { records: [null], total: 1, current: 1, size: 14, pages: 1 }
  await page.route('**/api/admin/queryUserList', (route) =>
    route.fulfill({ json: { code: 200, success: true, msg: '操作成功', data: broken } }),
  )
  await enter(page, 'calls.support', LIST)
  await expect(main(page).getByRole('heading', { name: '页面出错了' })).toBeVisible()
  await expectAccessible(page)
  const shown =
    (await main(page)
      .getByText(/^错误编号 /)
      .textContent()) ?? ''
  const number = /[0-9A-Z]{7}/.exec(shown)?.[0] ?? ''
  await expect
    .poll(() => query('select 1 from client_log where user_id = $1 and type = $2', [id, 'page']))
    .toHaveLength(1)

  await page.goto(`${FIRST()}/backend${LOG}`)
  await main(page).getByRole('textbox', { name: '编号或信息' }).fill(number)
  await main(page).getByRole('button', { name: '查询' }).click()
  const row = main(page).getByRole('row').filter({ hasText: number })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('页面错误')
  await expect(row).toContainText('calls.support')
  await expectAccessible(page)
  await row.getByRole('button', { name: /TypeError/ }).click()
  const details = page.getByRole('dialog', { name: `错误 ${number}` })
  await expect(details.getByRole('region', { name: '堆栈' })).toContainText('TypeError')
  await expect(details).toContainText(LIST)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
})

test('the error log is found by kind and by day', async ({ page }) => {
  // within the 30 days that entries are kept
  const daysAgo = (days: number) => new Date(Date.now() + 28_800_000 - days * 86_400_000).toISOString().slice(0, 10)
  const [from, to] = [daysAgo(3), daysAgo(2)]
  await query(
    `insert into client_log (address, type, message, time, received_at) values
    ('10.0.0.1', 'resource', 'found by day', now(), $1), ('10.0.0.1', 'error', 'found by day too', now(), $2)`,
    [`${from}T23:59:59+08:00`, `${to}T00:00:00+08:00`],
  )
  await addPerson('reads.errors')
  const found = main(page).getByRole('row').filter({ hasText: 'found by day' })
  await enter(page, 'reads.errors', `${LOG}?days=${to}~${from}`)
  await expect(found).toHaveCount(2)
  // the later day stood first
  await expect(main(page).getByPlaceholder('开始日期')).toHaveValue(from)
  await expect(main(page).getByPlaceholder('结束日期')).toHaveValue(to)
  await page.goto(`${FIRST()}/backend${LOG}?days=${from}~${from}&type=resource`)
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('未登录')
})
