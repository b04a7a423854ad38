// Long because one mock of server, storage and location serves every rule of spec §8 and §9.
import { Type } from 'typebox'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anonymous, signedIn } from '#contract/access.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Session } from '#contract/identity/sign-in.ts'
import { LONG_TIMEOUT_MS } from '#contract/limits.ts'
import type { CallOptions } from './call.ts'
import type { Notifier } from './notify.ts'

const read = endpoint({
  summary: '读',
  method: 'GET',
  path: '/api/read',
  access: signedIn,
  effect: 'read',
  query: Type.Object({ id: Type.String(), ids: Type.Optional(Type.Array(Type.String())) }),
  data: Type.Object({ name: Type.String() }),
})
const write = endpoint({
  summary: '写',
  method: 'POST',
  path: '/api/write',
  access: signedIn,
  effect: 'write',
  query: Type.Object({ password: Type.String() }),
  data: Type.Null(),
})
const open = endpoint({
  summary: '开放',
  method: 'POST',
  path: '/api/open',
  access: anonymous,
  effect: 'write',
  body: Type.Object({ a: Type.Integer() }),
  data: Type.Null(),
})

const tokens = { access: 'a'.repeat(30), refresh: 'r'.repeat(30) }
const session = (changes: Partial<Session> = {}): Session => ({
  access_token: tokens.access,
  refresh_token: tokens.refresh,
  token_type: 'bearer',
  expires_in: 32_399,
  user_id: '1',
  userName: 'admin',
  realName: '管理员',
  role_info: '{}',
  tokenStartTime: 0,
  draftKey: '',
  pageOpenMethod: 0,
  biPermission: [],
  topMenu: [],
  ...changes,
})

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | Error
type Sent = { url: string; method: string; headers: Headers; body: string; credentials: RequestCredentials | undefined }

const toast = vi.fn<Notifier['toast']>()
const ask = vi.fn<Notifier['ask']>(() => Promise.resolve(false))
const replace = vi.fn<(address: string) => void>()
let answers: (sent: Sent) => Answer | Promise<Answer>
let sent: Sent[]

const ok = (data: unknown = null) => ({ body: { code: 200, success: true, data, msg: '操作成功' } })
const refusal = (code: number, msg: string, rest: Partial<Exclude<Answer, Error>> = {}) => ({
  status: code < 600 ? code : 200,
  body: { code, success: false, data: null, msg },
  ...rest,
})

/** The modules keep state (a session, a running renewal), so each test loads them fresh. */
async function fresh() {
  vi.resetModules()
  const lib = {
    ...(await import('./call.ts')),
    ...(await import('./session/session.ts')),
    ...(await import('./session/refresh.ts')),
    ...(await import('./notify.ts')),
  }
  lib.setNotifier({ toast, ask, undoable: vi.fn(), outcomes: vi.fn() })
  return lib
}

beforeEach(() => {
  sent = []
  answers = () => ok()
  for (const mock of [toast, ask, replace]) mock.mockClear()
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/backend/user/list', search: '?a=1', replace })
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = {
      url,
      method: init.method ?? '',
      headers: new Headers(init.headers),
      body: String(init.body ?? ''),
      credentials: init.credentials,
    }
    sent.push(request)
    const answer = await answers(request)
    if (answer instanceof Error) throw answer
    const { status = 200, headers = {}, body } = answer
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('§7 the auth header carries the token; a GET has its input in the query string', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  answers = () => ok({ name: '甲' })
  expect(await call(read, { id: '1', ids: ['2', '3'] })).toEqual({ name: '甲' })
  expect(sent[0]?.url).toBe('/api/read?id=1&ids=2&ids=3')
  expect(sent[0]?.headers.get('console-auth')).toBe(`bearer ${tokens.access}`)
})

test('§7 credentials are sent', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  await call(read, { id: '1', ids: [] })
  expect(sent[0]?.credentials).toBe('include')
})

