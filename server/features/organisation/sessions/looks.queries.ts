// Looks at the console as somebody else, as stored.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connection.ts'
import { looks } from '../../../db/schema/identity.ts'

const LOOK_MINUTES = 60

export async function insertLook(
  tx: Tx,
  sessionId: string,
  userId: string,
): Promise<{ id: string; expiresIn: number }> {
  const [look] = await tx
    .insert(looks)
    .values({ sessionId, userId, expiresAt: sql`now() + make_interval(mins => ${LOOK_MINUTES})` })
    .returning({ id: looks.id })
  if (!look) throw new Error('no look was stored')
  return { id: look.id, expiresIn: LOOK_MINUTES * 60 }
}

/** @returns whom it looked at; undefined where there is no such look of this session, or it has ended before */
export async function closeLook(tx: Tx, sessionId: string, id: string): Promise<string | undefined> {
  const [look] = await tx
    .update(looks)
    .set({ endedAt: sql`now()` })
    .where(and(eq(looks.id, id), eq(looks.sessionId, sessionId), isNull(looks.endedAt)))
    .returning({ userId: looks.userId })
  return look?.userId
}
