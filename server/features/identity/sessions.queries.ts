// Sessions and their token pairs: begin, rotate with grace and reuse detection, end.
import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { TOKEN_LIFE_S } from '#contract/limits.ts'
import { hashToken, REFRESH_GRACE_S } from '#server/core/access/actors.ts'
import type { Change } from '#server/core/live/bus.ts'
import type { Tx } from '#server/db/connection.ts'
import { sessions, sessionTokens } from '#server/db/schema/identity.ts'

const ABSOLUTE_LIFE_DAYS = 7

export type Pair = { accessToken: string; refreshToken: string }
/** A pair with its owner and its lifetime in seconds. */
export type Granted = Pair & { userId: string; expiresInS: number }

type Announce = (change: Change) => void

const tokenExpiry = sql`least(now() + make_interval(secs => ${TOKEN_LIFE_S}), ${sessions.expiresAt})`

/** The child of a pair is derived, so that repeated refreshes within the grace return the same one. */
function childOf(secretKey: string, parentId: string): Pair {
  const derive = (kind: string) => createHmac('sha256', secretKey).update(`${kind}:${parentId}`).digest('base64url')
  return { accessToken: derive('access'), refreshToken: derive('refresh') }
}

async function storePair(tx: Tx, sessionId: string, { accessToken, refreshToken }: Pair): Promise<number> {
  const stored = await tx
    .insert(sessionTokens)
    .values({
      sessionId,
      accessHash: hashToken(accessToken),
      refreshHash: hashToken(refreshToken),
      expiresAt: sql`(select ${tokenExpiry} from ${sessions} where ${sessions.id} = ${sessionId})`,
    })
    .returning({ lifeS: sql<number>`extract(epoch from ${sessionTokens.expiresAt} - now())::int` })
  return stored[0]?.lifeS ?? 0
}

export async function beginSession(
  tx: Tx,
  { userId, address, userAgent }: { userId: string; address: string; userAgent: string },
): Promise<Granted> {
  const pair = {
    accessToken: randomBytes(32).toString('base64url'),
    refreshToken: randomBytes(32).toString('base64url'),
  }
  const [session] = await tx
    .insert(sessions)
    .values({ userId, address, userAgent, expiresAt: sql`now() + make_interval(days => ${ABSOLUTE_LIFE_DAYS})` })
    .returning({ id: sessions.id })
  if (!session) throw new Error('no session was stored')
  return { ...pair, userId, expiresInS: await storePair(tx, session.id, pair) }
}

/**
 * @returns the next pair; null where the token is unknown, expired or its session ended. Reuse of a pair after its
 *   grace ends the whole session, as one of its two holders is a thief.
 */
export async function rotate(
  tx: Tx,
  announce: Announce,
  secretKey: string,
  refreshToken: string,
): Promise<Granted | null> {
  const [used] = await tx
    .select({
      id: sessionTokens.id,
      sessionId: sessions.id,
      userId: sessions.userId,
      rotatedAt: sessionTokens.rotatedAt,
      inGrace: sql<boolean>`${sessionTokens.rotatedAt} > now() - make_interval(secs => ${REFRESH_GRACE_S})`,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(
      and(
        eq(sessionTokens.refreshHash, hashToken(refreshToken)),
        isNull(sessions.endedAt),
        sql`${sessions.expiresAt} > now()`,
        sql`${sessionTokens.expiresAt} > now()`,
      ),
    )
    .for('update', { of: sessionTokens })
  if (!used) return null
  const child = childOf(secretKey, used.id)
  if (used.rotatedAt === null) {
    await tx.update(sessionTokens).set({ rotatedAt: sql`now()` }).where(eq(sessionTokens.id, used.id))
    // the parent's access token now ends with its grace: processes must refresh their caches
    announce({ type: 'sessions', ids: [used.sessionId] })
    return { ...child, userId: used.userId, expiresInS: await storePair(tx, used.sessionId, child) }
  }
  if (used.inGrace) return { ...child, userId: used.userId, expiresInS: TOKEN_LIFE_S }
  await endSessions(tx, announce, eq(sessions.id, used.sessionId), 'reused')
  return null
}

export type EndReason =
  | 'signedOut'
  | 'removed'
  | 'reused'
  | 'passwordChanged'
  | 'passwordReset'
  | 'disabled'
  | 'locked'
  | 'deleted'
  | 'forcedOffline'
  | 'secondFactorRemoved'
  | 'endedByOwner'

/** @returns the number of ended sessions */
async function endSessions(tx: Tx, announce: Announce, which: SQL | undefined, reason: EndReason): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`now()`, endReason: reason })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  if (ended.length > 0) announce({ type: 'sessions', ids: ended.map(({ id }) => id) })
  return ended.length
}

export const endSession = (tx: Tx, announce: Announce, sessionId: string, reason: EndReason) =>
  endSessions(tx, announce, eq(sessions.id, sessionId), reason)

/** @returns whether the session was open and belonged to that person */
export const endSessionOf = async (
  tx: Tx,
  announce: Announce,
  userId: string,
  sessionId: string,
  reason: EndReason,
): Promise<boolean> =>
  (await endSessions(tx, announce, and(eq(sessions.id, sessionId), eq(sessions.userId, userId)), reason)) > 0

export const endSessionsOf = (tx: Tx, announce: Announce, userIds: string[], reason: EndReason) =>
  endSessions(tx, announce, inArray(sessions.userId, userIds), reason)

export const endOtherSessions = (tx: Tx, announce: Announce, userId: string, sessionId: string, reason: EndReason) =>
  endSessions(tx, announce, and(eq(sessions.userId, userId), ne(sessions.id, sessionId)), reason)

/** Either token of a pair authorises ending its session. */
export const endSessionOfToken = (tx: Tx, announce: Announce, token: string) => {
  const hashed = hashToken(token)
  const owner = sql`${sessions.id} in (select ${sessionTokens.sessionId} from ${sessionTokens}
    where ${sessionTokens.accessHash} = ${hashed} or ${sessionTokens.refreshHash} = ${hashed})`
  return endSessions(tx, announce, owner, 'removed')
}
