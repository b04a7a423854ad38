// What the sign-in of members reads of them: whether they may be in a sub-product, and what it is told of them.
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Executor } from '#server/db/connection.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'

export type Standing = {
  memberId: string
  loginName: string
  name: string
  company: string
  /** Their sessions may go on: neither deleted nor locked. */
  isActive: boolean
  /** Sessions begun before this have ended, s since 1970; null: none was. */
  clearedAt: number | null
  /** In the sub-product; null: the member has no account there. */
  account: { id: string; isEnabled: boolean } | null
}

export async function findStanding(db: Executor, memberId: string, subProduct: SubProductKey) {
  const [found] = await db
    .select({
      memberId: members.id,
      loginName: members.loginName,
      name: members.realName,
      company: enterprises.name,
      isActive: sql<boolean>`${members.deletedAt} is null and not ${members.locked}`,
      clearedAt: sql<number | null>`floor(extract(epoch from ${members.sessionsClearedAt}))::float8`,
      account: {
        id: memberAccounts.id,
        isEnabled: sql<boolean>`${memberAccounts.status} = 'enabled'`,
      },
    })
    .from(members)
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .leftJoin(
      memberAccounts,
      and(
        eq(memberAccounts.memberId, members.id),
        eq(memberAccounts.subProduct, subProduct),
        isNull(memberAccounts.deletedAt),
      ),
    )
    .where(eq(members.id, memberId))
  return found satisfies Standing | undefined
}

/** Id of the member's account, also of a deleted one: its owner is still told of the end of a session. */
export async function findAccountId(db: Executor, memberId: string, subProduct: SubProductKey) {
  const [found] = await db
    .select({ id: memberAccounts.id })
    .from(memberAccounts)
    .where(and(eq(memberAccounts.memberId, memberId), eq(memberAccounts.subProduct, subProduct)))
  return found?.id
}

/** Sub-products in which the member has an enabled account. */
export async function listSubProducts(db: Executor, memberId: string): Promise<SubProductKey[]> {
  const found = await db
    .select({ key: memberAccounts.subProduct })
    .from(memberAccounts)
    .where(
      and(
        eq(memberAccounts.memberId, memberId),
        eq(memberAccounts.status, 'enabled'),
        isNull(memberAccounts.deletedAt),
      ),
    )
    .orderBy(asc(memberAccounts.id))
  return found.map(({ key }) => key)
}
