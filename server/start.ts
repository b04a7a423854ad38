// A whole server in one process: configuration → database → application → listening; and the way back.
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createActors } from '#server/core/access/actors.ts'
import { apiKeyUsesOf } from '#server/core/access/api-key-uses.ts'
import { keepSealing } from '#server/core/audit/seal-heads.ts'
import type { Core } from '#server/core/core.ts'
import { serveDocs } from '#server/core/http/docs.ts'
import { sendRefusal } from '#server/core/http/errors.ts'
import { serveHealth, serveMetrics } from '#server/core/http/health.ts'
import { servePages } from '#server/core/http/pages.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { publishJobs } from '#server/core/jobs/jobs-live.ts'
import { startWorker } from '#server/core/jobs/jobs-worker.ts'
import { openBus } from '#server/core/live/bus.ts'
import { createLive } from '#server/core/live/live.ts'
import { ownLinks } from '#server/core/mail/own-links.ts'
import type { BounceServer } from '#server/core/outbox/bounces.ts'
import { bounceBoxOf, providersOf } from '#server/core/outbox/providers/providers.ts'
import { startSender } from '#server/core/outbox/sender.ts'
import { keepSpelling } from '#server/core/search/spellings.ts'
import { keepServers } from '#server/core/servers.ts'
import { type Connection, LOCK_TIMEOUT_MS, logSecondOnce, openPool } from '#server/db/connection.ts'
import type { Database } from '#server/db/open.ts'
import { StartError } from '#server/db/start-error.ts'
import { entitlementsOf } from '#server/features/entitlements/service.ts'
import { serveSignIn } from '#server/features/entitlements/sign-in/sign-in-pages.ts'
import { webhookProvider } from '#server/features/entitlements/webhooks/webhook-provider.ts'
import { keepQueueing } from '#server/features/entitlements/webhooks/webhooks-queue.ts'
import { serveMeetingPages } from '#server/features/meetings/pages/meeting-pages.ts'
import { serveTicketPages } from '#server/features/meetings/pages/ticket-pages.ts'
import { servePrivacyPage } from '#server/features/members/registrations/privacy-page.ts'
import { keepWatching } from '#server/features/monitoring/watch.ts'
import { outboxMetrics } from '#server/features/outbox/outbox-metrics.ts'
import { registerShareMetrics } from '#server/features/sharing/share-metrics.ts'
import { serveSharePages } from '#server/features/sharing/share-pages.ts'
import { visitBufferOf } from '#server/features/sharing/visit-buffer.ts'
import { causes, createApp, jobs, routes } from './app.ts'
import type { Config } from './config.ts'

/** Long enough to answer incoming connections and for a proxy to switch to another server. */
const DRAIN_MS = 500
const RESERVED_CONNECTIONS = 2
/** Three jobs, each with its progress, the sender and the watches. */
const BACKGROUND_CONNECTIONS = 8
const RETRY_S = 1

/**
 * Pools beside that of the calls, so that none of these waits for a call that hangs. Their connections open when needed.
 * Nobody sits before a job: it may wait longer for a lock.
 */
function openPoolsBeside(connection: Connection, { nodeEnv }: Config, log: Logger) {
  const onSecond = nodeEnv === 'production' ? { onSecond: logSecondOnce(log) } : {}
  const request = { lockTimeoutMs: LOCK_TIMEOUT_MS.request, ...onSecond }
  const pools = {
    reserved: openPool(connection, RESERVED_CONNECTIONS, request),
    readiness: openPool(connection, 1, request),
    background: openPool(connection, BACKGROUND_CONNECTIONS, onSecond),
  }
  const close = async () => void (await Promise.all(Object.values(pools).map(({ pool }) => pool.end())))
  return { ...pools, close }
}

