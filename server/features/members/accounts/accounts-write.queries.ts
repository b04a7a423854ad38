// Locks and writes members and their accounts. Enterprises are locked before accounts, accounts before members, each by
// rising ids, so that no two acts deadlock (locks.test.ts).
import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Author } from '#server/core/core.ts'
import { insertRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { enterprises, memberAccounts, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'

type MemberValues = Omit<typeof members.$inferInsert, 'id' | 'version' | 'createdAt' | 'updatedAt'>
type AccountValues = Omit<typeof memberAccounts.$inferInsert, 'id' | 'version' | 'updatedAt'>

const stamp = { updatedAt: sql`now()` }
const bump = (column: typeof members.version | typeof memberAccounts.version) => sql`${column} + 1`

/** The live accounts, with their members; both locked. */
export async function lockLive(tx: Tx, ids: readonly string[]) {
  const accounts = await tx
    .select()
    .from(memberAccounts)
    .where(and(inArray(memberAccounts.id, [...ids]), isNull(memberAccounts.deletedAt)))
    .orderBy(asc(memberAccounts.id))
    .for('no key update')
  await lockMembers(
    tx,
    accounts.map(({ memberId }) => memberId),
  )
  return accounts
}

const lockMembers = (tx: Tx, ids: readonly string[]) =>
  tx
    .select()
    .from(members)
    .where(and(inArray(members.id, [...ids]), isNull(members.deletedAt)))
    .orderBy(asc(members.id))
    .for('no key update')

export const insertMember = (tx: Tx, values: MemberValues): Promise<string> => insertRow(tx, members, values)

/** Opens a new account, or reopens a deleted one. */
export async function upsertAccount(tx: Tx, values: AccountValues): Promise<{ id: string; isNew: boolean }> {
  const [row] = await tx
    .insert(memberAccounts)
    .values(values)
    .onConflictDoUpdate({
      target: [memberAccounts.memberId, memberAccounts.subProduct],
      set: {
        ...stamp,
        version: bump(memberAccounts.version),
        status: 'enabled',
        subQuota: values.subQuota ?? 0,
        modules: values.modules ?? [],
        dailyQuestions: values.dailyQuestions ?? null,
        openedAt: sql`now()`,
        deletedAt: null,
      },
      setWhere: sql`${memberAccounts.deletedAt} is not null`,
    })
    .returning({ id: memberAccounts.id, version: memberAccounts.version })
  return row ? { id: row.id, isNew: true } : { id: '', isNew: false }
}

export const updateMember = (tx: Tx, id: string, values: Partial<MemberValues> | Record<string, unknown>) =>
  tx
    .update(members)
    .set({ ...(values as Partial<MemberValues>), ...stamp, version: bump(members.version) })
    .where(eq(members.id, id))

/** Ends the member's sessions in all sub-products, which learn it at their next poll. */
export const clearSessions = (tx: Tx, id: string) => updateMember(tx, id, { sessionsClearedAt: sql`now()` })

export const updateAccount = (tx: Tx, id: string, values: Partial<AccountValues>) =>
  tx
    .update(memberAccounts)
    .set({ ...values, ...stamp, version: bump(memberAccounts.version) })
    .where(eq(memberAccounts.id, id))

export const deleteAccounts = (tx: Tx, ids: readonly string[]) =>
  tx
    .update(memberAccounts)
    .set({ status: 'disabled', deletedAt: sql`now()`, ...stamp, version: bump(memberAccounts.version) })
    .where(inArray(memberAccounts.id, [...ids]))

/** Deletes those of the members who have no account left. */
export const deleteMembersWithout = (tx: Tx, ids: readonly string[]) =>
  tx
    .update(members)
    .set({ deletedAt: sql`now()`, sessionsClearedAt: sql`now()`, ...stamp, version: bump(members.version) })
    .where(
      and(
        inArray(members.id, [...ids]),
        isNull(members.deletedAt),
        sql`not exists (select 1 from ${memberAccounts} a where a.member_id = ${members.id} and a.deleted_at is null)`,
      ),
    )
    .returning({ id: members.id })

/** Number of sub-accounts by main member and sub-product. */
export async function countSubs(db: Executor, mainIds: readonly string[]) {
  if (mainIds.length === 0) return []
  return db
    .select({
      mainId: sql<string>`${members.mainId}::text`,
      subProduct: memberAccounts.subProduct,
      count: sql<number>`count(*)::int`,
    })
    .from(members)
    .innerJoin(memberAccounts, eq(memberAccounts.memberId, members.id))
    .where(and(inArray(members.mainId, [...mainIds]), isNull(members.deletedAt), isNull(memberAccounts.deletedAt)))
    .groupBy(members.mainId, memberAccounts.subProduct)
}

/** Which of a login name and a mobile number another member has. */
export async function findTaken(db: Executor, values: { id?: string | undefined; loginName: string; mobile: string }) {
  const others = await db
    .select({
      loginName: sql<boolean>`text_key(${members.loginName}) = text_key(${values.loginName})`,
      mobile: sql<boolean>`${members.mobile} = ${values.mobile}`,
    })
    .from(members)
    .where(
      and(
        isNull(members.deletedAt),
        values.id === undefined ? undefined : ne(members.id, values.id),
        sql`(text_key(${members.loginName}) = text_key(${values.loginName}) or ${members.mobile} = ${values.mobile})`,
      ),
    )
  return { loginName: others.some((each) => each.loginName), mobile: others.some((each) => each.mobile) }
}

/** An enterprise in the viewer's scope, locked against changes. */
export async function holdEnterprise(tx: Tx, viewer: Viewer, id: string) {
  const [row] = await tx
    .select({ id: enterprises.id, name: enterprises.name, ownerId: enterprises.ownerId })
    .from(enterprises)
    .where(and(eq(enterprises.id, id), salesScope(viewer, enterprises.ownerId)))
    .for('share')
  return row
}

export async function isEnterpriseName(db: Executor, name: string): Promise<boolean> {
  const found = await db
    .select({ id: enterprises.id })
    .from(enterprises)
    .where(sql`text_key(${enterprises.name}) = text_key(${name})`)
  return found.length > 0
}

export const insertEnterprise = (tx: Tx, name: string, ownerId: string | null): Promise<string> =>
  insertRow(tx, enterprises, { name, ownerId })

/** Whether that person works here and is in the viewer's scope as an owner. */
export async function isOwnerInScope(db: Executor, viewer: Viewer, ownerId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, ownerId), isNull(users.deletedAt), eq(users.status, 'enabled'), salesScope(viewer, users.id)),
    )
  return found.length > 0
}

