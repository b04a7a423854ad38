// Seats of a meeting by quota, their locks, and the heads that sit on them.
import { and, asc, eq, gt, inArray, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { orNotFound } from '#server/core/http/refusal.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { checkIns } from '#server/db/schema/check-ins.ts'
import { meetingSessions } from '#server/db/schema/meeting-sessions.ts'
import { meetingQuotas as quotas, signUpPeople, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'

export type StoredSignUp = typeof signUps.$inferSelect
export type Quota = typeof quotas.$inferSelect

const seats = {
  id: meetings.id,
  code: meetings.code,
  name: meetings.name,
  edition: meetings.edition,
  state: meetings.state,
  cancelReason: meetings.cancelReason,
  cancelledAt: meetings.cancelledAt,
  startsOn: meetings.startsOn,
  endsOn: meetings.endsOn,
  city: meetings.city,
  venue: meetings.venue,
  seats: meetings.seats,
  fee: meetings.fee,
  smallerMayPass: meetings.smallerMayPass,
  channels: meetings.channels,
  signUpFrom: meetings.signUpFrom,
  signUpUntil: meetings.signUpUntil,
  signUpReview: meetings.signUpReview,
  signUpFields: meetings.signUpFields,
  ownFields: meetings.ownFields,
  authorId: meetings.authorId,
  /**
   * `HH:mm` of its first session; null where the agenda has none that day. Columns are written out: in a select from one table
   * drizzle names them without it, and `id` would be the session's.
   */
  firstTime: sql<string | null>`(select min(s.from_time) from ${meetingSessions} s
    where s.meeting_id = meetings.id and s.day = meetings.starts_on)`,
}

export async function seatsOf(db: Executor, meetingId: string) {
  const [found] = await db.select(seats).from(meetings).where(eq(meetings.id, meetingId))
  return orNotFound(found)
}
export type MeetingSeats = Awaited<ReturnType<typeof seatsOf>>

export const quotasOf = (db: Executor, meetingId: string): Promise<Quota[]> =>
  db.select().from(quotas).where(eq(quotas.meetingId, meetingId)).orderBy(asc(quotas.position), asc(quotas.id))

export type LockedMeeting = MeetingSeats & { quotas: Quota[] }

/**
 * Everything that takes or frees a seat holds these locks: the meeting's row, then its quotas, then sign-ups by id
 * (`lockedSignUps`). One statement takes the first two, row by row in that order, and reads the quotas as they are once they
 * are locked; the meeting is read after that. 20404 without it.
 */
export async function lockSeats(tx: Tx, meetingId: string): Promise<LockedMeeting> {
  const found = await tx
    .select({ quota: quotas })
    .from(meetings)
    .innerJoin(quotas, eq(quotas.meetingId, meetings.id))
    .where(eq(meetings.id, meetingId))
    .orderBy(asc(quotas.id))
    .for('no key update')
  return {
    ...(await seatsOf(tx, meetingId)),
    quotas: found
      .map(({ quota }) => quota)
      .toSorted((one, other) => one.position - other.position || Number(one.id) - Number(other.id)),
  }
}

const lockedSignUps = (tx: Tx, where: SQL | undefined): Promise<StoredSignUp[]> =>
  tx.select().from(signUps).where(where).orderBy(asc(signUps.id)).for('update')

/** Those who wait for a seat of the quota, in their order; locked. */
export async function lockWaiting(tx: Tx, { id }: Quota): Promise<StoredSignUp[]> {
  const found = await lockedSignUps(tx, and(eq(signUps.quotaId, id), eq(signUps.state, 'waiting')))
  return found.toSorted(
    (one, other) =>
      Date.parse(one.waitingAt ?? '') - Date.parse(other.waitingAt ?? '') || Number(one.id) - Number(other.id),
  )
}

/** Whether somebody waits for a seat of the quota; with `free`, somebody whom so many seats would do. */
export async function isAwaited(tx: Tx, { id }: Quota, free?: number): Promise<boolean> {
  const fits = free === undefined ? undefined : lt(signUps.companions, free)
  return (await tx.$count(signUps, and(eq(signUps.quotaId, id), eq(signUps.state, 'waiting'), fits))) > 0
}

/** Offers of the meeting that have ended; locked. */
export const lockDueOffers = (tx: Tx, meetingId: string): Promise<StoredSignUp[]> =>
  lockedSignUps(
    tx,
    and(eq(signUps.meetingId, meetingId), eq(signUps.state, 'offered'), lt(signUps.offeredUntil, sql`now()`)),
  )

/** Meetings with offers that have ended; of a cancelled one nobody is told so. */
export async function meetingsWithDueOffers(db: Db): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: signUps.meetingId })
    .from(signUps)
    .innerJoin(meetings, eq(meetings.id, signUps.meetingId))
    .where(and(eq(signUps.state, 'offered'), lt(signUps.offeredUntil, sql`now()`), ne(meetings.state, 'cancelled')))
  return found.map(({ id }) => id)
}

