// Figures on the registrations of a period. Each is counted over the conditions of registration-statistics-rows.queries.ts
// and the same scope as the list of registrations.
import { type SQL, sql } from 'drizzle-orm'
import {
  type Breakdown,
  type BreakdownRow,
  type Figures,
  type HourCell,
  type HourKind,
  NO_PROVINCE,
  type PersonRow,
  STATISTICS_ROWS,
  type TrendPoint,
} from '../../../contract/operations/registration-statistics.ts'
import { partsOf, type TrendStep } from '../../../contract/operations/registration-statistics-periods.ts'
import type { Db } from '../../db/connection.ts'
import { products } from '../../db/schema/catalogue.ts'
import { isoMoment } from '../../db/schema/columns.ts'
import { memberAccounts } from '../../db/schema/members/members.ts'
import { registrations } from '../../db/schema/members/registrations.ts'
import { departments, users } from '../../db/schema/organisation.ts'
import { type RegistrationViewer, registrationScope } from '../members/registrations/registrations.queries.ts'
import {
  conditionsOf,
  type Filters,
  firstGrant,
  grantedProducts,
  inShanghai,
  isWaiting,
  minutesBetween,
} from './registration-statistics-rows.queries.ts'

const matching = (viewer: RegistrationViewer, filters: Filters): SQL =>
  sql`from ${registrations} where ${sql.join([registrationScope(viewer), ...conditionsOf(filters)], sql` and `)}`

/**
 * A table `r` of the registrations, with the columns that figures need. Materialised, so that grants are looked up once, and
 * only for accounts of their members.
 */
const found = (viewer: RegistrationViewer, filters: Filters, more: SQL = sql``) => sql`with matching as materialized (
    select ${registrations.id} as id, ${registrations.memberId} as member_id, ${registrations.createdAt} as created_at,
      ${registrations.firstContactAt} as contact_at ${more} ${matching(viewer, filters)}),
  granted as (select m.id, min(${firstGrant('trial', sql`a.id`, sql`m.created_at`)}) as trial_at,
      min(${firstGrant('formal', sql`a.id`, sql`m.created_at`)}) as formal_at
    from matching m join ${memberAccounts} a on a.member_id = m.member_id group by m.id),
  r as materialized (select * from matching left join granted using (id))`

const counts = sql`count(*)::int as count, count(r.contact_at)::int as contacted, count(r.trial_at)::int as trials,
  count(r.formal_at)::int as formals`

const created = sql`r.created_at`
const contacted = sql`r.contact_at`
const trial = sql`r.trial_at`
const formal = sql`r.formal_at`

/** Whole minutes that a share of them stayed within. */
const within = (share: number, from: SQL, to: SQL) =>
  sql`round(percentile_cont(${sql.raw(String(share))}) within group (order by ${minutesBetween(from, to)})
    filter (where ${to} >= ${from}))::int`
const median = (from: SQL, to: SQL) => within(0.5, from, to)

export async function figuresOf(db: Db, viewer: RegistrationViewer, filters: Filters): Promise<Figures> {
  const { rows } = await db.execute<Figures>(sql`
    ${found(viewer, filters, sql`, ${isWaiting} as is_waiting, ${registrations.state} as state`)}
    select ${counts}, count(*) filter (where r.is_waiting)::int as waiting,
      count(*) filter (where r.state = 'invalid')::int as invalid,
      count(*) filter (where ${trial} >= ${contacted})::int as "contactedTrials",
      count(*) filter (where ${formal} >= ${trial})::int as "trialFormals",
      ${median(created, contacted)} as "contactMedian", ${within(0.9, created, contacted)} as "contactP90",
      ${median(contacted, trial)} as "trialMedian", ${median(trial, formal)} as "formalMedian",
      ${median(created, trial)} as "trialTotal", ${median(created, formal)} as "formalTotal"
    from r`)
  const [figures] = rows
  if (!figures) throw new Error('an aggregate answered no row')
  return figures
}

type Counts = Omit<TrendPoint, 'from' | 'to'>
const nothing: Counts = { count: 0, contacted: 0, trials: 0, formals: 0 }

