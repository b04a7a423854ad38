// Accounts of members in the sub-products: validity by dates, lists, and scope.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type AccountQuery, type AccountRow, FIGURE_DAYS } from '#contract/members/accounts.ts'
import { EXPIRING_DAYS, type NextGrant, type Validity } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { checkMobile } from '#contract/validation.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { doubled } from '#server/core/lists/doubles.ts'
import { type Choice, equals, type Filter, list, nameHas, oneOf, phoned } from '#server/core/lists/paging.ts'
import { subProductOfRow } from '#server/core/rows/store.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { ofEnterpriseNamed } from '../activity/account-logs.queries.ts'
import { openSignalKinds } from '../activity/account-signals.queries.ts'

type Dates = { status: SQL | typeof memberAccounts.status; startsOn: unknown; endsOn: unknown }

/** Validity of an account today, from its status and dates. Pass an alias where the query uses one. */
export const validityOf = ({ status, startsOn, endsOn }: Dates = memberAccounts): SQL<Validity> =>
  sql<Validity>`case when ${status} = 'disabled' then 'disabled' when ${endsOn} is null then 'none'
    when ${endsOn} < current_date then 'expired' when ${startsOn} > current_date then 'future'
    when ${endsOn} <= current_date + ${sql.raw(String(EXPIRING_DAYS))} then 'expiring' else 'active' end`

export const nextGrant = sql<NextGrant | null>`case when ${memberAccounts.nextKind} is not null then json_build_object(
  'kind', ${memberAccounts.nextKind}, 'startsOn', ${memberAccounts.nextStartsOn}, 'endsOn', ${memberAccounts.nextEndsOn}) end`

const soon = sql`current_date + ${sql.raw(String(EXPIRING_DAYS))}`
const isBegun = sql`coalesce(${memberAccounts.startsOn} <= current_date, true)`
const isEnabled = (condition: SQL) => sql`(${memberAccounts.status} <> 'disabled' and ${condition})`

/** The same as conditions on the dates, so that the index on ends is used. */
const conditions: Readonly<Record<Validity, SQL>> = {
  disabled: sql`${memberAccounts.status} = 'disabled'`,
  none: isEnabled(sql`${memberAccounts.endsOn} is null`),
  expired: isEnabled(sql`${memberAccounts.endsOn} < current_date`),
  future: isEnabled(sql`${memberAccounts.endsOn} >= current_date and ${memberAccounts.startsOn} > current_date`),
  expiring: isEnabled(sql`${memberAccounts.endsOn} between current_date and ${soon} and ${isBegun}`),
  active: isEnabled(sql`${memberAccounts.endsOn} > ${soon} and ${isBegun}`),
}
export const validityFilter = oneOf(conditions)

/** Neither the account nor its member is deleted. */
export const isLive = sql`${memberAccounts.deletedAt} is null and ${members.deletedAt} is null`

const main = alias(members, 'main')

/** Sub-accounts of an account in its sub-product. */
export const subUsed = sql<number>`(select count(*)::int from ${members} s join ${memberAccounts} sa on sa.member_id = s.id
  where s.main_id = ${members.id} and s.deleted_at is null and sa.deleted_at is null
    and sa.sub_product = ${memberAccounts.subProduct})`

export const rowFields = {
  id: memberAccounts.id,
  version: sql<number>`${memberAccounts.version} + ${members.version}`,
  subProduct: memberAccounts.subProduct,
  memberId: members.id,
  loginName: members.loginName,
  realName: members.realName,
  mobile: members.mobile,
  email: members.email,
  remark: members.remark,
  enterpriseId: enterprises.id,
  enterpriseName: enterprises.name,
  ownerId: members.ownerId,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  mainName: sql<string>`coalesce(${main.loginName}, '')`,
  kind: memberAccounts.grantKind,
  validity: validityOf(),
  startsOn: memberAccounts.startsOn,
  endsOn: memberAccounts.endsOn,
  next: nextGrant,
  grants: sql<number>`(select count(*)::int from ${grants} g where g.account_id = ${memberAccounts.id} and g.revoked_at is null)`,
  modules: memberAccounts.modules,
  subUsed,
  subQuota: memberAccounts.subQuota,
  status: memberAccounts.status,
  locked: members.locked,
  isWxBound: sql<boolean>`${members.wxOpenId} is not null`,
  source: members.source,
  lastSeenAt: memberAccounts.lastSeenAt,
  openedAt: memberAccounts.openedAt,
  signals: openSignalKinds,
}

