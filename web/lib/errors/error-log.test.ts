import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLIENT_LOG_TEXTS } from '#contract/limits.ts'
import { sendClientLog } from '#contract/system/client-log.ts'
import type { Noted } from './error-log.ts'

type Answer = { code: number } | Error

const at = (name: string) => (listeners.get(name) ?? (() => undefined)) as (event: unknown) => void
let listeners: Map<string, unknown>
let sent: { token: string | null; entries: Noted[] }[]
let answer: () => Answer | Promise<Answer>
let online: boolean

class FakeElement {
  localName = 'img'
  getAttribute = (name: string) => (name === 'src' ? '/logo.png?token=abc' : null)
}
class FakeErrorEvent {
  target = {}
  message = ''
  error: unknown
  filename = 'a.js'
  lineno = 1
  colno = 2
  constructor(error: unknown, message = '') {
    this.error = error
    this.message = message
  }
}

function memory() {
  const items = new Map<string, string>()
  return {
    items,
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
let local: ReturnType<typeof memory>

/** The modules keep state (timer, callback), so each test loads them fresh. */
async function fresh() {
  vi.resetModules()
  // preload: a dynamic import does not settle under fake timers
  await import('./error-sender.ts')
  const lib = {
    ...(await import('./error-log.ts')),
    ...(await import('./error-report.ts')),
    ...(await import('../session/session.ts')),
  }
  return lib
}

beforeEach(() => {
  vi.useFakeTimers()
  listeners = new Map()
  sent = []
  answer = () => ({ code: 200 })
  online = true
  local = memory()
  vi.stubGlobal('window', {
    localStorage: local,
    sessionStorage: memory(),
    addEventListener: (name: string, listener: unknown) => listeners.set(name, listener),
  })
  vi.stubGlobal('navigator', {
    get onLine() {
      return online
    },
  })
  vi.stubGlobal('location', { href: 'http://console/backend/home?ticket=tick', protocol: 'http:' })
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('ErrorEvent', FakeErrorEvent)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    expect(path).toBe(sendClientLog.path)
    const { entries } = JSON.parse(String(init.body)) as { entries: Noted[] }
    sent.push({ token: new Headers(init.headers).get('console-auth'), entries })
    const given = await answer()
    if (given instanceof Error) throw given
    return new Response(JSON.stringify({ ...given, success: given.code === 200, msg: '', data: null }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const session = (user_id: string) => ({
  access_token: 'a'.repeat(30),
  refresh_token: 'r'.repeat(30),
  token_type: 'bearer' as const,
  expires_in: 32_399,
  user_id,
  userName: 'li',
  realName: '李',
  role_info: '{}',
  tokenStartTime: 0,
  draftKey: '',
  pageOpenMethod: 0 as const,
  biPermission: [],
  topMenu: [],
})

test('§4 an error is appended to the local log and persisted, as spec §3 describes an entry', async () => {
  const { recordError, notedErrors } = await fresh()
  const id = recordError('error', new TypeError('x'), 'a.js:1:2')
  expect(notedErrors()).toMatchObject([
    {
      type: 'error',
      message: 'TypeError: x',
      info: `#${id} console a.js:1:2`,
      time: new Date().toISOString(),
      count: 1,
    },
  ])
  expect(notedErrors()[0]?.stack).toContain('TypeError: x')
  expect([...local.items.keys()]).toEqual(['console-errors'])
  expect(local.items.get('console-errors')).not.toContain('tick"')
})

test('§4 exceptions, rejections and failed files are logged; errors that call() has shown are not', async () => {
  const { reportErrors, notedErrors } = await fresh()
  reportErrors()
  at('error')(new FakeErrorEvent(new Error('one')))
  at('error')(new FakeErrorEvent(undefined, 'Script error.'))
  at('error')({ target: new FakeElement() })
  at('error')(new FakeErrorEvent(undefined, 'ResizeObserver loop completed'))
  at('unhandledrejection')({ reason: 'no error at all' })
  at('unhandledrejection')({ reason: Object.create(null) })
  for (const name of ['Refusal', 'Unreachable', 'AbortError']) {
    at('unhandledrejection')({ reason: Object.assign(new Error('told'), { name }) })
  }
  expect(notedErrors().map(({ type, message }) => `${type} ${message}`)).toEqual([
    'error Error: one',
    'error Script error.',
    'resource img /logo.png?token=***',
    'rejection no error at all',
    'rejection something that has no text',
  ])
  expect(notedErrors()[0]?.url).toBe('http://console/backend/home?ticket=***')
})

test('§4 repeats are counted; long texts are cut; at most 50 are kept', async () => {
  const { recordError, notedErrors } = await fresh()
  const thrown = new Error('again')
  expect(recordError('error', thrown)).toBe(recordError('error', thrown))
  expect(notedErrors()).toMatchObject([{ count: 2 }])
  for (let count = 0; count < 60; count++) recordError('error', `${count} ${'x'.repeat(100_000)}`)
  expect(notedErrors()).toHaveLength(50)
  expect(notedErrors().at(-1)?.message).toMatch(/^59 x+$/)
  for (const { message } of notedErrors()) expect(message.length).toBeLessThanOrEqual(CLIENT_LOG_TEXTS.message)
})

test('§4 sending clears the log, in batches by user', async () => {
  const { recordError, reportErrors, acceptSession } = await fresh()
  reportErrors()
  for (let count = 0; count < 25; count++) recordError('error', `before ${count}`)
  acceptSession(session('7'))
  recordError('page', 'after')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent.map(({ token, entries }) => [token, entries.length])).toEqual([
    [null, 20],
    [null, 5],
    [`bearer ${'a'.repeat(30)}`, 1],
  ])
  expect(Object.keys(sent[0]?.entries[0] ?? {}).sort()).toEqual([
    'count',
    'info',
    'message',
    'stack',
    'time',
    'type',
    'url',
  ])
  expect(local.items.has('console-errors')).toBe(false)
})

test('§4 sending clears exactly what was sent; errors logged meanwhile stay', async () => {
  const { recordError, reportErrors, notedErrors } = await fresh()
  reportErrors()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  answer = () => promise
  recordError('error', 'first')
  await vi.advanceTimersByTimeAsync(3_000)
  recordError('error', 'first')
  recordError('error', 'second')
  answer = () => ({ code: 503 })
  resolve({ code: 200 })
  await vi.advanceTimersByTimeAsync(0)
  expect(notedErrors().map(({ message, count }) => [message, count])).toEqual([
    ['first', 1],
    ['second', 1],
  ])
})

test('§4 a failed send keeps the log, retries with backoff, and is not itself logged', async () => {
  const { recordError, reportErrors, notedErrors } = await fresh()
  reportErrors()
  answer = () => new TypeError('Failed to fetch')
  recordError('error', 'kept')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent).toHaveLength(1)
  answer = () => ({ code: 429 })
  await vi.advanceTimersByTimeAsync(29_999)
  recordError('error', 'kept')
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(sent).toHaveLength(2)
  expect(notedErrors()).toMatchObject([{ message: 'kept', count: 2 }])
  answer = () => ({ code: 200 })
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(3)
  expect(notedErrors()).toEqual([])
})

test('§4 offline nothing is sent; it is sent when back online, or at the next start', async () => {
  const { recordError, reportErrors } = await fresh()
  reportErrors()
  online = false
  recordError('error', 'offline')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(0)
  online = true
  at('online')({})
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)

  recordError('error', 'page left at once')
  const next = await fresh()
  next.reportErrors()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent.at(-1)?.entries).toMatchObject([{ message: 'page left at once' }])
})

test('§4 entries that the server rejects as invalid are dropped', async () => {
  const { recordError, reportErrors, notedErrors } = await fresh()
  reportErrors()
  answer = () => ({ code: 400 })
  recordError('error', 'malformed')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(notedErrors()).toEqual([])
})

test('§4 a stored log of another shape is ignored', async () => {
  local.items.set('console-errors', JSON.stringify({ content: [{ text: 'x' }, null] }))
  const { recordError, notedErrors } = await fresh()
  expect(notedErrors()).toEqual([])
  recordError('error', 'x')
  expect(notedErrors()).toHaveLength(1)
})
