// Announcements, their recipients, and who has read them.

import { and, eq, isNull, sql } from 'drizzle-orm'
import type {
  AnnouncementDetail,
  AnnouncementQuery,
  AnnouncementRow,
  OwnAnnouncement,
  Reader,
  ReaderQuery,
} from '#contract/system/announcements.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { insertRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { departments, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import { announcementReads, announcements } from '#server/db/schema/system/announcements.ts'

type Values = typeof announcements.$inferInsert

/** Whether an announcement is for a person: by role or deputy role, or by a department or one above it. */
const reaches = sql`(${announcements.audience} = 'everybody'
  or (${announcements.audience} = 'roles' and (${users.roleId} = any(${announcements.targetIds}) or exists (
    select 1 from ${userDeputyRoles} where ${userDeputyRoles.userId} = ${users.id}
      and ${userDeputyRoles.roleId} = any(${announcements.targetIds}))))
  or (${announcements.audience} = 'departments' and exists (
    with recursive above as (
      select id, parent_id from ${departments} where id = ${users.deptId}
      union all select upper.id, upper.parent_id from ${departments} upper join above on above.parent_id = upper.id)
    select 1 from above where above.id = any(${announcements.targetIds}))))`

const works = sql`(${users.deletedAt} is null and ${users.status} = 'enabled')`

const names = sql<string[]>`case ${announcements.audience}
  when 'roles' then array(select name from roles where id = any(${announcements.targetIds}) order by sort, id)
  when 'departments' then array(select name from departments where id = any(${announcements.targetIds}) order by sort, id)
  else '{}' end`

const row = {
  id: announcements.id,
  version: announcements.version,
  title: announcements.title,
  audience: announcements.audience,
  targetNames: names,
  isPinned: announcements.isPinned,
  endsOn: announcements.endsOn,
  state: announcements.state,
  authorName: users.realName,
  updatedAt: announcements.updatedAt,
  launchedAt: announcements.launchedAt,
  readCount: sql<number>`(select count(*)::int from ${announcementReads}
    where ${announcementReads.announcementId} = ${announcements.id})`,
}

export const listAnnouncements = list<AnnouncementRow, AnnouncementQuery>({
  name: 'announcements',
  always: sql`true`,
  filters: { title: nameHas(announcements.title, 'title'), state: equals(announcements.state, 'state') },
  sorts: { updatedAt: announcements.updatedAt, launchedAt: announcements.launchedAt },
  usual: sql`${announcements.updatedAt} desc`,
  tie: announcements.id,
  fields: row,
  rows: (db) => db.select(row).from(announcements).innerJoin(users, eq(users.id, announcements.authorId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(announcements).where(where),
})

const detail = {
  id: announcements.id,
  version: announcements.version,
  title: announcements.title,
  body: announcements.body,
  audience: announcements.audience,
  targetIds: announcements.targetIds,
  isPinned: announcements.isPinned,
  endsOn: announcements.endsOn,
  state: announcements.state,
}

export async function findAnnouncement(db: Executor, id: string): Promise<AnnouncementDetail | null> {
  const [found] = await db.select(detail).from(announcements).where(eq(announcements.id, id))
  return found ?? null
}

/** The same, locked for a change. */
export async function lockAnnouncement(tx: Tx, id: string): Promise<AnnouncementDetail | null> {
  const [found] = await tx.select(detail).from(announcements).where(eq(announcements.id, id)).for('update')
  return found ?? null
}

export const insertAnnouncement = (tx: Tx, values: Values): Promise<string> => insertRow(tx, announcements, values)

/** Raises the version too, so that a stale form cannot overwrite a change of state. */
export async function updateAnnouncement(tx: Tx, id: string, values: Partial<Values>): Promise<void> {
  await tx
    .update(announcements)
    .set({ ...values, version: sql`${announcements.version} + 1`, updatedAt: sql`now()` })
    .where(eq(announcements.id, id))
}

export async function deleteAnnouncement(tx: Tx, id: string): Promise<void> {
  await tx.delete(announcements).where(eq(announcements.id, id))
}

/** Launching again resets who has read it. */
export async function forgetReads(tx: Tx, id: string): Promise<void> {
  await tx.delete(announcementReads).where(eq(announcementReads.announcementId, id))
}

/** How many of these roles or departments exist. */
export async function countTargets(tx: Tx, audience: 'roles' | 'departments', ids: string[]): Promise<number> {
  const table = sql.identifier(audience)
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from ${table} where id = any(${idArray(ids)})`,
  )
  return rows[0]?.n ?? 0
}

export async function findReceivers(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(announcements, eq(announcements.id, id))
    .where(and(works, reaches))
  return rows.map((each) => each.id)
}

const reader = {
  id: users.id,
  userName: users.userName,
  realName: users.realName,
  deptName: departments.name,
  readAt: announcementReads.readAt,
}

const ofThis = sql`${announcements.id} = ${sql.placeholder('id')}`
const readOfThis = sql`${announcementReads.userId} = ${users.id} and ${announcementReads.announcementId} = ${announcements.id}`

export const listReaders = list<Reader, ReaderQuery>({
  name: 'announcement_readers',
  always: sql`${works} and ${reaches}`,
  filters: {
    id: { where: ofThis },
    isRead: { where: sql`(${announcementReads.readAt} is not null) = ${sql.placeholder('isRead')}::boolean` },
  },
  sorts: { readAt: announcementReads.readAt, realName: sql`${users.realName} collate "zh-x-icu"` },
  usual: sql`${announcementReads.readAt} desc nulls last`,
  tie: users.id,
  fields: reader,
  rows: (db) =>
    db
      .select(reader)
      .from(users)
      .innerJoin(announcements, ofThis)
      .innerJoin(departments, eq(departments.id, users.deptId))
      .leftJoin(announcementReads, readOfThis),
  matches: (db, where) =>
    db
      .select({ n: sql`1` })
      .from(users)
      .innerJoin(announcements, ofThis)
      .leftJoin(announcementReads, readOfThis)
      .where(where),
})

/** A day ends at midnight in Asia/Shanghai. */
const isShown = sql`(${announcements.state} = 'launched' and (${announcements.endsOn} is null
  or ${announcements.endsOn} >= (now() at time zone 'Asia/Shanghai')::date))`

const OWN_MOST = 50

export async function listOwn(db: Db, userId: string): Promise<OwnAnnouncement[]> {
  const author = sql<string>`(select writer.real_name from ${users} writer where writer.id = ${announcements.authorId})`
  return db
    .select({
      id: announcements.id,
      title: announcements.title,
      body: announcements.body,
      isPinned: announcements.isPinned,
      authorName: author,
      launchedAt: sql<string>`${announcements.launchedAt}`.mapWith(announcements.launchedAt),
      isRead: sql<boolean>`${announcementReads.readAt} is not null`,
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(announcementReads, readOfThis)
    .where(and(isShown, reaches))
    .orderBy(sql`${announcements.isPinned} desc, ${announcements.launchedAt} desc, ${announcements.id} desc`)
    .limit(OWN_MOST)
}

/** Marks an announcement as read, once. @returns whether the person may see such an announcement */
export async function markRead(tx: Tx, userId: string, id: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: announcements.id })
    .from(announcements)
    .innerJoin(users, and(eq(users.id, userId), isNull(users.deletedAt)))
    .where(and(eq(announcements.id, id), isShown, reaches))
  if (!found) return false
  await tx.insert(announcementReads).values({ announcementId: id, userId }).onConflictDoNothing()
  return true
}
