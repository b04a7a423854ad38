// Leases of the sending processes, and the messages that dead ones had claimed.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { messageSenders, messages } from '#server/db/schema/core/outbox.ts'
import type { Message } from './causes.ts'
import { idsIn, seconds } from './claims.queries.ts'
import type { Provider } from './provider.ts'

export const renewSender = (db: Db, sender: string) =>
  db
    .insert(messageSenders)
    .values({ id: sender })
    .onConflictDoUpdate({ target: messageSenders.id, set: { aliveAt: sql`now()` } })

/** The process stops: others may take over its claimed messages at once. */
export const unregisterSender = (db: Db, sender: string) =>
  db.delete(messageSenders).where(eq(messageSenders.id, sender))

/**
 * Takes over the messages of processes with an expired lease, of one provider. What may be handed over
 * again as it was is queued, what the provider has receipts for follows them, everything else waits for a person.
 */
export async function adoptLost(db: Db, provider: Provider, sender: string, leaseMs: number): Promise<Message[]> {
  const { channel, addresses, repeatableMs } = provider
  return await db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.channel, channel),
          eq(messages.state, 'sending'),
          addresses === null ? sql`true` : inArray(messages.address, [...addresses]),
          sql`not exists (select from ${messageSenders} s where s.id = ${messages.sender}
            and s.alive_at > now() - ${seconds(leaseMs)})`,
        ),
      )
      .for('update', { skipLocked: true })
    if (rows.length === 0) return []
    const ids = idsIn(rows.map(({ id }) => id))
    const isFresh = sql`${messages.handedAt} > now() - ${seconds(repeatableMs)}`
    await tx.update(messages).set({ state: 'queued', sender: null }).where(and(ids, isFresh))
    if (provider.fetchReceipt) {
      return await tx
        .update(messages)
        .set({ sender })
        .where(and(ids, eq(messages.state, 'sending')))
        .returning()
    }
    await tx
      .update(messages)
      .set({ state: 'unsure', endedAt: sql`now()`, reason: '发送时进程中断，不能确定对方是否收到' })
      .where(and(ids, eq(messages.state, 'sending')))
    return []
  })
}

/** Messages in the hands of a removed provider become unsure as well: nothing can be queried. */
export async function setAsideUnserved(db: Db, channels: readonly string[], leaseMs: number): Promise<void> {
  await db
    .update(messages)
    .set({ state: 'unsure', endedAt: sql`now()`, reason: '发送时进程中断，该通道已停用' })
    .where(
      and(
        eq(messages.state, 'sending'),
        sql`not ${messages.channel} = any(${sql.param([...channels])}::text[])`,
        sql`not exists (select from ${messageSenders} s where s.id = ${messages.sender}
          and s.alive_at > now() - ${seconds(leaseMs)})`,
      ),
    )
}