/** @returns starts the draining; resolves when the server may be closed */
function drainable(app: FastifyInstance): () => Promise<void> {
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

export type Server = {
  app: FastifyInstance
  core: Core
  address: string
  /** Shortly before closing: new calls get 503, running ones finish. */
  drain: () => Promise<void>
  close: () => Promise<void>
}

/** @param setting the variable that says the port */
function explainListen(error: unknown, { host }: Config, port: number, setting: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`端口 ${port} 已被占用：请停止占用它的程序，或用 ${setting} 指定另一个端口`)
    case 'EACCES':
      return new StartError(`当前账户无权使用端口 ${port}：请用 ${setting} 指定 1024 以上的端口`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST ${host} 不是本机的地址`)
    default:
      return error
  }
}

function refuseTakenPort(config: Config, port: number, setting: string): Promise<void> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(explainListen(error, config, port, setting)))
    probe.listen({ port, host: config.host }, () => probe.close(() => resolve()))
  })
}

/** Before a start begins what takes long. Port 0 is any free one. */
export async function refuseTakenPorts(config: Config): Promise<void> {
  if (config.port !== 0) await refuseTakenPort(config, config.port, 'PORT')
  if (config.mail?.bouncePort) await refuseTakenPort(config, config.mail.bouncePort, 'MAIL_BOUNCE_PORT')
}

/** Null where bounces are not taken here. */
async function openBounces(core: Core): Promise<BounceServer | null> {
  const { mail, host } = core.config
  const box = bounceBoxOf(core.config)
  if (!box || !mail || mail.bouncePort === 0) return null
  const { listenForBounces } = await import('#server/core/outbox/bounces.ts')
  return await listenForBounces(core, box, { host, port: mail.bouncePort })
}

/** @param create another set of calls, for measurements */
export async function startServer(
  config: Config,
  database: Omit<Database, 'close'>,
  log: Logger,
  create: (core: Core) => FastifyInstance = createApp,
): Promise<Server> {
  const { db, pool, connection } = database
  const beside = openPoolsBeside(connection, config, log)
  const bus = await openBus(connection, log)
  // actors subscribe to the bus first, so that their caches drop a change before it is announced to browsers
  const actors = createActors(beside.reserved.db, bus)
  const live = createLive({ db: beside.background.db, bus, actors, log })
  const core: Core = { config, db, reserved: beside.reserved.db, bus, log, actors, live }
  const background: Core = { ...core, db: beside.background.db }
  const app = create(core)
  const drain = drainable(app)
  serveHealth(app, beside.readiness.pool, bus.isListening)
  const metrics = outboxMetrics(background.db)
  serveMetrics(app, pool, config, (registry) => {
    metrics.register(registry)
    registerShareMetrics(registry, core)
  })
  serveDocs(app, config, routes)
  servePages(app, config)
  serveSharePages(app, core)
  servePrivacyPage(app, core)
  serveMeetingPages(app, core)
  serveTicketPages(app, core)
  serveSignIn(app, core)
  const stops = [
    keepSealing(background.db, config, log),
    keepSpelling(background.db, log),
    keepWatching(background),
    entitlementsOf(core).follower.stop,
  ]
  const stopKeeping = () => {
    for (const stop of stops) stop()
  }
  const telling = publishJobs(background)
  const leaveServers = keepServers(background)
  /** Closes everything again if a port is taken. */
  const listening = <T>(opened: Promise<T>, port: number, setting: string): Promise<T> =>
    opened.catch(async (error: unknown) => {
      stopKeeping()
      telling.stop()
      await leaveServers()
      await app.close()
      await bus.close()
      await beside.close()
      throw explainListen(error, config, port, setting)
    })
  const address = await listening(app.listen({ port: config.port, host: config.host }), config.port, 'PORT')
  const bounces = await listening(openBounces(background), config.mail?.bouncePort ?? 0, 'MAIL_BOUNCE_PORT')
  const worker = startWorker(background, jobs)
  const stopQueueing = keepQueueing(background)
  const sender = startSender(background, {
    providers: [...(await providersOf(background)), webhookProvider(background)],
    causes,
    quiet: config.noticeQuiet,
    onOutcome: metrics.count,
    own: ownLinks(config),
  })
  return {
    app,
    core,
    address,
    drain,
    close: async () => {
      stopKeeping()
      // Connections close while jobs are handed over.
      await Promise.all([worker.stop(), stopQueueing(), sender.stop(), bounces?.close(), app.close(), leaveServers()])
      await Promise.all([apiKeyUsesOf(core).flush(), visitBufferOf(core).flush(), entitlementsOf(core).counter.flush()])
      telling.stop()
      await bus.close()
      await beside.close()
    },
  }
}
