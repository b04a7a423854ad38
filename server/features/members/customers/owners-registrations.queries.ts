// Open registrations that go to somebody else with the rest of a leaver's work.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Author } from '../../../core/core.ts'
import type { Tx } from '../../../db/connection.ts'
import { registrationSteps, registrations } from '../../../db/schema/members/registrations.ts'

type Open = { id: string; name: string }

/** Those of an owner that are not closed yet, locked. */
export const lockOpenRegistrations = (tx: Tx, ownerId: string): Promise<Open[]> =>
  tx
    .select({ id: registrations.id, name: registrations.company })
    .from(registrations)
    .where(and(eq(registrations.ownerId, ownerId), isNull(registrations.closedAt)))
    .orderBy(asc(registrations.id))
    .for('update')

type To = { toId: string; toName: string; reason: string }

export async function moveRegistrations(tx: Tx, by: Author, rows: readonly Open[], { toId, toName, reason }: To) {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx
    .update(registrations)
    .set({ ownerId: toId, updatedAt: sql`now()`, version: sql`${registrations.version} + 1` })
    .where(inArray(registrations.id, ids))
  await tx.insert(registrationSteps).values(
    ids.map((registrationId) => ({
      registrationId,
      action: 'assign',
      remark: `${reason}：移交给${toName}`,
      actorId: by.id,
      actorName: by.name,
    })),
  )
}
