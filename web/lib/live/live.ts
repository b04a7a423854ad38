// The live connection of this tab (spec §4): there while a token is, torn down when it closes, tried again by a check
// every 3 seconds, at most 5 times after an error. Each tab has a connection of its own, so that none depends on another.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { WS_CHECK_MS, WS_HEARTBEAT_MS, WS_TRIES } from '../../../contract/limits.ts'
import {
  closeCodes,
  type Frame,
  isDurableId,
  isLiveType,
  type LiveMessage,
  livePath,
  PONG,
  pushNoticeByUser,
} from '../../../contract/live/live.ts'
import { call } from '../call.ts'
import { remainingS } from '../session/session.rules.ts'
import { sessionStore } from '../session/session.ts'
import { PRODUCT } from '../site.ts'

/** How long the server may take to answer the heartbeat, ms. */
const ANSWER_MS = 10_000
/** Ids that are remembered to take repetitions out; far more than come within the overlap of `since`. */
const SEEN_MOST = 2_000
const ACKS_A_FRAME = 100

/** `off`: no session, or one that has ended. `lost`: given up after the tries, until somebody asks or comes back. */
export type LiveStatus = 'off' | 'connecting' | 'open' | 'lost'

const statusStore = createStore<{ status: LiveStatus }>(() => ({ status: 'off' }))
export const useLiveStatus = (): LiveStatus => useStore(statusStore, ({ status }) => status)

type Listener = { onMessage: (message: LiveMessage) => void; onAcknowledged: (ids: string[]) => void }

let listener: Listener | null = null
let socket: WebSocket | null = null
/** Attempts that have failed since the last connection, or since it was started over. */
let failures = 0
/** The newest durable message. */
let cursor = '0'
let heardAt = 0
/** A token whose session the server has ended: it opens nothing any more. */
let endedToken: string | null = null
let unsent: string[] = []
let channel: BroadcastChannel | null = null
const seen = new Set<string>()
/** Taking away what was acknowledged says so once more. */
const acknowledged = new Set<string>()

const setStatus = (status: LiveStatus) => {
  if (statusStore.getState().status !== status) statusStore.setState({ status })
}

const say = (frame: Frame) => socket?.send(JSON.stringify(frame))

/** Whatever cannot be said now is left unsaid: it is of this connection. */
export function sayLive(frame: Frame): void {
  if (socket?.readyState === WebSocket.OPEN) say(frame)
}

function sendAcks(): void {
  if (socket?.readyState !== WebSocket.OPEN) return
  for (; unsent.length > 0; unsent = unsent.slice(ACKS_A_FRAME)) {
    say({ type: 'ack', ids: unsent.slice(0, ACKS_A_FRAME) })
  }
}

/** The person has taken note: the server pushes them no more, and this tab and the others take them away. */
export function acknowledge(ids: string[]): void {
  const fresh = ids.filter((id) => !acknowledged.has(id))
  if (fresh.length === 0) return
  for (const id of fresh) acknowledged.add(id)
  unsent.push(...fresh)
  sendAcks()
  listener?.onAcknowledged(fresh)
  channel?.postMessage(fresh)
}

/** Somebody has done what these were about: they are taken away here and in the other tabs. */
export function takeSettled(ids: string[]): void {
  // one that is still under way would come after the word that it is settled
  for (const id of ids) seen.add(id)
  listener?.onAcknowledged(ids)
}

/** False for what has come before: `since` and pushNoticeByUser both repeat. */
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

function hear(text: unknown): void {
  heardAt = Date.now()
  if (text === PONG || typeof text !== 'string') return
  const message: unknown = JSON.parse(text)
  if (isMessage(message) && isNew(message.id)) listener?.onMessage(message)
}

/** Lets a connection go. Whatever it still says is not heard. */
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
    heardAt = Date.now()
    setStatus('open')
    sendAcks()
    say({ type: 'since', id: cursor })
    // Without it the messages come with the next connection; whatever is wrong with the session, other calls tell.
    call(pushNoticeByUser, undefined, { hideErrorMsg: true }).catch(() => undefined)
  }
  opening.onmessage = ({ data }) => hear(data)
  // An error ends in a close too, which says more.
  opening.onclose = ({ code }) => {
    if (code !== closeCodes.sessionEnded) return fail()
    endedToken = token
    tearDown()
    setStatus('off')
  }
}

/** Connects where it must, and closes where the token is gone (spec §4). */
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

/** The browser cannot see the server's heartbeat: it has one of its own. */
function beat(): void {
  const probed = socket
  if (probed?.readyState !== WebSocket.OPEN) return
  const probedAt = Date.now()
  say({ type: 'ping' })
  setTimeout(() => {
    if (socket === probed && heardAt < probedAt) fail()
  }, ANSWER_MS)
}

/** Begins anew: somebody asks for it, is back at the window, or the network is. */
export function startOver(): void {
  if (socket?.readyState === WebSocket.OPEN) {
    if (Date.now() - heardAt > WS_HEARTBEAT_MS) beat()
    return
  }
  failures = 0
  check()
}

/** Starts the connection; answers how to end it. */
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
