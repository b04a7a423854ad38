// The live connection with fake timers and fake sockets.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#contract/identity/sign-in.ts'
import { WS_CHECK_MS, WS_HEARTBEAT_MS, WS_TRIES } from '#contract/limits.ts'
import type { LiveMessage } from '#contract/live/live.ts'

const call = vi.fn<(endpoint: { path: string }) => Promise<unknown>>()
vi.mock('../call.ts', () => ({ call: (endpoint: { path: string }) => call(endpoint) }))

// lets `useLiveStatus` be called outside a component
vi.mock('zustand', async (original) => ({
  ...(await original<typeof import('zustand')>()),
  useStore: <S, V>(store: { getState: () => S }, pick: (state: S) => V) => pick(store.getState()),
}))

class FakeSocket {
  static readonly OPEN = 1
  readonly address: string
  readonly protocols: string[]
  readyState = 0
  isClosed = false
  said: { type: string; id?: string; ids?: string[] }[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor(address: URL, protocols: string[]) {
    this.address = String(address)
    this.protocols = protocols
    sockets.push(this)
  }
  send(text: string) {
    this.said.push(JSON.parse(text))
  }
  close() {
    this.isClosed = true
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  tell(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  drop(code = 1006) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

const person = (token: string): { session: Session; receivedAt: number } => ({
  receivedAt: Date.now(),
  session: {
    access_token: token,
    refresh_token: 'r'.repeat(30),
    token_type: 'bearer',
    expires_in: 32_399,
    user_id: '7',
    userName: 'wang',
    realName: '王',
    role_info: '{}',
    tokenStartTime: 0,
    draftKey: '',
    pageOpenMethod: 0,
    biPermission: [],
    topMenu: [],
  },
})

const notice = (id: string) => ({ id, type: 'notice', data: { title: `第${id}条`, content: '' }, sendTime: '' })

let sockets: FakeSocket[] = []
let heard: LiveMessage[] = []
let gone: string[] = []
let stop = () => {}
let page: EventTarget
const noStorage = { length: 0, getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
const token = 'a'.repeat(43)

const last = () => {
  const socket = sockets.at(-1)
  if (!socket) throw new Error('no connection was tried')
  return socket
}

async function start(held: ReturnType<typeof person> | null = person(token)) {
  const { startLive } = await import('./live.ts')
  const { sessionStore } = await import('../session/session.ts')
  sessionStore.setState({ held })
  stop = startLive({ onMessage: (message) => heard.push(message), onAcknowledged: (ids) => gone.push(...ids) })
  return { setHeld: (next: typeof held) => sessionStore.setState({ held: next }), ...(await import('./live.ts')) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  sockets = []
  heard = []
  gone = []
  page = new EventTarget()
  call.mockReset().mockResolvedValue({ count: 0 })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { href: 'https://console.example/backend/home' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('window', {
    addEventListener: page.addEventListener.bind(page),
    localStorage: noStorage,
    sessionStorage: noStorage,
  })
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('§4 opens when a token exists and closes when it is gone', async () => {
  const { setHeld } = await start(null)
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS * 3)
  expect(sockets).toHaveLength(0)
  setHeld(person(token))
  expect(last().address).toMatch(/^wss:\/\/console\.example\/api\/backend\/ws\/pushMessage\/7r\w+$/)
  expect(last().protocols).toEqual([token])
  last().open()
  setHeld(null)
  expect(last().isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS * 3)
  expect(sockets).toHaveLength(1)
})

test('§4 a renewed token leaves the connection as it is', async () => {
  const { setHeld } = await start()
  last().open()
  setHeld(person('b'.repeat(43)))
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS * 2)
  expect(sockets).toHaveLength(1)
  expect(last().isClosed).toBe(false)
})

test('§4 §9 on error it reconnects every 3 s up to 5 times, then gives up', async () => {
  await start()
  const at = [Date.now()]
  for (let reconnect = 0; reconnect < WS_TRIES; reconnect++) {
    last().drop()
    await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
    expect(sockets).toHaveLength(reconnect + 2)
    at.push(Date.now())
  }
  expect(WS_TRIES).toBe(5)
  for (let n = 1; n < at.length; n++) expect((at[n] ?? 0) - (at[n - 1] ?? 0)).toBe(3_000)
  last().drop()
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS * 20)
  expect(sockets).toHaveLength(1 + 5)
})

test('§4 §9 the status is lost only after the last of the 5 retries', async () => {
  const { useLiveStatus: statusNow } = await start()
  const said: string[] = []
  for (let n = 0; n <= WS_TRIES; n++) {
    last().drop()
    said.push(statusNow())
    await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  }
  expect(said).toEqual([...Array.from({ length: WS_TRIES }, () => 'connecting'), 'lost'])
  page.dispatchEvent(new Event('focus'))
  last().open()
  expect(statusNow()).toBe('open')
})

test('after giving up, startOver reconnects with 5 new retries', async () => {
  const { startOver } = await start()
  const failAll = async () => {
    for (let n = 0; n <= WS_TRIES; n++) {
      last().drop()
      await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
    }
  }
  await failAll()
  expect(sockets).toHaveLength(6)
  startOver()
  expect(sockets).toHaveLength(7)
  await failAll()
  expect(sockets).toHaveLength(12)
})

test.each(['focus', 'online'])('after giving up, it reconnects on %s', async (type) => {
  await start()
  for (let n = 0; n <= WS_TRIES; n++) {
    last().drop()
    await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  }
  const before = sockets.length
  page.dispatchEvent(new Event(type))
  expect(sockets).toHaveLength(before + 1)
})

test('§4 a check every 3 seconds retries until connected, and no longer', async () => {
  await start()
  last().drop()
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  last().drop()
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  last().open()
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS * 5)
  expect(sockets).toHaveLength(3)
})

test('a successful connection resets the retries', async () => {
  await start()
  for (let n = 0; n < WS_TRIES; n++) {
    last().drop()
    await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  }
  last().open()
  last().drop()
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  expect(sockets).toHaveLength(7)
})

test('no attempts while offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await start()
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS * 20)
  expect(sockets).toHaveLength(0)
  vi.stubGlobal('navigator', { onLine: true })
  page.dispatchEvent(new Event('online'))
  expect(sockets).toHaveLength(1)
})

test('§4 on close it is torn down, and late messages are ignored', async () => {
  await start()
  const old = last()
  old.open()
  const { onmessage } = old
  old.drop()
  expect([old.onopen, old.onmessage, old.onclose]).toEqual([null, null, null])
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  expect(sockets).toHaveLength(2)
  expect(onmessage).not.toBeNull()
})

test('§4 on open it calls pushNoticeByUser and requests messages newer than the cursor', async () => {
  await start()
  expect(call).not.toHaveBeenCalled()
  last().open()
  expect(call.mock.calls.map(([endpoint]) => endpoint.path)).toEqual([
    '/api/backend/memberRegisterNotice/pushNoticeByUser',
  ])
  expect(last().said).toEqual([{ type: 'since', id: '0' }])
  last().tell(notice('12'))
  last().tell(notice('9'))
  last().drop()
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  last().open()
  expect(call).toHaveBeenCalledTimes(2)
  expect(last().said).toEqual([{ type: 'since', id: '12' }])
})

test('duplicates are dropped by id, and malformed messages are ignored', async () => {
  await start()
  last().open()
  for (const id of ['1', '2', '2', '1']) last().tell(notice(id))
  last().tell({ type: 'pong' })
  last().tell({ id: '3', type: 'toString', data: {} })
  last().drop()
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  last().open()
  for (const id of ['2', '3']) last().tell(notice(id))
  expect(heard.map(({ id }) => id)).toEqual(['1', '2', '3'])
})

test('heartbeat every 30 s; without an answer the connection is closed', async () => {
  await start()
  last().open()
  await vi.advanceTimersByTimeAsync(WS_HEARTBEAT_MS)
  expect(last().said.at(-1)).toEqual({ type: 'ping' })
  last().tell({ type: 'pong' })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(last().isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(WS_HEARTBEAT_MS)
  expect(sockets[0]?.isClosed).toBe(true)
  expect(sockets).toHaveLength(2)
})

test('after the server ended the session it reconnects only with another token', async () => {
  const { setHeld } = await start()
  last().open()
  last().drop(4401)
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS * 10)
  page.dispatchEvent(new Event('focus'))
  expect(sockets).toHaveLength(1)
  setHeld(person('b'.repeat(43)))
  expect(sockets).toHaveLength(2)
})

test('an expired token opens no connection', async () => {
  await start({ ...person(token), receivedAt: Date.now() - 32_400_000 })
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS * 3)
  expect(sockets).toHaveLength(0)
})

test('acknowledgements made while disconnected are sent on reconnect', async () => {
  const { acknowledge } = await start()
  last().open()
  acknowledge(['1'])
  expect(last().said.at(-1)).toEqual({ type: 'ack', ids: ['1'] })
  last().drop()
  acknowledge(Array.from({ length: 150 }, (_, n) => String(n + 2)))
  await vi.advanceTimersByTimeAsync(WS_CHECK_MS)
  last().open()
  const acks = last().said.filter(({ type }) => type === 'ack')
  expect(acks.map(({ ids }) => ids?.length)).toEqual([100, 50])
})
