// Figures on the registrations of a period. Each is counted over the conditions of registration-statistics-rows.queries.ts
// and the same scope as the list of registrations.
import { type SQL, sql } from 'drizzle-orm'
import { isAllowed } from '#contract/access.ts'
import { addDays, dayOf } from '#contract/days.ts'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import {
  CONTACT_GOAL,
  type CohortStage,
  cohortWeeks,
  type TimeKey,
  timeKeys,
} from '#contract/operations/registration-measures.ts'
import {
  type Breakdown,
  type BreakdownRow,
  type CohortRow,
  type Figures,
  type HourCell,
  type HourKind,
  NO_PROVINCE,
  type PersonRow,
  STATISTICS_ROWS,
  seeAllRegistrationFigures,
  type TrendPoint,
} from '#contract/operations/registration-statistics.ts'
import { partsOf, type TrendStep } from '#contract/operations/registration-statistics-periods.ts'
import { minuteOf, workDays, workingMinutesBefore, workUntil } from '#server/core/working-time.ts'
import type { Db } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { departments, users } from '#server/db/schema/organisation.ts'
import {
  type RegistrationViewer,
  registrationScope,
} from '#server/features/members/registrations/registrations.queries.ts'
import {
  campaignName,
  conditionsOf,
  type Filters,
  firstGrant,
  grantedProducts,
  inShanghai,
  invalidReason,
  isCounted,
  isInvalid,
  isOverdue,
  isWaiting,
} from './registration-statistics-rows.queries.ts'

/** Who asks, and for what. */
export type Asking = {
  viewer: RegistrationViewer
  /** The workdays of China. */
  calendar: Calendar
  now: number
}

/** With the right to all figures everything, otherwise what the person sees. */
const figureScope = (viewer: RegistrationViewer): SQL =>
  isAllowed(seeAllRegistrationFigures, viewer) ? sql`true` : registrationScope(viewer)

const matching = (viewer: RegistrationViewer, filters: Filters, also: SQL = isCounted): SQL =>
  sql`from ${registrations} where ${sql.join([figureScope(viewer), ...conditionsOf(filters), also], sql` and `)}`

/**
 * A table `r` of the registrations, with the columns that figures need. Materialised, so that grants are looked up once, and
 * only for accounts of their members.
 */
const found = ({ viewer }: Asking, filters: Filters, more: SQL = sql``, also?: SQL) => sql`matching as materialized (
    select ${registrations.id} as id, ${registrations.memberId} as member_id, ${registrations.createdAt} as created_at,
      ${registrations.firstContactAt} as contact_at ${more} ${matching(viewer, filters, also)}),
  granted as (select m.id, min(${firstGrant('trial', sql`a.id`, sql`m.created_at`)}) as trial_at,
      min(${firstGrant('formal', sql`a.id`, sql`m.created_at`)}) as formal_at
    from matching m join ${memberAccounts} a on a.member_id = m.member_id group by m.id),
  r as materialized (select * from matching left join granted using (id))`

type Moment = 'created' | 'contact' | 'trial' | 'formal'
const columnOf = (moment: Moment, what: 'at' | 'minute' | 'work') => sql.raw(`r.${moment}_${what}`)

/** The same with a table `t` of the minutes since 1970 and the working time until each moment, computed once for all figures. */
function timed(asking: Asking, filters: Filters, moments: readonly Moment[], more: SQL): SQL {
  const named = (what: 'minute' | 'work', column: (moment: Moment) => SQL) =>
    sql.join(
      moments.map((moment) => sql`${column(moment)} as ${sql.raw(`${moment}_${what}`)}`),
      sql`, `,
    )
  return sql`with ${workDays(asking.calendar, filters.from, addDays(dayOf(asking.now), 1))}, ${found(asking, filters, more)},
    minutes as materialized (select r.*, ${named('minute', (moment) => minuteOf(columnOf(moment, 'at')))} from r),
    t as materialized (select r.*, ${named('work', (moment) => workUntil(columnOf(moment, 'minute')))} from minutes r)`
}

const counts = sql`count(*)::int as count, count(r.contact_at)::int as contacted, count(r.trial_at)::int as trials,
  count(r.formal_at)::int as formals`

const created = sql`r.created_at`