test('§7 a POST that declares only a query sends it in the body: no secrets in URLs', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  await call(write, { password: 'secret' })
  expect(sent[0]?.url).toBe('/api/write')
  expect(sent[0]?.body).toBe('{"password":"secret"}')
  await call(write, { password: 'secret' }, { form: true })
  expect(sent[1]?.body).toBe('password=secret')
})

test('§6 a call may opt out of the token; anonymous calls never carry it', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  await call(read, { id: '1' }, { anonymous: true })
  await call(open, { a: 1 })
  for (const { headers } of sent) expect(headers.get('console-auth')).toBeNull()
})

test('§8 resolving codes come back from exchange and reject from call, without a toast', async () => {
  const { acceptSession, call, exchange, Refusal } = await fresh()
  acceptSession(session())
  answers = () => refusal(601, '数据已被他人修改')
  const reply = await exchange(read, { id: '1' })
  expect(reply).toMatchObject({ success: false, code: 601, msg: '数据已被他人修改' })
  await expect(call(read, { id: '1' })).rejects.toThrow(Refusal)
  expect(toast).not.toHaveBeenCalled()
})

test('§8 a reply without a code is a success', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  answers = () => ({ body: { data: { name: '甲' }, msg: '操作成功' } })
  expect(await call(read, { id: '1' })).toEqual({ name: '甲' })
})

test('§8 another code is shown and rejects', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  answers = () => refusal(409, '当前状态不允许此操作')
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ code: 409, isShown: true })
  expect(toast).toHaveBeenCalledWith('error', '当前状态不允许此操作', undefined)
})

const long = '一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十'

test.each<[number, CallOptions, number | undefined]>([
  [500, {}, 20],
  [500, { messageAll: true }, 20],
  [500, { noSlice: true }, 30],
  [500, { hideErrorMsg: true }, undefined],
  [409, {}, 25],
  [409, { noSlice: true }, 25],
  [409, { messageAll: true }, 30],
  [409, { messageAll: true, hideErrorMsg: true }, undefined],
])('§8 the message of a %i under %j is shown up to character %s', async (code, options, length) => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  answers = () => refusal(code, long)
  await expect(call(read, { id: '1' }, options)).rejects.toMatchObject({ code, isShown: length !== undefined })
  expect(toast.mock.calls.map(([, text]) => text)).toEqual(length === undefined ? [] : [long.slice(0, length)])
})

test('§8 codes of a whitelist reject silently, 401 and 404 among them', async () => {
  const { acceptSession, call, currentSession } = await fresh()
  acceptSession(session())
  for (const code of [401, 404, 409, 500]) {
    answers = () => refusal(code, 'x')
    await expect(call(read, { id: '1' }, { whitelist: [code] })).rejects.toMatchObject({ code, isShown: false })
  }
  expect(toast).not.toHaveBeenCalled()
  expect(currentSession()).not.toBeNull()
})

test('§9 a call times out after 20 s; uploads, imports and AI calls after 120 s', async () => {
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return new AbortController().signal
  })
  const { call } = await fresh()
  await call(open, { a: 1 })
  await call(open, { a: 1 }, { timeout: LONG_TIMEOUT_MS })
  expect(limits).toEqual([20_000, 120_000])
  vi.restoreAllMocks()
})

test('§9 statuses 200 to 500 are responses, others transport errors, except 503 with an envelope', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  for (const status of [200, 302, 409, 499, 500]) {
    answers = () => ({ ...ok({ name: '甲' }), status })
    expect(await call(read, { id: '1' })).toEqual({ name: '甲' })
  }
  for (const status of [501, 502, 504]) {
    answers = () => ({ ...ok({ name: '甲' }), status })
    await expect(call(read, { id: '1' })).rejects.toMatchObject({ name: 'Unreachable', reason: 'network', status })
  }
  answers = () => refusal(503, '系统繁忙')
  await expect(call(write, { password: 'x' })).rejects.toMatchObject({ code: 503, msg: '系统繁忙' })
})

