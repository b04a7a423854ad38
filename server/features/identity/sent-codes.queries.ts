// Codes that are sent to somebody: how they are made and kept, and how often they are sent.
import { createHmac, randomInt } from 'node:crypto'
import { getTableName, lt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { SENT_CODE_AGAIN_S, SENT_CODE_DIGITS, SENT_CODE_MIN } from '#contract/identity/sent-codes.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Message } from '#server/core/outbox/causes.ts'
import type { Tx } from '#server/db/connection.ts'

/** Codes for one address within an hour: each allows five guesses of a million. */
const MOST_PER_HOUR = 5
const HOUR_S = 3_600

export const makeCode = (): string => String(randomInt(10 ** SENT_CODE_DIGITS)).padStart(SENT_CODE_DIGITS, '0')

/** Keyed with `SECRET_KEY` and what the code belongs to, so that equal codes have different hashes. */
export const hashCode = (secretKey: string, owner: string, code: string): string =>
  createHmac('sha256', secretKey).update(`${owner}:${code}`).digest('hex')

export const codeExpiry = sql`now() + make_interval(mins => ${SENT_CODE_MIN})`

/**
 * Throws where a code was asked for within the last minute, or five within the hour: the same whether anything was sent.
 * Older rows are removed.
 * @param address the column of the table that holds what codes are sent to
 */
export async function refuseTooManyCodes(
  tx: Tx,
  table: PgTable & { createdAt: PgColumn },
  address: PgColumn,
  value: string,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${getTableName(table)}:${value}`}, 1))`)
  await tx.delete(table).where(lt(table.createdAt, sql`now() - make_interval(secs => ${HOUR_S})`))
  const { rows } = await tx.execute<{ asked: number; last: number | null; first: number | null }>(sql`
    select count(*)::int as asked, ceil(extract(epoch from now() - max(created_at)))::int as last,
      ceil(extract(epoch from now() - min(created_at)))::int as first
    from ${table} where ${address} = ${value}`)
  const { asked = 0, last = null, first = null } = rows[0] ?? {}
  const waits = [
    ...(last !== null && last < SENT_CODE_AGAIN_S ? [SENT_CODE_AGAIN_S - last] : []),
    ...(asked >= MOST_PER_HOUR && first !== null ? [HOUR_S - first] : []),
  ]
  if (waits.length > 0) throw refuse('tooMany', { retryAfterS: Math.max(1, ...waits) })
}

/** Of a cause: what waits longer than its code is valid is not sent any more. */
export async function refuseExpiredCodes(_tx: Tx, claimed: readonly Message[]) {
  const oldest = Date.now() - SENT_CODE_MIN * 60_000
  return new Map(
    claimed.flatMap(({ id, createdAt }) => (Date.parse(createdAt) < oldest ? [[id, '验证码已过有效期'] as const] : [])),
  )
}
