// Sends the local error log in batches, and takes off it what was sent.
import { errors } from '../../../contract/errors.ts'
import { CLIENT_LOG_BATCH, CLIENT_LOG_MAX, HTTP_TIMEOUT_MS } from '../../../contract/limits.ts'
import { sendClientLog } from '../../../contract/system/client-log.ts'
import { currentSession } from '../session/session.ts'
import { AUTH_HEADER, PRODUCT } from '../site.ts'
import { send } from '../transport.ts'
import { forgetSent, type Noted, notedErrors } from './error-log.ts'

/** Taken, or never to be taken: what the server finds malformed or too large is not sent again. */
const settled = new Set<number>([200, errors.invalid.code, errors.tooLarge.code])

/** Whether these entries are over. Goes past call(): a report must renew no session, sign nobody out and say nothing. */
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

/** Answers whether everything is gone. One tab at a time, where the browser has locks: both would send the same. */
export async function sendErrors(): Promise<boolean> {
  return navigator.locks ? await navigator.locks.request(`${PRODUCT}-errors`, sendAll) : await sendAll()
}
