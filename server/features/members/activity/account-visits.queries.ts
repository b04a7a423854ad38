// Access statistics from the logs of one sub-product over a range of days. Totals name nobody; rows with names are
// within sales scope.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { VisitCounts, VisitDay, VisitorQuery, VisitorRow, VisitShare } from '#contract/members/account-visits.ts'
import type { AccountLogKind } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { type ScopeValues, salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { oneAtOnce } from '#server/core/lists/one-at-once.ts'
import { endOfDay, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { accountLogs } from '#server/db/schema/members/account-logs.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { ofEnterpriseNamed } from './account-logs.queries.ts'

type Range = { subProduct: SubProductKey; from: string; to: string }

const startOf = (day: SQL) => sql`(${day})::timestamp at time zone 'Asia/Shanghai'`

/** Failed sign-ins are no visits. */
const isVisit = sql`${accountLogs.kind} <> 'failed'`

const isInRange = ({ subProduct, from, to }: Range) =>
  sql`${accountLogs.subProduct} = ${subProduct} and ${accountLogs.at} >= ${startOf(sql`${from}::date`)}
    and ${accountLogs.at} < ${startOf(sql`${to}::date + 1`)} and ${isVisit}`

// Totals do not depend on the viewer: concurrent reads share one query.

/** Every day of the range, also days without a visit. */
export const countDays = oneAtOnce(async (db: Db, range: Range): Promise<VisitDay[]> => {
  const { rows } = await db.execute<VisitDay>(sql`
    with each as (
      select (${accountLogs.at} at time zone 'Asia/Shanghai')::date as day, count(*)::int as acts,
        (count(*) filter (where ${accountLogs.kind} = 'view'))::int as views,
        (count(*) filter (where ${accountLogs.kind} = 'signIn'))::int as "signIns",
        count(distinct ${accountLogs.accountId})::int as accounts
      from ${accountLogs} where ${isInRange(range)} group by 1)
    select day::text, coalesce(acts, 0) as acts, coalesce(views, 0) as views, coalesce("signIns", 0) as "signIns",
      coalesce(accounts, 0) as accounts
    from (select generate_series(${range.from}::date, ${range.to}::date, '1 day')::date as day) days
    left join each using (day) order by day`)
  return rows
})

export const countAccounts = oneAtOnce(async (db: Db, range: Range): Promise<{ accounts: number; granted: number }> => {
  const { rows } = await db.execute<{ accounts: number; granted: number }>(sql`select
    (select count(distinct ${accountLogs.accountId})::int from ${accountLogs} where ${isInRange(range)}) as accounts,
    (select count(*)::int from ${memberAccounts} a where a.sub_product = ${range.subProduct} and a.deleted_at is null
      and a.status = 'enabled' and a.starts_on <= current_date and a.ends_on >= current_date) as granted`)
  return rows[0] ?? { accounts: 0, granted: 0 }
})

const figures = {
  acts: sql<number>`count(*)::int`,
  accounts: sql<number>`count(distinct ${accountLogs.accountId})::int`,
}

const MODULES_MOST = 30

/** Logs without a module count as 其他. */
const moduleName = sql<string>`case when ${accountLogs.module} = '' then '其他' else ${accountLogs.module} end`

export const countShares = oneAtOnce(async (db: Db, range: Range): Promise<VisitCounts> => {
  const [modules, kinds] = await Promise.all([
    db
      .select({ name: moduleName, ...figures })
      .from(accountLogs)
      .where(isInRange(range))
      .groupBy(sql`1`)
      .orderBy(sql`2 desc, 1`)
      .limit(MODULES_MOST),
    db
      .select({ kind: sql<AccountLogKind>`${accountLogs.kind}`, ...figures })
      .from(accountLogs)
      .where(isInRange(range))
      .groupBy(sql`1`)
      .orderBy(sql`2 desc, 1`),
  ])
  return { modules, kinds }
})

const visitor = {
  id: memberAccounts.id,
  loginName: members.loginName,
  realName: members.realName,
  enterprise: enterprises.name,
  acts: sql<number>`used.acts`,
  days: sql<number>`used.days`,
  seconds: sql<number>`used.seconds`,
  lastAt: sql<string>`used.last_at`.mapWith(accountLogs.at),
}

/** Days are placeholders here, as the filters on members apply outside this subselect, after the sums. */
const inDays = sql`${accountLogs.subProduct} = ${sql.placeholder('subProduct')} and ${isVisit}
  and ${accountLogs.at} >= ${startOfDay('from')} and ${accountLogs.at} < ${endOfDay('to')}`

/** Groups by account and day first: that counts the days without sorting every row. */
const used = sql`(select account_id, sum(acts)::int as acts, count(*)::int as days, sum(seconds)::int as seconds,
    max(last_at) as last_at
  from (select ${accountLogs.accountId} as account_id, (${accountLogs.at} at time zone 'Asia/Shanghai')::date as day,
      count(*) as acts, coalesce(sum(${accountLogs.seconds}), 0) as seconds, max(${accountLogs.at}) as last_at
    from ${accountLogs} where ${inDays} group by 1, 2) as by_day
  group by account_id) as used`

const visitors = salesList((scope, suffix) =>
  list<VisitorRow, VisitorQuery>({
    name: `account_visits${suffix}`,
    always: scope(members.ownerId),
    filters: {
      loginName: nameHas(members.loginName, 'loginName'),
      realName: nameHas(members.realName, 'realName', members.spelling),
      enterprise: ofEnterpriseNamed('enterprise'),
    },
    sorts: { acts: visitor.acts, days: visitor.days, seconds: visitor.seconds, lastAt: visitor.lastAt },
    usual: sql`${visitor.acts} desc`,
    tie: memberAccounts.id,
    isShared: true,
    fields: visitor,
    rows: (db) =>
      db
        .select(visitor)
        .from(memberAccounts)
        .innerJoin(used, sql`used.account_id = ${memberAccounts.id}`)
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(memberAccounts)
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .where(
          sql`${where} and ${memberAccounts.id} in (select ${accountLogs.accountId} from ${accountLogs} where ${inDays})`,
        ),
  }),
)

type DaysQuery = VisitorQuery & { from: string; to: string }
/** Days and sub-product join the values of the scope, as they are used inside the join. */
const valuesOf = ({ subProduct, from, to }: DaysQuery, scope: ScopeValues) => ({ ...scope, subProduct, from, to })

export const listVisitors = (db: Db, query: DaysQuery, scope: ScopeValues) =>
  visitors(db, query, valuesOf(query, scope))

export const eachVisitor = (db: Db, query: DaysQuery, scope: ScopeValues, limit: number) =>
  visitors.each(db, query, valuesOf(query, scope), limit)

/** Whether the account belongs to a customer in scope. */
export async function isVisible(db: Executor, viewer: Viewer, accountId: string): Promise<boolean> {
  const found = await db
    .select({ id: memberAccounts.id })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(eq(memberAccounts.id, accountId), salesScope(viewer, members.ownerId)))
  return found.length > 0
}

const ROWS_MOST = 200

export async function visitsOf(db: Executor, range: Range & { accountId: string }) {
  const where = and(eq(accountLogs.accountId, range.accountId), isInRange(range))
  const modules: Promise<VisitShare[]> = db
    .select({ name: moduleName, ...figures })
    .from(accountLogs)
    .where(where)
    .groupBy(sql`1`)
    .orderBy(sql`2 desc, 1`)
    .limit(MODULES_MOST)
  const rows = db
    .select({
      id: sql<string>`${accountLogs.id}::text`,
      at: accountLogs.at,
      kind: accountLogs.kind,
      module: accountLogs.module,
      detail: accountLogs.detail,
      address: accountLogs.address,
      device: accountLogs.device,
      seconds: accountLogs.seconds,
    })
    .from(accountLogs)
    .where(where)
    .orderBy(sql`${accountLogs.at} desc, ${accountLogs.id} desc`)
    .limit(ROWS_MOST)
  return { modules: await modules, rows: await rows }
}
