// Connections to the live channel, as a browser makes them, and refused ones.
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import { type Frame, isLiveType, type LiveMessage, type LiveType, livePath, PONG } from '#contract/live/live.ts'

type Overrides = { path?: string; origin?: string; autoPong?: boolean }
type Holder = { id: string; token: string }

let count = 0
const random = () => `r${++count}`

function dial(base: string, { id, token }: Holder, { path, origin, autoPong = true }: Overrides): WebSocket {
  const address = new URL(path ?? livePath(id, random()), base.replace(/^http/, 'ws'))
  return new WebSocket(address, token ? [token] : [], { ...(origin && { origin }), autoPong })
}

export type Connected = {
  socket: WebSocket
  /** Every message received, in order. */
  messages: LiveMessage[]
  of: <T extends LiveType>(type: T) => LiveMessage<T>[]
  say: (frame: Frame) => void
  /** The close code. */
  closed: Promise<number>
}

/** Resolves when the connection is open. */
export async function connect(base: string, holder: Holder, overrides: Overrides = {}): Promise<Connected> {
  const socket = dial(base, holder, overrides)
  const messages: LiveMessage[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString()) as LiveMessage
    if (isLiveType(message.type)) messages.push(message)
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  return {
    socket,
    messages,
    of: <T extends LiveType>(type: T) =>
      messages.filter((each) => each.type === type) as LiveMessage[] as LiveMessage<T>[],
    say: (frame) => socket.send(JSON.stringify(frame)),
    closed,
  }
}

/** The HTTP status with which the upgrade is refused. */
export function refusal(base: string, holder: Holder, overrides: Overrides = {}): Promise<number> {
  const socket = dial(base, holder, overrides)
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate()
      reject(new Error('the connection was upgraded'))
    })
    socket.once('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', () => {})
  })
}

/** A raw upgraded connection that answers neither pings nor close frames. */
export function connectRaw(base: string, { id, token }: Holder): Promise<Duplex> {
  const headers = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': token,
  }
  return new Promise((resolve, reject) => {
    request(new URL(livePath(id, random()), base), { headers })
      .once('upgrade', (_response, socket) => resolve(socket.on('error', () => {})))
      .once('error', reject)
      .end()
  })
}

/** Waits until earlier messages have arrived: the answer to `ping` comes after them. */
export async function settled({ socket }: Connected): Promise<void> {
  const answered = new Promise<void>((resolve) => {
    const hear = (data: RawData) => {
      if (data.toString() !== PONG) return
      socket.off('message', hear)
      resolve()
    }
    socket.on('message', hear)
  })
  socket.send('{"type":"ping"}')
  await answered
}

export const noticeTitles = (connected: Connected) => connected.of('notice').map(({ data }) => data.title)
