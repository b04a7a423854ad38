// Follow-ups as they are stored, always within sales scope by the customer's owner.
import { and, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FollowUpQuery, FollowUpRow } from '#contract/service/follow-ups.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import {
  endOfDay,
  equals,
  type Filter,
  hasName,
  keyPart,
  list,
  nameHas,
  oneOf,
  startOfDay,
} from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { fileContents, files, fileUses } from '#server/db/schema/core/files.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { followUps } from '#server/db/schema/service.ts'
import { visits } from '#server/db/schema/visits.ts'

/** Of its files, in `file_uses`; stands in the statement, which is prepared. */
const FILE_TARGET = sql.raw("'followUp'")

const author = alias(users, 'author')
const next = alias(users, 'next')

const isOpen = sql<boolean>`(${followUps.nextOn} is not null and ${followUps.endedById} is null
  and ${followUps.endedByVisitId} is null)`
/** Who makes the next one: the person named for it, or the customer's owner, also where that person has left. */
export const nextUserOf = (namedId: SQLWrapper, ownerId: SQLWrapper) => sql<
  string | null
>`coalesce((select n.id from ${users} n
  where n.id = ${namedId} and n.status = 'enabled' and n.deleted_at is null), ${ownerId})`
const nextUserId = nextUserOf(followUps.nextUserId, enterprises.ownerId)

/** Within the last days, today included. */
export const isWithin = (at: SQLWrapper, days: unknown) =>
  sql`(${at} >= (current_date + 1 - ${days}::int)::timestamp at time zone 'Asia/Shanghai'
    and ${at} < (current_date + 1)::timestamp at time zone 'Asia/Shanghai')`
/** Days for which nobody followed a customer; since it was added where nobody did. */
export const silentDaysSince = (lastAt: SQLWrapper) =>
  sql<number>`(current_date - coalesce(${lastAt}, ${enterprises.createdAt})::date)`

/** Links to its files are made for each reader (`withLinks`). */
export type StoredFollowUp = Omit<FollowUpRow, 'files'> & { files: Omit<FollowUpRow['files'][number], 'url'>[] }

const rowFor = (viewerId: SQL, seesAll: SQL) => ({
  id: followUps.id,
  version: followUps.version,
  at: followUps.at,
  enterpriseId: followUps.enterpriseId,
  enterpriseName: enterprises.name,
  level: enterprises.level,
  contactId: followUps.contactId,
  contactName: followUps.contactName,
  way: followUps.way,
  result: followUps.result,
  mood: followUps.mood,
  content: followUps.content,
  nextOn: followUps.nextOn,
  nextText: followUps.nextText,
  nextUserId: followUps.nextUserId,
  nextUserName: sql<string>`coalesce(${next.realName}, '')`,
  isOpen,
  authorId: followUps.authorId,
  authorName: author.realName,
  canChange: sql<boolean>`(${followUps.authorId} = ${viewerId}::bigint or ${seesAll}::boolean)`,
  updatedAt: followUps.updatedAt,
  files: sql<StoredFollowUp['files']>`coalesce((select json_agg(json_build_object('id', t.id::text, 'name', t.name,
      'size', c.size, 'type', t.type) order by t.created_at, t.id)
    from ${fileUses} u join ${files} t on t.id = u.file_id join ${fileContents} c on c.sha256 = t.sha256
    where u.target_type = ${FILE_TARGET} and u.target_id = ${followUps.id}::text), '[]')`,
})
type RowFields = ReturnType<typeof rowFor>

const rowsOf = (db: Executor, row: RowFields) =>
  db
    .select(row)
    .from(followUps)
    .innerJoin(enterprises, eq(enterprises.id, followUps.enterpriseId))
    .innerJoin(author, eq(author.id, followUps.authorId))
    .leftJoin(next, eq(next.id, nextUserId))

const listed = rowFor(sql`${sql.placeholder('viewerId')}`, sql`${sql.placeholder('seesAll')}`)

const flag = (condition: SQL, name: string) => ({ where: sql`${condition} = ${sql.placeholder(name)}` })

/** Open reminders, as a list's condition: what is due comes with them only. */
export const due = {
  now: sql`${isOpen} and ${followUps.nextOn} <= current_date`,
  overdue: sql`${isOpen} and ${followUps.nextOn} < current_date`,
  today: sql`${isOpen} and ${followUps.nextOn} = current_date`,
  later: sql`${isOpen} and ${followUps.nextOn} > current_date`,
}

/** By the name in the record, or by the pinyin of the contact that it is about. */
const byContact: Filter = {
  where: sql`(${hasName(followUps.contactName, sql.placeholder('contactName'))} or ${followUps.contactId} in (
    select c.id from ${enterpriseContacts} c where c.spelling like ${sql.placeholder('contactName')}))`,
  value: keyPart,
}

