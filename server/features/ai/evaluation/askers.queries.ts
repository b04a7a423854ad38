// As whom a case is asked.
import { and, eq, isNull } from 'drizzle-orm'
import { findViewer } from '#server/core/access/actors.ts'
import type { Executor } from '#server/db/connection.ts'
import { aiAssistants } from '#server/db/schema/ai.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import type { Question } from '../answering/answer.queries.ts'

/** With the member's account for AI answers, or as the person who runs the evaluation; undefined: there is none of them. */
export async function askerFor(
  db: Executor,
  { memberId, userId }: { memberId: string | null; userId: string },
  assistantId: string,
): Promise<Question['asker'] | undefined> {
  const [assistant] = await db
    .select({ productIds: aiAssistants.productIds })
    .from(aiAssistants)
    .where(eq(aiAssistants.id, assistantId))
  const productIds = assistant?.productIds ?? []
  if (memberId === null) {
    const viewer = await findViewer(db, userId)
    return viewer ? { kind: 'staff', viewer, productIds } : undefined
  }
  const [account] = await db
    .select({ id: memberAccounts.id })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(
      and(
        eq(memberAccounts.memberId, memberId),
        eq(memberAccounts.subProduct, 'aiWeb'),
        eq(memberAccounts.status, 'enabled'),
        isNull(memberAccounts.deletedAt),
        isNull(members.deletedAt),
      ),
    )
  return account && { kind: 'account', accountId: account.id, productIds }
}
