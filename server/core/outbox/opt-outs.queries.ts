// Opt-outs of addresses: messages on their topic are withheld from the next claim on, until they are restored.
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { OptOutTopic } from '#contract/outbox/message-labels.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { messageOptOuts } from '#server/db/schema/core/outbox.ts'

export type OptOutKey = { channel: 'mail' | 'sms'; address: string; topic: OptOutTopic }
type OptOut = Pick<typeof messageOptOuts.$inferSelect, 'reason' | 'at' | 'restoredAt'>

/** Whether the address has opted out, of the topic or of everything; without a topic: of anything. */
export const hasOptedOut = (channel: SQL, address: SQL, topic?: OptOutTopic): SQL =>
  sql`exists (select 1 from ${messageOptOuts} t where t.channel = ${channel} and t.address = lower(${address})
    and t.restored_at is null ${topic === undefined ? sql`` : sql`and t.topic in ('all', ${topic})`})`

/** Keeps the time of the first opt-out, or of the first since the address was restored. */
export const insertOptOuts = (tx: Tx, rows: readonly (OptOutKey & { reason: string })[]) =>
  tx
    .insert(messageOptOuts)
    .values([...rows])
    .onConflictDoUpdate({
      target: [messageOptOuts.channel, messageOptOuts.address, messageOptOuts.topic],
      set: { reason: sql`excluded.reason`, at: sql`now()`, restoredAt: null, restoredByName: '', restoreReason: '' },
      setWhere: isNotNull(messageOptOuts.restoredAt),
    })

const of = ({ channel, address, topic }: OptOutKey) =>
  and(eq(messageOptOuts.channel, channel), eq(messageOptOuts.address, address), eq(messageOptOuts.topic, topic))

/** Locked, so that it is restored once. */
export async function lockOptOut(tx: Tx, key: OptOutKey): Promise<OptOut | undefined> {
  const { reason, at, restoredAt } = messageOptOuts
  const [found] = await tx.select({ reason, at, restoredAt }).from(messageOptOuts).where(of(key)).for('update')
  return found
}

/** Does nothing where it is restored already. */
export const restoreOptOut = (tx: Tx, key: OptOutKey, restoredByName: string, restoreReason: string) =>
  tx
    .update(messageOptOuts)
    .set({ restoredAt: sql`now()`, restoredByName, restoreReason })
    .where(and(of(key), isNull(messageOptOuts.restoredAt)))

/** Topics that the mail address does not get now. */
export async function topicsOut(db: Executor, address: string): Promise<OptOutTopic[]> {
  const found = await db
    .select({ topic: messageOptOuts.topic })
    .from(messageOptOuts)
    .where(
      and(eq(messageOptOuts.channel, 'mail'), eq(messageOptOuts.address, address), isNull(messageOptOuts.restoredAt)),
    )
  return found.map(({ topic }) => topic)
}
