// Calls to the server: the only place that implements spec §8, so that no screen handles errors by hand.
import { CONFIRM_HEADER, type DataOf, type Endpoint, IDEMPOTENCY_HEADER, type Input } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { HTTP_TIMEOUT_MS } from '#contract/limits.ts'
import { newKey } from './new-key.ts'
import { notify } from './notify.ts'
import { type Outcome, outcomeOf, type ShowOptions } from './outcome.rules.ts'
import { impersonationHeaders } from './session/impersonation.ts'
import { readySession } from './session/refresh.ts'
import { renewHere } from './session/renewer.ts'
import { currentSession, endSession, isLeavingPage, rereadSession } from './session/session.ts'
import { signOutHere } from './session/sign-out.ts'
import { AUTH_HEADER } from './site.ts'
import { type ReadEvents, type Reply, send, Unreachable } from './transport.ts'

/** Idempotency keys of writes without a reply yet, by call and input: a retry reuses the key. */
const openKeys = new Map<string, string>()

/** The idempotency key of this write, and the name it is stored under until a reply comes. */
function openWrite(path: string, input: unknown, confirmToken: string | undefined): { key: string; name: string } {
  const name = JSON.stringify([path, input, confirmToken])
  const key = openKeys.get(name) ?? newKey()
  openKeys.set(name, key)
  return { key, name }
}

/**
 * Forgets the key of a write that got a reply. A success forgets all keys: after another write (say, off and on again)
 * the same input is a new request, not a retry.
 */
function closeWrite(name: string, isDone: boolean): void {
  if (isDone) openKeys.clear()
  else openKeys.delete(name)
}

export { Unreachable } from './transport.ts'

export type CallOptions = ShowOptions & {
  /** Serialises a POST as a form instead of JSON (spec §7). */
  form?: boolean
  /** Sends no token (spec §6). */
  anonymous?: boolean
  /** While impersonating: call as the administrator, without the impersonation header. */
  asOneself?: boolean
  /** Made by the page, not by the person: does not renew the session, so an idle session still expires. */
  background?: boolean
  /** Token from a 600 reply, sent when the call is repeated after confirmation. */
  confirmToken?: string
  /** ms; 20 s by default (spec §9). */
  timeout?: number
  signal?: AbortSignal
  /** For a call whose reply grows: asks for events, and reads them. */
  readEvents?: ReadEvents
}

/**
 * The server's refusal. If `isShown`, the toast or dialog of §8 has been shown already; it is false for resolving codes
 * (600 to 603, 10000 …), whitelisted codes and `hideErrorMsg`, which the caller has to show.
 */
export class Refusal extends Error {
  readonly code: number
  readonly msg: string
  readonly data: unknown
  readonly isShown: boolean
  constructor({ code, msg, data }: Pick<Envelope<unknown>, 'code' | 'msg' | 'data'>, isShown: boolean) {
    super(msg)
    this.name = 'Refusal'
    this.code = code
    this.msg = msg
    this.data = data
    this.isShown = isShown
  }
}

/** A reply that does not reject: success with the endpoint's data, or a resolving code with other data. */
export type Settled<D> = (Envelope<D> & { success: true }) | (Envelope<unknown> & { success: false })

/** The input is optional for calls that take none. */
export type CallArguments<E> = [undefined] extends [Input<E>]
  ? [input?: Input<E> | undefined, options?: CallOptions]
  : [input: Input<E>, options?: CallOptions]

/** Longest `retry-after` that a read waits for, s. */
const MAX_RETRY_AFTER_S = 10

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const signedOut = () => new Refusal({ code: errors.signedOut.code, msg: errors.signedOut.text, data: null }, true)

/** spec §8: session expired; stay, or sign in again, which logs out and reloads. One dialog for many failures. */
async function offerSignIn(): Promise<void> {
  const isAgain = await notify.askOnce({
    title: '系统提示',
    text: '登录状态已过期，您可以继续留在该页面，或者重新登录',
    ok: '重新登录',
    cancel: '取消',
  })
  if (isAgain) await signOutHere({ keepPlace: true })
}

const unreachableTexts = {
  timeout: '响应超时，请稍后重试',
  format: '响应格式错误',
  network: '网络连接失败，请检查网络后重试',
} as const

/** Full text of a failure, for views that show it themselves. */
export function failureText(failure: unknown): string {
  if (failure instanceof Refusal) return failure.msg
  return failure instanceof Unreachable ? unreachableTexts[failure.reason] : '操作失败，请稍后重试'
}

