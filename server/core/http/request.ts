// The caller of a request as a text, the key of what is stored per caller; and ids in addresses.
import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** `user:7`, `key:3`, `dataKey:3`, or null for somebody unknown. */
export function callerOf({ actor, apiKey }: Pick<FastifyRequest, 'actor' | 'apiKey'>): string | null {
  if (actor) return `user:${actor.id}`
  return apiKey ? `${apiKey.accountId ? 'dataKey' : 'key'}:${apiKey.id}` : null
}

/** The id in the address of `…/:id`; 20404 where it is none. */
export function idInPath({ params }: Pick<FastifyRequest, 'params'>): string {
  const { id = '' } = params as { id?: string }
  if (!/^[1-9]\d{0,17}$/.test(id)) throw refuse('notFound')
  return id
}
