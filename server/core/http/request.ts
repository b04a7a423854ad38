// Who a request comes from, as a text: what is kept for one caller is not another's.
import type { FastifyRequest } from 'fastify'

/** `user:7`, `key:3`, `dataKey:3`, or null for somebody unknown. */
export function callerOf({ actor, apiKey }: Pick<FastifyRequest, 'actor' | 'apiKey'>): string | null {
  if (actor) return `user:${actor.id}`
  return apiKey ? `${apiKey.accountId ? 'dataKey' : 'key'}:${apiKey.id}` : null
}
