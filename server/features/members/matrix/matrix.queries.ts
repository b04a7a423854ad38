// The matrix of one customer as it is stored: members with their accounts, and the acts that changed them.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { MatrixRow } from '#contract/members/matrix.ts'
import type { GrantAction, GrantVia, Validity } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { nextGrant, validityOf } from '../accounts/accounts.queries.ts'
import { isUntouched } from '../grants/grant-undo.queries.ts'

const main = alias(members, 'main')

/** Most members that the matrix shows. */
const ROWS_MAX = 200

type Wanted = { enterpriseId: string; member?: string | undefined; validity?: Validity | undefined }

const ofEnterprise = (viewer: Viewer, enterpriseId: string): SQL =>
  sql`${members.enterpriseId} = ${enterpriseId} and ${members.deletedAt} is null and ${salesScope(viewer, members.ownerId)}`

export async function readMatrix(db: Db, viewer: Viewer, { enterpriseId, member, validity }: Wanted) {
  const named = member?.trim()
    ? sql`(text_key(${members.loginName}) like ${keyPart(member)} or ${hasName(members.realName, keyPart(member), members.spelling)})`
    : undefined
  const having = validity
    ? sql`exists (select 1 from ${memberAccounts} where ${memberAccounts.memberId} = ${members}.id
        and ${memberAccounts.deletedAt} is null and ${validityOf()} = ${validity})`
    : undefined
  const where = and(ofEnterprise(viewer, enterpriseId), named, having)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(members).where(where)
  const rows = await db
    .select({
      id: members.id,
      mainId: members.mainId,
      loginName: members.loginName,
      realName: members.realName,
      locked: members.locked,
      ownerName: sql<string>`coalesce(${users.realName}, '')`,
    })
    .from(members)
    .leftJoin(users, eq(users.id, members.ownerId))
    .where(where)
    .orderBy(sql`coalesce(${members.mainId}, ${members.id}), ${members.mainId} nulls first, ${members.id}`)
    .limit(ROWS_MAX)
  const cells = await db
    .select({
      memberId: memberAccounts.memberId,
      subProduct: memberAccounts.subProduct,
      accountId: memberAccounts.id,
      validity: validityOf(),
      kind: memberAccounts.grantKind,
      startsOn: memberAccounts.startsOn,
      endsOn: memberAccounts.endsOn,
      next: nextGrant,
      products: sql<number>`(select count(*)::int from ${grants} g where g.account_id = ${memberAccounts}.id and g.revoked_at is null)`,
    })
    .from(memberAccounts)
    .where(
      and(
        isNull(memberAccounts.deletedAt),
        inArray(
          memberAccounts.memberId,
          rows.map(({ id }) => id),
        ),
      ),
    )
  const byMember = Map.groupBy(cells, ({ memberId }) => memberId)
  const found: MatrixRow[] = rows.map((row) => ({
    ...row,
    cells: (byMember.get(row.id) ?? []).map(({ memberId: _, ...cell }) => cell),
  }))
  return { total: counted?.total ?? 0, members: found }
}

/** Members of the enterprise within scope, locked by rising ids; their accounts have been locked before. */
export const lockMatrixMembers = (tx: Tx, viewer: Viewer, enterpriseId: string, ids: readonly string[]) =>
  tx
    .select({
      id: members.id,
      mainId: members.mainId,
      mainName: sql<string>`coalesce(${main.loginName}, '')`,
      loginName: members.loginName,
      realName: members.realName,
      locked: members.locked,
    })
    .from(members)
    .leftJoin(main, eq(main.id, members.mainId))
    .where(and(ofEnterprise(viewer, enterpriseId), inArray(members.id, [...ids])))
    .orderBy(members.id)
    .for('no key update', { of: members })

