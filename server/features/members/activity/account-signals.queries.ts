// Signals: detected in the logs, listed and handled; and accounts that nobody uses any more.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { SignalKind, SignalQuery, SignalRow, SignalState, SignalUse } from '#contract/members/account-signals.ts'
import { SIGNAL_ADDRESSES, SIGNAL_DEVICES, SIGNAL_HOURS, SIGNAL_SAMPLES } from '#contract/members/account-signals.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { endOfDay, equals, type Filter, list, nameHas, oneOf, startOfDay } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { accountLogs, accountSignals } from '#server/db/schema/members/account-logs.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'

/** Kinds of the open signals of the outer row's account, as a column of account lists. */
export const openSignalKinds = sql<SignalKind[]>`array(select open.kind from ${accountSignals} open
  where open.account_id = ${memberAccounts}.id and open.handled_at is null order by 1)`

/** Kinds of the open signals by account id; accounts without any are left out. */
export async function openSignalsOf(db: Executor, accountIds: readonly string[]): Promise<Map<string, SignalKind[]>> {
  const found = new Map<string, SignalKind[]>()
  if (accountIds.length === 0) return found
  const rows = await db
    .select({ accountId: accountSignals.accountId, kind: accountSignals.kind })
    .from(accountSignals)
    .where(and(inArray(accountSignals.accountId, [...accountIds]), isNull(accountSignals.handledAt)))
    .orderBy(accountSignals.kind)
  for (const { accountId, kind } of rows) found.set(accountId, [...(found.get(accountId) ?? []), kind])
  return found
}

/** Column whose distinct values each kind counts, and the threshold. */
const counted = {
  addresses: { column: accountLogs.address, from: SIGNAL_ADDRESSES },
  devices: { column: accountLogs.device, from: SIGNAL_DEVICES },
} as const satisfies Record<SignalKind, unknown>

export type FoundSignal = { id: string; accountId: string; kind: SignalKind; count: number; isNew: boolean }

/**
 * Counts the last `SIGNAL_HOURS` again for one kind: inserts new signals and updates open ones. Failed sign-ins do not
 * count, as they are somebody else's attempts, nor does what came before the last handling.
 */
export async function findSignals(tx: Tx, kind: SignalKind): Promise<FoundSignal[]> {
  const { column, from } = counted[kind]
  const { rows } = await tx.execute<FoundSignal>(sql`
    with handled as (
      select account_id, max(handled_at) as at from ${accountSignals} where kind = ${kind} group by 1),
    used as (
      select ${accountLogs.accountId} as account_id, ${column} as name, min(${accountLogs.at}) as first_at,
        max(${accountLogs.at}) as last_at
      from ${accountLogs} left join handled on handled.account_id = ${accountLogs.accountId}
      where ${accountLogs.at} > now() - make_interval(hours => ${SIGNAL_HOURS}) and ${accountLogs.at} <= now()
        and ${accountLogs.at} > coalesce(handled.at, '-infinity')
        and ${accountLogs.kind} <> 'failed' and ${column} <> ''
      group by 1, 2),
    flagged as (
      select used.account_id, count(*)::int as count, min(first_at) as from_at, max(last_at) as to_at,
        (array_agg(name order by last_at desc, name))[1:${sql.raw(String(SIGNAL_SAMPLES))}] as samples
      from used join ${memberAccounts} account on account.id = used.account_id and account.deleted_at is null
      group by 1 having count(*) >= ${from})
    insert into ${accountSignals} as open (account_id, kind, count, samples, from_at, to_at)
    select account_id, ${kind}, count, samples, from_at, to_at from flagged order by account_id
    on conflict (account_id, kind) where handled_at is null do update set
      count = greatest(open.count, excluded.count), samples = excluded.samples,
      from_at = least(open.from_at, excluded.from_at), to_at = greatest(open.to_at, excluded.to_at)
    returning open.id::text, open.account_id::text as "accountId", open.kind, open.count,
      (open.xmax = 0) as "isNew"`)
  return rows
}

export type SignalOwner = { accountId: string; ownerId: string; loginName: string; subProduct: SubProductKey }

/** Owners of these accounts; accounts in the pool are left out. */
export const findOwners = async (tx: Tx, accountIds: readonly string[]): Promise<SignalOwner[]> => {
  const rows = await tx
    .select({
      accountId: memberAccounts.id,
      ownerId: sql<string>`${members.ownerId}::text`,
      loginName: members.loginName,
      subProduct: memberAccounts.subProduct,
    })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(inArray(memberAccounts.id, [...accountIds]), sql`${members.ownerId} is not null`))
    .orderBy(memberAccounts.id)
  return rows
}

