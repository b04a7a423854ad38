// Receipts: delivery state of accepted messages. The provider is polled a little later, then with doubling pauses, until it
// knows or the window is over. A process that dies between claiming and asking leaves them to the next time.

import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import type { Provider, Receipt, SentMessage } from './provider.ts'
import { lockPushesOf, recountPushesOf } from './push-counts.queries.ts'

/** After handing over. */
export const RECEIPT_FIRST_S = 60
/** Providers keep receipts for a week and longer; networks deliver within three days or not at all. */
const WINDOW_H = 72
const REST_MS = 60_000

const standard = {
  /** Claimed by one statement. */
  batch: 100,
  /** Of one run. */
  most: 2_000,
  sideBySide: 4,
}

type Asking = Partial<typeof standard> & { signal: AbortSignal }

/** Due ones, with their next time noted. */
async function claimDue(db: Db, channel: string, batch: number): Promise<SentMessage[]> {
  const { rows } = await db.execute<SentMessage>(sql`
    with due as (select id from ${messages} where channel = ${channel} and receipt_at <= now()
      order by receipt_at limit ${batch} for update skip locked)
    update ${messages} m set receipt_at = case when now() - m.handed_at < make_interval(hours => ${WINDOW_H})
        then now() + greatest(now() - m.handed_at, make_interval(secs => ${RECEIPT_FIRST_S})) end
      from due where m.id = due.id
      returning m.id::text as id, m.address, m.provider_ref as ref, to_jsonb(m.handed_at) #>> '{}' as "handedAt"`)
  return rows
}

const postpone = (db: Db, sent: readonly SentMessage[], ms: number) =>
  db.execute(sql`update ${messages} set receipt_at = now() + make_interval(secs => ${ms / 1_000})
    where id = any(${idArray(sent.map(({ id }) => id))}) and state in ('sent', 'unsure')`)

type Answer = { message: SentMessage; receipt: Receipt }

/** @returns how many messages came to another state */
async function write(tx: Tx, answers: readonly Answer[]): Promise<number> {
  const rows = answers.flatMap(({ message: { id, handedAt }, receipt }) =>
    receipt.kind === 'unknown' || receipt.kind === 'rest'
      ? []
      : [
          {
            id,
            handedAt,
            kind: receipt.kind,
            reason: receipt.kind === 'undelivered' ? `回执：${receipt.reason || '未送达'}` : '',
            ref: receipt.kind === 'undelivered' ? '' : receipt.ref,
            at: receipt.kind === 'delivered' ? receipt.at : null,
          },
        ],
  )
  if (rows.length === 0) return 0
  await lockPushesOf(
    tx,
    rows.map(({ id }) => id),
  )
  // a message sent again meanwhile is another one than was polled
  const { rows: changed } = await tx.execute<{ id: string; isMoved: boolean }>(sql`
    with answered as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id bigint, "handedAt" timestamptz, kind text, reason text, ref text, at timestamptz)),
      old as (select m.id, m.state from ${messages} m join answered on answered.id = m.id order by m.id for update of m)
    update ${messages} m set state = case answered.kind when 'undelivered' then 'undelivered' else 'sent' end,
        reason = case when answered.kind = 'undelivered' or m.state = 'unsure' then answered.reason else m.reason end,
        provider_ref = coalesce(nullif(answered.ref, ''), m.provider_ref), sender = null,
        delivered_at = case when answered.kind = 'delivered' then coalesce(answered.at, now()) end,
        ended_at = case answered.kind when 'undelivered' then now() else m.ended_at end,
        receipt_at = case answered.kind when 'waiting' then m.receipt_at end
      from answered, old where m.id = answered.id and old.id = m.id and m.state in ('sent', 'unsure')
        and m.handed_at = answered."handedAt"
      returning m.id::text as id, m.state <> old.state as "isMoved"`)
  const moved = changed.filter(({ isMoved }) => isMoved).map(({ id }) => id)
  if (moved.length > 0) await recountPushesOf(tx, moved)
  return moved.length
}

/** Polls the provider for due receipts. @returns how many were polled, and how many changed state */
export async function pollReceipts(
  db: Db,
  { channel, fetchReceipt }: Pick<Provider, 'channel' | 'fetchReceipt'>,
  { signal, ...wishes }: Asking,
): Promise<{ polled: number; changed: number }> {
  const { batch, most, sideBySide } = { ...standard, ...wishes }
  const total = { polled: 0, changed: 0 }
  if (!fetchReceipt) return total
  while (total.polled < most) {
    signal.throwIfAborted()
    const waiting = await claimDue(db, channel, batch)
    if (waiting.length === 0) break
    let rest: Extract<Receipt, { kind: 'rest' }> | undefined
    while (waiting.length > 0 && !rest && !signal.aborted) {
      const now = waiting.splice(0, sideBySide)
      const answers = await Promise.all(
        now.map(async (message): Promise<Answer> => ({ message, receipt: await fetchReceipt(message) })),
      )
      total.polled += now.length
      total.changed += await db.transaction((tx) => write(tx, answers))
      for (const { message, receipt } of answers) {
        if (receipt.kind !== 'rest') continue
        rest = receipt
        waiting.push(message)
      }
    }
    if (waiting.length > 0) await postpone(db, waiting, rest?.ms ?? REST_MS)
    if (rest) break
  }
  return total
}
