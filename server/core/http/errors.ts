// Every error becomes an envelope of the closed table; unforeseen ones reveal no internals.
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { type ErrorKey, errors } from '#contract/errors.ts'
import { PoolSaturated } from '#server/db/pool-turns.ts'
import { Refusal, refuse } from './refusal.ts'

const OVERLOAD_RETRY_S = 2
const DISK_FULL = '53100'
export const UNIQUE_VIOLATION = '23505'
const EXCLUSION_VIOLATION = '23P01'
export const TAKEN_AT_ONCE = '数据已存在或正被他人修改，请重试'

/** Fastify's own refusals by their status. */
const byStatus: Record<number, ErrorKey> = {
  400: 'invalid',
  413: 'tooLarge',
  414: 'tooLarge',
  415: 'wrongType',
  429: 'tooMany',
  503: 'overloaded',
}

/**
 * PostgreSQL's codes: server shutting down or down, no connection left, statement or lock timeout, a primary that became
 * read-only, a conflict on a standby.
 */
const unavailable = /^(08|53|57P0|57014|55P03|25P03|25006|40001)/
/** Texts that PostgreSQL cannot hold: NUL, a broken sequence, a number or a day out of range. */
const unstorable = /^(22021|22P05|22003|22008|22P02)$/
const networkFaults = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
const poolFaults =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/

function fromDatabase(error: Error & { code?: unknown }): Refusal | undefined {
  const code = String(error.code ?? '')
  if (code === DISK_FULL) {
    return refuse('overloaded', { msg: '服务器存储空间不足，没有保存，请通知运维人员', retryAfterS: OVERLOAD_RETRY_S })
  }
  if (
    error instanceof PoolSaturated ||
    unavailable.test(code) ||
    networkFaults.has(code) ||
    poolFaults.test(error.message)
  ) {
    return refuse('overloaded', { retryAfterS: OVERLOAD_RETRY_S })
  }
  if (unstorable.test(code)) return refuse('invalid')
  if ([UNIQUE_VIOLATION, EXCLUSION_VIOLATION, '40P01'].includes(code)) {
    return refuse('conflict', { msg: TAKEN_AT_ONCE })
  }
  // what a row refers to went away, or came to be used, at that moment
  if (code === '23503') return refuse('conflict', { msg: '相关数据刚被删除或正在使用，请刷新后重试' })
  return undefined
}

/** Drizzle wraps what the driver throws: look through the causes. */
function asRefusal(error: unknown): Refusal | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Refusal) return each
    const found = fromDatabase(each)
    if (found) return found
  }
  const key = byStatus[(error as FastifyError).statusCode ?? 0]
  return key && refuse(key)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, http } = errors[refusal.key]
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfterS)))
  return reply
    .status(http)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ code, success: false, data: refusal.data, msg: refusal.message })
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error) ?? refuse('failed')
    if (refusal.key === 'failed' || refusal.key === 'overloaded') request.log.error({ err: error }, refusal.key)
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('noSuchCall')))
}
