// The registrations behind the figures, and the conditions that both share: a figure and its list cannot differ.

import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type CohortKey,
  type CohortStage,
  cohortStages,
  cohortWeeks,
  DUPLICATE_DAYS,
  NO_CAMPAIGN,
  NO_REASON,
  type Reached,
} from '#contract/operations/registration-measures.ts'
import { type DetailRow, type DetailsQuery, NO_PROVINCE } from '#contract/operations/registration-statistics.ts'
import { maskedMobile } from '#server/core/access/masks.ts'
import { salesList } from '#server/core/access/scope.ts'
import { equals, type Filter, list, nameHas, oneOf } from '#server/core/lists/paging.ts'
import { grantActs, grantChanges } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts } from '#server/db/schema/members/members.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { registrationSteps, registrations } from '#server/db/schema/members/registrations.ts'
import { departments, users } from '#server/db/schema/organisation.ts'

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

export const trialAt = firstOf('trial')
export const formalAt = firstOf('formal')

/** The products that a member was granted from a moment on: a `from` with its `where`, whose rows are `c`. */
export const grantedProducts = (memberId: SQLWrapper, since: SQLWrapper) => sql`${memberAccounts} a
    join ${grantChanges} c on c.account_id = a.id join ${grantActs} g on g.id = c.act_id and g.undone_by is null
  where a.member_id = ${memberId} and c.at >= ${since} and c.after is not null and c.product_id is not null`
const itsProducts = grantedProducts(registrations.memberId, registrations.createdAt)

const minutesBetween = (from: SQLWrapper, to: SQLWrapper) => sql`date_part('epoch', ${to} - ${from}) / 60`

export const inShanghai = (at: SQLWrapper) => sql`(${at} at time zone 'Asia/Shanghai')`
const weekdayOf = (at: SQLWrapper) => sql`extract(isodow from ${inShanghai(at)})`
const hourOf = (at: SQLWrapper) => sql`extract(hour from ${inShanghai(at)})`

const startOf = (day: SQL) => sql`${day}::timestamp at time zone 'Asia/Shanghai'`

/** A department includes everything below it. */
const inTeam = (deptId: SQLWrapper) => sql`${registrations.ownerId} in (select id from ${users} where dept_id in (
  with recursive below as (select id from ${departments} where id = ${deptId}::bigint
    union select child.id from ${departments} child join below on child.parent_id = below.id) select id from below))`

/** Whether another one with the same value came within the days before it. */
const hasEarlier = (column: typeof registrations.mobile | typeof registrations.enterpriseId) =>
  sql`exists (select from ${registrations} earlier
    where earlier.${sql.identifier(column.name)} = ${column} and (earlier.created_at, earlier.id) < (${registrations.createdAt}, ${registrations.id})
      and earlier.created_at >= ${registrations.createdAt} - make_interval(days => ${sql.raw(String(DUPLICATE_DAYS))}))`
const isDuplicate = sql`(${hasEarlier(registrations.mobile)} or ${hasEarlier(registrations.enterpriseId)})`

/** Of its last visit that did not come directly. */
export const campaignName = sql<string>`coalesce((select nullif(t.campaign, '') from ${registrationTouches} t
  where t.registration_id = ${registrations.id}
    and (t.source <> '' or t.campaign <> '' or t.click_id <> '' or t.referrer_host <> '')
  order by t.at desc, t.id desc limit 1), ${sql.raw(`'${NO_CAMPAIGN}'`)})`

/** Of invalid ones: what was said last. */
export const invalidReason = sql<string>`coalesce((select nullif(s.remark, '') from ${registrationSteps} s
  where s.registration_id = ${registrations.id} and s.action = 'invalid' order by s.id desc limit 1), ${sql.raw(`'${NO_REASON}'`)})`

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
  campaign: (name) => sql`${campaignName} = ${name}`,
} as const satisfies Record<string, (value: SQLWrapper) => SQL>

export const isWaiting = sql`${registrations.firstContactAt} is null and ${registrations.closedAt} is null`

/** Those that figures count: none that is a duplicate. As two conditions the planner joins each once, not row by row. */
export const isCounted = sql`(not ${hasEarlier(registrations.mobile)} and not ${hasEarlier(registrations.enterpriseId)})`
export const isInvalid = sql`${registrations.state} = 'invalid'`
/** Waits since a moment after which all working time that a first contact may take has passed. */
export const isOverdue = (since: SQLWrapper) =>
  sql`(${isWaiting} and ${registrations.createdAt} <= ${since}::timestamptz)`

const stages: Readonly<Record<CohortStage, SQL>> = {
  contacted: sql`${registrations.firstContactAt}`,
  trial: trialAt,
  formal: formalAt,
}

