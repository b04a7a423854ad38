// The kinds of seats of a meeting, as its form has them.
import { eq, inArray, sql } from 'drizzle-orm'
import type { RowInUse } from '#contract/envelope.ts'
import type { MeetingForm } from '#contract/meetings/meetings.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { meetingQuotas, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { quotasOf } from './sign-ups/seats.queries.ts'

type Form = Pick<MeetingForm, 'quotas'>

/** Quotas that have sign-ups of any state: these name them. */
async function usedQuotas(tx: Tx, ids: readonly string[]) {
  const found = await tx
    .select({ id: signUps.quotaId, count: sql<number>`count(*)::int` })
    .from(signUps)
    .where(inArray(signUps.quotaId, [...ids]))
    .groupBy(signUps.quotaId)
  return new Map(found.map(({ id, count }) => [id, count]))
}

/**
 * Callers hold the locks of meeting and quotas. 603 with those that have fewer seats than heads, or that are gone while
 * sign-ups name them.
 */
export async function storeQuotas(tx: Tx, meetingId: string, { quotas }: Form): Promise<void> {
  const before = await quotasOf(tx, meetingId)
  const kept = new Set(quotas.map(({ id }) => id))
  const unknown = quotas.some(({ id }) => id !== null && !before.some((quota) => quota.id === id))
  checkFields({ quotas: unknown ? '名额类型已被删除，请重新打开' : null })
  const gone = before.filter(({ id }) => !kept.has(id))
  const used = await usedQuotas(
    tx,
    gone.map(({ id }) => id),
  )
  const inUse: RowInUse[] = []
  for (const { id, name, taken } of before) {
    const seats = quotas.find((quota) => quota.id === id)?.seats
    const signedUp = used.get(id) ?? 0
    if (seats !== undefined && seats < taken) inUse.push({ id, name, by: [{ kind: '已占用的名额', count: taken }] })
    if (signedUp > 0) inUse.push({ id, name, by: [{ kind: '报名', count: signedUp }] })
  }
  if (inUse.length > 0) throw refuse('inUse', { data: inUse })
  for (const { id } of gone) await tx.delete(meetingQuotas).where(eq(meetingQuotas.id, id))
  // two may change their names with each other
  await tx
    .update(meetingQuotas)
    .set({ name: sql`'~' || ${meetingQuotas.id}` })
    .where(eq(meetingQuotas.meetingId, meetingId))
  for (const [position, { id, name, seats, isOpen }] of quotas.entries()) {
    const values = { name: name.trim(), seats, isOpen, position }
    if (id === null) await tx.insert(meetingQuotas).values({ ...values, meetingId })
    else await tx.update(meetingQuotas).set(values).where(eq(meetingQuotas.id, id))
  }
}

export const sumOfSeats = ({ quotas }: Form): number => quotas.reduce((sum, { seats }) => sum + seats, 0)
