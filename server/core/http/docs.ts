// /docs: the API document, generated from the endpoints themselves, in Scalar's reader.
import { randomBytes } from 'node:crypto'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { forOperators } from './operations-access.ts'

/** Scalar writes `style` attributes; scripts need the nonce. The page is the reader's alone and holds no session. */
const policyWith = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "frame-ancestors 'none'",
  ].join('; ')

export function describeCalls(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: '后台管理系统 API', version: '1' } },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
  })
}

/** Nothing that leads, loads or reports outside. */
const quiet = {
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const

/** The reader's bundle is several megabytes: it is loaded when somebody first opens the page. */
async function openReader(document: () => Record<string, unknown>): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = Fastify()
  await reader.register(scalar, {
    routePrefix: '/docs',
    configuration: { ...quiet, content: document },
  })
  await reader.ready()
  return reader
}

export function serveDocs(app: FastifyInstance, config: Config): void {
  let reader: Promise<FastifyInstance> | undefined
  app.get('/docs*', { schema: { hide: true }, onRequest: forOperators(config) }, async (request, reply) => {
    reader ??= openReader(() => app.swagger() as unknown as Record<string, unknown>)
    const answer = await (await reader).inject({ method: 'GET', url: request.url })
    const location = answer.headers.location
    if (typeof location === 'string') return reply.redirect(location)
    const type = String(answer.headers['content-type'] ?? 'text/plain')
    const nonce = randomBytes(16).toString('base64url')
    const isPage = type.startsWith('text/html')
    return reply
      .status(answer.statusCode)
      .header('content-security-policy', policyWith(nonce))
      .type(type)
      .send(isPage ? answer.payload.replaceAll('<script', `<script nonce="${nonce}"`) : answer.rawPayload)
  })
  app.addHook('onClose', async () => {
    await (await reader)?.close()
  })
}
