// Access to the operators' pages (/metrics, /docs): this machine, or a bearer of OPERATIONS_TOKEN.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { isAllowedFrom } from './addresses.ts'
import { refuse } from './refusal.ts'

const loopback = ['127.0.0.0/8', '::1']
const passedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/** Behind a proxy every connection comes from this machine: a caller is local only without forwarding headers. */
function isLocal(request: FastifyRequest, { trustProxy }: Config): boolean {
  if (trustProxy === 0 && passedOn.some((name) => request.headers[name] !== undefined)) return false
  return isAllowedFrom(loopback, request.ip)
}

const digest = (text: string) => hash('sha256', text, 'buffer')

function holdsToken({ headers }: FastifyRequest, { operationsToken }: Config): boolean {
  const [, token] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined || operationsToken === undefined) return false
  return timingSafeEqual(digest(token), digest(operationsToken))
}

/** An onRequest hook that refuses everybody else. */
export const forOperators = (config: Config) => async (request: FastifyRequest) => {
  if (isLocal(request, config) || holdsToken(request, config)) return
  throw refuse('forbidden', { msg: '仅限本机访问，或携带 OPERATIONS_TOKEN' })
}
