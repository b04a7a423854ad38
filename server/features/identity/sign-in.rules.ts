// When a sign-in may be tried (contract "Sign-in, as states"). Counters cover the last 15 minutes.

/** Before the names of members in the counters, which are those of staff otherwise. */
export const MEMBER_PREFIX = 'member:'

export const WINDOW_MIN = 15
export const PAIR_LOCK_MIN = 30
export const PAIR_FAILURES = 5
export const NAME_FAILURES = 30
const ADDRESS_FAILURES = 60
export const TICKET_MIN = 5
export const TICKET_ATTEMPTS = 5

const FLOOD_FIRST_S = 60
const FLOOD_MOST_S = 3_600
const FLOOD_STEP = 10

/** Seconds for which a flooding address is refused: 60 at first, doubled for each further ten failures. */
function floodDelayS(failures: number): number {
  return Math.min(FLOOD_MOST_S, FLOOD_FIRST_S * 2 ** Math.floor((failures - ADDRESS_FAILURES) / FLOOD_STEP))
}

export type Tries = {
  /** Failures of this name from this address, or from this known device, since its last success. */
  pair: number
  /** Failures of this name from anywhere. */
  name: number
  /** Failures from this address for any name, except those from known devices. */
  address: number
  /** Whether this name signed in from this address before. */
  isKnownAddress: boolean
  /** Whether this name has signed in from this browser before: failures of others do not count for it. */
  isKnownDevice: boolean
  /** ISO time until which the pair is locked, or null. */
  lockedUntil: string | null
}

export type Verdict = { kind: 'go' } | { kind: 'flood'; retryAfterS: number } | { kind: 'locked'; until: string | null }

/** The same for known and unknown names. */
export function judge(tries: Tries): Verdict {
  const isFlooding = tries.address >= ADDRESS_FAILURES && !tries.isKnownDevice
  if (isFlooding) return { kind: 'flood', retryAfterS: floodDelayS(tries.address) }
  if (tries.lockedUntil !== null) return { kind: 'locked', until: tries.lockedUntil }
  if (tries.pair >= PAIR_FAILURES) return { kind: 'locked', until: null }
  const isStranger = !tries.isKnownAddress && !tries.isKnownDevice
  if (tries.name >= NAME_FAILURES && isStranger) return { kind: 'locked', until: null }
  return { kind: 'go' }
}

type Account = { status: string; locked: boolean; isExpired: boolean }

/** Why an account cannot be used, or null. A sign-in shows it only after the right password. */
export function whyUnusable({
  status,
  locked,
  isExpired,
}: Account): { reason: 'disabled' | 'locked' | 'expired'; msg: string } | null {
  if (status !== 'enabled') return { reason: 'disabled', msg: '账号已禁用，请联系管理员' }
  if (locked) return { reason: 'locked', msg: '账号已锁定，请联系管理员' }
  if (isExpired) return { reason: 'expired', msg: '账号已过有效期，请联系管理员' }
  return null
}
