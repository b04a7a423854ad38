// A guest's ticket as it is stored.
import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'

export async function ticketOf(db: Executor, code: string) {
  const [found] = await db
    .select({
      id: signUps.id,
      meetingId: signUps.meetingId,
      name: signUps.name,
      company: signUps.company,
      state: signUps.state,
      reason: signUps.reason,
      offeredUntil: signUps.offeredUntil,
    })
    .from(signUps)
    .where(eq(signUps.code, code))
  return found
}
