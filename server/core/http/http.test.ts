// The frame around the calls: constant headers, refusals in the one envelope, health, figures, the API document.
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { signedIn } from '#contract/access.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Nothing } from '#contract/fields.ts'
import { disableUser } from '#contract/organisation/users.ts'
import { testServer } from '#test/http.ts'
import { serve } from './serve.ts'

const violating = (path: `/${string}`) =>
  endpoint({ summary: path, method: 'POST', path, access: signedIn, effect: 'write', data: Nothing })
const twice = violating('/api/test/twice')
const gone = violating('/api/test/gone')

const server = testServer({ publicUrl: 'https://console.example.com' }, [
  serve(twice, async ({ db }) => {
    await db.execute(sql`insert into roles (code, name) values ('administrator', '同名')`)
    return null
  }),
  serve(gone, async ({ db }) => {
    await db.execute(sql`insert into departments (name, parent_id) values ('无主', 999999)`)
    return null
  }),
])

describe('every reply', () => {
  it('has a unique request id and the constant security headers', async () => {
    const paths = [
      '/api/adminauth/login/captcha',
      '/api/none',
      '/none',
      '/healthz',
      '/readyz',
      '/metrics',
      '/docs/none',
    ]
    const replies = await Promise.all(paths.map((path) => server().send('GET', path)))
    replies.push(await server().send('POST', disableUser.path, '{"a":'), await server().send('POST', '/healthz', {}))
    const ids = replies.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(replies.length)
    for (const { headers } of replies) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  it.each([
    ['a path that is none', 'GET /%zz HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    ['more headers than there is room for', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('has them for %s too', async (_, sent, status) => {
    const socket = connect(Number(new URL(server().base).port), '127.0.0.1')
    let reply = ''
    socket.on('data', (chunk) => {
      reply += chunk
      socket.end()
    })
    socket.on('error', () => {})
    socket.write(sent)
    await once(socket, 'close')
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(reply).toMatch(/x-content-type-options: nosniff\r\nx-frame-options: DENY\r\n/)
    expect(reply).toContain('"code":400,"success":false,"data":null,"msg":"请求参数有误"')
  })

  it('§38 ends a connection that sends its headers byte by byte, after 10 s', async () => {
    const socket = connect(Number(new URL(server().base).port), '127.0.0.1')
    let reply = ''
    socket.on('data', (chunk) => {
      reply += chunk
    })
    socket.on('error', () => {})
    const trickle = setInterval(() => socket.writable && socket.write('x'), 500)
    socket.write('GET /healthz HTTP/1.1\r\nx: ')
    // not `once`, which fails at the reset that the last written byte may meet
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(trickle)
    expect(reply).toMatch(/^HTTP\/1.1 4\d\d /)
  }, 40_000)

  it('§8 is an envelope with code 404 for a call that is not there', async () => {
    const reply = await server().send('POST', '/api/none', {})
    expect(reply).toMatchObject({ status: 404, code: 404, success: false, data: null, msg: '接口不存在' })
  })
})

describe('writes from elsewhere', () => {
  const origins: [string, Record<string, string>, number][] = [
    ['no browser', {}, 400],
    ['its own address', { 'sec-fetch-site': 'same-origin' }, 400],
    ['the public address', { origin: 'https://console.example.com' }, 400],
    ['a cross-site page', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour on the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['an evil origin', { origin: 'https://evil.example' }, 403],
    ['a null origin', { origin: 'null' }, 403],
    ['a look-alike origin', { origin: 'https://console.example.com.evil.example' }, 403],
  ]
  it.each(origins)('%s', async (_, headers, status) => {
    const admin = await server().as('administrator')
    // 400: let through as far as its missing id.
    const reply = await server().send('POST', disableUser.path, {}, { token: admin.token, headers })
    expect(reply.status).toBe(status)
  })

  it('are not granted by any reply header', async () => {
    const reply = await server().send('OPTIONS', disableUser.path, undefined, {
      headers: { origin: 'https://evil.example' },
    })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('an unforeseen fault', () => {
  it('is a 500 that shows nothing of its insides', async () => {
    const admin = await server().as('administrator')
    const owner = new pg.Client(server().database.owner)
    await owner.connect()
    await owner.query('alter table departments rename to gone')
    const reply = await server().send('GET', '/api/admin/dept/getDeptTree', undefined, admin)
    expect(reply).toMatchObject({ status: 500, code: 500, data: null, msg: '服务器开小差了，请稍后重试' })
    await owner.query('alter table gone rename to departments')
    await owner.end()
  })
})

describe('§8 what the database refuses at that moment', () => {
  it.each([
    [twice.path, '数据已存在或正被他人修改，请重试'],
    [gone.path, '相关数据刚被删除或正在使用，请刷新后重试'],
  ])('%s is 409 and says what to do', async (path, msg) => {
    const admin = await server().as('administrator')
    expect(await server().send('POST', path, undefined, admin)).toMatchObject({ status: 409, code: 409, msg })
  })
})

describe('for whoever runs it', () => {
  const get = (path: string) => fetch(`${server().base}${path}`)

  it('/healthz and /readyz answer', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', database: true, listening: true }])
  })

  it('/metrics counts calls by route, without their parameters', async () => {
    await server().send('GET', '/api/adminauth/login/removeToken?token=a-secret-token-that-is-long')
    const text = await (await get('/metrics')).text()
    expect(text).toContain('route="/api/adminauth/login/removeToken"')
    expect(text).toContain('database_connections{state="open"}')
    expect(text).not.toContain('a-secret-token')
  })

  it('/docs shows the API document of the endpoints themselves', async () => {
    const page = await get('/docs/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    const nonce = /script-src 'self' 'nonce-([\w-]+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
    expect(await page.text()).not.toMatch(new RegExp(`<script(?! nonce="${nonce}")`))
    const document = (await (await get('/docs/openapi.json')).json()) as {
      paths: Record<string, { post: { description: string } }>
    }
    expect(document.paths['/api/admin/queryUserList']?.post.description).toBe('access: userList:view; effect: read')
  })
})
