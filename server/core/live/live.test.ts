// The live channel over real sockets, on two processes: who may connect, what is refused, and what ends it.
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeToken } from '#contract/identity/own-account.ts'
import { requestToken, signOut } from '#contract/identity/sign-in.ts'
import { WS_FRAME_BYTES } from '#contract/limits.ts'
import { pushMessage, userOffline } from '#contract/live/live.ts'
import { disableUser, updateUserPasswordById } from '#contract/organisation/users.ts'
import { makeSession } from '#test/factories.ts'
import { openTestServer, type Person, type TestServer, testServer } from '#test/http.ts'
import { connect, connectRaw, noticeTitles, refusal, settled } from '#test/socket.ts'
import { transact } from '../core.ts'
import { storePush } from './pushes.ts'

const first = testServer({ publicUrl: 'https://console.example.com' })
let second: TestServer

beforeAll(async () => {
  second = await openTestServer(first().database)
})
afterAll(() => second.server.close())

const WITHIN = { interval: 10 }
/** Less than the half minute or more that polling takes: only a notification is this fast. */
const AT_ONCE_MS = 15_000

describe('GET /api/backend/ws/pushMessage/', () => {
  it('§7 opens with the token as sub-protocol and echoes it', async () => {
    const person = await first().as('reviewer')
    const { socket } = await connect(first().base, person)
    expect(socket.protocol).toBe(person.token)
    socket.close()
  })

  it('is refused before the upgrade: 401 without a token, with an unknown and with a revoked one', async () => {
    const person = await first().as('reviewer')
    expect(await refusal(first().base, { ...person, token: '' })).toBe(401)
    expect(await refusal(first().base, { ...person, token: 'a'.repeat(43) })).toBe(401)
    expect(await refusal(first().base, { ...person, token: person.refreshToken })).toBe(401)
    await person.call(signOut, null)
    expect(await refusal(first().base, person)).toBe(401)
  })

  it('§7 {userId}: 403 for another’s path, whoever’s token it is', async () => {
    const [person, other] = [await first().as('reviewer'), await first().as('administrator')]
    expect(await refusal(first().base, { id: other.id, token: person.token })).toBe(403)
    expect(await refusal(first().base, { id: person.id, token: other.token })).toBe(403)
    expect(await refusal(first().base, person, { path: '/api/backend/ws/pushMessage/abc' })).toBe(403)
  })

  it.each(['https://evil.example', 'null', 'https://console.example.com.evil.example'])(
    'is refused to a page of %s with 403',
    async (origin) => {
      expect(await refusal(first().base, await first().as('reviewer'), { origin })).toBe(403)
    },
  )

  it('is opened to a page of the console', async () => {
    const person = await first().as('reviewer')
    for (const origin of [first().base, 'https://console.example.com']) {
      const { socket } = await connect(first().base, person, { origin })
      socket.close()
    }
  })

  it('is no ordinary call: 400 without an upgrade, 401 when signed out', async () => {
    const person = await first().as('reviewer')
    const path = pushMessage.path.replace(':key', person.id)
    const headers = { 'sec-websocket-protocol': person.token }
    expect(await first().send('GET', path, undefined, { headers })).toMatchObject({ status: 400, code: 400 })
    expect(await first().send('GET', path)).toMatchObject({ status: 401, code: 401 })
  })

  it('is refused with 429 to somebody with 64 connections', async () => {
    const person = await first().as('reviewer')
    const all = await Promise.all(Array.from({ length: 64 }, () => connect(first().base, person)))
    expect(await refusal(first().base, person)).toBe(429)
    for (const { socket } of all) socket.terminate()
  })
})

