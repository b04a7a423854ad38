// Customers with contracts, use, follow-ups and risk score, within the viewer's scope.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { EXPIRING_DAYS } from '#contract/members/members.ts'
import {
  type CustomerValueQuery,
  type CustomerValueRow,
  riskBandFrom,
  USE_DAYS,
} from '#contract/service/customer-values.ts'
import { salesList } from '#server/core/access/scope.ts'
import { equals, list, nameHas, oneOf } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { accountLogs } from '#server/db/schema/members/account-logs.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { orders } from '#server/db/schema/members/orders.ts'
import { users } from '#server/db/schema/organisation.ts'
import { followUps, silentTasks } from '#server/db/schema/service.ts'
import { isWithin, nextUserOf, silentDaysSince } from './follow-ups.queries.ts'
import { type RiskFacts, type RiskSign, riskPoints } from './risk.rules.ts'
import { silentLimitOf } from './silence.queries.ts'

/** Stands in the statement: the planner does not see values. */
const fixed = (number: number) => sql.raw(String(number))

const accountsWithMember = sql`${memberAccounts} a join ${members} m on m.id = a.member_id and m.deleted_at is null`
const accountsOfCustomer = sql`${accountsWithMember} and m.enterprise_id = ${enterprises}.id`
const isLive = sql`a.status = 'enabled' and a.starts_on <= current_date and a.ends_on >= current_date`
const accountFacts = sql`(count(*) filter (where ${isLive}))::int as live, min(a.ends_on) filter (where ${isLive}) as ends_on,
    max(coalesce(a.last_seen_at, a.opened_at)) filter (where ${isLive}) as used_at, max(a.last_seen_at) as seen_at`

/** The facts of a customer: those of its accounts, and its newest follow-up. */
type Facts = Record<'used' | 'newest', { from: SQL; on: SQL }>

/** Customer by customer: for a page, or the few that a salesperson has. */
const ofEach: Facts = {
  used: {
    from: sql`lateral (select ${accountFacts} from ${accountsOfCustomer} where a.deleted_at is null) used`,
    on: sql`true`,
  },
  newest: {
    from: sql`lateral (select f.at, f.result, f.mood from ${followUps} f where f.enterprise_id = ${enterprises}.id
      order by f.at desc, f.id desc limit 1) newest`,
    on: sql`true`,
  },
}
/** Of all customers at once. One row each by their keys: a count that asks none of them leaves them out. */
const ofAll: Facts = {
  used: {
    from: sql`(select m.enterprise_id, ${accountFacts} from ${accountsWithMember}
      where a.deleted_at is null group by m.enterprise_id) used`,
    on: sql`used.enterprise_id = ${enterprises}.id`,
  },
  newest: {
    from: sql`(select distinct on (f.enterprise_id) f.enterprise_id, f.at, f.result, f.mood from ${followUps} f
      order by f.enterprise_id, f.at desc, f.id desc) newest`,
    on: sql`newest.enterprise_id = ${enterprises}.id`,
  },
}

const open = alias(followUps, 'open')
const isOpen = sql`${open.enterpriseId} = ${enterprises.id} and ${open.nextOn} is not null and ${open.endedById} is null
  and ${open.endedByVisitId} is null`
const nextUser = alias(users, 'next_user')

const silentDays = silentDaysSince(sql`newest.at`)
const endsInDays = sql<number | null>`(used.ends_on - current_date)`
const unusedDays = sql<number | null>`(current_date - used.used_at::date)`
const overdueDays = sql<number | null>`(current_date - ${open.nextOn})`

const silentLimit = silentLimitOf(enterprises.level)

/** As `riskReasonsOf` finds them; a null is no sign. */
const signs: Readonly<Record<RiskSign, SQL>> = {
  silent: sql`${silentDays} > ${silentLimit}`,
  ending: sql`${endsInDays} <= ${fixed(EXPIRING_DAYS)}`,
  unused: sql`${unusedDays} >= ${fixed(USE_DAYS)}`,
  unhappy: sql`newest.result = 'refused' or newest.mood = 'bad'`,
  overdue: sql`${overdueDays} > 0`,
}
const score = sql<number>`(${sql.join(
  (Object.keys(signs) as RiskSign[]).map(
    (sign) => sql`case when ${signs[sign]} then ${fixed(riskPoints[sign])} else 0 end`,
  ),
  sql` + `,
)})`

