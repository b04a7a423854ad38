// The live connection of this tab (spec §4): open while there is a token; after a loss a check every 3 s reconnects, at
// most 5 times. Each tab has its own connection, so none depends on another.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { WS_CHECK_MS, WS_HEARTBEAT_MS, WS_TRIES } from '#contract/limits.ts'
import {
  closeCodes,
  type Frame,
  isDurableId,
  isLiveType,
  type LiveMessage,
  livePath,
  PONG,
  pushNoticeByUser,
} from '#contract/live/live.ts'
import { call } from '../call.ts'
import { remainingS } from '../session/session.rules.ts'
import { sessionStore } from '../session/session.ts'
import { PRODUCT } from '../site.ts'

/** Time for the server to answer a heartbeat, ms. */
const ANSWER_MS = 10_000
/** Message ids remembered for deduplication; far more than the overlap of `since` can repeat. */
const SEEN_MOST = 2_000
const ACKS_A_FRAME = 100

/** `off`: no session, or it has ended. `lost`: out of retries, until `startOver`. */
export type LiveStatus = 'off' | 'connecting' | 'open' | 'lost'

const statusStore = createStore<{ status: LiveStatus }>(() => ({ status: 'off' }))
export const useLiveStatus = (): LiveStatus => useStore(statusStore, ({ status }) => status)

type Listener = { onMessage: (message: LiveMessage) => void; onAcknowledged: (ids: string[]) => void }

let listener: Listener | null = null
let socket: WebSocket | null = null
/** Failed attempts since the last successful connection or `startOver`. */
let failures = 0
/** Id of the newest durable message. */
let cursor = '0'
let lastReceivedAt = 0
/** Token of a session that the server has ended: do not reconnect with it. */
let endedToken: string | null = null
let unsent: string[] = []
let channel: BroadcastChannel | null = null
const seen = new Set<string>()
/** Ids already acknowledged: removing their notification calls `acknowledge` again. */
const acknowledged = new Set<string>()

const setStatus = (status: LiveStatus) => {
  if (statusStore.getState().status !== status) statusStore.setState({ status })
}

const sendFrame = (frame: Frame) => socket?.send(JSON.stringify(frame))

/** Sends a frame, or drops it if not connected: such frames only concern the current connection. */
export function sendLive(frame: Frame): void {
  if (socket?.readyState === WebSocket.OPEN) sendFrame(frame)
}

function sendAcks(): void {
  if (socket?.readyState !== WebSocket.OPEN) return
  for (; unsent.length > 0; unsent = unsent.slice(ACKS_A_FRAME)) {
    sendFrame({ type: 'ack', ids: unsent.slice(0, ACKS_A_FRAME) })
  }
}

/** The person has seen these messages: the server stops pushing them, and all tabs remove them. */
export function acknowledge(ids: string[]): void {
  const fresh = ids.filter((id) => !acknowledged.has(id))
  if (fresh.length === 0) return
  for (const id of fresh) acknowledged.add(id)
  unsent.push(...fresh)
  sendAcks()
  listener?.onAcknowledged(fresh)
  channel?.postMessage(fresh)
}

/** Somebody has handled what these messages were about: remove them here; other tabs get the same frame. */
export function removeSettled(ids: string[]): void {
  // ignore a message that arrives after its own settlement
  for (const id of ids) seen.add(id)
  listener?.onAcknowledged(ids)
}

/** False for duplicates: `since` and pushNoticeByUser both repeat messages. */
function isNew(id: string): boolean {
  if (!isDurableId(id)) return true
  if (BigInt(id) > BigInt(cursor)) cursor = id
  if (seen.has(id)) return false
  seen.add(id)
  const [oldest] = seen
  if (seen.size > SEEN_MOST && oldest !== undefined) seen.delete(oldest)
  return true
}

function isMessage(value: unknown): value is LiveMessage {
  return typeof value === 'object' && value !== null && 'type' in value && 'id' in value && isLiveType(value.type)
}

function handleText(text: unknown): void {
  lastReceivedAt = Date.now()
  if (text === PONG || typeof text !== 'string') return
  const message: unknown = JSON.parse(text)
  if (isMessage(message) && isNew(message.id)) listener?.onMessage(message)
}

/** Closes the connection and ignores anything that it still delivers. */
function tearDown(): void {
  if (!socket) return
  socket.onopen = null
  socket.onmessage = null
  socket.onclose = null
  socket.close()
  socket = null
}

function fail(): void {
  tearDown()
  failures++
  setStatus(failures > WS_TRIES ? 'lost' : 'connecting')
}

function connect(userId: string, token: string): void {
  const address = new URL(livePath(userId, `r${Math.random().toString(36).slice(2)}`), location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  setStatus('connecting')
  const opening = new WebSocket(address, [token])
  socket = opening
  opening.onopen = () => {
    failures = 0
    lastReceivedAt = Date.now()
    setStatus('open')
    sendAcks()
    sendFrame({ type: 'since', id: cursor })
    // If this fails, the messages come with the next connection; session errors show up in other calls.
    call(pushNoticeByUser, undefined, { hideErrorMsg: true }).catch(() => undefined)
  }
  opening.onmessage = ({ data }) => handleText(data)
  // No onerror: an error is followed by a close event, which has the code.
  opening.onclose = ({ code }) => {
    if (code !== closeCodes.sessionEnded) return fail()
    endedToken = token
    tearDown()
    setStatus('off')
  }
}

/** Connects if needed, and closes when the token is gone (spec §4). */
function check(): void {
  const { held } = sessionStore.getState()
  const token = held && remainingS(held, Date.now()) > 0 ? held.session.access_token : null
  if (!held || token === endedToken) {
    tearDown()
    setStatus('off')
    return
  }
  if (socket || !token || failures > WS_TRIES || !navigator.onLine) return
  connect(held.session.user_id, token)
}

/** Client heartbeat: browsers do not expose the server's WebSocket pings. */
function beat(): void {
  const probed = socket
  if (probed?.readyState !== WebSocket.OPEN) return
  const probedAt = Date.now()
  sendFrame({ type: 'ping' })
  setTimeout(() => {
    if (socket === probed && lastReceivedAt < probedAt) fail()
  }, ANSWER_MS)
}

/** Resets the retries: on the person's request, on focus, or when the network is back. */
export function startOver(): void {
  if (socket?.readyState === WebSocket.OPEN) {
    if (Date.now() - lastReceivedAt > WS_HEARTBEAT_MS) beat()
    return
  }
  failures = 0
  check()
}

/** Starts the connection; returns the stop function. */
export function startLive(next: Listener): () => void {
  listener = next
  channel = new BroadcastChannel(`${PRODUCT}-acknowledged`)
  channel.onmessage = ({ data }: MessageEvent<string[]>) => {
    for (const id of data) seen.add(id)
    listener?.onAcknowledged(data)
  }
  const timers = [setInterval(check, WS_CHECK_MS), setInterval(beat, WS_HEARTBEAT_MS)]
  const unsubscribe = sessionStore.subscribe(check)
  const controller = new AbortController()
  for (const type of ['focus', 'online']) window.addEventListener(type, startOver, { signal: controller.signal })
  check()
  return () => {
    for (const timer of timers) clearInterval(timer)
    unsubscribe()
    controller.abort()
    channel?.close()
    channel = null
    listener = null
    tearDown()
    setStatus('off')
  }
}
