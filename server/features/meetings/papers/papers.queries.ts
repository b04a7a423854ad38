// Who gets a paper: heads with a seat, in the printer's scope, and tables of the dinner.
import { and, asc, eq, sql } from 'drizzle-orm'
import { PAPERS_MAX } from '#contract/meetings/papers.ts'
import { isInSalesScope, type Viewer } from '#server/core/access/scope.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { dinnerGuests, dinnerSeats, dinnerTables } from '#server/db/schema/dinner.ts'
import { signUpPeople as heads, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'

const ownerId = sql`coalesce(${enterprises.ownerId}, ${registrations.ownerId})`

/** By company and sign-up, its main person first. */
export const headsToPrint = (db: Executor, viewer: Viewer, meetingId: string, text: string) =>
  db
    .select({
      name: heads.name,
      company: signUps.company,
      position: sql<string>`case when ${heads.position} = 0 then coalesce(${signUps.extra} ->> 'position', '') else '' end`,
      code: heads.code,
    })
    .from(heads)
    .innerJoin(signUps, eq(signUps.id, heads.signUpId))
    .leftJoin(enterprises, eq(enterprises.id, signUps.customerId))
    .leftJoin(registrations, eq(registrations.id, signUps.registrationId))
    .where(
      and(
        eq(signUps.meetingId, meetingId),
        sql`${signUps.state} in ('confirmed', 'came')`,
        sql`(${isInSalesScope(viewer, ownerId)} or ${isInSalesScope(viewer, signUps.keeperId)})`,
        hasName(
          sql`concat_ws(' ', ${heads.name}, ${signUps.name}, ${signUps.company}, ${signUps.ticket})`,
          keyPart(text),
        ),
      ),
    )
    .orderBy(sql`${signUps.company} collate "zh-x-icu"`, signUps.id, heads.position)
    .limit(PAPERS_MAX)

/** Tables where somebody sits, with their guests in the order of the seats. */
export async function tablesToPrint(db: Executor, meetingId: string): Promise<{ table: string; guests: string[] }[]> {
  const found = await db
    .select({
      id: dinnerTables.id,
      table: sql<string>`concat_ws(' ', nullif(${dinnerTables.zone}, ''), ${dinnerTables.name})`,
      guest: sql<string>`concat_ws(' ', coalesce(${heads.name}, ${dinnerGuests.name}),
        nullif(coalesce(${signUps.company}, ${dinnerGuests.company}), ''))`,
    })
    .from(dinnerSeats)
    .innerJoin(dinnerTables, eq(dinnerTables.id, dinnerSeats.tableId))
    .innerJoin(dinnerGuests, eq(dinnerGuests.id, dinnerSeats.guestId))
    .leftJoin(heads, eq(heads.id, dinnerGuests.personId))
    .leftJoin(signUps, eq(signUps.id, heads.signUpId))
    .where(eq(dinnerTables.meetingId, meetingId))
    .orderBy(asc(dinnerTables.position), asc(dinnerTables.id), asc(dinnerSeats.seat))
  const tables = new Map<string, { table: string; guests: string[] }>()
  for (const { id, table, guest } of found) {
    const card = tables.get(id) ?? { table, guests: [] }
    card.guests.push(guest)
    tables.set(id, card)
  }
  return [...tables.values()]
}