/** Orders on sale: earlier ones may still come to nothing, closed ones have. */
const contractSum = sql<string>`(select coalesce(sum(o.amount), 0.00) from ${orders} o
  join ${accountsOfCustomer} on a.id = o.account_id where o.state = 'forSale')`

/** Failed sign-ins are no use. The end of the range keeps the planner from the months to come. */
const usedDays = sql<number>`(select count(distinct l.at::date)::int from ${accountsOfCustomer}
  join ${accountLogs} l on l.account_id = a.id
  where l.at >= current_date - ${fixed(USE_DAYS - 1)} and l.at < current_date + 1 and l.kind <> 'failed' and a.deleted_at is null)`

export type StoredValue = Omit<CustomerValueRow, 'reasons'> & RiskFacts

const row = {
  id: enterprises.id,
  name: enterprises.name,
  level: enterprises.level,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  contractSum,
  usedDays,
  lastSeenAt: sql<string | null>`used.seen_at`.mapWith(memberAccounts.lastSeenAt),
  accounts: sql<number>`used.live`,
  nextEndsOn: sql<string | null>`used.ends_on::text`,
  lastAt: sql<string | null>`newest.at`.mapWith(followUps.at),
  lastResult: sql<StoredValue['lastResult']>`newest.result`,
  lastMood: sql<StoredValue['lastMood']>`newest.mood`,
  silentDays,
  nextOn: sql<string | null>`${open.nextOn}::text`,
  nextUserName: sql<string>`case when ${open.id} is null then '' else coalesce(${nextUser.realName}, '') end`,
  taskOn: silentTasks.openedOn,
  returnOn: silentTasks.returnOn,
  score,
  endsInDays,
  unusedDays,
  overdueDays,
}

const select = (db: Db, { used, newest }: Facts, fields: Record<string, PgColumn | SQL>) =>
  db
    .select(fields)
    .from(enterprises)
    .leftJoin(open, isOpen)
    .leftJoin(
      silentTasks,
      and(eq(silentTasks.enterpriseId, enterprises.id), eq(silentTasks.ownerId, enterprises.ownerId)),
    )
    .leftJoin(users, eq(users.id, enterprises.ownerId))
    .leftJoin(nextUser, eq(nextUser.id, nextUserOf(open.nextUserId, enterprises.ownerId)))
    .leftJoin(used.from, used.on)
    .leftJoin(newest.from, newest.on)

export const listCustomerValues = salesList((scope, suffix) => {
  const found = suffix === '' ? ofAll : ofEach
  return list<StoredValue, CustomerValueQuery>({
    name: `customer_values${suffix}`,
    always: scope(enterprises.ownerId),
    filters: {
      name: nameHas(enterprises.name, 'name', enterprises.spelling),
      level: equals(enterprises.level, 'level'),
      ownerId: equals(enterprises.ownerId, 'ownerId'),
      risk: oneOf({
        high: sql`${score} >= ${fixed(riskBandFrom.high)}`,
        medium: sql`${score} >= ${fixed(riskBandFrom.medium)} and ${score} < ${fixed(riskBandFrom.high)}`,
        low: sql`${score} < ${fixed(riskBandFrom.medium)}`,
      }),
      silentFrom: { where: sql`${silentDays} >= ${sql.placeholder('silentFrom')}::int` },
      followedWithin: { where: isWithin(sql`newest.at`, sql.placeholder('followedWithin')) },
      task: oneOf({
        open: sql`${silentTasks.openedOn} is not null`,
        returning: sql`${silentTasks.returnOn} is not null`,
      }),
      hasReminder: { where: sql`(${open.id} is not null) = ${sql.placeholder('hasReminder')}::boolean` },
    },
    sorts: {
      score,
      name: sql`${enterprises.name} collate "zh-x-icu"`,
      level: enterprises.level,
      contractSum,
      accounts: sql`coalesce(used.live, 0)`,
      nextEndsOn: sql`used.ends_on`,
      lastAt: sql`newest.at`,
      silentDays,
      nextOn: sql`${open.nextOn}`,
      returnOn: silentTasks.returnOn,
    },
    usual: sql`${score} desc`,
    tie: enterprises.id,
    fields: row,
    rows: (db) => select(db, ofEach, row),
    ids: (db, where) => select(db, found, { id: enterprises.id }).where(where),
    matches: (db, where) => select(db, found, { n: sql`1` }).where(where),
    // an order by score reads every customer in scope
    isShared: true,
  })
})
