// Activity of people: pages as browsers reported them, acts from the audit log.
import { eq, sql } from 'drizzle-orm'
import type { UserLogQuery } from '#contract/organisation/staff-activity.ts'
import type { VisitQuery, VisitRow } from '#contract/organisation/visit-log.ts'
import { contains, endOfDay, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { pageVisits } from '#server/db/schema/authorisation.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'

const KEEP_DAYS = 180
/** Old rows deleted with each report: more than a report adds. */
const REMOVED_AT_ONCE = 200

export type Visit = { userId: string; address: string; path: string; title: string }

/** Stores a report and deletes some old rows, so that no job is needed. */
export async function addVisits(db: Db, visits: Visit[]): Promise<void> {
  await db.insert(pageVisits).values(visits)
  await db.delete(pageVisits).where(sql`${pageVisits.id} in (select id from page_visits
    where at < now() - make_interval(days => ${KEEP_DAYS}) order by at limit ${REMOVED_AT_ONCE})`)
}

/** Both have an index by time, so that the newest rows of the union need no full scan. */
const visits = sql`(select 'P' as mark, id, at, user_id as actor_id, '' as actor_name, 'page' as action, title, path as target, address
    from ${pageVisits}
  union all select 'A', id, at, actor_id, actor_name, 'act', action, target_type || ' ' || target_id, address
    from ${auditLog}) as v`

const row = {
  id: sql<string>`v.mark || v.id`,
  at: sql<string>`v.at`.mapWith(pageVisits.at),
  userName: sql<string>`coalesce(${users.userName}, v.actor_name)`,
  realName: sql<string | null>`${users.realName}`,
  action: sql<VisitRow['action']>`v.action`,
  title: sql<string>`v.title`,
  target: sql<string>`v.target`,
  ip: sql<string>`v.address`,
}

const titled = contains(sql`v.title`, 'module')

export const listVisits = list<VisitRow, VisitQuery>({
  name: 'visits',
  always: sql`true`,
  filters: {
    userName: nameHas(row.userName, 'userName'),
    module: { ...titled, where: sql`(${titled.where} or ${contains(sql`v.target`, 'module').where})` },
    action: { where: sql`v.action = ${sql.placeholder('action')}` },
    ip: contains(sql`v.address`, 'ip'),
    from: { where: sql`v.at >= ${startOfDay('from')}` },
    to: { where: sql`v.at < ${endOfDay('to')}` },
  },
  sorts: { at: sql`v.at` },
  usual: sql`v.at desc`,
  tie: sql`(v.mark, v.id)`,
  fields: row,
  rows: (db) => db.select(row).from(visits).leftJoin(users, eq(users.id, sql`v.actor_id`)),
  matches: (db, where) =>
    db.select({ n: sql`1` }).from(visits).leftJoin(users, eq(users.id, sql`v.actor_id`)).where(where),
})

/** Activity of one kind: the kind is a literal in the statement, so that only its table is read. */
const visitsOf = (kind: VisitRow['action']) =>
  list<VisitRow, UserLogQuery>({
    name: `visits_${kind}`,
    always: sql`v.action = ${sql.raw(`'${kind}'`)}`,
    filters: { userId: { where: sql`v.actor_id = ${sql.placeholder('userId')}` } },
    sorts: { at: sql`v.at` },
    usual: sql`v.at desc`,
    tie: sql`v.id`,
    fields: row,
    rows: (db) => db.select(row).from(visits).leftJoin(users, eq(users.id, sql`v.actor_id`)),
    matches: (db, where) => db.select({ n: sql`1` }).from(visits).where(where),
  })
export const listActsOf = visitsOf('act')
export const listOpenedBy = visitsOf('page')