/** Accounts of these members and of their main accounts; callers check the scope once these are locked. */
export const accountsOfMembers = (tx: Tx, memberIds: readonly string[]) =>
  tx
    .select({
      id: memberAccounts.id,
      memberId: memberAccounts.memberId,
      subProduct: memberAccounts.subProduct,
      status: memberAccounts.status,
      subQuota: memberAccounts.subQuota,
    })
    .from(memberAccounts)
    .where(
      and(
        isNull(memberAccounts.deletedAt),
        sql`${memberAccounts.memberId} in (select coalesce(main_id, id) from ${members} where ${inArray(members.id, [...memberIds])}
          union select id from ${members} where ${inArray(members.id, [...memberIds])})`,
      ),
    )

export type StoredAct = {
  id: string
  at: string
  via: GrantVia
  reason: string
  actorName: string
  undoneBy: string | null
}

/** Acts on members of the enterprise within scope, newest first. */
const actsOf = (viewer: Viewer, enterpriseId: string) => sql`select distinct c.act_id as id
  from ${grantChanges} c join ${memberAccounts} a on a.id = c.account_id join ${members} on ${members.id} = a.member_id
  where ${ofEnterprise(viewer, enterpriseId)}`

export async function listActs(
  db: Db,
  viewer: Viewer,
  enterpriseId: string,
  { limit, offset, ascending }: { limit: number; offset: number; ascending: boolean },
): Promise<{ total: number; acts: StoredAct[] }> {
  const found = actsOf(viewer, enterpriseId)
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${found}) f`)
  const acts = await db
    .select({
      id: grantActs.id,
      at: grantActs.at,
      via: grantActs.via,
      reason: grantActs.reason,
      actorName: sql<string>`coalesce(${users.realName}, ${grantActs.actorName})`,
      undoneBy: grantActs.undoneBy,
    })
    .from(grantActs)
    .leftJoin(users, eq(users.id, grantActs.actorId))
    .where(sql`${grantActs.id} in (${found})`)
    .orderBy(ascending ? sql`${grantActs.id}` : sql`${grantActs.id} desc`)
    .limit(limit)
    .offset(offset)
  return { total: rows[0]?.total ?? 0, acts }
}

const isSeenBy = (viewer: Viewer, enterpriseId: string) => sql<boolean>`(${ofEnterprise(viewer, enterpriseId)})`
export type ActCell = {
  actId: string
  loginName: string
  subProduct: SubProductKey
  action: GrantAction
  products: number
}

/** Changes of these acts in this enterprise, by account. */
export const cellsOfActs = (
  db: Db,
  viewer: Viewer,
  enterpriseId: string,
  actIds: readonly string[],
): Promise<ActCell[]> =>
  db
    .select({
      actId: grantChanges.actId,
      loginName: members.loginName,
      subProduct: grantChanges.subProduct,
      action: grantChanges.action,
      products: sql<number>`count(*)::int`,
    })
    .from(grantChanges)
    .innerJoin(memberAccounts, eq(memberAccounts.id, grantChanges.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(inArray(grantChanges.actId, [...actIds]), isSeenBy(viewer, enterpriseId)))
    .groupBy(grantChanges.actId, members.id, members.loginName, grantChanges.subProduct, grantChanges.action)
    .orderBy(members.id)

/** Which acts can be undone: all their changes are of this enterprise, in scope, on live accounts, and still stand. */
export async function undoableActs(db: Db, viewer: Viewer, enterpriseId: string, actIds: readonly string[]) {
  const found = await db
    .select({
      actId: grantChanges.actId,
      isOurs: sql<boolean>`bool_and(${isSeenBy(viewer, enterpriseId)})`,
      isUntouched: sql<boolean>`bool_and(${isUntouched} and ${memberAccounts.deletedAt} is null)`,
    })
    .from(grantChanges)
    .innerJoin(grants, eq(grants.id, grantChanges.grantId))
    .innerJoin(memberAccounts, eq(memberAccounts.id, grantChanges.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(inArray(grantChanges.actId, [...actIds]))
    .groupBy(grantChanges.actId)
  return new Set(found.filter((act) => act.isOurs && act.isUntouched).map(({ actId }) => actId))
}
