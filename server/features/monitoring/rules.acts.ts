// What every kind of rule asks of its people, and what follows each change of one.
import { databaseToday } from '#server/core/clock.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { notifyChange } from '#server/core/live/bus.ts'
import type { Tx } from '#server/db/connection.ts'
import { requireWorkers } from '#server/features/organisation/users/holders.queries.ts'
import { makeDues } from './dues.acts.ts'
import { isCalendar } from './rules.queries.ts'

type People = { ownerId: string | null; deputyId: string | null; calendarId: string | null }

/** Checks of people and calendar that need the database. */
export async function checkPeople(tx: Tx, { ownerId, deputyId, calendarId }: People): Promise<void> {
  if (ownerId !== null) await requireWorkers(tx, [ownerId], { field: 'ownerId', who: '负责人', work: 'dues' })
  if (deputyId !== null) await requireWorkers(tx, [deputyId], { field: 'deputyId', who: '替补', work: 'dues' })
  checkFields({
    calendarId: calendarId === null || (await isCalendar(tx, calendarId)) ? null : '日历不存在',
  })
}

/** After a rule has changed: makes the due rows again and announces it to open boards. */
export async function remake(tx: Tx): Promise<void> {
  await makeDues(tx, await databaseToday(tx))
  await notifyChange(tx, { type: 'dues' })
}