test('§8 ten concurrent 401s sign out once and keep the place', async () => {
  const { acceptSession, call, currentSession, consumeNotice } = await fresh()
  acceptSession(session())
  answers = () => refusal(401, '登录失效，请重新登录！')
  const calls = await Promise.allSettled(Array.from({ length: 10 }, () => call(read, { id: '1' })))
  expect(calls.every(({ status }) => status === 'rejected')).toBe(true)
  expect(replace).toHaveBeenCalledExactlyOnceWith(`/backend/login?redirect=${encodeURIComponent('/user/list?a=1')}`)
  expect(currentSession()).toBeNull()
  expect(consumeNotice()).toBe('登录失效，请重新登录！')
  expect(consumeNotice()).toBeUndefined()
})

test.each([
  [404, '接口不存在'],
  [500, 'x Failed to handle request y'],
])('§8 404, and 500 with Failed to handle request, sign out silently: %i', async (code, msg) => {
  const { acceptSession, call, currentSession, consumeNotice } = await fresh()
  acceptSession(session())
  answers = () => refusal(code, msg)
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ code })
  expect(replace).toHaveBeenCalledOnce()
  expect(currentSession()).toBeNull()
  expect(consumeNotice()).toBeUndefined()
  expect(toast).not.toHaveBeenCalled()
})

test('§8 a transport error containing 401 asks once whether to sign in again', async () => {
  const { acceptSession, call, currentSession } = await fresh()
  acceptSession(session())
  answers = () => ({ status: 401, body: '<html>401</html>' })
  await Promise.allSettled([call(read, { id: '1' }), call(read, { id: '2' })])
  expect(ask).toHaveBeenCalledOnce()
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ title: '系统提示', ok: '重新登录', cancel: '取消' })
  expect(currentSession()).not.toBeNull()
})

test('§8 重新登录 logs out, on the server too, and loads /login with the place to return to', async () => {
  const { acceptSession, call, currentSession } = await fresh()
  acceptSession(session())
  answers = (request) => (request.url === '/api/read?id=1' ? { status: 401, body: '<html>401</html>' } : ok())
  ask.mockResolvedValueOnce(true)
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ status: 401 })
  await vi.waitFor(() => expect(replace).toHaveBeenCalledOnce())
  expect(replace).toHaveBeenCalledWith(`/backend/login?redirect=${encodeURIComponent('/user/list?a=1')}`)
  expect(sent.map(({ url }) => url)).toEqual(['/api/read?id=1', '/api/admin/user/logout'])
  expect(sent[1]?.headers.get('console-auth')).toBe(`bearer ${tokens.access}`)
  expect(currentSession()).toBeNull()
})

test('§8 a timeout, a reply without an envelope and a lost connection have their own texts', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  answers = () => new Promise((resolve) => setTimeout(() => resolve(new TypeError('late')), 60))
  await expect(call(read, { id: '1' }, { timeout: 10 })).rejects.toMatchObject({ reason: 'timeout' })
  answers = () => ({ body: '<html></html>' })
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ reason: 'format' })
  answers = () => new TypeError('Failed to fetch')
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ reason: 'network' })
  expect(toast.mock.calls.map(([, text]) => text)).toEqual([
    '响应超时，请稍后重试',
    '响应格式错误',
    '网络连接失败，请检查网络后重试',
  ])
})

test('§8 overloaded: a read is retried once after retry-after, with a toast; a write is not', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  answers = () =>
    sent.length === 1 ? refusal(503, '系统繁忙', { headers: { 'retry-after': '0' } }) : ok({ name: '甲' })
  expect(await call(read, { id: '1' })).toEqual({ name: '甲' })
  expect(toast.mock.calls).toEqual([['info', '系统繁忙，1 秒后自动重试', 0]])
  sent = []
  await expect(call(write, { password: 'x' })).rejects.toMatchObject({ code: 503 })
  expect(sent).toHaveLength(1)
})

