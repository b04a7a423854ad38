// Openings of shares, as browsers report them.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { reportShareVisit } from '#contract/sharing/share-visits.ts'
import { getShare } from '#contract/sharing/shares.ts'
import { jobs } from '#server/app.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type Person, testServer } from '#test/http.ts'
import { makeShare, openShare, publishArticle, takeDown } from '#test/share-factories.ts'
import { newCode, newView } from './sharing.rules.ts'
import { visitBufferOf } from './visit-buffer.ts'

const server = testServer({ trustProxy: 1 })
const db = () => server().database.db
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) MicroMessenger/8.0.54'
let seller: Person

beforeAll(async () => {
  seller = await server().as((await makeRole(db(), 'shareArticles.view', 'shareArticles.details')).code)
})

const made = async () => makeShare(db(), seller.id, await publishArticle(db()))
const viewOf = (code: string, at = Date.now()) => newView(server().server.core.config.secretKey, code, at)

type Reported = { view?: string; seconds?: number; from?: string; address?: string; agent?: string }
const report = (code: string, { address = '10.1.0.1', agent = PHONE, ...body }: Reported = {}) =>
  server().send(
    'POST',
    reportShareVisit.path,
    { code, view: viewOf(code), seconds: 0, from: '', ...body },
    { headers: { 'x-forwarded-for': address, 'user-agent': agent } },
  )
const sweep = async () => {
  const core = server().server.core
  const found = jobs.find(({ name }) => name === 'system.sweep')
  await found?.run({ core, signal: AbortSignal.timeout(10_000), progress: () => undefined } as never)
}
const detailOf = async (id: string) => {
  await visitBufferOf(server().server.core).flush()
  return (await seller.call(getShare, { id })).data
}