describe('frames', () => {
  it('of 1 MB close with 1009', async () => {
    const { socket, closed } = await connect(first().base, await first().as('reviewer'))
    socket.send('x'.repeat(1_048_576))
    expect(await closed).toBe(1009)
  })

  it('up to 64 KiB are read', async () => {
    const { socket, closed } = await connect(first().base, await first().as('reviewer'))
    socket.send(`{"type":"ping"${' '.repeat(WS_FRAME_BYTES - 15)}}`)
    const answer = await new Promise((resolve) => {
      socket.on('message', (data) => data.toString().includes('pong') && resolve(data.toString()))
    })
    expect(answer).toBe('{"type":"pong"}')
    socket.send(`{"type":"ping"${' '.repeat(WS_FRAME_BYTES - 14)}}`)
    expect(await closed).toBe(1009)
  })

  it.each([
    '{"type":"shout"}',
    '{"type":"__proto__"}',
    '{"type":"since"}',
    '{"type":"since","id":"1","userId":"2"}',
    '{"type":"ack","ids":["0 or 1=1"]}',
    'null',
    '{"type":',
    Buffer.from('{"type":"ping"}'),
  ])('that are none close with 1008: %s', async (frame) => {
    const { socket, closed } = await connect(first().base, await first().as('reviewer'))
    socket.send(frame)
    expect(await closed).toBe(1008)
  })

  it.each(['text', 'control'])('in a flood close with 1008: %s', async (kind) => {
    const { socket, closed } = await connect(first().base, await first().as('reviewer'))
    for (let n = 0; n < 200; n++) kind === 'text' ? socket.send('{"type":"ping"}') : socket.ping()
    expect(await closed).toBe(1008)
  })
})

describe('the end of the session', () => {
  const reset = (admin: Person, id: string) => admin.call(updateUserPasswordById, { id, password: 'Given@1234' })
  const ways: [string, string, (admin: Person, id: string) => Promise<{ code: number }>][] = [
    ['forced offline', '您已被管理员强制下线', (admin, id) => admin.call(userOffline, { id })],
    ['disabled', '账号已被禁用，请联系管理员', (admin, id) => admin.call(disableUser, { id })],
    ['password reset', '密码已被重置，请使用新密码登录', reset],
  ]

  it.each(ways)('%s says why and closes at once on every process', async (_, text, act) => {
    const [admin, person] = [await first().as('administrator'), await first().as('reviewer')]
    const here = await connect(first().base, person)
    const there = await connect(second.base, person)
    expect((await act(admin, person.id)).code).toBe(200)
    const since = performance.now()
    expect(await Promise.all([here.closed, there.closed])).toEqual([4401, 4401])
    expect(performance.now() - since).toBeLessThan(AT_ONCE_MS)
    for (const each of [here, there]) expect(each.of('offline').map(({ data }) => data.text)).toEqual([text])
    expect(await refusal(second.base, person)).toBe(401)
  })

  it.each(['signOut', 'removeToken'] as const)('by %s closes without a message', async (how) => {
    const person = await first().as('reviewer')
    const there = await connect(second.base, person)
    await (how === 'signOut' ? person.call(signOut, null) : first().nobody.call(removeToken, { token: person.token }))
    expect(await there.closed).toBe(4401)
    expect(there.of('offline')).toEqual([])
  })

  it('leaves the person’s other session connected', async () => {
    const person = await first().as('reviewer')
    const other = await makeSession(first().database.db, person.id)
    const stays = await connect(second.base, { id: person.id, token: other.token })
    const goes = await connect(second.base, person)
    await person.call(signOut, null)
    await goes.closed
    await settled(stays)
    stays.socket.close()
  })

  it('by expiry closes', async () => {
    const person = await first().as('reviewer')
    await first().database.pool.query("update sessions set expires_at = now() + interval '1 s' where user_id = $1", [
      person.id,
    ])
    const { closed, of } = await connect(first().base, person)
    const since = performance.now()
    expect(await closed).toBe(4401)
    expect(performance.now() - since).toBeLessThan(AT_ONCE_MS)
    expect(of('offline')).toEqual([])
  })

  it('is not triggered by rotation: the connection of the old token stays', async () => {
    const person = await first().as('reviewer')
    const here = await connect(first().base, person)
    const there = await connect(second.base, person)
    const client = { client_id: 'console', client_secret: 'console' }
    const refresh = { grant_type: 'refresh_token', ...client, refresh_token: person.refreshToken } as const
    expect((await first().nobody.call(requestToken, refresh)).code).toBe(200)
    const data = { title: '续期之后', content: '' }
    await transact(first().server.core, (tx, announce) =>
      storePush(tx, announce, { userIds: [person.id], type: 'notice', data }),
    )
    for (const each of [here, there]) {
      await expect.poll(() => noticeTitles(each), WITHIN).toEqual(['续期之后'])
      each.socket.close()
    }
  })

  it('does not wait for a peer that never sends a close frame', async () => {
    const [admin, person] = [await first().as('administrator'), await first().as('reviewer')]
    const raw = await connectRaw(first().base, person)
    const cut = once(raw.resume(), 'close')
    await admin.call(userOffline, { id: person.id })
    const since = performance.now()
    await cut
    expect(performance.now() - since).toBeLessThan(AT_ONCE_MS)
  })
})
