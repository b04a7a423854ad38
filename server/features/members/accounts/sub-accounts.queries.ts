// Main accounts with their sub-accounts, for their page and for moves.
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AccountRow } from '#contract/members/accounts.ts'
import type { MainAccount, SubAccount, SubAccountQuery } from '#contract/members/sub-accounts.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, keyPart, list } from '#server/core/lists/paging.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import {
  accountSorts,
  findingFilters,
  isLive,
  rowFields,
  selectAccounts,
  subUsed,
  validityOf,
} from './accounts.queries.ts'

const dates = { status: sql`sa.status`, startsOn: sql`sa.starts_on`, endsOn: sql`sa.ends_on` }

/** The sub-accounts of a main account within scope, in the order of opening. */
const childrenIn = (scope: SQL) => sql<SubAccount[]>`(select coalesce(json_agg(json_build_object(
    'id', sa.id::text, 'version', sa.version + s.version, 'loginName', s.login_name, 'realName', s.real_name,
    'mobile', s.mobile, 'email', s.email, 'remark', s.remark, 'validity', ${validityOf(dates)}, 'endsOn', sa.ends_on,
    'status', sa.status, 'locked', s.locked, 'lastSeenAt', sa.last_seen_at, 'openedAt', sa.opened_at
  ) order by sa.id), '[]'::json)
  from ${members} s join ${memberAccounts} sa on sa.member_id = s.id
  where s.main_id = ${members.id} and s.deleted_at is null and sa.deleted_at is null
    and sa.sub_product = ${memberAccounts.subProduct} and ${scope})`
/** A sub-account may have an owner of its own. */
const subOwner = sql`s.owner_id`

const fieldsIn = (scope: SQL) => ({
  id: memberAccounts.id,
  version: sql<number>`${memberAccounts.version} + ${members.version}`,
  loginName: members.loginName,
  realName: members.realName,
  mobile: members.mobile,
  email: members.email,
  remark: members.remark,
  validity: validityOf(),
  endsOn: memberAccounts.endsOn,
  status: memberAccounts.status,
  locked: members.locked,
  lastSeenAt: memberAccounts.lastSeenAt,
  openedAt: memberAccounts.openedAt,
  enterpriseName: enterprises.name,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  subUsed,
  subQuota: memberAccounts.subQuota,
  children: childrenIn(scope),
})

/** Main accounts with places, or with sub-accounts from earlier. */
const isMain = sql`${isLive} and ${members.mainId} is null and (${memberAccounts.subQuota} > 0 or exists (
  select 1 from ${members} s join ${memberAccounts} sa on sa.member_id = s.id where s.main_id = ${members.id}
    and s.deleted_at is null and sa.deleted_at is null and sa.sub_product = ${memberAccounts.subProduct}))`

/** Members are found by their own name, main accounts also by those of their sub-accounts. */
const named = (column: SQL, inner: SQL, name: string, scope: SQL) => ({
  where: sql`(text_key(${column}) like ${sql.placeholder(name)} or exists (select 1 from ${members} s
    where s.main_id = ${members.id} and s.deleted_at is null and ${scope} and text_key(${inner}) like ${sql.placeholder(name)}))`,
  value: keyPart,
})

export const listMains = salesList((scope, suffix) => {
  const ofSub = scope(subOwner)
  const fields = fieldsIn(ofSub)
  return list<MainAccount, SubAccountQuery>({
    name: `main_accounts${suffix}`,
    always: sql`${isMain} and ${scope(members.ownerId)}`,
    filters: {
      ...findingFilters,
      loginName: named(sql`${members.loginName}`, sql`s.login_name`, 'loginName', ofSub),
      realName: named(sql`${members.realName}`, sql`s.real_name`, 'realName', ofSub),
      mobile: named(sql`${members.mobile}`, sql`s.mobile`, 'mobile', ofSub),
      isFull: { where: sql`(${subUsed} >= ${memberAccounts.subQuota}) = ${sql.placeholder('isFull')}::boolean` },
      mainId: equals(memberAccounts.id, 'mainId'),
    },
    sorts: accountSorts,
    usual: sql`${memberAccounts.openedAt} desc`,
    tie: memberAccounts.id,
    fields,
    rows: (db) =>
      db
        .select(fields)
        .from(memberAccounts)
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .leftJoin(users, eq(users.id, members.ownerId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(memberAccounts)
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .where(where),
  })
})

/** The main accounts of one enterprise in a sub-product within scope, also those without free places. */
export const mainsOf = (db: Db, viewer: Viewer, enterpriseId: string, subProduct: SubProductKey) =>
  db
    .select(fieldsIn(salesScope(viewer, subOwner)))
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .leftJoin(users, eq(users.id, members.ownerId))
    .where(
      and(
        isMain,
        eq(members.enterpriseId, enterpriseId),
        eq(memberAccounts.subProduct, subProduct),
        salesScope(viewer, members.ownerId),
      ),
    )
    .orderBy(asc(memberAccounts.id))

/** Makes a member a sub-account of another main account. */
export const linkBelow = (tx: Tx, memberId: string, main: { memberId: string; ownerId: string | null }) =>
  tx
    .update(members)
    .set({
      mainId: main.memberId,
      ownerId: main.ownerId,
      updatedAt: sql`now()`,
      version: sql`${members.version} + 1`,
    })
    .where(eq(members.id, memberId))

/** Frees the place of a sub-account. Only within an act that gives it a main account again. */
export const leaveMain = (tx: Tx, memberId: string) =>
  tx.update(members).set({ mainId: null }).where(eq(members.id, memberId))

const siblings = sql`(select count(*) from ${members} s join ${memberAccounts} sa on sa.member_id = s.id
  where s.main_id = ${members.mainId} and s.deleted_at is null and sa.deleted_at is null
    and sa.sub_product = ${memberAccounts.subProduct})`
/** The account of the main member in the same sub-product. */
const ofMain = (condition: SQL) => sql`exists (select 1 from ${memberAccounts} ma where ma.member_id = ${members.mainId}
  and ma.sub_product = ${memberAccounts.subProduct} and ma.deleted_at is null and ${condition})`
const mainToo = (column: SQL, outer: SQL, name: string) => ({
  where: sql`(text_key(${outer}) like ${sql.placeholder(name)} or exists (select 1 from ${members} m
    where m.id = ${members.mainId} and text_key(${column}) like ${sql.placeholder(name)}))`,
  value: keyPart,
})

/** The sub-accounts, flat, of the main accounts that `listMains` finds with the same query: for the export. */
export const listSubs = salesList((scope, suffix) =>
  list<AccountRow, SubAccountQuery>({
    name: `sub_accounts${suffix}`,
    always: sql`${isLive} and ${members.mainId} is not null and ${scope(members.ownerId)}`,
    filters: {
      ...findingFilters,
      loginName: mainToo(sql`m.login_name`, sql`${members.loginName}`, 'loginName'),
      realName: mainToo(sql`m.real_name`, sql`${members.realName}`, 'realName'),
      mobile: mainToo(sql`m.mobile`, sql`${members.mobile}`, 'mobile'),
      isFull: { where: ofMain(sql`(${siblings} >= ma.sub_quota) = ${sql.placeholder('isFull')}::boolean`) },
      mainId: { where: ofMain(sql`ma.id = ${sql.placeholder('mainId')}`) },
    },
    sorts: accountSorts,
    usual: sql`${members.mainId} desc`,
    tie: memberAccounts.id,
    fields: rowFields,
    rows: (db) => selectAccounts(db),
    matches: (db, where) => selectAccounts(db).where(where),
  }),
)
