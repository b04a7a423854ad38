// Client errors (spec §4): each goes to a local log, which is sent to the server and then cleared.
import { CLIENT_LOG_MAX, CLIENT_LOG_TEXTS } from '#contract/limits.ts'
import { maskSecrets } from '#contract/masking.ts'
import type { ClientError, ClientErrorType } from '#contract/system/client-log.ts'
import { currentSession } from '../session/session.ts'
import { RELEASE } from '../site.ts'
import { readEntry, removeEntry, writeEntry } from '../storage.ts'

const ENTRY = 'errors'

/** `id` identifies the error in reports; `by` is the user at the time: it is never sent under another user's token. */
export type Noted = ClientError & { id: string; by: string }

const isNoted = (content: unknown): content is Noted[] =>
  Array.isArray(content) && content.every((each: Partial<Noted> | null) => each?.id && typeof each.count === 'number')

export const notedErrors = (): Noted[] => readEntry('local', ENTRY, isNoted) ?? []

function keep(list: Noted[]): void {
  if (list.length > 0) writeEntry('local', ENTRY, list)
  else removeEntry('local', ENTRY)
}

const isSame = (one: Noted, other: Noted) => one.id === other.id && one.by === other.by

/** Removes exactly what was sent: entries and counts added meanwhile stay. */
export function forgetSent(sent: readonly Noted[]): void {
  const left = notedErrors().flatMap((each) => {
    const count = each.count - (sent.find((other) => isSame(other, each))?.count ?? 0)
    return count > 0 ? [{ ...each, count }] : []
  })
  keep(left)
}

/** FNV-1a hash: short enough to read out, equal for the same error in every browser. */
function idOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36).toUpperCase().padStart(7, '0')
}

const cut = (text: string, name: keyof typeof CLIENT_LOG_TEXTS) =>
  maskSecrets(text.slice(0, 2 * CLIENT_LOG_TEXTS[name])).slice(0, CLIENT_LOG_TEXTS[name])

function textsOf(thrown: unknown): { message: string; stack: string } {
  try {
    if (thrown instanceof Error) return { message: `${thrown.name}: ${thrown.message}`, stack: thrown.stack ?? '' }
    return { message: String(thrown), stack: '' }
  } catch {
    return { message: 'something that has no text', stack: '' }
  }
}

let afterRecord: () => void = () => undefined

/** Logs an error and returns its id; repeats increase the count. Never throws, since error handlers call it. */
export function recordError(type: ClientErrorType, thrown: unknown, info = ''): string {
  const { message, stack } = textsOf(thrown)
  const id = idOf(`${type}\n${message}\n${stack}`)
  const noted: Noted = {
    id,
    by: currentSession()?.user_id ?? '',
    type,
    message: cut(message, 'message'),
    stack: cut(stack, 'stack'),
    info: cut(`#${id} ${RELEASE} ${info}`, 'info'),
    url: cut(location.href, 'url'),
    time: new Date().toISOString(),
    count: 1,
  }
  const list = notedErrors()
  const count = 1 + (list.find((each) => isSame(each, noted))?.count ?? 0)
  keep([...list.filter((each) => !isSame(each, noted)), { ...noted, count }].slice(-CLIENT_LOG_MAX))
  afterRecord()
  return id
}

/** Not logged: errors that call() has already shown, and aborts. */
const handledNames = new Set(['Refusal', 'Unreachable', 'AbortError'])

/** Logs uncaught errors, unhandled rejections and files that fail to load; `onNoted` runs after each. */
export function followErrors(onNoted: () => void): void {
  afterRecord = onNoted
  const handleError = (event: Event) => {
    const { target } = event
    if (target instanceof Element) {
      const address = target.getAttribute('src') ?? target.getAttribute('href') ?? ''
      recordError('resource', `${target.localName} ${address}`)
    } else if (event instanceof ErrorEvent && !event.message.startsWith('ResizeObserver loop')) {
      recordError('error', event.error ?? event.message, `${event.filename}:${event.lineno}:${event.colno}`)
    }
  }
  // load errors do not bubble, hence capture
  window.addEventListener('error', handleError, true)
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!(reason instanceof Error && handledNames.has(reason.name))) recordError('rejection', reason)
  })
}
