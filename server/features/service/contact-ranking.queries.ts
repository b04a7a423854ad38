// People ranked by their follow-ups: only people in sales scope, and only follow-ups of customers in sales scope.
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  RANKING_CUSTOMERS,
  type RankedCustomer,
  type RankedPerson,
  type RankingQuery,
  type RankingRow,
} from '#contract/service/contact-ranking.ts'
import { type ScopeValues, salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { endOfDay, list, startOfDay } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { departments, users } from '#server/db/schema/organisation.ts'
import { followUps } from '#server/db/schema/service.ts'

type Days = { from: string; to: string }

const dayOfFollowUp = sql`(f.at at time zone 'Asia/Shanghai')::date`

/** Figures of a group of follow-ups `f`. */
const figures = sql`count(*)::int as count,
  count(*) filter (where f.result = 'reached')::int as reached,
  count(*) filter (where f.result = 'agreed')::int as agreed,
  count(*) filter (where f.result = 'refused')::int as refused,
  count(*) filter (where f.result = 'unreached')::int as unreached,
  count(*) filter (where f.way = 'visit')::int as visits`

const ranked = (scope: (column: SQLWrapper) => SQL) => sql`(
  select f.author_id, ${figures}, count(distinct f.enterprise_id)::int as customers,
      round(count(*) filter (where f.result <> 'unreached') * 100.0 / count(*), 1) as contact_share,
      sum(k.ended)::int as ended, sum(k.kept)::int as kept,
      round(sum(k.kept) * 100.0 / nullif(sum(k.ended), 0), 1) as kept_share, max(f.at) as last_at
    from ${followUps} f join ${enterprises} c on c.id = f.enterprise_id
    cross join lateral (select count(*) as ended, count(*) filter (where ${dayOfFollowUp} <= r.next_on) as kept
      from ${followUps} r where r.ended_by_id = f.id) k
    where f.at >= ${startOfDay('from')} and f.at < ${endOfDay('to')}
      and ${scope(sql`f.author_id`)} and ${scope(sql`c.owner_id`)}
    group by f.author_id) r`

const row = {
  id: users.id,
  name: users.realName,
  deptName: departments.name,
  count: sql<number>`r.count`,
  customers: sql<number>`r.customers`,
  reached: sql<number>`r.reached`,
  agreed: sql<number>`r.agreed`,
  refused: sql<number>`r.refused`,
  unreached: sql<number>`r.unreached`,
  contactShare: sql<string>`r.contact_share::text`,
  visits: sql<number>`r.visits`,
  ended: sql<number>`r.ended`,
  kept: sql<number>`r.kept`,
  keptShare: sql<string | null>`r.kept_share::text`,
  lastAt: sql<string>`r.last_at`.mapWith(followUps.at),
}

/** A department includes everything below it. */
const inTeam = sql`${users.deptId} in (with recursive below as (
  select id from ${departments} where id = ${sql.placeholder('deptId')}
  union select child.id from ${departments} child join below on child.parent_id = below.id) select id from below)`

const sumOf = (column: string) => sql<string>`coalesce(sum(${sql.identifier(column)}), 0)::text`
const sums = {
  count: sumOf('count'),
  reached: sumOf('reached'),
  agreed: sumOf('agreed'),
  refused: sumOf('refused'),
  unreached: sumOf('unreached'),
  visits: sumOf('visits'),
  ended: sumOf('ended'),
  kept: sumOf('kept'),
}

type Filters = Omit<RankingQuery, 'from' | 'to'>

const ranking = salesList((scope, suffix) =>
  list<RankingRow, Filters, keyof typeof sums>({
    name: `contact_ranking${suffix}`,
    // `ranked` has the scope of people and of customers
    always: sql`true`,
    filters: { deptId: { where: inTeam } },
    sorts: {
      name: sql`${users.realName} collate "zh-x-icu"`,
      count: row.count,
      customers: row.customers,
      reached: row.reached,
      agreed: row.agreed,
      refused: row.refused,
      unreached: row.unreached,
      contactShare: sql`r.contact_share`,
      visits: row.visits,
      ended: row.ended,
      kept: row.kept,
      keptShare: sql`r.kept_share`,
      lastAt: sql`r.last_at`,
    },
    usual: sql`r.count desc`,
    tie: users.id,
    isShared: true,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(users)
        .innerJoin(ranked(scope), sql`r.author_id = ${users.id}`)
        .innerJoin(departments, eq(departments.id, users.deptId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1`, all: sql`r.*` })
        .from(users)
        .innerJoin(ranked(scope), sql`r.author_id = ${users.id}`)
        .where(where),
    sums,
  }),
)

type DaysQuery = Filters & Days
/** The days join the values of the scope, as they are used inside `ranked`. */
const valuesOf = ({ from, to }: DaysQuery, scope: ScopeValues) => ({ ...scope, from, to })

export const listRanking = (db: Db, query: DaysQuery, scope: ScopeValues) => ranking(db, query, valuesOf(query, scope))

export const eachRanked = (db: Db, query: DaysQuery, scope: ScopeValues, limit: number) =>
  ranking.each(db, query, valuesOf(query, scope), limit)

export const isTeam = async (db: Db, deptId: string) => (await db.$count(departments, eq(departments.id, deptId))) > 0

/** Null where the person is out of scope. */
export async function rankedPerson(
  db: Db,
  viewer: Viewer,
  { id, from, to }: Days & { id: string },
): Promise<RankedPerson | null> {
  const [person] = await db
    .select({ name: users.realName, deptName: departments.name })
    .from(users)
    .innerJoin(departments, eq(departments.id, users.deptId))
    .where(sql`${users.id} = ${id} and ${salesScope(viewer, users.id)}`)
  if (!person) return null
  const own = sql`from ${followUps} f join ${enterprises} c on c.id = f.enterprise_id
    where f.author_id = ${id} and f.at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
      and f.at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai' and ${salesScope(viewer, sql`c.owner_id`)}`
  const [days, customers] = await Promise.all([
    db.execute<RankedPerson['days'][number]>(sql`
      with each as (select ${dayOfFollowUp} as day, count(*) filter (where f.result <> 'unreached')::int as contacted,
          count(*) filter (where f.result = 'unreached')::int as unreached ${own} group by 1)
      select day::text, coalesce(contacted, 0) as contacted, coalesce(unreached, 0) as unreached
        from (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) days
        left join each using (day) order by day`),
    db.execute<RankedCustomer & { n: number }>(sql`
      select c.id::text as id, c.name, ${figures}, max(f.at) as "lastAt", (count(*) over ())::int as n ${own}
        group by c.id order by count desc, "lastAt" desc, c.id limit ${RANKING_CUSTOMERS}`),
  ])
  return {
    ...person,
    from,
    to,
    days: days.rows,
    customerCount: customers.rows[0]?.n ?? 0,
    count: days.rows.reduce((sum, { contacted, unreached }) => sum + contacted + unreached, 0),
    customers: customers.rows.map(({ n: _, lastAt, ...customer }) => ({ ...customer, lastAt: isoMoment(lastAt) })),
  }
}
