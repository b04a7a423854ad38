// Members who come through a partner, in the sales scope of their own owners.

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PartnerMember, PartnerMemberQuery } from '#contract/members/partners.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { isInSalesScope, salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { list, nameHas } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { partnerMembers, partners } from '#server/db/schema/members/partners.ts'
import { users } from '#server/db/schema/organisation.ts'
import { productsIn } from './permission-sets.rules.ts'

const liveGrantsOf = sql`${grants} join ${memberAccounts} on ${memberAccounts.id} = ${grants.accountId}
  where ${memberAccounts.memberId} = ${members.id} and ${memberAccounts.deletedAt} is null
    and ${grants.revokedAt} is null and ${grants.endsOn} >= current_date`

const row = {
  id: members.id,
  loginName: members.loginName,
  realName: members.realName,
  mobile: members.mobile,
  enterpriseName: enterprises.name,
  ownerName: users.realName,
  grants: sql<number>`(select count(*)::int from ${liveGrantsOf})`,
  endsOn: sql<string | null>`(select max(${grants.endsOn})::text from ${liveGrantsOf})`,
}

export const listPartnerMembers = salesList((scope, suffix) =>
  list<PartnerMember, PartnerMemberQuery>({
    name: `partner_members${suffix}`,
    always: sql`${members.deletedAt} is null and ${scope(members.ownerId)}`,
    filters: {
      id: { where: sql`${partnerMembers.partnerId} = ${sql.placeholder('id')}` },
      loginName: nameHas(members.loginName, 'loginName'),
    },
    sorts: { loginName: members.loginName },
    usual: sql`${members.loginName} asc`,
    tie: members.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(partnerMembers)
        .innerJoin(members, eq(members.id, partnerMembers.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .leftJoin(users, eq(users.id, members.ownerId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(partnerMembers)
        .innerJoin(members, eq(members.id, partnerMembers.memberId))
        .where(where),
  }),
)

/** A member by login name, in scope, locked. */
export async function lockByLoginName(tx: Tx, viewer: Viewer, loginName: string) {
  const [found] = await tx
    .select({ id: members.id, locked: members.locked })
    .from(members)
    .where(
      and(
        sql`text_key(${members.loginName}) = text_key(${loginName})`,
        isNull(members.deletedAt),
        salesScope(viewer, members.ownerId),
      ),
    )
    .for('no key update')
  return found ?? null
}

/** The partner of a member, and whether it is in the viewer's scope; or null. */
export async function partnerOf(tx: Tx, viewer: Viewer, memberId: string) {
  const [found] = await tx
    .select({
      id: partners.id,
      name: partners.name,
      isVisible: isInSalesScope(viewer, partners.ownerId),
    })
    .from(partnerMembers)
    .innerJoin(partners, eq(partners.id, partnerMembers.partnerId))
    .where(eq(partnerMembers.memberId, memberId))
  return found ?? null
}

export async function insertPartnerMember(tx: Tx, partnerId: string, memberId: string): Promise<void> {
  await tx.insert(partnerMembers).values({ partnerId, memberId })
}

export type GrantedMember = { id: string; name: string; locked: boolean; version: number }

/** Members of a partner in scope, all or these, by rising ids. */
export const membersOfPartner = (
  db: Executor,
  viewer: Viewer,
  partnerId: string,
  memberIds?: readonly string[],
): Promise<GrantedMember[]> =>
  db
    .select({ id: members.id, name: members.loginName, locked: members.locked, version: members.version })
    .from(partnerMembers)
    .innerJoin(members, eq(members.id, partnerMembers.memberId))
    .where(
      and(
        eq(partnerMembers.partnerId, partnerId),
        isNull(members.deletedAt),
        salesScope(viewer, members.ownerId),
        memberIds ? inArray(members.id, [...memberIds]) : undefined,
      ),
    )
    .orderBy(asc(members.id))

export async function deletePartnerMembers(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await tx.delete(partnerMembers).where(inArray(partnerMembers.memberId, [...memberIds]))
}

/** Whether an act has granted something to a member already. */
export async function hasChangesOf(tx: Tx, actId: string, memberId: string): Promise<boolean> {
  const found = await tx
    .select({ id: grantChanges.id })
    .from(grantChanges)
    .innerJoin(memberAccounts, eq(memberAccounts.id, grantChanges.accountId))
    .where(and(eq(grantChanges.actId, actId), eq(memberAccounts.memberId, memberId)))
    .limit(1)
  return found.length > 0
}

/** Ids of members in scope by their login names. */
export const idsByLoginName = async (tx: Tx, viewer: Viewer, names: readonly string[]): Promise<string[]> =>
  (
    await tx
      .select({ id: members.id })
      .from(members)
      .where(
        and(
          sql`text_key(${members.loginName}) = any(${sql.param(names.map((name) => textKey(name)))}::text[])`,
          isNull(members.deletedAt),
          salesScope(viewer, members.ownerId),
        ),
      )
  ).map(({ id }) => id)

type Wanted = { subProducts: readonly SubProductKey[]; productIds: readonly string[] }

/** What these members have already in the sub-products of a set: accounts, and live grants of its products. */
export async function countStanding(tx: Tx, memberIds: readonly string[], { subProducts, productIds }: Wanted) {
  const accounts = await tx
    .select({ id: memberAccounts.id, subProduct: memberAccounts.subProduct })
    .from(memberAccounts)
    .where(
      and(
        inArray(memberAccounts.memberId, [...memberIds]),
        inArray(memberAccounts.subProduct, [...subProducts]),
        isNull(memberAccounts.deletedAt),
      ),
    )
  const byWhole = new Set(subProducts.filter((key) => productsIn(key, productIds)[0] === null))
  const ids = (isWhole: boolean) =>
    accounts.filter(({ subProduct }) => byWhole.has(subProduct) === isWhole).map(({ id }) => id)
  const isLive = sql`${grants.revokedAt} is null and ${grants.endsOn} >= current_date`
  const [{ n = 0 } = {}] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(grants)
    .where(
      sql`${isLive} and ((${grants.accountId} = any(${idArray(ids(true))}) and ${grants.productId} is null)
        or (${grants.accountId} = any(${idArray(ids(false))})
          and ${grants.productId} = any(${idArray(productIds)})))`,
    )
  return { accounts: accounts.length, grants: n }
}