const state = sql<SignalState>`case when ${accountSignals.handledAt} is null then 'open' else 'handled' end`
const nameOfUser = (id: SQL | typeof members.ownerId | typeof accountSignals.handledBy) =>
  sql<string | null>`(select person.real_name from ${users} person where person.id = ${id})`

const row = {
  id: accountSignals.id,
  accountId: accountSignals.accountId,
  subProduct: memberAccounts.subProduct,
  loginName: members.loginName,
  realName: members.realName,
  enterprise: enterprises.name,
  ownerName: nameOfUser(members.ownerId),
  kind: accountSignals.kind,
  count: accountSignals.count,
  samples: accountSignals.samples,
  fromAt: accountSignals.fromAt,
  toAt: accountSignals.toAt,
  foundAt: accountSignals.foundAt,
  state: state,
  handledAt: accountSignals.handledAt,
  handledByName: nameOfUser(accountSignals.handledBy),
  remark: accountSignals.remark,
}

const selectRows = (db: Executor) =>
  db
    .select(row)
    .from(accountSignals)
    .innerJoin(memberAccounts, eq(memberAccounts.id, accountSignals.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))

const ofAccount = (condition: SQL): SQL => sql`select ${memberAccounts.id} from ${memberAccounts}
  join ${members} on ${members.id} = ${memberAccounts.memberId}
  join ${enterprises} on ${enterprises.id} = ${members.enterpriseId} where ${condition}`
const by = ({ where, ...rest }: Filter): Filter => ({
  ...rest,
  where: sql`${accountSignals.accountId} in (${ofAccount(where)})`,
})

/** Counts need no join; within a scope the accounts come first, as an array. */
export const listSignals = salesList((scope, suffix) =>
  list<SignalRow, SignalQuery>({
    name: `account_signals${suffix}`,
    always:
      suffix === '' ? sql`true` : sql`${accountSignals.accountId} = any(array(${ofAccount(scope(members.ownerId))}))`,
    filters: {
      loginName: by(nameHas(members.loginName, 'loginName')),
      realName: by(nameHas(members.realName, 'realName', members.spelling)),
      enterprise: by(nameHas(enterprises.name, 'enterprise', enterprises.spelling)),
      subProduct: by(equals(memberAccounts.subProduct, 'subProduct')),
      kind: equals(accountSignals.kind, 'kind'),
      state: oneOf({
        open: sql`${accountSignals.handledAt} is null`,
        handled: sql`${accountSignals.handledAt} is not null`,
      }),
      ownerId: by(equals(members.ownerId, 'ownerId')),
      from: { where: sql`${accountSignals.foundAt} >= ${startOfDay('from')}` },
      to: { where: sql`${accountSignals.foundAt} < ${endOfDay('to')}` },
    },
    sorts: { foundAt: accountSignals.foundAt, count: accountSignals.count, toAt: accountSignals.toAt },
    usual: sql`(${accountSignals.handledAt} is not null), ${accountSignals.foundAt} desc`,
    tie: accountSignals.id,
    fields: row,
    rows: (db) => selectRows(db),
    ids: (db, where) => db.select({ id: accountSignals.id }).from(accountSignals).where(where),
    matches: (db, where) => db.select({ n: sql`1` }).from(accountSignals).where(where),
  }),
)

/** One signal within the scope. */
export async function getSignalRow(db: Executor, viewer: Viewer, id: string): Promise<SignalRow | undefined> {
  const [found] = await selectRows(db).where(and(eq(accountSignals.id, id), salesScope(viewer, members.ownerId)))
  return found
}

/** What the account used in the time of a signal, the latest first, up to the limit. */
const USES_MOST = 50

export async function listUses(
  db: Executor,
  { accountId, kind, fromAt, toAt }: Pick<SignalRow, 'accountId' | 'kind' | 'fromAt' | 'toAt'>,
): Promise<SignalUse[]> {
  const { column } = counted[kind]
  return db
    .select({
      name: sql<string>`${column}`,
      acts: sql<number>`count(*)::int`,
      firstAt: sql<string>`min(${accountLogs.at})`.mapWith(accountLogs.at),
      lastAt: sql<string>`max(${accountLogs.at})`.mapWith(accountLogs.at),
    })
    .from(accountLogs)
    .where(
      sql`${accountLogs.accountId} = ${accountId} and ${accountLogs.at} >= ${fromAt} and ${accountLogs.at} <= ${toAt}
        and ${column} <> '' and ${accountLogs.kind} <> 'failed'`,
    )
    .groupBy(sql`1`)
    .orderBy(sql`4 desc, 1`)
    .limit(USES_MOST)
}

