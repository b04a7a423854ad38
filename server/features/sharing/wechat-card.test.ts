// Cards of shares in WeChat, against a counterpart of its platform on loopback.
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signShareCard } from '#contract/sharing/share-cards.ts'
import { getShareCard } from '#contract/sharing/shares.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type Person, type TestServer, testServer } from '#test/http.ts'
import { makeShare, publishArticle, takeDown } from '#test/share-factories.ts'
import { newCode } from './sharing.rules.ts'

const PUBLIC = 'https://share.example.com'
const plain = testServer({ publicUrl: PUBLIC })
const pool = () => plain().database.pool
let wechat: Server
let asked: string[] = []
let isBroken = false
const servers: TestServer[] = []
let seller: Person

beforeAll(async () => {
  wechat = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://wechat')
    asked.push(pathname)
    const isKnown = searchParams.get('secret') === 'mp-secret' || searchParams.get('access_token') === 'mp-token'
    const answer = pathname.endsWith('/token')
      ? { access_token: 'mp-token', expires_in: 7200 }
      : { errcode: 0, ticket: `ticket-${asked.length}`, expires_in: 7200 }
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(isBroken || !isKnown ? { errcode: 40164, errmsg: 'invalid ip' } : answer))
  })
  await new Promise<void>((resolve) => {
    wechat.listen(0, '127.0.0.1', resolve)
  })
  const apiUrl = `http://127.0.0.1:${(wechat.address() as AddressInfo).port}`
  const wechatMp = { appId: 'wx123', secret: 'mp-secret', apiUrl }
  for (let n = 0; n < 2; n++)
    servers.push(await openTestServer(plain().database, { publicUrl: PUBLIC, wechatMp, outboundAllow: ['127.0.0.1'] }))
  seller = await plain().as((await makeRole(plain().database.db, 'shareArticles.view')).code)
})
beforeEach(async () => {
  asked = []
  isBroken = false
  await pool().query('delete from wechat_tickets')
})
afterAll(async () => {
  for (const { server } of servers) await server.close()
  wechat.close()
})

const made = async () => makeShare(plain().database.db, seller.id, await publishArticle(plain().database.db))
const sign = (server: TestServer | undefined, code: string, address = `${PUBLIC}/s/${code}`) =>
  (server ?? plain()).send('POST', signShareCard.path, { code, address })
const ticketIn = async () => (await pool().query('select ticket from wechat_tickets')).rows[0]?.ticket

describe('meetings-visits-sharing.md "the card needs WECHAT_MP_APP_ID, WECHAT_MP_SECRET"', () => {
  it('signs the address as it was opened, without its fragment', async () => {
    const { code } = await made()
    const address = `${PUBLIC}/s/${code}?from=groupmessage&isappinstalled=0`
    const { data } = await sign(servers[0], code, `${address}#top`)
    const { appId, timestamp, nonceStr, signature } = data as Record<string, string>
    expect(appId).toBe('wx123')
    const signed = `jsapi_ticket=${await ticketIn()}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${address}`
    expect(signature).toBe(createHash('sha1').update(signed).digest('hex'))
  })

  it('one process renews the ticket, and all use it until it ends', async () => {
    const { code } = await made()
    await Promise.all(Array.from({ length: 12 }, (_, n) => sign(servers[n % 2], code)))
    expect(asked).toEqual(['/cgi-bin/token', '/cgi-bin/ticket/getticket'])
    const first = await ticketIn()
    await sign(servers[1], code)
    expect(asked).toHaveLength(2)
    await pool().query(`update wechat_tickets set expires_at = now() + interval '4 minutes', renewing_until = now()`)
    await sign(servers[0], code)
    expect(asked).toHaveLength(4)
    expect(await ticketIn()).not.toBe(first)
  })

  it('a failure leaves plain links, and is not tried again at each page', async () => {
    const { code } = await made()
    isBroken = true
    for (let n = 0; n < 3; n++) expect(await sign(servers[0], code)).toMatchObject({ status: 200, data: null })
    expect(asked).toEqual(['/cgi-bin/token'])
    isBroken = false
    await pool().query(`update wechat_tickets set renewing_until = now() - interval '1 second'`)
    expect((await sign(servers[0], code)).data).toMatchObject({ appId: 'wx123' })
    // one that is still valid is used while it cannot be renewed
    isBroken = true
    await pool().query(`update wechat_tickets set expires_at = now() + interval '1 minute', renewing_until = now()`)
    expect((await sign(servers[0], code)).data).toMatchObject({ appId: 'wx123' })
  })

  it('"a signature for a foreign URL" is refused, as are unknown and offline pages', async () => {
    const { code, articleId } = await made()
    for (const address of [
      `https://evil.example.com/s/${code}`,
      `${PUBLIC}/backend/`,
      `${PUBLIC}/s/${newCode()}`,
      `${PUBLIC}.evil.example.com/s/${code}`,
      'no address',
    ])
      expect(await sign(servers[0], code, address)).toMatchObject({ status: 400, msg: '不是这个分享页的地址' })
    const unknown = newCode()
    expect(await sign(servers[0], unknown)).toMatchObject({ code: 20404 })
    await takeDown(plain().database.db, articleId)
    expect(await sign(servers[0], code)).toMatchObject({ code: 20404 })
    expect(asked).toEqual([])
  })

  it('not set up: the page has no SDK, the dialog says so', async () => {
    const { id, code } = await made()
    expect(await sign(undefined, code)).toMatchObject({ status: 200, data: null })
    const page = async ({ base }: TestServer) => (await fetch(`${base}/s/${code}`)).text()
    expect(await page(plain())).toContain('data-sdk=""')
    const [configured] = servers
    const text = configured ? await page(configured) : ''
    const [, sdk = ''] = /data-sdk="([^"]+)"/.exec(text) ?? []
    const file = await fetch(`${configured?.base}${sdk}`)
    expect(file.status).toBe(200)
    expect(await file.text()).toContain('window.wx = module.exports')
    expect((await seller.call(getShareCard, { id })).data.hasCard).toBe(false)
  })
})
