// /docs: the API document, generated from the endpoints themselves, in Scalar's reader.
import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { describeAccess } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { EnvelopeOf } from '#contract/envelope.ts'
import { sharedSchemas } from '#contract/fields.ts'
import type { Config } from '#server/config.ts'
import { forOperators } from './operations-access.ts'
import type { Route } from './serve.ts'

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

const schemaOf = ({ summary, query, body, data, access, effect }: Endpoint) => ({
  summary,
  description: `access: ${describeAccess(access)}; effect: ${effect}`,
  ...(query && { querystring: query }),
  ...(body && { body }),
  response: { 200: EnvelopeOf(data as TSchema) },
})

/** Nothing that leads, loads or reports outside. */
const quiet = {
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const

/**
 * A server of its own that describes the calls and answers none, made when somebody first opens the page: the reader is
 * several megabytes, and the descriptions would take as much again.
 */
async function openReader(routes: readonly Route[]): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: scalar }] = await Promise.all([
    import('@fastify/swagger'),
    import('@scalar/fastify-api-reference'),
  ])
  const reader = Fastify()
  reader.setValidatorCompiler(() => () => true).setSerializerCompiler(() => JSON.stringify)
  for (const schema of sharedSchemas) reader.addSchema(schema)
  await reader.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: '后台管理系统 API', version: '1' } },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
  })
  for (const { endpoint } of routes)
    reader.route({ method: endpoint.method, url: endpoint.path, schema: schemaOf(endpoint), handler: () => {} })
  await reader.register(scalar, {
    routePrefix: '/docs',
    configuration: { ...quiet, content: () => reader.swagger() as unknown as Record<string, unknown> },
  })
  await reader.ready()
  return reader
}

export function serveDocs(app: FastifyInstance, config: Config, routes: readonly Route[]): void {
  let reader: Promise<FastifyInstance> | undefined
  app.get('/docs*', { onRequest: forOperators(config) }, async (request, reply) => {
    reader ??= openReader(routes)
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
