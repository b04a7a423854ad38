// Impersonations as they are stored.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/connection.ts'
import { impersonations } from '#server/db/schema/identity.ts'

const IMPERSONATION_MINUTES = 60

export async function insertImpersonation(
  tx: Tx,
  sessionId: string,
  userId: string,
): Promise<{ id: string; expiresIn: number }> {
  const [impersonation] = await tx
    .insert(impersonations)
    .values({ sessionId, userId, expiresAt: sql`now() + make_interval(mins => ${IMPERSONATION_MINUTES})` })
    .returning({ id: impersonations.id })
  if (!impersonation) throw new Error('no impersonation was stored')
  return { id: impersonation.id, expiresIn: IMPERSONATION_MINUTES * 60 }
}

/** @returns who was impersonated; undefined where this session has no such impersonation, or it has ended already */
export async function closeImpersonation(tx: Tx, sessionId: string, id: string): Promise<string | undefined> {
  const [impersonation] = await tx
    .update(impersonations)
    .set({ endedAt: sql`now()` })
    .where(and(eq(impersonations.id, id), eq(impersonations.sessionId, sessionId), isNull(impersonations.endedAt)))
    .returning({ userId: impersonations.userId })
  return impersonation?.userId
}
