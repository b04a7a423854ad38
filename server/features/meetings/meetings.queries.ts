// Meetings as they are stored.
import { and, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { MeetingPhase } from '#contract/meetings/meeting-labels.ts'
import type { MeetingEdition, MeetingQuery, MeetingRow } from '#contract/meetings/meetings.ts'
import { MEETING_CHOICES_MAX } from '#contract/meetings/meetings.ts'
import { equals, hasName, keyPart, list, nameHas } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { fileContents, files, fileUses } from '#server/db/schema/core/files.ts'
import { meetingQuotas } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { users } from '#server/db/schema/organisation.ts'

const earlier = alias(meetings, 'earlier')

/**
 * Full: no quota that guests may choose has a seat left. The meeting's id is written out: in a select from one table drizzle
 * names columns without it, and `id` would be the quota's.
 */
const isFull = sql`coalesce((select bool_and(q.taken >= q.seats) from ${meetingQuotas} q
  where q.meeting_id = meetings.id and q.is_open), false)`

/** As `closedBecause` says it of one meeting. */
const phase = sql<MeetingPhase | null>`case when ${meetings.state} <> 'published' then null
  when ${meetings.endsOn} < current_date then 'over'
  when ${meetings.signUpFrom} > current_date then 'early'
  when ${meetings.signUpUntil} < current_date then 'closed'
  when ${isFull} then 'full' else 'open' end`

const row = {
  id: meetings.id,
  version: meetings.version,
  name: meetings.name,
  nameEn: meetings.nameEn,
  series: meetings.series,
  edition: meetings.edition,
  kind: meetings.kind,
  startsOn: meetings.startsOn,
  endsOn: meetings.endsOn,
  city: meetings.city,
  venue: meetings.venue,
  organisers: meetings.organisers,
  fee: meetings.fee,
  seats: meetings.seats,
  signUpFrom: meetings.signUpFrom,
  signUpUntil: meetings.signUpUntil,
  channels: meetings.channels,
  state: meetings.state,
  phase,
  publishedAt: meetings.publishedAt,
  cancelReason: meetings.cancelReason,
  previousId: meetings.previousId,
  previousName: sql<
    string | null
  >`case when ${earlier.id} is not null then concat_ws(' ', ${earlier.name}, nullif(${earlier.edition}, '')) end`,
  authorName: users.realName,
  updatedAt: meetings.updatedAt,
}

/** In either language, or by pinyin. */
const isNamed = (part: unknown) =>
  sql`(${hasName(meetings.name, part, meetings.spelling)} or ${hasName(meetings.nameEn, part)})`

export const listMeetings = list<MeetingRow, MeetingQuery>({
  name: 'meetings',
  always: sql`true`,
  filters: {
    name: {
      where: isNamed(sql.placeholder('name')),
      value: keyPart,
    },
    kind: equals(meetings.kind, 'kind'),
    state: equals(meetings.state, 'state'),
    phase: { where: sql`${phase} = ${sql.placeholder('phase')}` },
    city: nameHas(meetings.city, 'city'),
    channel: { where: sql`${sql.placeholder('channel')} = any(${meetings.channels})` },
    from: { where: sql`${meetings.endsOn} >= ${sql.placeholder('from')}::date` },
    to: { where: sql`${meetings.startsOn} <= ${sql.placeholder('to')}::date` },
  },
  sorts: {
    name: sql`${meetings.name} collate "zh-x-icu"`,
    startsOn: meetings.startsOn,
    city: sql`${meetings.city} collate "zh-x-icu"`,
    seats: meetings.seats,
    updatedAt: meetings.updatedAt,
  },
  usual: sql`${meetings.startsOn} desc`,
  tie: meetings.id,
  fields: row,
  rows: (db) =>
    db
      .select(row)
      .from(meetings)
      .innerJoin(users, eq(users.id, meetings.authorId))
      .leftJoin(earlier, eq(earlier.id, meetings.previousId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(meetings).where(where),
})

/** By a part of the name in either language, the latest first. */
export const meetingsNamed = (db: Db, part: string, limit: number) =>
  db
    .select({
      id: meetings.id,
      name: meetings.name,
      edition: meetings.edition,
      startsOn: meetings.startsOn,
      city: meetings.city,
    })
    .from(meetings)
    .where(isNamed(keyPart(part)))
    .orderBy(desc(meetings.startsOn), desc(meetings.id))
    .limit(limit)

export async function findMeeting(db: Executor, id: string) {
  const [found] = await db
    .select({ ...getTableColumns(meetings), phase, previousName: row.previousName, authorName: row.authorName })
    .from(meetings)
    .innerJoin(users, eq(users.id, meetings.authorId))
    .leftJoin(earlier, eq(earlier.id, meetings.previousId))
    .where(eq(meetings.id, id))
  return found
}

/** Locked by rising ids; those that do not exist are left out. */
export const lockMeetings = (tx: Tx, ids: readonly string[]) =>
  tx
    .select()
    .from(meetings)
    .where(inArray(meetings.id, [...ids]))
    .orderBy(meetings.id)
    .for('update')

/** Whoever changes days or links waits: the days of two linked meetings are compared before either is stored. */
export const lockEditions = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('editions of meetings', 0))`)

export const isNameTaken = async (tx: Tx, name: string, edition: string, but = '0'): Promise<boolean> =>
  (await tx.$count(
    meetings,
    and(
      sql`lower(${meetings.name}) = lower(${name}) and lower(${meetings.edition}) = lower(${edition})`,
      ne(meetings.id, but),
    ),
  )) > 0

const edition = {
  id: meetings.id,
  name: meetings.name,
  edition: meetings.edition,
  startsOn: meetings.startsOn,
  endsOn: meetings.endsOn,
  city: meetings.city,
  state: meetings.state,
}

/** The earliest meeting that names this one as the edition before it. */
export async function nextEdition(db: Executor, id: string): Promise<MeetingEdition | undefined> {
  const [found] = await db
    .select(edition)
    .from(meetings)
    .where(eq(meetings.previousId, id))
    .orderBy(meetings.startsOn, meetings.id)
    .limit(1)
  return found
}

/** Editions before a meeting, the latest first; each begins before the one that names it, so that the way ends. */
export async function editionsBefore(db: Executor, id: string): Promise<MeetingEdition[]> {
  const { rows } = await db.execute<MeetingEdition>(sql`
    with recursive chain as (
      select m.previous_id as id, m.starts_on as before, 1 as place from ${meetings} m where m.id = ${id}
      union all
      select m.previous_id, m.starts_on, c.place + 1 from chain c join ${meetings} m on m.id = c.id
        where m.ends_on < c.before
    )
    select m.id::text as id, m.name, m.edition, m.starts_on::text as "startsOn", m.ends_on::text as "endsOn", m.city,
        m.state from chain c join ${meetings} m on m.id = c.id order by c.place`)
  return rows
}

export const earlierMeetings = (db: Db, id: string, startsOn: string, text: string): Promise<MeetingEdition[]> =>
  db
    .select(edition)
    .from(meetings)
    .where(
      and(
        ne(meetings.id, id),
        sql`${meetings.endsOn} < ${startsOn}`,
        hasName(sql`concat_ws(' ', ${meetings.name}, ${meetings.edition})`, keyPart(text), meetings.spelling),
      ),
    )
    .orderBy(sql`${meetings.startsOn} desc`, meetings.id)
    .limit(MEETING_CHOICES_MAX)

/** Id, name, size and type of those that are pictures. */
export const picturesIn = (db: Executor, ids: readonly string[]) =>
  db
    .select({ id: files.id, name: files.name, size: fileContents.size, type: files.type })
    .from(files)
    .innerJoin(fileContents, eq(fileContents.sha256, files.sha256))
    .where(and(inArray(files.id, [...ids]), sql`${files.type} like 'image/%'`))

/** The copy shows the same files, whoever uploaded them. */
export const copyFiles = (tx: Tx, fromId: string, toId: string) =>
  tx.execute(sql`insert into ${fileUses} (file_id, target_type, target_id)
    select file_id, target_type, ${toId}::text from ${fileUses} where target_type = 'meeting' and target_id = ${fromId}`)