const EARLIER_MOST = 20

export const listEarlier = (db: Executor, { id, accountId, kind }: Pick<SignalRow, 'id' | 'accountId' | 'kind'>) =>
  db
    .select({
      id: accountSignals.id,
      count: accountSignals.count,
      foundAt: accountSignals.foundAt,
      handledAt: sql<string>`${accountSignals.handledAt}`.mapWith(accountSignals.handledAt),
      handledByName: nameOfUser(accountSignals.handledBy),
      remark: accountSignals.remark,
    })
    .from(accountSignals)
    .where(
      sql`${accountSignals.accountId} = ${accountId} and ${accountSignals.kind} = ${kind}
        and ${accountSignals.id} <> ${id} and ${accountSignals.handledAt} is not null`,
    )
    .orderBy(sql`${accountSignals.handledAt} desc`)
    .limit(EARLIER_MOST)

export type SignalToHandle = {
  id: string
  name: string
  accountId: string
  kind: SignalKind
  handledAt: string | null
  remark: string
}

/** Signals of these ids within the scope, locked by rising ids. */
export const lockSignals = (tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<SignalToHandle[]> =>
  tx
    .select({
      id: accountSignals.id,
      name: members.loginName,
      accountId: accountSignals.accountId,
      kind: accountSignals.kind,
      handledAt: accountSignals.handledAt,
      remark: accountSignals.remark,
    })
    .from(accountSignals)
    .innerJoin(memberAccounts, eq(memberAccounts.id, accountSignals.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(inArray(accountSignals.id, [...ids]), salesScope(viewer, members.ownerId)))
    .orderBy(accountSignals.id)
    .for('update', { of: accountSignals })

export const markHandled = (tx: Tx, id: string, userId: string, remark: string) =>
  tx.update(accountSignals).set({ handledAt: sql`now()`, handledBy: userId, remark }).where(eq(accountSignals.id, id))

export const markOpen = (tx: Tx, id: string) =>
  tx.update(accountSignals).set({ handledAt: null, handledBy: null, remark: '' }).where(eq(accountSignals.id, id))

export async function hasOpenSignal(tx: Tx, { accountId, kind }: Pick<SignalToHandle, 'accountId' | 'kind'>) {
  const found = await tx
    .select({ id: accountSignals.id })
    .from(accountSignals)
    .where(
      and(eq(accountSignals.accountId, accountId), eq(accountSignals.kind, kind), isNull(accountSignals.handledAt)),
    )
  return found.length > 0
}

/** A valid account that was neither used nor opened within the last so many days. */
export const isSilent = (days: number): SQL<boolean> => sql<boolean>`(${memberAccounts.deletedAt} is null
  and ${memberAccounts.status} = 'enabled'
  and ${memberAccounts.startsOn} <= current_date and ${memberAccounts.endsOn} >= current_date
  and coalesce(${memberAccounts.lastSeenAt}, ${memberAccounts.openedAt}) < now() - make_interval(days => ${days}))`

export type SilentAccount = {
  accountId: string
  subProduct: SubProductKey
  loginName: string
  realName: string
  enterprise: string
  endsOn: string | null
  lastSeenAt: string | null
}

/** Longest silent first; accounts that were never used come before all others. */
export const silentAccounts = (
  db: Executor,
  viewer: Viewer,
  criteria: { subProducts: readonly SubProductKey[]; days: number; limit: number },
): Promise<SilentAccount[]> =>
  db
    .select({
      accountId: memberAccounts.id,
      subProduct: memberAccounts.subProduct,
      loginName: members.loginName,
      realName: members.realName,
      enterprise: enterprises.name,
      endsOn: memberAccounts.endsOn,
      lastSeenAt: memberAccounts.lastSeenAt,
    })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(
      and(
        inArray(memberAccounts.subProduct, [...criteria.subProducts]),
        isSilent(criteria.days),
        isNull(members.deletedAt),
        salesScope(viewer, members.ownerId),
      ),
    )
    .orderBy(sql`${memberAccounts.lastSeenAt} nulls first, ${memberAccounts.id}`)
    .limit(criteria.limit)