export const listFollowUps = salesList((scope, suffix) =>
  list<StoredFollowUp, FollowUpQuery>({
    name: `follow_ups${suffix}`,
    always: scope(enterprises.ownerId),
    filters: {
      enterpriseId: equals(followUps.enterpriseId, 'enterpriseId'),
      enterpriseName: nameHas(enterprises.name, 'enterpriseName', enterprises.spelling),
      contactId: equals(followUps.contactId, 'contactId'),
      contactName: byContact,
      content: nameHas(followUps.content, 'content'),
      way: equals(followUps.way, 'way'),
      result: equals(followUps.result, 'result'),
      mood: equals(followUps.mood, 'mood'),
      level: equals(enterprises.level, 'level'),
      authorId: equals(followUps.authorId, 'authorId'),
      from: { where: sql`${followUps.at} >= ${startOfDay('from')}` },
      to: { where: sql`${followUps.at} < ${endOfDay('to')}` },
      isOpen: flag(isOpen, 'isOpen'),
      due: oneOf(due),
      nextFrom: { where: sql`${followUps.nextOn} >= ${sql.placeholder('nextFrom')}::date` },
      nextTo: { where: sql`${followUps.nextOn} <= ${sql.placeholder('nextTo')}::date` },
      mine: flag(sql`(${nextUserId} = ${sql.placeholder('viewerId')}::bigint)`, 'mine'),
    },
    sorts: {
      at: followUps.at,
      nextOn: followUps.nextOn,
      enterpriseName: sql`${enterprises.name} collate "zh-x-icu"`,
    },
    usual: sql`${followUps.at} desc`,
    tie: followUps.id,
    fields: listed,
    rows: (db) => rowsOf(db, listed),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(followUps)
        .innerJoin(enterprises, eq(enterprises.id, followUps.enterpriseId))
        .where(where),
  }),
)

type Reader = Viewer & { id: string }
const rowSeenBy = ({ id, isAdministrator }: Reader) => rowFor(sql`${id}`, sql`${isAdministrator}`)

/** Those in scope, in no order. */
export const findFollowUps = (db: Executor, viewer: Reader, ids: readonly string[]): Promise<StoredFollowUp[]> =>
  rowsOf(db, rowSeenBy(viewer)).where(and(inArray(followUps.id, [...ids]), salesScope(viewer, enterprises.ownerId)))

export async function findFollowUp(db: Executor, viewer: Reader, id: string): Promise<StoredFollowUp | undefined> {
  const [found] = await findFollowUps(db, viewer, [id])
  return found
}

/** The customer's follow-ups before and after one, and what ended its reminder. */
export async function neighboursOf(db: Db, { id, enterpriseId, at }: StoredFollowUp) {
  const beside = async (direction: 'before' | 'after') => {
    const [sign, order] = direction === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const [found] = await db
      .select({ id: followUps.id })
      .from(followUps)
      .where(
        and(eq(followUps.enterpriseId, enterpriseId), sql`(${followUps.at}, ${followUps.id}) ${sign} (${at}, ${id})`),
      )
      .orderBy(sql`${followUps.at} ${order}`, sql`${followUps.id} ${order}`)
      .limit(1)
    return found?.id ?? null
  }
  const ender = alias(followUps, 'ender')
  const endedBy = async () => {
    const [found] = await db
      .select({ id: ender.id, at: ender.at, authorName: users.realName })
      .from(followUps)
      .innerJoin(ender, eq(ender.id, followUps.endedById))
      .innerJoin(users, eq(users.id, ender.authorId))
      .where(eq(followUps.id, id))
    return found ?? null
  }
  const endedByVisit = async () => {
    const [found] = await db
      .select({
        id: visits.id,
        at: sql<string>`to_json(coalesce(${visits.arrivedAt}, ${visits.plannedAt})) #>> '{}'`,
        authorName: users.realName,
      })
      .from(followUps)
      .innerJoin(visits, eq(visits.id, followUps.endedByVisitId))
      .innerJoin(users, eq(users.id, visits.ownerId))
      .where(eq(followUps.id, id))
    return found ?? null
  }
  const [before, after, ended, visited] = await Promise.all([
    beside('before'),
    beside('after'),
    endedBy(),
    endedByVisit(),
  ])
  return { before, after, endedBy: ended, endedByVisit: visited }
}

