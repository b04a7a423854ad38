// Writes with an Idempotency-Key are done once: the key is stored in the write's own transaction, so that a crash leaves both
// or neither. A refusal leaves neither too, and the call may simply be made again.
import { createHmac } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { CONFIRM_TOKEN_S, IDEMPOTENCY_H } from '#contract/limits.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { requestKeys, usedConfirmations } from '#server/db/schema/core/requests.ts'
import type { Core, Once } from '../core.ts'
import { canonical } from './canonical.ts'
import { Refusal, refuse } from './refusal.ts'
import { callerOf } from './request.ts'

const keyPattern = /^"?([A-Za-z0-9_.:-]{8,128})"?$/
/** A larger reply is not stored, characters. */
const REPLY_MAX = 65_536

type Stored = { inputHash: string; reply: string | null }

/** Thrown inside of a transaction that finds its act done already. */
class AlreadyDone extends Error {
  readonly stored: Stored
  constructor(stored: Stored) {
    super('already done')
    this.stored = stored
  }
}

const envelope = (data: unknown) => ({ code: 200, success: true, data, msg: '操作成功' })

/** The reply as the endpoint's schema writes it, or undefined where the answer is not what the call replies. */
function written(reply: FastifyReply, data: unknown): string | undefined {
  try {
    return reply.getSerializationFunction('200')?.(envelope(data))
  } catch {
    return undefined
  }
}

/** The key of a write; undefined for anonymous callers and without the header. */
export function keyOf({ effect }: Endpoint, request: FastifyRequest): string | undefined {
  const header = request.headers[IDEMPOTENCY_HEADER]
  if (header === undefined || effect !== 'write' || callerOf(request) === null) return undefined
  const [, key] = (typeof header === 'string' && keyPattern.exec(header)) || []
  if (!key) throw refuse('invalid', { msg: 'Idempotency-Key 格式不正确' })
  return key
}

/**
 * Does a write once for its key, and replies as the first time.
 * Throws 409 while the same write is running, or if its reply was not stored; 422 if the key came with another input.
 */
export async function doOnce(
  { endpoint, key, input, request, reply, core }: Work,
  work: (core: Core) => Promise<unknown>,
): Promise<FastifyReply> {
  const is = {
    scope: callerOf(request) ?? '',
    endpoint: `${endpoint.method} ${endpoint.path}`,
    key,
  }
  const where = and(eq(requestKeys.scope, is.scope), eq(requestKeys.endpoint, is.endpoint), eq(requestKeys.key, is.key))
  const inputHash = createHmac('sha256', core.config.secretKey)
    // what the address names is input too
    .update(canonical(['idempotency', input, ...Object.values(request.params ?? {})]))
    .digest('base64url')
  const isKept = endpoint.secret !== true
  let isTaken = false
  let storedReply: string | null = null

  const find = async (db: Executor): Promise<Stored | undefined> => {
    const [row] = await db
      .select({ inputHash: requestKeys.inputHash, reply: requestKeys.reply })
      .from(requestKeys)
      .where(and(where, sql`${requestKeys.createdAt} > now() - make_interval(hours => ${IDEMPOTENCY_H})`))
    return row
  }

  const send = (text: string) => reply.type('application/json; charset=utf-8').serializer(String).send(text)

  const again = (stored: Stored): FastifyReply => {
    if (stored.inputHash !== inputHash) throw refuse('keyReused')
    if (stored.reply === null) throw refuse('conflict', { msg: '已处理，请刷新查看结果' })
    return send(stored.reply)
  }

  const toStore = (text: string | undefined) => (isKept && text !== undefined && text.length <= REPLY_MAX ? text : null)

  const once: Once = {
    take: async (tx) => {
      if (isTaken) return
      const name = `once:${is.scope}:${is.endpoint}:${is.key}`
      const { rows } = await tx.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine`,
      )
      if (!rows[0]?.mine) throw refuse('conflict', { msg: '相同的操作正在处理，请稍候' })
      const stored = await find(tx)
      if (stored) throw new AlreadyDone(stored)
      await tx
        .insert(requestKeys)
        .values({ ...is, inputHash })
        // an expired key
        .onConflictDoUpdate({
          target: [requestKeys.scope, requestKeys.endpoint, requestKeys.key],
          set: { inputHash, reply: null, createdAt: sql`now()` },
        })
    },
    settle: async (tx, answer) => {
      if (isTaken) return
      storedReply = toStore(written(reply, answer))
      if (storedReply !== null) await tx.update(requestKeys).set({ reply: storedReply }).where(where)
      isTaken = true
    },
  }

  /** Stores the reply as sent, where it differs from the transaction's answer. */
  const store = async (text: string): Promise<void> => {
    const wanted = toStore(text)
    if (isTaken && wanted === storedReply) return
    try {
      if (!isTaken) await core.db.transaction((tx) => once.take(tx))
      await core.db.update(requestKeys).set({ reply: wanted }).where(where)
    } catch (error) {
      // the write is committed: the caller gets its reply, and so does a repetition
      core.log.warn({ err: error }, 'reply of a write not stored')
    }
  }

  const before = await find(core.db)
  if (before) return again(before)
  try {
    const text = written(reply, await work({ ...core, once }))
    if (text === undefined) throw new Error(`${is.endpoint} answered what it does not declare`)
    await store(text)
    return send(text)
  } catch (error) {
    if (error instanceof AlreadyDone) return again(error.stored)
    if (error instanceof Refusal && error.key === 'partlyDone') {
      const { code } = errors.partlyDone
      await store(JSON.stringify({ code, success: false, data: error.data, msg: error.message }))
    }
    throw error
  }
}

export type Work = {
  endpoint: Endpoint
  key: string
  /** Query and body as they were checked. */
  input: { query: unknown; body: unknown }
  request: FastifyRequest
  reply: FastifyReply
  core: Core
}

/** Deletes expired keys and used confirmations. @returns the number of rows */
export async function sweepRequests(db: Db): Promise<number> {
  const keys = await db
    .delete(requestKeys)
    .where(lt(requestKeys.createdAt, sql`now() - make_interval(hours => ${IDEMPOTENCY_H})`))
  const confirmations = await db
    .delete(usedConfirmations)
    .where(lt(usedConfirmations.usedAt, sql`now() - make_interval(secs => ${CONFIRM_TOKEN_S})`))
  return (keys.rowCount ?? 0) + (confirmations.rowCount ?? 0)
}
