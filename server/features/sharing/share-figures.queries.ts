// What was counted of shares in a range of days, by any key: openings that browsers reported, and leads.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ScopeValues } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { grantChanges } from '#server/db/schema/members/grants.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { shareDays, shareLeads, shares } from '#server/db/schema/sharing.ts'

type Days = { from?: string; to?: string }
/** Before the first share and after the last: figures without days are of all. */
const [ALWAYS, EVER] = ['2000-01-01', '9999-12-31']

const inDays = (day: SQL) => sql`${day} between ${sql.placeholder('from')}::date and ${sql.placeholder('to')}::date`

/** When the member of a registration first got a formal grant of what was applied for. */
export const formalAtOf = (memberId: SQLWrapper, subProduct: SQLWrapper) =>
  sql<string | null>`(select min(c.at) from ${grantChanges} c join ${memberAccounts} m on m.id = c.account_id
    where m.member_id = ${memberId} and c.sub_product = ${subProduct} and c.after->>'kind' = 'formal')`

/** So far or further, as a lead's course shows it; what turned out to be invalid has no course. */
export const isReached = {
  contacted: (state: SQLWrapper) => sql`${state} in ('contacted', 'granted')`,
  granted: (state: SQLWrapper) => sql`${state} = 'granted'`,
}
const state = sql`r.state`
const isFormal = sql`${isReached.granted(state)} and ${formalAtOf(sql`r.member_id`, sql`r.sub_product`)} is not null`

/** By share and day: people of several days are added up, as nothing tells a reader of one day from one of another. */
const counted = sql`(
  select d.share_id, d.day, d.opens, d.people, d.seconds, greatest(d.fetches - d.opens, 0) as machines,
      0 as leads, 0 as contacted, 0 as granted, 0 as formal, d.last_at
    from ${shareDays} d where ${inDays(sql`d.day`)}
  union all
  select l.share_id, l.day, 0, 0, 0, 0, count(*), count(*) filter (where ${isReached.contacted(state)}),
      count(*) filter (where ${isReached.granted(state)}), count(*) filter (where ${isFormal}), null
    from ${shareLeads} l join ${registrations} r on r.id = l.registration_id
    where ${inDays(sql`l.day`)} group by l.share_id, l.day)`

/** Rows `f(key, …)` of shares whose people are in scope, without what machines alone have fetched; `key` is a column of the share `s` or of the counted `e`. */
export const figuresBy = (key: SQL, scope: (column: SQLWrapper) => SQL) => sql`(
  select ${key} as key, count(distinct s.id) filter (where e.opens + e.leads > 0)::int as shares, sum(e.opens)::int as opens, sum(e.people)::int as people,
      round(sum(e.seconds) / nullif(sum(e.opens), 0))::int as stay_seconds, sum(e.leads)::int as leads,
      sum(e.contacted)::int as contacted, sum(e.granted)::int as granted, sum(e.formal)::int as formal,
      sum(e.machines)::int as machines, max(e.last_at) as last_at
    from ${counted} e join ${shares} s on s.id = e.share_id where ${scope(sql`s.sharer_id`)}
    group by 1 having sum(e.opens) + sum(e.leads) > 0) f`

/** Of a group that may have none. */
export const shareFigures = {
  opens: sql<number>`coalesce(f.opens, 0)`,
  people: sql<number>`coalesce(f.people, 0)`,
  staySeconds: sql<number | null>`f.stay_seconds`,
  leads: sql<number>`coalesce(f.leads, 0)`,
}
export const groupFigures = {
  shares: sql<number>`f.shares`,
  ...shareFigures,
  contacted: sql<number>`f.contacted`,
  granted: sql<number>`f.granted`,
  formal: sql<number>`f.formal`,
  machines: sql<number>`f.machines`,
}

const sumOf = (column: string) => sql<string>`coalesce(sum(${sql.identifier(column)}), 0)::text`
export const figureSums = { opens: sumOf('opens'), people: sumOf('people'), leads: sumOf('leads') }
/** Not of `shares`: the same link is opened on many days. */
export const groupSums = {
  ...figureSums,
  contacted: sumOf('contacted'),
  granted: sumOf('granted'),
  formal: sumOf('formal'),
  machines: sumOf('machines'),
}

export const daysOr = ({ from = ALWAYS, to = EVER }: Days) => ({ from, to })

/** The values of the days, which stand inside `figuresBy`, join those of the scope. */
export const withDays = (days: Days, scope: ScopeValues) => ({ ...scope, ...daysOr(days) })

type Scoped<Query, Found> = (db: Db, query: Query, scope: ScopeValues) => Promise<Found>
type Each<Query, Row> = (db: Db, query: Query, scope: ScopeValues, limit: number) => AsyncGenerator<Row[]>

/** A list of figures whose query may name days. */
export const overDays = <Query extends Days, Found, Row>(
  list: Scoped<Query, Found> & { each: Each<Query, Row> },
): Scoped<Query, Found> & { each: Each<Query, Row> } =>
  Object.assign((db: Db, query: Query, scope: ScopeValues) => list(db, query, withDays(query, scope)), {
    each: (db: Db, query: Query, scope: ScopeValues, limit: number) =>
      list.each(db, query, withDays(query, scope), limit),
  })
