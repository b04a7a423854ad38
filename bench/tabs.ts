// The built console in a browser whose processor is slowed 4×: switching between 16 open pages (the list of accounts with
// 100 rows, the home page and 14 account forms), and the memory that closing them releases.
import type { CDPSession, Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { beginSession } from '#server/features/identity/sessions.queries.ts'
import { inBrowser, SLOWDOWN, slowDown } from './browser.ts'
import { type Bench, startContender } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'

const FORMS = 14
const ROWS = 100
const ROUNDS = sized(5, 1)
const SWITCH_MS = 100
/** Share of the pages' memory that closing them must release; caches of replies and styles stay. */
const RELEASED = 0.9

const LIST = '/userControl/accountCenter/userList'
const formOf = (id: string) => `/userControl/editAccount?id=${id}`

type Person = { id: string; session: object }

/** An administrator who is signed in, and accounts for the list and the forms. */
export async function addPeople(url: string): Promise<{ person: Person; ids: string[] }> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into users (user_name, real_name, mobile, password_hash, dept_id, role_id)
      select 'tab' || n, '员工' || n, '3' || lpad(n::text, 10, '0'), 'none',
        (select min(id) from departments), (select id from roles where code = 'administrator')
      from generate_series(1, $1::int) n returning id::text`,
      [ROWS + 1],
    )
    const ids = rows.map(({ id }) => id)
    const userId = ids[0] ?? ''
    const begin = { userId, address: '127.0.0.1', userAgent: 'bench' }
    const pair = await drizzle(client).transaction((tx) => beginSession(tx, begin))
    const session = {
      access_token: pair.accessToken,
      refresh_token: pair.refreshToken,
      token_type: 'bearer',
      expires_in: pair.expiresInS,
      user_id: userId,
      userName: 'tab1',
      role_info: JSON.stringify({ roleCode: 'administrator' }),
      tokenStartTime: Date.now(),
      pageOpenMethod: 0,
      biPermission: [],
      topMenu: '',
    }
    return { person: { id: userId, session }, ids }
  } finally {
    await client.end()
  }
}

export async function enter(page: Page, base: string, { session }: Person): Promise<void> {
  const now = Date.now()
  const content = { session, receivedAt: now }
  const entry = JSON.stringify({ dataType: 'object', content, type: 'local', datetime: now })
  await page.goto(`${base}/favicon.ico`)
  await page.evaluate(`localStorage.setItem('console-session', ${JSON.stringify(entry)})`)
  await page.goto(`${base}/backend${LIST}?size=${ROWS}`)
  await page.locator('[data-page] .table-row').first().waitFor()
}

/** Navigates as a link in the console does, and waits for a field of the page it opens. */
async function open(page: Page, address: string, key = address): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '/backend${address}')`)
  await page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
  await page.locator(`[data-page="${key}"]:visible input`).first().waitFor()
}

async function openAll(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids.slice(1, FORMS + 1)) await open(page, formOf(id))
  await page.locator('.tab a').first().click()
  await page.locator('[data-page="/home"]').waitFor()
}

async function closeAll(page: Page): Promise<void> {
  await page.locator('.tab a').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部' }).click()
  // not a function to wait for: the page's policy refuses to evaluate its text again
  await page.locator('[data-page]').nth(1).waitFor({ state: 'detached' })
}

/**
 * From the press on a tab until the frame with its page is painted, ms; later work of the page does not count.
 * A string, as the server's types have no DOM.
 */
const switchTo = (page: Page, key: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const wanted = ${JSON.stringify(key)}
    const tab = [...document.querySelectorAll('.tab')].find((item) => item.dataset.key === wanted)
    const since = performance.now()
    const look = () => {
      const found = [...document.querySelectorAll('[data-page]')].find((box) => box.dataset.page === wanted)
      if (!found?.checkVisibility()) return void requestAnimationFrame(look)
      // runs after this frame is painted; an urgent task, so that what the shell draws later does not count
      scheduler.postTask(() => resolve(performance.now() - since), { priority: 'user-blocking' })
    }
    requestAnimationFrame(look)
    tab.querySelector('a').click()
  })`)

type Size = { heap: number; nodes: number }

async function sizeOf(devtools: CDPSession): Promise<Size> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return { heap: value('JSHeapUsedSize') / 1_048_576, nodes: value('Nodes') }
}

async function measureSwitches(page: Page, devtools: CDPSession): Promise<{ usual: number; worst: number }> {
  const keys = await page.evaluate<string[]>("[...document.querySelectorAll('.tab')].map((item) => item.dataset.key)")
  await slowDown(devtools)
  const times = new Map<string, number[]>(keys.map((key) => [key, []]))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const key of keys) {
      const ms = await switchTo(page, key)
      if (round > 0) times.get(key)?.push(ms) // the first round warms up
    }
  }
  await slowDown(devtools, 1)
  const medians = [...times.values()].map(median)
  return { usual: median(medians), worst: Math.max(...medians) }
}

export async function measureTabs({ cluster, database }: Bench): Promise<Row[]> {
  const { person, ids } = await addPeople(database.ownerUrl)
  const server = await startContender('server', database, cluster.folder, 'tabs')
  try {
    return await inBrowser(async (page, devtools) => {
      await devtools.send('Performance.enable')
      await enter(page, server.url, person)
      await openAll(page, ids)
      const { usual, worst } = await measureSwitches(page, devtools)
      await closeAll(page)
      // code and styles, which stay loaded, are there now: a second opening shows what the pages themselves take
      const before = await sizeOf(devtools)
      await open(page, `${LIST}?size=${ROWS}`, LIST)
      await page.locator('[data-page] .table-row').first().waitFor()
      await openAll(page, ids)
      const full = await sizeOf(devtools)
      await closeAll(page)
      const after = await sizeOf(devtools)
      return rowsOf({ usual, worst }, { before, full, after })
    })
  } finally {
    await server.stop()
  }
}

function rowsOf(times: { usual: number; worst: number }, { before, full, after }: Record<string, Size>): Row[] {
  const pages = `${FORMS + 2} 个已打开页面（${ROWS} 行的列表、首页、${FORMS} 个表单）`
  const part = (of: keyof Size) =>
    before && full && after ? (full[of] - after[of]) / (full[of] - before[of]) : Number.NaN
  const released = (what: string, of: keyof Size, unit: string): Row => ({
    what: `关闭${pages}后归还的${what}`,
    figure: `${Math.round(part(of) * 100)}%`,
    against: `打开前 ${before?.[of].toFixed(0)}${unit}，打开后 ${full?.[of].toFixed(0)}${unit}，关闭后 ${after?.[of].toFixed(0)}${unit}`,
    ratio: factor(part(of)),
    toReach: `≥ ${RELEASED}`,
    isReached: part(of) >= RELEASED,
    why: '查询结果缓存 5 分钟',
  })
  return [
    {
      what: `在${pages}之间切换，处理器放慢 ${SLOWDOWN} 倍，最慢的一个页面`,
      figure: `${Math.round(times.worst)} ms`,
      against: `各页面的中位数 ${Math.round(times.usual)} ms`,
      ratio: factor(times.worst / times.usual),
      toReach: `≤ ${SWITCH_MS} ms`,
      isReached: times.worst <= SWITCH_MS,
      why: '再显示一个页面时要重新连接它的效果并重新排版，列表最多；时间是绝对值，机器繁忙时成倍变慢',
    },
    released('内存', 'heap', ' MB'),
    released('网页节点', 'nodes', ' 个'),
  ]
}
