// What people outside use: pages and beacons of shares beside the lists of the console, the paint of public pages on a phone,
// and a door that shows its colour, both in a browser whose processor is slowed 4×.
import type { CDPSession, Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { dayOf } from '#contract/days.ts'
import { meetingPath, ticketPath } from '#contract/meetings/sign-up-codes.ts'
import { sharePath } from '#contract/sharing/share-codes.ts'
import { reportShareVisit } from '#contract/sharing/share-visits.ts'
import type { Db } from '#server/db/connection.ts'
import { hashPin, newLinkCode } from '#server/features/meetings/door/door.rules.ts'
import { newView } from '#server/features/sharing/sharing.rules.ts'
import { bodyOf } from '#test/article-factories.ts'
import { makeMeeting } from '#test/meeting-factories.ts'
import { makeShare, publishArticle } from '#test/share-factories.ts'
import { inBrowser, SLOWDOWN, slowDown } from './browser.ts'
import { type Bench, listCalls, SECRET_KEY, startContender } from './contenders.ts'
import { PRICES_PER_PRODUCT } from './database.ts'
import { evenly } from './evenly.ts'
import { type Call, factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'

const PRICES = sized(100_000, PRICES_PER_PRODUCT)
/** meetings-visits-sharing.md, "Speed". */
const READERS_PER_S = 1_000
const LISTS_RATIO = 1.5
const PAINT_MS = 1_000
const COLOUR_MS = 300

/** Of the console's people: far below what the server can answer, as it is by day. */
const LISTS_PER_S = 100
/** Each has an address of its own: what one address may ask for is limited. */
const READERS = 1_000
const HEADS = sized(5_000, 50)
const SCANS = sized(15, 2)
const PAINTS = sized(5, 1)
const PIN = '246813'
const PHONE = { width: 390, height: 844 }
const AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0'

type Addresses = { share: string; meeting: string; ticket: string; door: string; heads: string[] }

async function fill(db: Db): Promise<Addresses> {
  const { rows: people } = await db.execute<{ id: string }>('select min(id)::text as id from users')
  const by = people[0]?.id ?? ''
  const paragraphs = Array.from(
    { length: 12 },
    (_, n) => `第 ${n + 1} 段：${'上海市场螺纹钢价格持稳，成交一般，贸易商按需补库。'.repeat(3)}`,
  )
  const share = await makeShare(db, by, await publishArticle(db, { body: bodyOf(...paragraphs), summary: '今日行情' }))
  const today = dayOf(Date.now())
  const meeting = await makeMeeting(db, by, { startsOn: today, endsOn: today, seats: 100_000 })
  await db.execute(`insert into meeting_sign_ups (meeting_id, quota_id, ticket, name, company, mobile, state, source, confirmed_at)
    select meeting_id, id, lpad(n::text, 8, '0'), '来宾' || n, '客户' || n, '1390000' || lpad(n::text, 4, '0'), 'confirmed', 'hand', now()
    from meeting_quotas, generate_series(1, ${HEADS}) n`)
  await db.execute(
    'insert into sign_up_people (sign_up_id, quota_id, name, position) select id, quota_id, name, 0 from meeting_sign_ups',
  )
  const door = newLinkCode()
  await db.execute(`with l as (insert into check_in_lists (meeting_id, name, kind) values (${meeting.id}, '东门', 'entry') returning id)
    insert into check_in_links (list_id, code, pin_hash, maker_id)
      select id, '${door}', '${hashPin(SECRET_KEY, door, PIN)}', ${by} from l`)
  const { rows: tickets } = await db.execute<{ code: string }>('select code from meeting_sign_ups order by id limit 1')
  const { rows: heads } = await db.execute<{ code: string }>(
    `select code from sign_up_people order by id limit ${SCANS + 1}`,
  )
  await db.execute('vacuum (analyze)')
  return {
    share: share.code,
    meeting: meetingPath(meeting.code),
    ticket: ticketPath(tickets[0]?.code ?? ''),
    door,
    heads: heads.map(({ code }) => code),
  }
}

/** Each reader opens the page, and its browser reports it. */
function readersOf(code: string): Call[] {
  return Array.from({ length: READERS }, (_, n) => {
    const headers = { 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}`, 'user-agent': AGENT }
    const report = { code, view: newView(SECRET_KEY, code, Date.now()), seconds: 15, from: '' }
    return [
      { method: 'GET' as const, path: sharePath(code), headers },
      {
        method: 'POST' as const,
        path: reportShareVisit.path,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(report),
      },
    ]
  }).flat()
}

/** In turn: other load on the machine then hits both alike. */
async function besideReaders(
  { url, bareUrl }: { url: string; bareUrl: string },
  lists: Call[],
  readers: Call[],
  { seconds, rounds }: Bench['pace'],
) {
  const turns: { alone: number; bare: number; beside: number; rate: number }[] = []
  const readBeside = (reads: string) =>
    Promise.all([evenly(url, lists, LISTS_PER_S, seconds), evenly(reads, readers, READERS_PER_S, seconds)])
  for (let round = sized(0, 1); round <= rounds; round++) {
    const alone = await evenly(url, lists, LISTS_PER_S, seconds)
    const [bare] = await readBeside(bareUrl)
    const [beside, reading] = await readBeside(url)
    if (round > 0) turns.push({ alone: alone.p99, bare: bare.p99, beside: beside.p99, rate: reading.rate })
  }
  const across = (pick: (turn: (typeof turns)[number]) => number) => median(turns.map(pick))
  return {
    alone: across(({ alone }) => alone),
    bare: across(({ bare }) => bare),
    beside: across(({ beside }) => beside),
    rate: across(({ rate }) => rate),
    ratio: across(({ alone, beside }) => beside / alone),
  }
}

/** First contentful paint, ms. */
async function paintOf(page: Page, address: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < PAINTS; n++) {
    await page.goto(address)
    times.push(
      await page.evaluate<number>(`new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0]
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      })`),
    )
  }
  return median(times)
}

/** From the code, as a scanner types it, to the colour on the screen, ms. */
async function colourOf(page: Page, devtools: CDPSession, url: string, { door, heads }: Addresses): Promise<number> {
  await page.goto(`${url}/backend/checkin#${door}`)
  // focused once it listens
  await page.locator('#pin:focus').waitFor()
  await page.getByLabel('PIN').fill(PIN)
  await page.getByRole('button', { name: '开始签到' }).click()
  await page.locator('#code:focus').waitFor()
  await slowDown(devtools)
  const times: number[] = []
  for (const [n, code] of heads.entries()) {
    times.push(
      await page.evaluate<number>(`new Promise((resolve) => {
        const [result, code] = [document.getElementById('result'), document.getElementById('code')]
        delete result.dataset.tone
        const since = performance.now()
        new MutationObserver((_, observer) => {
          if (!result.dataset.tone) return
          observer.disconnect()
          // drawn once the frame after the change has begun
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - since)))
        }).observe(result, { attributes: true })
        code.value = '${code}'
        document.getElementById('code-form').requestSubmit()
      })`),
    )
    // the server's answer is shown as well: the next scan must not take it for its own
    await page.locator('#recent li').nth(n).waitFor()
  }
  // the first one compiles what the others use
  return median(times.slice(1))
}

export async function measurePublicPages({ cluster, pace }: Bench): Promise<Row[]> {
  const database = await cluster.prepare('public_pages', PRICES)
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  let addresses: Addresses
  try {
    addresses = await fill(drizzle(pool))
  } finally {
    await pool.end()
  }
  const lists = listCalls(database)
  const server = await startContender('server', database, cluster.folder, 'public-pages', lists[0], {
    TRUST_PROXY: '1',
  })
  const bare = await startContender('page', database, cluster.folder, 'page', { method: 'GET', path: '/' })
  try {
    const urls = { url: server.url, bareUrl: bare.url }
    const {
      alone,
      bare: least,
      beside,
      rate,
      ratio,
    } = await besideReaders(urls, lists, readersOf(addresses.share), pace)
    const { paints, colour } = await inBrowser(async (page, devtools) => {
      await page.setViewportSize(PHONE)
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
      await slowDown(devtools)
      const paints: [what: string, ms: number][] = []
      for (const [what, path] of [
        ['分享页', sharePath(addresses.share)],
        ['会议页', addresses.meeting],
        ['来宾页', addresses.ticket],
      ] as const)
        paints.push([what, await paintOf(page, server.url + path)])
      return { paints, colour: await colourOf(page, devtools, server.url, addresses) }
    })
    const isAbsolute = '时间是绝对值，机器繁忙时成倍变慢'
    return [
      {
        what: `价格列表，旁边每秒 ${READERS_PER_S.toLocaleString('en')} 次分享页和上报，p99`,
        figure: `${Math.round(beside)} ms`,
        against: `没有读者时 ${Math.round(alone)} ms，同样的读者读空的 node:http 时 ${Math.round(least)} ms；读者 ${Math.round(rate)}/s`,
        ratio: factor(ratio),
        toReach: `≤ ${LISTS_RATIO}`,
        isReached: ratio <= LISTS_RATIO,
        why: '读者和列表由同一个进程应答，压测程序也占处理器',
      },
      ...paints.map(([what, ms]) => ({
        what: `${what}首次绘制，${PHONE.width} px，处理器放慢 ${SLOWDOWN} 倍`,
        figure: `${Math.round(ms)} ms`,
        against: '',
        ratio: '',
        toReach: `≤ ${PAINT_MS} ms`,
        isReached: ms <= PAINT_MS,
        why: isAbsolute,
      })),
      {
        what: `签到页从扫到码到变色（${HEADS.toLocaleString('en')} 人的名单，处理器放慢 ${SLOWDOWN} 倍）`,
        figure: `${Math.round(colour)} ms`,
        against: '',
        ratio: '',
        toReach: `≤ ${COLOUR_MS} ms`,
        isReached: colour <= COLOUR_MS,
        why: isAbsolute,
      },
    ]
  } finally {
    await server.stop()
    await bare.stop()
  }
}
