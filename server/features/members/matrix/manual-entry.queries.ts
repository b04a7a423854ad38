// Accounts that came by manual entry, and lookups for new entries.

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { EntryQuery, EntryRow } from '#contract/members/manual-entry.ts'
import type { AccountState } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { isInSalesScope, salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, nameHas, phoned } from '#server/core/lists/paging.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { validityFilter, validityOf } from '../accounts/accounts.queries.ts'

/** Live grants of an account that manual entry made or changed; `entry` is the first of these acts. */
const entered = sql`${grantChanges} c join ${grantActs} act on act.id = c.act_id and act.via = 'entry'
  join ${grants} g on g.id = c.grant_id and g.revoked_at is null`
const entry = sql`lateral (select act.at, coalesce(actor.real_name, act.actor_name) as actor_name from ${entered}
  left join ${users} actor on actor.id = act.actor_id where c.account_id = ${memberAccounts.id} order by c.id limit 1) as entry`

const row = {
  id: memberAccounts.id,
  version: memberAccounts.version,
  enterprise: enterprises.name,
  realName: members.realName,
  mobile: members.mobile,
  loginName: members.loginName,
  products: sql<number>`(select count(*)::int from ${grants} g
    where g.account_id = ${memberAccounts.id} and g.revoked_at is null)`,
  kind: memberAccounts.grantKind,
  endsOn: memberAccounts.endsOn,
  validity: validityOf(),
  ownerName: sql<string | null>`${users.realName}`,
  enteredAt: sql<string>`entry.at`.mapWith(grantActs.at),
  enteredBy: sql<string>`entry.actor_name`,
}

export const listEntries = salesList((scope, suffix) =>
  list<EntryRow, EntryQuery>({
    name: `manual_entries${suffix}`,
    always: sql`${members.deletedAt} is null and ${memberAccounts.deletedAt} is null and ${scope(members.ownerId)}`,
    filters: {
      subProduct: equals(memberAccounts.subProduct, 'subProduct'),
      enterprise: nameHas(enterprises.name, 'enterprise', enterprises.spelling),
      loginName: nameHas(members.loginName, 'loginName'),
      mobile: phoned(members.mobile, 'mobile'),
      validity: validityFilter,
    },
    sorts: { enteredAt: sql`entry.at`, endsOn: memberAccounts.endsOn, loginName: members.loginName },
    usual: sql`entry.at desc`,
    tie: memberAccounts.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(memberAccounts)
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .leftJoin(users, eq(users.id, members.ownerId))
        .innerJoin(entry, sql`true`),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(memberAccounts)
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .innerJoin(entry, sql`true`)
        .where(where),
  }),
)

/** An account within scope, with the products that manual entry granted to it. */
export async function findEntry(tx: Tx, viewer: Viewer, id: string) {
  const [found] = await tx
    .select({
      id: memberAccounts.id,
      version: memberAccounts.version,
      memberId: memberAccounts.memberId,
      loginName: members.loginName,
      realName: members.realName,
      kind: memberAccounts.grantKind,
      endsOn: memberAccounts.endsOn,
      status: memberAccounts.status,
      locked: members.locked,
    })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(
      and(
        eq(memberAccounts.id, id),
        isNull(memberAccounts.deletedAt),
        isNull(members.deletedAt),
        salesScope(viewer, members.ownerId),
      ),
    )
  if (!found) return undefined
  const { rows } = await tx.execute<{ product_id: string | null }>(
    sql`select distinct g.product_id::text from ${entered} where c.account_id = ${id}::bigint`,
  )
  return { ...found, productIds: rows.map((each) => each.product_id) }
}

/** The name is the member's, but this page shows it: the account's version rises too, so that open edits get 601. */
export async function renameMember(tx: Tx, memberId: string, accountId: string, realName: string): Promise<void> {
  const next = { updatedAt: sql`now()` }
  await tx
    .update(members)
    .set({ realName, ...next, version: sql`${members.version} + 1` })
    .where(eq(members.id, memberId))
  await tx
    .update(memberAccounts)
    .set({ ...next, version: sql`${memberAccounts.version} + 1` })
    .where(eq(memberAccounts.id, accountId))
}

const lower = (texts: readonly string[]) => sql.param([...new Set(texts.map((text) => textKey(text)))])

export type KnownEnterprise = { id: string; ownerId: string | null; isInScope: boolean }
/** Enterprises by the key of the name. */
export async function knownEnterprises(
  db: Executor,
  viewer: Viewer,
  names: readonly string[],
): Promise<Map<string, KnownEnterprise>> {
  const found = await db
    .select({
      id: enterprises.id,
      name: sql<string>`text_key(${enterprises.name})`,
      ownerId: enterprises.ownerId,
      isInScope: isInSalesScope(viewer, enterprises.ownerId),
    })
    .from(enterprises)
    .where(sql`text_key(${enterprises.name}) = any(${lower(names)}::text[])`)
  return new Map(found.map(({ name, ...rest }) => [name, rest]))
}

export type KnownMember = {
  id: string
  loginName: string
  mobile: string
  enterpriseId: string
  /** Of a live account. */
  accountId: string | null
  status: AccountState | null
  locked: boolean
  mainId: string | null
  isInScope: boolean
}
/** Live members with one of these login names or numbers. */
export const knownMembers = (
  db: Executor,
  viewer: Viewer,
  subProduct: SubProductKey,
  { loginNames, mobiles }: { loginNames: readonly string[]; mobiles: readonly string[] },
): Promise<KnownMember[]> =>
  db
    .select({
      id: members.id,
      loginName: members.loginName,
      mobile: members.mobile,
      enterpriseId: members.enterpriseId,
      accountId: sql<string | null>`${memberAccounts.id}::text`,
      status: sql<AccountState | null>`${memberAccounts.status}`,
      locked: members.locked,
      mainId: members.mainId,
      isInScope: isInSalesScope(viewer, members.ownerId),
    })
    .from(members)
    .leftJoin(
      memberAccounts,
      and(
        eq(memberAccounts.memberId, members.id),
        eq(memberAccounts.subProduct, subProduct),
        isNull(memberAccounts.deletedAt),
      ),
    )
    .where(
      and(
        isNull(members.deletedAt),
        sql`(text_key(${members.loginName}) = any(${lower(loginNames)}::text[])
          or ${members.mobile} = any(${sql.param([...new Set(mobiles)])}::text[]))`,
      ),
    )

/** Visible products. */
export const shownProducts = (db: Executor) =>
  db.select({ id: products.id, name: products.name }).from(products).where(eq(products.isShow, true))

export const insertEnterprises = (tx: Tx, rows: readonly (typeof enterprises.$inferInsert)[]): Promise<string[]> =>
  insertRows(tx, enterprises, rows)

export const insertMembers = (tx: Tx, rows: readonly (typeof members.$inferInsert)[]): Promise<string[]> =>
  insertRows(tx, members, rows)