export const selectAccounts = (db: Executor) =>
  db
    .select(rowFields)
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .leftJoin(main, eq(main.id, members.mainId))
    .leftJoin(users, eq(users.id, members.ownerId))

export const findingFilters = {
  subProduct: equals(memberAccounts.subProduct, 'subProduct'),
  loginName: nameHas(members.loginName, 'loginName'),
  realName: nameHas(members.realName, 'realName', members.spelling),
  mobile: phoned(members.mobile, 'mobile'),
  enterprise: nameHas(enterprises.name, 'enterprise', enterprises.spelling),
}

export const accountSorts = {
  openedAt: memberAccounts.openedAt,
  endsOn: memberAccounts.endsOn,
  lastSeenAt: memberAccounts.lastSeenAt,
}

/**
 * Live accounts, of everybody or within a scope. A member is deleted with the last account, so that no check on members
 * is needed for everybody. Within a scope the members come first, as an array: the plan starts from them, whatever the
 * filters.
 */
export const liveIn = (scope: SQL, suffix: string): SQL =>
  suffix === ''
    ? sql`${memberAccounts.deletedAt} is null`
    : sql`${memberAccounts.deletedAt} is null and ${memberAccounts.memberId} = any(array(select ${members.id}
        from ${members} where ${members.deletedAt} is null and ${scope}))`

const ofMember = ({ where, ...rest }: Filter): Filter => ({
  ...rest,
  where: sql`${memberAccounts.memberId} in (select ${members.id} from ${members} where ${where})`,
})

/**
 * By a text of the member. For administrators the page starts from the members found, as an array: the planner's
 * estimate of how many names contain a text is off by a hundred times, and a scan in sort order takes seconds.
 */
const named = (filter: Filter, suffix: string): Filter => {
  const { where, ...rest } = ofMember(filter)
  if (suffix !== '') return { where, ...rest }
  const found = sql`${memberAccounts.memberId} = any(array(select ${members.id} from ${members} where ${filter.where}))`
  return { ...rest, where: found, ofAll: where }
}

/** A whole number is looked up by equality, as a trigram search would read all numbers that share some digits. */
const byMobile = (suffix: string): Choice => ({
  choose: (text: string) =>
    checkMobile(text.trim()) === null
      ? { name: 'whole', ...ofMember(wholeMobile) }
      : { name: 'part', ...named(findingFilters.mobile, suffix) },
})
const wholeMobile: Filter = {
  where: sql`${members.deletedAt} is null and ${members.mobile} = ${sql.placeholder('mobile')}`,
  value: (text: string) => text.trim(),
}

