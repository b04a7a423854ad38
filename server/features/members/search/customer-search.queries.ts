// Customers and accounts by typed text, within the viewer's scope: by an index, with a limit.
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { CUSTOMER_SEARCH_MAX } from '#contract/members/customer-search.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { ranked, type Wanted } from './customer-search.rules.ts'

/** Rows read before ranking: a short text may match half of all. */
const CANDIDATES = 100

const fits = (table: typeof members | typeof enterprises, { words, spelling }: Wanted): SQL | undefined =>
  or(sql`${table.words} like ${words}`, spelling === null ? undefined : sql`${table.spelling} like ${spelling}`)

type Search = { typed: string; wanted: Wanted }

export async function findCustomers(db: Db, viewer: Viewer, { typed, wanted }: Search) {
  const found = await db
    .select({
      id: enterprises.id,
      name: enterprises.name,
      spelling: enterprises.spelling,
      ownerName: sql<string>`coalesce(${users.realName}, '')`,
    })
    .from(enterprises)
    .leftJoin(users, eq(users.id, enterprises.ownerId))
    .where(and(salesScope(viewer, enterprises.ownerId), fits(enterprises, wanted)))
    .limit(CANDIDATES)
  const rows = found.map((row) => ({ ...row, others: [] }))
  return ranked(rows, typed, CUSTOMER_SEARCH_MAX).map(({ id, name, ownerName }) => ({ id, name, ownerName }))
}

/** @param keys sub-products whose accounts the viewer may see */
export async function findAccounts(db: Db, viewer: Viewer, keys: readonly SubProductKey[], { typed, wanted }: Search) {
  if (keys.length === 0) return []
  const isSeen = and(isNull(memberAccounts.deletedAt), inArray(memberAccounts.subProduct, [...keys]))
  const found = await db
    .select({
      id: members.id,
      name: members.realName,
      loginName: members.loginName,
      mobile: members.mobile,
      spelling: members.spelling,
      enterpriseName: enterprises.name,
    })
    .from(members)
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(
      and(
        salesScope(viewer, members.ownerId),
        isNull(members.deletedAt),
        fits(members, wanted),
        sql`exists (select 1 from ${memberAccounts} where ${memberAccounts.memberId} = ${members.id} and ${isSeen})`,
      ),
    )
    .limit(CANDIDATES)
  const people = ranked(
    found.map((row) => ({ ...row, others: [row.loginName, row.mobile] })),
    typed,
    CUSTOMER_SEARCH_MAX,
  )
  const ids = people.map(({ id }) => id)
  if (ids.length === 0) return []
  const accounts = await db
    .select({ id: memberAccounts.id, memberId: memberAccounts.memberId, subProduct: memberAccounts.subProduct })
    .from(memberAccounts)
    .where(and(inArray(memberAccounts.memberId, ids), isSeen))
    .orderBy(asc(memberAccounts.id))
  return people.flatMap(({ id, name, loginName, mobile, enterpriseName }) =>
    accounts
      .filter(({ memberId }) => memberId === id)
      .map((account) => ({
        id: account.id,
        subProduct: account.subProduct,
        loginName,
        realName: name,
        mobile,
        enterpriseName,
      })),
  )
}
