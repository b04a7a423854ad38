// What is counted of follow-ups in sales scope: of the last days, what is open now, and customers whom nobody follows.
import { sql } from 'drizzle-orm'
import type { FollowResult, FollowWay } from '#contract/service/follow-up-labels.ts'
import { FIGURE_SILENT_DAYS } from '#contract/service/follow-ups.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { followUps } from '#server/db/schema/service.ts'
import { due, isWithin, ofScope, silentDaysSince } from './follow-ups.queries.ts'

/** Most people in the figures. */
const TOP = 10

export async function figuresOf(db: Db, viewer: Viewer, days: number) {
  const asked = sql`${ofScope(viewer)} and ${isWithin(followUps.at, days)}`
  const ways = db.execute<{ way: FollowWay; count: number }>(
    sql`select ${followUps.way} as way, count(*)::int as count from ${asked} group by 1 order by 2 desc, 1`,
  )
  const results = db.execute<{ result: FollowResult; count: number }>(
    sql`select ${followUps.result} as result, count(*)::int as count from ${asked} group by 1 order by 2 desc, 1`,
  )
  const sums = db.execute<Record<'total' | 'customers', number>>(
    sql`select count(*)::int as total, count(distinct ${followUps.enterpriseId})::int as customers from ${asked}`,
  )
  const dues = db.execute<Record<'overdue' | 'dueToday' | 'dueLater', number>>(
    sql`select count(*) filter (where ${due.overdue})::int as overdue, count(*) filter (where ${due.today})::int as "dueToday",
      count(*) filter (where ${due.later})::int as "dueLater" from ${ofScope(viewer)}`,
  )
  const last = sql`(select max(f.at) from ${followUps} f where f.enterprise_id = ${enterprises.id})`
  const silent = db.execute<{ silent: number }>(
    sql`select count(*)::int as silent from ${enterprises} where ${salesScope(viewer, enterprises.ownerId)}
      and ${silentDaysSince(last)} >= ${FIGURE_SILENT_DAYS}::int`,
  )
  const authors = db.execute<{ id: string; name: string; count: number }>(
    sql`select a.id::text as id, a.real_name as name, count(*)::int as count
      from (select ${followUps.authorId} as author_id from ${asked}) f join ${users} a on a.id = f.author_id
      group by a.id order by 3 desc, a.id limit ${TOP}`,
  )
  const [byWay, byResult, byAuthor, totals, dueNow, quiet] = await Promise.all([
    ways,
    results,
    authors,
    sums,
    dues,
    silent,
  ])
  return {
    total: 0,
    customers: 0,
    ...totals.rows[0],
    overdue: 0,
    dueToday: 0,
    dueLater: 0,
    ...dueNow.rows[0],
    silent: quiet.rows[0]?.silent ?? 0,
    ways: byWay.rows,
    results: byResult.rows,
    authors: byAuthor.rows,
  }
}
