// Decides when the local error log is sent: shortly after an error, at the next start, and when back online.
import { followErrors, notedErrors } from './error-log.ts'

/** Errors come in bursts: collect for this long before sending, ms. */
const COLLECT_MS = 3_000
/** First retry delay; doubles with each failure up to the maximum, ms. */
const RETRY_MS = 30_000
const RETRY_MAX_MS = 900_000

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let isSending = false

/** Loads the sender on demand: most page loads have no errors. */
async function sendNow(): Promise<void> {
  timer = undefined
  if (!navigator.onLine) return
  isSending = true
  const isSent = await import('./error-sender.ts').then(
    ({ sendErrors }) => sendErrors(),
    () => false,
  )
  isSending = false
  if (!isSent) return plan(Math.min(RETRY_MS * 2 ** failures++, RETRY_MAX_MS))
  failures = 0
  if (notedErrors().length > 0) plan(COLLECT_MS)
}

/** Never shortens a running timer, so a page that fails in a loop does not send in a loop. */
function plan(ms: number): void {
  if (!isSending) timer ??= setTimeout(() => void sendNow(), ms)
}

/** Call once at page start. */
export function reportErrors(): void {
  followErrors(() => plan(COLLECT_MS))
  window.addEventListener('online', () => {
    clearTimeout(timer)
    timer = undefined
    plan(0)
  })
  if (notedErrors().length > 0) plan(COLLECT_MS)
}
