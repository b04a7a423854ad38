// Members of an enterprise, and members of other enterprises who may be moved to it.
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { CHOICES_MAX, type EnterpriseMember, type MemberChoice } from '#contract/members/customers.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { hasName, keyPart, list } from '#server/core/lists/paging.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { lockFamilies } from '../accounts/accounts-write.queries.ts'
import { liveSubProducts, nextEnd } from './customers.queries.ts'

const ofMember = sql`m.id = ${members}.id`

const row = {
  id: members.id,
  mainId: members.mainId,
  loginName: members.loginName,
  realName: members.realName,
  mobile: members.mobile,
  locked: members.locked,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  subProducts: liveSubProducts(ofMember),
  nextEndsOn: nextEnd(ofMember),
  lastSeenAt: members.lastSeenAt,
}

/** Members of one enterprise, within scope; sub-accounts follow their main account. */
export const listEnterpriseMembers = salesList((scope, suffix) =>
  list<EnterpriseMember, { enterpriseId: string; current?: number; size?: number }>({
    name: `enterprise_members${suffix}`,
    always: sql`${members.deletedAt} is null and ${scope(members.ownerId)}`,
    filters: { enterpriseId: { where: sql`${members.enterpriseId} = ${sql.placeholder('enterpriseId')}` } },
    sorts: { loginName: members.loginName, lastSeenAt: members.lastSeenAt },
    usual: sql`coalesce(${members.mainId}, ${members.id}), ${members.mainId} nulls first`,
    tie: members.id,
    fields: row,
    rows: (db) => db.select(row).from(members).leftJoin(users, eq(users.id, members.ownerId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(members).where(where),
  }),
)

/** Main accounts of other enterprises, where both member and enterprise are in the viewer's scope. */
const linkable = (viewer: Viewer, enterpriseId: string) =>
  and(
    ne(members.enterpriseId, enterpriseId),
    isNull(members.mainId),
    isNull(members.deletedAt),
    salesScope(viewer, members.ownerId),
    salesScope(viewer, enterprises.ownerId),
  )

export const searchLinkable = (db: Db, viewer: Viewer, enterpriseId: string, text: string): Promise<MemberChoice[]> =>
  db
    .select({
      id: members.id,
      loginName: members.loginName,
      realName: members.realName,
      enterpriseName: enterprises.name,
    })
    .from(members)
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(
      and(
        linkable(viewer, enterpriseId),
        sql`(text_key(${members.loginName}) like ${keyPart(text)} or ${hasName(members.realName, keyPart(text), members.spelling)}
          or ${members.mobile} like ${keyPart(text)} or ${hasName(enterprises.name, keyPart(text), enterprises.spelling)})`,
      ),
    )
    .orderBy(members.loginName, members.id)
    .limit(CHOICES_MAX)

/** Locks the members; those that may not be moved are left out. */
export async function lockLinkable(tx: Tx, viewer: Viewer, enterpriseId: string, ids: readonly string[]) {
  await lockFamilies(tx, ids)
  return tx
    .select({
      id: members.id,
      version: members.version,
      loginName: members.loginName,
      enterpriseId: members.enterpriseId,
      enterpriseName: enterprises.name,
      subAccounts: sql<number>`(select count(*)::int from ${members} s where s.main_id = ${members}.id and s.deleted_at is null)`,
    })
    .from(members)
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(and(linkable(viewer, enterpriseId), inArray(members.id, [...ids])))
    .orderBy(members.id)
    .for('no key update', { of: members })
}

/** Moves members with their sub-accounts. */
export const moveMembers = (tx: Tx, ids: readonly string[], enterpriseId: string) =>
  tx
    .update(members)
    .set({ enterpriseId, updatedAt: sql`now()`, version: sql`${members.version} + 1` })
    .where(sql`${inArray(members.id, [...ids])} or ${inArray(members.mainId, [...ids])}`)
