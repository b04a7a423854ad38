// For operators: liveness, readiness and metrics for Prometheus.
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/config.ts'
import { waitingFor } from '#server/db/connection.ts'
import { forOperators } from './operations-access.ts'

const READY_WITHIN_MS = 2_000

/** @param pool of its own: readiness does not wait for the calls' connections */
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

/**
 * The process, the pool, and each call’s count and duration.
 * @param registerMore adds what areas count
 */
export function serveMetrics(
  app: FastifyInstance,
  pool: pg.Pool,
  config: Config,
  registerMore: (registry: Registry) => void = () => {},
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of calls by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, waitingFor(pool))
    },
  })

  registerMore(registry)

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })
  app.get('/metrics', { logLevel: 'silent', onRequest: forOperators(config) }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