const byReached = {
  contacted: sql`${registrations.firstContactAt} is not null`,
  waiting: sql`(${isWaiting})`,
  overdue: isOverdue(sql`${sql.placeholder('overdueSince')}`),
  invalid: isInvalid,
  trial: sql`${trialAt} is not null`,
  formal: sql`${formalAt} is not null`,
  contactedUp: sql`(${registrations.firstContactAt} is not null or ${trialAt} is not null or ${formalAt} is not null)`,
  trialUp: sql`(${trialAt} is not null or ${formalAt} is not null)`,
} as const satisfies Record<Exclude<Reached, 'duplicate'>, SQL>

/** Of a query; without a word, all that are counted. */
const reachedConditions = {
  duplicate: isDuplicate,
  counted: isCounted,
  ...Object.fromEntries(Object.entries(byReached).map(([key, where]) => [key, sql`${where} and ${isCounted}`])),
}

const cohortConditions = Object.fromEntries(
  cohortStages.flatMap((stage) =>
    cohortWeeks.map((weeks): [CohortKey, SQL] => [
      `${stage}-${weeks}`,
      sql`${stages[stage]} < ${registrations.createdAt} + make_interval(weeks => ${sql.raw(String(weeks))})`,
    ]),
  ),
)

/** What the person filters the figures by; the days are filled in. */
export type Filters = { from: string; to: string } & Partial<Record<keyof typeof byValue, string>>

const storedProvince = (province: string) => (province === NO_PROVINCE ? '' : province)

/** The conditions of a query for figures, whether they are counted or not. */
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
  reason: sql<string>`case when ${isInvalid} then ${invalidReason} else '' end`,
  campaign: campaignName,
  isDuplicate: sql<boolean>`${isDuplicate}`,
}

/** What the list answers; the working time is computed from it. */
export type StoredDetail = Omit<DetailRow, 'workMinutes'>
type RowsQuery = Omit<DetailsQuery, 'from' | 'to' | 'reached'> & {
  from: string
  to: string
  reached: Reached | 'counted'
}

/** What stands for the name of whom the person may not see. */
const HIDDEN = sql`'***'`

/** The scope has the switches `seesUnowned`, `seesFigures` and the moment `overdueSince`. */
export const listDetails = salesList((scope, suffix) => {
  // an administrator sees all, and needs neither conditions nor masks
  const isAll = suffix === ''
  const isSeen = sql`(coalesce(${scope(registrations.ownerId)}, false)
    or ${sql.placeholder('seesUnowned')}::boolean and ${registrations.ownerId} is null)`
  const shown = (text: SQLWrapper) =>
    isAll ? sql<string>`${text}` : sql<string>`case when ${isSeen} then ${text} else ${HIDDEN} end`
  const company = shown(registrations.company)
  const byCompany = nameHas(registrations.company, 'company', registrations.companySpelling)
  const fields = {
    ...row,
    company,
    contact: shown(registrations.contact),
    mobile: shown(maskedMobile(registrations.mobile)),
    isMasked: isAll ? sql<boolean>`false` : sql<boolean>`not ${isSeen}`,
    enterpriseId: sql<string | null>`case when ${scope(enterprises.ownerId)} then ${enterprises.id} end`,
  }
  return list<StoredDetail, RowsQuery>({
    name: `registration_statistics${suffix}`,
    // a switch that is off adds no condition
    always: ({ seesUnowned, seesFigures }) => {
      const own = scope(registrations.ownerId)
      if (isAll || seesFigures === true) return sql`true`
      return seesUnowned === true ? sql`(${own} or ${registrations.ownerId} is null)` : own
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
      campaign: filterOf('campaign'),
      reached: oneOf(reachedConditions),
      within: oneOf(cohortConditions),
      reason: { where: sql`${isInvalid} and ${invalidReason} = ${sql.placeholder('reason')}` },
      isOwned: whether(sql`${registrations.ownerId} is not null`, 'isOwned'),
      hasProduct: whether(sql`exists (select from ${itsProducts})`, 'hasProduct'),
      weekday: part(weekdayOf(registrations.createdAt), 'weekday'),
      hour: part(hourOf(registrations.createdAt), 'hour'),
      contactWeekday: part(weekdayOf(registrations.firstContactAt), 'contactWeekday'),
      contactHour: part(hourOf(registrations.firstContactAt), 'contactHour'),
      // nobody finds by a name whom they may not see
      company: isAll ? byCompany : { ...byCompany, where: sql`${byCompany.where} and ${isSeen}` },
      state: equals(registrations.state, 'state'),
    },
    sorts: {
      createdAt: registrations.createdAt,
      company: sql`${company} collate "zh-x-icu"`,
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
