// Stores a new version of a year, typed or imported.
import type { CalendarException, CalendarYearView } from '#contract/monitoring/calendars.ts'
import { audit } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import type { Tx } from '#server/db/connection.ts'
import { addYear } from './calendars.queries.ts'

type NewYear = {
  calendarId: string
  /** The year before the change. */
  stored: Pick<CalendarYearView, 'year' | 'number' | 'source'>
  source: string
  days: readonly CalendarException[]
}

/** @returns the version's id */
export async function storeYear(tx: Tx, by: Author, { calendarId, stored, source, days }: NewYear): Promise<string> {
  const { year } = stored
  const number = stored.number + 1
  const id = await addYear(tx, { calendarId, year, number, source, byId: by.id, byName: by.name }, days)
  await audit(tx, by, {
    action: 'calendar.saveYear',
    targetType: 'calendar',
    targetId: calendarId,
    before: { year, number: stored.number, source: stored.source },
    after: { number, source, exceptions: days.map(({ day, isOpen }) => `${day} ${isOpen ? '班' : '休'}`) },
  })
  return id
}
