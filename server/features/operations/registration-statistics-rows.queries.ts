// The registrations behind the figures, and the conditions that both share: a figure and its list cannot differ.
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type DetailRow,
  type DetailsQuery,
  NO_PROVINCE,
  type Reached,
} from '../../../contract/operations/registration-statistics.ts'
import { salesList } from '../../core/access/scope.ts'
import { contains, equals, type Filter, list, oneOf } from '../../core/lists/paging.ts'
import { grantActs, grantChanges } from '../../db/schema/members/grants.ts'
import { enterprises, memberAccounts } from '../../db/schema/members/members.ts'
import { registrations } from '../../db/schema/members/registrations.ts'
import { departments, users } from '../../db/schema/organisation.ts'
import { maskedMobile } from '../members/registrations/registration-list.queries.ts'

/**
 * The first grant of that kind that an account got from a moment on, by an act that was not undone; null without one. The
 * kind stands in the statement, where the planner finds the index of that kind.
 */
export const firstGrant = (kind: 'trial' | 'formal', accountId: SQLWrapper, since: SQLWrapper) =>
  sql`(select c.at from ${grantChanges} c join ${grantActs} g on g.id = c.act_id
    where c.account_id = ${accountId} and c.after ->> 'kind' = '${sql.raw(kind)}' and c.at >= ${since} and g.undone_by is null
    order by c.at limit 1)`

/** The same for all accounts of the registration's member, after the registration. */
const firstOf = (kind: 'trial' | 'formal') =>
  sql<string | null>`(select min(${firstGrant(kind, sql`a.id`, registrations.createdAt)}) from ${memberAccounts} a
    where a.member_id = ${registrations.memberId})`

const trialAt = firstOf('trial')
const formalAt = firstOf('formal')

/** The products that a member was granted from a moment on: a `from` with its `where`, whose rows are `c`. */
export const grantedProducts = (memberId: SQLWrapper, since: SQLWrapper) => sql`${memberAccounts} a
    join ${grantChanges} c on c.account_id = a.id join ${grantActs} g on g.id = c.act_id and g.undone_by is null
  where a.member_id = ${memberId} and c.at >= ${since} and c.after is not null and c.product_id is not null`
const itsProducts = grantedProducts(registrations.memberId, registrations.createdAt)

export const minutesBetween = (from: SQLWrapper, to: SQLWrapper) =>
  sql`extract(epoch from ${to} - ${from})::float8 / 60`

export const inShanghai = (at: SQLWrapper) => sql`(${at} at time zone 'Asia/Shanghai')`
const weekdayOf = (at: SQLWrapper) => sql`extract(isodow from ${inShanghai(at)})`
const hourOf = (at: SQLWrapper) => sql`extract(hour from ${inShanghai(at)})`

const startOf = (day: SQL) => sql`${day}::timestamp at time zone 'Asia/Shanghai'`

/** A department includes everything below it. */
const inTeam = (deptId: SQLWrapper) => sql`${registrations.ownerId} in (select id from ${users} where dept_id in (
  with recursive below as (select id from ${departments} where id = ${deptId}::bigint
    union select child.id from ${departments} child join below on child.parent_id = below.id) select id from below))`

/** Each on `registrations`, for a value of the query. */
const byValue = {
  from: (day) => sql`${registrations.createdAt} >= ${startOf(sql`${day}::date`)}`,
  to: (day) => sql`${registrations.createdAt} < ${startOf(sql`(${day}::date + 1)`)}`,
  subProduct: (key) => sql`${registrations.subProduct} = ${key}`,
  source: (source) => sql`${registrations.source} = ${source}`,
  province: (name) => sql`${registrations.province} = ${name}`,
  ownerId: (id) => sql`${registrations.ownerId} = ${id}::bigint`,
  deptId: inTeam,
  productId: (id) => sql`exists (select from ${itsProducts} and c.product_id = ${id}::bigint)`,
} as const satisfies Record<string, (value: SQLWrapper) => SQL>

export const isWaiting = sql`${registrations.firstContactAt} is null and ${registrations.closedAt} is null`

