// Copying a meeting: what goes along, with its days moved.
import { eq } from 'drizzle-orm'
import { addDays, daysBetween } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { copyMeeting } from '#contract/meetings/meetings.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { insertRow } from '#server/core/rows/store.ts'
import { checkInLists } from '#server/db/schema/check-ins.ts'
import { dinnerTables } from '#server/db/schema/dinner.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { agendaOf, storeAgenda } from './agenda.queries.ts'
import { audited, type MeetingAct, verdictOfName } from './meetings.acts.ts'
import { copyFiles, lockMeetings } from './meetings.queries.ts'
import { storeQuotas } from './quotas.acts.ts'
import { quotasOf } from './sign-ups/seats.queries.ts'

/** Tables that refer to meetings: whether their rows go along. Who comes, and what was written of it, stays behind. */
export const copiedTables: Readonly<Record<string, boolean>> = {
  meeting_sessions: true,
  meeting_quotas: true,
  check_in_lists: true,
  meetings: false,
  meeting_sign_ups: false,
  meeting_invitations: false,
  meeting_news: false,
  meeting_images: false,
  dinner_tables: true,
  dinner_guests: false,
  dinner_fills: false,
}

export async function copyMeetingRow(
  { tx, actor, by }: MeetingAct,
  { id, name, edition, startsOn }: BodyOf<typeof copyMeeting>,
): Promise<{ id: string; version: number }> {
  const stored = orNotFound((await lockMeetings(tx, [id]))[0])
  checkFields({ name: await verdictOfName(tx, name, edition) })
  const {
    id: _,
    code: _8,
    version: __,
    state: ___,
    publishedAt: ____,
    cancelledAt: _9,
    cancelReason: _10,
    spelling: _11,
    previousId: _5,
    createdAt: _6,
    updatedAt: _7,
    ...kept
  } = stored
  const later = daysBetween(stored.startsOn, startsOn)
  const moved = (day: string | null) => day && addDays(day, later)
  const values = {
    ...kept,
    name: name.trim(),
    edition: edition.trim(),
    startsOn,
    endsOn: addDays(stored.endsOn, later),
    signUpFrom: moved(stored.signUpFrom),
    signUpUntil: moved(stored.signUpUntil),
    authorId: actor.id,
  }
  const copyId = await insertRow(tx, meetings, values)
  const agenda = (await agendaOf(tx, id)).map((row) => ({ ...row, day: addDays(row.day, later) }))
  await storeAgenda(tx, copyId, agenda)
  await storeQuotas(tx, copyId, { quotas: (await quotasOf(tx, id)).map((quota) => ({ ...quota, id: null })) })
  await copyLists(tx, id, copyId, later)
  await copyTables(tx, id, copyId)
  await copyFiles(tx, id, copyId)
  await audit(tx, by, {
    action: 'meeting.copy',
    targetType: 'meeting',
    targetId: copyId,
    after: { ...audited(values, agenda), copyOf: id },
  })
  return { id: copyId, version: 1 }
}

async function copyLists(tx: MeetingAct['tx'], fromId: string, toId: string, later: number): Promise<void> {
  const { name, kind, day } = checkInLists
  const lists = await tx.select({ name, kind, day }).from(checkInLists).where(eq(checkInLists.meetingId, fromId))
  if (lists.length === 0) return
  await tx
    .insert(checkInLists)
    .values(lists.map((row) => ({ ...row, day: row.day && addDays(row.day, later), meetingId: toId })))
}

/** Kept for the quota of the same name. */
async function copyTables(tx: MeetingAct['tx'], fromId: string, toId: string): Promise<void> {
  const tables = await tx.select().from(dinnerTables).where(eq(dinnerTables.meetingId, fromId))
  if (tables.length === 0) return
  const names = new Map((await quotasOf(tx, fromId)).map((quota) => [quota.id, quota.name]))
  const ids = new Map((await quotasOf(tx, toId)).map((quota) => [quota.name, quota.id]))
  await tx.insert(dinnerTables).values(
    tables.map(({ zone, name, seats, position, quotaId }) => ({
      zone,
      name,
      seats,
      position,
      meetingId: toId,
      quotaId: ids.get(names.get(quotaId ?? '') ?? '') ?? null,
    })),
  )
}
