// When the local error log is sent: a while after an error, at the next start, and when the connection is back.
import { followErrors, notedErrors } from './error-log.ts'

/** Errors come in swarms: this long they are collected, ms. */
const COLLECT_MS = 3_000
/** After a failure, doubled with each further one up to the limit, ms. */
const RETRY_MS = 30_000
const RETRY_MAX_MS = 900_000

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let isSending = false

/** What sends is loaded when there is something to send: most pages never need it. */
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

/** A wait that runs already is not cut short: a page that fails without end must not call without end. */
function plan(ms: number): void {
  if (!isSending) timer ??= setTimeout(() => void sendNow(), ms)
}

/** Once at the start of a page. */
export function reportErrors(): void {
  followErrors(() => plan(COLLECT_MS))
  window.addEventListener('online', () => {
    clearTimeout(timer)
    timer = undefined
    plan(0)
  })
  if (notedErrors().length > 0) plan(COLLECT_MS)
}
