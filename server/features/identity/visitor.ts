// What is known of a caller before sign-in, or besides it.

import type { FastifyRequest } from 'fastify'
import { textKey } from '#contract/text.ts'
import type { Config } from '#server/config.ts'
import { deviceOf } from './devices.ts'
import type { Visitor } from './sign-in.queries.ts'

/** Calls a minute from one address: enough for an office behind one address, too few for guessing. */
export const SIGN_IN_PER_MINUTE = 120

const USER_AGENT_LENGTH = 200

export function visitorOf(request: FastifyRequest, userName: string, config: Config): Visitor {
  const name = textKey(userName)
  return {
    userName: name,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
    device: deviceOf(request, config, name),
  }
}
