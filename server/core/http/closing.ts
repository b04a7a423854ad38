// Closing in time: Node's own close() waits for every connection, also for one that never sent a request, and stops the clock that
// would end a request which never arrives whole.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long running requests have once the server closes, ms: shorter than what ends the whole process (stop.ts). */
const REQUESTS_END_WITHIN_MS = 20_000

export function closeInTime(app: FastifyInstance, withinMs = REQUESTS_END_WITHIN_MS): void {
  const connections = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('preClose', (done) => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => {
      for (const socket of connections) socket.destroy()
    }, withinMs).unref()
    done()
  })
}
