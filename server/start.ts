// A whole server in one process: configuration → database → application → listening; and the way back.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createActors } from './core/actors.ts'
import { openBus } from './core/bus.ts'
import type { Core } from './core/core.ts'
import { serveDocs } from './core/docs.ts'
import { drainable } from './core/drain.ts'
import { serveHealth } from './core/health.ts'
import { serveMetrics } from './core/metrics.ts'
import { servePages } from './core/pages.ts'
import { keepSealing } from './core/seals.ts'
import type { Database } from './db/open.ts'

export type Server = {
  app: FastifyInstance
  core: Core
  address: string
  /** For a moment before closing: new calls get 503, those under way finish. */
  drain: () => Promise<void>
  close: () => Promise<void>
}

/** @param create another set of calls, for measurements */
export async function startServer(
  config: Config,
  database: Omit<Database, 'close'>,
  log: Logger,
  create: (core: Core) => FastifyInstance = createApp,
): Promise<Server> {
  const { db, pool, connection } = database
  const bus = await openBus(connection, log)
  const core: Core = { config, db, bus, log, actors: createActors(db, bus) }
  const app = create(core)
  const drain = drainable(app)
  serveHealth(app, pool, bus.isListening)
  serveMetrics(app, pool)
  serveDocs(app)
  servePages(app, config)
  const stopSealing = keepSealing(db, log)
  const address = await app.listen({ port: config.port, host: config.host })
  return {
    app,
    core,
    address,
    drain,
    close: async () => {
      stopSealing()
      await app.close()
      await bus.close()
    },
  }
}
