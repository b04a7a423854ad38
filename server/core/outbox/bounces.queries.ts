// What bounces change: the undelivered message, and the invalid mailbox.

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { messageBounces, messages } from '#server/db/schema/core/outbox.ts'
import { type DeliveryReport, isMailboxGone } from './bounces.rules.ts'
import { lockPushesOf, recountPushesOf } from './push-counts.queries.ts'

/** Those to whom these messages went get nothing more. */
export const noteBounced = (tx: Db | Tx, ids: readonly string[], reason: string) =>
  tx.execute(sql`insert into ${messageBounces} (address, reason, message_id)
    select lower(address), ${reason}, id from ${messages}
      where id = any(${idArray(ids)}) and channel = 'mail' on conflict (address) do nothing`)

/** What the report changes: a mail that was taken for sent was not delivered. */
export async function settleBounce(db: Db, id: string, { isFailed, reason }: DeliveryReport): Promise<void> {
  if (!isFailed) return
  await db.transaction(async (tx) => {
    await lockPushesOf(tx, [id])
    const changed = await tx
      .update(messages)
      .set({ state: 'undelivered', reason: `退信：${reason}`, sender: null, endedAt: sql`now()` })
      .where(and(eq(messages.id, id), inArray(messages.state, ['sent', 'unsure'])))
      .returning({ id: messages.id })
    if (changed.length === 0) return
    await recountPushesOf(tx, [id])
    if (isMailboxGone(reason)) await noteBounced(tx, [id], `退信：${reason}`)
  })
}
