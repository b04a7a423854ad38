// Counts of a push's messages by state. A finished push stores its counts: whatever changes one of its messages later must
// recount in the same transaction.

import { inArray, sql } from 'drizzle-orm'
import { messageStates } from '#contract/outbox/message-labels.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { pushes } from '#server/db/schema/push.ts'

/** Of the row of `pushes` in hand. */
export const countsOf = sql.raw(
  `(select jsonb_build_object(${messageStates.map((state) => `'${state}', count(*) filter (where c.state = '${state}')`).join(', ')})
    from messages c where c.push_id = pushes.id)`,
)

/**
 * Locks the pushes of these messages, finished or not, so that the next count sees this transaction's changes.
 * Before the messages are locked, as acts on a push do.
 */
export async function lockPushesOf(tx: Tx, messageIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text as id from ${pushes} where id in (select push_id from ${messages}
      where id = any(${idArray(messageIds)})) order by id for update`)
  return rows.map(({ id }) => id)
}

/** After these messages have changed, and stay as they are. */
export async function recountPushesOf(tx: Tx, messageIds: readonly string[]): Promise<void> {
  const ids = await lockPushesOf(tx, messageIds)
  if (ids.length === 0) return
  // a separate statement sees what was committed while waiting for the lock
  await tx.execute(
    sql`update ${pushes} set counts = ${countsOf} where ${inArray(pushes.id, ids)} and counts is not null`,
  )
}

/** After these messages were queued again: a push that had finished is under way. */
export async function reopenPushesOf(tx: Tx, messageIds: readonly string[]): Promise<void> {
  const ids = await lockPushesOf(tx, messageIds)
  if (ids.length === 0) return
  await tx.execute(sql`update ${pushes} set counts = null, state = 'sending'
    where ${inArray(pushes.id, ids)} and state = 'finished'`)
}