function showUnreachable(failure: Unreachable, options: CallOptions): void {
  if (isLeavingPage()) return
  const { reason, status, message } = failure
  if (status === 401 || (reason === 'network' && message.includes('401'))) void offerSignIn()
  else if (!options.hideErrorMsg) notify.error(unreachableTexts[reason])
}

async function sendSigned<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | undefined,
  options: CallOptions,
  key: string | undefined,
) {
  const {
    anonymous = false,
    asOneself = false,
    background = false,
    confirmToken,
    form = false,
    timeout = HTTP_TIMEOUT_MS,
    signal,
    readEvents,
  } = options
  const own = {
    ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
    ...(confirmToken !== undefined && { [CONFIRM_HEADER]: confirmToken }),
  }
  const sendWith = (token: string | undefined) =>
    send(endpoint, input, {
      headers: token ? { [AUTH_HEADER]: `bearer ${token}`, ...(asOneself ? {} : impersonationHeaders()), ...own } : own,
      form,
      timeout,
      signal,
      readEvents,
    })
  if (anonymous) return await sendWith(undefined)
  const session = background ? currentSession() : await readySession(errors.signedOut.text)
  if (!session) throw signedOut()
  const reply = await sendWith(session.access_token)
  if (reply.envelope.code !== errors.signedOut.code) return reply
  // 401 means nothing was done, so a retry is safe if another tab has renewed the token meanwhile
  const latest = rereadSession()?.session.access_token
  const again = latest && latest !== session.access_token ? await sendWith(latest) : reply
  if (again.envelope.code !== errors.signedOut.code || !(await renewHere())) return again
  return await sendWith(currentSession()?.access_token)
}

/** 503: a read is retried once after `retry-after`, with a toast; a write is left for the person to repeat. */
async function sendWithRetry<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | undefined,
  options: CallOptions,
  key: string | undefined,
) {
  const reply = await sendSigned(endpoint, input, options, key)
  const { retryAfterS } = reply
  const isWorthWaiting = retryAfterS !== undefined && retryAfterS <= MAX_RETRY_AFTER_S
  if (reply.envelope.code !== errors.overloaded.code || endpoint.effect !== 'read' || !isWorthWaiting) return reply
  notify.info(`系统繁忙，${Math.max(1, retryAfterS)} 秒后自动重试`, retryAfterS)
  await pause(retryAfterS * 1000, options.signal)
  return await sendSigned(endpoint, input, options, key)
}

function settle<D>({ envelope }: Reply, outcome: Outcome, options: CallOptions): Settled<D> {
  switch (outcome.kind) {
    case 'success':
      return { ...envelope, success: true } as Settled<D>
    case 'resolve':
      return { ...envelope, success: false }
    case 'silent':
      throw new Refusal(envelope, false)
    case 'toast':
      if (!isLeavingPage()) notify.error(outcome.text)
      throw new Refusal(envelope, true)
    case 'signOut':
      // anonymous calls (such as those of the sign-in page) have no session to end
      if (!options.anonymous)
        endSession({ keepPlace: true, isExpired: true, ...(outcome.notice ? { notice: outcome.notice } : {}) })
      else if (!options.hideErrorMsg) notify.error(envelope.msg)
      throw new Refusal(envelope, true)
  }
}

/**
 * Makes a call and returns the envelope of a success or of a resolving code (600 to 603, 10000 …); see `success`.
 * Everything else rejects with `Refusal` or `Unreachable`, after the toast, dialog or sign-out of §8.
 */
export async function exchange<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E>
): Promise<Settled<DataOf<E>>> {
  const merged = endpoint.access.kind === 'anonymous' ? { anonymous: true, ...options } : options
  // the server stores idempotency keys per session only
  const isKeyed = endpoint.effect === 'write' && merged.anonymous !== true
  const write = isKeyed ? openWrite(endpoint.path, input, merged.confirmToken) : undefined
  try {
    const reply = await sendWithRetry(endpoint, input, merged, write?.key)
    const { code } = reply.envelope
    // after a 500 it is unknown whether the write was done, as without a reply: keep the key
    if (write && code !== errors.failed.code) closeWrite(write.name, code === 200 || code === errors.partlyDone.code)
    return settle<DataOf<E>>(reply, outcomeOf(reply.envelope, merged), merged)
  } catch (failure) {
    if (failure instanceof Unreachable) showUnreachable(failure, merged)
    throw failure
  }
}

/** Makes a call and returns its data. Codes that resolve in `exchange` reject here with a `Refusal`, but no toast. */
export async function call<E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>): Promise<DataOf<E>> {
  const reply = await exchange(endpoint, ...rest)
  if (!reply.success) throw new Refusal(reply, false)
  return reply.data
}
