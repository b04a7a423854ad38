// What a meeting's public page shows.
import { eq } from 'drizzle-orm'
import { findFile } from '#server/core/files/files.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { agendaOf } from '../agenda.queries.ts'
import { quotasOf, seatsOf } from '../sign-ups/seats.queries.ts'

export async function meetingOfCode(db: Executor, code: string) {
  const [found] = await db
    .select({ id: meetings.id, state: meetings.state })
    .from(meetings)
    .where(eq(meetings.code, code))
  return found
}

export async function publicMeeting(db: Executor, id: string) {
  const meeting = await seatsOf(db, id)
  const [shown] = await db
    .select({
      body: meetings.body,
      coverId: meetings.coverId,
      organisers: meetings.organisers,
      contacts: meetings.contacts,
    })
    .from(meetings)
    .where(eq(meetings.id, id))
  if (!shown) throw new Error(`meeting ${id} is gone`)
  return { ...meeting, ...shown, quotas: await quotasOf(db, id), agenda: await agendaOf(db, id) }
}
export type PublicMeeting = Awaited<ReturnType<typeof publicMeeting>>

/** Those that are there, in this order. */
export async function filesOf(db: Db, ids: readonly string[]) {
  const found = []
  for (const id of new Set(ids)) {
    const file = await findFile(db, id)
    if (file) found.push(file)
  }
  return found
}
