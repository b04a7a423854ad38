// Logs of accounts as they are stored and read. A list reads a range of days, and so one or a few months.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AccountLogQuery, AccountLogRow, NearLog, SentLog } from '#contract/members/account-logs.ts'
import type { AccountLogKind } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { contains, endOfDay, equals, type Filter, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { accountLogs } from '#server/db/schema/members/account-logs.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { accountsOf } from '../accounts/accounts-of.queries.ts'
import { monthsOf, sortOut, type TakenLog } from './account-logs.rules.ts'

/** Account and member of a reported row: null where the login, or its account in that sub-product, does not exist. */
type FoundLog = { n: number; memberId: string | null; accountId: string | null }

/** Stores the rows of known accounts in one statement. @returns account and member of each row */
async function storeLogs(tx: Tx, taken: readonly TakenLog[]): Promise<FoundLog[]> {
  const { rows } = await tx.execute<FoundLog>(sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as input(n int, "loginName" text,
        "subProduct" text, kind text, at timestamptz, module text, detail text, address text, device text, seconds int)),
    found as materialized (
      select input.*, m.id as member_id, a.id as account_id from input
      left join ${members} m on text_key(m.login_name) = text_key(input."loginName") and m.deleted_at is null
      left join ${memberAccounts} a on a.member_id = m.id and a.sub_product = input."subProduct" and a.deleted_at is null),
    stored as (
      insert into ${accountLogs} (at, account_id, sub_product, kind, module, detail, address, device, seconds)
      select at, account_id, "subProduct", kind, module, detail, address, device, seconds from found
      where account_id is not null order by n)
    select n, member_id::text as "memberId", account_id::text as "accountId" from found order by n`)
  return rows
}

/** Moves the last-seen times forward, never back. Locks by rising ids, so that concurrent batches cannot deadlock. */
async function noteSeen(
  tx: Tx,
  table: typeof members | typeof memberAccounts,
  seen: ReadonlyMap<string, string>,
): Promise<void> {
  if (seen.size === 0) return
  const [ids, moments] = [[...seen.keys()], [...seen.values()]]
  await tx.execute(sql`update ${table} as target set last_seen_at = news.at from (
      select held.id, input.at
      from unnest(${idArray(ids)}, ${sql.param(moments)}::timestamptz[]) input(id, at)
      join ${table} held on held.id = input.id
      where held.last_seen_at is null or held.last_seen_at < input.at
      order by held.id for no key update of held) news
    where target.id = news.id and (target.last_seen_at is null or target.last_seen_at < news.at)`)
}

/** The latest time for each id; failed sign-ins do not count. ISO texts in UTC sort as times do. */
function lastSeen(
  taken: readonly TakenLog[],
  found: readonly FoundLog[],
  idOf: (row: FoundLog) => string | null,
): Map<string, string> {
  const seen = new Map<string, string>()
  for (const [at, row] of found.entries()) {
    const id = row.accountId === null ? null : idOf(row)
    const log = taken[at]
    if (id === null || !log || log.kind === 'failed') continue
    const known = seen.get(id)
    if (known === undefined || known < log.at) seen.set(id, log.at)
  }
  return seen
}

/** Stores rows and when their accounts and members were last seen. @returns account and member of each row */
export async function storeSeen(tx: Tx, taken: readonly TakenLog[]): Promise<FoundLog[]> {
  const found = taken.length > 0 ? await storeLogs(tx, taken) : []
  // accounts before members, as every act locks them
  await noteSeen(
    tx,
    memberAccounts,
    lastSeen(taken, found, ({ accountId }) => accountId),
  )
  await noteSeen(
    tx,
    members,
    lastSeen(taken, found, ({ memberId }) => memberId),
  )
  return found
}

type OwnLog = { kind: AccountLogKind; module: string; detail: string }

/** What an account did with the console itself, now. It is no sign of life of its own: whatever led here has left one. */
export const storeAccountLog = (tx: Tx, accountId: string, { kind, module, detail }: OwnLog): Promise<unknown> =>
  tx.execute(sql`insert into ${accountLogs} (at, account_id, sub_product, kind, module, detail, address, device)
    select now(), id, sub_product, ${kind}, ${module}, ${detail}, '', '' from ${memberAccounts} where id = ${accountId}::bigint`)

/** Stores what happened here, in the sign-in of members. */
export const noteLogs = (db: Db, rows: readonly SentLog[]): Promise<unknown> =>
  db.transaction((tx) => storeSeen(tx, sortOut(rows).taken))

const did = {
  id: sql<string>`${accountLogs.id}::text`,
  at: accountLogs.at,
  kind: accountLogs.kind,
  module: accountLogs.module,
  detail: accountLogs.detail,
  address: accountLogs.address,
  device: accountLogs.device,
  seconds: accountLogs.seconds,
}

const row = {
  ...did,
  accountId: accountLogs.accountId,
  loginName: members.loginName,
  realName: members.realName,
  enterprise: enterprises.name,
}

/** By the name of the member's enterprise. */
export const ofEnterpriseNamed = (name: string): Filter => {
  const { where, ...rest } = nameHas(enterprises.name, name, enterprises.spelling)
  return {
    ...rest,
    where: sql`${members.enterpriseId} in (select ${enterprises.id} from ${enterprises} where ${where})`,
  }
}

const byMember = ({ where, ...rest }: Filter): Filter => ({
  ...rest,
  where: sql`${accountLogs.accountId} in (${accountsOf(where)})`,
})

/** The months are literals in the statement, so that its cached plan reads only their partitions. */
function inMonths(query: AccountLogQuery) {
  const months = monthsOf(query)
  if (!months) return undefined
  const startOf = (day: string) => sql.raw(`'${day} 00:00:00+08'::timestamptz`)
  return {
    name: `months=${months.from},${months.to}`,
    where: sql`${accountLogs.at} >= ${startOf(months.from)} and ${accountLogs.at} < ${startOf(months.to)}`,
  }
}

/**
 * Counts need no join. Within a scope the accounts come first, as an array, so that the index on accounts serves
 * whatever the days: a generic plan, which does not know the days, would scan all rows of a week for one person.
 */
export const listAccountLogs = salesList((scope, suffix) =>
  list<AccountLogRow, AccountLogQuery>({
    name: `account_logs${suffix}`,
    always:
      suffix === '' ? sql`true` : sql`${accountLogs.accountId} = any(array(${accountsOf(scope(members.ownerId))}))`,
    filters: {
      subProduct: equals(accountLogs.subProduct, 'subProduct'),
      accountId: equals(accountLogs.accountId, 'accountId'),
      loginName: byMember(nameHas(members.loginName, 'loginName')),
      realName: byMember(nameHas(members.realName, 'realName', members.spelling)),
      enterprise: byMember(ofEnterpriseNamed('enterprise')),
      kind: equals(accountLogs.kind, 'kind'),
      module: contains(accountLogs.module, 'module'),
      address: contains(accountLogs.address, 'address'),
      device: contains(accountLogs.device, 'device'),
      from: { where: sql`${accountLogs.at} >= ${startOfDay('from')}` },
      to: { where: sql`${accountLogs.at} < ${endOfDay('to')}` },
    },
    known: inMonths,
    sorts: { at: accountLogs.at },
    usual: sql`${accountLogs.at} desc`,
    tie: accountLogs.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(accountLogs)
        .innerJoin(memberAccounts, eq(memberAccounts.id, accountLogs.accountId))
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(accountLogs).where(where),
  }),
)

type Place = { id: string; at: string }
const isPlace = ({ id, at }: Place) => and(sql`${accountLogs.id} = ${id}`, eq(accountLogs.at, at))

export async function subProductOfLog(db: Executor, place: Place): Promise<SubProductKey | null> {
  const [found] = await db.select({ key: accountLogs.subProduct }).from(accountLogs).where(isPlace(place))
  return found?.key ?? null
}

const ownerName = sql<string | null>`(select owner.real_name from ${users} owner where owner.id = ${members.ownerId})`

/** One row with its account and member, within the scope. */
export async function findLog(db: Executor, viewer: Viewer, place: Place) {
  const [found] = await db
    .select({ ...row, mobile: members.mobile, ownerName, lastSeenAt: memberAccounts.lastSeenAt })
    .from(accountLogs)
    .innerJoin(memberAccounts, eq(memberAccounts.id, accountLogs.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(and(isPlace(place), salesScope(viewer, members.ownerId)))
  return found
}

/** Most rows to show around one, itself included, and how far away in time they may be. */
const NEAR_MOST = 21
const NEAR: SQL = sql.raw(`interval '1 day'`)

/** What the account did right before and after, the latest first. */
export async function listNear(db: Executor, { accountId, at }: { accountId: string; at: string }): Promise<NearLog[]> {
  const moment = sql`${at}::timestamptz`
  const near = db
    .select(did)
    .from(accountLogs)
    .where(
      sql`${accountLogs.accountId} = ${accountId} and ${accountLogs.at} between ${moment} - ${NEAR} and ${moment} + ${NEAR}`,
    )
    .orderBy(sql`abs(extract(epoch from ${accountLogs.at} - ${moment})), ${accountLogs.id}`)
    .limit(NEAR_MOST)
  const found = await near
  return found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || Number(other.id) - Number(one.id))
}

/** The account that a page is filtered to, within the scope. */
export async function findNamedAccount(db: Executor, viewer: Viewer, accountId: string) {
  const [found] = await db
    .select({
      accountId: memberAccounts.id,
      loginName: members.loginName,
      realName: members.realName,
      enterprise: enterprises.name,
    })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(and(eq(memberAccounts.id, accountId), salesScope(viewer, members.ownerId)))
  return found
}
