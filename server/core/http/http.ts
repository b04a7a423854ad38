// The HTTP server around the calls: limits, constant headers, one log line a request, refusals in the one envelope.
import { randomBytes } from 'node:crypto'
import type net from 'node:net'
import { type Serializer, SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { TSchema } from 'typebox'
import { EnvelopeOf } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { sharedSchemas } from '#contract/fields.ts'
import { LONG_TIMEOUT_MS, WS_FRAME_BYTES } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { ofKind } from '#server/db/connection.ts'
import type { Core } from '../core.ts'
import type { Socket } from '../live/live-socket.ts'
import { forwardedAddresses } from './addresses.ts'
import { closeInTime } from './closing.ts'
import { compressReply } from './compression.ts'
import { handleErrors, sendRefusal } from './errors.ts'
import { refuse } from './refusal.ts'
import { admit, type Route, refuseForeignSite } from './serve.ts'

type Factory = ReturnType<typeof SerializerSelector>

const serializersWhenNeeded: Factory = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  return (route) => {
    let serialize: Serializer | undefined
    return (reply) => {
      serialize ??= compile(route)
      return serialize(reply)
    }
  }
}

/** Fastify's own validators are neither loaded nor compiled: what a route says of its input would be checked by nobody. */
const noValidators = () => () => {
  throw new Error('input is checked by serve()')
}

/** One year, s. */
const HTTPS_ONLY_S = 31_536_000

/** The headers that every reply carries, whichever part of the server answers; pages and files replace what must differ. */
const constantHeaders = ({ publicUrl }: Config): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': `max-age=${HTTPS_ONLY_S}; includeSubDomains` }),
})

const lines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers what is not HTTP, or was never sent to its end: before there is a request that hooks could run for. */
function refuseUnread(headers: Record<string, string>) {
  const { code, text } = errors.invalid
  const body = JSON.stringify({ code, success: false, data: null, msg: text })
  const head = { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' }
  const written = Object.entries({ ...head, 'content-length': String(Buffer.byteLength(body)) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return (error: Error & { code?: string }, socket: net.Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable)
      socket.write(`HTTP/1.1 ${lines[error.code ?? ''] ?? '400 Bad Request'}\r\n${written}\r\n${body}`)
    socket.destroy(error)
  }
}

const BODY_LIMIT_BYTES = 1_048_576
const RETRY_S = 2
/** What a start loads holds the loop: the samples of its first moments tell of that alone, ms. */
const SETTLE_MS = 2_500
const KEEP_ALIVE_MS = 65_000
/** A little longer than the browser waits for an upload, ms. */
const REQUEST_TIMEOUT_MS = LONG_TIMEOUT_MS + 10_000
/** For whoever sends the head of a request byte by byte, and how often that is looked at. */
const HEADERS_TIMEOUT_MS = 10_000
const CHECKING_MS = 1_000

function register(app: FastifyInstance, route: Route, shared: Core): void {
  const { endpoint, options, handle } = route
  const core = options.isReserved ? { ...shared, db: shared.reserved } : shared
  const { method, path, data, access, effect, secret } = endpoint
  app.route({
    method,
    url: path,
    // Input is checked by serve(), which knows where a field may stand and answers in Chinese.
    schema: { response: { 200: EnvelopeOf(data as TSchema) } },
    // anonymous: tokens, the captcha, downloads
    ...(!secret && access.kind !== 'anonymous' && { onSend: compressReply }),
    ...(options.perMinute && { config: { rateLimit: { max: options.perMinute, timeWindow: 60_000 } } }),
    onRequest: async (request) => {
      if (effect === 'write') refuseForeignSite(request, core.config.publicUrl)
      request.actor = await admit(request, route, core)
    },
    // calls of one kind share the pool fairly with those of others
    handler: (request, reply) => ofKind(path, () => handle(request, reply, core)),
  })
}

/** Unique over all processes and starts, at a fraction of what a random id for each request costs. */
function requestIds(): () => string {
  const start = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${start}-${++count}`
}

/** Plugins are only queued here; they load when the server gets ready. */
export function createHttp(core: Core, routes: readonly Route[], sockets: readonly Socket[] = []): FastifyInstance {
  const { config, log } = core
  const headers = constantHeaders(config)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECKING_MS },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply.headers(headers), refuse('invalid')),
    clientErrorHandler: refuseUnread(headers),
    schemaController: { compilersFactory: { buildValidator: noValidators, buildSerializer: serializersWhenNeeded } },
  })
  closeInTime(app)
  app.decorateRequest('actor', null)
  app.decorateRequest('apiKey', null)
  handleErrors(app)

  if (config.trustProxy > 0) {
    app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
      const forwarded = headers['x-forwarded-for']
      if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwardedAddresses(forwarded)
      done()
    })
  }

  // Hooks of every request call `done`: a promise each would cost more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    log.info({
      id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.actor?.id,
      [request.apiKey?.accountId ? 'dataKey' : 'apiKey']: request.apiKey?.id,
      impersonatedBy: request.actor?.impersonation?.by.id,
      ip: request.ip,
    })
    done()
  })

  let settledAt = Number.POSITIVE_INFINITY
  app.addHook('onListen', async () => {
    settledAt = performance.now() + SETTLE_MS
  })
  app.register(underPressure, {
    maxEventLoopDelay: config.maxLoopDelay,
    pressureHandler: (_request, reply) => {
      if (performance.now() > settledAt) sendRefusal(reply, refuse('overloaded', { retryAfterS: RETRY_S }))
    },
  })
  app.register(rateLimit, { global: false })
  app.register(websocket, {
    options: { maxPayload: WS_FRAME_BYTES, perMessageDeflate: false, clientTracking: false },
    // A frame too large or broken: its close code is on its way already.
    errorHandler: (error) => log.debug({ err: error }, 'live channel: connection failed'),
    preClose: () => core.live.close(),
  })
  app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  app.removeContentTypeParser('text/plain')
  for (const schema of sharedSchemas) app.addSchema(schema)
  app.register((calls, _options, done) => {
    for (const route of routes) if (!route.options.isUpload) register(calls, route, core)
    // in a room of its own: the hooks that it adds are not for every call
    calls.register((uploads, _uploadOptions, ready) => {
      uploads.register(multipart, { limits: { files: 1, fields: 0 } })
      for (const route of routes) if (route.options.isUpload) register(uploads, route, core)
      ready()
    })
    for (const socket of sockets) socket.register(calls, core)
    done()
  })
  return app
}
