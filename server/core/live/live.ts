// The live channel of one process: its connections and what is sent to them. Other processes are reached through the bus,
// which carries ids only: each process reads the rows and sends to its own connections.
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { WS_HEARTBEAT_MS } from '#contract/limits.ts'
import {
  closeCodes,
  isDurableId,
  type LiveMessage,
  type LivePayload,
  type LiveType,
  sharedChanges,
} from '#contract/live/live.ts'
import type { Db } from '#server/db/connection.ts'
import type { Actor, Actors } from '../access/actors.ts'
import { collect } from '../jobs/collect.ts'
import type { Bus, Change } from './bus.ts'
import { checkSessions } from './live-sessions.ts'
import { findPushes, findReceivers, findRecentIds } from './pushes.ts'

/** One connection. It keeps ids and not the actor, whose rights would be held a thousand times. */
export type Peer = {
  userId: string
  sessionId: string
  socket: WebSocket
  /** A frame arrived since the last heartbeat. */
  isAlive: boolean
  /** Durable messages that were sent here. */
  sent: Set<string>
  /** Frames since the window began, for the flood limit. */
  frames: number
  windowFrom: number
}

/** Polling interval for expired sessions, ms. */
const EXPIRY_MS = 500
/** Debounce of changes of rights, which often come together, ms. */
const RIGHTS_WAIT_MS = 200
/** The same for changes of shared lists, ms. */
const SHARED_WAIT_MS = 300
/** How many people's rights are computed concurrently; the pool is for calls. */
const RIGHTS_AT_ONCE = 4
/** Send buffer above which a connection is cut, bytes; the browser catches up when it reconnects. */
const UNREAD_BYTES = 1_048_576
const SENT_KEPT = 500
/** How long the closing handshake may take before the connection is cut, ms. */
const FAREWELL_MS = 500
/** How far back messages are read after a gap in listening, s: longer than any gap that a cache outlives. */
const GAP_S = 600

const isShared = (type: Change['type']) => sharedChanges.some((each) => each === type)

export type Live = {
  /** Takes over an upgraded connection. */
  connect: (socket: WebSocket, actor: Actor) => Peer
  /** Connections of one person in this process. */
  countOf: (userId: string) => number
  /** Sends a durable message through one connection, once. */
  send: (peer: Peer, message: LiveMessage) => void
  /**
   * A transient message to those of these people who are connected to this process. To reach other processes too, announce a
   * change with ids on the bus, and let each process read the rows and send.
   */
  tell: <T extends LiveType>(userIds: Iterable<string>, type: T, data: LivePayload<T>) => void
  /** Closes all connections on shutdown. */
  close: () => Promise<void>
}

type Index = Map<string, Set<Peer>>

function addTo(index: Index, key: string, peer: Peer): void {
  const peers = index.get(key)
  if (peers) peers.add(peer)
  else index.set(key, new Set([peer]))
}

function removeFrom(index: Index, key: string, peer: Peer): void {
  const peers = index.get(key)
  peers?.delete(peer)
  if (peers?.size === 0) index.delete(key)
}

function transmit({ socket }: Peer, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > UNREAD_BYTES) socket.terminate()
  else socket.send(text)
}

/** Cuts a peer that does not answer the closing handshake. */
function part({ socket }: Peer, code: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), FAREWELL_MS)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(code)
  })
}

/** Ids of passing messages: unlike those of rows, and never the same twice in a browser's life. */
function passingIds(): () => string {
  const start = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
  let count = 0
  return () => `${start}-${++count}`
}

type Needs = { db: Db; bus: Bus; actors: Actors; log: Logger }

