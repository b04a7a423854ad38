// For whoever runs the console: is the process alive, and can it do its work.
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

const READY_WITHIN_MS = 2_000

export function serveHealth(app: FastifyInstance, pool: pg.Pool, isListening: () => boolean): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const late = new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), READY_WITHIN_MS).unref()
    })
    const answered = pool.query('select 1').then(
      () => true,
      () => false,
    )
    const database = await Promise.race([answered, late])
    const ready = database && isListening()
    return reply
      .status(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', database, listening: isListening() })
  })
}