export async function trendOf(
  db: Db,
  viewer: RegistrationViewer,
  { step, ...filters }: Filters & { step: TrendStep },
): Promise<TrendPoint[]> {
  // without times of day each registration falls into the part that begins on or before its day
  const start = sql`date_trunc(${step}, ${inShanghai(created)})::date`
  const { rows } = await db.execute<Counts & { day: string }>(
    sql`${found(viewer, filters)} select greatest(${start}, ${filters.from}::date)::text as day, ${counts} from r group by 1`,
  )
  const known = new Map(rows.map(({ day, ...figures }) => [day, figures]))
  return partsOf(filters, step).map((days) => ({ ...days, ...(known.get(days.from) ?? nothing) }))
}

const columns = {
  source: sql`${registrations.source}`,
  subProduct: sql`${registrations.subProduct}`,
  province: sql`coalesce(nullif(${registrations.province}, ''), ${NO_PROVINCE})`,
} as const

export async function breakdownOf(
  db: Db,
  viewer: RegistrationViewer,
  { by, ...filters }: Filters & { by: Breakdown },
): Promise<BreakdownRow[]> {
  if (by === 'product') return productsOf(db, viewer, filters)
  const { rows } = await db.execute<BreakdownRow>(sql`${found(viewer, filters, sql`, ${columns[by]} as key`)}
    select r.key, '' as name, ${counts} from r group by r.key order by count desc, r.key limit ${STATISTICS_ROWS}`)
  return rows
}

/**
 * Those without a product, such as all that were not granted, make a row of their own. Filtered by a product there is only its
 * row: that of another would be the list of both, which no filter asks for.
 */
async function productsOf(db: Db, viewer: RegistrationViewer, filters: Filters): Promise<BreakdownRow[]> {
  const only = filters.productId === undefined ? sql`true` : sql`one.product_id = ${filters.productId}::bigint`
  const { rows } = await db.execute<BreakdownRow>(sql`${found(viewer, filters)}
    select coalesce(p.id::text, '') as key, coalesce(p.name, '') as name, counted.count, counted.contacted, counted.trials,
        counted.formals
      from (select one.product_id, ${counts} from r left join (select distinct r.id, c.product_id
            from r cross join ${grantedProducts(sql`r.member_id`, created)}) one using (id)
          where ${only} group by one.product_id) counted
        left join ${products} p on p.id = counted.product_id
      order by p.id is null, counted.count desc, p.id limit ${STATISTICS_ROWS}`)
  return rows
}

const moments = { registered: registrations.createdAt, contacted: registrations.firstContactAt } as const

export async function hoursOf(
  db: Db,
  viewer: RegistrationViewer,
  { of, ...filters }: Filters & { of: HourKind },
): Promise<HourCell[]> {
  const at = inShanghai(moments[of])
  const { rows } = await db.execute<HourCell>(sql`select extract(isodow from ${at})::int as weekday,
      extract(hour from ${at})::int as hour, count(*)::int as count
    ${matching(viewer, filters)} and ${moments[of]} is not null group by 1, 2 order by 1, 2`)
  return rows
}

export async function peopleOf(db: Db, viewer: RegistrationViewer, filters: Filters): Promise<PersonRow[]> {
  const { rows } = await db.execute<PersonRow>(sql`
    ${found(viewer, filters, sql`, ${isWaiting} as is_waiting, ${registrations.ownerId} as owner_id`)}
    select u.id::text as id, coalesce(u.real_name, '') as name, coalesce(d.name, '') as "deptName", counted.*
      from (select r.owner_id, ${counts}, count(*) filter (where r.is_waiting)::int as waiting,
          min(r.created_at) filter (where r.is_waiting)::text as "waitingSince",
          ${median(created, contacted)} as "contactMedian", ${within(0.9, created, contacted)} as "contactP90"
        from r group by r.owner_id) counted
        left join ${users} u on u.id = counted.owner_id left join ${departments} d on d.id = u.dept_id
      order by u.id is null desc, counted.count desc, u.id limit ${STATISTICS_ROWS}`)
  return rows.map(({ waitingSince, ...person }) => ({
    ...person,
    waitingSince: waitingSince === null ? null : isoMoment(waitingSince),
  }))
}
