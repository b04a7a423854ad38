// Calls to the server: the only place that implements spec §8, so that no screen handles errors by hand.
import { CONFIRM_HEADER, type DataOf, type Endpoint, IDEMPOTENCY_HEADER, type Input } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { errors } from '../../contract/errors.ts'
import { HTTP_TIMEOUT_MS } from '../../contract/limits.ts'
import { notify } from './notify.ts'
import { type Outcome, outcomeOf, type ShowOptions } from './outcome.rules.ts'
import { impersonationHeaders } from './session/impersonation.ts'
import { readySession } from './session/refresh.ts'
import { currentSession, endSession, isLeavingPage, rereadSession } from './session/session.ts'
import { signOutHere } from './session/sign-out.ts'
import { AUTH_HEADER } from './site.ts'
import { type Reply, send, Unreachable } from './transport.ts'

const KEY_BYTES = 16

/** Keys of writes whose reply did not come, by call and input. */
const open = new Map<string, string>()

/** Not crypto.randomUUID: it needs a secure context, and intranets often have none. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key for this write, and whose name it is kept under until a reply comes. */
function openWrite(path: string, input: unknown, confirmToken: string | undefined): { key: string; name: string } {
  const name = JSON.stringify([path, input, confirmToken])
  const key = open.get(name) ?? newKey()
  open.set(name, key)
  return { key, name }
}

/**
 * A reply came. Where it was a success, the writes without one are over too: a person who has done something else since, as
 * switching on what was switched off, means the same input anew.
 */
function closeWrite(name: string, isDone: boolean): void {
  if (isDone) open.clear()
  else open.delete(name)
}

export { Unreachable } from './transport.ts'

export type CallOptions = ShowOptions & {
  /** Serialises a POST as a form instead of JSON (spec §7). */
  form?: boolean
  /** Sends no token (spec §6). */
  anonymous?: boolean
  /** While impersonating: the administrator's own call. */
  asOneself?: boolean
  /** Made by the page, not by the person: it renews no session, so that an idle window ends as it should. */
  background?: boolean
  /** The same call again after 600: the token of that reply. */
  confirmToken?: string
  /** ms; 20 s unless given (spec §9). */
  timeout?: number
  signal?: AbortSignal
}

/**
 * The server's refusal. What §8 shows has been shown when it arrives; `isShown` is false for codes that resolve (600 to
 * 603, 10000 …), for a whitelist and for `hideErrorMsg`: those are the caller's to tell.
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

/** A reply that did not reject: success with the endpoint's data, or a resolving code with data of its own. */
export type Settled<D> = (Envelope<D> & { success: true }) | (Envelope<unknown> & { success: false })

/** The input may be left out where a call takes none. */
export type CallArguments<E> = [undefined] extends [Input<E>]
  ? [input?: Input<E> | undefined, options?: CallOptions]
  : [input: Input<E>, options?: CallOptions]

/** A server that asks for a longer pause than this is not waited for, s. */
const PATIENCE_S = 10

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const signedOut = () => new Refusal({ code: errors.signedOut.code, msg: errors.signedOut.text, data: null }, true)

/** spec §8: login expired, one may stay, or re-login, which logs out and reloads. One dialog, however many calls failed. */
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

/** A failure's whole text, for a view that shows it itself. */
export function failureText(failure: unknown): string {
  if (failure instanceof Refusal) return failure.msg
  return failure instanceof Unreachable ? unreachableTexts[failure.reason] : '操作失败，请稍后重试'
}

function tellUnreachable(failure: Unreachable, options: CallOptions): void {
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
    })
  if (anonymous) return await sendWith(undefined)
  const session = background ? currentSession() : await readySession(errors.signedOut.text)
  if (!session) throw signedOut()
  const reply = await sendWith(session.access_token)
  if (reply.envelope.code !== errors.signedOut.code) return reply
  // refused, therefore not done: if another tab has renewed the token meanwhile, the call is made with the new one
  const latest = rereadSession()?.session.access_token
  return latest && latest !== session.access_token ? await sendWith(latest) : reply
}

/** 503: a read waits as long as the server asks, once, and says so; a write is the person's to repeat. */
async function sendPatiently<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | undefined,
  options: CallOptions,
  key: string | undefined,
) {
  const reply = await sendSigned(endpoint, input, options, key)
  const { retryAfterS } = reply
  const isWorthWaiting = retryAfterS !== undefined && retryAfterS <= PATIENCE_S
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
      // without a token there is no session to end: the sign-in page itself asks like this
      if (!options.anonymous) endSession({ keepPlace: true, ...(outcome.notice ? { notice: outcome.notice } : {}) })
      else if (!options.hideErrorMsg) notify.error(envelope.msg)
      throw new Refusal(envelope, true)
  }
}

/**
 * Makes a call and answers the envelope: of a success, or of a code that resolves (600 to 603, 10000 …), told apart by
 * `success`. Everything else rejects, with `Refusal` or `Unreachable`, after §8's toast, dialog or sign-out.
 */
export async function exchange<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E>
): Promise<Settled<DataOf<E>>> {
  const merged = endpoint.access.kind === 'anonymous' ? { anonymous: true, ...options } : options
  // without a session the server keeps no keys
  const isKeyed = endpoint.effect === 'write' && merged.anonymous !== true
  const write = isKeyed ? openWrite(endpoint.path, input, merged.confirmToken) : undefined
  try {
    const reply = await sendPatiently(endpoint, input, merged, write?.key)
    const { code } = reply.envelope
    // after a fault of the server it is as unknown as without a reply what was done
    if (write && code !== errors.failed.code) closeWrite(write.name, code === 200 || code === errors.partlyDone.code)
    return settle<DataOf<E>>(reply, outcomeOf(reply.envelope, merged), merged)
  } catch (failure) {
    if (failure instanceof Unreachable) tellUnreachable(failure, merged)
    throw failure
  }
}

/** Makes a call and answers its data. A code that resolves in `exchange` rejects here with a `Refusal` and no toast. */
export async function call<E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>): Promise<DataOf<E>> {
  const reply = await exchange(endpoint, ...rest)
  if (!reply.success) throw new Refusal(reply, false)
  return reply.data
}