/** Of the registrations that have both moments in this order: how many, and the minutes that a half and 90 % stayed within. */
function timesOf(from: Moment, to: Moment): SQL {
  const isOrdered = sql`${columnOf(to, 'at')} >= ${columnOf(from, 'at')}`
  // one aggregate of both shares sorts the minutes once
  const within = (nth: 1 | 2, what: 'minute' | 'work') =>
    sql`round((percentile_cont(array[0.5, 0.9]) within group (order by ${columnOf(to, what)} - ${columnOf(from, what)})
      filter (where ${isOrdered}))[${sql.raw(String(nth))}]::numeric)::int`
  return sql`json_build_object('count', count(*) filter (where ${isOrdered}), 'median', ${within(1, 'minute')},
    'p90', ${within(2, 'minute')}, 'workMedian', ${within(1, 'work')}, 'workP90', ${within(2, 'work')})`
}

const steps: Readonly<Record<TimeKey, readonly [Moment, Moment]>> = {
  contact: ['created', 'contact'],
  trial: ['contact', 'trial'],
  formal: ['trial', 'formal'],
  trialTotal: ['created', 'trial'],
  formalTotal: ['created', 'formal'],
}

const waitingColumns = ({ calendar, now }: Asking) => {
  const since = new Date(workingMinutesBefore(calendar, now, CONTACT_GOAL)).toISOString()
  return sql`, ${isWaiting} as is_waiting, ${isOverdue(sql`${since}`)} as is_overdue`
}

export async function figuresOf(db: Db, asking: Asking, filters: Filters): Promise<Figures> {
  const times = timeKeys.map((key) => sql`${sql.raw(`'${key}'`)}, ${timesOf(...steps[key])}`)
  const { rows } = await db.execute<Figures>(sql`
    ${timed(asking, filters, ['created', 'contact', 'trial', 'formal'], sql`${waitingColumns(asking)}, ${isInvalid} as is_invalid`)}
    select ${counts}, count(*) filter (where r.is_waiting)::int as waiting, count(*) filter (where r.is_overdue)::int as overdue,
      count(*) filter (where r.is_invalid)::int as invalid,
      count(coalesce(r.contact_at, r.trial_at, r.formal_at))::int as "contactedUp",
      count(coalesce(r.trial_at, r.formal_at))::int as "trialUp",
      (select count(*)::int ${matching(asking.viewer, filters, sql`true`)}) - count(*)::int as duplicates,
      json_build_object(${sql.join(times, sql`, `)}) as times
    from t r`)
  const [figures] = rows
  if (!figures) throw new Error('an aggregate answered no row')
  return figures
}

type Counts = Omit<TrendPoint, 'from' | 'to'>
const nothing: Counts = { count: 0, contacted: 0, trials: 0, formals: 0 }

export async function trendOf(
  db: Db,
  asking: Asking,
  { step, ...filters }: Filters & { step: TrendStep },
): Promise<TrendPoint[]> {
  // without times of day each registration falls into the part that begins on or before its day
  const start = sql`date_trunc(${step}, ${inShanghai(created)})::date`
  const { rows } = await db.execute<Counts & { day: string }>(
    sql`with ${found(asking, filters)} select greatest(${start}, ${filters.from}::date)::text as day, ${counts} from r group by 1`,
  )
  const known = new Map(rows.map(({ day, ...figures }) => [day, figures]))
  return partsOf(filters, step).map((days) => ({ ...days, ...(known.get(days.from) ?? nothing) }))
}

const columns = {
  source: sql`${registrations.source}`,
  subProduct: sql`${registrations.subProduct}`,
  province: sql`coalesce(nullif(${registrations.province}, ''), ${NO_PROVINCE})`,
  campaign: campaignName,
  reason: invalidReason,
} as const

export async function breakdownOf(
  db: Db,
  asking: Asking,
  { by, ...filters }: Filters & { by: Breakdown },
): Promise<BreakdownRow[]> {
  if (by === 'product') return productsOf(db, asking, filters)
  const also = by === 'reason' ? sql`${isCounted} and ${isInvalid}` : isCounted
  const { rows } = await db.execute<BreakdownRow>(sql`with ${found(asking, filters, sql`, ${columns[by]} as key`, also)}
    select r.key, '' as name, ${counts} from r group by r.key order by count desc, r.key limit ${STATISTICS_ROWS}`)
  return rows
}

