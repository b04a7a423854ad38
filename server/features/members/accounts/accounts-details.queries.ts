// Details of an account, and lookups while one is opened.

import { and, asc, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AccountDetail, AccountRow } from '#contract/members/accounts.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { mobileOf } from '#contract/typed-text.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import {
  enterpriseContacts,
  enterprises,
  memberAccounts,
  members,
  ownerChanges,
} from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { validityOf } from './accounts.queries.ts'

const CONTACTS_MAX = 20
const GRANTS_MAX = 500
const OWNERS_MAX = 50

const text = (column: SQL | unknown) => sql<string>`coalesce(${column}, '')`

const liveGrantsOf = (db: Db, accountId: string) =>
  db
    .select({
      id: grants.id,
      product: text(products.name),
      kind: grants.kind,
      startsOn: grants.startsOn,
      endsOn: grants.endsOn,
      quota: grants.quota,
      validity: validityOf({ status: sql`'enabled'`, startsOn: grants.startsOn, endsOn: grants.endsOn }),
    })
    .from(grants)
    .leftJoin(products, eq(products.id, grants.productId))
    .where(and(eq(grants.accountId, accountId), isNull(grants.revokedAt)))
    .orderBy(asc(grants.endsOn), asc(grants.id))
    .limit(GRANTS_MAX)

const ownersOf = (db: Db, memberId: string) => {
  const from = alias(users, 'before')
  const to = alias(users, 'after')
  const actor = alias(users, 'actor')
  return db
    .select({
      id: ownerChanges.id,
      at: ownerChanges.at,
      from: text(from.realName),
      to: text(to.realName),
      reason: ownerChanges.reason,
      actorName: sql<string>`coalesce(${actor.realName}, ${ownerChanges.actorName})`,
    })
    .from(ownerChanges)
    .leftJoin(from, eq(from.id, ownerChanges.fromId))
    .leftJoin(to, eq(to.id, ownerChanges.toId))
    .leftJoin(actor, eq(actor.id, ownerChanges.actorId))
    .where(and(eq(ownerChanges.target, 'member'), eq(ownerChanges.targetId, memberId)))
    .orderBy(desc(ownerChanges.id))
    .limit(OWNERS_MAX)
}

/** Facts of the enterprise only where it is in the viewer's scope, as its owner may be another than the member's. */
export async function accountDetail(db: Db, viewer: Viewer, row: AccountRow): Promise<AccountDetail> {
  const isTheirs = and(eq(enterprises.id, row.enterpriseId), salesScope(viewer, enterprises.ownerId))
  const [account, enterprise, contacts, liveGrants, owners, others] = await Promise.all([
    db
      .select({ dailyQuestions: memberAccounts.dailyQuestions })
      .from(memberAccounts)
      .where(eq(memberAccounts.id, row.id)),
    db
      .select({ enterpriseAddress: enterprises.address, enterpriseLevel: enterprises.level })
      .from(enterprises)
      .where(isTheirs),
    db
      .select({
        id: enterpriseContacts.id,
        name: enterpriseContacts.name,
        position: enterpriseContacts.position,
        mobile: enterpriseContacts.mobile,
      })
      .from(enterpriseContacts)
      .innerJoin(enterprises, eq(enterprises.id, enterpriseContacts.enterpriseId))
      .where(isTheirs)
      .orderBy(desc(enterpriseContacts.isMain), asc(enterpriseContacts.id))
      .limit(CONTACTS_MAX),
    liveGrantsOf(db, row.id),
    ownersOf(db, row.memberId),
    db
      .select({ subProduct: memberAccounts.subProduct, validity: validityOf(), endsOn: memberAccounts.endsOn })
      .from(memberAccounts)
      .where(
        and(eq(memberAccounts.memberId, row.memberId), ne(memberAccounts.id, row.id), isNull(memberAccounts.deletedAt)),
      )
      .orderBy(asc(memberAccounts.id)),
  ])
  return {
    ...row,
    dailyQuestions: account[0]?.dailyQuestions ?? null,
    enterpriseAddress: enterprise[0]?.enterpriseAddress ?? '',
    enterpriseLevel: enterprise[0]?.enterpriseLevel ?? '',
    contacts,
    liveGrants,
    owners,
    others,
  }
}

/** A member by the whole of a login name or mobile number, in the viewer's scope. */
export async function findMemberBy(db: Executor, viewer: Viewer, subProduct: SubProductKey, typed: string) {
  const [found] = await db
    .select({
      memberId: members.id,
      loginName: members.loginName,
      realName: members.realName,
      mobile: members.mobile,
      enterpriseName: enterprises.name,
      hasAccount: sql<boolean>`exists (select 1 from ${memberAccounts} a where a.member_id = ${members.id}
        and a.sub_product = ${subProduct} and a.deleted_at is null)`,
    })
    .from(members)
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(
      and(
        isNull(members.deletedAt),
        or(sql`text_key(${members.loginName}) = text_key(${typed})`, eq(members.mobile, mobileOf(typed))),
        salesScope(viewer, members.ownerId),
      ),
    )
    .limit(1)
  return found ?? null
}

/** A member in the viewer's scope, locked to open a further account. */
export async function findMemberById(tx: Tx, viewer: Viewer, id: string) {
  const [found] = await tx
    .select({ id: members.id, mainId: members.mainId, loginName: members.loginName })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt), salesScope(viewer, members.ownerId)))
    .for('no key update')
  return found
}
