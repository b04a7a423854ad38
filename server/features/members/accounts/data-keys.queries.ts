// Data keys (API keys of customers) as they are stored, and their usage. Hashes never leave this file.

import { and, asc, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { DataKeyRow, DataSet, UsageRow, UsageSpan } from '#contract/members/data-keys.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import { insertRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { dataKeyDays, dataKeys } from '#server/db/schema/members/partners.ts'
import { isLive } from './accounts.queries.ts'

export async function subProductOfKey(db: Executor, keyId: string): Promise<SubProductKey | null> {
  const [found] = await db
    .select({ subProduct: memberAccounts.subProduct })
    .from(dataKeys)
    .innerJoin(memberAccounts, eq(memberAccounts.id, dataKeys.accountId))
    .where(eq(dataKeys.id, keyId))
  return found?.subProduct ?? null
}

/** An account in the viewer's scope, with its login name. */
export async function findAccount(db: Executor, viewer: Viewer, accountId: string) {
  const [found] = await db
    .select({ id: memberAccounts.id, loginName: members.loginName })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(eq(memberAccounts.id, accountId), isLive, salesScope(viewer, members.ownerId)))
  return found ?? null
}

/** Locks the account, so that two concurrent requests cannot both take the last key. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx
    .select({ id: memberAccounts.id })
    .from(memberAccounts)
    .where(eq(memberAccounts.id, accountId))
    .for('no key update')
}

const dataSetsOf = sql<DataSet[]>`${dataKeys.dataSets}`
const callsToday = sql<number>`coalesce((select sum(${dataKeyDays.calls})::int from ${dataKeyDays}
  where ${dataKeyDays}.key_id = ${dataKeys}.id and ${dataKeyDays}.day = current_date), 0)`
const isExpired = sql<boolean>`coalesce(${dataKeys.endsOn} < current_date, false)`

const shown = {
  id: dataKeys.id,
  version: dataKeys.version,
  name: dataKeys.name,
  hint: dataKeys.hint,
  dataSets: dataSetsOf,
  addresses: dataKeys.addresses,
  dailyQuota: dataKeys.dailyQuota,
  endsOn: dataKeys.endsOn,
  isExpired,
  lastUsedAt: dataKeys.lastUsedAt,
  createdAt: dataKeys.createdAt,
  revokedAt: dataKeys.revokedAt,
  callsToday,
}

export const listKeysOf = (db: Executor, accountId: string): Promise<DataKeyRow[]> =>
  db
    .select(shown)
    .from(dataKeys)
    .where(eq(dataKeys.accountId, accountId))
    .orderBy(sql`${dataKeys.revokedAt} is not null`, desc(dataKeys.id))

export const countLiveKeys = (tx: Tx, accountId: string): Promise<number> =>
  tx.$count(dataKeys, and(eq(dataKeys.accountId, accountId), isNull(dataKeys.revokedAt)))

/** A key, locked; in the scope of the member's owner. */
export async function lockKey(tx: Tx, viewer: Viewer, id: string) {
  const [found] = await tx
    .select({ ...shown, accountId: dataKeys.accountId, loginName: members.loginName })
    .from(dataKeys)
    .innerJoin(memberAccounts, eq(memberAccounts.id, dataKeys.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(eq(dataKeys.id, id), isLive, salesScope(viewer, members.ownerId)))
    .for('update', { of: dataKeys })
  return found ?? null
}

type Values = typeof dataKeys.$inferInsert

export const insertKey = (tx: Tx, values: Values): Promise<string> => insertRow(tx, dataKeys, values)

export async function updateKey(tx: Tx, id: string, values: Partial<Values>): Promise<void> {
  await tx
    .update(dataKeys)
    .set({ ...values, version: sql`${dataKeys.version} + 1` })
    .where(eq(dataKeys.id, id))
}

export async function revokeKey(tx: Tx, id: string): Promise<void> {
  await tx
    .update(dataKeys)
    .set({ revokedAt: sql`now()`, version: sql`${dataKeys.version} + 1` })
    .where(eq(dataKeys.id, id))
}

/** Revokes the keys of accounts that are deleted. */
export const revokeKeysOf = (tx: Tx, accountIds: readonly string[]) =>
  tx
    .update(dataKeys)
    .set({ revokedAt: sql`now()`, version: sql`${dataKeys.version} + 1` })
    .where(and(inArray(dataKeys.accountId, [...accountIds]), isNull(dataKeys.revokedAt)))

type UsageQuery = { accountId: string; keyId?: string | undefined; days: UsageSpan }

export const readUsage = (db: Executor, { accountId, keyId, days }: UsageQuery): Promise<UsageRow[]> =>
  db
    .select({
      day: dataKeyDays.day,
      dataSet: sql<DataSet>`${dataKeyDays.dataSet}`,
      calls: sql<number>`sum(${dataKeyDays.calls})::int`,
      refused: sql<number>`sum(${dataKeyDays.refused})::int`,
    })
    .from(dataKeyDays)
    .innerJoin(dataKeys, eq(dataKeys.id, dataKeyDays.keyId))
    .where(
      and(
        eq(dataKeys.accountId, accountId),
        keyId === undefined ? undefined : eq(dataKeys.id, keyId),
        sql`${dataKeyDays.day} > current_date - ${days}::int`,
      ),
    )
    .groupBy(dataKeyDays.day, dataKeyDays.dataSet)
    .orderBy(asc(dataKeyDays.day), asc(dataKeyDays.dataSet))

/** Ids by hash and by hint; a hint that several keys share is left out. */
export async function findKeys(db: Executor, named: readonly string[]): Promise<Map<string, string>> {
  const names = [...named]
  const found = await db
    .select({ id: dataKeys.id, keyHash: dataKeys.keyHash, hint: dataKeys.hint })
    .from(dataKeys)
    .where(sql`(${inArray(dataKeys.keyHash, names)} or ${inArray(dataKeys.hint, names)})`)
  const byHint = Map.groupBy(found, ({ hint }) => hint)
  const alone = [...byHint].flatMap(([hint, [first, ...others]]) =>
    first && others.length === 0 ? [[hint, first.id] as const] : [],
  )
  return new Map([...alone, ...found.map(({ keyHash, id }) => [keyHash, id] as const)])
}

export type Counted = { keyId: string; day: string; dataSet: DataSet; calls: number; refused: number }

/** Adds to the counters; `rows` has each key, day and data set once. */
export async function addCalls(tx: Tx, rows: readonly Counted[]): Promise<void> {
  if (rows.length === 0) return
  // locks by rising ids: concurrent reports of the same keys cannot deadlock
  await tx
    .select({ id: dataKeys.id })
    .from(dataKeys)
    .where(
      inArray(
        dataKeys.id,
        rows.map(({ keyId }) => keyId),
      ),
    )
    .orderBy(asc(dataKeys.id))
    .for('no key update')
  await tx
    .insert(dataKeyDays)
    .values([...rows])
    .onConflictDoUpdate({
      target: [dataKeyDays.keyId, dataKeyDays.day, dataKeyDays.dataSet],
      set: {
        calls: sql`${dataKeyDays.calls} + excluded.calls`,
        refused: sql`${dataKeyDays.refused} + excluded.refused`,
      },
    })
  const used = rows.filter(({ calls }) => calls > 0)
  // the last second of an earlier day, now for today
  await tx.execute(sql`update ${dataKeys} as k set last_used_at = greatest(k.last_used_at,
      least(now(), (u.day + 1)::timestamp at time zone 'Asia/Shanghai' - interval '1 second'))
    from (select key_id, max(day) as day from unnest(${idArray(used.map(({ keyId }) => keyId))},
      ${sql.param(used.map(({ day }) => day))}::date[]) as x(key_id, day) group by key_id) as u
    where k.id = u.key_id`)
}

/**
 * Counts one call with a key today, on the data set that `dataSetOn` returns; as refused where the key lacks that data
 * set or the quota of the day is used up.
 */
export async function countCall(tx: Tx, keyId: string, dataSetOn: (today: string) => DataSet) {
  // locked before the counters are read, so that concurrent calls see each other
  const [key] = await tx
    .select({ dataSets: dataSetsOf, dailyQuota: dataKeys.dailyQuota, day: sql<string>`current_date::text` })
    .from(dataKeys)
    .where(eq(dataKeys.id, keyId))
    .for('no key update')
  if (!key) throw new Error('a key that was admitted is gone')
  const [used] = await tx.select({ calls: callsToday }).from(dataKeys).where(eq(dataKeys.id, keyId))
  const dataSet = dataSetOn(key.day)
  const isHeld = key.dataSets.includes(dataSet)
  const isLeft = (used?.calls ?? 0) < key.dailyQuota
  const isGood = isHeld && isLeft
  await addCalls(tx, [{ keyId, day: key.day, dataSet, calls: isGood ? 1 : 0, refused: isGood ? 0 : 1 }])
  return { dataSet, isHeld, isLeft }
}

/** Condition: the account may read the product today. */
export const isGrantedProduct = (accountId: string, productId: SQLWrapper): SQL => sql`exists (select 1 from ${grants}
  where ${grants.accountId} = ${accountId}::bigint and ${grants.revokedAt} is null
    and current_date between ${grants.startsOn} and ${grants.endsOn}
    and (${grants.productId} is null or ${grants.productId} = ${productId}))`

const selectStandings = (db: Executor) =>
  db
    .select({
      id: dataKeys.id,
      hint: dataKeys.hint,
      accountId: dataKeys.accountId,
      keyHash: dataKeys.keyHash,
      isRevoked: sql<boolean>`${dataKeys.revokedAt} is not null`,
      isExpired,
      dataSets: dataSetsOf,
      addresses: dataKeys.addresses,
      dailyQuota: dataKeys.dailyQuota,
      callsToday,
      isEnabled: sql<boolean>`${isLive} and ${memberAccounts.status} = 'enabled' and not ${members.locked}`,
      isGranted: sql<boolean>`exists (select 1 from ${grants} where ${grants.accountId} = ${memberAccounts.id}
        and ${grants.revokedAt} is null and current_date between ${grants.startsOn} and ${grants.endsOn})`,
    })
    .from(dataKeys)
    .innerJoin(memberAccounts, eq(memberAccounts.id, dataKeys.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))

/** What decides whether a key is valid now; null where there is none. */
export async function readStanding(db: Executor, keyHash: string) {
  const [found] = await selectStandings(db).where(eq(dataKeys.keyHash, keyHash))
  return found ?? null
}

export type Standing = NonNullable<Awaited<ReturnType<typeof readStanding>>>

/** The same of the keys of these accounts that are not revoked. */
export const standingsOf = (db: Executor, accountIds: readonly string[]): Promise<Standing[]> =>
  selectStandings(db).where(and(inArray(dataKeys.accountId, [...accountIds]), isNull(dataKeys.revokedAt)))
