// The caller of a request as a text: the key of what is stored per caller.
import type { FastifyRequest } from 'fastify'

/** `user:7`, `key:3`, `dataKey:3`, or null for somebody unknown. */
export function callerOf({ actor, apiKey }: Pick<FastifyRequest, 'actor' | 'apiKey'>): string | null {
  if (actor) return `user:${actor.id}`
  return apiKey ? `${apiKey.accountId ? 'dataKey' : 'key'}:${apiKey.id}` : null
}
