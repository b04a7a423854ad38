// Openings of shares, as browsers report them.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../../contract/days.ts'
import { reportShareVisit } from '../../../contract/sharing/share-visits.ts'
import { getShare } from '../../../contract/sharing/shares.ts'
import { makeRole } from '../../../test/factories.ts'
import { openTestServer, type Person, testServer } from '../../../test/http.ts'
import { makeShare, publishArticle, takeDown } from '../../../test/share-factories.ts'
import { jobs } from '../../app.ts'
import { newCode } from './sharing.rules.ts'
import { visitBufferOf } from './visit-buffer.ts'

const server = testServer({ trustProxy: 1 })
const db = () => server().database.db
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) MicroMessenger/8.0.54'
let seller: Person
let count = 0

beforeAll(async () => {
  seller = await server().as((await makeRole(db(), 'shareArticles.view', 'shareArticles.details')).code)
})

const made = async () => makeShare(db(), seller.id, await publishArticle(db()))
const newVisit = () => `visit-${String(++count).padStart(20, '0')}`

type Reported = { visit?: string; seconds?: number; from?: string; address?: string; agent?: string }
const report = (code: string, { address = '10.1.0.1', agent = PHONE, ...body }: Reported = {}) =>
  server().send(
    'POST',
    reportShareVisit.path,
    { code, visit: newVisit(), seconds: 0, from: '', ...body },
    { headers: { 'x-forwarded-for': address, 'user-agent': agent } },
  )
const detailOf = async (id: string) => {
  await visitBufferOf(server().server.core).flush()
  return (await seller.call(getShare, { id })).data
}

describe('meetings-visits-sharing.md "Counts come from a beacon of the opened page"', () => {
  it('an opening counts once however often it is reported, with its longest stay', async () => {
    const { id, code } = await made()
    const visit = newVisit()
    for (const seconds of [0, 42, 17]) expect((await report(code, { visit, seconds })).code).toBe(200)
    await detailOf(id)
    expect((await report(code, { visit, seconds: 60 })).code).toBe(200)
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

  it('is written when the server stops', async () => {
    const { id, code } = await made()
    const second = await openTestServer(server().database)
    const body = { code, visit: newVisit(), seconds: 3, from: '' }
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
    await jobs
      .find(({ name }) => name === 'system.sweep')
      ?.run({
        core: server().server.core,
        signal: AbortSignal.timeout(10_000),
        progress: () => undefined,
      } as never)
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
    [{ seconds: 3_601 }, '停留秒数'],
    [{ visit: 'short' }, '访问编号不正确'],
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
