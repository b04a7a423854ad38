// What the provider of webhooks reads and notes.
import { eq, sql } from 'drizzle-orm'
import type { Executor, Tx } from '#server/db/connection.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { webhookDeliveries, webhooks } from '#server/db/schema/webhooks.ts'
import { restAfter } from './webhooks.rules.ts'

/** `oldSecret` where it still signs. */
export async function findTarget(db: Executor, id: string) {
  const [found] = await db
    .select({
      id: webhooks.id,
      name: webhooks.name,
      subProduct: webhooks.subProduct,
      url: webhooks.url,
      isEnabled: webhooks.isEnabled,
      secret: webhooks.secret,
      oldSecret: sql<string | null>`case when ${webhooks.oldSecretUntil} > now() then ${webhooks.oldSecret} end`,
    })
    .from(webhooks)
    .where(eq(webhooks.id, id))
  return found
}

/** Of an attempt. `status` null: no answer, and `answer` says why. */
export type Answer = { status: number | null; ms: number; answer: string }

export const noteAnswer = (tx: Tx, messageId: string, answer: Answer) =>
  tx
    .update(webhookDeliveries)
    .set({ ...answer, answeredAt: sql`now()` })
    .where(eq(webhookDeliveries.messageId, messageId))

export async function noteSuccess(tx: Tx, id: string): Promise<void> {
  await tx
    .update(webhooks)
    .set({ failures: 0, failingSince: null, restsUntil: null, noticedAt: null })
    .where(sql`${webhooks.id} = ${id} and ${webhooks.failures} > 0`)
}

/**
 * Counts a failure, unless one of the same moment was counted, and lets the untried deliveries of the address wait.
 * @returns since when it fails, where that is so many minutes and nobody has been told yet
 */
export async function noteFailure(tx: Tx, id: string, minutes: number): Promise<string | null> {
  const [found] = await tx
    .select({
      failures: webhooks.failures,
      isResting: sql<boolean>`coalesce(${webhooks.restsUntil} > now(), false)`,
      since: webhooks.failingSince,
      isLong: sql<boolean>`coalesce(${webhooks.failingSince} < now() - make_interval(mins => ${minutes}), false)`,
      noticedAt: webhooks.noticedAt,
    })
    .from(webhooks)
    .where(eq(webhooks.id, id))
    .for('update')
  if (!found) return null
  if (!found.isResting) {
    const failures = found.failures + 1
    const until = sql`now() + make_interval(secs => ${restAfter(failures) / 1_000})`
    await tx
      .update(webhooks)
      .set({ failures, failingSince: sql`coalesce(${webhooks.failingSince}, now())`, restsUntil: until })
      .where(eq(webhooks.id, id))
    await tx.execute(sql`update ${messages} m set not_before = greatest(m.not_before, ${until}) from ${webhookDeliveries} d
      where d.message_id = m.id and d.webhook_id = ${id} and m.channel = 'webhook' and m.state = 'queued' and m.attempts = 0`)
  }
  return found.isLong && found.noticedAt === null ? found.since : null
}

export const noteNoticed = (tx: Tx, id: string) =>
  tx.update(webhooks).set({ noticedAt: sql`now()` }).where(eq(webhooks.id, id))

/** @returns whether it was enabled */
export async function disable(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhooks)
    .set({ isEnabled: false, disabledReason: reason, version: sql`${webhooks.version} + 1`, updatedAt: sql`now()` })
    .where(sql`${webhooks.id} = ${id} and ${webhooks.isEnabled}`)
  return rowCount === 1
}