export function createLive({ db, bus, actors, log }: Needs): Live {
  const people: Index = new Map()
  const sessions: Index = new Map()
  /** When each session here expires, ms since 1970. */
  const endsAt = new Map<string, number>()
  /** The rights last sent to each person here. */
  const versions = new Map<string, string>()
  const nextId = passingIds()
  let isClosing = false

  const passing = <T extends LiveType>(type: T, data: LivePayload<T>) =>
    JSON.stringify({ id: nextId(), type, data, sendTime: new Date().toISOString() })

  const tell: Live['tell'] = (userIds, type, data) => {
    const text = passing(type, data)
    for (const id of userIds) for (const peer of people.get(id) ?? []) transmit(peer, text)
  }

  function forget(peer: Peer): void {
    removeFrom(people, peer.userId, peer)
    removeFrom(sessions, peer.sessionId, peer)
    if (!sessions.has(peer.sessionId)) endsAt.delete(peer.sessionId)
    if (!people.has(peer.userId)) versions.delete(peer.userId)
  }

  function end(sessionId: string, text: string | null): void {
    for (const peer of [...(sessions.get(sessionId) ?? [])]) {
      if (text) transmit(peer, passing('offline', { text }))
      forget(peer)
      void part(peer, closeCodes.sessionEnded)
    }
  }

  const sessionChecks = collect(0, log, async (ids) => {
    const here = ids.filter((id) => sessions.has(id))
    if (here.length === 0) return
    const found = await checkSessions(db, here)
    for (const id of here) {
      const state = found.get(id)
      if (state?.isLive) endsAt.set(id, Date.now() + state.remainingMs)
      else end(id, state?.text ?? null)
    }
  })

  const rightsChecks = collect(RIGHTS_WAIT_MS, log, async (ids) => {
    const here = ids.filter((id) => people.has(id))
    const check = async () => {
      for (let id = here.pop(); id !== undefined; id = here.pop()) {
        const version = (await actors.person(id))?.permissionVersion
        if (!version || versions.get(id) === version) continue
        versions.set(id, version)
        tell([id], 'permission', { version })
      }
    }
    await Promise.all(Array.from({ length: RIGHTS_AT_ONCE }, check))
  })

  const send: Live['send'] = (peer, { id, type, data, sendTime }) => {
    if (isDurableId(id)) {
      if (peer.sent.has(id)) return
      peer.sent.add(id)
      if (peer.sent.size > SENT_KEPT)
        for (const oldest of [...peer.sent].slice(0, SENT_KEPT / 2)) peer.sent.delete(oldest)
    }
    transmit(peer, JSON.stringify({ id, type, data, sendTime }))
  }

  const deliveries = collect(0, log, async (ids) => {
    if (people.size === 0) return
    for (const { userId, ...message } of await findPushes(db, ids)) {
      for (const peer of people.get(userId) ?? []) send(peer, message)
    }
  })

  const settlements = collect(0, log, async (ids) => {
    if (people.size === 0) return
    const here = (await findReceivers(db, ids)).filter(({ userId }) => people.has(userId))
    for (const [userId, own] of Map.groupBy(here, (each) => each.userId)) {
      tell([userId], 'settled', { ids: own.map(({ id }) => id) })
    }
  })

  /** Debounced, and sent to everybody here: only open pages listen. */
  const shared = collect(SHARED_WAIT_MS, log, async (whats) => {
    for (const what of whats) tell(people.keys(), 'changed', { what: what as LivePayload<'changed'>['what'] })
  })

  /** After a gap in listening, the messages of that time are read from the database. */
  const gaps = collect(0, log, async () => {
    const here = [...people.keys()]
    if (here.length > 0) deliveries.add(await findRecentIds(db, here, GAP_S))
  })

  const sessionsOf = (userIds: string[]) =>
    userIds.flatMap((id) => [...(people.get(id) ?? [])].map(({ sessionId }) => sessionId))

  bus.onChange((change) => {
    if (change.type === 'pushes') deliveries.add(change.ids)
    else if (change.type === 'settled') settlements.add(change.ids)
    else if (change.type === 'sessions') sessionChecks.add(change.ids.filter((id) => sessions.has(id)))
    else if (change.type === 'users') {
      sessionChecks.add(sessionsOf(change.ids))
      rightsChecks.add(change.ids.filter((id) => people.has(id)))
    } else if (change.type === 'permissions') rightsChecks.add(people.keys())
    else if (isShared(change.type)) shared.add([change.type])
  })
  bus.onReset(() => {
    sessionChecks.add(sessions.keys())
    rightsChecks.add(people.keys())
    gaps.add(['gap'])
    shared.add(sharedChanges)
  })

  const timers = [
    setInterval(() => {
      for (const peers of people.values()) {
        for (const peer of peers) {
          if (peer.isAlive) peer.socket.ping()
          else peer.socket.terminate()
          peer.isAlive = false
        }
      }
    }, WS_HEARTBEAT_MS),
    setInterval(() => {
      const now = Date.now()
      const over = []
      for (const [id, at] of endsAt) if (at <= now) over.push(id)
      sessionChecks.add(over)
    }, EXPIRY_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    connect: (socket, { id: userId, sessionId, permissionVersion }) => {
      const peer: Peer = {
        userId,
        sessionId,
        socket,
        isAlive: true,
        sent: new Set(),
        frames: 0,
        windowFrom: Date.now(),
      }
      if (isClosing) {
        void part(peer, closeCodes.goingAway)
        return peer
      }
      addTo(people, userId, peer)
      addTo(sessions, sessionId, peer)
      socket.once('close', () => forget(peer))
      // The session may have ended since the token was checked; its expiry is needed as well.
      sessionChecks.add([sessionId])
      // A reconnecting browser may have missed a change of rights: the version says whether. Its other tabs may not know it yet.
      if (!versions.has(userId)) versions.set(userId, permissionVersion)
      else rightsChecks.add([userId])
      transmit(peer, passing('permission', { version: permissionVersion }))
      return peer
    },
    countOf: (userId) => people.get(userId)?.size ?? 0,
    send,
    tell,
    close: async () => {
      isClosing = true
      for (const timer of timers) clearInterval(timer)
      for (const collector of [sessionChecks, rightsChecks, deliveries, settlements, shared, gaps]) collector.stop()
      const all = [...people.values()].flatMap((peers) => [...peers])
      await Promise.all(all.map((peer) => part(peer, closeCodes.goingAway)))
    },
  }
}