describe('meetings-visits-sharing.md "Counts come from a beacon of the opened page"', () => {
  it('an opening counts once however often it is reported, with its longest stay', async () => {
    const { id, code } = await made()
    const view = viewOf(code)
    for (const seconds of [0, 42, 17]) expect((await report(code, { view, seconds })).code).toBe(200)
    await detailOf(id)
    expect((await report(code, { view, seconds: 60 })).code).toBe(200)
    expect(await detailOf(id)).toMatchObject({ opens: 1, people: 1, staySeconds: 60 })
  })

  it('people are told apart by address and browser, once a day', async () => {
    const { id, code } = await made()
    await report(code)
    await report(code)
    await report(code, { address: '10.1.0.2' })
    await report(code, { agent: `${PHONE} NetType/WIFI` })
    expect(await detailOf(id)).toMatchObject({ opens: 4, people: 3 })
    const { rows } = await server().database.pool.query('select * from share_visits where share_id = $1', [id])
    expect(JSON.stringify(rows)).not.toMatch(/10\.1\.0|iPhone/)
  })

  it('says from where', async () => {
    const { id, code } = await made()
    await report(code, { from: 'MP.weixin.qq.com' })
    await report(code, { from: 'mp.weixin.qq.com' })
    await report(code)
    expect((await detailOf(id)).hosts).toEqual([
      { host: 'mp.weixin.qq.com', opens: 2 },
      { host: '', opens: 1 },
    ])
  })

  it('machines are apart: by their name, and because nothing reported the page that was fetched', async () => {
    const { id, code } = await made()
    for (let n = 0; n < 3; n++) await fetch(`${server().base}/s/${code}`)
    await report(code)
    expect((await report(code, { agent: 'Mozilla/5.0 (compatible; Baiduspider/2.0)' })).code).toBe(200)
    expect(await detailOf(id)).toMatchObject({ opens: 1, people: 1, machines: 2 })
  })

  it('a view that is forged, of another page or of yesterday answers alike, and counts nothing', async () => {
    const { id, code } = await made()
    const { code: other } = await made()
    const [visit, at] = viewOf(code).split('.')
    const views = [`${visit}.${at}.${'a'.repeat(43)}`, viewOf(other), viewOf(code, Date.now() - 86_400_001)]
    for (const view of views) expect(await report(code, { view })).toMatchObject({ status: 200, data: null })
    expect(await detailOf(id)).toMatchObject({ opens: 0, people: 0 })
    await report(code)
    expect(await detailOf(id)).toMatchObject({ opens: 1 })
  })

  it('of one address sixty openings a minute count', async () => {
    const { id, code } = await made()
    const before = Math.floor(Date.now() / 60_000)
    for (let n = 0; n < 150; n++) await report(code, { address: '10.9.9.9' })
    const minutes = Math.floor(Date.now() / 60_000) - before + 1
    const { opens } = await detailOf(id)
    expect(opens).toBeGreaterThanOrEqual(60)
    expect(opens).toBeLessThanOrEqual(60 * minutes)
  })

  it('the figures of a day equal its openings, whichever of two servers wrote them', async () => {
    const { id, code } = await made()
    const second = await openTestServer(server().database, { trustProxy: 1 })
    const send = (n: number) =>
      (n % 2 === 0 ? server() : second).send(
        'POST',
        reportShareVisit.path,
        { code, view: viewOf(code), seconds: n, from: '' },
        { headers: { 'x-forwarded-for': `10.8.0.${n % 7}`, 'user-agent': PHONE } },
      )
    for (let n = 0; n < 40; n += 4) {
      await Promise.all([send(n), send(n + 1), send(n + 2), send(n + 3)])
      await Promise.all([server(), second].map(({ server: each }) => visitBufferOf(each.core).flush()))
    }
    await second.server.close()
    expect(await detailOf(id)).toMatchObject({ opens: 40, people: 7, staySeconds: 20 })
  })

  it('openings are deleted after 180 days, their figures stay', async () => {
    const { id } = await made()
    const old = addDays(dayOf(Date.now()), -181)
    await openShare(db(), id, old, 3)
    await openShare(db(), id, addDays(old, 1), 2)
    await sweep()
    const { rows } = await server().database.pool.query('select * from share_visits where share_id = $1', [id])
    expect(rows).toHaveLength(2)
    expect(await detailOf(id)).toMatchObject({ opens: 5, people: 5 })
  })

  it('is written when the server stops', async () => {
    const { id, code } = await made()
    const second = await openTestServer(server().database)
    const body = { code, view: viewOf(code), seconds: 3, from: '' }
    await second.send('POST', reportShareVisit.path, body, { headers: { 'user-agent': PHONE } })
    await second.server.close()
    expect((await seller.call(getShare, { id })).data).toMatchObject({ opens: 1, staySeconds: 3 })
  })

  it('salts are new each day and gone after two', async () => {
    const { pool } = server().database
    const today = dayOf(Date.now())
    const { rows } = await pool.query('select day::text from share_salts')
    expect(rows).toEqual([{ day: today }])
    await pool.query(`insert into share_salts (day, salt) values ($1, 'a'), ($2, 'b')`, [
      addDays(today, -1),
      addDays(today, -2),
    ])
    await sweep()
    const { rows: kept } = await pool.query('select day::text from share_salts order by day')
    expect(kept).toEqual([{ day: addDays(today, -1) }, { day: today }])
  })
})

describe('meetings-visits-sharing.md "forged or guessed links (404, limited)"', () => {
  it('unknown codes and links that have ended answer 20404', async () => {
    expect(await report(newCode())).toMatchObject({ status: 404, code: 20404 })
    const articleId = await publishArticle(db())
    const { code } = await makeShare(db(), seller.id, articleId)
    await takeDown(db(), articleId)
    expect(await report(code)).toMatchObject({ status: 404, code: 20404 })
  })

  it.each([
    [{ seconds: -1 }, '停留秒数'],
    [{ seconds: 1_801 }, '停留秒数'],
    [{ view: 'short' }, '访问凭据不正确'],
    [{ from: '<script>' }, '来源不正确'],
    [{ from: 'a'.repeat(101) }, '来源不正确'],
  ])('refuses %j', async (body, msg) => {
    const { code } = await made()
    expect(await report(code, body)).toMatchObject({ status: 400, msg: expect.stringContaining(msg) })
  })

  it('is limited by address', async () => {
    const { code } = await made()
    expect((await report(code)).headers.get('x-ratelimit-limit')).toBe('1200')
  })
})
