// Queries of members' sign-ins. Hashes leave this file only to be verified.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Executor } from '#server/db/connection.ts'
import { memberSignIns } from '#server/db/schema/entitlements.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import type { Visitor } from '#server/features/identity/sign-in.queries.ts'

/**
 * A member, with the account in the sub-product where there is one.
 * @param name key of the login name, or mobile number: of two members first who has an account, then whose login name it is
 */
export async function findMemberByName(db: Executor, name: string, subProduct: SubProductKey) {
  const byLoginName = sql`text_key(${members.loginName}) = ${name}`
  const [found] = await db
    .select({
      memberId: members.id,
      passwordHash: members.passwordHash,
      locked: members.locked,
      accountId: memberAccounts.id,
      status: memberAccounts.status,
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
    .where(and(isNull(members.deletedAt), sql`(${byLoginName} or ${members.mobile} = ${name})`))
    .orderBy(sql`${memberAccounts.id} is null`, sql`${byLoginName} desc`)
    .limit(1)
  return found
}

/** Failures before this no longer count for the pair, and the name is known at the address. */
export const noteSignIn = (db: Executor, { userName, address }: Visitor) =>
  db
    .insert(memberSignIns)
    .values({ userName, address })
    .onConflictDoUpdate({ target: [memberSignIns.userName, memberSignIns.address], set: { at: sql`now()` } })

export const renewMemberHash = (db: Executor, memberId: string, passwordHash: string) =>
  db.update(members).set({ passwordHash }).where(eq(members.id, memberId))
