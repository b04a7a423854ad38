// Tables, guests and seats of a dinner, as they are stored.
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { DINNER_GUESTS_MAX, DINNER_HEADS_MAX, DINNER_TABLES_MAX, type DinnerGuest } from '#contract/meetings/dinner.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import {
  type DinnerMove,
  type DinnerPlace,
  dinnerFills,
  dinnerGuests,
  dinnerPairs,
  dinnerSeats,
  dinnerTables,
} from '#server/db/schema/dinner.ts'
import {
  signUpPeople as heads,
  meetingQuotas as quotas,
  meetingSignUps as signUps,
} from '#server/db/schema/meeting-sign-ups.ts'

const { id, version, zone, name, seats, quotaId } = dinnerTables

export const tablesOf = (db: Executor, meetingId: string) =>
  db
    .select({ id, version, zone, name, seats, quotaId })
    .from(dinnerTables)
    .where(eq(dinnerTables.meetingId, meetingId))
    .orderBy(asc(dinnerTables.position), asc(id))
    .limit(DINNER_TABLES_MAX)

export async function tableOf(tx: Tx, meetingId: string, tableId: string) {
  const [found] = await tx
    .select()
    .from(dinnerTables)
    .where(and(eq(id, tableId), eq(dinnerTables.meetingId, meetingId)))
  return orNotFound(found)
}

export const quotaNamesOf = (db: Executor, meetingId: string) =>
  db
    .select({ id: quotas.id, name: quotas.name })
    .from(quotas)
    .where(eq(quotas.meetingId, meetingId))
    .orderBy(asc(quotas.position), asc(quotas.id))

/** Heads that dine: waiting and offered ones have no seat yet. */
const dines = inArray(signUps.state, ['confirmed', 'came'])

const stored = {
  guestId: dinnerGuests.id,
  version: sql<number>`coalesce(${dinnerGuests.version}, 0)`,
  tableId: dinnerSeats.tableId,
  seat: dinnerSeats.seat,
}
/** What a main person has said at the sign-up, unless staff has noted something else. */
const dietOfHead = sql<string>`coalesce(nullif(${dinnerGuests.wish}, ''),
  case when ${heads.position} = 0 then ${signUps.extra} ->> 'diet' end, '')`

const headsOf = (db: Executor, where: SQL | undefined) =>
  db
    .select({
      ...stored,
      guestId: sql<string | null>`${dinnerGuests.id}`,
      key: sql<string>`'p' || ${heads.id}`,
      name: heads.name,
      company: signUps.company,
      mobile: sql<string>`''`,
      signUpId: signUps.id,
      quotaId: signUps.quotaId,
      diet: dietOfHead,
    })
    .from(heads)
    .innerJoin(signUps, eq(signUps.id, heads.signUpId))
    .leftJoin(dinnerGuests, eq(dinnerGuests.personId, heads.id))
    .leftJoin(dinnerSeats, eq(dinnerSeats.guestId, dinnerGuests.id))
    .where(and(where, dines))
    .orderBy(sql`${signUps.company} collate "zh-x-icu"`, asc(signUps.id), asc(heads.position))
    .limit(DINNER_HEADS_MAX)

const othersOf = (db: Executor, where: SQL | undefined) =>
  db
    .select({
      ...stored,
      key: sql<string>`'g' || ${dinnerGuests.id}`,
      name: dinnerGuests.name,
      company: dinnerGuests.company,
      mobile: dinnerGuests.mobile,
      signUpId: sql<string | null>`null`,
      quotaId: sql<string | null>`null`,
      diet: dinnerGuests.wish,
    })
    .from(dinnerGuests)
    .leftJoin(dinnerSeats, eq(dinnerSeats.guestId, dinnerGuests.id))
    .where(and(where, sql`${dinnerGuests.personId} is null`))
    .orderBy(sql`${dinnerGuests.company} collate "zh-x-icu"`, asc(dinnerGuests.id))
    .limit(DINNER_GUESTS_MAX)

/** `guestId`: null where nothing is stored of a head yet. */
export type StoredDiner = DinnerGuest & { guestId: string | null }

export async function dinersOf(db: Executor, meetingId: string): Promise<StoredDiner[]> {
  const found = [
    ...(await headsOf(db, eq(signUps.meetingId, meetingId))),
    ...(await othersOf(db, eq(dinnerGuests.meetingId, meetingId))),
  ]
  const keys = new Map(found.flatMap(({ guestId, key }) => (guestId === null ? [] : [[guestId, key] as const])))
  const wishes = new Map<string, { beside: string[]; apart: string[] }>()
  const pairs = await db
    .select({ oneId: dinnerPairs.oneId, otherId: dinnerPairs.otherId, kind: dinnerPairs.kind })
    .from(dinnerPairs)
    .innerJoin(dinnerGuests, eq(dinnerGuests.id, dinnerPairs.oneId))
    .where(eq(dinnerGuests.meetingId, meetingId))
  for (const { oneId, otherId, kind } of pairs) {
    const [one, other] = [keys.get(oneId), keys.get(otherId)]
    // one of the two does not come
    if (one === undefined || other === undefined) continue
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const own = wishes.get(mine) ?? { beside: [], apart: [] }
      own[kind].push(theirs)
      wishes.set(mine, own)
    }
  }
  return found.map((diner) => ({ ...diner, ...(wishes.get(diner.key) ?? { beside: [], apart: [] }) }))
}