/** Of a meeting whose seats are locked, in the order in which they signed up. */
export async function lockSignUps(tx: Tx, meetingId: string, ids: readonly string[]): Promise<StoredSignUp[]> {
  const found = await lockedSignUps(tx, and(eq(signUps.meetingId, meetingId), inArray(signUps.id, [...ids])))
  return found.toSorted(
    (one, other) => Date.parse(one.appliedAt) - Date.parse(other.appliedAt) || Number(one.id) - Number(other.id),
  )
}

export async function storedSignUp(db: Executor, id: string): Promise<StoredSignUp> {
  const [found] = await db.select().from(signUps).where(eq(signUps.id, id))
  return orNotFound(found)
}

/** The table refuses less than none and more than there are. */
export const addTaken = (tx: Tx, quotaId: string, count: number) =>
  tx
    .update(quotas)
    .set({ taken: sql`${quotas.taken} + ${count}` })
    .where(eq(quotas.id, quotaId))

export const peopleOfSignUp = (db: Executor, signUpId: string) =>
  db
    .select({
      id: signUpPeople.id,
      name: signUpPeople.name,
      code: signUpPeople.code,
      position: signUpPeople.position,
    })
    .from(signUpPeople)
    .where(eq(signUpPeople.signUpId, signUpId))
    .orderBy(asc(signUpPeople.position))

/** Of these heads who has been scanned at a door. */
export async function checkedInAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx
    .selectDistinct({ id: checkIns.personId })
    .from(checkIns)
    .where(inArray(checkIns.personId, [...ids]))
  return new Set(found.map(({ id }) => id))
}

type Main = { name: string; mobile: string }
type OfSignUp = { id: string; quotaId: string }

const headsOf = ({ id, quotaId }: OfSignUp, { name, mobile }: Main, companions: readonly string[]) =>
  [{ name, mobile }, ...companions.map((companion) => ({ name: companion, mobile: '' }))].map((head, position) => ({
    ...head,
    signUpId: id,
    quotaId,
    position,
  }))

/** Of a new sign-up. */
export const insertPeople = (tx: Tx, of: OfSignUp, main: Main, companions: readonly string[]) =>
  tx.insert(signUpPeople).values(headsOf(of, main, companions))

type Companion = { name: string; head: { id: string } | undefined }

/** In this order after the main person; stored ones that are not among them go. */
export async function storePeople(
  tx: Tx,
  { id, quotaId }: OfSignUp,
  main: Main,
  companions: readonly Companion[],
): Promise<void> {
  const ofSignUp = eq(signUpPeople.signUpId, id)
  const kept = companions.flatMap(({ head }) => head?.id ?? [])
  await tx
    .update(signUpPeople)
    .set(main)
    .where(and(ofSignUp, eq(signUpPeople.position, 0)))
  await tx.delete(signUpPeople).where(and(ofSignUp, gt(signUpPeople.position, 0), notInArray(signUpPeople.id, kept)))
  // out of the way: two may not have one place at any moment
  await tx
    .update(signUpPeople)
    .set({ position: sql`-${signUpPeople.position}` })
    .where(ofSignUp)
  for (const [at, { name, head }] of companions.entries()) {
    const values = { name, position: at + 1 }
    if (head) await tx.update(signUpPeople).set(values).where(eq(signUpPeople.id, head.id))
    else await tx.insert(signUpPeople).values({ ...values, signUpId: id, quotaId })
  }
}
