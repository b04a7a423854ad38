// Whether connected sessions are still valid, when they expire, and the message where they are not.
import { eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'
import { sessions, sessionTokens } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'

/**
 * The message where another person's act ended a session. Signing out oneself and expiry need none: the next call answers
 * 登录失效.
 */
const texts: Readonly<Record<string, string>> = {
  forcedOffline: '您已被管理员强制下线',
  disabled: '账号已被禁用，请联系管理员',
  locked: '账号已被锁定，请联系管理员',
  deleted: '账号已被删除，请联系管理员',
  passwordReset: '密码已被重置，请使用新密码登录',
  passwordChanged: '密码已修改，请使用新密码登录',
  secondFactorRemoved: '您的双因素验证已被解除，请重新登录',
  endedByOwner: '此登录已在您的其他设备上结束',
  reused: '登录凭据出现异常使用，为安全起见已退出登录',
}

/** An account that was disabled without ending its sessions: by hand in the database. */
const shut = sql<string | null>`case when ${users.deletedAt} is not null then 'deleted'
  when ${users.status} <> 'enabled' then 'disabled' when ${users.locked} then 'locked' end`

/** The last of: the session's own end, its last token's, and the account's last day. Null is no limit. */
const remaining = sql<number>`extract(epoch from least(${sessions.expiresAt},
  (select max(t.expires_at) from ${sessionTokens} t where t.session_id = ${sessions.id}),
  (${users.expiresAt} + 1)::timestamptz) - now()) * 1000`.mapWith(Number)

type State = { isLive: boolean; remainingMs: number; text: string | null }

export async function checkSessions(db: Executor, ids: string[]): Promise<Map<string, State>> {
  const rows = await db
    .select({
      id: sessions.id,
      hasEnded: sql<boolean>`${sessions.endedAt} is not null`,
      reason: sessions.endReason,
      shut,
      remainingMs: remaining,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(inArray(sessions.id, ids))
  return new Map(
    rows.map(({ id, hasEnded, reason, shut: why, remainingMs }) => [
      id,
      {
        isLive: !hasEnded && why === null && remainingMs > 0,
        remainingMs,
        text: texts[reason ?? why ?? ''] ?? null,
      },
    ]),
  )
}
