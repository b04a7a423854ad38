// The polite part of a stop: for a moment new calls get 503 and a closed connection, while those under way finish.
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './errors.ts'
import { refuse } from './refusal.ts'

/** Long enough for connections on their way to be answered and for a proxy to turn elsewhere. */
const DRAIN_MS = 500
const RETRY_S = 1

/** @returns starts the draining; resolves when the server may be closed */
export function drainable(app: FastifyInstance): () => Promise<void> {
  let draining = false
  app.addHook('onRequest', (_request, reply, done) => {
    if (!draining) return done()
    reply.header('connection', 'close')
    sendRefusal(reply, refuse('overloaded', { retryAfterS: RETRY_S }))
  })
  return () => {
    draining = true
    return new Promise((resolve) => {
      setTimeout(resolve, DRAIN_MS)
    })
  }
}
