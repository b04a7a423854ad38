// Client errors: logged in the browser, sent, and found in the error log by support (spec §4 "Client errors").
import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#contract/days.ts'
import { sendClientLog } from '#contract/system/client-log.ts'
import { keyOf, unpackEntry } from '#web/lib/storage.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, openStorage, query, test } from '../fixtures.ts'
import { act, field, goTo, LIST, lastInitialRead, main, row, shown, stopClock, toast } from '../page.ts'

const LOG = '/system/clientLog'
const REPORT = `**${sendClientLog.path}`

type Row = { type: string; message: string; count: number; user_id: string | null; url: string; info: string }

const stored = (part: string) => query<Row>('select * from client_log where message like $1 order by id', [`%${part}%`])

type Kept = { message: string; count: number }
const keptIn = async (page: Page) =>
  (unpackEntry(await page.evaluate((name) => localStorage.getItem(name), keyOf('errors'))) ?? []) as Kept[]

/** Throws an uncaught exception in the page. */
const fail = (page: Page, message: string) =>
  page.evaluate((text) => {
    const handleFail = () => {
      throw new Error(text)
    }
    document.body.addEventListener('fail', handleFail, { once: true })
    document.body.dispatchEvent(new Event('fail'))
  }, message)

/** Advances the clock until the local log is empty: each send timer starts only after the previous call has ended. */
const untilSent = (page: Page, stepMs: number) =>
  expect
    .poll(async () => {
      await page.clock.runFor(stepMs)
      return await keptIn(page)
    })
    .toEqual([])

test('§4 §8 unhandled client errors go to the local log; sending clears it', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/boom|404|500|ERR_INTERNET_DISCONNECTED/)
  const id = await addPerson('meets.errors')

  await test.step('§4 errors left by a closed page are sent at the next start, also those from before sign-in', async () => {
    await page.goto(`${FIRST()}/backend/login`)
    await stopClock(page)
    await fail(page, 'boom left behind')
    await expect.poll(async () => (await keptIn(page)).length).toBe(1)
    await openStorage(page)
    await page.clock.resume()
    const initialRead = lastInitialRead(page)
    await enter(page, 'meets.errors', '/home/index?token=secret-in-address')
    await expect(main(page)).toContainText('系统管理员')
    await initialRead
    await stopClock(page)
    await untilSent(page, 3_000)
    expect(await stored('boom left behind')).toMatchObject([{ user_id: null, count: 1 }])
  })

  await test.step('§4 exceptions, rejections and files that do not load, each once with its count', async () => {
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
    await untilSent(page, 3_000)
    expect(await stored('boom one')).toMatchObject([{ type: 'error', count: 2, user_id: id }])
    expect(await stored('boom two')).toMatchObject([{ type: 'rejection', count: 1, user_id: id }])
    const [resource] = await stored('boom-three')
    expect(resource).toMatchObject({ type: 'resource', user_id: id })
    expect(resource?.url).toContain('token=***')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('secret-in-address')
  })

  await test.step('§4 a log that cannot be sent shows no message, logs no error of its own, and is sent later', async () => {
    let calls = 0
    await page.route(REPORT, (route) => {
      calls += 1
      return route.fulfill({ status: 500, json: { code: 500, success: false, data: null, msg: '服务器开小差了' } })
    })
    await fail(page, 'boom unheard')
    await expect.poll(async () => (await keptIn(page)).length).toBe(1)
    await page.clock.runFor(3_000)
    await expect.poll(() => calls).toBe(1)
    expect(await keptIn(page)).toMatchObject([{ message: 'Error: boom unheard', count: 1 }])
    await expect(toast(page)).toHaveCount(0)
    await page.unroute(REPORT)
    await untilSent(page, 30_000)
    expect(await stored('boom unheard')).toHaveLength(1)
  })

  await test.step('§4 without a connection a bar says so, errors stay in the log, and are sent when it is back', async () => {
    const bar = page.getByRole('status').filter({ hasText: '网络已断开' })
    await expect(bar).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await expect(bar).toBeVisible()
    await fail(page, 'boom offline')
    await expect.poll(async () => (await keptIn(page)).length).toBe(1)
    await page.clock.runFor(60_000)
    expect(await keptIn(page)).toHaveLength(1)
    await context.setOffline(false)
    await expect(bar).toHaveCount(0)
    await untilSent(page, 1)
    expect(await stored('boom offline')).toHaveLength(1)
  })
})

test('§4 a page that fails to render shows an error number, by which the error is found', async ({
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
  await expect(shown(page).getByRole('heading', { name: '页面出错了' })).toBeVisible()
  await expectAccessible(page, { within: ['main'] })
  const errorText = await shown(page)
    .getByText(/^错误编号 /)
    .textContent()
  const number = /[0-9A-Z]{7}/.exec(errorText ?? '')?.[0] ?? ''
  await expect
    .poll(() => query('select 1 from client_log where user_id = $1 and type = $2', [id, 'page']))
    .toHaveLength(1)

  await goTo(page, LOG)
  await field(shown(page), '编号或信息').fill(number)
  await act(shown(page), '查询').click()
  const found = row(page, number)
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('页面错误')
  await expect(found).toContainText('calls.support')
  await found.getByRole('button', { name: /TypeError/ }).click()
  const details = page.getByRole('dialog', { name: `错误 ${number}` })
  await expect(details.getByRole('region', { name: '堆栈' })).toContainText('TypeError')
  await expect(details).toContainText(LIST)
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await test.step('the error log is filtered by kind and by day', async () => {
    // within the 30 days that entries are kept
    const daysAgo = (days: number) => addDays(dayOf(Date.now()), -days)
    const [from, to] = [daysAgo(3), daysAgo(2)]
    await query(
      `insert into client_log (address, type, message, time, received_at) values
      ('10.0.0.1', 'resource', 'found by day', now(), $1), ('10.0.0.1', 'error', 'found by day too', now(), $2)`,
      [`${from}T23:59:59+08:00`, `${to}T00:00:00+08:00`],
    )
    await goTo(page, `${LOG}?days=${to}~${from}`)
    await expect(row(page, 'found by day')).toHaveCount(2)
    // the address named the later day first; the range is swapped
    await expect(shown(page).getByPlaceholder('开始日期')).toHaveValue(from)
    await expect(shown(page).getByPlaceholder('结束日期')).toHaveValue(to)
    await goTo(page, `${LOG}?days=${from}~${from}&type=resource`)
    await expect(row(page, 'found by day')).toHaveCount(1)
    await expect(row(page, 'found by day')).toContainText('未登录')
  })
})
