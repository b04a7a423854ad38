// Rules for renewing, expiry warning and storing of tokens; pure.
import type { RoleInfo, Session } from '#contract/identity/sign-in.ts'
import { expiryWarningS, REFRESH_THRESHOLD_S, TOKEN_MIN_LENGTH } from '#contract/limits.ts'

/** A session and its time of receipt by this browser's clock, ms: lifetimes are relative, so clock skew is harmless. */
export type Held = { session: Session; receivedAt: number }

/** spec §4: a token is stored only if longer than 20 characters. */
export const isStorable = (token: unknown): token is string =>
  typeof token === 'string' && token.length > TOKEN_MIN_LENGTH

/** Type guard for stored sessions; one with an empty token is invalid (spec §4). */
export function isHeld(value: unknown): value is Held {
  if (typeof value !== 'object' || value === null || !('session' in value) || !('receivedAt' in value)) return false
  const { session, receivedAt } = value
  if (typeof receivedAt !== 'number' || typeof session !== 'object' || session === null) return false
  if (!('access_token' in session) || !('refresh_token' in session) || !('expires_in' in session)) return false
  return isStorable(session.access_token) && isStorable(session.refresh_token) && typeof session.expires_in === 'number'
}

/** Remaining lifetime of the access token, s; negative once expired. */
export const remainingS = ({ session, receivedAt }: Held, now: number) => session.expires_in - (now - receivedAt) / 1000

/** spec §4: from an hour before expiry, but not before half of the lifetime. */
export function isRefreshDue(held: Held, now: number): boolean {
  return remainingS(held, now) <= Math.min(REFRESH_THRESHOLD_S, held.session.expires_in / 2)
}

/** spec §4: min(3600, max(60, expires_in / 3)) s before expiry; a new token is never inside the window. */
export function isExpiring(held: Held, now: number): boolean {
  return remainingS(held, now) < Math.min(expiryWarningS(held.session.expires_in), held.session.expires_in / 2)
}

/** The role code of `role_info`, which is JSON text (spec §3). */
export function roleCodeOf(roleInfo: string): string {
  try {
    const info = JSON.parse(roleInfo) as Partial<RoleInfo> | null
    return typeof info?.roleCode === 'string' ? info.roleCode : ''
  } catch {
    return ''
  }
}