test('§4 without a session nothing is sent, and the page goes to /login', async () => {
  const { call } = await fresh()
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ code: 401 })
  expect(sent).toHaveLength(0)
  expect(replace).toHaveBeenCalledOnce()
})

const isTokenCall = ({ url }: Sent) => url.startsWith('/api/adminauth/oauth/token')
const renewed = { access_token: 'b'.repeat(30), refresh_token: 's'.repeat(30) }

async function due() {
  const lib = await fresh()
  vi.useFakeTimers({ toFake: ['Date'] })
  lib.acceptSession(session())
  vi.setSystemTime(Date.now() + (32_399 - 3_000) * 1000)
  return lib
}

test('§4 within an hour of expiry one renewal runs; other calls wait and use its token', async () => {
  const { call, currentSession } = await due()
  answers = (request) => (isTokenCall(request) ? ok(session(renewed)) : ok({ name: '甲' }))
  await Promise.all(Array.from({ length: 10 }, () => call(read, { id: '1' })))
  expect(sent.filter(isTokenCall)).toHaveLength(1)
  expect(new URLSearchParams(sent.find(isTokenCall)?.body).get('refresh_token')).toBe(tokens.refresh)
  const reads = sent.filter((request) => !isTokenCall(request))
  expect(reads).toHaveLength(10)
  for (const { headers } of reads) expect(headers.get('console-auth')).toBe(`bearer ${renewed.access_token}`)
  expect(currentSession()?.access_token).toBe(renewed.access_token)
})

test('§4 a background call does not renew the session, so an idle session expires', async () => {
  const { call } = await due()
  answers = () => ok({ name: '甲' })
  expect(await call(read, { id: '1' }, { background: true })).toEqual({ name: '甲' })
  expect(sent.filter(isTokenCall)).toHaveLength(0)
})

test('§4 a refused renewal signs out once; waiting calls reject and are never sent', async () => {
  const { call } = await due()
  answers = (request) => (isTokenCall(request) ? refusal(401, 'Invalid refresh token') : ok({ name: '甲' }))
  const calls = await Promise.allSettled(Array.from({ length: 10 }, () => call(read, { id: '1' })))
  expect(calls.every(({ status }) => status === 'rejected')).toBe(true)
  expect(sent.filter((request) => !isTokenCall(request))).toHaveLength(0)
  expect(replace).toHaveBeenCalledOnce()
  expect(toast).not.toHaveBeenCalled()
})

test('§4 a renewal that fails offline does not sign out while the token is valid', async () => {
  const { call, currentSession } = await due()
  answers = (request) => (isTokenCall(request) ? new TypeError('Failed to fetch') : ok({ name: '甲' }))
  expect(await call(read, { id: '1' })).toEqual({ name: '甲' })
  expect(await call(read, { id: '1' })).toEqual({ name: '甲' })
  expect(sent.filter(isTokenCall)).toHaveLength(1)
  expect(currentSession()?.access_token).toBe(tokens.access)
})

test('§4 a suspended tab uses the tokens that another tab has stored', async () => {
  const { call } = await due()
  const { writeEntry } = await import('./storage.ts')
  writeEntry('local', 'session', { session: session(renewed), receivedAt: Date.now() })
  answers = () => ok({ name: '甲' })
  await call(read, { id: '1' })
  expect(sent.filter(isTokenCall)).toHaveLength(0)
  expect(sent[0]?.headers.get('console-auth')).toBe(`bearer ${renewed.access_token}`)
})

test('§4 继续使用 renews even if not due', async () => {
  const { acceptSession, currentSession, renewNow } = await fresh()
  acceptSession(session())
  answers = () => ok(session(renewed))
  expect(await renewNow('x')).toBe(true)
  expect(currentSession()?.access_token).toBe(renewed.access_token)
})

test('§4 a token of 20 characters or fewer is not stored', async () => {
  const { acceptSession, currentSession } = await fresh()
  expect(acceptSession(session({ access_token: 'x'.repeat(20) }))).toBe(false)
  expect(currentSession()).toBeNull()
})

