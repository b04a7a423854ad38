// The log: JSON lines on standard output, written in blocks. Of a request it holds only the route, so that no secret gets in.
import pino, { type LogFn, type Logger } from 'pino'

const FLUSH_EVERY_MS = 1_000
const BLOCK_BYTES = 32_768

/** Names that are masked wherever an object with them is logged. */
const secrets = new Set([
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'ticket',
])
const DEPTH = 4

type Fields = Record<string, unknown>

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Copies only an object that holds a secret; pino's own `redact` would clone every value of every line. */
function masked(fields: Fields, depth = DEPTH): Fields {
  let copy: Fields | undefined
  for (const [key, value] of Object.entries(fields)) {
    const shown = secrets.has(key) ? '***' : isPlain(value) && depth > 1 ? masked(value, depth - 1) : value
    if (shown === value) continue
    copy ??= { ...fields }
    copy[key] = shown
  }
  return copy ?? fields
}

// Drizzle puts a statement's parameters behind it.
const withoutParameters = (text: string | undefined) => text?.replace(/\nparams: [^\n]*/g, '')

/** An error is its type, message and stack; a driver's error would bring the statement's parameters too. */
const error = (thrown: unknown): unknown => {
  if (!(thrown instanceof Error)) return thrown
  const { name, message, stack, cause } = thrown
  const own = { type: name, message: withoutParameters(message), stack: withoutParameters(stack) }
  return cause instanceof Error ? { ...own, cause: error(cause) } : own
}

/** Where only an error is logged, pino would repeat its message as it is. */
function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first] = args as [unknown, ...unknown[]]
  const thrown = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
  if (args.length === 1 && thrown instanceof Error) args.push(withoutParameters(thrown.message))
  method.apply(this, args)
}

export function createLog(level: string): { log: Logger; flush: () => void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: BLOCK_BYTES, maxWrite: 2 * BLOCK_BYTES })
  const log = pino(
    { level, formatters: { log: masked }, serializers: { err: error }, hooks: { logMethod } },
    destination,
  )
  const timer = setInterval(() => destination.flush(), FLUSH_EVERY_MS)
  timer.unref()
  return { log, flush: () => destination.flushSync() }
}