export const listAccounts = salesList((scope, suffix) =>
  list<AccountRow, AccountQuery>({
    name: `member_accounts${suffix}`,
    always: liveIn(scope(members.ownerId), suffix),
    filters: {
      subProduct: equals(memberAccounts.subProduct, 'subProduct'),
      loginName: named(findingFilters.loginName, suffix),
      realName: named(findingFilters.realName, suffix),
      mobile: byMobile(suffix),
      enterprise: named(ofEnterpriseNamed('enterprise'), suffix),
      ownerId: ofMember(equals(members.ownerId, 'ownerId')),
      kind: equals(memberAccounts.grantKind, 'kind'),
      validity: validityFilter,
      status: equals(memberAccounts.status, 'status'),
      locked: ofMember(equals(members.locked, 'locked')),
      source: ofMember(equals(members.source, 'source')),
      endFrom: { where: sql`${memberAccounts.endsOn} >= ${sql.placeholder('endFrom')}::date` },
      endTo: { where: sql`${memberAccounts.endsOn} <= ${sql.placeholder('endTo')}::date` },
      silentDays: {
        where: sql`coalesce(${memberAccounts.lastSeenAt}, ${memberAccounts.openedAt})
          < now() - make_interval(days => ${sql.placeholder('silentDays')}::int)`,
      },
      isDouble: ofMember(doubled(members, members.loginName)),
      isSub: ofMember({ where: sql`(${members.mainId} is not null) = ${sql.placeholder('isSub')}::boolean` }),
    },
    sorts: accountSorts,
    usual: sql`${memberAccounts.openedAt} desc`,
    tie: memberAccounts.id,
    fields: rowFields,
    rows: (db) => selectAccounts(db),
    ids: (db, where) => db.select({ id: memberAccounts.id }).from(memberAccounts).where(where),
    matches: (db, where) => db.select({ n: sql`1` }).from(memberAccounts).where(where),
  }),
)

/** Includes deleted accounts: their logs, ledger and keys stay. */
export const subProductOfAnyAccount = (db: Executor, id: string) => subProductOfRow(db, memberAccounts, id)

/** The sub-product of a stored account; null where it does not exist. */
export async function subProductOfAccount(db: Executor, id: string): Promise<SubProductKey | null> {
  const [found] = await db
    .select({ subProduct: memberAccounts.subProduct })
    .from(memberAccounts)
    .where(and(eq(memberAccounts.id, id), isNull(memberAccounts.deletedAt)))
  return found?.subProduct ?? null
}

/** Those of the accounts that are live and in the viewer's scope, in any order. */
export const findAccounts = (db: Executor, viewer: Viewer, ids: readonly string[]): Promise<AccountRow[]> =>
  selectAccounts(db).where(and(inArray(memberAccounts.id, [...ids]), isLive, salesScope(viewer, members.ownerId)))

export async function findAccount(db: Executor, viewer: Viewer, id: string): Promise<AccountRow | undefined> {
  return (await findAccounts(db, viewer, [id]))[0]
}

/** Sign-ins and page views by day over the last `FIGURE_DAYS`, and their sums. */
export async function accountFigures(db: Db, id: string) {
  const from = sql`(current_date - ${sql.raw(String(FIGURE_DAYS - 1))})`
  const { rows } = await db.execute<{
    day: string
    sign_ins: number
    views: number
    downloads: number
    seconds: number
  }>(sql`
    select d.day::date::text as day,
      count(*) filter (where l.kind = 'signIn')::int as sign_ins,
      count(*) filter (where l.kind in ('view', 'search'))::int as views,
      count(*) filter (where l.kind in ('download', 'export'))::int as downloads,
      coalesce(sum(l.seconds), 0)::int as seconds
    from generate_series(${from}, current_date, interval '1 day') as d(day)
    left join account_logs l on l.account_id = ${id} and l.at >= ${from}::timestamp at time zone 'Asia/Shanghai'
      and (l.at at time zone 'Asia/Shanghai')::date = d.day::date
    group by d.day order by d.day`)
  const { rows: grantRows } = await db.execute<{ validity: Validity; count: number }>(sql`
    select ${validityOf({ status: sql`'enabled'`, startsOn: grants.startsOn, endsOn: grants.endsOn })} as validity,
      count(*)::int as count
    from ${grants} where ${grants.accountId} = ${id} and ${grants.revokedAt} is null group by 1 order by 1`)
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0)
  return {
    visits: sum((row) => row.sign_ins + row.views),
    minutes: Math.round(sum((row) => row.seconds) / 60),
    downloads: sum((row) => row.downloads),
    days: rows.map((row) => ({ day: row.day, signIns: row.sign_ins, views: row.views })),
    grants: grantRows,
  }
}
