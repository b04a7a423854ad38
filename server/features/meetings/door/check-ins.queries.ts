// Check-in lists, the heads on them, and the links of helpers, as they are stored.
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { SEARCH_ROWS, SNAPSHOT_MAX } from '#contract/meetings/door.ts'
import type { SignUpState } from '#contract/meetings/sign-up-labels.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { checkInLinks, checkInLists, checkIns } from '#server/db/schema/check-ins.ts'
import { signUpPeople as heads, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { users } from '#server/db/schema/organisation.ts'

const count = (state: 'valid' | 'again') => sql<number>`(count(*) filter (where ${checkIns.state} = ${state}))::int`

export const listsOf = (db: Executor, meetingId: string) =>
  db
    .select({
      id: checkInLists.id,
      name: checkInLists.name,
      kind: checkInLists.kind,
      day: checkInLists.day,
      people: count('valid'),
      again: count('again'),
      hasLink: sql<boolean>`exists (select 1 from ${checkInLinks} k where k.list_id = ${checkInLists.id} and k.ended_at is null)`,
    })
    .from(checkInLists)
    .leftJoin(checkIns, eq(checkIns.listId, checkInLists.id))
    .where(eq(checkInLists.meetingId, meetingId))
    .groupBy(checkInLists.id)
    .orderBy(asc(checkInLists.id))

const list = {
  id: checkInLists.id,
  name: checkInLists.name,
  kind: checkInLists.kind,
  day: checkInLists.day,
  meetingId: checkInLists.meetingId,
  meeting: sql<string>`concat_ws(' ', ${meetings.name}, nullif(${meetings.edition}, ''))`,
  endsOn: meetings.endsOn,
  isCancelled: sql<boolean>`${meetings.state} = 'cancelled'`,
}
export type StoredList = Awaited<ReturnType<typeof listOf>>

const lists = (db: Executor) =>
  db.select(list).from(checkInLists).innerJoin(meetings, eq(meetings.id, checkInLists.meetingId))

/** 20404 where the meeting has no such list. */
export async function listOf(db: Executor, meetingId: string, id: string) {
  const [found] = await lists(db).where(and(eq(checkInLists.id, id), eq(checkInLists.meetingId, meetingId)))
  return orNotFound(found)
}

/** The link of that code with its list, also one that has ended. */
export async function linkOf(db: Executor, code: string) {
  const [found] = await db
    .select({
      ...list,
      linkId: checkInLinks.id,
      linkEndedAt: checkInLinks.endedAt,
      code: checkInLinks.code,
      pinHash: checkInLinks.pinHash,
    })
    .from(checkInLinks)
    .innerJoin(checkInLists, eq(checkInLists.id, checkInLinks.listId))
    .innerJoin(meetings, eq(meetings.id, checkInLists.meetingId))
    .where(eq(checkInLinks.code, code))
  return found
}

const validOn = (listId: string) =>
  and(eq(checkIns.personId, heads.id), eq(checkIns.listId, listId), eq(checkIns.state, 'valid'))

const mayEnter = sql<boolean>`${signUps.state} in ('confirmed', 'came')`

/** Lines of `Snapshot.people`: whoever has a seat, then who has none, to be turned away by name. */
export async function snapshotOf(db: Db, meetingId: string, listId: string): Promise<string> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select concat_ws(E'\\t',
        left(translate(encode(sha256(convert_to(${heads.code}, 'UTF8')), 'base64'), '+/', '-_'), 11),
        translate(${heads.name}, E'\\t\\n\\r', '   '),
        case when ${mayEnter} then '1' else '0' end,
        coalesce(to_char(${checkIns.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as line
      from ${heads} join ${signUps} on ${signUps.id} = ${heads.signUpId} left join ${checkIns} on ${validOn(listId)}
      where ${signUps.meetingId} = ${meetingId} order by ${mayEnter} desc, ${heads.id} limit ${SNAPSHOT_MAX}`)
  return rows.map(({ line }) => line).join('\n')
}

export const searchIn = (db: Db, meetingId: string, listId: string, text: string) =>
  db
    .select({
      code: heads.code,
      name: heads.name,
      company: signUps.company,
      mayEnter,
      at: sql<string | null>`${checkIns.at}`.mapWith(checkIns.at),
    })
    .from(heads)
    .innerJoin(signUps, eq(signUps.id, heads.signUpId))
    .leftJoin(checkIns, validOn(listId))
    .where(
      and(
        eq(signUps.meetingId, meetingId),
        sql`(${hasName(sql`concat_ws(' ', ${heads.name}, ${signUps.name}, ${signUps.company})`, keyPart(text))}
          or ${signUps.mobile} like ${`%${/^\d{4,}$/.test(text) ? text : '-'}`})`,
      ),
    )
    .orderBy(sql`${heads.name} collate "zh-x-icu"`, heads.id)
    .limit(SEARCH_ROWS)

export type Head = { id: string; code: string; name: string; company: string; signUpId: string; state: SignUpState }

/**
 * By code. The meeting is locked first, shared with other doors but not with acts that take or free seats: nobody is
 * cancelled while coming in. Then sign-ups and heads, in the order of their ids, so that two doors never wait for each other;
 * as all three are locked by one statement, what it reads is what they are then.
 */
export async function lockHeads(tx: Tx, meetingId: string, codes: readonly string[]): Promise<Head[]> {
  const { rows } = await tx.execute<Head>(sql`
    select h.id::text as id, h.code, h.name, s.company, s.id::text as "signUpId", s.state
    from ${meetings} m join ${signUps} s on s.meeting_id = m.id join ${heads} h on h.sign_up_id = s.id
    where m.id = ${meetingId} and h.code = any(${sql.param([...codes])}::text[])
    order by s.id, h.id for share of m for no key update of s, h`)
  return rows
}

const where = sql<string>`coalesce(nullif(${checkIns.door}, ''), ${users.realName}, '签到链接')`

/** The valid check-in of each of these heads on the list, and the scans that the server has already, by nonce. */
export async function checkInsOf(tx: Tx, listId: string, personIds: readonly string[], nonces: readonly string[]) {
  const found = await tx
    .select({
      id: checkIns.id,
      listId: checkIns.listId,
      personId: checkIns.personId,
      nonce: checkIns.nonce,
      state: checkIns.state,
      at: checkIns.at,
      where,
    })
    .from(checkIns)
    .leftJoin(users, eq(users.id, checkIns.byId))
    .where(
      or(
        and(eq(checkIns.listId, listId), eq(checkIns.state, 'valid'), inArray(checkIns.personId, [...personIds])),
        inArray(checkIns.nonce, [...nonces]),
      ),
    )
  const isValid = (row: (typeof found)[number]) => row.listId === listId && row.state === 'valid'
  return {
    valid: new Map(found.filter(isValid).map((row) => [row.personId, row])),
    known: new Map(found.filter(({ nonce }) => nonces.includes(nonce)).map((row) => [row.nonce, row])),
  }
}
