// The socket of the live channel: access, checked before the upgrade, and which frames it accepts.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData } from 'ws'
import { closeCodes, type Frame, frames, PONG, pushMessage } from '#contract/live/live.ts'
import type { Actor } from '../access/actors.ts'
import type { Core } from '../core.ts'
import { refuse } from '../http/refusal.ts'
import { refuseForeignSite } from '../http/serve.ts'
import { checkInput } from '../http/validation.ts'
import type { Peer } from './live.ts'
import type { PresencePort } from './presence-port.ts'
import { acknowledge, findSince } from './pushes.ts'

/** Connections of one person at most; each tab has one. */
const CONNECTIONS_MOST = 64
/** Flood limit: an open console sends a handful of frames a minute. */
const FRAMES_MOST = 30
const WINDOW_MS = 10_000

const tokenPattern = /^[A-Za-z0-9_-]{20,128}$/

/** Throws if the connection must not be upgraded: 403 for another site or another user's path, 401 without a session. */
async function admit(request: FastifyRequest, core: Core): Promise<Actor> {
  refuseForeignSite(request, core.config.publicUrl)
  const token = request.headers['sec-websocket-protocol']
  const actor = token && tokenPattern.test(token) ? await core.actors.find(token) : null
  if (!actor) throw refuse('signedOut')
  const { key = '' } = request.params as { key?: string }
  if (!key.startsWith(actor.id)) throw refuse('forbidden')
  if (!request.ws) throw refuse('invalid', { msg: '请以 WebSocket 连接' })
  if (core.live.countOf(actor.id) >= CONNECTIONS_MOST) throw refuse('tooMany')
  return actor
}

/** A frame as declared; undefined for everything else. */
function read(data: RawData, isBinary: boolean): Frame | undefined {
  if (isBinary) return undefined
  try {
    const frame = JSON.parse(data.toString()) as { type?: unknown }
    const schema = Object.hasOwn(frames, String(frame.type)) ? frames[frame.type as keyof typeof frames] : undefined
    return schema && (checkInput(schema, frame, 'strict') as Frame)
  } catch {
    return undefined
  }
}

async function answer({ db, live }: Core, presence: PresencePort, peer: Peer, frame: Frame): Promise<void> {
  switch (frame.type) {
    case 'ping':
      return peer.socket.send(PONG)
    case 'ack':
      return await acknowledge(db, peer.userId, frame.ids)
    case 'present':
      return await presence.enter(peer, frame)
    case 'absent':
      return await presence.leave(peer, frame)
    case 'since':
      for (const message of await findSince(db, peer.userId, frame.id)) live.send(peer, message)
  }
}

/** Counts what comes in, control frames too. @returns whether it is too much */
function isFlood(peer: Peer): boolean {
  const now = Date.now()
  if (now - peer.windowFrom > WINDOW_MS) {
    peer.windowFrom = now
    peer.frames = 0
  }
  peer.frames++
  return peer.frames > FRAMES_MOST
}

/** Answers until the connection ends; frames of a closing one are ignored. */
function converse(peer: Peer, core: Core, presence: PresencePort): void {
  const { socket } = peer
  socket.once('close', () => presence.end(peer))
  const countFrame = (): boolean => {
    if (socket.readyState !== socket.OPEN) return false
    peer.isAlive = true
    if (!isFlood(peer)) return true
    socket.close(closeCodes.refused, 'too many frames')
    return false
  }
  socket.on('ping', countFrame)
  socket.on('pong', countFrame)
  socket.on('message', (data, isBinary) => {
    if (!countFrame()) return
    const frame = read(data as RawData, isBinary)
    if (!frame) return socket.close(closeCodes.refused, 'no such frame')
    // An unreachable database ends the connection: the browser reconnects and catches up.
    answer(core, presence, peer, frame).catch((error: unknown) => {
      core.log.warn({ err: error }, 'live channel: a frame was not answered')
      socket.terminate()
    })
  })
}

/** @param presenceOf the module that tracks open pages; one for each process */
export const liveSocketWith = (presenceOf: (core: Core) => PresencePort) => ({
  endpoint: pushMessage,
  register: (calls: FastifyInstance, core: Core): void => {
    const presence = presenceOf(core)
    calls.route({
      method: pushMessage.method,
      url: pushMessage.path,
      websocket: true,
      onRequest: async (request) => {
        request.actor = await admit(request, core)
      },
      handler: (socket, request) => {
        const { actor } = request
        // The request lives as long as the connection does; the rights in it need not.
        request.actor = null
        if (actor) converse(core.live.connect(socket, actor), core, presence)
      },
    })
  },
})

export type Socket = ReturnType<typeof liveSocketWith>
