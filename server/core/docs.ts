// /docs: the API document, generated from the endpoints themselves, in Scalar's reader.
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'

/** Scalar writes `style` attributes; the reader stands on a page of its own that holds no session. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

export function describeCalls(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: '后台管理系统 API', version: '1' } },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
  })
}

/** The reader's bundle is several megabytes: it is loaded when somebody first opens the page. */
async function openReader(document: () => Record<string, unknown>): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = Fastify()
  await reader.register(scalar, { routePrefix: '/docs', configuration: { content: document, telemetry: false } })
  await reader.ready()
  return reader
}

export function serveDocs(app: FastifyInstance): void {
  let reader: Promise<FastifyInstance> | undefined
  app.get('/docs*', { schema: { hide: true } }, async (request, reply) => {
    reader ??= openReader(() => app.swagger() as unknown as Record<string, unknown>)
    const answer = await (await reader).inject({ method: 'GET', url: request.url })
    const location = answer.headers.location
    if (typeof location === 'string') return reply.redirect(location)
    return reply
      .status(answer.statusCode)
      .header('content-security-policy', policy)
      .type(String(answer.headers['content-type'] ?? 'text/plain'))
      .send(answer.rawPayload)
  })
  app.addHook('onClose', async () => {
    await (await reader)?.close()
  })
}