/** Ids in scope, their customers locked by rising ids: acts on one customer's follow-ups follow each other. */
export async function lockCustomersOf(tx: Tx, viewer: Viewer, ids: readonly string[]) {
  const found = await tx
    .select({ id: followUps.id, enterpriseId: followUps.enterpriseId })
    .from(followUps)
    .innerJoin(enterprises, eq(enterprises.id, followUps.enterpriseId))
    .where(and(inArray(followUps.id, [...ids]), salesScope(viewer, enterprises.ownerId)))
  const customers = [...new Set(found.map(({ enterpriseId }) => enterpriseId))]
  if (customers.length > 0) {
    await tx
      .select({ id: enterprises.id })
      .from(enterprises)
      .where(inArray(enterprises.id, customers))
      .orderBy(enterprises.id)
      .for('update')
  }
  return found
}

/** The open reminder of a customer. */
export async function openReminder(db: Executor, enterpriseId: string) {
  const [found] = await db
    .select({
      id: followUps.id,
      at: followUps.at,
      nextOn: sql<string>`${followUps.nextOn}`,
      nextText: followUps.nextText,
    })
    .from(followUps)
    .where(and(eq(followUps.enterpriseId, enterpriseId), isOpen))
  return found ?? null
}

export const endReminder = (tx: Tx, id: string, endedById: string | null) =>
  tx.update(followUps).set({ endedById }).where(eq(followUps.id, id))

/** The report of a visit ends what was to be done before: the customer's reminder, where that is older. @returns its id */
export async function endReminderByVisit(tx: Tx, customerId: string, { id, at }: { id: string; at: string }) {
  await tx.select({ id: enterprises.id }).from(enterprises).where(eq(enterprises.id, customerId)).for('update')
  const open = await openReminder(tx, customerId)
  if (!open || Date.parse(open.at) > Date.parse(at)) return null
  await tx.update(followUps).set({ endedByVisitId: id }).where(eq(followUps.id, open.id))
  return open.id
}

/** Deletes a follow-up; the reminder that it had ended takes the end that it had itself. */
export async function deleteFollowUp(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update ${followUps} set (ended_by_id, ended_by_visit_id) =
    (select gone.ended_by_id, gone.ended_by_visit_id from ${followUps} gone where gone.id = ${id}) where ended_by_id = ${id}`)
  await tx.delete(followUps).where(eq(followUps.id, id))
}

/** Contacts who still work there; the main one first. */
export const contactsOf = (db: Executor, enterpriseId: string) =>
  db
    .select({
      id: enterpriseContacts.id,
      name: enterpriseContacts.name,
      position: enterpriseContacts.position,
      isMain: enterpriseContacts.isMain,
    })
    .from(enterpriseContacts)
    .where(and(eq(enterpriseContacts.enterpriseId, enterpriseId), isNull(enterpriseContacts.leftOn)))
    .orderBy(desc(enterpriseContacts.isMain), enterpriseContacts.id)

/** Whether a customer is in the sales scope of a person who can sign in. */
export async function canBeFollowedBy(tx: Tx, enterpriseId: string, userId: string): Promise<boolean> {
  const viewer = { id: userId, isAdministrator: false, roleCodes: [] }
  const [found] = await tx
    .select({ id: enterprises.id })
    .from(enterprises)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(enterprises.id, enterpriseId),
        eq(users.status, 'enabled'),
        isNull(users.deletedAt),
        salesScope(viewer, enterprises.ownerId),
      ),
    )
  return found !== undefined
}

export const ofScope = (
  viewer: Viewer,
) => sql`${followUps} join ${enterprises} on ${enterprises.id} = ${followUps.enterpriseId}
  where ${salesScope(viewer, enterprises.ownerId)}`

export type DueDays = { days: { day: string; count: number }[]; overdue: number; today: number }

export async function dueDaysOf(
  db: Db,
  viewer: Reader,
  { from, to, mine = false }: { from: string; to: string; mine?: boolean },
): Promise<DueDays> {
  const whose = mine ? sql`${nextUserId} = ${viewer.id}` : sql`true`
  const days = db.execute<{ day: string; count: number }>(
    sql`select ${followUps.nextOn}::text as day, count(*)::int as count from ${ofScope(viewer)} and ${isOpen} and ${whose}
      and ${followUps.nextOn} between ${from}::date and ${to}::date group by ${followUps.nextOn} order by ${followUps.nextOn}`,
  )
  const sums = db.execute<{ overdue: number; today: number }>(
    sql`select count(*) filter (where ${due.overdue})::int as overdue, count(*) filter (where ${due.today})::int as today
      from ${ofScope(viewer)} and ${due.now} and ${whose}`,
  )
  const [byDay, [now]] = await Promise.all([days, sums.then(({ rows }) => rows)])
  return { days: byDay.rows, overdue: now?.overdue ?? 0, today: now?.today ?? 0 }
}