const byReached = {
  contacted: sql`${registrations.firstContactAt} is not null`,
  waiting: sql`(${isWaiting})`,
  invalid: sql`${registrations.state} = 'invalid'`,
  trial: sql`${trialAt} is not null`,
  formal: sql`${formalAt} is not null`,
} as const satisfies Record<Reached, SQL>

/** What the person filters the figures by; the days are filled in. */
export type Filters = { from: string; to: string } & Partial<Record<keyof typeof byValue, string>>

const storedProvince = (province: string) => (province === NO_PROVINCE ? '' : province)

/** The conditions of a query for figures. */
export function conditionsOf(filters: Filters): SQL[] {
  return Object.entries(byValue).flatMap(([key, condition]) => {
    const value = filters[key as keyof Filters]
    if (value === undefined) return []
    return [condition(sql`${key === 'province' ? storedProvince(value) : value}`)]
  })
}

const filterOf = (key: keyof typeof byValue): Filter => ({ where: byValue[key](sql`${sql.placeholder(key)}`) })
const part = (expression: SQL, name: string): Filter => ({ where: sql`${expression} = ${sql.placeholder(name)}::int` })
const whether = (condition: SQL, name: string): Filter => ({
  where: sql`(${condition}) = ${sql.placeholder(name)}::boolean`,
})

const contactMinutes = sql<
  number | null
>`round(${minutesBetween(registrations.createdAt, registrations.firstContactAt)})::int`

const row = {
  id: registrations.id,
  company: registrations.company,
  contact: registrations.contact,
  mobile: maskedMobile,
  subProduct: registrations.subProduct,
  source: registrations.source,
  province: registrations.province,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  state: registrations.state,
  createdAt: registrations.createdAt,
  firstContactAt: registrations.firstContactAt,
  contactMinutes,
  trialAt: trialAt.mapWith(registrations.createdAt) as SQL<string | null>,
  formalAt: formalAt.mapWith(registrations.createdAt) as SQL<string | null>,
}

type RowsQuery = Omit<DetailsQuery, 'from' | 'to'> & { from: string; to: string }

export const listDetails = salesList((scope, suffix) => {
  const fields = {
    ...row,
    enterpriseId: sql<string | null>`case when ${scope(enterprises.ownerId)} then ${enterprises.id} end`,
  }
  return list<DetailRow, RowsQuery>({
    name: `registration_statistics${suffix}`,
    // like the list of registrations
    always: ({ seesUnowned }) => {
      const own = scope(registrations.ownerId)
      return suffix !== '' && seesUnowned === true ? sql`(${own} or ${registrations.ownerId} is null)` : own
    },
    filters: {
      from: filterOf('from'),
      to: filterOf('to'),
      subProduct: filterOf('subProduct'),
      source: filterOf('source'),
      province: { ...filterOf('province'), value: storedProvince },
      ownerId: filterOf('ownerId'),
      deptId: filterOf('deptId'),
      productId: filterOf('productId'),
      reached: oneOf(byReached),
      isOwned: whether(sql`${registrations.ownerId} is not null`, 'isOwned'),
      hasProduct: whether(sql`exists (select from ${itsProducts})`, 'hasProduct'),
      weekday: part(weekdayOf(registrations.createdAt), 'weekday'),
      hour: part(hourOf(registrations.createdAt), 'hour'),
      contactWeekday: part(weekdayOf(registrations.firstContactAt), 'contactWeekday'),
      contactHour: part(hourOf(registrations.firstContactAt), 'contactHour'),
      company: contains(registrations.company, 'company'),
      state: equals(registrations.state, 'state'),
    },
    sorts: {
      createdAt: registrations.createdAt,
      company: sql`${registrations.company} collate "zh-x-icu"`,
      firstContactAt: registrations.firstContactAt,
      contactMinutes: sql`${registrations.firstContactAt} - ${registrations.createdAt}`,
      trialAt,
      formalAt,
    },
    usual: sql`${registrations.createdAt} desc`,
    tie: registrations.id,
    fields,
    rows: (db) =>
      db
        .select(fields)
        .from(registrations)
        .leftJoin(users, eq(users.id, registrations.ownerId))
        .leftJoin(enterprises, eq(enterprises.id, registrations.enterpriseId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(registrations).where(where),
  })
})