test('§9 the cookie lives 32399 s, is Strict, and Secure on https', async () => {
  const { acceptSession } = await fresh()
  acceptSession(session())
  expect(document.cookie).toBe(`console-token=${tokens.access}; Path=/backend; Max-Age=32399; SameSite=Strict`)
  vi.stubGlobal('location', { ...location, protocol: 'https:' })
  acceptSession(session())
  expect(document.cookie).toContain('; Secure')
})

test('§4 updating the person never writes back old tokens', async () => {
  const { acceptSession, currentSession, notePerson, rereadSession } = await fresh()
  const { writeEntry } = await import('./storage.ts')
  acceptSession(session())
  writeEntry('local', 'session', { session: session(renewed), receivedAt: Date.now() })
  notePerson({ user_id: '1', realName: '新名字' })
  rereadSession()
  expect(currentSession()).toMatchObject({ access_token: renewed.access_token, realName: '新名字' })
  notePerson({ user_id: '2', realName: '别人' })
  expect(currentSession()?.realName).toBe('新名字')
})

const keysSent = () => sent.map(({ headers }) => headers.get('idempotency-key'))

test('§9 each write has its own idempotency key; reads and anonymous calls have none', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  await call(write, { password: 'x' })
  await call(write, { password: 'x' })
  await call(read, { id: '1' })
  await call(open, { a: 1 })
  const [one, other, ...rest] = keysSent()
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(other).toMatch(/^[0-9a-f]{32}$/)
  expect(one).not.toBe(other)
  expect(rest).toEqual([null, null])
})

test('§9 a write without a reply is retried with the same key, until another write succeeds', async () => {
  const { acceptSession, call } = await fresh()
  acceptSession(session())
  const failing = () => new Error('Failed to fetch')
  answers = failing
  await expect(call(write, { password: 'x' })).rejects.toThrow()
  await expect(call(write, { password: 'other' })).rejects.toThrow()
  answers = () => refusal(500, '服务器开小差了，请稍后重试')
  await expect(call(write, { password: 'x' })).rejects.toThrow()
  answers = () => ok()
  await call(write, { password: 'x' })
  await call(write, { password: 'x' })
  const [first, another, again, done, anew] = keysSent()
  expect([again, done]).toEqual([first, first])
  expect(new Set([first, another, anew]).size).toBe(3)

  answers = failing
  await expect(call(write, { password: 'off' })).rejects.toThrow()
  answers = () => ok()
  await call(write, { password: 'on' })
  await call(write, { password: 'off' })
  expect(keysSent().at(-1)).not.toBe(keysSent().at(-3))
})

test('§8 600 resolves with its preview; the confirm token is sent back in a header', async () => {
  const { acceptSession, exchange } = await fresh()
  acceptSession(session())
  const data = { preview: { text: '将禁用 3 人', groups: [] }, confirmToken: 't.1.s' }
  answers = () => ({ body: { code: 600, success: false, data, msg: '请确认后再继续' } })
  expect(await exchange(write, { password: 'x' })).toEqual({ code: 600, success: false, data, msg: '请确认后再继续' })
  answers = () => ok()
  expect(await exchange(write, { password: 'x' }, { confirmToken: 't.1.s' })).toMatchObject({ success: true })
  expect(sent.map(({ headers }) => headers.get('x-confirm-token'))).toEqual([null, 't.1.s'])
  expect(toast).not.toHaveBeenCalled()
})

test.each([602, 10017])('§8 %i resolves with its data, and rejects from call() without a toast', async (code) => {
  const { acceptSession, call, exchange } = await fresh()
  acceptSession(session())
  const data = [{ id: '1', name: '甲', ok: false, msg: '已停用' }]
  answers = () => ({ body: { code, success: false, data, msg: 'x' } })
  expect(await exchange(write, { password: 'x' })).toMatchObject({ code, success: false, data })
  await expect(call(write, { password: 'x' })).rejects.toMatchObject({ code, data, isShown: false })
  expect(toast).not.toHaveBeenCalled()
})
