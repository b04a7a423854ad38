// Renews the tokens, one renewal at a time across all tabs; others wait and use its result (spec §4).
import { requestToken, type Session } from '#contract/identity/sign-in.ts'
import { HTTP_TIMEOUT_MS } from '#contract/limits.ts'
import { CLIENT, PRODUCT } from '../site.ts'
import { send } from '../transport.ts'
import { renewHere } from './renewer.ts'
import { type Held, isRefreshDue, remainingS } from './session.rules.ts'
import { acceptSession, currentSession, endSession, rereadSession, sessionStore } from './session.ts'

/** Delay before retrying a renewal that failed (offline, overloaded), ms. */
const PAUSE_MS = 30_000
const TRANSIENT = new Set([429, 503])

let running: Promise<Held | null> | null = null
let pausedUntil = 0

/** Time for local storage writes to become visible in another tab, ms. */
const SETTLE_MS = 150

/**
 * Runs `work` under a Web Lock across tabs; `hasWaited`: another tab held it. Without a secure context there are no
 * locks; then the server's grace period for used refresh tokens covers concurrent renewals.
 */
async function exclusively<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const name = `${PRODUCT}-refresh`
  if (typeof navigator === 'undefined' || !navigator.locks) return await work(false)
  const first = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  )
  return first ? first.result : await navigator.locks.request(name, () => work(true))
}

/** Returns the new session, or null if the server refuses; throws if the call failed. */
async function renew(held: Held): Promise<Session | null> {
  const { envelope } = await send(
    requestToken,
    { grant_type: 'refresh_token', ...CLIENT, refresh_token: held.session.refresh_token },
    { headers: {}, form: true, timeout: HTTP_TIMEOUT_MS, signal: undefined },
  )
  if (TRANSIENT.has(envelope.code)) throw new Error(envelope.msg)
  return envelope.code === 200 ? (envelope.data as Session) : null
}

async function refresh(isForced: boolean): Promise<Held | null> {
  const before = sessionStore.getState().held?.session.access_token
  return await exclusively(async (hasWaited) => {
    // another tab may have stored a new pair while this one waited or slept
    if (hasWaited) await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const held = rereadSession()
    if (!held) return null
    const isRenewed = held.session.access_token !== before
    if (isRenewed ? !isRefreshDue(held, Date.now()) : !isForced && !isRefreshDue(held, Date.now())) return held
    try {
      const session = await renew(held)
      return session && acceptSession(session) ? sessionStore.getState().held : null
    } catch (cause) {
      pausedUntil = Date.now() + PAUSE_MS
      // keep using a token that is still valid: a brief loss of connection must not sign anyone out
      if (remainingS(held, Date.now()) > 0) return held
      throw cause
    }
  })
}

function refreshOnce(isForced: boolean): Promise<Held | null> {
  running ??= refresh(isForced).finally(() => {
    running = null
  })
  return running
}

/**
 * The session for a call, renewed if due. Null if there is none or the renewal was refused: the person has been signed
 * out and the call must not be sent.
 */
export async function readySession(notice: string): Promise<Session | null> {
  const held = sessionStore.getState().held ?? rereadSession()
  if (!held) {
    endSession({ keepPlace: true })
    return null
  }
  const now = Date.now()
  if (!isRefreshDue(held, now) || (now < pausedUntil && remainingS(held, now) > 0)) return held.session
  const renewed = await refreshOnce(false)
  if (renewed) return renewed.session
  if (await renewHere()) return currentSession()
  endSession({ notice, keepPlace: true, isExpired: true })
  return null
}

/** 继续使用: renews now, even if not due. */
export async function renewNow(notice: string): Promise<boolean> {
  if ((await refreshOnce(true)) || (await renewHere())) return true
  endSession({ notice, keepPlace: true, isExpired: true })
  return false
}
