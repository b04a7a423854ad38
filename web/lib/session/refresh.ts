// One renewal of the tokens at a time, over all tabs of the browser; everybody else waits and uses its result (spec §4).
import { requestToken, type Session } from '../../../contract/identity/sign-in.ts'
import { HTTP_TIMEOUT_MS } from '../../../contract/limits.ts'
import { CLIENT, PRODUCT } from '../site.ts'
import { send } from '../transport.ts'
import { type Held, isRefreshDue, remainingS } from './session.rules.ts'
import { acceptSession, endSession, rereadSession, sessionStore } from './session.ts'

/** How long a renewal that could not be made (no connection, overloaded) is not tried again, ms. */
const PAUSE_MS = 30_000
const TRANSIENT = new Set([429, 503])

let running: Promise<Held | null> | null = null
let pausedUntil = 0

/** How long the browser may take to show one tab what another one stored, ms. */
const SETTLE_MS = 150

/**
 * Across tabs by a Web Lock; `hasWaited` says that another tab held it. Without a secure context there is none: then
 * the server's grace answers both tabs alike.
 */
async function exclusively<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const name = `${PRODUCT}-refresh`
  if (typeof navigator === 'undefined' || !navigator.locks) return await work(false)
  const first = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  )
  return first ? first.result : await navigator.locks.request(name, () => work(true))
}

/** What the server answers: the new session, null where it refuses, or it throws where the call failed. */
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
    // a tab that waited, or woke up, finds the pair that another one has stored
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
      // a token that still lives goes on being used: losing the connection for a moment signs nobody out
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
 * The session to make a call with, renewed where that is due; null once it cannot be: then the person has been signed
 * out, and the call must not be sent.
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
  if (!renewed) endSession({ notice, keepPlace: true })
  return renewed?.session ?? null
}

/** 继续使用: renews now, whatever is left. */
export async function renewNow(notice: string): Promise<boolean> {
  const renewed = await refreshOnce(true)
  if (!renewed) endSession({ notice, keepPlace: true })
  return renewed !== null
}
