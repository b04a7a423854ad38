// The log: JSON lines on standard output, written in blocks; nothing of a request but its route, so no secret gets in.
import pino, { type Logger } from 'pino'

const FLUSH_EVERY_MS = 1_000

/** Names that are masked wherever an object with them is logged. */
const secrets = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'ticket',
]

/** An error is its type, message and stack; a driver's error would bring the statement's parameters too. */
const error = (thrown: unknown): unknown => {
  if (!(thrown instanceof Error)) return thrown
  const { name, message, stack, cause } = thrown
  // Drizzle puts the parameters behind the statement.
  const plain = (text: string | undefined) => text?.replace(/\nparams: [^\n]*/g, '')
  return {
    type: name,
    message: plain(message),
    stack: plain(stack),
    ...(cause instanceof Error && { cause: error(cause) }),
  }
}

export function createLog(level: string): { log: Logger; flush: () => void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096 })
  const paths = secrets.flatMap((name) => [name, `*.${name}`])
  const log = pino({ level, redact: { paths, censor: '***' }, serializers: { err: error } }, destination)
  const timer = setInterval(() => destination.flush(), FLUSH_EVERY_MS)
  timer.unref()
  return { log, flush: () => destination.flushSync() }
}
