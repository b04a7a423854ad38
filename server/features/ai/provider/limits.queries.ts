// Limits of use: reserved before a call, settled after it, in rows of days as the quotas of keys are.
import { sql } from 'drizzle-orm'
import type { LimitSubject } from '#contract/ai/call-labels.ts'
import type { Executor } from '#server/db/connection.ts'
import { aiLimitDays } from '#server/db/schema/ai-calls.ts'

export type Limit = {
  subject: LimitSubject
  id: string
  /** Tokens, questions or yuan. */
  most: number
  amount: number
}

/** The first day of the limit's period, in Shanghai: money is counted by month. */
const dayOf = (subject: LimitSubject) =>
  subject === 'assistantCost'
    ? sql`date_trunc('month', now() at time zone 'Asia/Shanghai')::date`
    : sql`(now() at time zone 'Asia/Shanghai')::date`

/** From this share of a limit on people are told. */
const NOTICE_SHARE = 0.8

export type Reserved = { isHeld: boolean; used: number; isNoticeDue: boolean }

/**
 * Takes the amount where the limit leaves room for it. Concurrent ones wait for each other at the row.
 * @returns whether it was taken, and whether this one passed 80 % as the first
 */
export async function reserve(db: Executor, { subject, id, most, amount }: Limit): Promise<Reserved> {
  const { rows } = await db.execute<{ used: string; isNoticeDue: boolean }>(sql`
    insert into ${aiLimitDays} as known (subject, subject_id, day, used, noticed_at)
      select ${subject}, ${id}::bigint, ${dayOf(subject)}, ${amount}::numeric,
          case when ${amount}::numeric >= ${most * NOTICE_SHARE}::numeric then now() end
        where ${amount}::numeric <= ${most}::numeric
      on conflict (subject, subject_id, day) do update set used = known.used + excluded.used,
          noticed_at = coalesce(known.noticed_at,
            case when known.used + excluded.used >= ${most * NOTICE_SHARE}::numeric then now() end)
        where known.used + excluded.used <= ${most}::numeric
      returning known.used::text as used, known.noticed_at = now()::timestamptz(3) as "isNoticeDue"`)
  const [held] = rows
  if (held) return { isHeld: true, used: Number(held.used), isNoticeDue: held.isNoticeDue === true }
  return { isHeld: false, used: await usedOf(db, { subject, id }), isNoticeDue: false }
}

/** Corrects a reservation by what was used in fact. It counts on the day on which it was reserved. */
export async function settle(
  db: Executor,
  { subject, id, amount }: Limit,
  used: number | string,
  reservedAt: Date,
): Promise<void> {
  const at = sql`${reservedAt.toISOString()}::timestamptz at time zone 'Asia/Shanghai'`
  const day = subject === 'assistantCost' ? sql`date_trunc('month', ${at})::date` : sql`(${at})::date`
  await db.execute(sql`update ${aiLimitDays} set used = greatest(0, used + ${used}::numeric - ${amount}::numeric)
    where subject = ${subject} and subject_id = ${id}::bigint and day = ${day}`)
}

export async function usedOf(db: Executor, { subject, id }: Pick<Limit, 'subject' | 'id'>): Promise<number> {
  const { rows } = await db.execute<{ used: string }>(sql`select used::text as used from ${aiLimitDays}
    where subject = ${subject} and subject_id = ${id}::bigint and day = ${dayOf(subject)}`)
  return Number(rows[0]?.used ?? 0)
}
