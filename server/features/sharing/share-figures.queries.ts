// What was counted of shares in a range of days, by any key: openings that browsers reported, and leads.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ScopeValues } from '../../core/access/scope.ts'
import type { Db } from '../../db/connection.ts'
import { registrations } from '../../db/schema/members/registrations.ts'
import { shareDays, shareLeads, shares } from '../../db/schema/sharing.ts'

type Days = { from?: string; to?: string }
/** Before the first share and after the last: figures without days are of all. */
const [ALWAYS, EVER] = ['2000-01-01', '9999-12-31']

const inDays = (day: SQL) => sql`${day} between ${sql.placeholder('from')}::date and ${sql.placeholder('to')}::date`

/** By share and day: people of several days are added up, as nothing tells a reader of one day from one of another. */
const counted = sql`(
  select d.share_id, d.day, d.opens, d.people, d.seconds, 0 as leads, 0 as granted, d.last_at
    from ${shareDays} d where ${inDays(sql`d.day`)} and d.opens > 0
  union all
  select l.share_id, l.day, 0, 0, 0, count(*), count(*) filter (where r.state = 'granted'), null
    from ${shareLeads} l join ${registrations} r on r.id = l.registration_id
    where ${inDays(sql`l.day`)} group by l.share_id, l.day)`

/** Rows `f(key, …)` of shares whose people are in scope; `key` is a column of the share `s` or of the counted `e`. */
export const figuresBy = (key: SQL, scope: (column: SQLWrapper) => SQL) => sql`(
  select ${key} as key, count(distinct s.id)::int as shares, sum(e.opens)::int as opens, sum(e.people)::int as people,
      round(sum(e.seconds) / nullif(sum(e.opens), 0))::int as stay_seconds, sum(e.leads)::int as leads,
      sum(e.granted)::int as granted, max(e.last_at) as last_at
    from ${counted} e join ${shares} s on s.id = e.share_id where ${scope(sql`s.sharer_id`)} group by 1) f`

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
  granted: sql<number>`f.granted`,
}

const sumOf = (column: string) => sql<string>`coalesce(sum(${sql.identifier(column)}), 0)::text`
export const figureSums = { opens: sumOf('opens'), people: sumOf('people'), leads: sumOf('leads') }
/** Not of `shares`: the same link is opened on many days. */
export const groupSums = { ...figureSums, granted: sumOf('granted') }

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