export const recordOwner = (
  tx: Tx,
  by: Author,
  change: { memberId: string; fromId: string | null; toId: string | null; reason: string },
) =>
  tx.insert(ownerChanges).values({
    target: 'member',
    targetId: change.memberId,
    fromId: change.fromId,
    toId: change.toId,
    reason: change.reason,
    actorId: by.id,
    actorName: by.name,
    requestId: by.requestId,
  })

/** The main member of a sub-account; null for a main one. Not locked: read again where that matters. */
export async function mainOf(db: Executor, memberId: string): Promise<string | null> {
  const [row] = await db.select({ mainId: members.mainId }).from(members).where(eq(members.id, memberId))
  return row?.mainId ?? null
}

export const memberIdsOf = async (db: Executor, accountIds: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectDistinct({ id: memberAccounts.memberId })
      .from(memberAccounts)
      .where(inArray(memberAccounts.id, [...accountIds]))
  ).map(({ id }) => id)

/** The live account of a member in a sub-product, locked. */
export async function lockAccountOf(tx: Tx, memberId: string, subProduct: SubProductKey) {
  const [row] = await tx
    .select()
    .from(memberAccounts)
    .where(
      and(
        eq(memberAccounts.memberId, memberId),
        eq(memberAccounts.subProduct, subProduct),
        isNull(memberAccounts.deletedAt),
      ),
    )
    .for('no key update')
  return row
}

export const liveAccountsOf = (db: Executor, memberIds: readonly string[]) =>
  db
    .select({ id: memberAccounts.id, memberId: memberAccounts.memberId, subProduct: memberAccounts.subProduct })
    .from(memberAccounts)
    .where(and(inArray(memberAccounts.memberId, [...memberIds]), isNull(memberAccounts.deletedAt)))
    .orderBy(asc(memberAccounts.id))

/** Members whose sessions were ended since then, the earliest first. */
export const listCleared = (db: Db, { since, after, limit }: { since: string; after: string; limit: number }) =>
  db
    .select({ id: members.id, loginName: members.loginName, clearedAt: members.sessionsClearedAt })
    .from(members)
    .where(
      sql`${members.sessionsClearedAt} is not null
        and (${members.sessionsClearedAt}, ${members.id}) > (${since}::timestamptz, ${after}::bigint)`,
    )
    .orderBy(asc(members.sessionsClearedAt), asc(members.id))
    .limit(limit)

/** Members with their sub-accounts, locked in one statement, as a sub-account may have a lower id than its main one. */
export const lockFamilies = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({ id: members.id, ownerId: members.ownerId })
    .from(members)
    .where(and(isNull(members.deletedAt), or(inArray(members.id, [...ids]), inArray(members.mainId, [...ids]))))
    .orderBy(asc(members.id))
    .for('no key update')

/** Moves a main account's member and its sub-accounts to another enterprise. @returns their previous owners */
export async function moveMembers(tx: Tx, mainId: string, values: { enterpriseId: string; ownerId: string | null }) {
  const found = await lockFamilies(tx, [mainId])
  await tx
    .update(members)
    .set({ ...values, ...stamp, version: bump(members.version) })
    .where(
      inArray(
        members.id,
        found.map(({ id }) => id),
      ),
    )
  return found
}

/** Locks these members, all their accounts and, for the places, those of their main ones, before opening accounts. */
export async function lockWithMains(tx: Tx, memberIds: readonly string[]): Promise<void> {
  const among = sql.param([...memberIds])
  await tx
    .select({ id: memberAccounts.id })
    .from(memberAccounts)
    .where(
      sql`${memberAccounts.deletedAt} is null and ${memberAccounts.memberId} in (
        select unnest(${among}::bigint[]) union select m.main_id from ${members} m where m.id = any(${among}::bigint[]))`,
    )
    .orderBy(asc(memberAccounts.id))
    .for('no key update')
  await lockMembers(tx, memberIds)
}
