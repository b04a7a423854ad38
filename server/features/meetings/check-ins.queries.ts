// Check-in lists of meetings, and who was checked in, as they are stored.
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { ROSTER_MAX } from '../../../contract/meetings/check-ins.ts'
import { orNotFound } from '../../core/http/refusal.ts'
import type { Db, Executor, Tx } from '../../db/connection.ts'
import { checkInLists, checkIns, meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { meetings } from '../../db/schema/meetings.ts'
import { users } from '../../db/schema/organisation.ts'

export const listsOf = (db: Executor, meetingId: string) =>
  db
    .select({
      id: checkInLists.id,
      name: checkInLists.name,
      people: sql<number>`coalesce(sum(${checkIns.people}), 0)::int`,
    })
    .from(checkInLists)
    .leftJoin(checkIns, eq(checkIns.listId, checkInLists.id))
    .where(eq(checkInLists.meetingId, meetingId))
    .groupBy(checkInLists.id)
    .orderBy(asc(checkInLists.id))

/** 20404 where the meeting has no such list. */
export async function listOf(db: Executor, meetingId: string, id: string) {
  const [found] = await db
    .select({ id: checkInLists.id, name: checkInLists.name })
    .from(checkInLists)
    .where(and(eq(checkInLists.id, id), eq(checkInLists.meetingId, meetingId)))
  return orNotFound(found)
}

/** Shared with other check-ins, but not with acts that take or free seats: nobody is cancelled while coming in. */
export const lockForCheckIn = (tx: Tx, meetingId: string) =>
  tx.select({ id: meetings.id }).from(meetings).where(eq(meetings.id, meetingId)).for('share')

const onList = (listId: string) => and(eq(checkIns.signUpId, signUps.id), eq(checkIns.listId, listId))

export const rosterOf = (db: Db, meetingId: string, listId: string) =>
  db
    .select({
      ticket: signUps.ticket,
      name: signUps.name,
      company: signUps.company,
      people: sql<number>`1 + ${signUps.companions}`,
      state: signUps.state,
      at: checkIns.at,
      byName: sql<string>`coalesce(${users.realName}, '')`,
    })
    .from(signUps)
    .leftJoin(checkIns, onList(listId))
    .leftJoin(users, eq(users.id, checkIns.byId))
    .where(and(eq(signUps.meetingId, meetingId), ne(signUps.state, 'cancelled')))
    .orderBy(asc(signUps.id))
    .limit(ROSTER_MAX)

/** By ticket, in the order of their ids, so that two phones never wait for each other. */
export const lockTickets = (tx: Tx, meetingId: string, tickets: readonly string[]) =>
  tx
    .select()
    .from(signUps)
    .where(and(eq(signUps.meetingId, meetingId), inArray(signUps.ticket, [...tickets])))
    .orderBy(asc(signUps.id))
    .for('update')

/** Who is on the list already, by sign-up. */
export async function checkedIn(tx: Tx, listId: string, signUpIds: readonly string[]) {
  const found = await tx
    .select({
      signUpId: checkIns.signUpId,
      at: checkIns.at,
      people: checkIns.people,
      byId: checkIns.byId,
      byName: users.realName,
    })
    .from(checkIns)
    .innerJoin(users, eq(users.id, checkIns.byId))
    .where(and(eq(checkIns.listId, listId), inArray(checkIns.signUpId, [...signUpIds, '0'])))
  return new Map(found.map((row) => [row.signUpId, row]))
}
