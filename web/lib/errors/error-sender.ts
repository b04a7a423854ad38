// Sends the local error log in batches and removes what was sent.
import { errors } from '#contract/errors.ts'
import { CLIENT_LOG_BATCH, CLIENT_LOG_MAX, HTTP_TIMEOUT_MS } from '#contract/limits.ts'
import { sendClientLog } from '#contract/system/client-log.ts'
import { currentSession } from '../session/session.ts'
import { AUTH_HEADER, PRODUCT } from '../site.ts'
import { send } from '../transport.ts'
import { forgetSent, type Noted, notedErrors } from './error-log.ts'

/** Codes that end a batch: accepted, or malformed or too large, which a retry cannot fix. */
const settled = new Set<number>([200, errors.invalid.code, errors.tooLarge.code])

/** Whether the batch is settled. Bypasses call(): a report must not renew the session, sign out or show toasts. */
async function deliver(batch: readonly Noted[]): Promise<boolean> {
  const session = currentSession()
  const isOwn = session !== null && session.user_id === batch[0]?.by
  try {
    const entries = batch.map(({ id: _id, by: _by, ...entry }) => entry)
    const headers: Record<string, string> = isOwn ? { [AUTH_HEADER]: `bearer ${session.access_token}` } : {}
    const sending = { headers, form: false, timeout: HTTP_TIMEOUT_MS, signal: undefined }
    return settled.has((await send(sendClientLog, { entries }, sending)).envelope.code)
  } catch {
    return false
  }
}

async function sendAll(): Promise<boolean> {
  for (let round = 0; round < CLIENT_LOG_MAX; round++) {
    const list = notedErrors()
    const batch = list.filter(({ by }) => by === list[0]?.by).slice(0, CLIENT_LOG_BATCH)
    if (batch.length === 0) break
    if (!(await deliver(batch))) return false
    forgetSent(batch)
  }
  return true
}

/** Returns whether all was sent. A Web Lock (if available) keeps two tabs from sending the same entries. */
export async function sendErrors(): Promise<boolean> {
  return navigator.locks ? await navigator.locks.request(`${PRODUCT}-errors`, sendAll) : await sendAll()
}