/** 20404 where nobody of that key dines at this meeting. */
export async function dinerOf(tx: Tx, meetingId: string, key: string) {
  const keyId = key.slice(1)
  const [found] = key.startsWith('p')
    ? await headsOf(tx, and(eq(signUps.meetingId, meetingId), eq(heads.id, keyId)))
    : await othersOf(tx, and(eq(dinnerGuests.meetingId, meetingId), eq(dinnerGuests.id, keyId)))
  return orNotFound(found)
}

/** Ids by key; stores heads of which there is nothing yet. */
export async function storeDiners(
  tx: Tx,
  meetingId: string,
  diners: readonly { key: string; guestId: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const unknown = diners.filter(({ guestId }) => guestId === null).map(({ key }) => key.slice(1))
  const made =
    unknown.length === 0
      ? []
      : await tx
          .insert(dinnerGuests)
          .values(unknown.map((personId) => ({ meetingId, personId })))
          .returning({ id: dinnerGuests.id, personId: dinnerGuests.personId })
  return new Map([
    ...diners.flatMap(({ key, guestId }) => (guestId === null ? [] : [[key, guestId] as const])),
    ...made.map(({ id: guestId, personId }) => [`p${personId}`, guestId] as const),
  ])
}

/** Keys of everybody named, each found at this meeting, with their ids. */
export async function storedIds(tx: Tx, meetingId: string, keys: readonly string[]) {
  const found = []
  for (const key of new Set(keys)) found.push(await dinerOf(tx, meetingId, key))
  const ids = await storeDiners(tx, meetingId, found)
  return (key: string): string => {
    const guestId = ids.get(key)
    if (guestId === undefined) throw refuse('notFound')
    return guestId
  }
}

export const seatsAt = (tx: Tx, tableId: string) =>
  tx
    .select({ guestId: dinnerSeats.guestId, seat: dinnerSeats.seat })
    .from(dinnerSeats)
    .where(eq(dinnerSeats.tableId, tableId))
    .orderBy(asc(dinnerSeats.seat))

export const freeSeats = (tx: Tx, guestIds: readonly string[]) =>
  tx.delete(dinnerSeats).where(inArray(dinnerSeats.guestId, [...guestIds]))

/** Where each of them sits from now on, whatever they had. */
export async function storePlaces(tx: Tx, places: readonly ({ guestId: string } & DinnerPlace)[]): Promise<void> {
  if (places.length === 0) return
  await freeSeats(
    tx,
    places.map(({ guestId }) => guestId),
  )
  await tx.insert(dinnerSeats).values([...places])
}

/** Two guests change seats, in one statement. */
export const swapPlaces = (tx: Tx, one: string, other: string) =>
  tx.execute(sql`update ${dinnerSeats} set table_id = o.table_id, seat = o.seat from ${dinnerSeats} o
    where ${dinnerSeats.guestId} in (${one}, ${other}) and o.guest_id in (${one}, ${other})
      and o.guest_id <> ${dinnerSeats.guestId}`)

/** Of heads that lose their place at the meeting; their wishes stay. */
export const freeSeatsOfSignUp = (tx: Tx, signUpId: string) =>
  tx.execute(sql`delete from ${dinnerSeats} using ${dinnerGuests}, ${heads}
    where ${dinnerSeats.guestId} = ${dinnerGuests.id} and ${dinnerGuests.personId} = ${heads.id}
      and ${heads.signUpId} = ${signUpId}`)

export async function storePairs(
  tx: Tx,
  guestId: string,
  wanted: readonly { otherId: string; kind: 'beside' | 'apart' }[],
): Promise<void> {
  await tx.delete(dinnerPairs).where(or(eq(dinnerPairs.oneId, guestId), eq(dinnerPairs.otherId, guestId)))
  if (wanted.length === 0) return
  const isFirst = (otherId: string) => BigInt(guestId) < BigInt(otherId)
  await tx.insert(dinnerPairs).values(
    wanted.map(({ otherId, kind }) => ({
      oneId: isFirst(otherId) ? guestId : otherId,
      otherId: isFirst(otherId) ? otherId : guestId,
      kind,
    })),
  )
}

export async function fillOf(db: Executor, meetingId: string): Promise<DinnerMove[] | undefined> {
  const [found] = await db
    .select({ moves: dinnerFills.moves })
    .from(dinnerFills)
    .where(eq(dinnerFills.meetingId, meetingId))
  return found?.moves
}

export async function storeFill(tx: Tx, meetingId: string, byId: string, moves: DinnerMove[]): Promise<void> {
  await tx
    .insert(dinnerFills)
    .values({ meetingId, byId, moves })
    .onConflictDoUpdate({ target: dinnerFills.meetingId, set: { byId, moves, at: sql`now()` } })
}

export const dropFill = (tx: Tx, meetingId: string) =>
  tx.delete(dinnerFills).where(eq(dinnerFills.meetingId, meetingId))
