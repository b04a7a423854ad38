// Sessions of meetings as they are stored.
import { eq, inArray } from 'drizzle-orm'
import type { AgendaRow } from '#contract/meetings/agenda.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { meetingSessions } from '#server/db/schema/meeting-sessions.ts'

const { day, from, to, hall, title, speaker, company } = meetingSessions
const columns = { day, from, to, hall, title, speaker, company }

const keyOf = ({ day, from, hall }: AgendaRow) => `${day} ${from} ${hall}`

/** By day, time and hall: the order in which agendas are stored and read. */
export const byTime = (agenda: readonly AgendaRow[]): AgendaRow[] =>
  agenda.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))

export async function agendasOf(db: Executor, meetingIds: readonly string[]): Promise<Map<string, AgendaRow[]>> {
  const found = await db
    .select({ meetingId: meetingSessions.meetingId, ...columns })
    .from(meetingSessions)
    .where(inArray(meetingSessions.meetingId, [...meetingIds]))
    .orderBy(meetingSessions.id)
  const agendas = new Map<string, AgendaRow[]>()
  for (const { meetingId, ...row } of found) agendas.set(meetingId, [...(agendas.get(meetingId) ?? []), row])
  for (const [id, agenda] of agendas) agendas.set(id, byTime(agenda))
  return agendas
}

export const agendaOf = async (db: Executor, meetingId: string): Promise<AgendaRow[]> =>
  (await agendasOf(db, [meetingId])).get(meetingId) ?? []

/** In place of what is stored; the caller holds the meeting's lock. */
export async function storeAgenda(tx: Tx, meetingId: string, agenda: readonly AgendaRow[]): Promise<void> {
  await tx.delete(meetingSessions).where(eq(meetingSessions.meetingId, meetingId))
  if (agenda.length > 0) await tx.insert(meetingSessions).values(agenda.map((row) => ({ ...row, meetingId })))
}