/**
 * Those without a product, such as all that were not granted, make a row of their own. Filtered by a product there is only its
 * row: that of another would be the list of both, which no filter asks for.
 */
async function productsOf(db: Db, asking: Asking, filters: Filters): Promise<BreakdownRow[]> {
  const only = filters.productId === undefined ? sql`true` : sql`one.product_id = ${filters.productId}::bigint`
  const { rows } = await db.execute<BreakdownRow>(sql`with ${found(asking, filters)}
    select coalesce(p.id::text, '') as key, coalesce(p.name, '') as name, counted.count, counted.contacted, counted.trials,
        counted.formals
      from (select one.product_id, ${counts} from r left join (select distinct r.id, c.product_id
            from r cross join ${grantedProducts(sql`r.member_id`, created)}) one using (id)
          where ${only} group by one.product_id) counted
        left join ${products} p on p.id = counted.product_id
      order by p.id is null, counted.count desc, p.id limit ${STATISTICS_ROWS}`)
  return rows
}

const heatMoments = { registered: registrations.createdAt, contacted: registrations.firstContactAt } as const

export async function hoursOf(
  db: Db,
  { viewer }: Asking,
  { of, ...filters }: Filters & { of: HourKind },
): Promise<HourCell[]> {
  const local = inShanghai(heatMoments[of])
  const { rows } = await db.execute<HourCell>(sql`select extract(isodow from ${local})::int as weekday,
      extract(hour from ${local})::int as hour, count(*)::int as count
    ${matching(viewer, filters)} and ${heatMoments[of]} is not null group by 1, 2 order by 1, 2`)
  return rows
}

const stageColumns: Readonly<Record<CohortStage, Moment>> = { contacted: 'contact', trial: 'trial', formal: 'formal' }

/** Weeks from Monday, cut off at the ends of the period. A cell is there once the whole week is that old. */
export async function cohortsOf(
  db: Db,
  asking: Asking,
  { of, ...filters }: Filters & { of: CohortStage },
): Promise<CohortRow[]> {
  const within = cohortWeeks.map(
    (weeks) =>
      sql`count(*) filter (where ${columnOf(stageColumns[of], 'at')} < ${created} + make_interval(weeks => ${weeks}::int))::int`,
  )
  const start = sql`greatest(date_trunc('week', ${inShanghai(created)})::date, ${filters.from}::date)`
  const { rows } = await db.execute<{ day: string; count: number; within: number[] }>(sql`with ${found(asking, filters)}
    select ${start}::text as day, count(*)::int as count, array[${sql.join(within, sql`, `)}] as within from r group by 1`)
  const known = new Map(rows.map(({ day, ...figures }) => [day, figures]))
  const today = dayOf(asking.now)
  return partsOf(filters, 'week').map((days) => {
    const { count, within: cells } = known.get(days.from) ?? { count: 0, within: cohortWeeks.map(() => 0) }
    return {
      ...days,
      count,
      within: cohortWeeks.map((weeks, n) => (addDays(days.to, weeks * 7) < today ? (cells[n] ?? 0) : null)),
    }
  })
}

export async function peopleOf(db: Db, asking: Asking, filters: Filters): Promise<PersonRow[]> {
  const { rows } = await db.execute<PersonRow>(sql`
    ${timed(asking, filters, ['created', 'contact'], sql`${waitingColumns(asking)}, ${registrations.ownerId} as owner_id`)}
    select u.id::text as id, coalesce(u.real_name, '') as name, coalesce(d.name, '') as "deptName", counted.*
      from (select r.owner_id, ${counts}, count(*) filter (where r.is_waiting)::int as waiting,
          count(*) filter (where r.is_overdue)::int as overdue,
          min(r.created_at) filter (where r.is_waiting)::text as "waitingSince", ${timesOf('created', 'contact')} as contact
        from t r group by r.owner_id) counted
        left join ${users} u on u.id = counted.owner_id left join ${departments} d on d.id = u.dept_id
      order by u.id is null desc, counted.count desc, u.id limit ${STATISTICS_ROWS}`)
  return rows.map(({ waitingSince, ...person }) => ({
    ...person,
    waitingSince: waitingSince === null ? null : isoMoment(waitingSince),
  }))
}
