// The open sessions of one person, the last used first.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { OwnSession } from '#contract/identity/account-security.ts'
import type { Executor } from '#server/db/connection.ts'
import { sessions, sessionTokens } from '#server/db/schema/identity.ts'
import { describeDevice } from './user-agent.rules.ts'

/** Most sessions shown: with more, a person ends all others at once. */
const MOST = 100

export async function listOwnSessions(db: Executor, userId: string, currentId: string): Promise<OwnSession[]> {
  const newest = db
    .select({ at: sql<string>`max(${sessionTokens.createdAt})`.mapWith(sessionTokens.createdAt).as('at') })
    .from(sessionTokens)
    .where(and(eq(sessionTokens.sessionId, sessions.id), sql`${sessionTokens.expiresAt} > now()`))
    .as('newest')
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      signedInAt: sessions.createdAt,
      lastUsedAt: newest.at,
    })
    .from(sessions)
    .innerJoinLateral(newest, sql`${newest.at} is not null`)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), sql`${sessions.expiresAt} > now()`))
    .orderBy(desc(sql`${sessions.id} = ${currentId}`), desc(newest.at), desc(sessions.id))
    .limit(MOST)
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: describeDevice(userAgent),
    isCurrent: row.id === currentId,
  }))
}
